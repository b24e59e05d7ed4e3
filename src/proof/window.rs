//! The window theorem: for a set S that does not depend on n, with nothing split, a window of values decides
//! all that follow.
//!
//! *Finite S*, M = max S: the values of M heaps decide the next, so g(n + p) = g(n) for q <= n < q + M gives it
//! for all n >= q. The same holds for outcomes alone, and for misère outcomes (heaps from q + M >= M on always
//! have a move, so the convention no longer matters).
//!
//! *Cofinite S*, all but X, M = max X or 1: heaps more than M apart have different values, so a value seen M + 1
//! or more heaps ago is dead, and 2M values say which are not: g(n + p) = g(n) + s for q <= n < q + 2M gives it for
//! all n >= q. With 2M - 1 it is false. Outcomes follow from the values: `outcomes_follow`.
//!
//! Source: Austin 1976; Siegel, Combinatorial Game Theory (2013), IV.2; the cofinite case after Sleator and Slusky.

use super::least::least;
use crate::pattern::{Sequence, Values};
use crate::ruleset::{Convention, Ruleset, Set};
use crate::table::Period;

/// The theorem for one rule and sequence: how many heaps must agree, and whether a saltus is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    width: u64,
    saltus: bool,
}

impl Window {
    /// `None` where the hypotheses do not hold: the rule is no finite or cofinite set.
    pub fn for_rule(rule: &Ruleset, sequence: Sequence) -> Option<Window> {
        let set = rule.only_set().and_then(Set::as_periodic)?;
        if let Some(largest) = set.largest() {
            return Some(Window { width: largest, saltus: false });
        }
        let largest_left_out = set.largest_left_out()?;
        let values = sequence == Sequence::Sg && rule.convention() == Convention::Normal;
        values.then(|| Window { width: largest_left_out.max(1).saturating_mul(2), saltus: true })
    }

    /// How many consecutive heaps must agree with those a period later.
    pub fn width(self) -> u64 {
        self.width
    }

    /// Whether a period with a saltus can be proved.
    pub fn allows_saltus(self) -> bool {
        self.saltus
    }

    /// Whether a period is proved by its agreeing heaps.
    pub fn proves(self, period: &Period, agree: u64) -> bool {
        agree >= self.width && (self.saltus || period.saltus == 0)
    }
}

/// The period of the outcomes, given that `period` is a theorem about the values. `outcomes` must reach the end of its
/// first repetition.
pub fn outcomes_follow<V: Values + ?Sized>(outcomes: &V, period: &Period) -> Period {
    let end = period.preperiod + period.period;
    if period.saltus > 0 {
        // From there on every value is at least the saltus.
        let preperiod = (0..end).rev().find(|&n| outcomes.at(n as usize) == 0).map_or(0, |n| n + 1);
        return Period { preperiod, period: 1, saltus: 0 };
    }
    least(outcomes, period)
}
