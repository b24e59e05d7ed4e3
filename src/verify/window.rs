//! Window theorem: one set of amounts, the same for every heap, and nothing split.
//!
//! - Finite set, M its largest amount: values, or outcomes, that recur over M heaps recur for ever.
//! - Cofinite set, M the largest amount left out, or 1: values that recur over 2M heaps, raised by a saltus or not, recur
//!   for ever.

use super::Refusal;
use super::sequence::Period;
use super::values::What;
use crate::ruleset::{Convention, Periodic, Ruleset, Set, Take};

/// The set, where taking its members is the whole rule.
pub(super) fn only_set(rule: &Ruleset) -> Result<&Set, Refusal> {
    let alone = rule.code().is_none() && rule.moves().is_empty();
    match rule.take() {
        Some(Take::Set(set)) if alone => Ok(set),
        _ => Err(Refusal::rejected(format!("the theorem is for a set that does not use n, and the rule is {rule}"))),
    }
}

/// The same, where the set is eventually periodic.
pub(super) fn only_periodic(rule: &Ruleset) -> Result<&Periodic, Refusal> {
    let set = only_set(rule)?.as_periodic();
    set.ok_or_else(|| {
        Refusal::rejected(format!("the theorem is for an eventually periodic set, and the rule is {rule}"))
    })
}

/// Where a recurrence is said to be seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// The period that recurs, from its preperiod on.
    pub(super) period: Period,
    /// The last heap that is compared.
    pub(super) through: u64,
}

impl Seen {
    /// Checks that so many heaps are compared with those a period later.
    pub(super) fn is_of_width(self, width: Option<u64>) -> Result<(), Refusal> {
        let Seen { period: Period { preperiod, period, .. }, through } = self;
        let last = width.and_then(|width| preperiod.checked_add(period)?.checked_add(width)?.checked_sub(1));
        if period > 0 && last == Some(through) {
            return Ok(());
        }
        let last = last.map_or_else(|| "beyond 2^64".into(), |last| last.to_string());
        Err(Refusal::rejected(format!("the last heap to compare is {last}, not {through}")))
    }

    /// Compares the values.
    pub(super) fn recurs(self, values: &[u32]) -> Result<(), Refusal> {
        let Seen { period: Period { preperiod, period, saltus }, through } = self;
        for n in preperiod..=through - period {
            let (earlier, later) = (u64::from(values[n as usize]), u64::from(values[(n + period) as usize]));
            if earlier.checked_add(saltus) != Some(later) {
                let raised = if saltus > 0 { format!(", raised by {saltus}") } else { String::new() };
                return Err(Refusal::rejected(format!(
                    "heap {}: the value {earlier} of heap {n} should recur{raised}, and the value is {later}",
                    n + period
                )));
            }
        }
        Ok(())
    }
}

/// A finite set: checks the largest amount and how many heaps are compared.
pub(super) fn finite(rule: &Ruleset, largest: u64, seen: Seen) -> Result<(), Refusal> {
    let set = only_periodic(rule)?;
    let Some(found) = set.largest() else {
        return Err(Refusal::rejected(format!("the set {rule} is not finite")));
    };
    if largest != found {
        return Err(Refusal::rejected(format!("the largest amount is {found}, not {largest}")));
    }
    if seen.period.saltus != 0 {
        return Err(Refusal::rejected("values of a finite set do not rise"));
    }
    seen.is_of_width(Some(found))
}

/// A cofinite set: the same by the largest amount left out.
pub(super) fn cofinite(rule: &Ruleset, what: What, largest_left_out: u64, seen: Seen) -> Result<(), Refusal> {
    let set = only_periodic(rule)?;
    let Some(found) = set.largest_left_out() else {
        return Err(Refusal::rejected(format!("the set {rule} leaves out infinitely many amounts")));
    };
    if largest_left_out != found {
        return Err(Refusal::rejected(format!("the largest amount left out is {found}, not {largest_left_out}")));
    }
    if what != What::Values || rule.convention() != Convention::Normal {
        return Err(Refusal::rejected("the theorem on cofinite sets is for values of normal play"));
    }
    seen.is_of_width(found.max(1).checked_mul(2))
}
