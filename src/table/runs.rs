//! Values in runs: how a table is read from one end to the other.
//!
//! What is stored is lent as it is. Past it, a tail without saltus lends its one stored repetition again and again; where
//! that is short, a buffer is filled once with as many whole repetitions as fit. With a saltus each run is added up in a
//! second buffer. Time: a division a run, and with a saltus an addition a heap; memory: two buffers of [`MOST_HEAPS`] cells
//! at most, however long the table is.

use std::borrow::Cow;
use std::ops::{Bound, Range, RangeBounds};

use super::cells::Cells;
use super::{Period, SgTable};

/// A run is at most so many heaps long: it stays in the cache while it is looked at more than once, and the values of
/// a run of bytes add up to less than 2^32.
const MOST_HEAPS: usize = 1 << 16;

/// Values of consecutive heaps, 65 536 at most, in numbers of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'a> {
    /// Values up to 255.
    U8(&'a [u8]),
    /// Values up to 65 535.
    U16(&'a [u16]),
    /// Values up to 2^32 - 1.
    U32(&'a [u32]),
    /// Values of any size.
    U64(&'a [u64]),
}

/// Runs `$body` with `$values` bound to the slice, whatever its width.
macro_rules! with_run {
    ($run:expr, $values:ident => $body:expr) => {
        match $run {
            $crate::table::Run::U8($values) => $body,
            $crate::table::Run::U16($values) => $body,
            $crate::table::Run::U32($values) => $body,
            $crate::table::Run::U64($values) => $body,
        }
    };
}
pub(crate) use with_run;

impl Run<'_> {
    /// How many heaps it has.
    pub fn len(self) -> usize {
        with_run!(self, values => values.len())
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Folds the values in order of heaps. The loop is compiled for each width.
    #[inline]
    pub fn fold<A>(self, start: A, f: impl FnMut(A, u64) -> A) -> A {
        with_run!(self, values => wide(values).fold(start, f))
    }

    /// Calls `f` with each value in order of heaps, until one fails.
    ///
    /// # Errors
    /// The first one of `f`.
    #[inline]
    pub fn try_for_each<E>(self, f: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        with_run!(self, values => wide(values).try_for_each(f))
    }

    /// The largest value, 0 for an empty run.
    pub fn largest(self) -> u64 {
        with_run!(self, values => largest(values))
    }
}

#[inline]
fn wide<T: Copy + Into<u64>>(values: &[T]) -> impl Iterator<Item = u64> {
    values.iter().map(|&value| value.into())
}

fn largest<T: Copy + Ord + Default + Into<u64>>(values: &[T]) -> u64 {
    values.iter().copied().max().unwrap_or_default().into()
}

/// The values of a range of heaps, run by run; each run is lent until the next one is asked for.
///
/// This is the fast way through a table: bytes in slices, which a loop over them reads many at a time, and no memory that
/// grows with the range, however far past its stored values the table goes.
///
/// ```
/// use sgtab::ruleset::Ruleset;
/// use sgtab::study::tabulate;
/// use sgtab::table::{Run, Settings, Visited};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let (table, _) = tabulate(&rule, 10_000_000, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
///
/// let (mut sum, mut xor) = (0, 0);
/// let mut runs = table.runs(..);
/// while let Some((_first, run)) = runs.next_run() {
///     if let Run::U8(values) = run {
///         // A run of bytes adds up to less than 2^32: sums of 32 bits go twice as fast as sums of 64.
///         sum += u64::from(values.iter().map(|&value| u32::from(value)).sum::<u32>());
///         xor ^= u64::from(values.iter().fold(0, |xor, value| xor ^ value));
///     } else {
///         (sum, xor) = run.fold((sum, xor), |(sum, xor), value| (sum + value, xor ^ value));
///     }
/// }
/// assert_eq!((sum, xor), (15_000_000, 0));
/// ```
#[derive(Debug)]
pub struct Runs<'a> {
    cells: &'a Cells,
    tail: Option<Period>,
    heaps: Range<u64>,
    /// What the tail repeats, once it is wanted.
    pattern: Option<Pattern<'a>>,
    /// Values to which multiples of the saltus were added.
    raised: Vec<u64>,
}

/// One or more whole repetitions of a tail.
#[derive(Debug)]
struct Pattern<'a> {
    cells: Cow<'a, Cells>,
    range: Range<usize>,
    /// What all of it adds.
    saltus: u64,
}

impl<'a> Runs<'a> {
    pub(super) fn new(table: &'a SgTable, heaps: impl RangeBounds<u64>) -> Self {
        let start = match heaps.start_bound() {
            Bound::Included(&n) => n,
            Bound::Excluded(&n) => n.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match heaps.end_bound() {
            Bound::Included(&n) => n.saturating_add(1),
            Bound::Excluded(&n) => n,
            Bound::Unbounded => u64::MAX,
        };
        let end = end.min(table.len);
        Runs { cells: &table.prefix, tail: table.tail, heaps: start.min(end)..end, pattern: None, raised: Vec::new() }
    }

    /// The next run with its first heap; `None` after the last one.
    pub fn next_run(&mut self) -> Option<(u64, Run<'_>)> {
        let Range { start: first, end } = self.heaps;
        let left = usize::try_from(end - first).unwrap_or(usize::MAX).min(MOST_HEAPS);
        if left == 0 {
            return None;
        }
        let stored = self.cells.len() as u64;
        let (cells, places, raise) = if first < stored {
            (self.cells, first as usize..self.cells.len(), 0)
        } else {
            let tail = self.tail?;
            let pattern = self.pattern.get_or_insert_with(|| Pattern::new(self.cells, &tail, left));
            let length = pattern.range.len() as u64;
            let (times, place) = ((first - tail.preperiod) / length, (first - tail.preperiod) % length);
            let from = pattern.range.start + place as usize;
            (&*pattern.cells, from..pattern.range.end, times.saturating_mul(pattern.saltus))
        };
        let count = places.len().min(left);
        self.heaps.start += count as u64;
        let run = cells.run(places.start..places.start + count);
        if raise == 0 {
            return Some((first, run));
        }
        self.raised.clear();
        with_run!(run, values => self.raised.extend(wide(values).map(|value| raise.saturating_add(value))));
        Some((first, Run::U64(&self.raised)))
    }
}

impl<'a> Pattern<'a> {
    /// For runs of at most `most` heaps: about so many, but one repetition at least. The table stores the preperiod and
    /// one repetition.
    fn new(cells: &'a Cells, tail: &Period, most: usize) -> Self {
        let range = tail.preperiod as usize..cells.len();
        let room = u64::from(u32::MAX) - cells.run(range.clone()).largest();
        let times = (most / range.len()).min(room.checked_div(tail.saltus).unwrap_or(room) as usize);
        if times < 2 {
            return Pattern { cells: Cow::Borrowed(cells), range, saltus: tail.saltus };
        }
        let mut repeated = Cells::new();
        for time in 0..times as u32 {
            // What it adds is within `room`.
            let raise = time * tail.saltus as u32;
            range.clone().filter_map(|place| cells.get(place)).for_each(|value| repeated.push(value + raise));
        }
        Pattern { range: 0..repeated.len(), cells: Cow::Owned(repeated), saltus: times as u64 * tail.saltus }
    }
}

/// The values of a table one by one, without a division.
pub(super) struct OneByOne<'a> {
    table: &'a SgTable,
    heap: u64,
    /// The cell that has its value, but for what was added since it was stored.
    place: usize,
    raise: u64,
}

impl<'a> OneByOne<'a> {
    pub(super) fn new(table: &'a SgTable) -> Self {
        OneByOne { table, heap: 0, place: 0, raise: 0 }
    }
}

impl Iterator for OneByOne<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let SgTable { prefix, len, tail, .. } = self.table;
        if self.heap >= *len {
            return None;
        }
        let value = match (prefix.get(self.place), tail) {
            (Some(value), _) => value,
            (None, Some(tail)) => {
                self.place = tail.preperiod as usize;
                self.raise = self.raise.saturating_add(tail.saltus);
                prefix.get(self.place)?
            }
            (None, None) => return None,
        };
        self.heap += 1;
        self.place += 1;
        Some(u64::from(value).saturating_add(self.raise))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.table.len - self.heap);
        (*left.as_ref().unwrap_or(&usize::MAX), left.ok())
    }

    fn fold<A, F: FnMut(A, u64) -> A>(self, start: A, mut f: F) -> A {
        let mut so_far = start;
        let mut runs = self.table.runs(self.heap..);
        while let Some((_, run)) = runs.next_run() {
            so_far = run.fold(so_far, &mut f);
        }
        so_far
    }
}
