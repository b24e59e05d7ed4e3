//! What a table is written from.

use crate::proof::Verdict;
use crate::ruleset::Ruleset;
use crate::table::{Runs, SgTable};

/// A table with the rule that it is of.
#[derive(Debug, Clone, Copy)]
pub struct TableView<'a> {
    /// The rule.
    pub rule: &'a Ruleset,
    /// Its values.
    pub table: &'a SgTable,
    /// The largest heap that is written.
    pub last: u64,
    /// P and N instead of values; always so for misère rules.
    pub outcomes: bool,
    /// What is known of the sequence.
    pub verdict: Option<&'a Verdict>,
}

impl TableView<'_> {
    /// The values that are written, of heaps 0..=last as far as the table goes.
    pub(super) fn runs(&self) -> Runs<'_> {
        self.table.runs(..self.len())
    }

    /// The largest value that is written.
    pub fn largest(&self) -> u64 {
        let stored = self.table.stored().min(self.len());
        let beyond = self.table.tail().map_or(0, |tail| tail.period).min(self.len() - stored);
        // What a tail adds is largest in its last repetition.
        let mut largest = 0;
        for heaps in [0..stored, self.len() - beyond..self.len()] {
            let mut runs = self.table.runs(heaps);
            while let Some((_, run)) = runs.next_run() {
                largest = largest.max(run.largest());
            }
        }
        largest
    }

    /// How many heaps are written.
    pub(super) fn len(&self) -> u64 {
        self.table.len().min(self.last.saturating_add(1))
    }
}

/// P or N.
pub(super) fn outcome(value: u64) -> &'static str {
    if value == 0 { "P" } else { "N" }
}
