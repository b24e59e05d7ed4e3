//! `sgtab table`

mod format;
mod known;

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::args::{Global, Table, TableFormat};
use super::failure::{Failure, say};
use super::long;
use super::{Status, document, interrupt, output, rules};
use sgtab::export::{
    Language, MOST_LISTED, StatsText, TableStatsJson, TableText, TableView, meta_path, needs_a_list, write_bfile,
    write_code, write_csv, write_meta, write_npy, write_table_json,
};
use sgtab::pattern::Sequence;
use sgtab::ruleset::Convention;
use sgtab::stats::Stats;
use sgtab::table::SgTable;

/// Longer tables are printed and drawn without a search for patterns.
pub(super) const MOST_STUDIED: u64 = 1 << 20;

/// Width of the rows where there is no terminal to ask.
const DEFAULT_WIDTH: usize = 80;

/// Statistics list so many values as text.
pub(super) const MOST_VALUES: usize = 40;

pub(super) fn run(args: &Table, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let n = args.n.unwrap_or(rule.heaps());
    let format = format::format(args, global)?;
    let document = document::Request::new(args, format, n)?;
    global.announce(&rule, n)?;
    let outcomes = args.outcomes || rule.convention() == Convention::Misere;
    let shows_outcomes = outcomes && (format == TableFormat::Text || format.is_code() || document.is_some());
    let (table, mut verdict) = known::compute(&rule, n, shows_outcomes, format, args, global)?;
    let interrupted = interrupt::requested();
    if interrupted && tell_what_is_kept(args, &table, n) {
        return Ok(Status::Interrupted);
    }
    if document.is_some() && !interrupted {
        verdict = known::further_verdict(&rule, &table, verdict, shows_outcomes, global);
    }
    let view = TableView { rule: &rule, table: &table, last: n, outcomes, verdict: verdict.as_ref() };
    if format.is_code() && needs_a_list(&view) && n >= MOST_LISTED {
        let what =
            format!("nothing proved of {rule} makes a program without a list of heaps 0..{n}, which is too long");
        return Err(Failure::with_help(what, "ask for a million heaps, -n 1e6, or write all of them to .csv or .npy"));
    }
    match (&document, &args.output) {
        (Some(document), _) => document.write(&view)?,
        (None, Some(path)) => write_to(path, format, &view)?,
        (None, None) => {}
    }
    if args.stats {
        print_statistics(&view, global)?;
    } else if args.output.is_none() && document.is_none() {
        output::to_stdout(|out| write(out, format, &view, width(None)))?;
    }
    Ok(if interrupted { Status::Interrupted } else { Status::Done })
}

/// Says where an interrupted table is; whether that is all, since it is saved, or was to go to a file, which is written
/// whole or not at all.
fn tell_what_is_kept(args: &Table, table: &SgTable, n: u64) -> bool {
    let at = format!("interrupted at heap {} of {n}", table.len().saturating_sub(1));
    let to_file = args.output.as_deref().filter(|path| !output::is_stdout(path));
    match (args.checkpoint.as_ref().or(args.resume.as_ref()), to_file) {
        (Some(saved), _) => {
            say(&format!("{at}; the values are in {}", saved.display()));
            say(&format!("help: go on by {}", long::command_to_resume(saved)));
        }
        (None, Some(path)) => {
            say(&format!("{at}; {} is not written", path.display()));
            say("help: with --checkpoint FILE the values are kept");
        }
        (None, None) => say(&format!("warning: {at}, where the table ends")),
    }
    args.checkpoint.is_some() || args.resume.is_some() || to_file.is_some()
}

fn write(out: &mut dyn Write, format: TableFormat, view: &TableView<'_>, width: usize) -> io::Result<()> {
    match format {
        TableFormat::Csv => write_csv(out, view),
        TableFormat::Json => write_table_json(out, view),
        TableFormat::Npy => write_npy(out, view),
        TableFormat::Bfile => write_bfile(out, view),
        TableFormat::Cpp => write_code(out, Language::Cpp, view),
        TableFormat::Python => write_code(out, Language::Python, view),
        TableFormat::Rust => write_code(out, Language::Rust, view),
        // Tables for documents are written by their request.
        _ => write!(out, "{}", TableText { view, width }),
    }
}

/// The table, and for CSV and NPY the record beside it.
fn write_to(path: &Path, format: TableFormat, view: &TableView<'_>) -> Result<(), Failure> {
    let rows = |out: &mut dyn Write| write(out, format, view, width(Some(path)));
    if !matches!(format, TableFormat::Csv | TableFormat::Npy) || output::is_stdout(path) {
        return output::to(path, rows);
    }
    output::both(path, rows, &meta_path(path), |out| write_meta(out, view))
}

fn print_statistics(view: &TableView<'_>, global: &Global) -> Result<(), Failure> {
    let sequence = if view.outcomes { Sequence::Outcome } else { Sequence::Sg };
    let last = view.last.min(view.table.len().saturating_sub(1));
    let Some(stats) = Stats::of(view.rule, view.table, sequence, last) else { return Ok(()) };
    if global.json {
        return output::json(&TableStatsJson::new(view.rule, view.table, &stats));
    }
    output::to_stdout(|out| {
        writeln!(out, "{}", view.rule.headline())?;
        write!(out, "{}", StatsText { stats: &stats, most: MOST_VALUES })?;
        view.verdict.map_or(Ok(()), |verdict| writeln!(out, "  {verdict}"))
    })
}

fn width(output: Option<&Path>) -> usize {
    if output.is_some() || !io::stdout().is_terminal() {
        return DEFAULT_WIDTH;
    }
    terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| width.0.into())
}
