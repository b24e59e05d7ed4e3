//! A block of heaps: first the pairs whose parts are known for all of them, then heap by heap what is left.
//!
//! For a part a and a run of heaps the other parts are a run of cells, so the pairs with a are marked for several heaps
//! at a time. That is done for parts beyond the length of the block, whose other parts are smaller than its first
//! heap. Then, heap by heap, all pairs with a part up to that length are marked: among them is every pair with a part
//! in the block itself, and those with a rare part whose other part is too small for some heap of the run.

use multiversion::multiversion;
use rayon::prelude::*;

use super::marks::{LANES, Marks};
use super::moves::{Break, PairMoves};
use super::plan::{CLASSES, Plan};
use super::witness::find;
use crate::table::cells::Cell;

/// A block is split between threads when its work is at least this: some 70 microseconds. With less, what the pairs of
/// the block itself would have shown is not worth a search ahead.
const WORTH_THREADS: usize = 200_000;

/// The table so far, forwards and backwards.
pub(super) struct Both<'a, C> {
    pub(super) cells: &'a mut [C],
    /// The value of heap n at `mirror.len() - 1 - n`.
    pub(super) mirror: &'a mut [C],
}

impl<C: Cell> Both<'_, C> {
    pub(super) fn set(&mut self, n: usize, cell: C) {
        let last = self.mirror.len() - 1;
        self.cells[n] = cell;
        self.mirror[last - n] = cell;
    }

    /// The pairs that make up `rest` and have a smaller part in from..=to: those parts, and the others beside them.
    #[inline(always)]
    fn pairs(&self, rest: usize, from: usize, to: usize) -> (&[C], &[C]) {
        if to < from {
            return (&[], &[]);
        }
        let last = self.mirror.len() - 1;
        (&self.cells[from..=to], &self.mirror[last - rest + from..=last - rest + to])
    }
}

/// What it took.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    pub(super) operations: u64,
    /// How often a value was searched for and found, by the class of parts that could have shown it.
    pub(super) missed: [u64; CLASSES],
}

impl Work {
    fn and(self, other: Work) -> Work {
        let missed = std::array::from_fn(|class| self.missed[class] + other.missed[class]);
        Work { operations: self.operations + other.operations, missed }
    }
}

/// What came of a block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Filled {
    /// Heaps that have their values now.
    pub(super) heaps: usize,
    pub(super) work: Work,
    /// The value of the next heap is too large for a cell.
    pub(super) too_narrow: bool,
}

/// Fills the heaps from `first` on, a block of them at most, and fewer after a value that reaches the bound of the
/// marks.
pub(super) fn fill<C: Cell, M: Marks>(
    moves: &PairMoves,
    plan: &Plan,
    both: &mut Both<'_, C>,
    first: usize,
    marks: &mut [M],
) -> Filled {
    let length = marks.len() * LANES;
    let mut ruled_out = vec![[u32::MAX; LANES]; marks.len()];
    let ahead = {
        let shared: &Both<'_, C> = both;
        let run = |at: usize| Run { moves, plan, both: shared, length, start: first + at * LANES };
        // Whatever the number of threads: the operations that are counted must not depend on it.
        if plan.operations_a_heap(moves) * length >= WORTH_THREADS {
            let runs = marks.par_iter_mut().zip(&mut ruled_out).enumerate();
            let ahead = runs.map(|(at, (marks, out))| run(at).mark(marks).and(search(run(at), marks, out)));
            ahead.reduce(Work::default, Work::and)
        } else {
            let runs = marks.iter_mut().enumerate();
            runs.map(|(at, marks)| run(at).mark(marks)).fold(Work::default(), Work::and)
        }
    };
    let filled = finish(moves, plan, both, first, marks, &ruled_out);
    Filled { work: filled.work.and(ahead), ..filled }
}

/// A few heaps of a block, and what is known before any of them has its value.
struct Run<'a, C> {
    moves: &'a PairMoves,
    plan: &'a Plan,
    both: &'a Both<'a, C>,
    length: usize,
    start: usize,
}

impl<C: Cell> Run<'_, C> {
    /// Marks what the pairs with a part beyond the length of the block have, as far as the plan says.
    fn mark<M: Marks>(&self, marks: &mut M) -> Work {
        marks.clear();
        let Run { moves, plan, both, length, start } = *self;
        let breaks = moves.breaks.iter().filter(|kept| kept.unequal);
        let parts: usize = breaks.map(|kept| mark_parts(*kept, plan, both.cells, (start, length), marks)).sum();
        Work { operations: (parts * LANES) as u64, ..Work::default() }
    }
}

/// Searches for the least values that are not marked, and says for each heap which one no pair has with a part beyond
/// the length of the block.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn search<C: Cell, M: Marks>(run: Run<'_, C>, marks: &mut M, ruled_out: &mut [u32; LANES]) -> Work {
    let Run { moves, plan, both, length, start } = run;
    let mut work = Work::default();
    // The last block reaches past the table.
    let heaps = start..both.cells.len();
    for ((lane, out), n) in ruled_out.iter_mut().enumerate().zip(heaps) {
        let mut value = marks.least(lane, 0);
        while value < marks.bound() && has_witness(moves, plan, both, n, length, value, &mut work) {
            marks.mark(lane, value);
            value = marks.least(lane, value + 1);
        }
        *out = value;
    }
    work
}

/// Marks the pairs with a part that the plan names; says how many parts those are.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn mark_parts<C: Cell, M: Marks>(
    kept: Break,
    plan: &Plan,
    cells: &[C],
    (start, length): (usize, usize),
    marks: &mut M,
) -> usize {
    let Some(rest) = start.checked_sub(kept.amount) else { return 0 };
    let mut marked = 0;
    for parts in plan.marked(length) {
        marks.mark_parts(cells, rest, parts);
        marked += parts.len();
    }
    if !kept.equal {
        // A heap may have been paired with itself. That is never a value that only a rare part and a common one have,
        // so it is searched for where it is wanted.
        (0..LANES).filter(|lane| (rest + lane).is_multiple_of(2)).for_each(|lane| marks.forget_zero(lane));
    }
    marked
}

/// Whether a pair has the value, of those that are not marked and may have it.
#[inline(always)]
fn has_witness<C: Cell>(
    moves: &PairMoves,
    plan: &Plan,
    both: &Both<'_, C>,
    n: usize,
    length: usize,
    value: u32,
    work: &mut Work,
) -> bool {
    let Some(cell) = C::narrow(value) else { return false };
    for kept in moves.breaks.iter().filter(|kept| kept.unequal) {
        let Some(rest) = kept.rest(n).filter(|&rest| !plan.all_marked(rest, value)) else { continue };
        // First beyond the parts that were marked for such values; from there small parts first, of which there are all
        // kinds, while large ones may repeat a few values.
        let (class, half) = (plan.class_of_option(rest, value), kept.half(rest));
        let marked = plan.marked_through(class).clamp(length, half.max(length));
        for (from, to) in [(marked + 1, half), (length + 1, marked.min(half))] {
            let (left, right) = both.pairs(rest, from, to);
            let (found, pairs) = find(left, right, cell);
            work.operations += 10 + (pairs * size_of::<C>() / 64) as u64;
            if found {
                work.missed[class] += 1;
                return true;
            }
        }
    }
    false
}

/// Heap by heap: marks what depends on the block itself, and takes the least value that has no mark and no witness.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn finish<C: Cell, M: Marks>(
    moves: &PairMoves,
    plan: &Plan,
    both: &mut Both<'_, C>,
    first: usize,
    marks: &mut [M],
    ruled_out: &[[u32; LANES]],
) -> Filled {
    let mut filled = Filled::default();
    let length = marks.len() * LANES;
    for n in first..both.cells.len().min(first + length) {
        let (run, lane) = ((n - first) / LANES, (n - first) % LANES);
        let marks = &mut marks[run];
        moves.for_each_simple(n, &both.cells[..n], |value| marks.mark(lane, value));
        filled.work.operations += moves.some.len().min(n) as u64;
        for kept in &moves.breaks {
            let Some(rest) = kept.rest(n) else { continue };
            let (left, right) = both.pairs(rest, 1, kept.half(rest).min(length));
            marks.mark_pairs(lane, left, right);
            filled.work.operations += left.len() as u64;
        }
        let mut value = marks.least(lane, 0);
        while value < marks.bound()
            && value != ruled_out[run][lane]
            && has_witness(moves, plan, both, n, length, value, &mut filled.work)
        {
            value = marks.least(lane, value + 1);
        }
        let Some(cell) = C::narrow(value) else {
            filled.too_narrow = true;
            return filled;
        };
        both.set(n, cell);
        filled.heaps += 1;
        if value >= marks.bound() {
            return filled;
        }
    }
    filled
}
