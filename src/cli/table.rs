//! `sgtab table`

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::args::{Global, Table, TableFormat};
use super::failure::{Failure, say};
use super::long::{self, LongRun};
use super::progress::TableProgress;
use super::{Status, document, interrupt, output, rules};
use sgtab::export::{
    Language, MOST_LISTED, StatsText, TableStatsJson, TableText, TableView, meta_path, needs_a_list, write_bfile,
    write_code, write_csv, write_meta, write_npy, write_table_json,
};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::stats::Stats;
use sgtab::study::{DEFAULT_OPERATIONS, Range, Study, study, study_from, tabulate_from};
use sgtab::table::{Settings, SgTable, TableError, Visited};

/// Longer tables are printed and drawn without a search for patterns.
pub(super) const MOST_STUDIED: u64 = 1 << 20;

/// Operations for the proof that makes a program short, however few heaps it would have to list: half a second or so.
const LOOK_AHEAD: f64 = DEFAULT_OPERATIONS / 4.0;

/// Width of the rows where there is no terminal to ask.
const DEFAULT_WIDTH: usize = 80;

/// Statistics list so many values as text.
pub(super) const MOST_VALUES: usize = 40;

pub(super) fn run(args: &Table, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let n = args.n.unwrap_or(rule.heaps());
    let format = format(args, global)?;
    let document = document::Request::new(args, format, n)?;
    global.announce(&rule, n)?;
    let outcomes = args.outcomes || rule.convention() == Convention::Misere;
    let shows_outcomes = outcomes && (format == TableFormat::Text || format.is_code() || document.is_some());
    let (table, mut verdict) = compute(&rule, n, shows_outcomes, format, args, global)?;
    let interrupted = interrupt::requested();
    if interrupted && tell_what_is_kept(args, &table, n) {
        return Ok(Status::Interrupted);
    }
    if document.is_some() && !interrupted {
        verdict = further_verdict(&rule, &table, verdict, shows_outcomes, global);
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

/// The table, and the verdict that is shown with it.
fn compute(
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
        let start = match format.is_code() {
            true => match look_ahead((start, rule, n), sequence, &settings, visited, run)? {
                ControlFlow::Break(done) => return Ok(done),
                ControlFlow::Continue(start) => start,
            },
            false => start,
        };
        if n > MOST_STUDIED {
            return tabulate_from(start, rule, n, &settings, visited, run);
        }
        let Study { table, verdicts, .. } =
            study_from(start, rule, sequence, Range::Exactly(n), &settings, visited, run)?;
        Ok((table, verdicts.into_iter().next()))
    })
}

/// A document says what is known of the rule, which may take more heaps than it shows: those of a fixed amount of work.
fn further_verdict(
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
    // A rule may be right for the heaps of the table, and have a move that is none later.
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
    let Study { mut table, sequence, verdicts } = study_from(start, rule, sequence, range, settings, visited, run)?;
    let verdict = verdicts.into_iter().next();
    if table.tail().is_some() {
        table.extend(rule, n, settings, visited, run)?;
    }
    let outcomes = sequence == Sequence::Outcome;
    let view = TableView { rule, table: &table, last: n, outcomes, verdict: verdict.as_ref() };
    let goes_on = table.len() <= n && n < MOST_LISTED && needs_a_list(&view);
    Ok(if goes_on { ControlFlow::Continue(table) } else { ControlFlow::Break((table, verdict)) })
}

fn format(args: &Table, global: &Global) -> Result<TableFormat, Failure> {
    let to_stdout = args.output.as_deref().is_none_or(output::is_stdout);
    if args.stats && to_stdout && (args.output.is_some() || args.format.is_some()) {
        let what = "--stats prints statistics instead of the rows, as text or with --json as one object";
        return Err(Failure::with_help(what, "write the table to a file by -o FILE, or leave out --stats"));
    }
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output.as_deref().filter(|path| !output::is_stdout(path)) else {
        return Ok(if global.json { TableFormat::Json } else { TableFormat::Text });
    };
    match output::ending(path).as_deref() {
        Some("csv") => Ok(TableFormat::Csv),
        Some("json") => Ok(TableFormat::Json),
        Some("npy") => Ok(TableFormat::Npy),
        Some("txt") if is_bfile_name(path) => Ok(TableFormat::Bfile),
        Some("txt") => Ok(TableFormat::Text),
        Some("tex") => Ok(TableFormat::Latex),
        Some("dat" | "pgf") => Ok(TableFormat::Pgfplots),
        Some("typ") => Ok(TableFormat::Typst),
        Some("md" | "markdown") => Ok(TableFormat::Markdown),
        Some("html" | "htm") => Ok(TableFormat::Html),
        Some("cpp" | "cc" | "cxx" | "h" | "hpp") => Ok(TableFormat::Cpp),
        Some("py") => Ok(TableFormat::Python),
        Some("rs") => Ok(TableFormat::Rust),
        _ => Err(Failure::with_help(
            format!("the name {} does not say which format to write", path.display()),
            "end it in .csv, .json, .npy, .txt, .tex, .dat, .typ, .md, .html, .cpp, .py or .rs, or say --format",
        )),
    }
}

/// The OEIS calls them b000001.txt and so on.
fn is_bfile_name(path: &Path) -> bool {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.strip_prefix('b').is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn width(output: Option<&Path>) -> usize {
    if output.is_some() || !io::stdout().is_terminal() {
        return DEFAULT_WIDTH;
    }
    terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| width.0.into())
}
