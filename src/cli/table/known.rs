//! What a table is written from: its values, and what is known of them.

use std::ops::ControlFlow;

use super::super::args::{Global, Table, TableFormat};
use super::super::failure::Failure;
use super::super::long::LongRun;
use super::super::progress::TableProgress;
use super::MOST_STUDIED;
use sgtab::export::{MOST_LISTED, TableView, needs_a_list};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::Ruleset;
use sgtab::study::{DEFAULT_OPERATIONS, Range, Study, study, study_from, tabulate_from};
use sgtab::table::{Settings, SgTable, TableError, Visited};

/// Operations for the proof that makes a program short, however few heaps it would have to list: half a second or so.
const LOOK_AHEAD: f64 = DEFAULT_OPERATIONS / 4.0;

/// The table, and the verdict that is shown with it.
pub(super) fn compute(
    rule: &Ruleset,
    n: u64,
    shows_outcomes: bool,
    format: TableFormat,
    args: &Table,
    global: &Global,
) -> Result<(SgTable, Option<Verdict>), Failure> {
    let (settings, visited) = (global.settings(), &mut Visited::default());
    let (run, start) = LongRun::new(args, rule, n, global)?;
    let sequence = if shows_outcomes { Sequence::Outcome } else { Sequence::Sg };
    run.run(|run| {
        let mut start = start;
        if format.is_code() {
            match look_ahead((start, rule, n), sequence, &settings, visited, run)? {
                ControlFlow::Break(done) => return Ok(done),
                ControlFlow::Continue(table) => start = table,
            }
        }
        if n > MOST_STUDIED {
            return tabulate_from(start, rule, n, &settings, visited, run);
        }
        let Study { table, verdicts, .. } =
            study_from(start, rule, sequence, Range::Exactly(n), &settings, visited, run)?;
        Ok((table, verdicts.into_iter().next()))
    })
}

/// A document says what is known of the rule, which may take more heaps than it shows: those of a fixed amount of work.
pub(super) fn further_verdict(
    rule: &Ruleset,
    table: &SgTable,
    verdict: Option<Verdict>,
    shows_outcomes: bool,
    global: &Global,
) -> Option<Verdict> {
    if verdict.as_ref().is_some_and(Verdict::is_proved) || table.len() > MOST_STUDIED {
        return verdict;
    }
    // What is found does not depend on the engine, but how far the work goes does.
    let settings = Settings { engine: None, ..global.settings() };
    let sequence = if shows_outcomes { Sequence::Outcome } else { Sequence::Sg };
    let range = Range::Operations(DEFAULT_OPERATIONS / 10.0);
    // As for a program, a later heap may have a move that is none.
    match study(rule, sequence, range, &settings, &mut Visited::default(), &mut TableProgress::new()) {
        Ok(further) if further.table.len() > table.len() => further.verdicts.into_iter().next(),
        _ => verdict,
    }
}

/// For a program: heaps past n are looked at too, since what is proved makes it shorter. Continues where all of 0..=n are
/// to be listed, and were not reached.
fn look_ahead(
    (start, rule, n): (SgTable, &Ruleset, u64),
    sequence: Sequence,
    settings: &Settings,
    visited: &mut Visited,
    run: &mut LongRun<'_>,
) -> Result<ControlFlow<(SgTable, Option<Verdict>), SgTable>, TableError> {
    let range = Range::Operations(LOOK_AHEAD);
    let Study { mut table, sequence, verdicts } =
        match study_from(start.clone(), rule, sequence, range, settings, visited, run) {
            // A rule may be right for heaps 0..=n, and have a move that is none later.
            Err(TableError::Move(_)) => return Ok(ControlFlow::Continue(start)),
            studied => studied?,
        };
    let verdict = verdicts.into_iter().next();
    if table.tail().is_some() {
        table.extend(rule, n, settings, visited, run)?;
    }
    let outcomes = sequence == Sequence::Outcome;
    let view = TableView { rule, table: &table, last: n, outcomes, verdict: verdict.as_ref() };
    let goes_on = table.len() <= n && n < MOST_LISTED && needs_a_list(&view);
    Ok(if goes_on { ControlFlow::Continue(table) } else { ControlFlow::Break((table, verdict)) })
}
