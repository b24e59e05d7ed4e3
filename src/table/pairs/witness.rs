//! Whether some pair of heaps has a value: the search that accepts a value or rules it out.
//!
//! The parts of a rest m are a and m - a, so with the table once forwards and once backwards both stand in runs of
//! consecutive cells, and a run is compared 128 pairs at a time. The loops are plain; the functions that they are
//! inlined into are compiled once for any processor and once for each of those with wider registers.

use crate::table::cells::Cell;

/// Pairs that are compared before the search looks whether one had the value.
const AT_ONCE: usize = 128;

/// Whether some XOR of a cell on the left and the one beside it on the right is `value`, and how many were looked at.
#[inline(always)]
pub(super) fn find<C: Cell>(left: &[C], right: &[C], value: C) -> (bool, usize) {
    let (left_blocks, left_rest) = left.as_chunks::<AT_ONCE>();
    let (right_blocks, right_rest) = right.as_chunks::<AT_ONCE>();
    for (block, (l, r)) in left_blocks.iter().zip(right_blocks).enumerate() {
        if is_in(l, r, value) {
            return (true, (block + 1) * AT_ONCE);
        }
    }
    (is_in(left_rest, right_rest, value), left.len())
}

#[inline(always)]
fn is_in<C: Cell>(left: &[C], right: &[C], value: C) -> bool {
    // The least difference takes fewer instructions than a comparison and its result.
    let mut least = !C::default();
    for (&l, &r) in left.iter().zip(right) {
        least = least.min(l ^ r ^ value);
    }
    least == C::default()
}

#[cfg(test)]
mod tests {
    use multiversion::multiversion;

    use super::*;

    #[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt"))]
    fn find_with_the_widest<C: Cell>(left: &[C], right: &[C], value: C) -> (bool, usize) {
        find(left, right, value)
    }

    #[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt"))]
    fn find_with_wide<C: Cell>(left: &[C], right: &[C], value: C) -> (bool, usize) {
        find(left, right, value)
    }

    fn agree<C: Cell + std::fmt::Debug>(of: impl Fn(u32) -> C) {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            of(state >> 20)
        };
        let cells: Vec<C> = (0..1000).map(|_| next()).collect();
        for (from, len) in [(0, 0), (0, 1), (3, 127), (1, 128), (2, 129), (5, 400), (0, 500)] {
            let (left, right) = (&cells[from..from + len], &cells[499 - from..][..len]);
            for value in 0..300 {
                let value = of(value);
                let expected = (0..len).any(|i| left[i] ^ right[i] == value);
                let found = find(left, right, value);
                assert_eq!(found.0, expected);
                assert_eq!(find_with_wide(left, right, value), found);
                assert_eq!(find_with_the_widest(left, right, value), found);
            }
        }
    }

    #[test]
    fn every_path_finds_a_pair() {
        agree(|x| x as u8);
        agree(|x| x as u16);
        agree(|x| x);
    }
}
