//! Blocks of heaps, solved value after value.

use multiversion::multiversion;
use rayon::prelude::*;

use super::shifts::{LANES, Row};
use super::wheel::Wheel;

/// Only so many values are pushed ahead, so that memory is bounded where there are as many values as heaps.
const MOST_VALUES: usize = 256;

/// What a row is about: the heaps of a block with one remainder, and which of them have an option of this value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) block: usize,
    pub(crate) value: usize,
    pub(crate) remainder: usize,
}

impl Place {
    /// Of a row of [`Pushed`].
    pub(crate) fn of(index: usize, first: usize, values: usize, modulus: usize) -> Self {
        let (index, remainder) = (index / modulus, index % modulus);
        Place { block: first + index / values, value: index % values, remainder }
    }
}

/// Which heaps of some blocks have options of each value among the heaps before the first of the blocks.
#[derive(Default)]
pub(crate) struct Pushed {
    first: usize,
    blocks: usize,
    values: usize,
    /// For each block and value a row for each remainder.
    rows: Vec<Row>,
}

impl Pushed {
    pub(crate) fn new(first: usize, blocks: usize, values: usize, rows: Vec<Row>) -> Self {
        Pushed { first, blocks, values, rows }
    }

    pub(crate) fn end(&self) -> usize {
        self.first + self.blocks
    }

    /// What is known of a row, and the quotient from which on heaps are not in it yet.
    fn get(&self, place: Place, modulus: usize) -> (Row, usize) {
        if place.value < self.values {
            let at = ((place.block - self.first) * self.values + place.value) * modulus + place.remainder;
            (self.rows[at], self.first * LANES)
        } else {
            ([0; LANES / 64], 0)
        }
    }
}

/// The heaps that have their values, and what they block.
pub(crate) struct Solver {
    pub(crate) wheel: Wheel,
    /// The largest difference of the quotients of two heaps that a member joins.
    reach: usize,
    /// How many heaps have their values.
    solved: usize,
    /// For each value and remainder the quotients of the heaps, ascending.
    heaps: Vec<Vec<Vec<u32>>>,
}

impl Solver {
    pub(super) fn new(members: &[u64], n: usize, reach: usize) -> Self {
        let wheel = Wheel::new(members, n, reach);
        let reach = members.last().map_or(0, |&s| s as usize / wheel.modulus + 1);
        Solver { wheel, reach, solved: 0, heaps: Vec::new() }
    }

    pub(crate) fn block_heaps(&self) -> usize {
        self.wheel.modulus * LANES
    }

    pub(crate) fn solved(&self) -> usize {
        self.solved
    }

    /// How many values there are so far, of those that are pushed ahead.
    pub(crate) fn values(&self) -> usize {
        self.heaps.len().min(MOST_VALUES)
    }

    /// The quotients from..until of the heaps with a value and a remainder.
    pub(crate) fn heaps(&self, value: usize, remainder: usize, from: usize, until: usize) -> &[u32] {
        self.heaps.get(value).map_or(&[], |lists| between(&lists[remainder], from, until))
    }

    /// The next heap has this value.
    pub(super) fn push(&mut self, value: u32) {
        let modulus = self.wheel.modulus;
        while self.heaps.len() <= value as usize {
            self.heaps.push(vec![Vec::new(); modulus]);
        }
        self.heaps[value as usize][self.solved % modulus].push((self.solved / modulus) as u32);
        self.solved += 1;
    }

    /// Adds to a row what the heaps of its value with quotients from..until block.
    pub(crate) fn or_heaps(&self, row: &mut Row, place: Place, from: usize, until: usize) {
        self.or_classes(row, place, from, until);
        self.or_few(row, place, from, until);
    }

    /// That by members of the classes of the wheel.
    pub(crate) fn or_classes(&self, row: &mut Row, place: Place, from: usize, until: usize) {
        let Some(lists) = self.heaps.get(place.value) else { return };
        let start = place.block * LANES;
        let from = from.max(start.saturating_sub(self.reach));
        for class in &self.wheel.classes {
            let (source, carry) = self.wheel.source(class.remainder, place.remainder);
            class.quotients.or_each(row, start + LANES - carry, between(&lists[source], from, until));
        }
    }

    /// That by the few other members.
    pub(crate) fn or_few(&self, row: &mut Row, place: Place, from: usize, until: usize) {
        let Some(lists) = self.heaps.get(place.value) else { return };
        let modulus = self.wheel.modulus;
        let start = place.block * LANES;
        for &s in &self.wheel.few {
            let (source, carry) = self.wheel.source(s % modulus, place.remainder);
            let further = s / modulus + carry;
            let from = from.max(start.saturating_sub(further));
            for &j in between(&lists[source], from, until.min((start + LANES).saturating_sub(further))) {
                let lane = j as usize + further - start;
                row[lane / 64] |= 1 << (lane % 64);
            }
        }
    }

    /// What the heaps before block `first` push to the `blocks` from it on; some of it is known.
    pub(super) fn push_to(&self, first: usize, blocks: usize, known: &Pushed) -> Pushed {
        let (values, modulus) = (self.values(), self.wheel.modulus);
        let mut rows = vec![[0; LANES / 64]; blocks * values * modulus];
        rows.par_iter_mut().enumerate().for_each(|(at, row)| {
            let place = Place::of(at, first, values, modulus);
            let from;
            (*row, from) = known.get(place, modulus);
            self.or_heaps(row, place, from, first * LANES);
        });
        Pushed::new(first, blocks, values, rows)
    }

    /// Gives the heaps of the next block their values, in `out` from the first that has none; `pushed` covers the
    /// block.
    pub(super) fn solve(&mut self, pushed: &Pushed, out: &mut Vec<u32>) {
        let modulus = self.wheel.modulus;
        let block = self.solved / self.block_heaps();
        let start = block * self.block_heaps();
        let known = self.solved - start;
        out.clear();
        out.resize(self.block_heaps() - known, 0);
        let mut open = vec![[!0; LANES / 64]; modulus];
        (0..known).for_each(|at| clear(&mut open, at, modulus));
        let mut rows = vec![[0; LANES / 64]; modulus];
        let mut found = Vec::new();
        let mut left = out.len();
        for value in 0.. {
            if left == 0 {
                break;
            }
            for (remainder, row) in rows.iter_mut().enumerate() {
                let place = Place { block, value, remainder };
                let from;
                (*row, from) = pushed.get(place, modulus);
                self.or_heaps(row, place, from, usize::MAX);
            }
            found.clear();
            resolve(&self.wheel, &mut rows, &mut open, &mut found);
            left -= found.len();
            if self.heaps.len() <= value {
                self.heaps.push(vec![Vec::new(); modulus]);
            }
            for &at in &found {
                out[at - known] = value as u32;
                self.heaps[value][at % modulus].push((block * LANES + at / modulus) as u32);
            }
        }
        self.solved = start + self.block_heaps();
    }
}

/// The numbers of an ascending list from `from` to below `until`.
fn between(list: &[u32], from: usize, until: usize) -> &[u32] {
    let place = |bound: usize| list.partition_point(|&j| (j as usize) < bound);
    let (from, until) = (place(from), place(until));
    &list[from.min(until)..until]
}

fn clear(rows: &mut [Row], at: usize, modulus: usize) {
    let (lane, remainder) = (at / modulus, at % modulus);
    rows[remainder][lane / 64] &= !(1 << (lane % 64));
}

/// The heaps of a block that take a value: the least one that is open and not blocked, then the next that none of them
/// blocks. They are not open any more.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2", "x86_64+avx2+bmi1+bmi2"))]
fn resolve(wheel: &Wheel, blocked: &mut [Row], open: &mut [Row], found: &mut Vec<usize>) {
    resolve_plainly(wheel, blocked, open, found);
}

#[inline(always)]
fn resolve_plainly(wheel: &Wheel, blocked: &mut [Row], open: &mut [Row], found: &mut Vec<usize>) {
    let modulus = wheel.modulus;
    for word in 0..LANES / 64 {
        loop {
            let any = open.iter().zip(&*blocked).fold(0, |any, (open, blocked)| any | open[word] & !blocked[word]);
            if any == 0 {
                break;
            }
            let lane = word * 64 + any.trailing_zeros() as usize;
            let bit = any & any.wrapping_neg();
            for remainder in 0..modulus {
                if open[remainder][word] & !blocked[remainder][word] & bit == 0 {
                    continue;
                }
                open[remainder][word] ^= bit;
                let at = lane * modulus + remainder;
                found.push(at);
                for class in &wheel.classes {
                    let carry = usize::from(remainder + class.remainder >= modulus);
                    let target = remainder + class.remainder - carry * modulus;
                    class.quotients.or(&mut blocked[target], LANES - carry - lane);
                }
                for &s in wheel.few.iter().take_while(|&&s| at + s < modulus * LANES) {
                    let (lane, target) = ((at + s) / modulus, (at + s) % modulus);
                    blocked[target][lane / 64] |= 1 << (lane % 64);
                }
            }
        }
    }
}
