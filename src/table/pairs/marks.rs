//! Which values the options of a few heaps have: for all heaps of a block at once.

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
    rows: Vec<[u8; LANES]>,
}

impl Rows {
    pub(super) fn below(bound: u32) -> Self {
        Rows { rows: vec![[0; LANES]; bound as usize] }
    }

    /// Whether all values below a bound have their place.
    pub(super) fn reach(&self, bound: u32) -> bool {
        self.rows.len() >= bound as usize
    }
}

impl Marks for Rows {
    fn bound(&self) -> u32 {
        self.rows.len() as u32
    }

    #[inline(always)]
    fn mark(&mut self, lane: usize, value: u32) {
        if let Some(row) = self.rows.get_mut(value as usize) {
            row[lane] = 1;
        }
    }

    #[inline(always)]
    fn least(&self, lane: usize, from: u32) -> u32 {
        let unseen = self.rows[from as usize..].iter().position(|row| row[lane] == 0);
        unseen.map_or(self.bound(), |place| from + place as u32)
    }

    #[inline(always)]
    fn mark_pairs<C: Cell>(&mut self, lane: usize, left: &[C], right: &[C]) {
        let Some(mask) = self.rows.len().checked_sub(1) else { return };
        let rows = self.rows.as_mut_slice();
        for (&l, &r) in left.iter().zip(right) {
            rows[(l ^ r).get() as usize & mask][lane] = 1;
        }
    }

    #[inline(always)]
    fn mark_parts<C: Cell>(&mut self, cells: &[C], rest: usize, parts: &[Part]) {
        let Some(mask) = self.rows.len().checked_sub(1) else { return };
        let rows = self.rows.as_mut_slice();
        for part in parts {
            let Some(others) = others(cells, rest, part) else { break };
            for lane in 0..LANES {
                // Values are below the bound, a power of 2: the mask only shows it.
                rows[(others[lane].get() ^ part.value) as usize & mask][lane] = 1;
            }
        }
    }

    #[inline(always)]
    fn forget_zero(&mut self, lane: usize) {
        if let Some(row) = self.rows.first_mut() {
            row[lane] = 0;
        }
    }

    fn clear(&mut self) {
        self.rows.fill([0; LANES]);
    }
}
