//! `sgtab check`: what rule files expect against what is computed, and that against brute force.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::args::{Check, Global};
use super::failure::Failure;
use super::rules::Named;
use super::{Status, output, rules};
use sgtab::check::{Finding, Fulfilled, brute_force, check};
use sgtab::play::{DEFAULT_WORK, Reach};
use sgtab::ruleset::Ruleset;
use sgtab::table::{Settings, Visited};

#[derive(Serialize)]
struct Report {
    rules: Vec<RuleReport>,
    failed: usize,
    /// Rules that could not be checked, or not to the end.
    #[serde(skip_serializing_if = "is_none")]
    errors: usize,
}

#[derive(Serialize)]
struct RuleReport {
    rule: String,
    findings: Vec<FindingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct FindingReport {
    fact: &'static str,
    holds: &'static str,
    text: String,
}

pub(super) fn run(args: &Check, global: &Global) -> Result<Status, Failure> {
    let named = match &args.rule {
        None => rules::all_shipped(),
        Some(text) if Path::new(text).is_dir() => rules::in_folder(Path::new(text))?,
        Some(text) => {
            let rule = rules::rule(text)?;
            vec![(rule.name().to_owned(), Ok(rule))]
        }
    };
    let settings = global.settings();
    let reach = args.brute.map(|size| size.map_or(Reach::Work(DEFAULT_WORK), Reach::Exactly));
    let rules: Vec<RuleReport> = named
        .into_par_iter()
        .map_init(Visited::default, |visited, (name, rule): Named| {
            let mut findings = Vec::new();
            let error = match rule {
                Err(error) => Some(error.report()),
                Ok(rule) => find(&rule, reach, &settings, visited, &mut findings).err().map(|error| error.message()),
            };
            RuleReport { rule: name, findings: findings.iter().map(report).collect(), error }
        })
        .collect();
    let failed = rules.iter().filter(|rule| rule.failed()).count();
    let errors = rules.iter().filter(|rule| rule.error.is_some()).count();
    let report = Report { rules, failed, errors };
    if global.json {
        output::json(&report)?;
    } else {
        output::to_stdout(|out| print(out, &report))?;
    }
    Ok(match (errors, failed) {
        (0, 0) => Status::Done,
        (0, _) => Status::CheckFailed,
        _ => Status::BadInput,
    })
}

/// What was found before an error is kept.
fn find(
    rule: &Ruleset,
    reach: Option<Reach>,
    settings: &Settings,
    visited: &mut Visited,
    findings: &mut Vec<Finding>,
) -> Result<(), Failure> {
    findings.extend(check(rule, settings, visited)?);
    if let Some(reach) = reach {
        findings.push(brute_force(rule, settings, reach)?);
    }
    Ok(())
}

impl RuleReport {
    fn failed(&self) -> bool {
        self.findings.iter().any(|finding| finding.holds == "no")
    }
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

fn report(finding: &Finding) -> FindingReport {
    let holds = match finding.fulfilled {
        Fulfilled::Yes => "yes",
        Fulfilled::No => "no",
        Fulfilled::OutOfReach => "out of reach",
    };
    FindingReport { fact: finding.fact, holds, text: finding.text.clone() }
}

fn print(out: &mut dyn Write, report: &Report) -> std::io::Result<()> {
    for rule in &report.rules {
        let state = match (rule.failed(), &rule.error, rule.findings.is_empty()) {
            (true, ..) => "FAILED",
            (false, Some(_), _) => "ERROR",
            (false, None, true) => "nothing expected",
            (false, None, false) => "ok",
        };
        writeln!(out, "{}: {state}", rule.rule)?;
        if let Some(error) = &rule.error {
            error.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
        for finding in &rule.findings {
            let mark =
                if finding.holds == "yes" { String::new() } else { format!("{}: ", finding.holds.to_uppercase()) };
            writeln!(out, "  {}: {mark}{}", finding.fact, finding.text)?;
        }
    }
    let rules = if report.rules.len() == 1 { "rule" } else { "rules" };
    write!(out, "{} {rules}, {} failed", report.rules.len(), report.failed)?;
    match report.errors {
        0 => writeln!(out),
        errors => writeln!(out, ", {errors} with an error"),
    }
}
