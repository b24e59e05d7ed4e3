//! How the pairs of the next heaps are looked at, by what those so far have shown.
//!
//! Heaps are sorted into classes by linear functions of their value: x of the split into rare and common, and for large
//! values the two highest bits. A class is a vector over GF(2), and the class of an option is the sum of those of its
//! parts. Most heaps are in one class; a value of class c is then found most easily by a part of class c + that one, so
//! each class of values has one class of parts from which more are marked when its values are often searched for.

use super::marks::Part;
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
    sorted: Sorting,
    classes: [Class; CLASSES],
    /// The class with the most heaps.
    largest: usize,
    /// Whether the pairs with a rare part are all marked. Then a value that joins a rare part with a common one is
    /// certain without a search.
    complete: bool,
    /// The split is chosen anew at this heap.
    until: usize,
    /// In so many heaps values were searched for since the last look.
    since: usize,
}

/// What puts a heap into a class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sorting {
    split: Option<RareSplit>,
    /// The place of the lower of the two bits that count, where values are large.
    bits_from: Option<u32>,
}

/// Classes of heaps, and of the values of options.
pub(super) const CLASSES: usize = 8;

#[derive(Debug, Default)]
struct Class {
    /// Its heaps but heap 0, ascending; of a common class the first [`MOST_COMMON`].
    parts: Vec<Part>,
    /// So many are marked, or all.
    marked: usize,
    /// How often values were searched for and found that these parts could have shown, since the last look.
    missed: u64,
}

const MOST_COMMON: usize = 1 << 16;

/// Between two choices of the split a table grows by an eighth, or so many heaps at least.
const LEAST_EPOCH: usize = 256;

/// The numbers of marked parts are looked at after so many heaps.
const LOOK_AFTER: usize = 256;

impl Sorting {
    #[inline(always)]
    fn class(self, heap: u64, value: u32) -> usize {
        let x = self.split.map_or(0, |split| split.parity(heap, value));
        let bits = self.bits_from.map_or(0, |from| value >> from & 3);
        (bits << 1 | x) as usize
    }

    fn is_rare(self, class: usize) -> bool {
        self.split.is_some_and(|split| class as u32 & 1 == split.rare_parity)
    }
}

impl Plan {
    /// All values are below this.
    pub(super) fn bound(&self) -> u32 {
        self.counts.len() as u32
    }

    /// The parts beyond heap `least` that are to be marked, class by class.
    #[inline(always)]
    pub(super) fn marked(&self, least: usize) -> impl Iterator<Item = &[Part]> {
        let classes = if self.sorted.bits_from.is_some() { CLASSES } else { 2 };
        self.classes[..classes].iter().enumerate().map(move |(class, Class { parts, marked, .. })| {
            let parts = &parts[parts.partition_point(|part| part.heap as usize <= least)..];
            let all = self.complete && self.sorted.is_rare(class);
            if all { parts } else { &parts[..parts.len().min(*marked)] }
        })
    }

    /// Counts the heaps that `cells` has more, and thinks the split over from time to time.
    pub(super) fn note<C: Cell>(&mut self, moves: &PairMoves, cells: &[C]) {
        for (n, cell) in cells.iter().enumerate().skip(self.heaps) {
            let value = cell.get();
            if self.counts.len() <= value as usize {
                self.counts.resize(value as usize + 1, [0; 2]);
            }
            self.counts[value as usize][n % 2] += 1;
            self.sort(n, value);
        }
        self.heaps = cells.len();
        if self.heaps >= self.until || self.sorted.bits_from != bits_from(self.bound()) {
            self.until = self.heaps + (self.heaps / 8).max(LEAST_EPOCH);
            self.choose_split(moves, cells);
        }
    }

    fn sort(&mut self, heap: usize, value: u32) {
        let class = self.sorted.class(heap as u64, value);
        let parts = &mut self.classes[class].parts;
        if heap > 0 && (parts.len() < MOST_COMMON || self.sorted.is_rare(class)) {
            parts.push(Part { heap: heap as u32, value });
        }
    }

    fn choose_split<C: Cell>(&mut self, moves: &PairMoves, cells: &[C]) {
        let best = moves.breaking().and_then(|breaking| RareSplit::with_fewest_rare(&self.counts, breaking));
        let sorted = Sorting { split: best.map(|(split, _)| split), bits_from: bits_from(self.bound()) };
        if sorted != self.sorted {
            self.sorted = sorted;
            self.classes.iter_mut().for_each(|class| class.parts.clear());
            cells.iter().enumerate().for_each(|(n, cell)| self.sort(n, cell.get()));
        }
        let mut heaps = [0; CLASSES];
        for (value, counts) in self.counts.iter().enumerate() {
            for (heap, count) in counts.iter().enumerate() {
                heaps[sorted.class(heap as u64, value as u32)] += count;
            }
        }
        self.largest = (0..CLASSES).max_by_key(|&class| heaps[class]).unwrap_or(0);

        // When all rare parts are marked, only heaps that turn out rare are searched all through.
        let lately = self.heaps - self.heaps / 4;
        let (mut rare, mut rare_lately, mut marked) = (0, 0, 0);
        for (_, class) in self.classes.iter().enumerate().filter(|&(class, _)| sorted.is_rare(class)) {
            rare += class.parts.len();
            rare_lately += class.parts.len() - class.parts.partition_point(|part| (part.heap as usize) < lately);
            marked += class.marked.min(class.parts.len());
        }
        let search = self.heaps as f64 / 2.0 * size_of::<C>() as f64 / 16.0;
        let searched = search * rare_lately as f64 / (self.heaps / 4 + 1) as f64;
        let a_mark = if self.bound() <= 64 { 0.3 } else { 1.0 };
        self.complete = searched + a_mark * rare as f64 <= 1.25 * (search + a_mark * marked as f64);
    }

    /// The last part of a class that is marked, all before it being marked too; 0 where none is.
    #[inline(always)]
    pub(super) fn marked_through(&self, class: usize) -> usize {
        let Class { parts, marked, .. } = &self.classes[class];
        let last = marked.min(&parts.len()).checked_sub(1);
        last.and_then(|last| parts.get(last)).map_or(0, |part| part.heap as usize)
    }

    /// The class of parts that show an option of this value most easily.
    #[inline(always)]
    pub(super) fn class_of_option(&self, rest: usize, value: u32) -> usize {
        self.sorted.class(rest as u64, value) ^ self.largest
    }

    /// Marks more parts of a class when values that they could show are often searched for and found, and fewer when
    /// seldom.
    pub(super) fn balance<C: Cell>(&mut self, missed: [u64; CLASSES], heaps: usize) {
        self.classes.iter_mut().zip(missed).for_each(|(class, missed)| class.missed += missed);
        self.since += heaps;
        if self.since < LOOK_AFTER {
            return;
        }
        // A mark is an operation; a search for a value that one pair in v has compares v pairs, 16 bytes an operation,
        // and takes some 60 besides. The factor is measured: a part of the right class shows more than one pair in v.
        let pairs = self.bound() as f64;
        let wanted = if pairs <= 64.0 { 1.0 } else { 0.4 / (size_of::<C>() as f64 / 16.0 + 60.0 / pairs) };
        for class in &mut self.classes {
            let missed = class.missed as f64 / self.since as f64;
            if missed > wanted {
                class.marked += class.marked / 8 + 8;
            } else if missed < 0.7 * wanted {
                class.marked -= class.marked / 16;
            }
            class.missed = 0;
        }
        self.since = 0;
    }

    /// Whether every pair that makes up `rest` and could have the value is marked.
    #[inline(always)]
    pub(super) fn all_marked(&self, rest: usize, value: u32) -> bool {
        self.complete && self.sorted.split.is_some_and(|split| split.parity(rest as u64, value) == 1)
    }

    /// About how many operations the next heap takes.
    pub(super) fn operations_a_heap(&self, moves: &PairMoves) -> usize {
        let marked: usize = self.marked(0).map(<[Part]>::len).sum();
        let search = if self.complete { 32 } else { self.heaps / 64 };
        (marked + search) * moves.breaks.len() + moves.some.len() + 4
    }
}

/// The lower of the two highest bits of values below a bound, where that is over 64.
fn bits_from(bound: u32) -> Option<u32> {
    (bound > 64).then(|| u32::BITS - (bound - 1).leading_zeros() - 2)
}
