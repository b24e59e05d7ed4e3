//! `sgtab batch`: every rule file to a table, a verdict and charts, and one summary and one page of all.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::args::{Batch, Global};
use super::failure::{Failure, say};
use super::rules::Named;
use super::{Status, output, progress, rules};
use sgtab::export::{
    Certificate, ChartFormat, ChartInput, ChartStyle, Page, PageRule, Subject, SummaryRow, TableChart, TableData,
    TableView, VerdictJson, draw, write_csv, write_meta, write_summary,
};
use sgtab::pattern::Sequence;
use sgtab::ruleset::Ruleset;
use sgtab::study::{DEFAULT_OPERATIONS, Range, study};
use sgtab::table::{Settings, Visited};

/// Looked at where no folder is named.
const DEFAULT_FOLDER: &str = "rulesets";

/// The name of the summary, which no rule may have.
const SUMMARY: &str = "summary";

/// The name of the page.
const PAGE: &str = "index.html";

/// The title of a page of several rules.
pub(super) const PAGE_TITLE: &str = "Heap games: values, patterns and play";

#[derive(Serialize)]
struct Report {
    output: PathBuf,
    rules: Vec<RuleReport>,
    failed: usize,
}

#[derive(Serialize)]
struct RuleReport {
    rule: String,
    verdict: VerdictJson,
}

pub(super) fn run(args: &Batch, global: &Global) -> Result<Status, Failure> {
    let named = match &args.dir {
        Some(folder) => rules::in_folder(folder)?,
        None if Path::new(DEFAULT_FOLDER).is_dir() => rules::in_folder(Path::new(DEFAULT_FOLDER))?,
        None => rules::all_shipped(),
    };
    std::fs::create_dir_all(&args.output).map_err(|why| Failure::file("make the folder", &args.output, &why))?;

    let bar = progress::bar(named.len() as u64, "{bar:40} {pos} of {len} rules, {eta} left");
    let results: Vec<Result<(SummaryRow, PageRule), Failure>> = named
        .into_par_iter()
        .map_init(Visited::default, |visited, (name, rule): Named| {
            let result =
                rule.map_err(Failure::from).and_then(|rule| one_rule(&name, &rule, args, &global.settings(), visited));
            bar.inc(1);
            result
        })
        .collect();
    bar.finish_and_clear();

    let (mut rows, mut page_rules) = (Vec::new(), Vec::new());
    let mut failed = 0;
    for result in results {
        match result {
            Ok((row, page_rule)) => {
                rows.push(row);
                page_rules.push(page_rule);
            }
            Err(failure) => {
                failure.report();
                failed += 1;
            }
        }
    }
    let summary = args.output.join(format!("{SUMMARY}.csv"));
    output::file(&summary, |out| write_summary(out, &rows))?;
    let page = Page { title: PAGE_TITLE, rules: &page_rules };
    output::file(&args.output.join(PAGE), |out| page.write(out))?;
    if failed > 0 {
        say(&format!("{failed} of {} rules failed; the others are done", rows.len() + failed));
    }
    report(rows, failed, args, global, &summary)?;
    Ok(if failed > 0 { Status::BadInput } else { Status::Done })
}

/// Writes all files of one rule; its row in the summary, and what the page says of it.
fn one_rule(
    name: &str,
    rule: &Ruleset,
    args: &Batch,
    settings: &Settings,
    visited: &mut Visited,
) -> Result<(SummaryRow, PageRule), Failure> {
    if name == SUMMARY {
        let what = format!("the rule {name} would be written over by the summary");
        return Err(Failure::with_help(what, "give the rule file another name"));
    }
    let last = rule.heaps();
    let study = study(rule, Sequence::Sg, Range::Operations(DEFAULT_OPERATIONS / 10.0), settings, visited, &mut ())?;
    if args.certificates
        && let Ok(certificate) = Certificate::of(rule, &study)
    {
        output::file(&args.output.join(format!("{name}.certificate.json")), |out| certificate.write(out))?;
    }
    let folder = &args.output;
    let period = study.holding_period().copied();
    let verdict = &study.verdicts[0];
    let mut table = study.table;
    table.extend(rule, last, settings, visited, &mut ())?;

    let outcomes = study.sequence == Sequence::Outcome;
    let view = TableView { rule, table: &table, last, outcomes, verdict: Some(verdict) };
    output::file(&folder.join(format!("{name}.csv")), |out| write_csv(out, &view))?;
    output::file(&folder.join(format!("{name}.meta.json")), |out| write_meta(out, &view))?;

    let caption = verdict.to_string();
    let title = rule.headline();
    let data = TableData { table: &table, last, period, outcomes };
    for kind in TableChart::ALL.into_iter().filter(|kind| kind.makes_sense(&data)) {
        let input = ChartInput { title: &title, caption: &caption, subject: Subject::Table(kind, data) };
        for format in ChartFormat::ALL {
            let image = draw(&input, format, &ChartStyle::default())?;
            let path = folder.join(format!("{name}-{}.{}", kind.name(), format.name()));
            output::file(&path, |out| out.write_all(&image))?;
        }
    }
    let largest = (!outcomes).then(|| view.largest());
    Ok((SummaryRow::new(rule, last, largest, verdict), PageRule::new(&view, &study.verdicts)?))
}

fn report(rows: Vec<SummaryRow>, failed: usize, args: &Batch, global: &Global, summary: &Path) -> Result<(), Failure> {
    if global.json {
        let rules = rows.iter().map(|row| RuleReport { rule: row.rule().into(), verdict: row.verdict().into() });
        return output::json(&Report { output: args.output.clone(), rules: rules.collect(), failed });
    }
    let width = rows.iter().map(|row| row.rule().len()).max().unwrap_or(0);
    output::to_stdout(|out| {
        rows.iter().try_for_each(|row| writeln!(out, "{:width$}  {}", row.rule(), row.verdict()))?;
        writeln!(out, "{} rules; the summary is {}", rows.len(), summary.display())
    })
}
