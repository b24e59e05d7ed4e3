//! Theorems by which values that recur for long enough recur for ever.

use super::take_and_break::TakeAndBreak;
use super::window::Window;
use crate::pattern::Sequence;
use crate::ruleset::{Convention, Ruleset};
use crate::table::Period;

/// The theorem that applies to a rule, and says how many heaps must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recurrence {
    /// For sets, nothing split.
    Window(Window),
    /// For take-and-break codes.
    TakeAndBreak(TakeAndBreak),
}

impl Recurrence {
    /// The theorem for a sequence of a rule, and the sequence that it must be applied to: outcomes may have to
    /// follow from the values.
    pub fn for_rule(rule: &Ruleset, sequence: Sequence) -> Option<(Recurrence, Sequence)> {
        let window = |sequence| Window::for_rule(rule, sequence).map(|window| (Recurrence::Window(window), sequence));
        let of_values = || window(Sequence::Sg).filter(|_| rule.convention() == Convention::Normal);
        let of_code = || TakeAndBreak::for_rule(rule).map(|theorem| (Recurrence::TakeAndBreak(theorem), Sequence::Sg));
        window(sequence).or_else(of_values).or_else(of_code)
    }

    /// The name in JSON and in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Recurrence::Window(_) => "window",
            Recurrence::TakeAndBreak(_) => "take-and-break",
        }
    }

    /// How many heaps from the preperiod on must agree with those a period later.
    pub fn width(self, period: &Period) -> u64 {
        match self {
            Recurrence::Window(window) => window.width(),
            Recurrence::TakeAndBreak(theorem) => theorem.width(period),
        }
    }

    /// Whether a period is proved by its agreeing heaps.
    pub fn proves(self, period: &Period, agree: u64) -> bool {
        match self {
            Recurrence::Window(window) => window.proves(period, agree),
            Recurrence::TakeAndBreak(theorem) => theorem.proves(period, agree),
        }
    }

    /// The largest heap that the table must have to prove a period; `None` for one of a kind that it cannot prove.
    pub fn needs(self, period: &Period) -> Option<u64> {
        let first = period.preperiod.saturating_add(period.period);
        let last = first.saturating_add(self.width(period)).saturating_sub(1);
        self.proves(period, u64::MAX).then_some(last)
    }

    /// Which heaps recur where, given the preperiod that is claimed and the period that this was applied to.
    pub(super) fn because(self, sequence: Sequence, preperiod: u64, applied_to: &Period) -> String {
        let end = preperiod + self.width(applied_to) - 1;
        let what = if sequence == Sequence::Sg { "values" } else { "outcomes" };
        let (heaps, to) = match end > preperiod {
            true => (format!("heaps {preperiod}..{end}"), format!("..{}", end + applied_to.period)),
            false => (format!("heap {preperiod}"), String::new()),
        };
        let raised = if applied_to.saltus > 0 { ", raised by the saltus" } else { "" };
        format!("the {what} of {heaps} recur at {}{to}{raised}", preperiod + applied_to.period)
    }
}
