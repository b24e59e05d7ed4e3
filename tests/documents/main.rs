//! Tables for documents: read back by strict readers, and compiled where there is a compiler.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod compilers;
mod readers;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use proptest::prelude::*;

use readers::Shown;
use sgtab::export::{Document, DocumentFormat, Fill, TableView, write_document};
use sgtab::pattern::Sequence;
use sgtab::ruleset::Ruleset;
use sgtab::study::{Range, study};
use sgtab::table::{Settings, Visited};

type Reader = fn(&str) -> Shown;

const FORMATS: [(DocumentFormat, Reader); 5] = [
    (DocumentFormat::Latex, readers::latex),
    (DocumentFormat::Booktabs, readers::latex),
    (DocumentFormat::Typst, readers::typst),
    (DocumentFormat::Markdown, readers::markdown),
    (DocumentFormat::Html, readers::html),
];

/// Every character with a meaning in one of the formats.
const NASTY: &str = r#"50% {a_b} & #1 ~ ^ \ <x> | *b* ` "q" 's $g$ [c] --- ,, -->  ≤ ⊕ «é @ = // /* #let"#;

fn sgtab(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).current_dir(folder).output().unwrap()
}

fn stdout(folder: &Path, args: &[&str]) -> String {
    let output = sgtab(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(folder: &Path, args: &[&str]) -> String {
    let output = sgtab(folder, args);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The rows that a table should have, by the values alone.
fn expected(values: &[u64], columns: usize, outcomes: bool, fill: Fill) -> Vec<(String, Vec<(String, bool)>)> {
    let cell = |value: &u64| match (fill, outcomes, *value) {
        (Fill::Blank, ..) => (String::new(), false),
        (_, true, 0) => ("P".to_owned(), true),
        (_, true, _) => ("N".to_owned(), false),
        (_, false, value) => (value.to_string(), value == 0),
    };
    let past = if fill == Fill::Values { "" } else { "–" };
    let row = |(at, values): (usize, &[u64])| {
        let mut cells: Vec<_> = values.iter().map(cell).collect();
        cells.resize(columns, (past.to_owned(), false));
        ((at * columns).to_string(), cells)
    };
    values.chunks(columns).enumerate().map(row).collect()
}

fn titles() -> impl Strategy<Value = String> {
    let characters: Vec<char> = NASTY.chars().chain("abc 12.取\u{7}\n\t\u{2028}".chars()).collect();
    prop::collection::vec(prop::sample::select(characters), 0..40).prop_map(|title| title.into_iter().collect())
}

fn one_line(text: &str) -> String {
    let blank = |c: char| c.is_control() || c.is_whitespace() || c == '\u{2028}';
    text.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_format_reads_back(
        title in titles(),
        take in prop::sample::select(vec!["1..3", "any", "2, 5, 6", "fibonacci", "all but 3", "3, 5, 9, 17"]),
        n in 0u64..300,
        columns in prop::option::of(1u64..30),
        outcomes: bool,
        misere: bool,
        fill in prop::sample::select(vec![Fill::Values, Fill::Blank, Fill::Answers]),
        standalone: bool,
        command in titles(),
    ) {
        let convention = if misere { "misere" } else { "normal" };
        let quoted = serde_json::to_string(&title).unwrap();
        let text = format!("title = {quoted}\ntake = '{take}'\nconvention = '{convention}'");
        let Ok(rule) = Ruleset::from_toml("random", "random", &text) else { return Ok(()) };
        let outcomes = outcomes || misere;
        let sequence = if outcomes { Sequence::Outcome } else { Sequence::Sg };
        let range = Range::Exactly(n);
        let found = study(&rule, sequence, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        let values: Vec<u64> = found.table.values().collect();
        let verdict = &found.verdicts[0];
        let view = TableView { rule: &rule, table: &found.table, last: n, outcomes, verdict: Some(verdict) };
        let document = Document { view: &view, columns, fill, standalone, command: &command, file: "f" };
        let mut shapes = Vec::new();
        for (format, read) in FORMATS {
            let mut out = Vec::new();
            write_document(&mut out, format, &document).unwrap();
            let shown = read(str::from_utf8(&out).unwrap());
            let width = shown.heads.len();
            prop_assert!(columns.is_none_or(|columns| columns as usize == width));
            let heads: Vec<String> = (0..width).map(|column| column.to_string()).collect();
            prop_assert_eq!(&shown.heads, &heads);
            prop_assert_eq!(&shown.rows, &expected(&values, width, outcomes, fill), "{}", format.name());
            // In Markdown, where stars are not told from letters, they are left out of what is compared.
            let compared = |text: &str| if format == DocumentFormat::Markdown { text.replace('*', "") } else { text.to_owned() };
            let title = compared(one_line(&rule.headline()).trim_end_matches('.'));
            prop_assert!(compared(&shown.words).starts_with(&title), "{:?} in {:?}", title, shown.words);
            prop_assert_eq!(shown.words.contains(&verdict.to_string()), fill != Fill::Blank);
            shapes.push(width);
        }
        shapes.dedup();
        prop_assert_eq!(shapes.len(), 1);
        let mut out = Vec::new();
        write_document(&mut out, DocumentFormat::Pgfplots, &Document { standalone: false, ..document }).unwrap();
        let (_, rows) = readers::pgfplots(str::from_utf8(&out).unwrap());
        let shown = |value: &u64| if outcomes { u64::from(*value == 0) } else { *value };
        let expected: Vec<[u64; 2]> = (0..).zip(values.iter().map(shown)).map(|(n, value)| [n, value]).collect();
        prop_assert_eq!(rows, expected);
    }
}

#[test]
fn kayles_is_wrapped_at_its_period() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["latex", "booktabs", "typst", "markdown", "html"] {
        let text = stdout(folder.path(), &["table", "kayles", "-n", "84", "--format", format]);
        assert!(text.lines().next().unwrap().contains(&format!("sgtab table kayles -n 84 --format {format}")));
        let read = FORMATS.iter().find(|(other, _)| other.name() == format).unwrap().1;
        let shown = read(&text);
        let heads: Vec<&str> = shown.rows.iter().map(|(head, _)| head.as_str()).collect();
        assert_eq!((shown.heads.len(), heads), (12, vec!["0", "12", "24", "36", "48", "60", "72", "84"]));
        assert!(shown.words.contains("period 12, preperiod 71: proved (take-and-break: "), "{}", shown.words);
    }
    let stepped = [r"\cline{13-13}", r"\multicolumn{1}{|c}{7}", r"\cline{2-12}"];
    let text = stdout(folder.path(), &["table", "kayles", "-n", "84", "--format", "latex"]);
    assert!(stepped.iter().all(|line| text.matches(line).count() == 1), "{text}");
    let text = stdout(folder.path(), &["table", "kayles", "-n", "70", "--format", "latex"]);
    assert!(stepped.iter().all(|line| !text.contains(line)), "{text}");
}

#[test]
fn the_ending_of_a_name_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let endings = [("tex", "% "), ("dat", "% "), ("pgf", "% "), ("typ", "// "), ("md", "<!-- "), ("html", "<!-- ")];
    for (ending, comment) in endings {
        let name = format!("table.{ending}");
        stdout(folder.path(), &["table", "1..3", "-n", "20", "-o", &name]);
        let text = fs::read_to_string(folder.path().join(&name)).unwrap();
        assert!(text.starts_with(&format!("{comment}sgtab ")) && text.contains(&format!(" -o {name}")), "{text}");
        // The command at the head makes the same file again.
        let command = text.lines().next().unwrap().split_once("sgtab table ").unwrap().1.trim_end_matches(" -->");
        let words: Vec<&str> = ["table"].into_iter().chain(command.split(' ')).collect();
        fs::remove_file(folder.path().join(&name)).unwrap();
        stdout(folder.path(), &words);
        assert_eq!(fs::read_to_string(folder.path().join(&name)).unwrap(), text);
    }
    assert!(fs::read_to_string(folder.path().join("table.dat")).unwrap().contains("{table.dat};"));
}

#[test]
fn blank_tables_have_their_answers_beside() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for (ending, read) in [("tex", FORMATS[0].1), ("typ", FORMATS[2].1), ("md", FORMATS[3].1), ("html", FORMATS[4].1)] {
        stdout(folder.path(), &["table", "kayles", "-n", "40", "--blank", "-o", &format!("k.{ending}")]);
        let blank = fs::read_to_string(at(&format!("k.{ending}"))).unwrap();
        let answers = fs::read_to_string(at(&format!("k-answers.{ending}"))).unwrap();
        let (shown, answered) = (read(&blank), read(&answers));
        let empty = shown.rows.iter().flat_map(|(_, cells)| cells).filter(|(text, _)| text.is_empty()).count();
        let filled = answered.rows.iter().flat_map(|(_, cells)| cells).filter(|(text, _)| text != "–").count();
        assert_eq!((empty, filled, shown.heads), (41, 41, answered.heads));
        // All but words and values is the same: so are the sizes.
        let frame = |text: &str| {
            let words = |line: &&str| !line.contains("aption") && !line.contains("tab:");
            let text: String = text.lines().filter(words).take_while(|line| !line.contains("12 ")).collect();
            text.split('0').next().unwrap().to_owned()
        };
        assert_eq!(frame(&blank), frame(&answers));
        assert!(!blank.contains("period") && answers.contains("period 12"));
    }
    // Both files or none.
    fs::create_dir(at("x-answers.tex")).unwrap();
    assert!(refusal(folder.path(), &["table", "1..3", "--blank", "-o", "x.tex"]).contains("x-answers.tex"));
    assert!(!at("x.tex").exists());
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |args: &[&str]| refusal(folder.path(), &[&["table", "1..3"], args].concat());
    assert!(refused(&["--blank", "--format", "latex"]).contains("help: name the first by -o FILE"));
    assert!(refused(&["--blank", "--format", "latex", "-o", "-"]).contains("standard output is one"));
    assert!(refused(&["--columns", "5"]).contains("--columns is for tables in documents"));
    assert!(refused(&["--columns", "5", "--format", "pgfplots"]).contains("--columns is for tables in documents"));
    assert!(refused(&["--standalone", "--format", "csv"]).contains("say --format latex"));
    assert!(refused(&["--columns", "401", "--format", "latex"]).contains("401 is not in 1..=400"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let long = sgtab(folder.path(), &["table", "1..3", "-n", "1e5", "--format", "html"]);
    assert!(String::from_utf8(long.stderr).unwrap().contains("warning: a table of 100000 heaps"));
    assert!(long.status.success());
}

/// Files that show every kind of table, with a title of every character that pdflatex can set.
fn write_all(folder: &Path) {
    let text = format!("title = '''{NASTY}'''\ntake = '1..3'");
    fs::write(folder.join("nasty.toml"), text).unwrap();
    let tables: [(&str, &[&str]); 7] = [
        ("kayles", &["kayles", "-n", "84"]),
        ("nasty", &["nasty.toml", "-n", "30", "--outcomes"]),
        ("sheet", &["kayles", "-n", "84", "--blank"]),
        ("wide", &["0.45", "-n", "99", "--columns", "24"]),
        ("nim", &["nim", "-n", "99", "--columns", "20"]),
        ("long", &["primes", "-n", "900"]),
        ("short", &["1..3", "-n", "2"]),
    ];
    for (name, args) in tables {
        for (format, file) in [("latex", "tex"), ("booktabs", "b.tex"), ("typst", "typ")] {
            let file = format!("{name}.{file}");
            stdout(folder, &[&["table"], args, &["--format", format, "-o", &file]].concat());
        }
    }
}

#[test]
fn latex_compiles() {
    if !compilers::has_latex() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // What is said to need no package, compiled without any.
    stdout(folder, &["table", "kayles", "-n", "84", "--format", "latex", "--standalone", "-o", "kayles-alone.tex"]);
    let log = compilers::latex(folder, "kayles-alone.tex", 2);
    assert!(!log.contains("Overfull") && !log.contains("Warning"), "{log}");
    assert!(log.contains("(1 page"), "{log}");

    write_all(folder);
    let files = ["kayles", "nasty", "sheet", "sheet-answers", "wide", "nim", "long", "short"];
    let beside = |name: &str| match name.strip_suffix("-answers") {
        Some(name) => format!("\\input{{{name}.b-answers}}\n"),
        None => format!("\\input{{{name}.b}}\n"),
    };
    let inputs: String = files.iter().map(|name| format!("\\input{{{name}}}\n{}", beside(name))).collect();
    let packages = "\\usepackage{booktabs,longtable}";
    let document =
        format!("\\documentclass{{article}}{packages}\n\\begin{{document}}\n\\listoftables\n{inputs}\\end{{document}}");
    fs::write(folder.join("all.tex"), document).unwrap();
    let log = compilers::latex(folder, "all.tex", 2);
    assert!(!log.contains("Overfull"), "{log}");

    let slide =
        "\\documentclass{beamer}\\begin{document}\\begin{frame}{Kayles}\\input{kayles}\\end{frame}\\end{document}";
    fs::write(folder.join("slide.tex"), slide).unwrap();
    assert!(!compilers::latex(folder, "slide.tex", 1).contains("Overfull"));

    stdout(folder, &["table", "nasty.toml", "-n", "99", "--format", "pgfplots", "--standalone", "-o", "plot.tex"]);
    compilers::latex(folder, "plot.tex", 1);
    stdout(folder, &["table", "kayles", "-n", "99", "--outcomes", "-o", "kayles.dat"]);
    let (comments, _) = readers::pgfplots(&fs::read_to_string(folder.join("kayles.dat")).unwrap());
    let axis =
        comments.lines().map(|line| line.trim_start_matches('%')).skip_while(|line| !line.contains("\\begin{tikz"));
    let axis = axis.collect::<Vec<_>>().join("\n");
    let document =
        format!("\\documentclass{{article}}\\usepackage{{pgfplots}}\\begin{{document}}{axis}\\end{{document}}");
    fs::write(folder.join("axis.tex"), document).unwrap();
    compilers::latex(folder, "axis.tex", 1);
}

#[test]
fn typst_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_all(folder);
    fs::write(folder.join("chinese.toml"), "title = '取石子游戏'\ntake = '1..3'").unwrap();
    stdout(folder, &["table", "chinese.toml", "-o", "chinese.typ", "--standalone"]);
    let files = ["kayles", "nasty", "sheet", "sheet-answers", "wide", "nim", "long", "short", "chinese"];
    let files = files.map(|name| format!("{name}.typ"));
    compilers::typst(folder, &files.each_ref().map(String::as_str));
}
