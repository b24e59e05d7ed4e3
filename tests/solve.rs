//! `sgtab solve`: positions and streams, as the judges of contests and the textbooks have them.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;
use serde_json::Value;
use sgtab::play::stream::{Answer, Layout, Limited, solve};
use sgtab::play::{Combine, Game, Heap, Umpire};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::Settings;

fn run(args: &[&str], stdin: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgtab"));
    command.arg("solve").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = run(args, b"");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn failure(args: &[&str], stdin: &[u8]) -> (String, String) {
    let output = run(args, stdin);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_samples_of_the_judges() {
    let samples: [(&str, &[&str]); 9] = [
        ("cases-win-lose", &["nim", "--input", "cases", "--say", "Win,Lose"]),
        ("cases-yes-no", &["nim", "--input", "cases", "--say", "Yes,No"]),
        ("cases-misere", &["nim", "--misere", "--input", "cases", "--say", "First,Second"]),
        ("cases-staircase", &["nim", "--combine", "staircase", "--input", "cases", "--say", "First,Second"]),
        ("cases-count", &["nim", "--input", "cases", "--count"]),
        ("single-win-lose", &["nim", "--input", "single", "--say", "win,lose"]),
        ("single-move", &["nim", "--input", "single", "--move"]),
        ("until-zero-fibonacci", &["fibonacci", "--input", "until-zero", "--say", "Fibo,Nacci"]),
        // The other spelling of the same set of moves.
        ("cases-win-lose", &["0.[3]", "--input", "cases", "--say", "Win,Lose"]),
    ];
    for (name, args) in samples {
        let path = Path::new("tests/data/judge").join(name);
        let output = run(&[args, &["--stdin"]].concat(), &fs::read(path.with_extension("in")).unwrap());
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{name}");
        assert!(output.status.success(), "{name}");
    }
}

#[test]
fn sets_from_the_stream() {
    let stream = b"2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n";
    let output = run(&["--stdin", "--input", "s-nim", "--say", "W,L"], stream);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "LWW\nWWL\n");
    let (printed, message) = failure(&["--stdin", "--input", "s-nim", "--say", "W,L"], b"1 0\n1\n1 3\n0\n");
    assert_eq!(printed, "");
    assert!(message.contains("line 1: a set of amounts needs one amount or more, each at least 1"), "{message}");
}

#[test]
fn positions_as_text() {
    let cases: [(&str, &[&str]); 13] = [
        ("solve_345", &["nim", "3", "4", "5"]),
        ("solve_254", &["nim", "2", "5", "4"]),
        ("solve_lost", &["nim", "1", "2", "3"]),
        ("solve_mixed", &["1..3:10", "fibonacci:12", "kayles:7"]),
        ("solve_mixed_after_a_rule", &["nim", "3", "kayles:7", "2^4"]),
        ("solve_misere", &["nim", "--misere", "1", "1", "1"]),
        ("solve_misere_kayles", &["kayles", "--misere", "3", "5", "7"]),
        ("solve_staircase", &["nim", "--combine", "staircase", "3", "4", "5"]),
        ("solve_moore", &["nim", "--combine", "moore=2", "1", "3", "5"]),
        ("solve_bounded", &["nim", "--combine", "bounded", "10/3", "7/2", "4"]),
        ("solve_pass", &["nim", "--combine", "pass", "1", "2", "3"]),
        ("solve_equal_parts", &["equal-parts", "5000"]),
        ("solve_vast", &["kayles", "10^18", "10^15"]),
    ];
    for (name, args) in cases {
        insta::assert_snapshot!(name, stdout(args));
    }
}

#[test]
fn positions_as_json() {
    let json = |args: &[&str]| -> Value { serde_json::from_str(&stdout(&[args, &["--json"]].concat())).unwrap() };
    let found = json(&["nim", "3", "4", "5"]);
    assert_eq!(
        found,
        serde_json::json!({
            "heaps": [3, 4, 5], "values": [3, 4, 5], "nim_sum": 2, "decided": "nim-sum", "winner": "first",
            "moves": [{"heap": 1, "from": 3, "take": 2, "leave": [1]}], "count": 1
        })
    );
    // Seven beans, take 2 or 3: never 4.
    assert_eq!(json(&["2, 3", "7"])["moves"], serde_json::json!([{"heap": 1, "from": 7, "take": 2, "leave": [5]}]));
    let found = json(&["kayles:7", "nim:0"]);
    assert_eq!(found["rules"], serde_json::json!(["kayles", "nim"]));
    let split = serde_json::json!([{"heap": 1, "from": 7, "leave": [3, 3]}, {"heap": 1, "from": 7, "leave": [1, 4]}]);
    assert_eq!(found["moves"], split);
    let found = json(&["nim", "9007199254740993", "1"]);
    assert_eq!(found["heaps"][0], "9007199254740993");
    assert_eq!(found["moves"][0]["take"], "9007199254740992");
    let found = json(&["nim", "--combine", "pass", "1", "2", "3"]);
    assert_eq!((&found["combine"], &found["moves"][1]), (&"pass".into(), &serde_json::json!({"pass": true})));
    let found = json(&["nim", "--combine", "moore=2", "1", "3", "5"]);
    assert_eq!(found["moves"][0]["changes"][1], serde_json::json!({"heap": 3, "from": 5, "take": 4, "leave": [1]}));
    let found = json(&["nim", "--misere", "1", "1", "1"]);
    assert_eq!((&found["convention"], &found["winner"]), (&"misere".into(), &"second".into()));
    assert_eq!(found.get("nim_sum"), None);
    // Every heap that is left is in the list, however many are equal.
    let found = json(&["equal-parts", "5000"]);
    assert_eq!(found["moves"][0], serde_json::json!({"heap": 1, "from": 5000, "leave": vec![1; 5000]}));
    // More winning moves than can be looked for.
    assert_eq!(json(&["kayles", "10^15"]).get("count"), None);
}

#[test]
fn bad_positions_and_streams_are_explained() {
    let cases: [(&str, &[&str], &str); 17] = [
        ("solve_nothing", &[], ""),
        ("solve_no_heaps", &["nim"], ""),
        ("solve_no_heap", &["nim", "3", "x"], ""),
        ("solve_unknown_rule", &["nimm", "3"], ""),
        ("solve_heap_without_rule", &["kayles:7", "3"], ""),
        ("solve_limit", &["nim", "10/3"], ""),
        ("solve_limit_of_kayles", &["kayles", "--combine", "bounded", "10/3"], ""),
        ("solve_splits_on_stairs", &["kayles", "--combine", "staircase", "3", "4"], ""),
        ("solve_unknown_way", &["nim", "--combine", "heap", "3"], ""),
        ("solve_too_much", &["nim", "--combine", "pass", "10^9", "7"], ""),
        ("solve_unproved", &["grundys-game", "10^15"], ""),
        ("stream_layout", &["nim", "--stdin", "--input", "case"], ""),
        ("stream_heaps", &["nim", "3", "--stdin"], "1"),
        ("stream_json", &["nim", "--stdin", "--json"], "1"),
        ("stream_mistake", &["nim", "--stdin"], "1 2\n3 x\n5\n"),
        ("stream_power", &["nim", "--stdin"], "1 1\n10^18 3\n"),
        ("stream_short", &["nim", "--stdin", "--input", "cases"], "2\n2\n1 1\n3\n1 2\n"),
    ];
    for (name, args, stdin) in cases {
        let (printed, message) = failure(args, stdin.as_bytes());
        insta::assert_snapshot!(name, format!("{printed}---\n{message}"));
    }
}

#[test]
fn heaps_with_a_limit_below_the_least_amount_have_no_move() {
    insta::assert_snapshot!("solve_no_move_within", stdout(&["nim", "--combine", "bounded", "3/0", "7/2"]));
    let json = |args: &[&str]| -> Value { serde_json::from_str(&stdout(&[args, &["--json"]].concat())).unwrap() };
    for rule in ["2, 3", "3..5 | 10", "{s : s % 2 == 0}", "factorials except 1"] {
        let found = json(&[rule, "11/1", "--combine", "bounded"]);
        assert_eq!((&found["values"], &found["winner"]), (&serde_json::json!([0]), &"second".into()), "{rule}");
        let found = json(&[rule, "11/1", "--combine", "bounded", "--misere"]);
        assert_eq!((&found["winner"], &found["count"]), (&"first".into(), &0.into()), "{rule}");
    }
    let output = run(&["2, 3", "--combine", "bounded", "--stdin", "--count"], b"11/1 7/3\n18446744073709551615/1\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n0\n");
    // The largest limit is none at all.
    let all = b"18446744073709551615/18446744073709551615 18446744073709551615\n";
    let output = run(&["nim", "--combine", "bounded", "--stdin"], all);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "second\n");
}

#[test]
fn who_has_no_move_has_won_in_misere_play() {
    let said = |args: &[&str]| {
        let output = run(&[&["nim", "--misere", "--stdin"], args].concat(), b"0\n1\n2 1\n");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(said(&["--move"]), "win\nlose\n2 1\n0 1\n");
    assert_eq!(said(&["--move", "--else", "no"]), "win\nno\n2 1\n0 1\n");
    assert_eq!(said(&["--move", "--else", "no,over"]), "over\nno\n2 1\n0 1\n");
    assert_eq!(said(&["--count"]), "0\n0\n1\n");
}

fn settings() -> Settings {
    Settings::default()
}

const RULES: [&str; 7] = ["nim", "1..3", "fibonacci", "kayles", "1..n/2", "proper divisors of n", "all but 2"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// A stream says of each position what the analysis of that position says.
    #[test]
    fn streams_agree_with_positions(
        rule in proptest::sample::select(RULES.to_vec()),
        misere in any::<bool>(),
        staircase in any::<bool>(),
        positions in proptest::collection::vec(proptest::collection::vec(0..12_u64, 1..4), 1..6),
    ) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let rule = Ruleset::parse(rule).unwrap();
        let combine = if staircase && !rule.splits() { Combine::Staircase } else { Combine::Sum };
        let game = || Game::new(vec![rule.clone()], combine, convention, settings());
        let lines: Vec<String> = positions.iter().map(|p| p.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
        let stream = lines.join("\n");
        let mut said = [String::new(), String::new(), String::new()];
        for heaps in &positions {
            let mut game = game();
            let position = game.heaps(heaps);
            let found = game.analyse(&position).unwrap();
            said[0] += if found.first_wins { "W\n" } else { "L\n" };
            said[1] += &format!("{}\n", found.moves.len());
            said[2] += &match found.moves.first() {
                None if found.first_wins => "won\n".to_owned(),
                None => "lost\n".to_owned(),
                Some(first) => {
                    let change = first.main_change().unwrap();
                    let taken = change.from - change.leave.iter().sum::<u64>();
                    let left: Vec<String> = first.after(&position).iter().map(|heap| heap.size.to_string()).collect();
                    format!("{taken} {}\n{}\n", change.place + 1, left.join(" "))
                }
            };
        }
        let questions = [
            Answer::Winner { first: "W".into(), second: "L".into() },
            Answer::Count,
            Answer::Move { lost: "lost".into(), won: "won".into() },
        ];
        for (question, said) in questions.iter().zip(said) {
            let mut umpire = Umpire::<u64>::new(game(), settings(), question);
            let mut written = Vec::new();
            solve(stream.as_bytes(), Layout::Lines, &mut umpire, question, &mut written).unwrap();
            prop_assert_eq!(String::from_utf8(written).unwrap(), said);
        }
    }

    /// A limit is the same as a rule of its own.
    #[test]
    fn limits_are_rules(heaps in proptest::collection::vec((0..30_u64, 0..6_u64), 1..4), misere in any::<bool>()) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let rules = heaps.iter().map(|&(_, limit)| Ruleset::parse(&format!("1..{}", limit.max(1))).unwrap()).collect();
        let mut game = Game::new(rules, Combine::Sum, convention, settings());
        // Where nothing may be taken, a heap is as good as none.
        let size = |&(size, limit): &(u64, u64)| if limit == 0 { 0 } else { size };
        let position: Vec<Heap> =
            heaps.iter().enumerate().map(|(rule, heap)| Heap { rule, size: size(heap) }).collect();
        let found = game.analyse(&position).unwrap();
        let line = heaps.iter().map(|(size, limit)| format!("{size}/{limit}")).collect::<Vec<_>>().join(" ");
        let nim = Game::new(vec![Ruleset::parse("nim").unwrap()], Combine::Sum, convention, settings());
        let mut umpire = Umpire::<Limited>::new(nim, settings(), &Answer::Count);
        let mut written = Vec::new();
        solve(line.as_bytes(), Layout::Lines, &mut umpire, &Answer::Count, &mut written).unwrap();
        prop_assert_eq!(String::from_utf8(written).unwrap(), format!("{}\n", found.moves.len()));
    }
}
