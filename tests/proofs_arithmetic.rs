//! The arithmetic take-and-break theorem: published rows are proved, and what is proved holds on longer tables.

// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use proptest::prelude::*;
use sgtab::pattern::{Periods, Sequence, Values, View};
use sgtab::proof::Arithmetic;
use sgtab::ruleset::Ruleset;
use sgtab::study::{Range, Study, study};
use sgtab::table::{EngineName, Period, Settings, SgTable, Visited};

fn found(rule: &Ruleset, range: Range) -> Study {
    study(rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap()
}

/// The period that is proved, and whether by this theorem.
fn proved(study: &Study) -> Option<(Period, bool)> {
    let verdict = study.period().filter(|verdict| verdict.is_proved())?;
    Some((*verdict.period()?, verdict.to_string().contains("arithmetic-take-and-break")))
}

/// Those without a saltus too, by the other theorem, and nothing of those without a period.
#[test]
fn published_hexadecimal_periods_are_proved() {
    let text = fs::read_to_string("tests/data/hexadecimal.tsv").unwrap();
    let mut rises = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<&str> = row.split('\t').collect();
        let rule = Ruleset::parse(row[0]).unwrap();
        let proved = proved(&found(&rule, Range::Until(1500)));
        // Some residue classes of 0.205200C rise and others do not: its row says so beside the saltus.
        let Ok(saltus) = row[3].parse() else {
            assert_eq!(proved, None, "{rule}");
            continue;
        };
        let period = Period { preperiod: row[1].parse().unwrap(), period: row[2].parse().unwrap(), saltus };
        assert_eq!(proved, Some((period, saltus > 0)), "{rule}");
        rises += usize::from(saltus > 0);
    }
    assert_eq!(rises, 44);
}

#[test]
fn the_proof_says_where_it_looked() {
    let rule = Ruleset::parse("0.3F").unwrap();
    let verdict = found(&rule, Range::Until(1000)).verdicts[0].to_string();
    let expected = "period 6, saltus 3, preperiod 0: proved (arithmetic-take-and-break: no option of equal value; heaps \
                    12..17 reach all smaller values)";
    assert_eq!(verdict, expected);
}

/// A code whose moves leave up to `most` heaps, not all fewer than three, and how many heaps are cheap for the oracle.
fn codes() -> impl Strategy<Value = (String, u64)> {
    let code = |d0: &'static str, digits: &'static str, length: usize| {
        let digit = |digits: &'static str| prop::sample::select(digits.chars().collect::<Vec<char>>());
        (digit(d0), prop::collection::vec(digit(digits), 1..=length))
            .prop_map(|(d0, digits)| format!("{d0}.{}", digits.into_iter().collect::<String>()))
    };
    prop_oneof![
        code("048C", "0123456789ABCDEF", 4).prop_map(|code| (code, 260)),
        code("048C", "0123456789ABCDEFGHIJKLMNOPQRSTUV", 2).prop_map(|code| (code, 110)),
    ]
}

fn oracle(rule: &Ruleset, n: u64) -> SgTable {
    let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
    SgTable::compute(rule, n, &settings).unwrap()
}

fn holds(values: &View<'_>, period: &Period) -> bool {
    let (q, p) = (period.preperiod as usize, period.period as usize);
    (q..values.len().saturating_sub(p)).all(|n| values.at(n + p) == values.at(n) + period.saltus)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Every claim that a prefix offers, and others near it: what is accepted holds on the whole table.
    #[test]
    fn no_false_claim_is_accepted((code, heaps) in codes(), cut in 12u64..60) {
        let Ok(rule) = Ruleset::parse(&code) else { return Ok(()) };
        let Some(theorem) = Arithmetic::for_rule(&rule) else { return Ok(()) };
        let table = oracle(&rule, heaps);
        let whole = View::new(&table, Sequence::Sg, u64::MAX);
        for len in [cut, heaps / 10, heaps / 4, heaps / 2] {
            let view = View::new(&table, Sequence::Sg, len);
            for (Period { preperiod, period, saltus }, _) in Periods::of(&view, true).each() {
                for claim in [
                    Period { preperiod, period, saltus },
                    Period { preperiod: preperiod.saturating_sub(1), period, saltus },
                    Period { preperiod: preperiod + 1, period, saltus },
                    Period { preperiod, period: 2 * period, saltus: 2 * saltus },
                    Period { preperiod, period, saltus: saltus + 1 },
                    Period { preperiod, period: period + 1, saltus },
                ] {
                    if theorem.proves(&view, &claim).is_some() {
                        prop_assert!(holds(&whole, &claim), "{} {:?} from {} heaps", rule, claim, len);
                    }
                }
            }
        }
    }

    /// What is proved holds ten times as far, and its numbers are the least.
    #[test]
    fn proved_periods_hold_and_are_least((code, heaps) in codes()) {
        let Ok(rule) = Ruleset::parse(&code) else { return Ok(()) };
        let Some((period, true)) = proved(&found(&rule, Range::Exactly(heaps / 10))) else { return Ok(()) };
        let table = oracle(&rule, heaps);
        let whole = View::new(&table, Sequence::Sg, u64::MAX);
        prop_assert!(holds(&whole, &period), "{} {:?}", rule, period);
        if period.preperiod > 0 {
            let before = Period { preperiod: period.preperiod - 1, ..period };
            prop_assert!(!holds(&whole, &before), "{} {:?}", rule, period);
        }
        for p in 1..period.period {
            let rise = period.saltus * p;
            let less = Period { preperiod: heaps / 2, period: p, saltus: rise / period.period };
            prop_assert!(!rise.is_multiple_of(period.period) || !holds(&whole, &less), "{} {:?}", rule, period);
        }
    }
}

/// Longer periods, by the fast engine: from tables of 1000 heaps, and four times as far.
#[test]
fn longer_periods_hold() {
    let mut count = 0;
    for first in "0123456789ABCDEF".chars() {
        for second in "89ABCDEF".chars() {
            let rule = Ruleset::parse(&format!("4.{first}{second}")).unwrap();
            let Some((period, true)) = proved(&found(&rule, Range::Until(500))) else { continue };
            let table = SgTable::compute(&rule, 2000, &Settings::default()).unwrap();
            assert!(holds(&View::new(&table, Sequence::Sg, u64::MAX), &period), "{rule} {period:?}");
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}
