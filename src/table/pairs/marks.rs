//! Which values the options of a few heaps have: for all heaps of a block at once.

use std::ops::IndexMut;

use crate::table::cells::Cell;

/// Heaps whose options are marked together.
pub(super) const LANES: usize = 8;

/// A heap that is a part of options, and its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) heap: u32,
    pub(super) value: u32,
}

/// What is beside a part, for each heap.
#[inline(always)]
fn others<'a, C>(cells: &'a [C], rest: usize, part: &Part) -> Option<&'a [C; LANES]> {
    let least = rest.checked_sub(part.heap as usize).filter(|&least| least > 0)?;
    cells.get(least..)?.first_chunk::<LANES>()
}

/// The values seen for each of [`LANES`] heaps, below a bound that is a power of 2.
pub(super) trait Marks: Send {
    /// No value may reach this.
    fn bound(&self) -> u32;

    /// Heap `lane` has an option of this value.
    fn mark(&mut self, lane: usize, value: u32);

    /// The least value from `from` on that heap `lane` has no option of, as far as is marked; at most the bound.
    fn least(&self, lane: usize, from: u32) -> u32;

    /// Heap `lane` has an option for each pair of parts beside each other.
    fn mark_pairs<C: Cell>(&mut self, lane: usize, left: &[C], right: &[C]);

    /// Each heap has an option that joins one of the parts, of this value, with the rest: of `rest` for the first heap,
    /// one more for each after it. No rest may be a part itself or larger than what is in `cells`.
    fn mark_parts<C: Cell>(&mut self, cells: &[C], rest: usize, parts: &[Part]);

    /// Forgets whether heap `lane` has an option worth 0.
    fn forget_zero(&mut self, lane: usize);

    fn clear(&mut self);
}

/// Values below 64, as the bits of one word for each heap.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Words {
    words: [u64; LANES],
}

impl Words {
    pub(super) const BOUND: u32 = 64;
}

impl Marks for Words {
    #[inline(always)]
    fn bound(&self) -> u32 {
        Words::BOUND
    }

    #[inline(always)]
    fn mark(&mut self, lane: usize, value: u32) {
        self.words[lane] |= 1u64.wrapping_shl(value);
    }

    #[inline(always)]
    fn least(&self, lane: usize, from: u32) -> u32 {
        let below = 1u64.checked_shl(from).map_or(u64::MAX, |bit| bit - 1);
        (self.words[lane] | below).trailing_ones()
    }

    #[inline(always)]
    fn mark_pairs<C: Cell>(&mut self, lane: usize, left: &[C], right: &[C]) {
        let (left_runs, left_rest) = left.as_chunks::<32>();
        let (right_runs, right_rest) = right.as_chunks::<32>();
        let runs = left_runs.iter().zip(right_runs).map(|(l, r)| word_of(l, r));
        self.words[lane] |= runs.fold(word_of(left_rest, right_rest), |word, of_run| word | of_run);
    }

    #[inline(always)]
    fn mark_parts<C: Cell>(&mut self, cells: &[C], rest: usize, parts: &[Part]) {
        // A copy stays in registers.
        let mut words = self.words;
        for part in parts {
            let Some(others) = others(cells, rest, part) else { break };
            for lane in 0..LANES {
                words[lane] |= 1u64.wrapping_shl(others[lane].get() ^ part.value);
            }
        }
        self.words = words;
    }

    #[inline(always)]
    fn forget_zero(&mut self, lane: usize) {
        self.words[lane] &= !1;
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.words = [0; LANES];
    }
}

#[inline(always)]
fn word_of<C: Cell>(left: &[C], right: &[C]) -> u64 {
    left.iter().zip(right).fold(0, |word, (&l, &r)| word | 1u64.wrapping_shl((l ^ r).get()))
}

/// Values of any size: for each value a byte for each heap.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// As many as a cell has values, where that is one or two bytes wide, so that no index needs a check: those from
    /// the bound on are never touched.
    rows: Vec<[u8; LANES]>,
    bound: u32,
}

impl Rows {
    /// For values below a bound, in cells of a type.
    pub(super) fn below<C: Cell>(bound: u32) -> Self {
        let rows = if size_of::<C>() > 2 { bound as usize } else { 1 << (8 * size_of::<C>()) };
        Rows { rows: vec![[0; LANES]; rows.max(bound as usize)], bound }
    }

    /// Whether all values below a bound have their place, in cells of a type.
    pub(super) fn reach<C: Cell>(&self, bound: u32) -> bool {
        self.bound >= bound && (size_of::<C>() > 2 || self.rows.len() >= 1 << (8 * size_of::<C>()))
    }
}

impl Marks for Rows {
    fn bound(&self) -> u32 {
        self.bound
    }

    #[inline(always)]
    fn mark(&mut self, lane: usize, value: u32) {
        if let Some(row) = self.rows.get_mut(value as usize) {
            row[lane] = 1;
        }
    }

    #[inline(always)]
    fn least(&self, lane: usize, from: u32) -> u32 {
        let unseen = self.rows[from as usize..self.bound as usize].iter().position(|row| row[lane] == 0);
        unseen.map_or(self.bound, |place| from + place as u32)
    }

    #[inline(always)]
    fn mark_pairs<C: Cell>(&mut self, lane: usize, left: &[C], right: &[C]) {
        left.iter().zip(right).for_each(|(&l, &r)| self.mark(lane, (l ^ r).get()));
    }

    #[inline(always)]
    fn mark_parts<C: Cell>(&mut self, cells: &[C], rest: usize, parts: &[Part]) {
        let rows = self.rows.as_mut_slice();
        if let (1, Some(rows)) = (size_of::<C>(), rows.first_chunk_mut::<{ 1 << 8 }>()) {
            mark_parts(rows, cells, rest, parts);
        } else if let (2, Some(rows)) = (size_of::<C>(), rows.first_chunk_mut::<{ 1 << 16 }>()) {
            mark_parts(rows, cells, rest, parts);
        } else {
            mark_parts(rows, cells, rest, parts);
        }
    }

    #[inline(always)]
    fn forget_zero(&mut self, lane: usize) {
        if let Some(row) = self.rows.first_mut() {
            row[lane] = 0;
        }
    }

    fn clear(&mut self) {
        self.rows[..self.bound as usize].fill([0; LANES]);
    }
}

#[inline(always)]
fn mark_parts<C: Cell, R: IndexMut<usize, Output = [u8; LANES]> + ?Sized>(
    rows: &mut R,
    cells: &[C],
    rest: usize,
    parts: &[Part],
) {
    for part in parts {
        let (Some(others), Some(value)) = (others(cells, rest, part), C::narrow(part.value)) else { break };
        for lane in 0..LANES {
            rows[(others[lane] ^ value).get() as usize][lane] = 1;
        }
    }
}
