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
        budget.spend(values.checked_mul(2)?)?;
        Some(Least(vec![usize::MAX; 2 * values]))
    }

    fn get(&self, value: usize, parity: usize) -> usize {
        self.0.get(2 * value + parity % 2).copied().unwrap_or(usize::MAX)
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
        let rise = claim.rise(common)? as usize;
        let first = claim.first_from(after.checked_add(1)?, common)? as usize;
        let settled = first + self.most_parts * claim.values.len() + 2 * common as usize;
        let end = settled.min(len as usize);
        if first + common as usize > end {
            return None;
        }
        let v0 = claim.above_fixed() as usize;
        let low = 1usize << rise.trailing_zeros();
        let largest = (first..end).map(|n| claim.at(n)).max()? as usize;
        let wide = (largest + 1).next_multiple_of(low);

        let least_small = self.least_small(low.max(v0), budget)?;
        let stays = self.stays(v0, &least_small, budget)?;
        let stays_and_rises = self.stays_and_rises(low, wide, end, &least_small, budget)?;

        let low_sums: Vec<Vec<(usize, u64)>> = (0..self.most_parts)
            .map(|parts| {
                let low_only = |(sum, xors): (usize, &[u64])| {
                    xors.iter().filter(|&&xor| xor < low as u64).map(move |&xor| (sum, xor)).collect::<Vec<_>>()
                };
                self.small.of(parts).flat_map(low_only).collect()
            })
            .collect();
        let mut seen = vec![0; wide];
        let mut passed = 0;
        for n in first..end {
            for step in self.moves {
                let sums = &low_sums[step.parts - 1];
                budget.spend(sums.len())?;
                for &(sum, xor) in sums {
                    if let Some(y) = n.checked_sub(step.taken + sum).filter(|&y| y >= claim.q)
                        && let Some(seen) = seen.get_mut((claim.at(y) ^ xor) as usize)
                    {
                        *seen = n;
                    }
                }
            }
            let value = claim.at(n) as usize;
            budget.spend(value)?;
            let has = |v: usize| {
                if v < v0 {
                    stays.get(v, n) <= n
                } else {
                    stays_and_rises.get(v, n) <= n || v >= v0 + rise && seen[v] == n
                }
            };
            passed = if (0..value).all(has) { passed + 1 } else { 0 };
            if passed == common {
                return Some(n as u64 + 1 - common);
            }
        }
        None
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
        for step in self.moves {
            for pairs in 1..=step.parts / 2 {
                let others = &least_small[step.parts - 2 * pairs];
                for value in 0..v0 {
                    for parity in 0..2 {
                        let heap = others.get(value, parity).saturating_add(step.taken + 2 * pairs);
                        stays.lower(value, heap);
                    }
                }
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
        for step in self.moves {
            for pairs in 1..=(step.parts - 1) / 2 {
                let others = &least_small[step.parts - 1 - 2 * pairs];
                for (xor, parity) in (0..low).flat_map(|xor| [(xor, 0), (xor, 1)]) {
                    let others = others.get(xor, parity).saturating_add(step.taken + 2 * pairs);
                    if others == usize::MAX {
                        continue;
                    }
                    budget.spend(2 * wide)?;
                    for value in 0..wide {
                        for parity in 0..2 {
                            let y = least_free.get(value, parity);
                            both.lower(value ^ xor, others.saturating_add(y));
                        }
                    }
                }
            }
        }
        Some(both)
    }
}
