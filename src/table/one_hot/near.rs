//! The moves that stay near: which heaps of a run a class takes, by look-up.

use super::block::{CLASSES, Group, HEAPS};
use crate::table::cells::Cell;

/// Heaps that are looked up at once.
pub(super) const RUN: usize = 8;

/// What a class does with a run of heaps, by the heaps that it may not have: for runs of as many heaps as `SIZE` has powers
/// of two.
#[derive(Clone)]
pub(in crate::table) struct LookUp<const SIZE: usize> {
    /// The heaps that it takes.
    takes: [u16; SIZE],
    /// The heaps after the run that these block.
    blocks: [u64; SIZE],
}

impl<const SIZE: usize> LookUp<SIZE> {
    /// The heaps of a run.
    pub(in crate::table) const RUN: usize = SIZE.ilog2() as usize;

    /// For moves up to [`HEAPS`]: from a run they reach the 64 heaps after it.
    pub(in crate::table) fn new(moves: &[usize]) -> Self {
        let reached = moves.iter().fold(0u128, |reached, &s| reached | 1 << s);
        let mut table = LookUp { takes: [0; SIZE], blocks: [0; SIZE] };
        // The first heap that is free is taken; the others are as if it, and those that it blocks, were refused too.
        for refused in (0..SIZE - 1).rev() {
            let heap = refused.trailing_ones();
            let blocked = reached << heap;
            let rest = refused | 1 << heap | (blocked as usize % SIZE);
            table.takes[refused] = table.takes[rest] | 1 << heap;
            table.blocks[refused] = table.blocks[rest] | (blocked >> Self::RUN) as u64;
        }
        table
    }

    /// The heaps of a run that the class takes, the lowest bits of `denied`, which becomes that of the heaps after the run.
    #[inline(always)]
    pub(in crate::table) fn take(&self, denied: &mut u64) -> u64 {
        let refused = *denied as usize % SIZE;
        *denied = *denied >> Self::RUN | self.blocks[refused];
        u64::from(self.takes[refused])
    }
}

/// The moves that are looked up, of all classes.
#[derive(Clone)]
pub(super) struct Near {
    moves: Vec<usize>,
    table: LookUp<{ 1 << RUN }>,
}

impl Near {
    /// For moves up to [`HEAPS`].
    pub(super) fn new(moves: &[usize]) -> Self {
        Near { moves: moves.to_vec(), table: LookUp::new(moves) }
    }

    /// The classes that take the heaps of a run, one a byte. Where there are far moves, `refused` are the heaps that they
    /// deny to each class. `None` where there are fewer classes than the run has values.
    #[inline(always)]
    pub(super) fn take<const FAR: bool>(&self, run: usize, refused: &[Group], pending: &mut Pending) -> Option<u64> {
        let (mut taken, mut class, mut values) = (0, 0, 0);
        for (of_class, refused) in pending.of_class.as_chunks_mut::<8>().0.iter_mut().zip(refused) {
            for i in 0..8 {
                let far = if FAR { refused[run][i] } else { 0 };
                let denied = usize::from(of_class[i] as u8 | far | taken);
                of_class[i] = of_class[i] >> RUN | self.table.blocks[denied];
                taken |= self.table.takes[denied] as u8;
                class += 1;
                if taken == u8::MAX {
                    let Pending { of_class, classes, .. } = pending;
                    of_class[class.min(*classes)..*classes].iter_mut().for_each(|blocked| *blocked >>= RUN);
                    *classes = class.max(*classes);
                    return Some(values);
                }
                // A heap has the class whose number is that of the classes that did not take it.
                values += LEFT[usize::from(taken)];
            }
        }
        None
    }
}

/// By the heaps that are taken: 1 in the byte of each that is left.
const LEFT: [u64; 1 << RUN] = {
    let mut left = [0; 1 << RUN];
    let mut taken = 0;
    while taken < left.len() {
        let mut heap = 0;
        while heap < RUN {
            left[taken] |= (!taken as u64 >> heap & 1) << (8 * heap);
            heap += 1;
        }
        taken += 1;
    }
    left
};

/// The heaps that near moves from earlier ones deny to each class.
pub(super) struct Pending {
    /// Bit i: the heap i after the next one to be looked up.
    of_class: [u64; CLASSES],
    /// No value before the next block is that of a class from here on.
    pub(super) classes: usize,
    /// Cells that were looked at for that.
    seen: usize,
    /// The block that comes next; none at first.
    next: Option<usize>,
}

impl Default for Pending {
    fn default() -> Self {
        Pending { of_class: [0; CLASSES], classes: 0, seen: 0, next: None }
    }
}

impl Pending {
    /// Ready for the block after the cells, whatever was done before; `None` where these have more than `most` classes.
    pub(super) fn come_to<C: Cell>(&mut self, most: usize, near: &Near, cells: &[C]) -> Option<()> {
        let start = cells.len();
        if self.next != Some(start) {
            let unseen = cells[self.seen.min(start)..].iter();
            self.classes = unseen.map(|value| value.get() as usize + 1).max().unwrap_or(0).max(self.classes);
            if self.classes > most {
                return None;
            }
            self.of_class = [0; CLASSES];
            for (heap, value) in cells.iter().enumerate().skip(start.saturating_sub(HEAPS)) {
                let reached = near.moves.iter().filter_map(|&s| (heap + s).checked_sub(start));
                self.of_class[value.get() as usize] |= reached.fold(0, |blocked, i| blocked | 1 << i);
            }
        }
        self.seen = self.seen.max(start);
        Some(())
    }

    /// All blocks before `next` were solved.
    pub(super) fn went_to(&mut self, next: usize) {
        self.next = Some(next);
        self.seen = next;
    }

    /// What was begun is not to be gone on with.
    pub(super) fn forget(&mut self) {
        self.next = None;
    }
}
