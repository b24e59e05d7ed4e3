//! Programs that `table --format cpp|python|rust` writes, compiled and run against the tables that they are of; b-files,
//! completions and manual pages.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sgtab::export::{Language, TableView, write_code};
use sgtab::pattern::Sequence;
use sgtab::proof::ClosedForm;
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::study::{Range, study};
use sgtab::table::{EngineName, Period, Settings, SgTable, Visited};

/// A function in each language, and what it must give.
struct Case {
    name: String,
    code: [String; 3],
    /// Heaps with their value, 1 for P; `None` where it must refuse.
    expected: Vec<(u64, Option<u64>)>,
    /// Heaps 0..through are compared by a checksum.
    through: u64,
    checksum: u64,
}

impl Case {
    fn new(name: &str, view: &TableView<'_>, through: u64, value: impl Fn(u64) -> Option<u64>) -> Case {
        let code = Language::ALL.map(|language| {
            let mut code = Vec::new();
            write_code(&mut code, language, view).unwrap();
            String::from_utf8(code).unwrap()
        });
        let large = [1 << 31, (1 << 32) + 5, 1 << 53, 10_u64.pow(18), 10_u64.pow(18) + 9, (1 << 63) + 11];
        let heaps = (0..40).chain([through.saturating_sub(1), view.last, view.last + 1]).chain(large);
        let expected = heaps.map(|heap| (heap, value(heap))).collect();
        let checksum = (0..through).fold(0, |sum, heap| mixed(sum, value(heap).unwrap()));
        Case { name: name.to_owned(), code, expected, through, checksum }
    }

    /// A rule, with the values of the definition as far as a hundred heaps, and then what is proved.
    fn of_rule(text: &str, last: u64, outcomes: bool) -> Case {
        let rule = match text.strip_prefix("misere ") {
            Some(text) => Ruleset::parse(text).unwrap().with_convention(Convention::Misere),
            None => Ruleset::parse(text).unwrap(),
        };
        let outcomes = outcomes || rule.convention() == Convention::Misere;
        let sequence = if outcomes { Sequence::Outcome } else { Sequence::Sg };
        let (settings, mut visited) = (Settings::default(), Visited::default());
        let mut found = study(&rule, sequence, Range::Until(20_000), &settings, &mut visited, &mut ()).unwrap();
        let verdict = found.verdicts.first().filter(|verdict| verdict.is_proved() && verdict.period().is_some());
        let period = verdict.and_then(|verdict| verdict.period()).copied();
        found.table.extend(&rule, last, &settings, &mut visited, &mut ()).unwrap();
        let view = TableView { rule: &rule, table: &found.table, last, outcomes, verdict: found.verdicts.first() };
        let definition = Settings { engine: Some(EngineName::Naive), ..settings };
        let definition = SgTable::compute(&rule, 100.min(last), &definition).unwrap();
        let shown = |value: u64| if outcomes { u64::from(value == 0) } else { value };
        let form = ClosedForm::for_rule(&rule);
        let value = |heap: u64| match (definition.get(heap), form, period) {
            (Some(value), ..) => Some(shown(value)),
            (None, Some(form), _) => form.value(heap).map(shown),
            // Of outcomes the period may be all that is known.
            (None, None, Some(Period { preperiod, period, saltus })) => {
                let repeats = heap.saturating_sub(preperiod) / period;
                found.table.known(heap - repeats * period).map(|value| shown(value) + repeats * saltus)
            }
            (None, None, None) => found.table.get(heap).filter(|_| heap <= last).map(shown),
        };
        Case::new(&format!("{text}, outcomes: {outcomes}"), &view, last, value)
    }
}

/// The next checksum; the programs do the same.
fn mixed(sum: u64, value: u64) -> u64 {
    (sum * 31 + value) % 1_000_003
}

fn rules() -> Vec<Case> {
    let proved = [
        "kayles",
        "0.07",
        "dawsons-chess",
        "laskers-nim",
        "nim",
        "1..3",
        "3..7",
        "2, 3",
        "1",
        "3..",
        "all but 4",
        "all but 2, 5, 6, 8",
        "all but 2, 3, 7",
        "2, 9, 11",
        "0.3F",
        "0.45",
        "odd",
        "powers of 2",
        "1, 4, 13, 17",
        "subtraction-2-27-99-101",
        "1..1000000000000",
        "7..1000000000000",
        "4000000000000..",
        "0.156",
        "1..9223372036854775807",
    ];
    let tables = ["squares", "fibonacci", "grundys-game", "primes", "take-1-or-halve"];
    let misere = ["misere 1..3", "misere nim", "misere 2, 5", "misere odd", "misere squares"];
    let mut cases = vec![Case::of_rule("0.07", 1_000_000, false), Case::of_rule("squares", 100_000, false)];
    cases.push(Case::of_rule("squares", 100_000, true));
    cases.push(Case::of_rule("primes", 20_000, false));
    for text in proved.into_iter().chain(tables) {
        cases.extend([false, true].map(|outcomes| Case::of_rule(text, 3000, outcomes)));
    }
    cases.extend(misere.map(|text| Case::of_rule(text, 500, true)));
    // A table that is too short for the proof: its period only fits.
    let rule = Ruleset::parse("kayles").unwrap();
    let found = study(&rule, Sequence::Sg, Range::Exactly(120), &Settings::default(), &mut Visited::default(), &mut ());
    let found = found.unwrap();
    let view =
        TableView { rule: &rule, table: &found.table, last: 120, outcomes: false, verdict: found.verdicts.first() };
    cases.push(Case::new("kayles, fits", &view, 121, |heap| found.table.get(heap)));
    for code in &cases.last().unwrap().code {
        assert!(code.contains("period 12, preperiod 71 fits heaps 0..120, not proved"), "{code}");
        assert!(code.contains("nothing is proved of larger heaps, so only heaps 0..120 are given"), "{code}");
    }
    cases
}

/// Sequences of any preperiod, period and saltus, said to be proved.
fn random() -> Vec<Case> {
    let mut runner = TestRunner::deterministic();
    let values = |largest, lengths| prop::collection::vec(0..largest, lengths);
    let largest = prop_oneof![Just(2u32), Just(10), Just(36), Just(300), Just(70_000)];
    let sequences = largest.prop_flat_map(move |largest| {
        let saltus = prop_oneof![Just(0u64), 1..50u64];
        let lengths = prop_oneof![Just(1usize), 2..20usize, 60..200usize];
        (values(largest, 0..90), lengths.prop_flat_map(move |length| values(largest, length..length + 1)), saltus)
    });
    let rule = Ruleset::parse("squares").unwrap();
    let mut cases = Vec::new();
    for i in 0..60 {
        let (before, cycle, saltus) = sequences.new_tree(&mut runner).unwrap().current();
        let mut table = SgTable::from_values(before.iter().chain(&cycle).copied(), EngineName::Naive);
        let saltus = saltus.min(cycle.len() as u64);
        table.set_tail(Period { preperiod: before.len() as u64, period: cycle.len() as u64, saltus });
        let outcomes = i % 3 == 0;
        let view = TableView { rule: &rule, table: &table, last: 10, outcomes, verdict: None };
        let shown = |value: u64| if outcomes { u64::from(value == 0) } else { value };
        cases.push(Case::new(&format!("random {i}"), &view, 700, |heap| table.known(heap).map(shown)));
    }
    cases
}

/// All cases: those of rules, and random ones.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| rules().into_iter().chain(random()).collect())
}

/// Runs a tool; `None` where there is none, which only a machine that must have it counts as a failure.
fn tool(name: &str, args: &[&str]) -> Option<Output> {
    match Command::new(name).args(args).output() {
        Ok(output) => Some(output),
        Err(why) => {
            assert!(std::env::var_os("SGTAB_REQUIRE_TOOLS").is_none(), "{name}: {why}");
            eprintln!("skipped: {name} cannot be run: {why}");
            None
        }
    }
}

fn succeeds(name: &str, args: &[&str]) -> Option<String> {
    let output = tool(name, args)?;
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name} warns");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// A line for each case: the values, `-` where the function refuses, and the checksum.
fn expected(cases: &[Case]) -> Vec<String> {
    let shown = |value: &(u64, Option<u64>)| value.1.map_or("-".to_owned(), |value| value.to_string());
    let line =
        |case: &Case| format!("{} {}", case.expected.iter().map(shown).collect::<Vec<_>>().join(" "), case.checksum);
    cases.iter().map(line).collect()
}

fn compare(cases: &[Case], language: usize, printed: &str) {
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(printed.len(), cases.len());
    for ((case, expected), printed) in cases.iter().zip(expected(cases)).zip(printed) {
        assert_eq!(printed, expected, "{}\n{}", case.name, case.code[language]);
    }
}

/// The function of a case and its heaps, as text for a program.
fn parts(case: &Case, suffix: &str) -> (&'static str, String) {
    let name = if case.code[1].contains("def is_p(n)") { "is_p" } else { "g" };
    (name, case.expected.iter().map(|(heap, _)| format!("{heap}{suffix}")).collect::<Vec<_>>().join(", "))
}

#[test]
fn cpp_computes_the_table() {
    let cases = cases();
    let mut text = "#include <algorithm>\n#include <iostream>\n#include <stdexcept>\n".to_owned();
    text += "typedef unsigned long long u64;\n";
    text += "template <class F> void show(F f, std::initializer_list<u64> heaps, u64 through) {
        for (u64 n : heaps) {
            try { const u64 v = f(n); std::cout << v << ' '; } catch (const std::out_of_range&) { std::cout << \"- \"; }
        }
        u64 sum = 0;
        for (u64 n = 0; n < through; n++) sum = (sum * 31 + f(n)) % 1000003;
        std::cout << sum << '\\n';
    }\n";
    let mut main = String::new();
    for (i, case) in cases.iter().enumerate() {
        let (name, heaps) = parts(case, "ULL");
        text += &format!("namespace m{i} {{\n{}}}\n", case.code[0]);
        main += &format!("    show(m{i}::{name}, {{{heaps}}}, {});\n", case.through);
    }
    text += &format!("int main() {{\n{main}}}\n");
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("code.cpp"), folder.path().join("code"));
    fs::write(&source, text).unwrap();
    let (source, program) = (source.to_str().unwrap(), program.to_str().unwrap());
    let flags = ["-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", source, "-o", program];
    if succeeds("g++", &flags).is_some() {
        compare(cases, 0, &succeeds(program, &[]).unwrap());
    }
}

#[test]
fn python_computes_the_table() {
    let cases = cases();
    let mut text = "def show(f, heaps, through):
    values = []
    for n in heaps:
        try:
            values.append(str(int(f(n))))
        except ValueError:
            values.append('-')
    total = 0
    for n in range(through):
        total = (total * 31 + f(n)) % 1000003
    print(*values, total)\n\n"
        .to_owned();
    for case in cases {
        let (name, heaps) = parts(case, "");
        text += &format!("{}\nshow({name}, [{heaps}], {})\n", case.code[1], case.through);
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("code.py");
    fs::write(&source, text).unwrap();
    if let Some(printed) = succeeds("python3", &["-W", "error", source.to_str().unwrap()]) {
        compare(cases, 1, &printed);
    }
}

#[test]
fn rust_computes_the_table() {
    let cases = cases();
    let mut text = "fn show(f: fn(u64) -> Option<u64>, heaps: &[u64], through: u64) {
        for &n in heaps {
            print!(\"{} \", f(n).map_or(\"-\".to_owned(), |v| v.to_string()));
        }
        println!(\"{}\", (0..through).fold(0, |sum, n| (sum * 31 + f(n).unwrap()) % 1000003));
    }\n"
    .to_owned();
    let mut main = String::new();
    for (i, case) in cases.iter().enumerate() {
        let (name, heaps) = parts(case, "");
        let call = match (case.code[2].contains("-> Option<"), name) {
            (true, "g") => "g(n)",
            (true, _) => "is_p(n).map(u64::from)",
            (false, "g") => "Some(g(n))",
            (false, _) => "Some(u64::from(is_p(n)))",
        };
        text += &format!("mod m{i} {{\n{}pub fn call(n: u64) -> Option<u64> {{ {call} }}\n}}\n", case.code[2]);
        main += &format!("    show(m{i}::call, &[{heaps}], {});\n", case.through);
    }
    text += &format!("fn main() {{\n{main}}}\n");
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("code.rs"), folder.path().join("code"));
    fs::write(&source, text).unwrap();
    let (source, program) = (source.to_str().unwrap(), program.to_str().unwrap());
    let flags = ["--edition=2021", "-Dwarnings", "-Cdebug-assertions=on", "-Copt-level=1", source, "-o", program];
    if succeeds("rustc", &flags).is_some() {
        compare(cases, 2, &succeeds(program, &[]).unwrap());
    }
}

fn sgtab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = sgtab(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The program without its comment.
fn program(args: &[&str]) -> String {
    let code = stdout(args);
    code.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_shortest_form_is_written() {
    for (rule, body) in [
        ("1..3", "n % 4"),
        ("3..7", "n % 10 // 3"),
        ("3..", "n // 3"),
        ("nim", "n"),
        ("all but 4", "n // 8 * 4 + n % 4"),
        ("1..1000000000000", "n % 1000000000001"),
    ] {
        let code = program(&["table", rule, "-n", "5", "--format", "python"]);
        assert_eq!(code, format!("def g(n):\n    return {body}"), "{rule}");
    }
    for (rule, body) in [("1..3", "n % 4 == 0"), ("kayles", "n == 0"), ("all but 2, 5, 6, 8", "n in (0, 2, 8)")] {
        let code = program(&["table", rule, "-n", "5", "--outcomes", "--format", "python"]);
        assert_eq!(code, format!("def is_p(n):\n    return {body}"), "{rule}");
    }
    // What is proved of larger heaps is written, however few are asked for.
    let few = stdout(&["table", "0.07", "-n", "3", "--format", "cpp"]);
    assert!(few.contains("// period 34, preperiod 53: proved (take-and-break: "), "{few}");
    assert_eq!(few, stdout(&["table", "0.07", "-n", "10000", "--format", "cpp"]));
}

#[test]
fn programs_go_to_files_by_their_endings() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("a.cpp", "cpp"), ("a.py", "python"), ("a.rs", "rust"), ("b002186.txt", "bfile")] {
        let path = folder.path().join(name);
        stdout(&["table", "kayles", "-o", path.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(path).unwrap(), stdout(&["table", "kayles", "--format", format]), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn too_long_lists_are_refused() {
    let output = sgtab(&["table", "squares", "-n", "1e8", "--format", "rust"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("list of heaps 0..100000000") && message.contains("help: ask for"), "{message}");
}

#[test]
fn b_files_have_a_line_for_each_term() {
    let comment = |text: &str| text.lines().take_while(|line| line.starts_with('#')).count();
    let text = stdout(&["table", "fibonacci", "-n", "2500", "--format", "bfile"]);
    let csv = stdout(&["table", "fibonacci", "-n", "2500", "--format", "csv"]);
    let rows = csv.lines().skip(1).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(" "));
    assert!(text.ends_with('\n') && text.starts_with("# Take a Fibonacci number\n"));
    assert!(text.lines().skip(comment(&text)).eq(rows), "{text}");

    let text = stdout(&["table", "fibonacci", "-n", "2500", "--format", "bfile", "--outcomes"]);
    let rows = csv.lines().filter_map(|row| row.strip_suffix(",0,P")).zip(1..).map(|(n, k)| format!("{k} {n}"));
    assert!(text.lines().skip(comment(&text)).eq(rows), "{text}");
    assert!(text.contains("offset 1"));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last.toml");
    fs::write(&path, "title = 'Wer nimmt, verliert: 取石子'\ntake = '1..3'\nconvention = 'misere'\n").unwrap();
    let text = stdout(&["table", path.to_str().unwrap(), "-n", "9", "--format", "bfile"]);
    assert!(text.is_ascii() && text.ends_with("\n1 1\n2 5\n3 9\n"), "{text}");
}

/// The names of all commands, from the help of the program.
fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Options as they begin the lines of a help text.
fn long_options(help: &str) -> Vec<String> {
    let words = help.lines().map(str::trim_start).filter(|line| line.starts_with('-')).flat_map(str::split_whitespace);
    let cut = |word: &str| word.split(['=', '[', ',']).next().unwrap_or("").to_owned();
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(cut).collect()
}

#[test]
fn completions_know_every_command() {
    assert!(commands().len() >= 13);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for name in commands() {
            assert!(script.contains(&name), "{shell}: {name}");
        }
        for option in ["outcomes", "checkpoint", "memory"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("sgtab.bash");
    fs::write(&script, stdout(&["completions", "bash"])).unwrap();
    let script = script.to_str().unwrap();
    let ask = format!(
        "source '{script}' && COMP_WORDS=(sgtab table kayles --outc) COMP_CWORD=3 && _sgtab sgtab --outc kayles && \
         echo \"${{COMPREPLY[@]}}\""
    );
    if let Some(reply) = succeeds("bash", &["--norc", "-c", &ask]) {
        assert_eq!(reply.trim(), "--outcomes");
    }
}

#[test]
fn every_command_has_a_page_with_all_its_options() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    stdout(&["manual", "-o", pages.to_str().unwrap()]);
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    let has_options = |page: &str, help: &str| {
        let options = long_options(help);
        assert!(options.len() >= 5, "{help}");
        for option in options {
            assert!(page.contains(&option.replace('-', "\\-")), "{option} is not in\n{page}");
        }
    };
    has_options(&page("sgtab.1"), &stdout(&["--help"]));
    for name in commands() {
        has_options(&page(&format!("sgtab-{name}.1")), &stdout(&[&name, "--help"]));
        assert!(page("sgtab.1").contains(&format!("sgtab\\-{name}(1)")), "{name}");
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), commands().len() + 1);
    renders(&pages.join("sgtab-table.1"));
}

/// Without a warning, and with the words that are in it.
fn renders(page: &Path) {
    if let Some(text) = succeeds("groff", &["-man", "-Tascii", "-ww", page.to_str().unwrap()]) {
        assert!(text.contains("--checkpoint") || text.contains("checkpoint"), "{text}");
    }
}

#[test]
fn a_move_that_is_none_later_does_not_matter_before() {
    let folder = tempfile::tempdir().unwrap();
    let rule = folder.path().join("late.toml");
    fs::write(&rule, "moves = ['[a] for a in n/2..n-1 if n < 5000', '[n + 1] if n > 5000']").unwrap();
    let run = |n: &str| {
        let mut sgtab = Command::new(env!("CARGO_BIN_EXE_sgtab"));
        sgtab.arg("table").arg(&rule).args(["-n", n, "--format", "python"]).output().unwrap()
    };
    let few = run("20");
    assert!(few.status.success(), "{}", String::from_utf8_lossy(&few.stderr));
    assert!(String::from_utf8_lossy(&few.stdout).contains("def g(n):"));
    assert_eq!(run("5001").status.code(), Some(2));
}
