//! How often each value has come, when first and when last.

use std::collections::BTreeMap;

use super::RareHeaps;
use crate::table::{Breaking, RareSplit};

/// Values below this are counted in an array, larger ones in a map.
const MOST_IN_ARRAY: usize = 1 << 16;

/// The search for a mask takes 2^b b steps and 16 bytes for each of 2^b values; larger values get no rare statistics.
const MOST_MASKED: u64 = 1 << 22;

/// Heaps first, first + step, ..., `count` of them, that have one value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub(super) first: u64,
    pub(super) step: u64,
    pub(super) count: u64,
}

impl Stretch {
    pub(super) const ONE: Stretch = Stretch { first: 0, step: 1, count: 1 };
}

/// How often a value has come, at even heaps and at odd ones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    pub(super) first: Option<u64>,
    pub(super) count: [u64; 2],
    last: [u64; 2],
}

/// Counts by value.
#[derive(Debug, Default)]
pub(super) struct Tally {
    small: Vec<Seen>,
    large: BTreeMap<u64, Seen>,
}

impl Tally {
    #[inline]
    fn seen(&mut self, value: u64) -> &mut Seen {
        if value >= self.small.len() as u64 {
            if value >= MOST_IN_ARRAY as u64 {
                return self.large.entry(value).or_default();
            }
            self.small.resize((value as usize + 1).next_power_of_two(), Seen::default());
        }
        &mut self.small[value as usize]
    }

    /// Heap n, after all smaller ones.
    #[inline]
    pub(super) fn add_next(&mut self, value: u64, n: u64) {
        let (seen, parity) = (self.seen(value), (n % 2) as usize);
        if seen.first.is_none() {
            seen.first = Some(n);
        }
        seen.count[parity] += 1;
        seen.last[parity] = n;
    }

    pub(super) fn add(&mut self, value: u64, run: Stretch) {
        let seen = self.seen(value);
        seen.first = Some(seen.first.map_or(run.first, |first| first.min(run.first)));
        let parity = (run.first % 2) as usize;
        // With an odd step every other one has the parity of the first.
        let same = if run.step.is_multiple_of(2) { run.count } else { run.count.div_ceil(2) };
        for (parity, count) in [(parity, same), (1 - parity, run.count - same)] {
            seen.count[parity] += count;
        }
        for time in (0..run.count).rev().take(2) {
            let n = run.first + time * run.step;
            let last = &mut seen.last[(n % 2) as usize];
            *last = n.max(*last);
        }
    }

    /// The values that have come, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &Seen)> {
        let large = self.large.iter().map(|(&value, seen)| (value, seen));
        (0..).zip(&self.small).chain(large).filter(|(_, seen)| seen.first.is_some())
    }

    pub(super) fn rare(&self, breaking: Breaking, last: u64) -> Option<RareHeaps> {
        // Counts are signed in the transform.
        i64::try_from(last).ok().filter(|&last| last < i64::MAX)?;
        let most = self.iter().last().map(|(value, _)| value).filter(|&most| most < MOST_MASKED)?;
        let mut counts = vec![[0; 2]; most as usize + 1];
        self.iter().for_each(|(value, seen)| counts[value as usize] = seen.count);
        let (split, heaps) = RareSplit::with_fewest_rare(&counts, breaking)?;
        let ends = self.iter().flat_map(|(value, seen)| {
            let has = seen.last.into_iter().zip(seen.count).filter(|&(_, count)| count > 0);
            has.map(move |(n, _)| n).filter(move |&n| split.is_rare(n, value as u32))
        });
        Some(RareHeaps { split, heaps, last: ends.max() })
    }
}
