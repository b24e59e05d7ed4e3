//! When a claim is a theorem: one file for each theorem, each with its hypotheses tested in code.

mod multiples;
mod verdict;
mod window;

use std::fmt;

use crate::pattern::Sequence;
use crate::table::Period;

pub use self::multiples::{Conflict, conflict, never_periodic};
pub use self::verdict::{Standing, Verdict};
pub use self::window::{Window, outcomes_follow};

/// A theorem that was applied, with what its hypotheses came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// The values, or outcomes, of a window of heaps recur, and they decide all that follow.
    Window {
        /// The window.
        window: Window,
        /// What recurs in it.
        sequence: Sequence,
    },
    /// Every number has a multiple in the set, which excludes every period.
    Multiples,
    /// Outcomes, by the window theorem for the values that they belong to.
    WindowOfValues {
        /// The period of the values.
        values: Period,
    },
}

impl Theorem {
    /// The name in JSON and in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Window { .. } | Theorem::WindowOfValues { .. } => "window",
            Theorem::Multiples => "residue",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
