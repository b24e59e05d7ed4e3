//! What the hypotheses of each theorem came to, as a certificate says it.

use serde::Serialize;

use crate::export::json::Integer;
use crate::proof::{ClosedForm, Recurrence, Theorem};
use crate::ruleset::{Periodic, Ruleset, Set};
use crate::table::Period;

/// What the hypotheses of a theorem came to.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "case")]
pub(super) enum Hypotheses {
    #[serde(rename = "finite")]
    Finite { largest: Integer, from: Integer, through: Integer, applied_period: Integer, applied_saltus: Integer },
    #[serde(rename = "cofinite")]
    Cofinite {
        largest_left_out: Integer,
        from: Integer,
        through: Integer,
        applied_period: Integer,
        applied_saltus: Integer,
    },
    #[serde(rename = "eventually periodic")]
    State { from_amount: Integer, modulus: Integer, heap: Integer, recurs_at: Integer, rise: Integer },
    #[serde(rename = "take-and-break")]
    TakeAndBreak { most_taken: Integer, most_parts: Integer, from: Integer, through: Integer, applied_period: Integer },
    #[serde(rename = "residue")]
    Residue { reached: Integer },
    #[serde(rename = "arithmetic take-and-break")]
    Arithmetic { most_taken: Integer, most_parts: Integer, common: Integer, first: Integer },
    #[serde(rename = "closed")]
    Closed {
        form: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        least: Option<Integer>,
        #[serde(skip_serializing_if = "Option::is_none")]
        largest: Option<Integer>,
        #[serde(skip_serializing_if = "Option::is_none")]
        amount: Option<Integer>,
    },
    #[serde(rename = "every number has a multiple in the set")]
    Multiples,
    #[serde(rename = "outcomes of values")]
    OfValues { values: PeriodOfValues, theorem: &'static str, of: Box<Hypotheses> },
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct PeriodOfValues {
    preperiod: Integer,
    period: Integer,
    saltus: Integer,
}

/// What those of a theorem about a rule came to.
pub(super) fn hypotheses(rule: &Ruleset, theorem: &Theorem) -> Hypotheses {
    let set = rule.only_set().and_then(Set::as_periodic);
    match theorem {
        Theorem::Recurrence { theorem: recurrence, applied_to, .. } => {
            let from = Integer(applied_to.preperiod);
            let through = Integer(recurrence.needs(applied_to).unwrap_or(0));
            let (applied_period, applied_saltus) = (Integer(applied_to.period), Integer(applied_to.saltus));
            match recurrence {
                Recurrence::TakeAndBreak(theorem) => Hypotheses::TakeAndBreak {
                    most_taken: Integer(theorem.most_taken()),
                    most_parts: Integer(theorem.most_parts()),
                    from,
                    through,
                    applied_period,
                },
                Recurrence::Window(window) => match set.and_then(Periodic::largest_left_out) {
                    Some(amount) => Hypotheses::Cofinite {
                        largest_left_out: Integer(amount),
                        from,
                        through,
                        applied_period,
                        applied_saltus,
                    },
                    None => Hypotheses::Finite {
                        largest: Integer(window.width()),
                        from,
                        through,
                        applied_period,
                        applied_saltus,
                    },
                },
            }
        }
        Theorem::State { applied_to: Period { preperiod, period, saltus }, .. } => Hypotheses::State {
            from_amount: Integer(set.map_or(0, Periodic::from)),
            modulus: Integer(set.map_or(1, Periodic::modulus)),
            heap: Integer(*preperiod),
            recurs_at: Integer(preperiod + period),
            rise: Integer(*saltus),
        },
        Theorem::Residue { reached, .. } => Hypotheses::Residue { reached: Integer(*reached) },
        Theorem::Arithmetic { most_taken, most_parts, common, first } => Hypotheses::Arithmetic {
            most_taken: Integer(*most_taken),
            most_parts: Integer(*most_parts),
            common: Integer(*common),
            first: Integer(*first),
        },
        Theorem::Closed(form) => closed(*form),
        Theorem::Multiples => Hypotheses::Multiples,
        Theorem::OfValues { theorem, values } => Hypotheses::OfValues {
            values: PeriodOfValues {
                preperiod: Integer(values.preperiod),
                period: Integer(values.period),
                saltus: Integer(values.saltus),
            },
            theorem: theorem.name(),
            of: Box::new(hypotheses(rule, theorem)),
        },
    }
}

fn closed(form: ClosedForm) -> Hypotheses {
    let (form, least, largest, amount) = match form {
        ClosedForm::Interval { least, largest } => ("interval", Some(least), Some(largest), None),
        ClosedForm::AtLeast(least) => ("at least", Some(least), None, None),
        ClosedForm::AllBut(amount) => ("all but", None, None, Some(amount)),
        ClosedForm::Lasker => ("lasker", None, None, None),
    };
    Hypotheses::Closed { form, least: least.map(Integer), largest: largest.map(Integer), amount: amount.map(Integer) }
}
