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
//! Source: this project; proof in doc/proofs.md. Time: about (q + p)^2 times the number of values below q + p for each
//! number of parts, and P times the number of values; a budget of operations bounds it.

mod exclude;
mod reach;
mod xors;

use std::{fmt, iter};

use self::reach::Reach;
use super::TakeAndBreak;
use crate::pattern::{Periods, Values};
use crate::ruleset::{Code, Ruleset};
use crate::table::Period;

/// The theorem for one rule.
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
/// Operations for one table at least, and so many times the square of its length: what the table itself took.
const LEAST_BUDGET: u64 = 1 << 26;
/// P is tried as the least even multiple of p, twice that, four times, ...: so many.
const SCALES: usize = 7;

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
        // All periods of so long a stretch are multiples of the least one, and claim the same.
        let long_enough = |period: &Period, _| period.saltus > 0 && self.needs(period) < len;
        let period = periods.least(long_enough)?;
        Some((period, self.proves(values, &period)?))
    }

    /// How `period` is proved by `values`, of which it holds from its preperiod to the end; `None` where it is not.
    pub fn proves<V: Values + ?Sized>(&self, values: &V, period: &Period) -> Option<Reached> {
        if period.saltus == 0 {
            return None;
        }
        let len = values.len() as u64;
        let mut budget = Budget(len.saturating_mul(len).max(LEAST_BUDGET));
        let claim = (self.needs(period) < len).then(|| Claim::new(values, period))?;
        let reach = Reach::new(&self.moves, &claim, &mut budget)?;
        let after = self.most_parts * claim.q as u64 + self.most_taken;
        let common = iter::successors(Some(even_multiple(period.period)), |common| common.checked_mul(2));
        let reached = common.take(SCALES).find_map(|common| {
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
    let parts = |(taken, digit)| {
        let allowed = move |parts: &u64| !crate::ruleset::Digit::with_parts(digit, *parts).is_nothing();
        (1..=MOST_PARTS).filter(allowed).map(move |parts| Move { taken: taken as usize, parts: parts as usize })
    };
    code.digits().flat_map(parts).collect()
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

/// Operations that are left.
struct Budget(u64);

impl Budget {
    /// `None` where they do not suffice, and from then on.
    fn spend(&mut self, operations: usize) -> Option<()> {
        let left = self.0.checked_sub(operations as u64);
        self.0 = left.unwrap_or(0);
        left.map(|_| ())
    }
}
