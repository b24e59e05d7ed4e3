//! Published facts: `tests/data`, and what the shipped rule files expect.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use rayon::prelude::*;
use sgtab::check::{Fulfilled, check};
use sgtab::pattern::Sequence;
use sgtab::ruleset::{Ruleset, shipped};
use sgtab::study::{Range, Study, default_range, study};
use sgtab::table::{Period, Settings, SgTable, Visited};

fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(format!("tests/data/{name}.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(',').map(|number| number.trim().parse().unwrap()).collect()
}

/// `.77` as `0.77`, `4` and `4.` as `4.0`.
fn code(text: &str) -> Ruleset {
    let text = if text.contains('.') { text.to_owned() } else { format!("{text}.") };
    Ruleset::parse(&text).unwrap()
}

fn found(rule: &Ruleset, sequence: Sequence) -> Study {
    study(rule, sequence, default_range(rule), &Settings::default(), &mut Visited::default(), &mut ()).unwrap()
}

#[test]
fn shipped_rules_keep_their_promises() {
    let rules: Vec<_> = shipped().collect();
    let facts = rules.par_iter().map(|shipped| {
        let rule = shipped.ruleset().unwrap_or_else(|error| panic!("{}", error.report()));
        assert!(!rule.expect().source.is_empty(), "{} has no source", shipped.name);
        assert!(!rule.expect().values.is_empty(), "{} expects no values", shipped.name);
        let findings = check(&rule, &Settings::default(), &mut Visited::default()).unwrap();
        for finding in &findings {
            assert_ne!(finding.fulfilled, Fulfilled::No, "{}: {}: {}", shipped.name, finding.fact, finding.text);
        }
        findings.iter().filter(|finding| finding.fulfilled == Fulfilled::Yes).count()
    });
    let facts: usize = facts.sum();
    assert!(rules.len() >= 80 && facts >= 250, "{} rules, {facts} facts", rules.len());
}

/// Each problem that one heap can say, with its published answer; tests/data/problems/README.md lists them all.
#[test]
fn published_problems_have_their_answers() {
    let mut visited = Visited::default();
    let mut files: Vec<_> = fs::read_dir("tests/data/problems").unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    assert!(files.len() >= 29);
    for path in files {
        let rule = Ruleset::read(&path).unwrap_or_else(|error| panic!("{}", error.report()));
        let findings = check(&rule, &Settings::default(), &mut visited).unwrap();
        assert!(!findings.is_empty() && !rule.expect().source.is_empty(), "{}", path.display());
        for finding in findings {
            assert_ne!(finding.fulfilled, Fulfilled::No, "{}: {}: {}", path.display(), finding.fact, finding.text);
        }
    }
}

#[test]
fn subtraction_periods_are_found_and_proved() {
    let rows = rows("subtraction_periods");
    assert_eq!(rows.len(), 181);
    for row in rows {
        let [set, preperiod, period, saltus, kind, ..] = &row[..] else { panic!("{row:?}") };
        let amounts = &set[set.find('{').unwrap() + 1..set.find('}').unwrap()];
        let rule = if set.starts_with("all") { format!("all but {amounts}") } else { amounts.to_owned() };
        let sequence = if kind.starts_with("outcome") { Sequence::Outcome } else { Sequence::Sg };
        let study = found(&Ruleset::parse(&rule).unwrap(), sequence);
        let number = |text: &str| text.parse::<u64>().unwrap();
        let expected = Period { preperiod: number(preperiod), period: number(period), saltus: number(saltus) };
        assert_eq!(study.verdicts[0].period(), Some(&expected), "{set} {kind}");
        assert!(study.verdicts[0].is_proved(), "{set} {kind}");
    }
}

#[test]
fn octal_values_are_the_published_ones() {
    let rows = rows("octal_values");
    assert_eq!(rows.len(), 72);
    for row in rows {
        let expected = numbers(&row[1]);
        let table = SgTable::compute(&code(&row[0]), expected.len() as u64 - 1, &Settings::default()).unwrap();
        assert!(table.values().eq(expected), "{}", row[0]);
    }
}

#[test]
fn hexadecimal_values_are_the_published_ones() {
    for row in rows("hexadecimal") {
        let expected = numbers(&row[4]);
        let table = SgTable::compute(&code(&row[0]), expected.len() as u64 - 1, &Settings::default()).unwrap();
        assert!(table.values().eq(expected), "{}", row[0]);
    }
}

#[test]
fn short_octal_periods_fit() {
    let mut looked_at = 0;
    for row in rows("octal_periods") {
        let (preperiod, period): (u64, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        if preperiod + 2 * period > 4000 {
            continue;
        }
        let n = (preperiod + 4 * period).max(100);
        let range = Range::Exactly(n);
        let rule = code(&row[0]);
        let study = study(&rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        assert_eq!(study.holding_period(), Some(&Period { preperiod, period, saltus: 0 }), "{}", row[0]);
        looked_at += 1;
    }
    assert!(looked_at >= 40, "{looked_at}");
}

/// Those with long preperiods too, as far as `pattern` goes by itself: 0.376 begins at heap 2268248.
#[test]
fn octal_periods_are_proved_without_a_range() {
    let mut periods: Vec<_> = rows("octal_periods")
        .into_iter()
        .map(|row| (code(&row[0]), row[1].parse().unwrap(), row[2].parse().unwrap()))
        .filter(|&(_, preperiod, period): &(Ruleset, u64, u64)| preperiod + period < 20_000_000)
        .collect();
    // Each game once, however often it is published.
    periods.sort_by_key(|(rule, ..)| rule.to_string());
    periods.dedup_by_key(|(rule, ..)| rule.to_string());
    assert!(periods.len() >= 50, "{}", periods.len());
    for (rule, preperiod, period) in periods {
        let study = found(&rule, Sequence::Sg);
        assert!(study.verdicts[0].is_proved(), "{rule}: {}", study.verdicts[0]);
        assert_eq!(study.verdicts[0].period(), Some(&Period { preperiod, period, saltus: 0 }), "{rule}");
    }
}

#[test]
fn sequences_are_the_published_ones() {
    let named = [
        ("take a positive square", "squares"),
        ("take a Fibonacci", "fibonacci"),
        ("take a prime", "primes"),
        ("take a triangular", "triangular"),
        ("take a factorial", "factorials"),
    ];
    let mut looked_at = 0;
    for row in rows("sequences").iter().filter(|row| row[1].starts_with("nim-values")) {
        let Some((_, set)) = named.iter().find(|(words, _)| row[1].contains(words)) else { continue };
        let expected = numbers(&row[2]);
        let rule = Ruleset::parse(set).unwrap();
        let table = SgTable::compute(&rule, expected.len() as u64 - 1, &Settings::default()).unwrap();
        assert!(table.values().eq(expected), "{set}");
        looked_at += 1;
    }
    assert!(looked_at >= 4, "{looked_at}");
}

/// Count of each value, and where it comes first, among the first heaps: an independent record of take-a-prime.
#[test]
fn take_a_prime_has_the_recorded_histogram() {
    for row in rows("take_a_prime").iter().filter(|row| row[0] == "primes" && row[1].len() <= 6) {
        let table = SgTable::compute(
            &Ruleset::parse("primes").unwrap(),
            row[1].parse::<u64>().unwrap() - 1,
            &Settings::default(),
        );
        let values: Vec<u64> = table.unwrap().values().collect();
        for (column, of) in [(&row[3], 3), (&row[4], 4)] {
            for pair in column.split(',') {
                let (value, number) = pair.split_once(':').unwrap();
                let value: u64 = value.parse().unwrap();
                let computed = match of {
                    3 => values.iter().position(|&v| v == value).unwrap(),
                    _ => values.iter().filter(|&&v| v == value).count(),
                };
                assert_eq!(computed, number.parse::<usize>().unwrap(), "value {value} of the first {}", row[1]);
            }
        }
    }
}

#[test]
fn fibonacci_breaks_where_it_is_known_to() {
    let rule = Ruleset::parse("fibonacci").unwrap();
    let study =
        study(&rule, Sequence::Sg, Range::Exactly(1000), &Settings::default(), &mut Visited::default(), &mut ());
    let texts: Vec<String> = study.unwrap().verdicts.iter().map(ToString::to_string).collect();
    let contains = |text: &str| assert!(texts.iter().any(|t| t.contains(text)), "{text}: {texts:#?}");
    contains("period 36 held through heap 143 and broke at heap 144 (the pattern says 0, the value is 6)");
    contains("blocks 0123 and 012345 through heap 143");
    contains("P-position differences 4 and 6 through heap 138");
    contains("then 12 at heap 150");
}
