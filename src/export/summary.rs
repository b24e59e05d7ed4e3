//! The summary of a batch: one row for each rule.

use std::io::{self, Write};

use super::csv::io_error;
use crate::proof::{Standing, Verdict};
use crate::ruleset::Ruleset;

/// What a summary says of one rule.
#[derive(Debug, Clone, PartialEq)]
pub struct SummaryRow {
    rule: String,
    title: String,
    heaps: u64,
    largest: Option<u64>,
    verdict: Verdict,
}

impl SummaryRow {
    /// `largest` is the largest value of heaps 0..=heaps, where values are to be shown.
    pub fn new(rule: &Ruleset, heaps: u64, largest: Option<u64>, verdict: &Verdict) -> Self {
        let (rule, title) = (rule.name().into(), rule.title().into());
        SummaryRow { rule, title, heaps, largest, verdict: verdict.clone() }
    }

    /// The name of the rule.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The verdict of the row.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// CSV: `rule,title,heaps,largest_value,claim,preperiod,period,saltus,standing,theorem`; cells that do not apply
/// are empty.
///
/// # Errors
/// Those of `out`.
pub fn write_summary(out: &mut dyn Write, rows: &[SummaryRow]) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "rule",
        "title",
        "heaps",
        "largest_value",
        "claim",
        "preperiod",
        "period",
        "saltus",
        "standing",
        "theorem",
    ])
    .map_err(io_error)?;
    for row in rows {
        let period = row.verdict.period();
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        let theorem = match &row.verdict.standing {
            Standing::Proved { theorem } => theorem.name(),
            _ => "",
        };
        csv.write_record([
            row.rule.as_str(),
            row.title.as_str(),
            &row.heaps.to_string(),
            &number(row.largest),
            row.verdict.claim.name(),
            &number(period.map(|period| period.preperiod)),
            &number(period.map(|period| period.period)),
            &number(period.map(|period| period.saltus)),
            row.verdict.standing.name(),
            theorem,
        ])
        .map_err(io_error)?;
    }
    csv.flush()
}
