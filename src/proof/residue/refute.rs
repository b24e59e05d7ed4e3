//! A period is refuted where a move joins heaps that it makes equal.
//!
//! Let f be the table continued with the period p from q on, without saltus, and a in S with f(j) = f(j + a), j + a >= q.
//! Then f is wrong at heap j + a or before: else the heaps j and j + a, which a move joins, had equal values. For outcomes
//! both must be P-positions. Named is the least of these heaps over all a that are listed: those of a set that grows
//! quickly are all below 2^64. It is an upper bound of the first break.

use std::collections::HashMap;

use super::Extended;
use super::members::Members;
use crate::pattern::{Values, View};
use crate::ruleset::{Convention, Ruleset};
use crate::table::Period;

/// Why a period cannot last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The move that leads between heaps that the period makes equal.
    pub amount: u64,
    /// The period breaks at this heap or before.
    pub heap: u64,
    /// What the period says of that heap.
    pub expected: u64,
}

/// So many members are tried, and if they do not decide it, so many.
const TRIED: [u64; 2] = [1 << 9, 1 << 16];
/// Comparisons to refute one period, and more in a long table.
const MOST_STEPS: u64 = 1 << 24;

/// The move that breaks a period without saltus, given as it fits `values`, if one is known.
pub fn conflict(rule: &Ruleset, values: &View<'_>, period: &Period) -> Option<Conflict> {
    let set = rule.only_set().filter(|_| rule.convention() == Convention::Normal)?;
    let claim = Extended::of(values, period)?;
    let mut least = None;
    for most in TRIED {
        let Members { mut all, through } = Members::of(set, most);
        // Ascending runs, one for each part of the set.
        all.sort();
        least = claim.least_broken(&all);
        if through == u64::MAX || least.is_some_and(|(heap, _)| heap <= through) {
            break;
        }
    }
    least.map(|(heap, amount)| Conflict { amount, heap, expected: claim.at(heap) })
}

impl Extended<'_> {
    /// The least heap j + a for a of `members`, which ascend, and heaps j and j + a that no move may join; with its a.
    fn least_broken(&self, members: &[u64]) -> Option<(u64, u64)> {
        let Period { preperiod: q, period: p, .. } = self.period;
        let len = self.values.len() as u64;
        let mut least: Option<(u64, u64)> = None;
        let (mut of_class, mut steps) = (HashMap::new(), 0);
        for &amount in members {
            if least.is_some_and(|(heap, _)| heap <= amount) || steps > MOST_STEPS + len {
                break;
            }
            // In the table no move joins such heaps.
            let from = len.saturating_sub(amount);
            let mut search = || {
                steps += (q + p).saturating_sub(from);
                self.first_joined(amount, from)
            };
            let joined = if from > 0 { search() } else { *of_class.entry(amount % p).or_insert_with(search) };
            let heap = joined.and_then(|j| j.checked_add(amount));
            least = least.into_iter().chain(heap.map(|heap| (heap, amount))).min();
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Periods, Sequence};
    use crate::table::{Settings, SgTable};

    fn rule(text: &str) -> Ruleset {
        Ruleset::parse(text).unwrap()
    }

    /// Whatever fits a short table and is refuted by the theorem must break in a long one, where it is said to.
    #[test]
    fn conflicts_are_real() {
        let mut conflicts = 0;
        for text in [
            "fibonacci",
            "squares",
            "factorials",
            "cubes",
            "triangular",
            "lucas",
            "primes",
            "fibonacci | 4",
            "lucas | 6",
            "powers of 2 | 9",
        ] {
            let rule = rule(text);
            let long = SgTable::compute(&rule, 20_000, &Settings::default()).unwrap();
            for sequence in [Sequence::Sg, Sequence::Outcome] {
                for len in (2..400).step_by(7) {
                    let view = View::new(&long, sequence, len);
                    let all = View::new(&long, sequence, u64::MAX);
                    let found = Periods::of(&view, false).least(|period, agree| agree >= period.period);
                    let Some(period) = found else { continue };
                    let Some(conflict) = conflict(&rule, &view, &period) else { continue };
                    if conflict.heap < long.len() {
                        let breaks = |n: u64| all.at(n as usize) != all.at((n - period.period) as usize);
                        assert!(
                            (len..=conflict.heap).any(breaks),
                            "{text} {sequence:?} {len}: {period:?} {conflict:?}"
                        );
                        conflicts += 1;
                    }
                }
            }
        }
        assert!(conflicts > 150, "{conflicts}");
    }

    #[test]
    fn fibonacci_36_breaks_by_144() {
        let rule = rule("fibonacci");
        let table = SgTable::compute(&rule, 100, &Settings::default()).unwrap();
        let period = Period { preperiod: 0, period: 36, saltus: 0 };
        let found = conflict(&rule, &View::new(&table, Sequence::Sg, 101), &period);
        assert_eq!(found, Some(Conflict { amount: 144, heap: 144, expected: 0 }));
    }
}
