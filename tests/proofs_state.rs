//! The window theorem for eventually periodic sets: what it proves holds on longer tables, and is least.

// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use sgtab::pattern::{Periods, Sequence, Values, View};
use sgtab::proof::{Methods, Proof, State, Theorem};
use sgtab::ruleset::{Convention, Periodic, Ruleset};
use sgtab::study::{Range, study};
use sgtab::table::{EngineName, Period, Settings, SgTable, Visited};

/// More of them are tried with PROPTEST_CASES.
fn config(cases: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(cases),
    }
}

/// Sets that are periodic from some amount on, not finite.
fn sets() -> impl Strategy<Value = Ruleset> {
    let classes = (1u64..=12).prop_flat_map(|r| (Just(r), prop::collection::btree_set(0..r, 1..=5)));
    let head = prop::collection::btree_set(1u64..=12, 0..6);
    (classes, prop_oneof![Just(1u64), 1u64..=12], head).prop_map(|((r, residues), from, head)| {
        let tail = residues.into_iter().map(|residue| Periodic::residue_class(residue, r).unwrap());
        let tail = tail.reduce(|a, b| a.union(&b).unwrap()).unwrap();
        let tail = tail.intersection(&Periodic::at_least(from)).unwrap();
        let set = tail.union(&Periodic::from_ranges(head.into_iter().filter(|&a| a < from).map(|a| a..=a))).unwrap();
        Ruleset::from_set(set.into()).unwrap()
    })
}

/// A sequence that has a proof of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asked {
    Values,
    Outcomes,
    Misere,
}

impl Asked {
    fn sequence(self) -> Sequence {
        if self == Asked::Values { Sequence::Sg } else { Sequence::Outcome }
    }

    fn rule(self, rule: &Ruleset) -> Ruleset {
        let convention = if self == Asked::Misere { Convention::Misere } else { Convention::Normal };
        rule.clone().with_convention(convention)
    }
}

fn asked() -> impl Strategy<Value = Asked> {
    prop::sample::select(vec![Asked::Values, Asked::Outcomes, Asked::Misere])
}

fn oracle(rule: &Ruleset, n: u64) -> SgTable {
    let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
    SgTable::compute(rule, n, &settings).unwrap()
}

fn view(table: &SgTable, sequence: Sequence, heaps: u64) -> View<'_> {
    View::new(table, sequence, heaps)
}

/// What the theorem of this file proves from a table, for any set that has a state.
fn proof(rule: &Ruleset, values: &View<'_>) -> Option<Period> {
    let state = State::for_rule(rule, values.sequence()).unwrap();
    let proof = state.proof(values, &Periods::of(values, values.sequence() == Sequence::Sg));
    proof.map(|proof| proof.period)
}

/// The first heap at which a period is wrong.
fn breaks_at(values: &impl Values, period: &Period) -> Option<usize> {
    let (q, p) = (period.preperiod as usize, period.period as usize);
    (q..values.len().saturating_sub(p)).find(|&n| values.at(n + p) != values.at(n) + period.saltus).map(|n| n + p)
}

/// The least period that holds over the second half of `values`, with its least preperiod; by the definition.
fn least_by_definition(values: &impl Values, most: u64) -> Option<Period> {
    let last = values.len() - 1;
    (1..=most).find_map(|p| {
        let saltus = values.at(last).checked_sub(values.at(last - p as usize))?;
        let agrees = |n: usize| values.at(n + p as usize) == values.at(n) + saltus;
        (last / 2..=last - p as usize).all(agrees).then(|| {
            let preperiod = (0..last / 2).rev().find(|&n| !agrees(n)).map_or(0, |n| n as u64 + 1);
            Period { preperiod, period: p, saltus }
        })
    })
}

proptest! {
    #![proptest_config(config(1000))]

    /// What is proved from a table holds on one ten times as long, and its numbers are the least.
    #[test]
    fn proved_periods_hold_and_are_least(set in sets(), asked in asked(), heaps in 8u64..160) {
        let rule = asked.rule(&set);
        let table = oracle(&rule, 10 * heaps);
        let methods = Methods::for_rule(&rule, asked.sequence());
        let cofinite = set.only_set().unwrap().as_periodic().unwrap().largest_left_out().is_some();
        prop_assert_eq!(methods.looked_at == Sequence::Sg, asked == Asked::Values || (asked == Asked::Outcomes && cofinite));
        let Some(Proof { period, .. }) = methods.proof(&view(&table, methods.looked_at, heaps)) else { return Ok(()) };
        let whole = view(&table, methods.looked_at, u64::MAX);
        prop_assert_eq!(breaks_at(&whole, &period), None, "{} {:?} {:?}", rule, asked, period);
        prop_assert_eq!(least_by_definition(&whole, period.period), Some(period), "{} {:?}", rule, asked);
    }

    /// Equal states of any two heaps: what follows the one follows the other.
    #[test]
    fn what_recurs_goes_on(set in sets(), asked in asked()) {
        let rule = asked.rule(&set);
        let state = State::for_rule(&rule, asked.sequence()).unwrap();
        let table = oracle(&rule, 500);
        let (short, whole) = (view(&table, asked.sequence(), 50), view(&table, asked.sequence(), u64::MAX));
        for n in 0..50 {
            for p in 1..=50 - n {
                if let Some(saltus) = state.recurs(&short, n, p) {
                    let period = Period { preperiod: n as u64, period: p as u64, saltus };
                    prop_assert_eq!(breaks_at(&whole, &period), None, "{} {:?} {:?}", rule, asked, period);
                    // Once it does, it does at every later heap.
                    prop_assert_eq!(state.recurs(&whole, n + 1, p), Some(saltus));
                }
            }
        }
    }

    /// Outcomes always have a proof, and so has what is seen to be periodic for long.
    #[test]
    fn what_is_periodic_is_proved(set in sets(), asked in asked()) {
        let rule = asked.rule(&set);
        let table = oracle(&rule, 2000);
        let whole = view(&table, asked.sequence(), u64::MAX);
        let found = proof(&rule, &whole);
        prop_assert!(found.is_some() || asked == Asked::Values, "{} {:?}", rule, asked);
        if let Some(period) = least_by_definition(&whole, 60).filter(|period| period.preperiod < 120) {
            prop_assert!(found.is_some(), "{} {:?} {:?}", rule, asked, period);
        }
    }

    /// A table with one wrong value: what is said of it, if anything, is at least true of that table.
    #[test]
    fn a_wrong_value_is_not_passed_over(set in sets(), asked in asked(), wrong in 0usize..300, by in 1u32..4) {
        let rule = asked.rule(&set);
        let table = oracle(&rule, 400);
        let mut values: Vec<u32> = table.values().map(|value| value as u32).collect();
        values[wrong] = if asked == Asked::Values { values[wrong] + by } else { 1 - values[wrong].min(1) };
        let changed = SgTable::from_values(values, EngineName::Naive);
        let changed = view(&changed, asked.sequence(), u64::MAX);
        if let Some(period) = proof(&rule, &changed) {
            prop_assert_eq!(breaks_at(&changed, &period), None, "{} {:?} {:?}", rule, asked, period);
        }
    }
}

fn period(preperiod: u64, period: u64, saltus: u64) -> Option<Period> {
    Some(Period { preperiod, period, saltus })
}

/// The first verdict of a study, if it is proved.
fn proved(text: &str, asked: Asked, limit: u64) -> Option<Period> {
    let rule = asked.rule(&Ruleset::parse(text).unwrap());
    let settings = Settings::default();
    let found =
        study(&rule, asked.sequence(), Range::Until(limit), &settings, &mut Visited::default(), &mut ()).unwrap();
    let verdict = found.period().filter(|verdict| verdict.is_proved())?;
    verdict.period().copied()
}

const TRAP: &str = "1 | {s : s >= 5 and (s % 6 == 2 or s % 6 == 4)}";
const NO_PERIOD: &str = "2, 3 | ((1 mod 3) & 7..)";

#[test]
fn named_sets_have_their_periods() {
    for (text, values, outcomes, misere) in [
        ("odd", period(0, 2, 0), period(0, 2, 0), period(0, 2, 0)),
        ("even", period(0, 2, 1), period(2, 1, 0), period(4, 1, 0)),
        ("multiples of 3", period(0, 3, 1), period(3, 1, 0), period(6, 1, 0)),
        ("odd except 1", period(0, 3, 1), period(3, 1, 0), period(6, 1, 0)),
        ("odd | 4", period(0, 8, 0), period(0, 8, 0), period(0, 8, 0)),
        ("2 mod 5", period(4, 5, 0), period(2, 5, 0), period(4, 5, 0)),
        ("1 | (2 mod 5)", period(9, 5, 0), period(7, 5, 0), period(8, 5, 0)),
        (TRAP, None, period(16, 1, 0), period(17, 1, 0)),
        (NO_PERIOD, None, period(7, 1, 0), period(9, 1, 0)),
        ("all but 2", period(0, 4, 2), period(3, 1, 0), period(4, 1, 0)),
        ("any", period(0, 1, 1), period(1, 1, 0), period(2, 1, 0)),
    ] {
        for (asked, expected) in [(Asked::Values, values), (Asked::Outcomes, outcomes), (Asked::Misere, misere)] {
            assert_eq!(proved(text, asked, 20_000), expected, "{text} {asked:?}");
            let table = oracle(&asked.rule(&Ruleset::parse(text).unwrap()), 600);
            assert_eq!(
                least_by_definition(&view(&table, asked.sequence(), u64::MAX), 30),
                expected,
                "{text} {asked:?}"
            );
        }
    }
}

/// With the places of dead values left out, the states at heaps 53 and 71 would be the same.
#[test]
fn dead_values_keep_their_places() {
    let rule = Ruleset::parse(TRAP).unwrap();
    let table = oracle(&rule, 600);
    let whole = view(&table, Sequence::Sg, u64::MAX);
    assert_eq!([53, 54, 56, 71, 72, 74].map(|n| whole.at(n)), [7, 8, 2, 9, 10, 2]);
    let state = State::for_rule(&rule, Sequence::Sg).unwrap();
    assert!((0..300).all(|n| (1..300).all(|p| state.recurs(&whole, n, p).is_none())));
}

/// What a theorem proves of a cofinite set, the other one proves too.
#[test]
fn cofinite_sets_have_both_theorems() {
    for text in ["all but 1", "all but 2, 5, 6, 8", "all but 2, 3, 7", "4..", "all but 3, 4, 5, 8"] {
        let rule = Ruleset::parse(text).unwrap();
        let table = SgTable::compute(&rule, 3000, &Settings::default()).unwrap();
        let values = view(&table, Sequence::Sg, u64::MAX);
        let Proof { period, theorem } = Methods::for_rule(&rule, Sequence::Sg).proof(&values).unwrap();
        assert!(matches!(theorem, Theorem::Recurrence { .. }), "{text}");
        assert_eq!(proof(&rule, &values), Some(period), "{text}");
    }
}

#[test]
fn a_verdict_names_the_heaps() {
    for (text, heap, period, saltus, raised) in
        [("odd", 2, 2, 0, ""), ("odd except 1", 0, 3, 1, ", raised by the saltus")]
    {
        let rule = Ruleset::parse(text).unwrap();
        let range = Range::Until(10_000);
        let found = study(&rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        let said = format!("(window: what decides heap {heap} recurs at heap {}{raised})", heap + period);
        assert!(found.verdicts[0].to_string().ends_with(&said), "{}", found.verdicts[0]);
        // As anyone can compare.
        let state = State::for_rule(&rule, Sequence::Sg).unwrap();
        let values = view(&found.table, Sequence::Sg, u64::MAX);
        assert_eq!(state.recurs(&values, heap, period), Some(saltus));
        assert!(heap == 0 || state.recurs(&values, heap - 1, period).is_none());
    }
}

/// A first table as long as the set asks for; and no end of work where no table is long enough.
#[test]
fn large_numbers_do_no_harm() {
    let late = "1, 3 | ((7 mod 30) & 20000..)";
    assert_eq!(proved(late, Asked::Values, 100_000), period(0, 2, 0));
    assert_eq!(proved(late, Asked::Values, 20_000), None);
    assert_eq!(proved("7 mod 1009", Asked::Values, 10_000), period(14, 1009, 0));
    for text in
        ["{s : s == 5 or s >= 9223372036854775000 and s % 7 == 3}", "5 mod 9223372036854775807", "5 mod 1000003"]
    {
        for asked in [Asked::Values, Asked::Outcomes, Asked::Misere] {
            assert_eq!(proved(text, asked, 20_000), None, "{text}");
        }
    }
}
