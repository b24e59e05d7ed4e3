//! Take-and-break theorem (Guy and Smith, extended): a finite code, k the most that is taken, at most w heaps left.
//!
//! For q >= 1, g(n + p) = g(n) for q <= n < wq + (w - 1)p + k gives it for all n >= q; splits without taking are covered. Two
//! heaps that must differ: the bound is at least 2q + 2p + k. Three or more that must not be all equal: it is
//! wq + wp + k. Two that must be equal: p is even. Three or more that must be all equal or all different, digits that add
//! tokens and repeating tails are not covered. A finite set beside the code is a digit 3 for each member. Where q = 0 is
//! claimed, heap 0 is compared besides.

use super::Refusal;
use super::window::Seen;
use crate::ruleset::{Convention, Ruleset, Take, Unequal};

/// The numbers of a finite code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    /// k
    pub(super) most_taken: u64,
    /// w
    pub(super) most_parts: u64,
    /// Two heaps must differ.
    unequal_pairs: bool,
    /// Three or more heaps must not be all equal.
    not_all_equal: bool,
    /// Two heaps must be equal.
    equal_pairs: bool,
}

impl Numbers {
    /// Of the code that is the whole rule, with a finite set beside it or not.
    pub(super) fn of(rule: &Ruleset) -> Result<Numbers, Refusal> {
        let no = |why: &str| Refusal::rejected(format!("{why}, as {rule}, have no theorem"));
        let code = rule.code().ok_or_else(|| no("rules without a code"))?;
        if !rule.moves().is_empty() {
            return Err(no("moves that are written out"));
        }
        if rule.convention() != Convention::Normal {
            return Err(no("codes in misère play"));
        }
        if code.repeats() || code.adds_tokens() {
            return Err(no("codes with a repeating tail, or that add tokens"));
        }
        let mut numbers =
            Numbers { most_taken: 0, most_parts: 1, unequal_pairs: false, not_all_equal: false, equal_pairs: false };
        for (amount, digit) in code.digits().filter(|(_, digit)| !digit.is_nothing()) {
            numbers.most_taken =
                numbers.most_taken.max(u64::try_from(amount).map_err(|_| no("codes that add tokens"))?);
            for run in digit.runs() {
                let last = run.last.ok_or_else(|| no("codes that leave any number of heaps"))?;
                numbers.most_parts = numbers.most_parts.max(last);
                match (last, run.allowed.unequal, run.allowed.equal) {
                    (0 | 1, ..) | (_, Unequal::Any, true) => {}
                    (2, Unequal::None, true) => numbers.equal_pairs = true,
                    (2, _, false) => numbers.unequal_pairs = true,
                    (_, Unequal::Any, false) => numbers.not_all_equal = true,
                    _ => return Err(no("codes that leave three or more heaps, all equal or all different")),
                }
            }
        }
        let beside = match rule.take() {
            None => Some(0),
            Some(Take::Set(set)) => set.as_periodic().and_then(|set| set.largest()),
            Some(Take::Amounts(_)) => None,
        };
        numbers.most_taken = numbers.most_taken.max(beside.ok_or_else(|| no("codes beside an infinite set"))?);
        Ok(numbers)
    }

    pub(super) fn has_marks(self) -> bool {
        self.unequal_pairs || self.not_all_equal || self.equal_pairs
    }

    /// Checks k and w.
    pub(super) fn are(self, most_taken: u64, most_parts: u64) -> Result<(), Refusal> {
        for (what, said, found) in [
            ("the most that a move takes", most_taken, self.most_taken),
            ("the most heaps that a move leaves", most_parts, self.most_parts),
        ] {
            if said != found {
                return Err(Refusal::rejected(format!("{what} is {found}, not {said}")));
            }
        }
        Ok(())
    }

    /// The heaps below this one must agree with those a period later.
    fn bound(self, q: u64, p: u64) -> Option<u64> {
        let terms =
            |of_q: u64, of_p: u64| of_q.checked_mul(q)?.checked_add(of_p.checked_mul(p)?)?.checked_add(self.most_taken);
        let w = self.most_parts;
        let mut bound = terms(w, w - 1)?;
        if self.unequal_pairs {
            bound = bound.max(terms(2, 2)?);
        }
        if self.not_all_equal {
            bound = bound.max(terms(w, w)?);
        }
        Some(bound)
    }
}

/// Checks the numbers of the code and how many heaps are compared.
pub(super) fn applies(rule: &Ruleset, most_taken: u64, most_parts: u64, seen: Seen) -> Result<(), Refusal> {
    let numbers = Numbers::of(rule)?;
    numbers.are(most_taken, most_parts)?;
    let (from, period) = (seen.period.preperiod, seen.period.period);
    if numbers.equal_pairs && period % 2 == 1 {
        return Err(Refusal::rejected(format!("two equal heaps ask for an even period, and {period} is odd")));
    }
    let bound = numbers.bound(from.max(1), period);
    seen.is_of_width(bound.and_then(|bound| bound.checked_sub(from)))
}
