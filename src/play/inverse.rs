//! Sets without gaps, a..b: g(n) = floor((n mod (a + b)) / a).
//!
//! By induction on n, with r = n mod (a + b) and v = floor(r / a): taking s <= r leads to the residues from max(0, r - b) to
//! r - a, whose values are 0, ..., v - 1, for r - b < a; taking more leads to residues from r + a on, whose values are above
//! v. No amount at all is the set 1..0, and all values are 0. Time: a division for a value.

use super::worth::MOST_LOOKED_AT;
use crate::ruleset::Ruleset;

/// The set from `least` on whose least and largest member have the sum `period`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval {
    least: u64,
    period: u64,
}

impl Interval {
    pub(super) fn of(rule: &Ruleset) -> Option<Interval> {
        let set = rule.only_set()?.as_periodic()?;
        let (least, largest) = if set.is_empty() { (1, 0) } else { set.as_interval()? };
        // A set without end has no such period.
        let period = least.checked_add(largest).filter(|_| largest < u64::MAX)?;
        Some(Interval { least, period })
    }

    pub(super) fn value(self, n: u64) -> u64 {
        n % self.period / self.least
    }

    /// The heaps from `first` to `last` with a value, ascending; `None` where they are too many.
    pub(super) fn heaps_worth(self, value: u64, first: u64, last: u64) -> Option<Vec<u64>> {
        let Some(low) = value.checked_mul(self.least).filter(|&low| low < self.period) else { return Some(Vec::new()) };
        let high = (low + (self.least - 1)).min(self.period - 1);
        let mut found = Vec::new();
        let mut start = first / self.period * self.period;
        loop {
            let (from, to) = (start.checked_add(low), start.saturating_add(high).min(last));
            let Some(from) = from.map(|from| from.max(first)).filter(|&from| from <= last) else { return Some(found) };
            if to.saturating_sub(from) > MOST_LOOKED_AT || found.len() as u64 > MOST_LOOKED_AT {
                return None;
            }
            found.extend(from..=to);
            match start.checked_add(self.period) {
                Some(next) => start = next,
                None => return Some(found),
            }
        }
    }
}
