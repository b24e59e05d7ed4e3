//! Which theorem a certificate goes by: the numbers that it names, what it needs, and what it gives.

use super::arithmetic::Named;
use super::budget::Budget;
use super::closed::Closed;
use super::format::{Certificate, Claim, Hypotheses};
use super::integer::Integer;
use super::sequence::{Continued, Period};
use super::values::What;
use super::window::Seen;
use super::{Refusal, arithmetic, multiples, residue, state, take_and_break, window};
use crate::ruleset::Ruleset;

/// Of a formula for all heaps at most so many values are shown.
const MOST_SHOWN: u64 = 1000;

/// The period that is claimed; `None` where it is that there is none.
pub(super) fn claimed(certificate: &Certificate) -> Result<Option<Period>, Refusal> {
    let Certificate { claim, preperiod, period, saltus, .. } = certificate;
    match (claim, preperiod, period, saltus.map(|saltus| saltus.0)) {
        (Claim::Aperiodic, None, None, None) => Ok(None),
        (Claim::Periodic, Some(preperiod), Some(period), None) => {
            Ok(Some(Period { preperiod: preperiod.0, period: period.0, saltus: 0 }))
        }
        (Claim::ArithmeticPeriodic, Some(preperiod), Some(period), Some(saltus @ 1..)) => {
            Ok(Some(Period { preperiod: preperiod.0, period: period.0, saltus }))
        }
        _ => Err(Refusal::rejected("the claim and the numbers of its period do not belong together")),
    }
}

/// The formula that the hypotheses name.
pub(super) fn closed(hypotheses: &Hypotheses) -> Result<Closed, Refusal> {
    match hypotheses {
        Hypotheses::Closed { form, least, largest, amount } => {
            let number = |n: &Option<Integer>| n.map(|n| n.0);
            Closed::named(*form, number(least), number(largest), number(amount))
        }
        _ => Err(Refusal::rejected("no formula is named")),
    }
}

/// A theorem as it is said to apply to a sequence of a rule, what can be told without values being true.
#[derive(Debug, Clone, Copy)]
pub(super) enum Plan {
    Recurrence(Seen),
    /// The state at the first heap recurs a period later.
    State(Period),
    Residue {
        claim: Period,
        reached: u64,
    },
    Arithmetic {
        claim: Period,
        named: Named,
    },
    Closed(Closed, Period),
    Multiples,
}

/// A plan, and how many values it needs; `None` where it needs none.
pub(super) type Planned = (Plan, Option<u64>);

impl Plan {
    /// Checks everything that can be told without values. `claim` is the period that is claimed of `what`, `None` for
    /// none at all.
    pub(super) fn new(
        rule: &Ruleset,
        what: What,
        claim: Option<Period>,
        hypotheses: &Hypotheses,
    ) -> Result<Planned, Refusal> {
        let Some(claim) = claim else {
            return match hypotheses {
                Hypotheses::Multiples {} => Ok((Plan::Multiples, None)),
                _ => Err(Refusal::rejected("the theorem gives periods, and none is claimed")),
            };
        };
        let values_only = || match what {
            What::Values => Ok(()),
            What::Outcomes => Err(Refusal::rejected("the theorem is for values, not for outcomes")),
        };
        let seen = |from: Integer, through: Integer, period: Integer, saltus: u64| {
            if from.0 != claim.preperiod {
                let why = format!("the first heap to compare is {}, the preperiod, not {}", claim.preperiod, from.0);
                return Err(Refusal::rejected(why));
            }
            let period = Period { preperiod: from.0, period: period.0, saltus };
            Ok(Seen { period, through: through.0 })
        };
        let (plan, needs) = match *hypotheses {
            Hypotheses::Finite { largest, from, through, applied_period, applied_saltus } => {
                let seen = seen(from, through, applied_period, applied_saltus.0)?;
                window::finite(rule, largest.0, seen)?;
                (Plan::Recurrence(seen), through.0.checked_add(1))
            }
            Hypotheses::Cofinite { largest_left_out, from, through, applied_period, applied_saltus } => {
                let seen = seen(from, through, applied_period, applied_saltus.0)?;
                window::cofinite(rule, what, largest_left_out.0, seen)?;
                (Plan::Recurrence(seen), through.0.checked_add(1))
            }
            Hypotheses::TakeAndBreak { most_taken, most_parts, from, through, applied_period } => {
                values_only()?;
                let seen = seen(from, through, applied_period, 0)?;
                take_and_break::applies(rule, most_taken.0, most_parts.0, seen)?;
                (Plan::Recurrence(seen), through.0.checked_add(1))
            }
            Hypotheses::State { from_amount, modulus, heap, recurs_at, rise } => {
                state::applies(rule, from_amount.0, modulus.0, heap.0)?;
                let Some(period @ 1..) = recurs_at.0.checked_sub(heap.0) else {
                    return Err(Refusal::rejected(format!("heap {} is not after heap {}", recurs_at.0, heap.0)));
                };
                (Plan::State(Period { preperiod: heap.0, period, saltus: rise.0 }), Some(recurs_at.0))
            }
            Hypotheses::Residue { reached } => {
                residue::applies(rule, claim)?;
                let first = claim.preperiod.checked_add(claim.period);
                let needs = first.zip(reached.0.checked_add(1)).map(|(first, reached)| first.max(reached));
                (Plan::Residue { claim, reached: reached.0 }, needs)
            }
            Hypotheses::Arithmetic { most_taken, most_parts, common, first } => {
                values_only()?;
                let (most_taken, most_parts, common, first) = (most_taken.0, most_parts.0, common.0, first.0);
                let named = Named { most_taken, most_parts, common, first };
                arithmetic::applies(rule, claim, named)?;
                (Plan::Arithmetic { claim, named }, first.checked_add(common))
            }
            Hypotheses::Closed { .. } => {
                values_only()?;
                let closed = closed(hypotheses)?;
                closed.applies(rule)?;
                if closed.period() != Some(claim) {
                    return Err(Refusal::rejected("the formula has another period, preperiod or saltus"));
                }
                let needs = claim.preperiod.saturating_add(claim.period.saturating_mul(2)).min(MOST_SHOWN);
                (Plan::Closed(closed, claim), Some(needs))
            }
            Hypotheses::Multiples {} => {
                return Err(Refusal::rejected("the theorem excludes periods, and one is claimed"));
            }
            Hypotheses::OfValues { .. } => return Err(Refusal::rejected("outcomes do not follow from outcomes")),
        };
        needs.map(|needs| (plan, Some(needs))).ok_or_else(|| Refusal::rejected("a number is too large"))
    }

    /// Checks the hypotheses on the values, and gives what then holds for ever; `None` where no period does.
    pub(super) fn holds<'a>(
        self,
        rule: &Ruleset,
        what: What,
        values: &'a [u32],
        budget: &mut Budget,
    ) -> Result<Option<Continued<'a>>, Refusal> {
        let period = match self {
            Plan::Recurrence(seen) => {
                budget.spend(seen.through)?;
                seen.recurs(values)?;
                seen.period
            }
            Plan::State(period) => {
                state::recurs(rule, what, period, values, budget)?;
                period
            }
            Plan::Residue { claim, reached } => {
                residue::holds(rule, what, claim, reached, values, budget)?;
                claim
            }
            Plan::Arithmetic { claim, named } => {
                arithmetic::holds(rule, claim, named, values, budget)?;
                Period { preperiod: claim.preperiod.max(1), ..claim }
            }
            Plan::Closed(closed, period) => {
                closed.gives(values)?;
                return Ok(Some(Continued::by_formula(closed, period)));
            }
            Plan::Multiples => {
                multiples::holds(rule)?;
                return Ok(None);
            }
        };
        Continued::new(values, period).map(Some)
    }

    /// What was checked, in plain words.
    pub(super) fn in_words(self) -> String {
        match self {
            Plan::Recurrence(Seen { period: Period { preperiod, period, saltus }, through }) => {
                let raised = if saltus > 0 { format!(", raised by {saltus}") } else { String::new() };
                format!("heaps {preperiod}..{} recur {period} later{raised}: enough for the theorem", through - period)
            }
            Plan::State(Period { preperiod, period, .. }) => {
                format!("the state at heap {preperiod} recurs at heap {}", preperiod + period)
            }
            Plan::Residue { reached, .. } => {
                format!(
                    "no amount joins heaps that the theorem keeps apart, and heaps through {reached} reach all they must"
                )
            }
            Plan::Arithmetic { named: Named { common, first, .. }, .. } => {
                let last = first + common - 1;
                format!("no option has the value that is claimed, and heaps {first}..{last} reach all smaller values")
            }
            Plan::Closed(..) => "the rule is of the family of the formula, which gives these values".into(),
            Plan::Multiples => {
                let tried = multiples::TRIED;
                format!(
                    "the set has a multiple of every number, where it has a name tried through {tried}, and density 0"
                )
            }
        }
    }
}
