//! What a theorem proves holds on longer tables; false claims are never accepted.

// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::ops::ControlFlow;

use proptest::prelude::*;
use sgtab::pattern::{Periods, Sequence, Values, View};
use sgtab::proof::{Recurrence, Standing, Verdict};
use sgtab::ruleset::Ruleset;
use sgtab::study::{Range, study, tabulate};
use sgtab::table::{EngineName, Observer, Period, Settings, SgTable, Visited};

fn amounts(largest: u64) -> impl Strategy<Value = String> {
    prop::collection::btree_set(1..=largest, 1..6)
        .prop_map(|set| set.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
}

/// A rule, and how many heaps of it are cheap for the oracle.
fn rules() -> impl Strategy<Value = (String, u64)> {
    let digit = |digits: &'static str| prop::sample::select(digits.chars().collect::<Vec<char>>());
    let code = |d0: &'static str, rest: &'static str, most: usize| {
        (digit(d0), prop::collection::vec(digit(rest), 1..=most))
            .prop_map(|(d0, digits)| format!("{d0}.{}", digits.into_iter().collect::<String>()))
    };
    let marked = |d0: &'static [&'static str], rest: &'static [&'static str], most: usize| {
        (prop::sample::select(d0), prop::collection::vec(prop::sample::select(rest), 1..=most))
            .prop_map(|(d0, digits)| format!("{d0}.{}", digits.concat()))
    };
    prop_oneof![
        marked(&["0", "4!", "4=", "4"], &["0", "1", "2", "3", "4!", "6!", "7!", "4=", "{0,1,2=}", "7"], 3)
            .prop_map(|code| (code, 900)),
        marked(&["0", "8?", "C?", "4!"], &["0", "1", "3", "8?", "C?", "F?", "7!", "{1,2!,3?}", "{2=,3}"], 2)
            .prop_map(|code| (code, 150)),
        amounts(12).prop_map(|set| (set, 2500)),
        amounts(9).prop_map(|set| (format!("all but {set}"), 700)),
        (1u64..12).prop_map(|n| (format!("{n}.."), 700)),
        code("04", "01234567", 3).prop_map(|code| (code, 900)),
        code("048C", "01234567", 2).prop_map(|code| (code, 150)),
        code("0", "123", 3).prop_map(|code| (code, 900)),
    ]
}

fn oracle(rule: &Ruleset, n: u64) -> SgTable {
    let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
    SgTable::compute(rule, n, &settings).unwrap()
}

/// The first heap at which a period is wrong.
fn breaks_at(values: &impl Values, period: &Period) -> Option<usize> {
    let (q, p) = (period.preperiod as usize, period.period as usize);
    (q..values.len().saturating_sub(p)).find(|&n| values.at(n + p) != values.at(n) + period.saltus).map(|n| n + p)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Every p that any prefix offers, true or false: what the theorem accepts holds on the whole table.
    #[test]
    fn no_false_claim_is_accepted((text, heaps) in rules(), cut in 1u64..100) {
        let Ok(rule) = Ruleset::parse(&text) else { return Ok(()) };
        let table = oracle(&rule, heaps);
        for sequence in [Sequence::Sg, Sequence::Outcome] {
            let Some((theorem, looked_at)) = Recurrence::for_rule(&rule, sequence) else { continue };
            let whole = View::new(&table, looked_at, u64::MAX);
            for len in [cut, 2 * cut, heaps / 10 + cut, heaps / 3] {
                let view = View::new(&table, looked_at, len);
                for (period, agree) in Periods::of(&view, looked_at == Sequence::Sg).each() {
                    if theorem.proves(&period, agree) {
                        prop_assert_eq!(breaks_at(&whole, &period), None, "{} {:?} from {} heaps", rule, period, len);
                    }
                }
            }
        }
    }

    /// A verdict that is proved holds ten times as far, and its numbers are the least.
    #[test]
    fn proved_periods_hold_and_are_least((text, heaps) in rules(), outcomes: bool) {
        let Ok(rule) = Ruleset::parse(&text) else { return Ok(()) };
        let sequence = if outcomes { Sequence::Outcome } else { Sequence::Sg };
        let range = Range::Exactly(heaps / 10);
        let found = study(&rule, sequence, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        prop_assert_eq!(found.table.len(), heaps / 10 + 1);
        let Some(period) = found.period().filter(|verdict| verdict.is_proved()).and_then(|verdict| verdict.period()) else {
            return Ok(());
        };
        let table = oracle(&rule, heaps);
        let whole = View::new(&table, sequence, u64::MAX);
        prop_assert_eq!(breaks_at(&whole, period), None, "{} {:?}", rule, period);
        // By the definition, over the long table.
        let least = (1..=period.period).find_map(|p| {
            let last = whole.len() - 1;
            let saltus = whole.at(last).checked_sub(whole.at(last - p as usize))?;
            let agrees = |n: &usize| whole.at(n + p as usize) == whole.at(*n) + saltus;
            let tail = (period.preperiod as usize).max(whole.len() / 2)..whole.len() - p as usize;
            tail.clone().all(|n| agrees(&n)).then_some(p)
        });
        prop_assert_eq!(least, Some(period.period), "{}", rule);
        if period.preperiod > 0 {
            let before = Period { preperiod: period.preperiod - 1, ..*period };
            prop_assert!(breaks_at(&whole, &before).is_some(), "{} {:?}", rule, period);
        }
    }
}

/// Rules for which a weaker hypothesis proves a falsehood.
#[test]
fn known_traps() {
    let period = |preperiod, period, saltus| Period { preperiod, period, saltus };
    let theorem = |text: &str| Recurrence::for_rule(&Ruleset::parse(text).unwrap(), Sequence::Sg).unwrap().0;
    // 2M - 1 heaps are too few for a cofinite set.
    assert!(!theorem("all but 1").proves(&period(0, 1, 0), 1));
    assert!(theorem("all but 1").proves(&period(0, 2, 1), 2));
    // With q = 0, the codes 0.4, 0.04 and 0.004 would get period 1.
    for (code, zeros) in [("0.4", 3), ("0.04", 4), ("0.004", 5)] {
        let table = oracle(&Ruleset::parse(code).unwrap(), 40);
        assert!((0..zeros).all(|n| table.get(n) == Some(0)) && table.get(zeros) == Some(1), "{code}");
        assert!(!theorem(code).proves(&period(0, 1, 0), zeros - 1), "{code}");
    }
    // Two heaps that must differ need one period more than two that need not: 0.6! breaks at heap 12.
    let table = oracle(&Ruleset::parse("0.6!").unwrap(), 12);
    assert_eq!(breaks_at(&View::new(&table, Sequence::Sg, u64::MAX), &period(2, 3, 0)), Some(12));
    assert!(theorem("0.6").proves(&period(2, 3, 0), 7) && !theorem("0.6!").proves(&period(2, 3, 0), 7));
    // Two equal heaps cancel, and do so a period later only where the period is even.
    assert!(!theorem("4=.7").proves(&period(2, 3, 0), 1000) && theorem("4=.7").proves(&period(2, 6, 0), 1000));
    for code in ["0.8!", "0.8=", "0.*", "0.7[03]", "0.{3!,3=}"] {
        assert!(Recurrence::for_rule(&Ruleset::parse(code).unwrap(), Sequence::Sg).is_none(), "{code}");
    }
    // A saltus is not for finite sets or codes.
    assert!(!theorem("1..3").proves(&period(0, 4, 1), 1000));
    assert!(!theorem("0.3F").proves(&period(0, 6, 3), 1000));
    assert!(Recurrence::for_rule(&Ruleset::parse("80.0").unwrap(), Sequence::Sg).is_none());
}

#[test]
fn published_octal_periods_are_proved() {
    for (code, preperiod, period) in
        [("0.77", 71, 12), ("0.07", 53, 34), ("0.4", 54, 34), ("0.156", 3479, 349), ("0.45", 498, 20)]
    {
        let rule = Ruleset::parse(code).unwrap();
        let range = Range::Until(10_000);
        let found = study(&rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        let expected = Period { preperiod, period, saltus: 0 };
        assert_eq!((found.verdicts[0].period(), found.verdicts[0].is_proved()), (Some(&expected), true), "{code}");
    }
}

/// What an observer stops stays as far as it is, and the verdicts say so.
#[test]
fn a_stopped_study_says_how_far_it_went() {
    struct StopAt(u64);
    impl Observer for StopAt {
        fn block(&mut self, done: u64, _total: u64) -> ControlFlow<()> {
            if done >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    for text in ["squares", "2, 27, 99, 101", "0.16"] {
        let rule = Ruleset::parse(text).unwrap();
        let (range, settings) = (Range::Exactly(4000), Settings::default());
        let found = study(&rule, Sequence::Sg, range, &settings, &mut Visited::default(), &mut StopAt(500)).unwrap();
        assert!((500..1000).contains(&found.table.len()), "{text}: {}", found.table.len());
        let last = found.table.len() - 1;
        let named = |verdict: &Verdict| matches!(verdict.standing, Standing::Fits { through, .. } if through == last);
        assert!(found.verdicts.iter().any(named) || found.verdicts[0].is_proved(), "{text}: {:?}", found.verdicts);
        let (table, _) = tabulate(&rule, 4000, &settings, &mut Visited::default(), &mut StopAt(500)).unwrap();
        assert_eq!(table.len(), found.table.len(), "{text}");
    }
}
