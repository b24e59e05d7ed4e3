//! Rules side by side.

use rayon::prelude::*;

use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::super::{Status, rules};
use super::Sheet;
use sgtab::export::{Family, FamilyRow, Subject};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::Ruleset;
use sgtab::study::{Range, study};
use sgtab::table::{Period, SgTable, Visited};

/// So many heaps have room for their values in a page of the default width.
const DEFAULT_HEAPS: u64 = 40;

/// What may be spent on the period of each rule, in operations: a few hundredths of a second.
const OPERATIONS: f64 = 3e7;

/// A rule with its values, and their period where it is proved.
struct Member {
    label: String,
    table: SgTable,
    period: Option<Period>,
}

pub(super) fn run(args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let n = args.n.unwrap_or(DEFAULT_HEAPS);
    let loaded = args.rule.iter().map(|typed| rules::rule(typed)).collect::<Result<Vec<Ruleset>, Failure>>()?;
    for rule in &loaded {
        let help = format!("leave out {}, or plot its outcomes by --kind outcomes", rule.name());
        super::must_have_values(rule, "family", &help)?;
    }
    let members = loaded.par_iter().zip(&args.rule);
    let members =
        members.map(|(rule, typed)| member(rule, typed, n, global)).collect::<Result<Vec<Member>, Failure>>()?;
    let rows: Vec<FamilyRow<'_>> = members
        .iter()
        .map(|member| FamilyRow { label: &member.label, table: &member.table, period: member.period })
        .collect();

    let labels: Vec<&str> = rows.iter().map(|row| row.label).collect();
    let title = match rows.len() {
        1 => format!("{}: values of heaps 0..{n}", labels[0]),
        count => format!("Values of {count} rules, heaps 0..{n}"),
    };
    let proved = members.iter().filter(|member| member.period.is_some()).count();
    let periods = match (proved, members.len()) {
        (0, _) => "no period is proved".to_owned(),
        (1, 1) => "the period is proved".to_owned(),
        (proved, all) if proved == all => format!("the periods of all {all} are proved"),
        (proved, all) => format!("the periods of {proved} of {all} are proved"),
    };
    let caption = format!("{periods}{}", if proved > 0 { ", and marked as far as the chart reaches them" } else { "" });
    sheet.write(&title, &caption, &labels, Subject::Family(Family { rows: &rows, last: n }))
}

fn member(rule: &Ruleset, typed: &str, n: u64, global: &Global) -> Result<Member, Failure> {
    let (settings, visited) = (global.settings(), &mut Visited::default());
    let study = study(rule, Sequence::Sg, Range::Operations(OPERATIONS), &settings, visited, &mut ())?;
    let proved = study.verdicts.iter().find(|verdict| verdict.is_proved() && verdict.period().is_some());
    let period = proved.and_then(Verdict::period).copied();
    let mut table = study.table;
    table.extend(rule, n.min(Family::MOST_HEAPS), &settings, visited, &mut ())?;
    Ok(Member { label: label(rule, typed), table, period })
}

/// The short title, or what was typed, where that is shorter than the words for a rule without a name.
fn label(rule: &Ruleset, typed: &str) -> String {
    const SHORT: usize = 24;
    let title = super::short_title(rule);
    let is_short = title.chars().count() <= SHORT.max(typed.chars().count());
    if is_short || typed.ends_with(".toml") { title.to_owned() } else { typed.to_owned() }
}
