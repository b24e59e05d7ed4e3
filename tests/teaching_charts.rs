//! `sgtab plot` of several rules, of games as graphs, of positions and of single heaps; and `sgtab graph` as a chart.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::process::{Command, Output};

fn sgtab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap()
}

/// The SVG on stdout.
fn svg(args: &[&str]) -> String {
    let output = sgtab(&[args, &["-o", "-"]].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{args:?}");
    text
}

/// The message of exit status 2.
fn failure(args: &[&str]) -> String {
    let output = sgtab(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Whether a text stands in the SVG by itself.
fn has(svg: &str, text: &str) -> bool {
    svg.lines().any(|line| line == text)
}

#[test]
fn a_family_has_a_row_for_each_rule() {
    let chart = svg(&["plot", "1..3", "kayles", "laskers-nim", "2, 5, 6, 8, 11, 13, 22", "--kind", "family"]);
    for label in
        ["Take 1 to 3", "Kayles", "Lasker&apos;s Nim", "2, 5, 6, 8, 11, 13, 22", "Values of 4 rules, heaps 0..40"]
    {
        assert!(has(&chart, label), "{label}: {chart}");
    }
    assert!(has(&chart, "the preperiod ends") && has(&chart, "a period begins"));
    assert!(has(&svg(&["plot", "kayles", "--kind", "family", "-n", "3"]), "Kayles: values of heaps 0..3"));
    assert!(has(&svg(&["plot", "1..3", "1..4", "--kind", "family", "-n", "9999"]), "the first 254 of 10000 heaps"));
}

#[test]
fn labels_that_the_font_lacks_are_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bash.toml");
    fs::write(&path, "take = '1..3'\ntitle = '取石子'\n").unwrap();
    let output = sgtab(&["plot", path.to_str().unwrap(), "1..4", "--kind", "family", "-o", "-"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("the font lacks these characters of the labels: 取石子"), "{message}");
}

#[test]
fn graphs_of_games() {
    let chart = svg(&["plot", "1..3", "--kind", "graph"]);
    let caption = "the player to move loses from 0, 4, 8 and 12; every other position has a move to one of these";
    assert!(has(&chart, caption) && has(&chart, "12") && !has(&chart, "13"));
    let chart = svg(&["plot", "kayles", "--kind", "graph", "-n", "4"]);
    assert!(has(&chart, "1+2") && has(&chart, "g = 3") && !has(&chart, "1+3"));
    let large = failure(&["plot", "nim", "--kind", "graph", "-n", "60", "-o", "-"]);
    assert!(large.contains("61 positions and 1830 moves") && large.contains("fewer heaps by -n"), "{large}");
}

#[test]
fn misere_rules_have_graphs_of_outcomes_and_no_charts_of_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last-loses.toml");
    fs::write(&path, "take = '1..3'\nconvention = 'misere'\n").unwrap();
    let path = path.to_str().unwrap();
    let chart = svg(&["plot", path, "--kind", "graph", "-n", "5"]);
    assert!(has(&chart, "outcome") && has(&chart, "P") && !has(&chart, "g(n)"));
    let who =
        "the player to move loses from 1 and 5; who cannot move wins, and every other position has a move to one of";
    assert!(chart.contains(who), "{chart}");
    let cases: [&[&str]; 3] =
        [&["--kind", "family"], &["--kind", "steps", "--heap", "3"], &["--kind", "nim-sum", "--heaps", "1,2"]];
    for args in cases {
        let message = failure(&[&["plot", path, "-o", "-"], args].concat());
        assert!(message.contains("a misère rule has outcomes, not values") && message.contains("help: "), "{message}");
    }
}

#[test]
fn a_nim_sum_says_how_to_win() {
    let chart = svg(&["plot", "--kind", "nim-sum", "--heaps", "3,4,5"]);
    assert!(has(&chart, "Nim: heaps of 3, 4 and 5"));
    assert!(has(&chart, "A winning move: take 2 from the heap of 3 (leaves 1)."));
    assert!(has(&chart, "The values 1, 4, 5 have nim-sum 0. There is no other winning move."));
    let chart = svg(&["plot", "kayles", "--kind", "nim-sum", "--heaps", "7,12,20"]);
    assert!(has(&chart, "A winning move: take 1 from the heap of 7 and leave 1 + 5."), "{chart}");
    let chart = svg(&["plot", "1..3", "--kind", "nim-sum", "--heaps", "1,2,3"]);
    assert!(has(&chart, "the nim-sum of the values is 0: the player to move loses"));
}

#[test]
fn steps_show_the_least_missing_value() {
    let chart = svg(&["plot", "kayles", "--kind", "steps", "--heap", "12"]);
    assert!(has(&chart, "5 + 6") && has(&chart, "4 XOR 3 = 7") && has(&chart, "g(12) = 4"));
    let chart = svg(&["plot", "kayles", "--kind", "steps", "--heap", "60"]);
    assert!(has(&chart, "no option, so g(60) = 4") && has(&chart, "3 + 55, 11 + 47, 19 + 39"), "{chart}");
    let chart = svg(&["plot", "grundys-game", "--kind", "steps", "--heap", "2"]);
    assert!(has(&chart, "heap 2 has no option, so its value is 0"));
}

#[test]
fn options_of_another_kind_are_refused() {
    let cases: [(&[&str], &str); 9] = [
        (&["1..3", "1..4"], "say --kind family"),
        (&["1..3", "--heaps", "3,4"], "add --kind nim-sum"),
        (&["1..3", "--heap", "3"], "add --kind steps"),
        (&["1..3", "--kind", "steps"], "say for example --heap 12"),
        (&["1..3", "--kind", "steps", "--heap", "3", "-n", "9"], "say --heap N instead of -n"),
        (&["1..3", "--kind", "nim-sum"], "say for example --heaps 3,4,5"),
        (&["1..3", "--kind", "nim-sum", "--heaps", "3,x"], "invalid value 'x'"),
        (&["nim", "--kind", "nim-sum", "--heaps", "1,1,1,1,1,1,1,1,1,1,1,1,1"], "up to 12 can be drawn"),
        (&["--kind", "grid"], "no rule is given"),
    ];
    for (args, expected) in cases {
        let message = failure(&[&["plot", "-o", "-"], args].concat());
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn a_graph_of_a_file_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (edges, chart) = (folder.path().join("walk.csv"), folder.path().join("walk.png"));
    fs::write(&edges, "from,to\nstart,mill\nstart,home\nmill,home\n").unwrap();
    let text = svg(&["graph", edges.to_str().unwrap(), "--format", "svg"]);
    assert!(has(&text, "walk") && has(&text, "start") && has(&text, "g = 2"), "{text}");
    let output = sgtab(&["graph", edges.to_str().unwrap(), "-o", chart.to_str().unwrap()]);
    assert!(output.status.success() && fs::read(&chart).unwrap().starts_with(b"\x89PNG"));
    assert!(has(&svg(&["graph", "--from", "1..3", "--format", "svg"]), "Take 1 to 3"));
}
