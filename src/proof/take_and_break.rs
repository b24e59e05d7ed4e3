//! The take-and-break theorem: for a code, values that repeat for long enough repeat for ever.
//!
//! Last non-zero digit at k, at most w heaps left by a move, q >= 1: g(n + p) = g(n) for
//! q <= n < w q + (w - 1) p + k gives it for all n >= q. (From there on every option of n + p has a part that can be
//! shortened by p, and every option of n one that can be lengthened.) Splits without taking are covered, digits that
//! add tokens are not. q = 0 is not enough: 0.4 would get period 1. A finite set beside the code is a digit 3 for each
//! of its amounts.
//!
//! Marks: two heaps that must differ need 2 q + 2 p + k, since shortening one may make it equal to the other; three or
//! more that must not be all equal need w q + w p + k; two equal heaps need an even p. Three or more heaps that must be
//! all different, or all equal, and repeating tails are not covered.
//!
//! Source: Guy and Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956), for w = 2 without marks.

use std::fmt;

use crate::ruleset::{Convention, Digit, Ruleset};
use crate::table::Period;

/// The theorem for one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeAndBreak {
    most_taken: u64,
    most_parts: u64,
    /// How many periods the agreement must reach past the preperiods.
    periods: u64,
    even_only: bool,
}

impl TakeAndBreak {
    /// `None` where the hypotheses do not hold: no code, one that adds tokens or has a repeating tail, three or more
    /// heaps with `!` or `=`, an infinite set beside it, or other moves.
    pub fn for_rule(rule: &Ruleset) -> Option<Self> {
        let shape = rule.shape();
        let code = shape.code.as_ref().filter(|code| !code.adds_tokens() && !shape.others)?;
        let any = |has: fn(&Digit) -> bool| code.digits().any(|(_, digit)| has(digit));
        if rule.convention() == Convention::Misere || any(Digit::has_different_or_equal_beyond_pairs) {
            return None;
        }
        let of_set = match &shape.set {
            Some(set) => set.as_periodic()?.largest()?,
            None => 0,
        };
        let most_taken = of_set.max(code.most_taken()?);
        let most_parts = code.most_parts()?.max(1);
        let mut periods = most_parts - 1;
        if any(Digit::has_unequal_pairs_only) {
            periods = periods.max(2);
        }
        if any(Digit::has_not_all_equal_beyond_pairs) {
            periods = most_parts;
        }
        Some(TakeAndBreak { most_taken, most_parts, periods, even_only: any(Digit::has_equal_pairs_only) })
    }

    /// k, the largest number of tokens that a move takes.
    pub fn most_taken(self) -> u64 {
        self.most_taken
    }

    /// w, the largest number of heaps that a move leaves.
    pub fn most_parts(self) -> u64 {
        self.most_parts
    }

    /// How many heaps from the preperiod on must agree with those a period later.
    pub fn width(self, period: &Period) -> u64 {
        let q = period.preperiod.max(1);
        let of_q = q.saturating_mul(self.most_parts - 1);
        let most = of_q.saturating_add(period.period.saturating_mul(self.periods)).saturating_add(self.most_taken);
        // The theorem begins at heap 1; heap 0 is one more to compare.
        most.saturating_add(q - period.preperiod)
    }

    /// Whether a period is proved by its agreeing heaps.
    pub fn proves(self, period: &Period, agree: u64) -> bool {
        period.saltus == 0 && agree >= self.width(period) && (!self.even_only || period.period.is_multiple_of(2))
    }
}

/// "once g(n + p) = g(n) for q <= n < 2q + p + 2, q >= 1", with the numbers of the rule.
impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |factor: u64, name: &str| match factor {
            0 => None,
            1 => Some(name.to_owned()),
            _ => Some(format!("{factor}{name}")),
        };
        let taken = Some(self.most_taken.to_string()).filter(|_| self.most_taken > 0);
        let terms = [times(self.most_parts, "q"), times(self.periods, "p"), taken];
        let bound = terms.into_iter().flatten().collect::<Vec<_>>().join(" + ");
        write!(f, "once g(n + p) = g(n) for q <= n < {bound}, q >= 1")?;
        if self.even_only { f.write_str(", p even") } else { Ok(()) }
    }
}
