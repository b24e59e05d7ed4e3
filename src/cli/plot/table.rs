//! Charts of one table.

use super::super::Status;
use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::super::progress::TableProgress;
use super::Sheet;
use sgtab::export::{Subject, TableChart, TableData};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::study::{Range, study};
use sgtab::table::Visited;

pub(super) fn run(kind: TableChart, args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let rule = super::only_rule(args)?;
    let n = args.n.unwrap_or(rule.heaps());
    if kind != TableChart::Outcomes {
        super::must_have_values(&rule, kind.name(), "say --kind outcomes")?;
    }
    global.announce(&rule, n)?;
    let sequence = if kind == TableChart::Outcomes { Sequence::Outcome } else { Sequence::Sg };
    let mut progress = TableProgress::new();
    let study = study(&rule, sequence, Range::Exactly(n), &global.settings(), &mut Visited::default(), &mut progress)?;
    drop(progress);

    let caption = study.verdicts.first().map(Verdict::to_string).unwrap_or_default();
    let period = study.holding_period().copied();
    let data = TableData { table: &study.table, last: n, period };
    sheet.write(&rule.headline(), &caption, &[], Subject::Table(kind, data))
}
