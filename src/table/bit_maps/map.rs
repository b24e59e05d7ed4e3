//! The map of one run of heaps: for each value a word, whose bit k says that the k-th heap has an option worth it.

use multiversion::multiversion;

use crate::table::cells::Cell;

/// Heaps of a run: the bits of a word.
pub(super) const RUN: usize = 64;

/// Marks the options of the run that begins with heap `start` by moves of at least [`RUN`], ascending, up to the first that
/// is larger than `start`. Values beyond the map are left out.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
pub(super) fn mark<C: Cell>(map: &mut [u64], cells: &[C], start: usize, moves: &[usize]) {
    mark_by(map, cells, start, moves);
}

#[inline(always)]
fn mark_by<C: Cell>(map: &mut [u64], cells: &[C], start: usize, moves: &[usize]) {
    // Of all values of a byte, so that no index needs a check.
    if let (1, Some(map)) = (size_of::<C>(), map.first_chunk_mut::<256>()) {
        for options in runs(cells, start, moves) {
            for_each_heap(|heap| map[options[heap].get() as usize & 255] |= 1 << heap);
        }
    } else {
        for options in runs(cells, start, moves) {
            for_each_heap(|heap| {
                if let Some(heaps) = map.get_mut(options[heap].get() as usize) {
                    *heaps |= 1 << heap;
                }
            });
        }
    }
}

/// The options of a run by each move.
#[inline(always)]
fn runs<'a, C>(cells: &'a [C], start: usize, moves: &'a [usize]) -> impl Iterator<Item = &'a [C; RUN]> {
    moves.iter().map_while(move |&s| cells.get(start.checked_sub(s)?..)?.first_chunk())
}

/// Each heap of a run, in an order in which neighbours, which often have equal options, do not wait for each other.
#[inline(always)]
fn for_each_heap(mut f: impl FnMut(usize)) {
    for column in 0..8 {
        for row in 0..RUN / 8 {
            f(row * 8 + column);
        }
    }
}

/// Where in a map to look for free values: for each [`Places::STEP`] values, the heaps that had all of them when the map
/// was looked at. Marks that came later only lead to a step that was looked at for nothing.
#[derive(Default)]
pub(super) struct Places {
    full: Vec<u64>,
}

impl Places {
    pub(super) const STEP: usize = 16;

    pub(super) fn look_at(&mut self, map: &[u64]) {
        self.full.clear();
        let (steps, _) = map.as_chunks::<{ Places::STEP }>();
        self.full.extend(steps.iter().map(|step| step.iter().fold(u64::MAX, |all, heaps| all & heaps)));
    }

    /// The least value that a heap of the run has not, or the first one beyond the map.
    pub(super) fn least_free(&self, map: &[u64], heap: usize) -> u32 {
        let free = |heaps: &u64| heaps >> heap & 1 == 0;
        let from = self.full.iter().position(free).unwrap_or(self.full.len()) * Places::STEP;
        let rest = &map[from..];
        (from + rest.iter().position(free).unwrap_or(rest.len())) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some cells without a pattern, below a bound.
    fn cells<C: Cell>(bound: u32) -> Vec<C> {
        (0..1000u32)
            .filter_map(|i| C::narrow(i.wrapping_mul(2_654_435_769) >> 8).or(C::narrow(i % 256)))
            .filter(|cell| cell.get() < bound)
            .collect()
    }

    fn agrees<C: Cell>(bound: u32, values: usize) {
        let cells: Vec<C> = cells(bound);
        let start = cells.len();
        let moves = [64, 65, 100, 128, start - 1, start, start + 1];
        let (mut fast, mut portable, mut expected) = (vec![0; values], vec![0; values], vec![0; values]);
        mark(&mut fast, &cells, start, &moves);
        mark_by(&mut portable, &cells, start, &moves);
        for s in &moves[..6] {
            for heap in 0..RUN {
                if let Some(heaps) = expected.get_mut(cells[start + heap - s].get() as usize) {
                    *heaps |= 1u64 << heap;
                }
            }
        }
        assert!(expected.iter().any(|&heaps| heaps != 0));
        assert_eq!((&fast, &portable), (&expected, &expected));
    }

    #[test]
    fn marks_are_those_of_the_definition() {
        agrees::<u8>(256, 256);
        agrees::<u8>(100, 48);
        agrees::<u16>(60_000, 4096);
        agrees::<u32>(u32::MAX, 1 << 20);
    }

    #[test]
    fn the_least_free_value_is_found_after_later_marks() {
        let mut map = vec![u64::MAX; 64];
        let mut places = Places::default();
        map[40] = !(1 << 3);
        places.look_at(&map);
        assert_eq!((places.least_free(&map, 3), places.least_free(&map, 4)), (40, 64));
        map[50] = 0;
        places.look_at(&map);
        map[40] = u64::MAX;
        assert_eq!((places.least_free(&map, 3), places.least_free(&map, 4)), (50, 50));
    }
}
