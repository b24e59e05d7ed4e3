//! How the pairs of the next heaps are looked at, by what those so far have shown.

use super::marks::{LANES, Part};
use super::moves::PairMoves;
use super::rare::RareSplit;
use crate::table::cells::Cell;

/// What is known of the heaps so far, and which pairs are marked one by one.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Heaps below are counted.
    heaps: usize,
    /// How many even and how many odd heaps have each value.
    counts: Vec<[u64; 2]>,
    split: Option<RareSplit>,
    /// The rare heaps but heap 0, ascending.
    pub(super) rare: Vec<Part>,
    /// Whether the pairs with a rare part are all marked. Then a value that joins a rare part with a common one is
    /// certain without a search.
    pub(super) complete: bool,
    /// Otherwise so many rare parts are.
    pub(super) rare_marked: usize,
    /// And so many parts in a row.
    pub(super) near: usize,
    /// The split is chosen anew at this heap.
    until: usize,
    /// How often a value was searched for and found, in how many heaps, since the last look.
    found: [u64; 2],
    since: usize,
}

/// Between two choices of the split a table grows by an eighth, or so many heaps at least.
const LEAST_EPOCH: usize = 256;

/// The numbers of marked parts are looked at after so many heaps.
const LOOK_AFTER: usize = 256;

impl Plan {
    /// All values are below this.
    pub(super) fn bound(&self) -> u32 {
        self.counts.len() as u32
    }

    /// Counts the heaps that `cells` has more, and thinks the split over from time to time.
    pub(super) fn note<C: Cell>(&mut self, moves: &PairMoves, cells: &[C]) {
        for (n, cell) in cells.iter().enumerate().skip(self.heaps) {
            let value = cell.get();
            if self.counts.len() <= value as usize {
                self.counts.resize(value as usize + 1, [0; 2]);
            }
            self.counts[value as usize][n % 2] += 1;
            if n > 0 && self.split.is_some_and(|split| split.is_rare(n as u64, value)) {
                self.rare.push(Part { heap: n as u32, value });
            }
        }
        self.heaps = cells.len();
        if self.heaps >= self.until {
            self.until = self.heaps + (self.heaps / 8).max(LEAST_EPOCH);
            self.choose_split(moves, cells);
        }
    }

    fn choose_split<C: Cell>(&mut self, moves: &PairMoves, cells: &[C]) {
        let best = moves.breaking().and_then(|breaking| RareSplit::with_fewest_rare(&self.counts, breaking));
        let split = best.map(|(split, _)| split);
        if split != self.split {
            self.split = split;
            let heaps = cells.iter().enumerate().skip(1).map(|(n, cell)| Part { heap: n as u32, value: cell.get() });
            let is_rare = |rare: &Part| split.is_some_and(|split| split.is_rare(rare.heap.into(), rare.value));
            self.rare = heaps.filter(is_rare).collect();
        }
        // When all rare parts are marked, only heaps that turn out rare are searched all through.
        let lately = self.heaps - self.heaps / 4;
        let rare_lately = self.rare.len() - self.rare.partition_point(|rare| (rare.heap as usize) < lately);
        let search = self.heaps as f64 / 2.0 * size_of::<C>() as f64 / 16.0;
        let searched = search * rare_lately as f64 / (self.heaps / 4 + 1) as f64;
        let a_mark = self.cost_of_a_mark();
        let partly = search + a_mark * self.rare_marked.min(self.rare.len()) as f64;
        self.complete = searched + a_mark * self.rare.len() as f64 <= 1.25 * partly;
    }

    /// In operations, of which a search compares 16 bytes.
    fn cost_of_a_mark(&self) -> f64 {
        if self.bound() <= 64 { 0.3 } else { 1.0 }
    }

    /// Marks more parts when values are often searched for and found, and fewer when seldom.
    pub(super) fn balance<C: Cell>(&mut self, found: [u64; 2], heaps: usize) {
        (0..2).for_each(|kind| self.found[kind] += found[kind]);
        self.since += heaps;
        if self.since < LOOK_AFTER {
            return;
        }
        // A mark is an operation; a search for a value that one pair in v has compares v pairs, 16 bytes an operation,
        // and takes some 60 besides. Below 64 values both are cheap.
        let pairs = self.bound() as f64;
        let wanted = if pairs <= 64.0 { 1.0 } else { 1.0 / (size_of::<C>() as f64 / 16.0 + 60.0 / pairs) };
        let [each, joins] = self.found.map(|found| found as f64 / self.since as f64);
        adjust(&mut self.near, each, wanted);
        adjust(&mut self.rare_marked, joins, wanted);
        (self.found, self.since) = ([0; 2], 0);
    }

    /// Whether every pair that makes up `rest` and could have the value is marked.
    #[inline(always)]
    pub(super) fn all_marked(&self, rest: usize, value: u32) -> bool {
        self.complete && self.split.is_some_and(|split| split.parity(rest as u64, value) == 1)
    }

    /// 1 where an option of this value joins a rare part with a common one, else 0.
    #[inline(always)]
    pub(super) fn joins_rare_and_common(&self, rest: usize, value: u32) -> usize {
        self.split.map_or(0, |split| split.parity(rest as u64, value) as usize)
    }

    /// About how many operations the next heap takes.
    pub(super) fn operations_a_heap(&self, moves: &PairMoves) -> usize {
        let rare = if self.complete { self.rare.len() } else { self.rare_marked + self.heaps / 64 };
        (rare + self.near + 4 * LANES) * moves.breaks.len() + moves.some.len() + 4
    }
}

fn adjust(marked: &mut usize, found: f64, wanted: f64) {
    if found > wanted {
        *marked += *marked / 8 + LANES;
    } else if found < 0.7 * wanted {
        *marked -= *marked / 16;
    }
}
