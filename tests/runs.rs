//! Runs of a table against its values one by one.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::ops::{Bound, RangeBounds};

use proptest::prelude::*;
use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Period, Run, Settings, SgTable, Visited};

/// All values, made longer by a tail where there is one, and the table.
fn long_table(values: Vec<u32>, tail: Option<Period>, beyond: u64) -> SgTable {
    let last = values.len() as u64 - 1 + beyond;
    let mut table = SgTable::from_values(values, EngineName::Naive);
    if let Some(tail) = tail {
        table.set_tail(tail);
        // A table with a tail asks no engine.
        let rule = Ruleset::parse("1").unwrap();
        table.extend(&rule, last, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    }
    table
}

fn collected(table: &SgTable, heaps: impl RangeBounds<u64>) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    let mut runs = table.runs(heaps);
    while let Some((first, run)) = runs.next_run() {
        assert!((1..=1 << 16).contains(&run.len()));
        let before = all.len();
        run.fold(first, |heap, value| {
            all.push((heap, value));
            heap + 1
        });
        assert_eq!(run.largest(), all[before..].iter().map(|&(_, value)| value).max().unwrap());
    }
    all
}

/// The definition of a tail.
fn value(table: &SgTable, values: &[u32], tail: Option<Period>, n: u64) -> u64 {
    assert!(n < table.len());
    let Some(Period { preperiod, period, saltus }) = tail else { return values[n as usize].into() };
    let times = n.saturating_sub(preperiod) / period;
    u64::from(values[(n - times * period) as usize]) + times * saltus
}

/// Values of one, two or four bytes.
fn values(most: usize) -> impl Strategy<Value = Vec<u32>> {
    let largest = prop::sample::select(vec![3u32, 255, 256, 65_535, 65_536, u32::MAX]);
    largest.prop_flat_map(move |largest| prop::collection::vec(0..=largest, 1..most))
}

proptest! {
    #[test]
    fn runs_are_the_values(
        values in values(300),
        period in prop::option::of((0usize..300, prop::sample::select(vec![0u64, 1, 7, 256, 1 << 20, 1 << 40]))),
        beyond in 0u64..200_000,
        start in 0u64..200_000,
        length in 0u64..200_000,
    ) {
        let tail = period.map(|(preperiod, saltus)| {
            let preperiod = preperiod % values.len();
            Period { preperiod: preperiod as u64, period: (values.len() - preperiod) as u64, saltus }
        });
        let table = long_table(values.clone(), tail, beyond);
        let expected = |n: u64| (n, value(&table, &values, tail, n));
        let all: Vec<(u64, u64)> = (0..table.len()).map(expected).collect();
        prop_assert!(collected(&table, ..) == all);
        prop_assert!(table.values().eq(all.iter().map(|&(_, value)| value)), "one by one");
        prop_assert_eq!(table.values().size_hint(), (all.len(), Some(all.len())));
        let mut folded = Vec::new();
        let mut some = table.values();
        some.by_ref().take((start % 400) as usize).for_each(|value| folded.push(value));
        some.for_each(|value| folded.push(value));
        prop_assert!(folded.iter().eq(all.iter().map(|(_, value)| value)), "folded");
        let heaps = start..start + length;
        let within = |n: u64| n.min(table.len()) as usize;
        let some = &all[within(heaps.start)..within(heaps.end)];
        prop_assert!(collected(&table, heaps.clone()) == some);
        prop_assert!(collected(&table, (Bound::Excluded(heaps.start), Bound::Included(heaps.end)))
            == all[within(heaps.start + 1)..within(heaps.end + 1)]);
    }
}

/// A period longer than a run is lent from where it is stored, and a saltus is added a run at a time.
#[test]
fn long_periods_are_cut_into_runs() {
    let values: Vec<u32> = (0..150_000u32).map(|n| n.wrapping_mul(2_654_435_761) >> 25).collect();
    for saltus in [0, 5] {
        let tail = Period { preperiod: 1234, period: 148_000, saltus };
        let table = long_table(values.clone(), Some(tail), 500_000);
        let all: Vec<(u64, u64)> = (0..table.len()).map(|n| (n, value(&table, &values, Some(tail), n))).collect();
        assert!(collected(&table, ..) == all);
        assert!(collected(&table, 149_233..149_235) == all[149_233..149_235]);
    }
}

#[test]
fn runs_far_beyond_what_is_stored() {
    let far = u64::MAX - 1;
    let nim = long_table(vec![0], Some(Period { preperiod: 0, period: 1, saltus: 1 }), far);
    assert_eq!(nim.len(), u64::MAX);
    assert_eq!(collected(&nim, far - 2..), [(far - 2, far - 2), (far - 1, far - 1), (far, far)]);
    // A rise past 2^64 ends there, the same for each way to ask.
    let steep = long_table(vec![0, 3], Some(Period { preperiod: 0, period: 2, saltus: 1 << 40 }), far - 1);
    let heap = (1 << 25) + 1;
    assert_eq!(collected(&steep, heap..heap + 1), [(heap, u64::MAX)]);
    assert_eq!(steep.get(heap), Some(u64::MAX));
}

#[test]
fn what_is_stored_is_lent_in_its_width() {
    for (largest, expected) in [(255, 1), (256, 2), (65_535, 2), (65_536, 4)] {
        let table = SgTable::from_values([0, largest], EngineName::Naive);
        let mut runs = table.runs(..=1);
        let width = match runs.next_run().unwrap() {
            (0, Run::U8(_)) => 1,
            (0, Run::U16(_)) => 2,
            (0, Run::U32(_)) => 4,
            other => panic!("{other:?}"),
        };
        assert_eq!(width, expected);
        assert_eq!(runs.next_run(), None);
    }
    assert_eq!(SgTable::empty().runs(..).next_run(), None);
    let table = SgTable::from_values([0, 1, 2], EngineName::Naive);
    for (start, end) in [(5, 7), (2, 1), (3, u64::MAX)] {
        assert_eq!(table.runs(start..end).next_run(), None);
    }
}
