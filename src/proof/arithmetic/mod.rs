//! The arithmetic take-and-break theorem: values of a code that rise for long enough rise for ever.
//!
//! Take a finite code without marks, whose moves take at most k tokens and leave at most w heaps. Let f be a table's
//! values below heap q, q >= 1, with f(n + p) = f(n) + s from q on, s > 0, and P an even multiple of p, S' = s P / p, V0
//! one more than the largest value below q. A part is free where it is at least q, for its value rises when p is added,
//! and fixed elsewhere. f is what the code is worth, for every heap, if
//!
//! - *Exclude*: no option with a free part has the value that f says of the heap ([`exclude`]);
//! - *Reach*: for some N1 > w q + k with f >= V0 + S' from N1 on, the heaps from N1 to N1 + P - 1 have options of every
//!   smaller value that heaps which are a multiple of P larger have too ([`reach`]);
//! - the table is f up to heap N1 + P - 1.
//!
//! Exclude is exact: where it fails, the table breaks f. Reach needs two equal parts beside a third to keep small values,
//! so w >= 3.
//!
//! Source: this project; proof in doc/proofs.md. Time and memory: see the files of the two; a budget of operations bounds
//! both, so long periods may stay without a proof.

mod exclude;
mod reach;
mod xors;

use std::{fmt, iter};

use self::reach::Reach;
use super::TakeAndBreak;
use crate::pattern::{Periods, Values};
use crate::ruleset::{Code, Digit, Ruleset};
use crate::table::Period;

/// The theorem for one rule.
///
/// ```
/// use sgtab::pattern::{Sequence, View};
/// use sgtab::proof::Arithmetic;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Period, Settings, SgTable};
/// let rule = Ruleset::parse("0.3F").unwrap();
/// let table = SgTable::compute(&rule, 100, &Settings::default()).unwrap();
/// let period = Period { preperiod: 0, period: 6, saltus: 3 };
/// let reached = Arithmetic::for_rule(&rule).unwrap().proves(&View::new(&table, Sequence::Sg, u64::MAX), &period);
/// assert_eq!(reached.map(|reached| (reached.common, reached.first)), Some((6, 12)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arithmetic {
    moves: Vec<Move>,
    most_taken: u64,
    most_parts: u64,
}

/// Taking `taken` to leave exactly `parts` heaps, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Move {
    taken: usize,
    parts: usize,
}

/// What was used beside the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// P, an even multiple of the period.
    pub common: u64,
    /// N1: from this heap on, P heaps show that every smaller value is reached.
    pub first: u64,
}

/// Moves that leave more heaps are not looked at: the time grows with a power of their number.
const MOST_PARTS: u64 = 16;
/// Operations for one table: the square of its length, which is what the table itself took, but no less than the least and
/// no more than the most.
const LEAST_BUDGET: u64 = 1 << 26;
const MOST_BUDGET: u64 = 1 << 28;
/// P is tried as the least even multiple of p, twice that, four times, ...: so many.
const MULTIPLES: usize = 3;

impl Arithmetic {
    /// `None` where the hypotheses do not hold: no code, or one with marks, with a repeating tail, that adds tokens, that
    /// leaves at most two heaps, or has other moves or an infinite set beside it.
    pub fn for_rule(rule: &Ruleset) -> Option<Self> {
        let shape = rule.shape();
        // The set has been joined with the code, if it is finite.
        let code = shape.code.as_ref().filter(|code| !code.has_marks() && shape.set.is_none())?;
        TakeAndBreak::for_rule(rule)?;
        let most_parts = code.most_parts().filter(|most| (3..=MOST_PARTS).contains(most))?;
        Some(Arithmetic { moves: moves(code), most_taken: code.most_taken()?, most_parts })
    }

    /// The least period with a saltus that is proved by `values`.
    pub fn proof<V: Values + ?Sized>(&self, values: &V, periods: &Periods<'_, V>) -> Option<(Period, Reached)> {
        let len = values.len() as u64;
        // All that hold on so long a stretch, three periods and two thirds of the table, are multiples of the least one,
        // and claim the same. So one is enough.
        let holds_long = |period: &Period| self.needs(period) < len && period.period.saturating_mul(3) <= len;
        let period = periods.least(|period, _| period.saltus > 0 && holds_long(period))?;
        Some((period, self.proves(values, &period)?))
    }

    /// How `values` prove `period`; `None` where they do not.
    pub fn proves<V: Values + ?Sized>(&self, values: &V, period: &Period) -> Option<Reached> {
        let len = values.len() as u64;
        if period.saltus == 0 || period.period == 0 || self.needs(period) >= len {
            return None;
        }
        let raised = |n: u64| values.at(n as usize).checked_add(period.saltus);
        let agrees = |n: u64| raised(n) == Some(values.at((n + period.period) as usize));
        if !(period.preperiod..len - period.period).all(agrees) {
            return None;
        }
        let claim = Claim::new(values, period);
        let mut budget = Budget(len.saturating_mul(len).clamp(LEAST_BUDGET, MOST_BUDGET));
        let reach = Reach::new(&self.moves, &claim, &mut budget)?;
        let after = self.most_parts * claim.q as u64 + self.most_taken;
        let multiples = iter::successors(Some(even_multiple(period.period)), |common| common.checked_mul(2));
        let reached = multiples.take(MULTIPLES).find_map(|common| {
            let first = reach.first(common, after, len, &mut budget)?;
            Some(Reached { common, first })
        })?;
        exclude::holds(&self.moves, &claim, &mut budget).then_some(reached)
    }

    /// The largest heap that the table must have, at least.
    fn needs(&self, period: &Period) -> u64 {
        let before = self.most_parts.saturating_mul(period.preperiod.max(1)).saturating_add(self.most_taken);
        before.saturating_add(even_multiple(period.period))
    }

    pub(super) fn most_taken(&self) -> u64 {
        self.most_taken
    }

    pub(super) fn most_parts(&self) -> u64 {
        self.most_parts
    }
}

fn even_multiple(p: u64) -> u64 {
    if p.is_multiple_of(2) { p } else { p.saturating_mul(2) }
}

fn moves(code: &Code) -> Vec<Move> {
    let of_digit = |(taken, digit): (i64, &Digit)| {
        let left = (1..=MOST_PARTS).filter(|&parts| !digit.with_parts(parts).is_nothing());
        left.map(|parts| Move { taken: taken as usize, parts: parts as usize }).collect::<Vec<_>>()
    };
    code.digits().flat_map(of_digit).collect()
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "once no option has the value of its heap, and P heaps from N1 > {}q", self.most_parts)?;
        if self.most_taken > 0 {
            write!(f, " + {}", self.most_taken)?;
        }
        f.write_str(" on reach all smaller values, P an even multiple of p, q >= 1")
    }
}

/// The values f that are claimed.
#[derive(Debug)]
struct Claim {
    /// Those below q + p.
    values: Vec<u64>,
    q: usize,
    p: usize,
    s: u64,
}

impl Claim {
    fn new<V: Values + ?Sized>(table: &V, period: &Period) -> Self {
        let (q, p) = (period.preperiod.max(1) as usize, period.period as usize);
        Claim { values: (0..q + p).map(|n| table.at(n)).collect(), q, p, s: period.saltus }
    }

    /// f(n).
    fn at(&self, n: usize) -> u64 {
        let periods = n.saturating_sub(self.q) / self.p;
        self.values[n - periods * self.p] + self.s * periods as u64
    }

    /// V0: larger than every value below q.
    fn above_fixed(&self) -> u64 {
        self.values[..self.q].iter().max().map_or(0, |most| most + 1)
    }

    /// S', by how much f rises in `common` heaps.
    fn rise(&self, common: u64) -> Option<u64> {
        self.s.checked_mul(common / self.p as u64)
    }

    /// The least heap, at least `from`, such that the values are at least V0 + S' from there on.
    fn first_from(&self, from: u64, common: u64) -> Option<u64> {
        let least = self.above_fixed().checked_add(self.rise(common)?)?;
        let below = |(heap, value): (u64, &u64)| {
            let periods = least.saturating_sub(*value).div_ceil(self.s);
            (periods > 0).then(|| (periods - 1).saturating_mul(self.p as u64).saturating_add(heap))
        };
        let last = (self.q as u64..).zip(&self.values[self.q..]).filter_map(below).max();
        Some(from.max(last.map_or(0, |last| last.saturating_add(1))))
    }
}

/// Operations that are left; a number that is kept counts for eight, or sixteen where it may be absent, so they bound the
/// memory too.
struct Budget(u64);

impl Budget {
    /// `None` where they do not suffice, and from then on.
    fn spend(&mut self, operations: usize) -> Option<()> {
        let left = self.0.checked_sub(operations as u64);
        self.0 = left.unwrap_or(0);
        left.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

    /// The same cases every time: what they come to is counted.
    pub(super) fn runner(cases: u32) -> TestRunner {
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    }

    /// Some moves that leave up to three heaps, and a claim of any small values.
    pub(super) fn claims() -> impl Strategy<Value = (Vec<Move>, Claim)> {
        // Every part of a heap is smaller.
        let moves = prop::collection::btree_set((0usize..3, 1usize..=3), 1..5).prop_map(|moves| {
            let smaller = moves.into_iter().filter(|&(taken, parts)| taken > 0 || parts > 1);
            smaller.map(|(taken, parts)| Move { taken, parts }).collect::<Vec<_>>()
        });
        let values = prop::collection::vec(0u64..5, 2..6);
        (moves, values, 1usize..4, 1u64..5).prop_filter_map("no move", |(moves, mut values, p, s)| {
            let q = values.len().checked_sub(p).filter(|&q| q > 0)?;
            values[0] = 0;
            (!moves.is_empty()).then_some((moves, Claim { values, q, p, s }))
        })
    }

    /// The values that a claim gives the options of n, all of them or those with a free part.
    pub(super) fn brute_options(moves: &[Move], claim: &Claim, n: usize, free_only: bool) -> Vec<u64> {
        let mut values = Vec::new();
        let mut option = |parts: &[usize]| {
            if !free_only || parts.iter().any(|&part| part >= claim.q) {
                values.push(parts.iter().fold(0, |xor, &part| xor ^ claim.at(part)));
            }
        };
        for step in moves {
            let Some(rest) = n.checked_sub(step.taken).filter(|&rest| rest >= step.parts) else { continue };
            match step.parts {
                1 => option(&[rest]),
                2 => (1..=rest / 2).for_each(|a| option(&[a, rest - a])),
                _ => (1..=rest / 3).for_each(|a| (a..=(rest - a) / 2).for_each(|b| option(&[a, b, rest - a - b]))),
            }
        }
        values
    }

    #[test]
    fn which_codes_it_is_for() {
        let theorem = |text: &str| Arithmetic::for_rule(&Ruleset::parse(text).unwrap());
        for text in ["0.8", "0.3F", "4.00G", "0.08; 1..3", "[a, n - a] for a in 1..n/2; 0.8"] {
            assert!(theorem(text).is_some_and(|theorem| theorem.most_parts >= 3), "{text}");
        }
        for text in ["0.77", "1..3", "0.8!", "0.8; odd", "80.0", "0.[8]", "0.*", "0.{17}", "0.8; [n - 1] if n % 2 == 0"]
        {
            assert_eq!(theorem(text), None, "{text}");
        }
        let misere = Ruleset::parse("0.8").unwrap().with_convention(crate::ruleset::Convention::Misere);
        assert_eq!(Arithmetic::for_rule(&misere), None);
    }
}
