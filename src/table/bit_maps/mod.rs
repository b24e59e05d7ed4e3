//! Maps of bits for 64 heaps at a time: for each value the heaps that have an option worth it.
//!
//! g(n) = mex { g(n - s) : s in S, s <= n }. For a move s of at least 64 the options of a run of 64 heaps are 64
//! consecutive cells, and each sets the bit of its heap in the word of its value: one load, and one bit set in a map of
//! a few KiB. The textbook loop reads one cell from each of |S| places in the table for every heap, so that a table
//! beyond the cache costs a miss an option. Here a *section* of up to 2^14 heaps is taken at a time: the moves as long as it
//! depend on finished heaps only, and some of them are marked for all runs of the section before the next ones are, so
//! that what they read stays in the cache. Runs of a section are shared between threads. The shorter moves, few of them,
//! follow run by run, and those below 64 heap by heap.
//!
//! Time: n times the members up to n, a nanosecond for each or less. Memory: 8 bytes for each member, 1 MiB or 8 bytes
//! for each value up to the largest. Right for every set that does not depend on n; meant for those with hundreds or
//! thousands of members, as the squares.

mod map;

use std::ops::Range;

use rayon::prelude::*;

use self::map::{Places, RUN};
use super::cells::Cell;
use crate::ruleset::Set;

/// Heaps of the longest section, and words of all its maps, so that these stay in the second cache.
const LONGEST_SECTION: usize = 1 << 14;
const WORDS_OF_SECTION: usize = 1 << 17;

/// At most one move in so many is shorter than a section: such moves are for one thread.
const SHORT_MOVES: usize = 16;

/// Moves that are marked for all runs of a section before the next ones.
const GROUP: usize = 64;

/// With fewer marks in a section other threads are not worth waking: some 300 microseconds.
const WORTH_THREADS: usize = 300_000;

pub(crate) struct BitMaps {
    /// Ascending.
    moves: Vec<usize>,
    /// The heaps that a table may have.
    end: usize,
    terminal: u32,
    largest: u32,
    section: Section,
}

/// A stretch of heaps, and what is marked for them.
#[derive(Default)]
struct Section {
    first: usize,
    /// The next heap that it gives a value.
    next: usize,
    end: usize,
    /// Words of a map: the values below this.
    values: usize,
    /// The map of each run.
    maps: Vec<u64>,
    /// The moves, by their places, that no map has been marked with at the beginning: short ones, and those beyond `first`.
    later: [Range<usize>; 2],
    run: Run,
}

/// The run that is at work.
#[derive(Default)]
struct Run {
    places: Places,
    /// The moves, by their places, that some of its heaps have and others not.
    partial: Range<usize>,
}

impl BitMaps {
    pub(crate) fn new<C: Cell>(set: &Set, n: u64, terminal: u32, known: &[C]) -> Self {
        let moves = set.members(n).into_iter().map(|s| s as usize).collect();
        let largest = known.iter().max().map_or(0, |cell| cell.get());
        let end = (n as usize).saturating_add(1);
        BitMaps { moves, end, terminal, largest, section: Section::default() }
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize) -> Result<(), usize> {
        let least = self.moves.first().copied().unwrap_or(usize::MAX);
        for n in from..cells.len() {
            if n != self.section.next || n >= self.section.end {
                self.begin(&cells[..n]);
            }
            let value = self.section.least_free(&self.moves, &cells[..n]);
            let value = if n < least { self.terminal } else { value };
            cells[n] = C::narrow(value).ok_or(n)?;
            self.section.next += 1;
            self.largest = self.largest.max(value);
            if value as usize >= self.section.values {
                self.section.end = self.section.next;
            }
        }
        Ok(())
    }

    /// Begins the section after `cells`, and marks its maps with all moves that lead below it from all its heaps.
    fn begin<C: Cell>(&mut self, cells: &[C]) {
        let (first, moves) = (cells.len(), &self.moves);
        let before = |s: usize| moves.partition_point(|&a| a < s);
        let usable = before(first + 1);

        // Values that are no larger than the largest so far, some more, and never one that more than all moves would take.
        let largest = self.largest as usize;
        let values = (largest + largest / 8 + 32).min(moves.len() + 1).next_multiple_of(Places::STEP);
        let values = if size_of::<C>() == 1 { 256 } else { values };

        let mut length = LONGEST_SECTION;
        while length > RUN && (length / RUN * values > WORDS_OF_SECTION || before(length) * SHORT_MOVES > usable) {
            length /= 2;
        }
        let end = first.saturating_add(length).min(self.end.max(first + 1));
        let runs = (end - first).div_ceil(RUN);

        let mut maps = std::mem::take(&mut self.section.maps);
        maps.clear();
        maps.resize(runs * values, 0);
        let short = before(length);
        let far = short..usable.max(short);
        let later = [before(RUN).min(short)..short, far.end..before(end)];
        let mark = |at: usize, maps: &mut [u64]| {
            for group in moves[far.clone()].chunks(GROUP) {
                for (run, map) in maps.chunks_exact_mut(values).enumerate() {
                    map::mark(map, cells, first + (at + run) * RUN, group);
                }
            }
        };
        if runs * RUN * far.len() >= WORTH_THREADS {
            let share = runs.div_ceil(rayon::current_num_threads());
            let shares = maps.par_chunks_mut(share * values).enumerate();
            shares.for_each(|(at, maps)| mark(at * share, maps));
        } else {
            mark(0, &mut maps);
        }
        self.section = Section { first, next: first, end, values, maps, later, run: Run::default() };
    }
}

impl Section {
    /// The least value that no option of the next heap has, which comes after `cells`.
    fn least_free<C: Cell>(&mut self, moves: &[usize], cells: &[C]) -> u32 {
        let n = cells.len();
        let (run, heap) = ((n - self.first) / RUN, (n - self.first) % RUN);
        let map = &mut self.maps[run * self.values..(run + 1) * self.values];
        if heap == 0 {
            for later in &self.later {
                map::mark(map, cells, n, &moves[later.clone()]);
            }
            let shorter = |s: usize| moves.partition_point(|&a| a < s);
            self.run.partial = shorter(n + 1).max(shorter(RUN))..shorter(n + RUN);
            self.run.places.look_at(map);
        }
        let short = moves.iter().take_while(|&&s| s < RUN.min(n + 1));
        let partial = moves[self.run.partial.clone()].iter().take_while(|&&s| s <= n);
        for &s in short.chain(partial) {
            if let Some(heaps) = map.get_mut(cells[n - s].get() as usize) {
                *heaps |= 1 << heap;
            }
        }
        self.run.places.least_free(map, heap)
    }
}
