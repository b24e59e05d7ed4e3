//! `sgtab report`: one HTML page of a few rules.

use std::path::PathBuf;

use serde::Serialize;

use super::args::{Global, Report};
use super::batch::PAGE_TITLE;
use super::failure::{Failure, say};
use super::progress::TableProgress;
use super::{Status, interrupt, output, rules};
use sgtab::export::{Page, PageError, PageRule, TableView, VerdictJson};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::Ruleset;
use sgtab::study::{default_range, study};
use sgtab::table::Visited;

#[derive(Serialize)]
struct Written {
    output: PathBuf,
    rules: Vec<RuleWritten>,
}

#[derive(Serialize)]
struct RuleWritten {
    rule: String,
    verdict: VerdictJson,
}

pub(super) fn run(args: &Report, global: &Global) -> Result<Status, Failure> {
    let rules = args.rules.iter().map(|text| rules::rule(text)).collect::<Result<Vec<Ruleset>, Failure>>()?;
    let (mut page_rules, mut verdicts) = (Vec::new(), Vec::new());
    for rule in &rules {
        let (page_rule, verdict) = page_rule(rule, args.n.unwrap_or(rule.heaps()), global)?;
        if interrupt::requested() {
            say(&format!("interrupted; {} is not written", args.output.display()));
            return Ok(Status::Interrupted);
        }
        page_rules.push(page_rule);
        verdicts.push(verdict);
    }
    let title = args.title.clone().unwrap_or_else(|| title(&rules));
    let page = Page { title: &title, rules: &page_rules };
    output::to(&args.output, |out| page.write(out))?;
    if output::is_stdout(&args.output) {
        return Ok(Status::Done);
    }
    let named = || rules.iter().map(Ruleset::name).zip(&verdicts);
    if global.json {
        let rules = named().map(|(rule, verdict)| RuleWritten { rule: rule.into(), verdict: verdict.into() }).collect();
        output::json(&Written { output: args.output.clone(), rules })?;
    } else {
        output::to_stdout(|out| named().try_for_each(|(rule, verdict)| writeln!(out, "{rule}  {verdict}")))?;
    }
    Ok(Status::Done)
}

/// What the page says of a rule, and the first verdict.
fn page_rule(rule: &Ruleset, last: u64, global: &Global) -> Result<(PageRule, Verdict), Failure> {
    global.announce(rule, last)?;
    let (settings, visited) = (global.settings(), &mut Visited::default());
    let mut progress = TableProgress::new();
    let study = study(rule, Sequence::Sg, default_range(rule), &settings, visited, &mut progress)?;
    let mut table = study.table;
    table.extend(rule, last, &settings, visited, &mut progress)?;
    let outcomes = study.sequence == Sequence::Outcome;
    let verdict = study.verdicts[0].clone();
    let view = TableView { rule, table: &table, last, outcomes, verdict: Some(&verdict) };
    Ok((PageRule::new(&view, &study.verdicts)?, verdict))
}

fn title(rules: &[Ruleset]) -> String {
    match rules {
        [rule] => rule.headline(),
        _ => PAGE_TITLE.into(),
    }
}

impl From<PageError> for Failure {
    fn from(error: PageError) -> Self {
        match error {
            PageError::Chart(error) => error.into(),
            PageError::Move(error) => error.into(),
            other => Failure::other(other.to_string()),
        }
    }
}
