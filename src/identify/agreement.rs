//! How far two sequences agree, one of them shifted.
//!
//! *When it is proved.* Let f have period p from q on, perhaps with a saltus, and h likewise p' from q'; m = max(q, q').
//! If f = h on the p + p' - gcd(p, p') + 1 heaps from m on, then for all n >= m. For the differences f(n + 1) - f(n)
//! and h(n + 1) - h(n) are periodic without saltus from m on, and agree on p + p' - gcd(p, p') heaps, hence for ever
//! (Fine and Wilf, Proc. AMS 16, 1965); and f(m) = h(m). Shifting h by d makes q' into q' - d.

use crate::table::{Period, SgTable};

/// Values may differ in so many heaps at the beginning.
const LATEST: u64 = 32;
/// No comparison goes past this heap; two periods that would need more are not proved to be equal.
const LAST_COMPARED: u64 = 1 << 20;

/// g(n) of one rule against g(n + shift) of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agreement {
    pub(super) shift: i64,
    /// They agree in heaps `from..=through`.
    pub(super) from: u64,
    pub(super) through: u64,
    pub(super) end: End,
}

/// What is known of the heaps after those that agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// All agree: both sequences are proved to be periodic, and agree for long enough; or the rules are the same.
    Proved,
    /// No more was compared.
    Open,
    /// The next heap differs.
    Differs {
        /// The value of the rule there.
        value: u64,
        /// The value that it is compared with.
        other: u64,
    },
}

impl Agreement {
    /// Whether no heap is known to differ after those that agree.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.end, End::Differs { .. })
    }
}

/// Compares g(n) of `a` with g(n + shift) of `b`, as far as both are known. `None` where nothing agrees.
pub(super) fn agreement(a: &SgTable, b: &SgTable, shift: i64) -> Option<Agreement> {
    let start = (-shift).max(0) as u64;
    let differs = |n: &u64| a.known(*n) != b.known(n.saturating_add_signed(shift));
    let proved_by = proved_by(a, b, shift, start + LATEST);
    let known = last_known(a).min(last_known(b).saturating_add_signed(-shift));
    let through = known.max(proved_by.unwrap_or(0)).min(LAST_COMPARED);
    let end = if proved_by.is_some_and(|heap| heap <= through) { End::Proved } else { End::Open };

    let Some(first) = (start..=through).find(differs) else {
        return (start <= through).then_some(Agreement { shift, from: start, through, end });
    };
    let last = (first..=through).rev().find(differs)?;
    if last < through && last < start + LATEST {
        return Some(Agreement { shift, from: last + 1, through, end });
    }
    let value = |table: &SgTable, n: u64| table.known(n).unwrap_or(0);
    let end = End::Differs { value: value(a, first), other: value(b, first.saturating_add_signed(shift)) };
    (first > start).then(|| Agreement { shift, from: start, through: first - 1, end })
}

/// The last heap of a table; one with a tail ends nowhere, but goes no further than the other unless that is needed.
fn last_known(table: &SgTable) -> u64 {
    table.len().saturating_sub(1)
}

/// The heap through which two sequences must agree from `from` on, or from before, to agree for ever; `None` where one
/// is not proved to be periodic.
fn proved_by(a: &SgTable, b: &SgTable, shift: i64, from: u64) -> Option<u64> {
    let (a, b): (Period, Period) = (a.tail()?, b.tail()?);
    let both = a.preperiod.max(b.preperiod.saturating_add_signed(-shift)).max(from);
    Some(both.saturating_add(a.period).saturating_add(b.period - gcd(a.period, b.period)))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
