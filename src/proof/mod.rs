//! When a claim is a theorem: one file for each theorem, each with its hypotheses tested in code.

mod arithmetic;
mod closed;
mod cycle;
mod least;
mod method;
mod multiples;
mod recurrence;
mod residue;
mod state;
mod take_and_break;
mod verdict;
mod window;

use std::fmt;

use crate::pattern::Sequence;
use crate::table::Period;

pub use self::arithmetic::{Arithmetic, Reached};
pub use self::closed::ClosedForm;
pub use self::cycle::Search;
pub use self::method::{Method, Methods};
pub use self::multiples::{excludes_plain_period, excludes_saltus, never_periodic};
pub use self::recurrence::Recurrence;
pub use self::residue::{Conflict, Residue, conflict};
pub use self::state::State;
pub use self::take_and_break::TakeAndBreak;
pub use self::verdict::{Evidence, Standing, Verdict};
pub use self::window::{Window, outcomes_follow};

/// A period for every heap, and the theorem that gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Least preperiod, least period.
    pub period: Period,
    /// How it is known.
    pub theorem: Theorem,
}

/// A theorem that was applied, with what its hypotheses came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// The values, or outcomes, of enough heaps recur, and they decide all that follow.
    Recurrence {
        /// The theorem that says how many are enough.
        theorem: Recurrence,
        /// What recurs.
        sequence: Sequence,
        /// The period for which enough of it recurs: the one that is claimed, or a multiple where the theorem asks
        /// for one.
        applied_to: Period,
    },
    /// What decides the values, or outcomes, of an eventually periodic set is the same at two heaps, but for a rise.
    State {
        /// What the state decides.
        sequence: Sequence,
        /// The state at heap `preperiod` is that of the heap `period` later, the values having risen by `saltus`. At
        /// least the period and preperiod that are claimed, and a multiple of the period.
        applied_to: Period,
    },
    /// No member of the set joins heaps that the period makes equal, and every heap reaches all smaller values.
    Residue {
        /// What repeats.
        sequence: Sequence,
        /// The values of the heaps up to here show that each smaller value is reached.
        reached: u64,
    },
    /// Values of a code that rise: no option has the value that is claimed, and all smaller values are reached.
    Arithmetic {
        /// The largest number of tokens that a move takes.
        most_taken: u64,
        /// The largest number of heaps that a move leaves.
        most_parts: u64,
        /// P, an even multiple of p.
        common: u64,
        /// From this heap on the values are at least V0 + S', and reach is shown for P heaps.
        first: u64,
    },
    /// The value of a heap is known as a formula, by induction for a whole family of rules.
    Closed(ClosedForm),
    /// Every number has a multiple in the set, which excludes every period.
    Multiples,
    /// Outcomes, by a theorem about the values that they belong to.
    OfValues {
        /// The theorem about the values.
        theorem: Box<Theorem>,
        /// The period of the values.
        values: Period,
    },
}

impl Theorem {
    /// The name in JSON and in summaries.
    pub fn name(&self) -> &'static str {
        match self {
            Theorem::Recurrence { theorem, .. } => theorem.name(),
            Theorem::OfValues { theorem, .. } => theorem.name(),
            Theorem::State { .. } => "window",
            Theorem::Residue { .. } | Theorem::Multiples => "residue",
            Theorem::Arithmetic { .. } => "arithmetic-take-and-break",
            Theorem::Closed(_) => "closed",
        }
    }

    /// Which sequence it proves something of.
    pub(crate) fn sequence(&self) -> Sequence {
        match self {
            Theorem::Recurrence { sequence, .. }
            | Theorem::State { sequence, .. }
            | Theorem::Residue { sequence, .. } => *sequence,
            Theorem::OfValues { .. } => Sequence::Outcome,
            Theorem::Arithmetic { .. } | Theorem::Closed(_) | Theorem::Multiples => Sequence::Sg,
        }
    }

    /// Why the period that was proved holds for ever, for the brackets after "proved".
    pub(crate) fn because(&self, period: &Period) -> String {
        match self {
            Theorem::Recurrence { theorem, sequence, applied_to } => {
                theorem.because(*sequence, period.preperiod, applied_to)
            }
            Theorem::OfValues { values, .. } => {
                let saltus = if values.saltus > 0 { format!("saltus {}, ", values.saltus) } else { String::new() };
                format!("the values have period {}, {saltus}preperiod {}", values.period, values.preperiod)
            }
            Theorem::State { applied_to: Period { preperiod: heap, period, saltus }, .. } => {
                let raised = if *saltus > 0 { ", raised by the saltus" } else { "" };
                format!("what decides heap {heap} recurs at heap {}{raised}", heap + period)
            }
            Theorem::Residue { sequence: Sequence::Sg, reached } => {
                format!("no move joins equal heaps; heaps through {reached} reach all smaller values")
            }
            Theorem::Residue { sequence: Sequence::Outcome, reached } => {
                format!("no move joins P-positions; heaps through {reached} show that all others reach one")
            }
            Theorem::Arithmetic { common, first, .. } => {
                format!("no option of equal value; heaps {first}..{} reach all smaller values", first + common - 1)
            }
            Theorem::Closed(form) => format!("g(n) = {form}"),
            Theorem::Multiples => "the set has a multiple of every number".into(),
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
