//! What finished segments push to a later one.

use rayon::prelude::*;

use super::spectra::{Spectrum, Sums, Transform, is_certain};
use crate::table::shifted_or::{LANES, Place, Pushed, Row, Solver};

/// Values are pushed by OR from a segment where one heap in so many, or fewer, has one of them.
const FEW: usize = 100;

/// Only so many values are transformed, the least ones, so that memory is bounded.
pub(super) const MOST_VALUES: usize = 12;

/// Transforms of members and of the heaps of finished segments.
pub(super) struct Far {
    members: Vec<u64>,
    transform: Transform,
    /// Values that share a transform: two, or one where two are too many for a certain result.
    together: usize,
    /// What a heap of the second of them counts; a heap of the first counts 1.
    weight: f64,
    /// For each class of the wheel and each carry, by the distance of segments less 1, the members that join their
    /// heaps.
    windows: Vec<Vec<Spectrum>>,
    /// For each finished segment and each group of values, the heaps of each remainder; `None` where they are few.
    heaps: Vec<Vec<Option<Vec<Spectrum>>>>,
    sums: Sums,
}

/// For each value of a group the rows of the blocks of a segment with one remainder.
type Rows = [Vec<Row>; 2];

/// No heap has more options than there are members, so the first value of two never counts as much as the second.
fn weight(members: f64) -> f64 {
    members + 1.0
}

impl Far {
    /// For heaps 0..=n and the members up to n, with transforms of length 2^log.
    pub(super) fn new(members: Vec<u64>, n: usize, log: u32) -> Self {
        let transform = Transform::new(log);
        let together = Far::together(n as f64, members.len() as f64, log);
        let weight = weight(members.len() as f64);
        Far { members, transform, together, weight, windows: Vec::new(), heaps: Vec::new(), sums: Sums::default() }
    }

    pub(super) fn together(n: f64, members: f64, log: u32) -> usize {
        // By Cauchy and Schwarz, where the second value has an eighth of the heaps; each member is in two windows. A
        // guess here decides how long it takes, not what is certain.
        let norms = weight(members) * (n / 8.0 * 2.0 * members).sqrt();
        if is_certain(log, 64, norms) { 2 } else { 1 }
    }

    pub(super) fn members(&self) -> &[u64] {
        &self.members
    }

    /// A segment has so many quotients for each remainder of the wheel, which makes whole blocks.
    pub(super) fn quotients(&self) -> usize {
        self.transform.length() / 2
    }

    /// What all heaps before segment `at`, which have their values, push to it.
    pub(super) fn push_to(&mut self, solver: &Solver, at: usize) -> Pushed {
        while self.heaps.len() < at {
            self.transform_window(solver);
            self.transform_heaps(solver);
        }
        let (values, modulus, blocks) = (solver.values(), solver.wheel.modulus, self.quotients() / LANES);
        let first = at * blocks;
        let convolved = self.convolve(solver, at, values.div_ceil(self.together));
        let mut rows = vec![[0; LANES / 64]; blocks * values * modulus];
        rows.par_iter_mut().enumerate().for_each(|(index, row)| {
            let place = Place::of(index, first, values, modulus);
            let (group, member) = (place.value / self.together, place.value % self.together);
            let convolved = convolved[group * modulus + place.remainder].as_ref();
            if let Some(convolved) = convolved {
                *row = convolved[member][place.block - first];
            }
            for (segment, heaps) in self.heaps.iter().enumerate() {
                if convolved.is_none() || heaps.get(group).is_none_or(Option::is_none) {
                    let from = segment * self.quotients();
                    solver.or_classes(row, place, from, from + self.quotients());
                }
            }
            solver.or_few(row, place, 0, first * LANES);
        });
        Pushed::new(first, blocks, values, rows)
    }

    /// Transforms the members between heaps of two segments, one distance more than before.
    fn transform_window(&mut self, solver: &Solver) {
        let Far { members, transform, windows, .. } = self;
        let (wheel, quotients) = (&solver.wheel, transform.length() / 2);
        windows.resize_with(2 * wheel.classes.len(), Vec::new);
        let middle = (windows.first().map_or(0, Vec::len) + 1) * quotients;
        let (from, until) = (middle - quotients, middle + quotients);
        let at = |quotient: usize| members.partition_point(|&s| (s as usize) < quotient * wheel.modulus);
        let members = &members[at(from.saturating_sub(1))..at(until)];
        windows.par_iter_mut().enumerate().for_each(|(index, windows)| {
            let (remainder, carry) = (wheel.classes[index / 2].remainder, index % 2);
            let of_class = members.iter().map(|&s| s as usize).filter(|s| s % wheel.modulus == remainder);
            let places = of_class.map(|s| s / wheel.modulus + carry).filter(|place| (from..until).contains(place));
            windows.extend(transform.spectrum(places.map(|place| (place - from, 1.0))));
        });
    }

    /// Transforms the heaps of the next segment, which have their values.
    fn transform_heaps(&mut self, solver: &Solver) {
        let (modulus, quotients) = (solver.wheel.modulus, self.quotients());
        let from = self.heaps.len() * quotients;
        let heaps = |value, remainder| solver.heaps(value, remainder, from, from + quotients);
        let values = |group: usize| group * self.together..(group + 1) * self.together;
        let are_few = |group: usize| {
            let counts =
                values(group).flat_map(|value| (0..modulus).map(move |remainder| heaps(value, remainder).len()));
            counts.sum::<usize>() <= quotients * modulus / FEW
        };
        let transform = |group: usize, remainder: usize| {
            let numbers = values(group).zip([1.0, self.weight]);
            let places = numbers.flat_map(|(value, number)| {
                heaps(value, remainder).iter().map(move |&quotient| (quotient as usize - from, number))
            });
            self.transform.spectrum(places)
        };
        let groups = (0..solver.values().div_ceil(self.together)).into_par_iter();
        let transformed = groups.map(|group| {
            if group * self.together >= MOST_VALUES || are_few(group) {
                return None;
            }
            (0..modulus).into_par_iter().map(|remainder| transform(group, remainder)).collect()
        });
        let transformed = transformed.collect();
        self.heaps.push(transformed);
    }

    /// For each group of values and each remainder what transformed heaps block in segment `at`; `None` where there are
    /// none, or where it is not certain how to round.
    fn convolve(&mut self, solver: &Solver, at: usize, groups: usize) -> Vec<Option<Rows>> {
        let modulus = solver.wheel.modulus;
        let mut sums = std::mem::take(&mut self.sums);
        let pairs_of = (0..groups * modulus).map(|index| self.pairs(solver, at, index / modulus, index % modulus));
        let pairs_of: Vec<_> = pairs_of.map(|pairs| pairs.filter(|pairs| self.transform.is_certain(pairs))).collect();
        let places: Vec<Option<usize>> = pairs_of
            .iter()
            .scan(0, |place, pairs| {
                let own = pairs.is_some().then_some(*place);
                *place += usize::from(pairs.is_some());
                Some(own)
            })
            .collect();
        let pairs_of: Vec<_> = pairs_of.into_iter().flatten().collect();
        self.transform.add(&mut sums, &pairs_of);
        let rows =
            places.into_par_iter().map(|place| self.transform.invert(&sums, place?, |numbers| self.rows(numbers)));
        let rows = rows.collect();
        self.sums = sums;
        rows
    }

    /// What has to be convolved, if anything.
    fn pairs(&self, solver: &Solver, at: usize, group: usize, remainder: usize) -> Option<Vec<(&Spectrum, &Spectrum)>> {
        let mut pairs = Vec::new();
        for (segment, heaps) in self.heaps.iter().enumerate() {
            let Some(Some(heaps)) = heaps.get(group) else { continue };
            for (class, windows) in solver.wheel.classes.iter().zip(self.windows.chunks(2)) {
                let (source, carry) = solver.wheel.source(class.remainder, remainder);
                // One is missing only if its transform has failed.
                pairs.push((&heaps[source], windows[carry].get(at - segment - 1)?));
            }
        }
        Some(pairs).filter(|pairs| !pairs.is_empty())
    }

    /// Reads what is blocked from a sum of convolutions; their second halves are the segment.
    fn rows(&self, numbers: &[f64]) -> Rows {
        let scale = 1.0 / self.transform.length() as f64;
        let mut rows = [Vec::new(), Vec::new()];
        for lanes in numbers[self.quotients()..].chunks(LANES) {
            let mut both = [[0; LANES / 64]; 2];
            for (word, numbers) in lanes.chunks(64).enumerate() {
                for (bit, number) in numbers.iter().enumerate() {
                    // A half more, so that what is off by a quarter still lies between two whole numbers.
                    let number = number * scale + 0.5;
                    let second = if self.together == 1 { 0.0 } else { (number / self.weight) as u64 as f64 };
                    both[0][word] |= u64::from(number - second * self.weight >= 1.0) << bit;
                    both[1][word] |= u64::from(second > 0.0) << bit;
                }
            }
            rows.iter_mut().zip(both).for_each(|(rows, row)| rows.push(row));
        }
        rows
    }
}
