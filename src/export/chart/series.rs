//! A table as what charts draw: points, bins, P-positions and their differences.

use std::collections::BTreeMap;

use super::TableData;
use super::axis::round_up;

/// How many heaps there are to draw.
pub(super) fn heaps(input: &TableData<'_>) -> u64 {
    input.last.saturating_add(1).min(input.table.len())
}

/// Values of the heaps to draw, from heap 0 on.
pub(super) fn values<'a>(input: &TableData<'a>) -> impl Iterator<Item = u64> + use<'a> {
    let most = usize::try_from(heaps(input)).unwrap_or(usize::MAX);
    input.table.values().take(most)
}

/// Consecutive heaps, seen as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bin {
    pub least: u64,
    pub largest: u64,
    pub sum: u128,
    pub heaps: u64,
    pub p_position: bool,
}

impl Bin {
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.heaps as f64
    }
}

/// The table in bins of a round number of heaps, at most `most` of them; the last may be shorter. Returns that
/// number too.
pub(super) fn bins(input: &TableData<'_>, most: u64) -> (u64, Vec<Bin>) {
    let size = round_up(heaps(input) as f64 / most.max(1) as f64);
    let mut bins: Vec<Bin> = Vec::new();
    for (n, value) in (0u64..).zip(values(input)) {
        let p_position = value == 0;
        match bins.last_mut() {
            Some(bin) if n % size > 0 => {
                bin.least = bin.least.min(value);
                bin.largest = bin.largest.max(value);
                bin.sum += u128::from(value);
                bin.heaps += 1;
                bin.p_position |= p_position;
            }
            _ => bins.push(Bin { least: value, largest: value, sum: value.into(), heaps: 1, p_position }),
        }
    }
    (size, bins)
}

/// P-positions among the heaps to draw.
pub(super) fn p_positions<'a>(input: &TableData<'a>) -> impl Iterator<Item = u64> + use<'a> {
    (0u64..).zip(values(input)).filter(|&(_, value)| value == 0).map(|(n, _)| n)
}

/// How often each difference between consecutive P-positions occurs, by ascending difference.
pub(super) fn differences(input: &TableData<'_>) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    let mut before = None;
    for heap in p_positions(input) {
        if let Some(before) = before.replace(heap) {
            *counts.entry(heap - before).or_default() += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::table::{Settings, SgTable};

    fn table(rule: &str, n: u64) -> SgTable {
        SgTable::compute(&Ruleset::parse(rule).unwrap(), n, &Settings::default()).unwrap()
    }

    fn input(table: &SgTable, last: u64) -> TableData<'_> {
        TableData { table, last, period: None }
    }

    #[test]
    fn bins_cover_the_table() {
        let table = table("any", 100);
        let (size, bins) = bins(&input(&table, 100), 11);
        assert_eq!((size, bins.len()), (10, 11));
        assert_eq!(bins[0], Bin { least: 0, largest: 9, sum: 45, heaps: 10, p_position: true });
        assert_eq!(bins[10], Bin { least: 100, largest: 100, sum: 100, heaps: 1, p_position: false });
        assert_eq!(super::bins(&input(&table, u64::MAX), 1000).1.len(), 101);
    }

    #[test]
    fn differences_of_fibonacci() {
        let table = table("fibonacci", 200);
        let found: Vec<(u64, u64)> = differences(&input(&table, 138)).into_iter().collect();
        assert_eq!(found.iter().map(|&(difference, _)| difference).collect::<Vec<_>>(), [4, 6]);
        assert_eq!(p_positions(&input(&table, 14)).collect::<Vec<_>>(), [0, 4, 10, 14]);
        assert!(differences(&input(&table, 0)).is_empty());
        assert!(differences(&input(&SgTable::empty(), 9)).is_empty());
    }
}
