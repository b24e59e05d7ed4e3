//! The theorems that may prove a period of a rule's sequence: each is asked of a table in turn.

use std::fmt;

use super::arithmetic::{Arithmetic, Reached};
use super::cycle::{Search, cycle};
use super::least::least;
use super::recurrence::Recurrence;
use super::residue::{self, Residue};
use super::state::State;
use super::{ClosedForm, Proof, Theorem};
use crate::pattern::{Periods, Sequence, Values, View};
use crate::ruleset::Ruleset;
use crate::table::{Observer, Period};

/// The first table that a theorem is tried on has this many heaps, and four times what it needs at least.
const FIRST_HEAPS: u64 = 1024;

/// A theorem as it applies to a rule.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Method {
    /// Values that recur for long enough recur for ever.
    Recurrence(Recurrence),
    /// A formula gives the values.
    Closed(ClosedForm),
    /// A state that decides all that follows recurs.
    State(State),
    /// Values of a code that rise for long enough rise for ever.
    Arithmetic(Arithmetic),
    /// No amount joins heaps that a period makes equal, by its residue.
    Residue(Residue),
}

/// What may be proved of a sequence of a rule: the theorems, the cheapest first.
#[derive(Debug, Clone)]
pub struct Methods {
    /// Which sequence they are asked of: outcomes may have to follow from the values.
    pub looked_at: Sequence,
    /// None where no theorem applies.
    pub methods: Vec<Method>,
}

impl Methods {
    /// The theorems for a sequence of a rule.
    pub fn for_rule(rule: &Ruleset, sequence: Sequence) -> Methods {
        let (mut looked_at, mut methods) = (sequence, Vec::new());
        if let Some((theorem, of)) = Recurrence::for_rule(rule, sequence) {
            looked_at = of;
            methods.push(Method::Recurrence(theorem));
        } else if let Some(state) = State::for_rule(rule, sequence) {
            methods.push(Method::State(state));
        } else {
            methods.extend(Residue::for_rule(rule, sequence).map(Method::Residue));
        }
        methods.extend(Arithmetic::for_rule(rule).map(Method::Arithmetic));
        if let Some(form) = ClosedForm::for_rule(rule)
            && (methods.is_empty() || looked_at == Sequence::Sg)
        {
            looked_at = Sequence::Sg;
            methods.push(Method::Closed(form));
        }
        Methods { looked_at, methods }
    }

    /// Whether none applies.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// The first table to look at has so many heaps.
    pub fn first_heaps(&self) -> u64 {
        self.methods.first().map_or(FIRST_HEAPS, Method::first_heaps)
    }

    /// Longer tables than this prove no more.
    pub fn most_heaps(&self) -> u64 {
        self.methods.iter().map(Method::most_heaps).max().unwrap_or(0)
    }

    /// The least period that a theorem proves from the heaps of `values`, with its preperiod.
    pub fn proof(&self, values: &View<'_>) -> Option<Proof> {
        if values.len() as u64 > self.most_heaps() {
            return None;
        }
        let periods = Periods::of(values, self.looked_at == Sequence::Sg);
        self.methods.iter().find_map(|method| method.proof(values, &periods))
    }

    /// The period that is known without a table, where a formula gives the values.
    pub fn without_table(&self) -> Option<Proof> {
        let closed = self.methods.iter().find_map(|method| match method {
            Method::Closed(form) => Some(*form),
            _ => None,
        })?;
        Some(Proof { period: closed.period(), theorem: Theorem::Closed(closed) })
    }

    /// The period of the outcomes of a finite set, found without their table; `None` for other rules, and where the bounds
    /// of the search are too narrow.
    pub fn by_cycle(&self, rule: &Ruleset, search: Search, observer: &mut impl Observer) -> Option<Proof> {
        let theorem = self.methods.iter().find_map(|method| match method {
            Method::Recurrence(theorem) if self.looked_at == Sequence::Outcome => Some(*theorem),
            _ => None,
        })?;
        let period = cycle(rule, search, observer)?;
        let theorem = Theorem::Recurrence { theorem, sequence: Sequence::Outcome, applied_to: period };
        Some(Proof { period, theorem })
    }

    /// The largest heap that the table must have for `period` to be proved; `None` where that is not known before.
    pub fn needs(&self, period: &Period) -> Option<u64> {
        self.methods.iter().filter_map(|method| method.needs(period)).min()
    }
}

impl Method {
    fn first_heaps(&self) -> u64 {
        match self {
            Method::Recurrence(theorem) => {
                let shortest = Period { preperiod: 0, period: 1, saltus: 0 };
                theorem.width(&shortest).saturating_mul(4).max(FIRST_HEAPS)
            }
            Method::State(state) => state.first_heaps().max(FIRST_HEAPS),
            _ => FIRST_HEAPS,
        }
    }

    fn most_heaps(&self) -> u64 {
        match self {
            Method::Residue(_) => residue::MOST_HEAPS,
            _ => u64::MAX,
        }
    }

    fn proof(&self, values: &View<'_>, periods: &Periods<'_, View<'_>>) -> Option<Proof> {
        match self {
            Method::Recurrence(theorem) => {
                let applied_to = periods.least(|period, agree| theorem.proves(period, agree))?;
                // A theorem may ask for an even one.
                let period = least(values, &applied_to);
                let theorem = Theorem::Recurrence { theorem: *theorem, sequence: values.sequence(), applied_to };
                Some(Proof { period, theorem })
            }
            // The tail that follows needs a full repetition of stored values.
            Method::Closed(form) => {
                let period = form.period();
                let stored = period.preperiod.checked_add(period.period)? <= values.len() as u64;
                stored.then_some(Proof { period, theorem: Theorem::Closed(*form) })
            }
            Method::State(state) => state.proof(values, periods),
            Method::Arithmetic(theorem) => {
                let (period, Reached { common, first }) = theorem.proof(values, periods)?;
                let (most_taken, most_parts) = (theorem.most_taken(), theorem.most_parts());
                Some(Proof { period, theorem: Theorem::Arithmetic { most_taken, most_parts, common, first } })
            }
            Method::Residue(theorem) => theorem.proof(values, periods),
        }
    }

    fn needs(&self, period: &Period) -> Option<u64> {
        match self {
            Method::Recurrence(theorem) => theorem.needs(period),
            // What these need shows only when it is there.
            _ => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Recurrence(Recurrence::Window(window)) => {
                let saltus = if window.allows_saltus() { ", raised by a saltus" } else { "" };
                write!(f, "window: a period is proved once the values of {} heaps recur{saltus}", window.width())
            }
            Method::Recurrence(Recurrence::TakeAndBreak(theorem)) => {
                write!(f, "take-and-break: a period p from heap q on is proved {theorem}")
            }
            Method::Closed(form) => write!(f, "closed: g(n) = {form}"),
            Method::State(state) => write!(f, "window: a period is proved once what decides a heap recurs: {state}"),
            Method::Arithmetic(theorem) => {
                write!(f, "arithmetic take-and-break: a period p with a saltus from heap q on is proved {theorem}")
            }
            Method::Residue(_) => f.write_str(
                "residue: a period p is proved once no amount, by its residue modulo p, joins equal heaps, and all \
                 smaller values are seen to be reached",
            ),
        }
    }
}
