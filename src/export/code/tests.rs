//! Every law is its sequence: no compiler is needed for that.

use proptest::prelude::*;

use super::*;
use crate::pattern::View;
use crate::proof::{ClosedForm, outcomes_follow};
use crate::ruleset::Ruleset;
use crate::table::{EngineName, Period, Settings, SgTable};

/// A preperiod of any values, a period that is any or a formula, and a saltus.
fn sequences() -> impl Strategy<Value = (Vec<u32>, Vec<u32>, u64)> {
    let any_values = |lengths| prop::collection::vec(0..40u32, lengths);
    let formulas = (1..20u32, 1..5u32, 0..3u32)
        .prop_map(|(modulus, divisor, plus)| (0..modulus).map(|n| n / divisor + plus).collect::<Vec<u32>>());
    (any_values(0..30), prop_oneof![any_values(1..30), formulas], prop_oneof![Just(0u64), 1..20u64])
}

fn table((before, cycle, saltus): &(Vec<u32>, Vec<u32>, u64)) -> SgTable {
    let mut table = SgTable::from_values(before.iter().chain(cycle).copied(), EngineName::Naive);
    table.set_tail(Period { preperiod: before.len() as u64, period: cycle.len() as u64, saltus: *saltus });
    table
}

fn heaps() -> impl Iterator<Item = u64> {
    (0..200).chain((0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])).chain(u64::MAX - 99..=u64::MAX)
}

proptest! {
    #[test]
    fn every_law_is_the_sequence(sequence in sequences(), outcomes: bool) {
        let (rule, table) = (Ruleset::parse("squares").unwrap(), table(&sequence));
        let view = TableView { rule: &rule, table: &table, last: 0, outcomes, verdict: None };
        let known = Known::of(&view).unwrap();
        let laws = find::laws(&known, outcomes);
        prop_assert!(!laws.is_empty());
        for (law, heap) in laws.iter().flat_map(|law| heaps().map(move |heap| (law, heap))) {
            let value = table.known(heap).unwrap();
            let expected = if outcomes { u64::from(value == 0) } else { value };
            prop_assert_eq!(law.get(heap), Some(expected), "heap {} of {:?}", heap, law);
        }
        let beyond = known.first_beyond_64_bits().filter(|_| !outcomes);
        prop_assert_eq!(beyond.and_then(|heap| table.known(heap)).is_none_or(|value| value == u64::MAX), true);
    }

    #[test]
    fn outcomes_have_their_least_period(sequence in sequences()) {
        let (rule, table) = (Ruleset::parse("squares").unwrap(), table(&sequence));
        let known = Known::of(&TableView { rule: &rule, table: &table, last: 0, outcomes: true, verdict: None }).unwrap();
        let mut longer = table.clone();
        longer.extend(&rule, 300, &Settings::default(), &mut Default::default(), &mut ()).unwrap();
        let tail = table.tail().unwrap();
        prop_assert_eq!(known.period, outcomes_follow(&View::new(&longer, Sequence::Outcome, u64::MAX), &tail));
    }
}

#[test]
fn closed_forms_need_no_period() {
    for text in ["1..9223372036854775807", "7..1000000000", "10000000..", "all but 10000000"] {
        let rule = Ruleset::parse(text).unwrap();
        let table = SgTable::compute(&rule, 20, &Settings::default()).unwrap();
        let form = ClosedForm::for_rule(&rule).unwrap();
        for outcomes in [false, true] {
            let view = TableView { rule: &rule, table: &table, last: 20, outcomes, verdict: None };
            assert!(!needs_a_list(&view), "{text}");
            let law = find::closed(&view).unwrap();
            for heap in heaps() {
                let value = form.value(heap).unwrap();
                let expected = if outcomes { u64::from(value == 0) } else { value };
                assert_eq!(law.get(heap), Some(expected), "{text} at {heap}");
            }
        }
    }
}

#[test]
fn tables_end_where_they_end() {
    let rule = Ruleset::parse("squares").unwrap();
    let table = SgTable::compute(&rule, 3000, &Settings::default()).unwrap();
    for outcomes in [false, true] {
        let view = TableView { rule: &rule, table: &table, last: 2000, outcomes, verdict: None };
        assert!(needs_a_list(&view));
        for law in law::tables(&view) {
            for heap in heaps().chain(200..3001) {
                let value = table.get(heap).filter(|_| heap <= 2000);
                let expected = value.map(|value| if outcomes { u64::from(value == 0) } else { value });
                assert_eq!(law.get(heap), expected, "{heap}");
            }
        }
    }
}
