//! `sgtab identify`

use serde::Serialize;

use super::args::{Global, Identify};
use super::failure::Failure;
use super::{Status, output, rules};
use sgtab::identify::{Catalogue, End, Identified, IdentifyError, Match};
use sgtab::ruleset::Ruleset;

pub(super) fn run(args: &Identify, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let found = Catalogue::compute().identify(&rule, &global.settings()).map_err(|error| match error {
        IdentifyError::Table(error) => Failure::Table(error),
        error => Failure::with_help(error.to_string(), "ask about the same moves in normal play"),
    })?;
    if global.json {
        output::json(&report(&rule, &found))?;
    } else {
        output::to_stdout(|out| {
            writeln!(out, "{}", rule.headline())?;
            found.matches.iter().try_for_each(|found| writeln!(out, "  {found}"))?;
            if found.all_zero {
                writeln!(out, "  every value through heap {} is 0: nothing to compare", found.n)
            } else if found.matches.iter().all(|found| found.same_rule) {
                let Identified { n, compared, .. } = found;
                writeln!(
                    out,
                    "  no other of {compared} rules has these values, shifted or not, or comes near; heaps 0..{n}"
                )
            } else {
                Ok(())
            }
        })?;
    }
    Ok(Status::Done)
}

#[derive(Serialize)]
struct Report<'a> {
    rule: &'a str,
    n: u64,
    compared: usize,
    matches: Vec<MatchReport<'a>>,
}

/// Fields that do not apply are left out.
#[derive(Serialize)]
struct MatchReport<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    shipped: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    others: &'a [String],
    same_rule: bool,
    shift: i64,
    from: u64,
    through: u64,
    proved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_at: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_value: Option<u64>,
    text: String,
}

fn report<'a>(rule: &'a Ruleset, found: &'a Identified) -> Report<'a> {
    let matches = found.matches.iter().map(match_report).collect();
    Report { rule: rule.name(), n: found.n, compared: found.compared, matches }
}

fn match_report(found: &Match) -> MatchReport<'_> {
    let (differs_at, value, other_value) = match found.end {
        End::Differs { value, other } => (Some(found.through + 1), Some(value), Some(other)),
        End::Proved | End::Open => (None, None, None),
    };
    MatchReport {
        name: &found.name,
        shipped: &found.shipped,
        others: &found.others,
        same_rule: found.same_rule,
        shift: found.shift,
        from: found.from,
        through: found.through,
        proved: found.end == End::Proved,
        differs_at,
        value,
        other_value,
        text: found.to_string(),
    }
}
