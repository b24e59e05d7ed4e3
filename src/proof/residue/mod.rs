//! The residue theorem: moves by amounts of which only the residues matter.
//!
//! S is infinite, and for each class modulo p it is known whether S misses it, which members it has there if they are
//! finitely many, or that they have no end. Let f be the table to heap q + p - 1, continued with period p from q on.
//! It gives the value of every heap if
//!
//! - (a) no a in S is i - j modulo p for i, j in [q, q + p) with f(i) = f(j), i = j included;
//! - (b) for j < q and i in [q, q + p) with f(j) = f(i), no a >= q - j in S is i - j modulo p;
//! - (c) for each i in [q, q + p) and v < f(i) there are some n = i modulo p and a in S with n - a >= q and
//!   f(n - a) = v, and the table equals f up to this n.
//!
//! For outcomes (a) and (b) speak of P-positions only, and (c), with 0 for P- and 1 for N-positions, is the same. A true
//! period satisfies (a) and (b); where they fail it is refuted ([`conflict`]). Proof in doc/proofs.md.
//!
//! Time: for (a) and (b) q + p for each class that S meets; for (c) the moves of a few periods, mostly. All of it is
//! bounded, and only periods up to 2^12 within the first 2^20 heaps are tried.

mod classes;
mod members;
mod refute;

use self::classes::Classes;
pub use self::refute::{Conflict, conflict};
use super::multiples::{has_all_multiples, never_periodic};
use super::{Proof, Theorem};
use crate::pattern::{Periods, Sequence, Values, View};
use crate::ruleset::{Convention, Periodic, Ruleset, Set};
use crate::table::Period;

/// Longer tables are not looked at.
pub(super) const MOST_HEAPS: u64 = 1 << 20;
/// Longer periods are not tried.
const MOST_PERIOD: u64 = 1 << 12;
/// Nor are more of them in one table.
const MOST_TRIED: usize = 64;
/// Comparisons, or moves, for one period.
const MOST_STEPS: u64 = 1 << 24;

/// The theorem for one rule and sequence.
#[derive(Debug, Clone)]
pub struct Residue {
    set: Set,
}

impl Residue {
    /// `None` where the hypotheses do not hold, or no period can: the rule is no infinite set in normal play, the
    /// residues of the set are not known, or it has a multiple of every number.
    pub fn for_rule(rule: &Ruleset, sequence: Sequence) -> Option<Residue> {
        let set = rule.only_set().filter(|_| rule.convention() == Convention::Normal)?;
        let excluded = match sequence {
            Sequence::Sg => has_all_multiples(set),
            Sequence::Outcome => never_periodic(rule),
        };
        let finite = set.as_periodic().is_some_and(Periodic::is_finite);
        let known = !finite && !excluded && Classes::of(set, 2).is_some();
        known.then(|| Residue { set: set.clone() })
    }

    /// The least period that is proved by a table, of those that hold to its end for two repetitions at least.
    pub(super) fn proof(&self, values: &View<'_>, periods: &Periods<'_, View<'_>>) -> Option<Proof> {
        let short = periods.each().take_while(|(period, _)| period.period <= MOST_PERIOD);
        let repeated = short.filter(|(period, agree)| *agree >= period.period);
        let claims = repeated.filter_map(|(period, _)| Extended::of(values, &period)).filter(Extended::may_be_proved);
        claims.take(MOST_TRIED).find_map(|claim| {
            let theorem = Theorem::Residue { sequence: values.sequence(), reached: self.reached(&claim)? };
            Some(Proof { period: claim.period, theorem })
        })
    }

    /// Whether a period is proved by a table; and if so, the last heap that was needed to see that smaller values are
    /// reached.
    ///
    /// ```
    /// use sgtab::pattern::{Sequence, View};
    /// use sgtab::proof::Residue;
    /// use sgtab::ruleset::Ruleset;
    /// use sgtab::table::{Period, Settings, SgTable};
    /// let rule = Ruleset::parse("powers of 2").unwrap();
    /// let table = SgTable::compute(&rule, 20, &Settings::default()).unwrap();
    /// let theorem = Residue::for_rule(&rule, Sequence::Sg).unwrap();
    /// let period = Period { preperiod: 0, period: 3, saltus: 0 };
    /// assert_eq!(theorem.proves(&View::new(&table, Sequence::Sg, 21), &period), Some(2));
    /// ```
    pub fn proves(&self, values: &View<'_>, period: &Period) -> Option<u64> {
        Extended::of(values, period).filter(Extended::may_be_proved).and_then(|claim| self.reached(&claim))
    }

    /// What (c) needs of the table, where all hypotheses hold.
    fn reached(&self, claim: &Extended<'_>) -> Option<u64> {
        let Period { preperiod: q, period: p, .. } = claim.period;
        let classes = Classes::of(&self.set, p)?;
        let ends = classes.listed().iter().map(|&a| (a, q.saturating_sub(a)));
        let joining: Vec<(u64, u64)> = classes.endless().map(|class| (class, 0)).chain(ends).collect();
        if (q + p).saturating_mul(joining.len() as u64) > MOST_STEPS {
            return None;
        }
        // Most claims fail within the period already.
        let apart = |&(amount, from): &(u64, u64)| claim.first_joined(amount, from).is_none();
        let apart_from = |least: u64| joining.iter().all(|&(amount, from)| apart(&(amount, from.max(least))));
        if apart_from(q) && apart_from(0) { claim.reached(&self.set) } else { None }
    }
}

/// A claim: the table to the end of the first repetition, continued with a period without saltus.
struct Extended<'a> {
    values: &'a View<'a>,
    period: Period,
}

impl<'a> Extended<'a> {
    /// `None` with a saltus, and where the table ends within the first repetition.
    fn of(values: &'a View<'a>, period: &Period) -> Option<Self> {
        let end = period.preperiod.checked_add(period.period)?;
        let known = period.saltus == 0 && period.period > 0 && end <= values.len() as u64;
        known.then_some(Extended { values, period: *period })
    }

    fn at(&self, n: u64) -> u64 {
        let Period { preperiod: q, period: p, .. } = self.period;
        self.values.at(if n < q { n } else { q + (n - q) % p } as usize)
    }

    /// Whether no move may lead from one to the other of two heaps with these values, or outcomes.
    fn excludes(&self, a: u64, b: u64) -> bool {
        a == b && (self.values.sequence() == Sequence::Sg || a == 0)
    }

    /// The first heap j >= `from` that no move may join to the heaps i >= q with i = j + amount modulo p.
    fn first_joined(&self, amount: u64, from: u64) -> Option<u64> {
        let Period { preperiod: q, period: p, .. } = self.period;
        // The first of these heaps i, for j = from; then they go round.
        let mut i = q + (from % p + amount % p + p - q % p) % p;
        (from..q + p).find(|&j| {
            let joined = self.excludes(self.at(j), self.at(i));
            i = if i + 1 == q + p { q } else { i + 1 };
            joined
        })
    }

    /// Whether the values of one repetition are 0, 1, ..., m with m >= 1: (c) asks for it, and of a set that is not
    /// empty no more than this is quick to see.
    fn may_be_proved(&self) -> bool {
        let Period { preperiod: q, period: p, .. } = self.period;
        let mut seen = vec![false; p as usize + 1];
        for n in q..q + p {
            match seen.get_mut(self.at(n) as usize) {
                Some(seen) => *seen = true,
                None => return false,
            }
        }
        let values = seen.iter().take_while(|&&seen| seen).count();
        values >= 2 && !seen[values..].contains(&true)
    }

    /// (c): the last heap of the table that is needed for it, and up to which the table equals f.
    fn reached(&self, set: &Set) -> Option<u64> {
        let Period { preperiod: q, period: p, .. } = self.period;
        let len = self.values.len() as u64;
        if (q..q + p).map(|n| self.at(n)).sum::<u64>() > MOST_STEPS / 4 {
            return None;
        }
        let members = set.members(len - q);
        // For each place of the period the values that are not yet reached.
        let mut missing: Vec<Vec<u64>> = (q..q + p).map(|n| (0..self.at(n)).collect()).collect();
        let mut places = missing.iter().filter(|values| !values.is_empty()).count();
        let mut steps = 0;
        for n in q..len {
            if self.values.at(n as usize) != self.at(n) {
                return None;
            }
            let values = &mut missing[((n - q) % p) as usize];
            if values.is_empty() {
                continue;
            }
            for &a in members.iter().take_while(|&&a| a <= n - q) {
                steps += 1;
                if let Ok(at) = values.binary_search(&self.values.at((n - a) as usize)) {
                    values.remove(at);
                }
            }
            places -= usize::from(values.is_empty());
            if places == 0 {
                return Some(n);
            }
            if steps > MOST_STEPS {
                return None;
            }
        }
        None
    }
}
