//! The words of a verdict that is proved, from its numbers: the text of a certificate must say these.

use super::Refusal;
use super::closed::Closed;
use super::format::{Certificate, Hypotheses, Sequence};
use super::sequence::Period;
use super::theorem::{claimed, closed};

/// The text that belongs to a certificate.
pub(super) fn text(certificate: &Certificate) -> Result<String, Refusal> {
    let Some(claim) = claimed(certificate)? else {
        return Ok("no eventual period: the set has a multiple of every number (proved)".into());
    };
    let name = certificate.theorem.name();
    let because = because(&certificate.hypotheses, certificate.sequence)?;
    Ok(format!("{}: proved ({name}: {because})", period(claim)))
}

/// "period 4, saltus 4, preperiod 1"
pub(super) fn period(Period { preperiod, period, saltus }: Period) -> String {
    let saltus = if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    format!("period {period}{saltus}, preperiod {preperiod}")
}

fn because(hypotheses: &Hypotheses, sequence: Sequence) -> Result<String, Refusal> {
    let raised = |saltus: u64| if saltus > 0 { ", raised by the saltus" } else { "" };
    Ok(match hypotheses {
        Hypotheses::Finite { from, through, applied_period, applied_saltus, .. }
        | Hypotheses::Cofinite { from, through, applied_period, applied_saltus, .. } => {
            recurs(sequence, from.0, through.0, applied_period.0) + raised(applied_saltus.0)
        }
        Hypotheses::TakeAndBreak { from, through, applied_period, .. } => {
            recurs(sequence, from.0, through.0, applied_period.0)
        }
        Hypotheses::State { heap, recurs_at, rise, .. } => {
            format!("what decides heap {} recurs at heap {}{}", heap.0, recurs_at.0, raised(rise.0))
        }
        Hypotheses::Residue { reached } if sequence == Sequence::Outcome => {
            format!("no move joins P-positions; heaps through {} show that all others reach one", reached.0)
        }
        Hypotheses::Residue { reached } => {
            format!("no move joins equal heaps; heaps through {} reach all smaller values", reached.0)
        }
        Hypotheses::Arithmetic { common, first, .. } => {
            let last = first.0.saturating_add(common.0).saturating_sub(1);
            format!("no option of equal value; heaps {}..{last} reach all smaller values", first.0)
        }
        Hypotheses::Closed { .. } => format!("g(n) = {}", formula(closed(hypotheses)?)),
        Hypotheses::Multiples {} => "the set has a multiple of every number".into(),
        Hypotheses::OfValues { values, .. } => {
            let Period { preperiod, period, saltus } = Period::from(*values);
            let saltus = if saltus > 0 { format!("saltus {saltus}, ") } else { String::new() };
            format!("the values have period {period}, {saltus}preperiod {preperiod}")
        }
    })
}

fn recurs(sequence: Sequence, from: u64, through: u64, period: u64) -> String {
    let what = if sequence == Sequence::Sg { "values" } else { "outcomes" };
    let (end, later) = (through.saturating_sub(period), from.saturating_add(period));
    if end > from {
        format!("the {what} of heaps {from}..{end} recur at {later}..{through}")
    } else {
        format!("the {what} of heap {from} recur at {later}")
    }
}

fn formula(closed: Closed) -> String {
    match closed {
        Closed::Interval { least: 1, largest } => format!("n mod {}", largest.saturating_add(1)),
        Closed::Interval { least, largest } => format!("floor((n mod {}) / {least})", least.saturating_add(largest)),
        Closed::AtLeast(1) => "n".into(),
        Closed::AtLeast(least) => format!("floor(n / {least})"),
        Closed::AllBut(amount) => format!("{amount} floor(n / {}) + n mod {amount}", amount.saturating_mul(2)),
        Closed::Lasker => "n + 1 for n mod 4 = 3, n - 1 for n mod 4 = 0 and n > 0, else n".into(),
    }
}
