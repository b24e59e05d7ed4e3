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
use sgtab::study::{Range, study, tabulate};
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

fn look(rule: &Ruleset, n: u64, kind: TableChart, global: &Global) -> Result<Known, Failure> {
    let (settings, visited, mut progress) = (global.settings(), &mut Visited::default(), TableProgress::new());
    if n > MOST_STUDIED {
        let (table, verdict) = tabulate(rule, n, &settings, visited, &mut progress)?;
        let period = verdict.as_ref().and_then(Verdict::period).copied();
        let caption = verdict.map_or_else(
            || format!("no period is proved; only tables up to heap {MOST_STUDIED} are searched for one that fits"),
            |verdict| verdict.to_string(),
        );
        return Ok(Known { table, period, caption });
    }
    let sequence = if kind == TableChart::Outcomes { Sequence::Outcome } else { Sequence::Sg };
    let study = study(rule, sequence, Range::Exactly(n), &settings, visited, &mut progress)?;
    let caption = study.verdicts.first().map(Verdict::to_string).unwrap_or_default();
    let period = study.holding_period().copied();
    Ok(Known { table: study.table, period, caption })
}
