//! Each file in `tests/bad_rulesets` has one mistake; the whole message is a snapshot.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use sgtab::ruleset::Ruleset;

#[test]
fn every_mistake_is_explained() {
    let folder = Path::new("tests/bad_rulesets");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    assert!(files.len() >= 70);
    for path in files {
        let error = Ruleset::read(&path).expect_err(&path.display().to_string());
        let name = path.file_stem().unwrap().to_str().unwrap();
        // The same path on every system.
        let report = error.report().replace('\\', "/");
        insta::assert_snapshot!(name, report);
    }
}

#[test]
fn a_missing_file_is_named() {
    let error = Ruleset::read(Path::new("tests/bad_rulesets/none.toml")).unwrap_err();
    assert!(error.to_string().starts_with("cannot read the rule file"));
}

/// Random text of the characters that rules are made of never panics, and never takes long.
#[test]
fn no_text_panics() {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};
    let words = prop::sample::select(vec![
        "1",
        "3",
        "0",
        "..",
        ",",
        "|",
        "&",
        "(",
        ")",
        "{",
        "}",
        "all but ",
        " except ",
        "odd",
        "even ",
        "squares",
        "primes",
        "prime powers",
        "powers of ",
        "multiples of ",
        " mod ",
        "^",
        "*",
        "-",
        "/",
        "%",
        "+",
        "any",
        ".",
        "0.7",
        "e9",
        "_",
        "9223372036854775807",
        "é",
        "\"",
        "[",
        "]",
        " ",
        "18446744073709551615",
    ]);
    let text = prop::collection::vec(words, 0..14).prop_map(|words| words.concat());
    let mut runner = TestRunner::new(Config { cases: 20_000, ..Config::default() });
    let result = runner.run(&text, |text| {
        if let Ok(rule) = Ruleset::parse(&text) {
            let _ = rule.for_each_option(30, |heaps| assert!(heaps.iter().all(|&heap| heap < 30)));
            let again = Ruleset::parse(&rule.to_string()).map_err(|why| TestCaseError::fail(why.report()))?;
            prop_assert_eq!(again.shape(), rule.shape());
            prop_assert_eq!(again.to_string(), rule.to_string());
        }
        let _ = Ruleset::from_toml("x", "x.toml", &text);
        let _ = Ruleset::from_toml("x", "x.toml", &format!("take = '{text}'"));
        Ok(())
    });
    result.unwrap();
}

/// The table of slips in doc/rules.md says what the program says.
#[test]
fn the_documented_slips_are_the_real_ones() {
    let text = fs::read_to_string("doc/rules.md").unwrap();
    let (_, slips) = text.split_once("\n## Slips\n").unwrap();
    let mut rows = 0;
    for row in slips.lines().filter(|line| line.starts_with("| `")) {
        let row = row.replace("\\|", "\u{1}");
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
        let [_, typed, message, help, _] = cells.as_slice() else { panic!("{row}") };
        for typed in typed.split("`, `").map(|typed| typed.trim_matches('`')) {
            let is_key = ["take", "moves", "convention"].iter().any(|key| typed.starts_with(key));
            let as_file = if typed.starts_with("convention") { format!("take = 1\n{typed}") } else { typed.to_owned() };
            let rule = if is_key { Ruleset::from_toml("x", "x.toml", &as_file) } else { Ruleset::parse(typed) };
            let error = rule.expect_err(typed);
            let said = error.to_string();
            assert!(said.starts_with(message.as_str()), "{typed}: documented {message}, said {said}");
            if help != "the same" {
                assert_eq!(error.help().unwrap_or_default(), help, "{typed}");
            }
            rows += 1;
        }
    }
    assert!(rows >= 40, "{rows}");
}
