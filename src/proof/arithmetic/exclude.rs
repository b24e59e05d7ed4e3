//! Exclude: no option with a free part, of any heap, has the value that f says of the heap.
//!
//! Let 2^e be the largest power of two that divides s, C = floor(f / 2^e). Free parts r_j + p t_j leave, with fixed
//! parts, the heap N + p (t_1 + t_2 + ...), N what it is for t = 0, and all t_j >= 0 must be excluded. Where the XOR of
//! all parts differs from f(N) modulo 2^e, it does so for all t_j. Elsewhere let X be the XOR of C over the fixed parts and
//! kappa = C(N) minus the sum of C over the free parts. Some t_j fail
//!
//! - with one free part iff (X - kappa) / 2 is a whole number whose binary digits are among those of X;
//! - with more iff X >= kappa and X - kappa is even: iff the XOR equals f(N) modulo 2^(e + 1) and X >= kappa. So of
//!   the ways to choose parts with one sum and one XOR modulo 2^(e + 1), the one with the largest X and sum of C decides.
//!
//! Time: for each move that leaves j parts, (j q) V p with one free part, V the number of values below q, and (j q) (j p)
//! 2^(e + 1) with more; for b free parts b p^2 2^(e + 1).

use super::xors::Xors;
use super::{Budget, Claim, Move};

/// Whether that is so, and found out within the budget.
pub(super) fn holds(moves: &[Move], claim: &Claim, budget: &mut Budget) -> bool {
    differs(moves, claim, budget) == Some(true)
}

/// `None` where the budget does not suffice.
fn differs(moves: &[Move], claim: &Claim, budget: &mut Budget) -> Option<bool> {
    let most = moves.iter().map(|step| step.parts).max().unwrap_or(0);
    let low_bits = claim.s.trailing_zeros();
    let fixed = Xors::new(&claim.values[..claim.q], most.saturating_sub(1), budget)?;
    Some(
        one_free_differs(moves, claim, &fixed, low_bits, budget)?
            && more_free_differ(moves, claim, &fixed, low_bits, budget)?,
    )
}

fn one_free_differs(moves: &[Move], claim: &Claim, fixed: &Xors, low_bits: u32, budget: &mut Budget) -> Option<bool> {
    let may_be_equal = |xor: u64, free: u64, heap: u64| {
        let x = xor >> low_bits;
        let twice = (x + (free >> low_bits)).checked_sub(heap >> low_bits);
        let half_within = |twice: u64| twice.is_multiple_of(2) && (twice / 2) & !x == 0;
        (xor ^ free ^ heap).trailing_zeros() >= low_bits && twice.is_some_and(half_within)
    };
    for step in moves {
        for (sum, xors) in fixed.of(step.parts - 1) {
            budget.spend(claim.p * (xors.len() + 1))?;
            for (free, &value) in claim.values.iter().enumerate().skip(claim.q) {
                let heap = claim.at(step.taken + sum + free);
                if xors.iter().any(|&xor| may_be_equal(xor, value, heap)) {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}

fn more_free_differ(moves: &[Move], claim: &Claim, fixed: &Xors, low_bits: u32, budget: &mut Budget) -> Option<bool> {
    let most = moves.iter().map(|step| step.parts).max().unwrap_or(0);
    let free = Free::new(claim, most, low_bits, budget)?;
    let mask = free.classes as u64 - 1;
    for fixed_parts in 0..=most.saturating_sub(2) {
        for (fixed_sum, xors) in fixed.of(fixed_parts) {
            let mut largest = vec![None; free.classes];
            xors.iter().for_each(|&xor| {
                let x = &mut largest[(xor & mask) as usize];
                *x = (*x).max(Some(xor >> low_bits));
            });
            let largest: Vec<(u64, u64)> = (0..).zip(largest).filter_map(|(class, x)| Some((class, x?))).collect();
            for step in moves.iter().filter(|step| step.parts >= fixed_parts + 2) {
                for (free_sum, sums) in free.of(step.parts - fixed_parts) {
                    budget.spend(largest.len() + 1)?;
                    let heap = claim.at(step.taken + fixed_sum + free_sum);
                    let may_be_equal = |&(class, x): &(u64, u64)| {
                        sums[((class ^ heap) & mask) as usize].is_some_and(|sum| x + sum >= heap >> low_bits)
                    };
                    if largest.iter().any(may_be_equal) {
                        return Some(false);
                    }
                }
            }
        }
    }
    Some(true)
}

/// For k free parts in [q, q + p), by their sum and their XOR modulo 2^(e + 1): the largest sum of C.
struct Free {
    classes: usize,
    /// Place k - 1: from the sum k q on, a place for each class.
    levels: Vec<Vec<Option<u64>>>,
    least: usize,
}

impl Free {
    fn new(claim: &Claim, most: usize, low_bits: u32, budget: &mut Budget) -> Option<Self> {
        let classes = 2usize.checked_shl(low_bits)?;
        let class = |value: u64| value as usize & (classes - 1);
        let free = &claim.values[claim.q..];
        let mut levels: Vec<Vec<Option<u64>>> = Vec::new();
        let none = vec![Some(0)];
        for parts in 1..=most {
            let fewer = levels.last().unwrap_or(&none);
            let sums = parts * (claim.p - 1) + 1;
            budget.spend(sums.saturating_mul(classes).saturating_mul(free.len() + 16))?;
            let mut level = vec![None; sums * classes];
            for (sum, of_sum) in fewer.chunks(classes).enumerate() {
                for (above, &value) in free.iter().enumerate() {
                    let to = &mut level[(sum + above) * classes..][..classes];
                    for (xor, old) in of_sum.iter().enumerate() {
                        let largest = &mut to[xor ^ class(value)];
                        *largest = (*largest).max(old.map(|old| old + (value >> low_bits)));
                    }
                }
            }
            levels.push(level);
        }
        Some(Free { classes, levels, least: claim.q })
    }

    /// Each sum of so many parts, with what each class has.
    fn of(&self, parts: usize) -> impl Iterator<Item = (usize, &[Option<u64>])> {
        (parts * self.least..).zip(self.levels[parts - 1].chunks(self.classes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{brute_options, claims, runner};
    use super::*;
    use std::cell::Cell;

    /// Exclude holds iff no option with a free part has its heap's value: one that does is found before heap 150, as the
    /// values below q + p are small.
    #[test]
    fn what_is_excluded_never_comes() {
        let counts = Cell::new((0, 0));
        let attempt = |(moves, claim): (Vec<Move>, Claim)| {
            let excluded = holds(&moves, &claim, &mut Budget(1 << 26));
            let heap = (1..150).find(|&n| brute_options(&moves, &claim, n, true).contains(&claim.at(n)));
            assert_eq!(excluded, heap.is_none(), "{moves:?} {claim:?} {heap:?}");
            let (yes, no) = counts.get();
            counts.set(if excluded { (yes + 1, no) } else { (yes, no + 1) });
            Ok(())
        };
        runner(500).run(&claims(), attempt).unwrap();
        let (yes, no) = counts.get();
        assert!(yes > 30 && no > 30, "{yes} {no}");
    }

    /// One free part is not enough: f(n) = n + 4, heaps split in two, and 8 is worth what 2 and 6 are.
    #[test]
    fn two_parts_that_grow_meet_where_one_does_not() {
        let claim = Claim { values: vec![0, 5], q: 1, p: 1, s: 1 };
        let moves = [Move { taken: 0, parts: 2 }];
        assert_eq!(claim.at(2) ^ claim.at(6), claim.at(8));
        assert!((1..1000).all(|a| claim.at(a) ^ claim.at(1) != claim.at(a + 1)));
        assert!(!holds(&moves, &claim, &mut Budget(1 << 20)));
    }

    #[test]
    fn what_costs_too_much_is_not_excluded() {
        let claim = Claim { values: vec![0, 0, 1], q: 1, p: 2, s: 1 };
        let moves = [Move { taken: 2, parts: 3 }];
        assert!(holds(&moves, &claim, &mut Budget(1000)) && !holds(&moves, &claim, &mut Budget(10)));
    }
}
