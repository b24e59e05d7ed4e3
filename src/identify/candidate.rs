//! A rule of the catalogue that agrees for long: found on the first heaps, then compared further.

use super::agreement::{Agreement, End, agreement};
use super::catalogue::{Entry, SCREEN};
use crate::study::tabulate;
use crate::table::{Settings, SgTable, Visited, choose, heaps_within};

/// Shifts up to this are tried, and the one that lines up the first values other than 0.
const MOST_SHIFT: i64 = 16;
/// Without a proof, or when the first heaps differ, an agreement must see the value change so often: most rules agree
/// with some other on a few heaps.
const LEAST_CHANGES: usize = 48;
/// Ends that repeat after fewer heaps than this are found in many rules, and say nothing of how these begin.
const LEAST_PERIOD: u64 = 12;
/// So many elementary operations may all rules together take that agree on the first heaps,
const OPERATIONS: f64 = 1e9;
/// and so many one of them.
const OPERATIONS_EACH: f64 = 1e8;

/// An entry with the shifts by which it agrees on the first heaps, or its near misses where there are none.
pub(super) struct Candidate<'a> {
    entry: &'a Entry,
    lined_up: i64,
    agreements: Vec<Agreement>,
}

impl<'a> Candidate<'a> {
    /// `None` where no agreement with the first heaps of the entry is worth a word.
    pub(super) fn screen(table: &SgTable, entry: &'a Entry) -> Option<Self> {
        let lined_up = leading_zeros(&entry.screen)? as i64 - leading_zeros(table)? as i64;
        let mut shifts: Vec<i64> = (-MOST_SHIFT..=MOST_SHIFT).chain([lined_up]).collect();
        shifts.sort_by_key(|&shift| (shift.abs(), shift < 0));
        shifts.dedup();
        let agreements = shifts.into_iter().filter_map(|shift| agreement(table, &entry.screen, shift));
        // A sequence that changes little may still be proved to be the same.
        let least = |found: &Agreement| if found.is_open() { 1 } else { LEAST_CHANGES };
        let mut agreements: Vec<Agreement> =
            agreements.filter(|found| is_substantial(table, found, lined_up, least(found))).collect();
        if agreements.iter().any(Agreement::is_open) {
            agreements.retain(Agreement::is_open);
        }
        (!agreements.is_empty()).then_some(Candidate { entry, lined_up, agreements })
    }

    fn is_open(&self) -> bool {
        self.agreements.iter().any(Agreement::is_open)
    }

    /// The best agreement, with heaps 0..=last compared where the first ones agree.
    pub(super) fn best(&self, table: &SgTable, last: u64, visited: &mut Visited) -> Option<(&'a Entry, Agreement)> {
        let mut agreements = self.agreements.clone();
        if self.is_open() {
            let (rule, settings) = (&self.entry.rule, Settings::default());
            let farthest = agreements.iter().map(|found| found.shift).max()?;
            let last = heaps_within(rule, None, OPERATIONS_EACH, 0.0, settings.memory).min(last);
            let (longer, _) = tabulate(rule, last.saturating_add_signed(farthest), &settings, visited, &mut ()).ok()?;
            let longer = agreements.iter().filter_map(|found| agreement(table, &longer, found.shift));
            let least = |found: &Agreement| if found.end == End::Proved { 1 } else { LEAST_CHANGES };
            agreements = longer.filter(|found| is_substantial(table, found, self.lined_up, least(found))).collect();
        }
        // Of equally good ones the first, which has the least shift.
        Some((self.entry, agreements.into_iter().min_by_key(|found| rank(table, found))?))
    }
}

/// How far the candidates that agree are tabulated: half as far, and half of that, where there are many.
pub(super) fn last_within(candidates: &[Candidate<'_>], most: u64) -> u64 {
    let rules = || candidates.iter().filter(|candidate| candidate.is_open()).map(|candidate| &candidate.entry.rule);
    let cost = |last: u64| -> f64 {
        rules().filter_map(|rule| Some(choose(rule, last, &Settings::default()).ok()?.cost.min(OPERATIONS_EACH))).sum()
    };
    let mut last = most;
    while last > SCREEN && cost(last) > OPERATIONS {
        last /= 2;
    }
    last
}

/// How many heaps come before the first value other than 0.
pub(super) fn leading_zeros(table: &SgTable) -> Option<u64> {
    (0..table.len()).find(|&n| table.known(n) != Some(0))
}

/// Whether the heaps before those that agree are all worth 0.
pub(super) fn zeros_before(table: &SgTable, found: &Agreement) -> bool {
    (0..found.from).all(|n| table.known(n) == Some(0))
}

/// Agreements of all heaps first, then those from some heap on, then near misses, the longest first.
pub(super) fn rank(table: &SgTable, found: &Agreement) -> (u8, End, u64) {
    match found.end {
        End::Differs { .. } => (2, End::Open, u64::MAX - found.through),
        end => (u8::from(!zeros_before(table, found)), end, 0),
    }
}

/// Whether it is worth a word: one of whole sequences, which are `lined_up` by their leading zeros, when it sees so many
/// `changes` of the value; another when it sees many, and ends in no short period.
fn is_substantial(table: &SgTable, found: &Agreement, lined_up: i64, changes: usize) -> bool {
    let equal = |period: u64| move |n: u64| table.known(n) == table.known(n + period);
    let repeats = |period: u64| (found.from..=found.through.saturating_sub(period)).all(equal(period));
    let whole = found.shift == lined_up && zeros_before(table, found);
    let least = if whole { changes } else { LEAST_CHANGES };
    let seen = (found.from..found.through).filter(|&n| !equal(1)(n)).take(least).count();
    seen == least && (whole || !(1..LEAST_PERIOD).any(repeats))
}
