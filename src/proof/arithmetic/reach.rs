//! Reach: each heap has options of all smaller values that stay options, or rise with it, P heaps later.
//!
//! Let 2^l be the largest power of two that divides S'. An option *rises* if it has a free part y and the XOR of the others
//! is below 2^l: with y + P in place of y it is an option of the heap P later, and its value is larger by S'. An option
//! *stays* if it has two equal parts: both are made larger by P / 2, and its value is the same. For each N in [N1, N1 + P)
//! is asked that
//!
//! - each v in [V0, f(N)) is the value of an option that rises;
//! - each v < V0 is the value of one that stays, and each v in [V0, V0 + S') of one that does both, y not among the
//!   two equal parts.
//!
//! Beside y and pairs of equal parts, parts below q + p are looked at. An option with a pair is one for all larger heaps of
//! the same parity, so it is enough to know the least of them.
//!
//! Time: for each heap the number of values, and of sums of parts below q + p with an XOR below 2^l. From about
//! w (q + p) + P heaps on a heap has what the heap P before it had, so no more are looked at.

use super::xors::Xors;
use super::{Budget, Claim, Move};

/// What does not depend on P.
pub(super) struct Reach<'a> {
    moves: &'a [Move],
    claim: &'a Claim,
    most_parts: usize,
    /// Of parts below q + p.
    small: Xors,
}

/// For each value and parity of heaps, a least heap: value v and heap n are at 2v + n mod 2.
struct Least(Vec<usize>);

impl Least {
    fn new(values: usize, budget: &mut Budget) -> Option<Self> {
        budget.spend(values.checked_mul(16)?)?;
        Some(Least(vec![usize::MAX; 2 * values]))
    }

    fn get(&self, value: usize, parity: usize) -> usize {
        self.0.get(2 * value + parity % 2).copied().unwrap_or(usize::MAX)
    }

    /// Each value below `values` with the least heap of either parity, where there is one.
    fn each(&self, values: usize) -> impl Iterator<Item = (usize, usize)> {
        let least = self.0.iter().take(2 * values).enumerate();
        least.filter(|(_, heap)| **heap < usize::MAX).map(|(at, &heap)| (at / 2, heap))
    }

    fn lower(&mut self, value: usize, heap: usize) {
        if let Some(least) = self.0.get_mut(2 * value + heap % 2) {
            *least = (*least).min(heap);
        }
    }
}

impl<'a> Reach<'a> {
    /// `None` where the budget does not suffice.
    pub(super) fn new(moves: &'a [Move], claim: &'a Claim, budget: &mut Budget) -> Option<Self> {
        let most_parts = moves.iter().map(|step| step.parts).max()?;
        let small = Xors::new(&claim.values, most_parts - 1, budget)?;
        Some(Reach { moves, claim, most_parts, small })
    }

    /// The least N1 > `after` with N1 + P <= `len`; `None` where none is found within the budget.
    pub(super) fn first(&self, common: u64, after: u64, len: u64, budget: &mut Budget) -> Option<u64> {
        let claim = self.claim;
        let rise = claim.rise(common)?;
        let first = claim.first_from(after + 1, common)?;
        if first.saturating_add(common) > len {
            return None;
        }
        let end = len.min(first + (self.most_parts * claim.values.len()) as u64 + 2 * common);
        let (first, end, rise, v0) = (first as usize, end as usize, rise as usize, claim.above_fixed() as usize);
        let low = 1 << rise.trailing_zeros();
        let largest = (first..end).map(|n| claim.at(n)).max()? as usize;
        let wide = (largest + 1).next_multiple_of(low);

        let least_small = self.least_small(low.max(v0), budget)?;
        let stays = self.stays(v0, &least_small, budget)?;
        let both = self.stays_and_rises(low, wide, end, &least_small, budget)?;
        let mut seen = vec![0; wide];
        let mut passed = 0;
        for n in first..end {
            self.mark_rising(n, low, &mut seen, budget)?;
            let value = claim.at(n) as usize;
            budget.spend(value)?;
            let reached = |v: usize| match v < v0 {
                true => stays.get(v, n) <= n,
                false => both.get(v, n) <= n || v >= v0 + rise && seen[v] == n,
            };
            passed = if (0..value).all(reached) { passed + 1 } else { 0 };
            if passed == common {
                return Some(n as u64 + 1 - common);
            }
        }
        None
    }

    /// Marks by n the values of the options of n that rise, pairs of equal large parts not looked at.
    fn mark_rising(&self, n: usize, low: usize, seen: &mut [usize], budget: &mut Budget) -> Option<()> {
        let claim = self.claim;
        for step in self.moves {
            for (sum, xors) in self.small.of(step.parts - 1) {
                budget.spend(1 + xors.len())?;
                let Some(y) = n.checked_sub(step.taken + sum).filter(|&y| y >= claim.q) else { break };
                for &xor in xors.iter().filter(|&&xor| xor < low as u64) {
                    if let Some(seen) = seen.get_mut((claim.at(y) ^ xor) as usize) {
                        *seen = n;
                    }
                }
            }
        }
        Some(())
    }

    /// For each number of parts below q + p and each XOR below `bound` the least sum.
    fn least_small(&self, bound: usize, budget: &mut Budget) -> Option<Vec<Least>> {
        let of = |parts| {
            let mut least = Least::new(bound, budget)?;
            for (sum, xors) in self.small.of(parts) {
                budget.spend(xors.len())?;
                xors.iter().for_each(|&xor| least.lower(xor as usize, sum));
            }
            Some(least)
        };
        (0..self.most_parts).map(of).collect()
    }

    /// The least heaps with an option of each value below V0 that stays.
    fn stays(&self, v0: usize, least_small: &[Least], budget: &mut Budget) -> Option<Least> {
        let mut stays = Least::new(v0, budget)?;
        for (in_pairs, others) in self.with_pairs(0) {
            budget.spend(2 * v0)?;
            for (value, sum) in least_small[others].each(v0) {
                stays.lower(value, sum.saturating_add(in_pairs));
            }
        }
        Some(stays)
    }

    /// The least heaps with an option of each value that stays and rises.
    fn stays_and_rises(
        &self,
        low: usize,
        wide: usize,
        end: usize,
        least_small: &[Least],
        budget: &mut Budget,
    ) -> Option<Least> {
        let mut least_free = Least::new(wide, budget)?;
        (self.claim.q..end).for_each(|y| least_free.lower(self.claim.at(y) as usize, y));
        let mut both = Least::new(wide, budget)?;
        for (in_pairs, others) in self.with_pairs(1) {
            for (xor, sum) in least_small[others].each(low) {
                budget.spend(2 * wide)?;
                for (value, y) in least_free.each(wide) {
                    both.lower(value ^ xor, y.saturating_add(sum).saturating_add(in_pairs));
                }
            }
        }
        Some(both)
    }

    /// The ways to leave one or more pairs of equal parts and `apart` parts: what is taken with a token in each part of a
    /// pair, and the number of other parts.
    fn with_pairs(&self, apart: usize) -> impl Iterator<Item = (usize, usize)> {
        self.moves.iter().flat_map(move |&Move { taken, parts }| {
            let others = parts.saturating_sub(apart);
            (1..=others / 2).map(move |pairs| (taken + 2 * pairs, others - 2 * pairs))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{brute_options, claims, runner};
    use super::*;
    use std::cell::Cell;

    /// What is reached in P heaps is reached in all that follow.
    #[test]
    fn small_values_stay_reached() {
        let found = Cell::new(0);
        let attempt = |(moves, claim): (Vec<Move>, Claim)| {
            let mut budget = Budget(1 << 26);
            let reach = Reach::new(&moves, &claim, &mut budget).unwrap();
            let most_taken = moves.iter().map(|step| step.taken).max().unwrap();
            let after = reach.most_parts * claim.q + most_taken;
            for common in [2 * claim.p as u64, 4 * claim.p as u64] {
                let Some(first) = reach.first(common, after as u64, 80, &mut budget) else { continue };
                found.set(found.get() + 1);
                for n in first as usize..90 {
                    let options = brute_options(&moves, &claim, n, false);
                    assert!((0..claim.at(n)).all(|v| options.contains(&v)), "{moves:?} {claim:?} {n} from {first}");
                }
            }
            Ok(())
        };
        runner(20_000).run(&claims(), attempt).unwrap();
        assert!(found.get() > 50, "{}", found.get());
    }
}
