//! Closed forms: formulas that are theorems for a family of rules, by induction.
//!
//! - a..b: floor((n mod (a + b)) / a), period a + b. a..: floor(n / a), period a, saltus 1.
//! - All but {a}: a floor(n / 2a) + n mod a, period 2a, saltus a.
//! - Lasker's Nim, take any or split in two: n + 1 for n = 3 mod 4, n - 1 for n = 0 mod 4 and n > 0, else n; preperiod 1,
//!   period 4, saltus 4.
//!
//! Those periods are the least: of a..b and all but {a} one repetition is seen to have no shorter one, and the others rise
//! too slowly for one.

use super::Refusal;
use super::format::Form;
use super::sequence::Period;
use super::window::{only_periodic, only_set};
use crate::ruleset::{Convention, Periodic, Ruleset, Take, Unequal};

/// A formula with its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    Interval { least: u64, largest: u64 },
    AtLeast(u64),
    AllBut(u64),
    Lasker,
}

impl Closed {
    /// The form that is named, with those of the numbers that belong to it, and no others.
    pub(super) fn named(
        form: Form,
        least: Option<u64>,
        largest: Option<u64>,
        amount: Option<u64>,
    ) -> Result<Closed, Refusal> {
        match (form, least, largest, amount) {
            (Form::Interval, Some(least), Some(largest), None) => Ok(Closed::Interval { least, largest }),
            (Form::AtLeast, Some(least), None, None) => Ok(Closed::AtLeast(least)),
            (Form::AllBut, None, None, Some(amount)) => Ok(Closed::AllBut(amount)),
            (Form::Lasker, None, None, None) => Ok(Closed::Lasker),
            _ => Err(Refusal::rejected("the numbers of the formula are not those of its kind")),
        }
    }

    /// Checks that the rule is of the family.
    pub(super) fn applies(self, rule: &Ruleset) -> Result<(), Refusal> {
        if rule.convention() != Convention::Normal {
            return Err(Refusal::rejected("the formula is for normal play"));
        }
        let found = match self {
            Closed::Lasker if is_lasker(rule) => return Ok(()),
            Closed::Lasker => None,
            Closed::Interval { least, largest } => Some(Periodic::from_ranges([least..=largest])),
            Closed::AtLeast(least) => Some(Periodic::at_least(least)),
            Closed::AllBut(amount) => Periodic::at_least(1).difference(&Periodic::from_ranges([amount..=amount])),
        };
        // No amount is 0, which the set would leave out.
        let numbers = match self {
            Closed::Interval { least, largest } => least >= 1 && largest >= least,
            Closed::AtLeast(amount) => amount >= 1,
            Closed::AllBut(amount) => amount >= 2,
            Closed::Lasker => true,
        };
        if numbers && self.period().is_some() && found.as_ref() == Some(only_periodic(rule)?) {
            return Ok(());
        }
        Err(Refusal::rejected(format!("the formula is not one for {rule}")))
    }

    /// The period that the formula has; `None` where it has none below 2^64.
    pub(super) fn period(self) -> Option<Period> {
        let (preperiod, period, saltus) = match self {
            Closed::Interval { least, largest } => (0, least.checked_add(largest)?, 0),
            Closed::AtLeast(least) => (0, least, 1),
            Closed::AllBut(amount) => (0, amount.checked_mul(2)?, amount),
            Closed::Lasker => (1, 4, 4),
        };
        Some(Period { preperiod, period, saltus })
    }

    /// g(n); `None` where it is beyond 2^64. For a formula that applies.
    pub(super) fn value(self, n: u64) -> Option<u64> {
        Some(match self {
            Closed::Interval { least, largest } => n % (least + largest) / least,
            Closed::AtLeast(least) => n / least,
            Closed::AllBut(amount) => n / (2 * amount) * amount + n % amount,
            Closed::Lasker if n % 4 == 3 => n.checked_add(1)?,
            Closed::Lasker if n > 0 && n.is_multiple_of(4) => n - 1,
            Closed::Lasker => n,
        })
    }

    /// Compares the formula with the values.
    pub(super) fn gives(self, values: &[u32]) -> Result<(), Refusal> {
        let wrong = (0..).zip(values).find(|&(n, &value)| self.value(n) != Some(u64::from(value)));
        match wrong {
            None => Ok(()),
            Some((n, value)) => {
                Err(Refusal::rejected(format!("heap {n}: the formula does not give the value {value}")))
            }
        }
    }
}

/// Take any number, or split a heap in two.
fn is_lasker(rule: &Ruleset) -> bool {
    let any = match rule.take() {
        Some(Take::Set(set)) => set.as_periodic() == Some(&Periodic::at_least(1)),
        _ => false,
    };
    let Some(code) = rule.code() else { return false };
    let splits_in_two = |(amount, digit): (i64, &crate::ruleset::Digit)| match (amount, digit.runs()) {
        (0, [run]) => (run.first, run.last) == (2, Some(2)) && run.allowed.equal && run.allowed.unequal == Unequal::Any,
        (_, runs) => amount != 0 && runs.is_empty(),
    };
    any && rule.moves().is_empty() && only_set(rule).is_err() && !code.repeats() && code.digits().all(splits_in_two)
}
