//! The take-and-break theorem: for a code without marks, values that repeat for long enough repeat for ever.
//!
//! Last non-zero digit at k, at most w heaps left by a move, q >= 1: g(n + p) = g(n) for
//! q <= n < w q + (w - 1) p + k gives it for all n >= q. (From there on every option of n + p has a part that can be
//! shortened by p, and every option of n one that can be lengthened.) Splits without taking are covered, digits that
//! add tokens are not. q = 0 is not enough: 0.4 would get period 1. A finite set beside the code is a digit 3 for each
//! of its amounts.
//!
//! Source: Guy and Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956), for w = 2.

use std::fmt;

use crate::ruleset::{Convention, Ruleset};
use crate::table::Period;

/// The theorem for one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeAndBreak {
    most_taken: u64,
    most_parts: u64,
}

impl TakeAndBreak {
    /// `None` where the hypotheses do not hold: no code, one that adds tokens, or an infinite set beside it.
    pub fn for_rule(rule: &Ruleset) -> Option<Self> {
        let code = rule.code().filter(|code| !code.adds_tokens() && rule.convention() == Convention::Normal)?;
        let of_set = match rule.take() {
            Some(set) => set.as_periodic()?.largest()?,
            None => 0,
        };
        let most_taken = of_set.max(code.most_taken() as u64);
        Some(TakeAndBreak { most_taken, most_parts: code.most_parts().max(1) as u64 })
    }

    /// How many heaps from the preperiod on must agree with those a period later.
    pub fn width(self, period: &Period) -> u64 {
        let q = period.preperiod.max(1);
        let most = q.saturating_add(period.period).saturating_mul(self.most_parts - 1).saturating_add(self.most_taken);
        // The theorem begins at heap 1; heap 0 is one more to compare.
        most.saturating_add(q - period.preperiod)
    }

    /// Whether a period is proved by its agreeing heaps.
    pub fn proves(self, period: &Period, agree: u64) -> bool {
        period.saltus == 0 && agree >= self.width(period)
    }
}

/// "once g(n + p) = g(n) for q <= n < 2q + p + 2, q >= 1", with the numbers of the rule.
impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TakeAndBreak { most_taken: k, most_parts: w } = *self;
        match w {
            1 => write!(f, "once g(n + p) = g(n) for q <= n < q + {k}, q >= 1"),
            2 => write!(f, "once g(n + p) = g(n) for q <= n < 2q + p + {k}, q >= 1"),
            _ => write!(f, "once g(n + p) = g(n) for q <= n < {w}q + {}p + {k}, q >= 1", w - 1),
        }
    }
}
