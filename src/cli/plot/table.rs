//! Charts of one table.

use super::super::Status;
use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::super::progress::TableProgress;
use super::super::table::MOST_STUDIED;
use super::Sheet;
use sgtab::export::{Subject, TableChart, TableData};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::study::{Range, study, tabulate_from};
use sgtab::table::{Period, SgTable, Visited};

pub(super) fn run(kind: TableChart, args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let rule = super::only_rule(args)?;
    let n = args.n.unwrap_or(rule.heaps());
    if !kind.is_of_outcomes() {
        super::must_have_values(&rule, kind.name(), "say --kind outcomes or --kind density")?;
    }
    global.announce(&rule, n)?;
    let Known { table, period, caption } = look(&rule, n, kind, global)?;
    let outcomes = rule.convention() == Convention::Misere;
    let data = TableData { table: &table, last: n, period, outcomes };
    sheet.write(&rule.headline(), &caption, &[], Subject::Table(kind, data))
}

/// A table with what is known of it.
struct Known {
    table: SgTable,
    period: Option<Period>,
    caption: String,
}

/// A long table is not searched for patterns, but what is proved of its beginning holds for all of it.
fn look(rule: &Ruleset, n: u64, kind: TableChart, global: &Global) -> Result<Known, Failure> {
    let (settings, visited, mut progress) = (global.settings(), &mut Visited::default(), TableProgress::new());
    let sequence = if kind == TableChart::Outcomes { Sequence::Outcome } else { Sequence::Sg };
    let range = Range::Exactly(n.min(MOST_STUDIED));
    let study = study(rule, sequence, range, &settings, visited, &mut progress)?;
    let caption = |verdict: Option<&Verdict>| verdict.map(Verdict::to_string);
    let period = study.holding_period().copied();
    if n <= MOST_STUDIED {
        let caption = caption(study.verdicts.first()).unwrap_or_default();
        return Ok(Known { table: study.table, period, caption });
    }
    let proved = study.verdicts.first().filter(|verdict| verdict.is_proved()).cloned();
    let mut table = study.table;
    if table.tail().is_some() {
        table.extend(rule, n, &settings, visited, &mut progress)?;
        return Ok(Known { table, period, caption: caption(proved.as_ref()).unwrap_or_default() });
    }
    let (table, later) = tabulate_from(table, rule, n, &settings, visited, &mut progress)?;
    let known = [proved, later];
    let none = || format!("no period is proved; heaps 0..{MOST_STUDIED} alone are searched for one that fits");
    let caption = caption(known.iter().flatten().next()).unwrap_or_else(none);
    let period = known.iter().flatten().find_map(Verdict::period).copied();
    Ok(Known { table, period, caption })
}
