//! Statistics of a table, as text and as JSON.

use std::fmt;

use serde::Serialize;

use super::json::Integer;
use super::view::outcome;
use crate::pattern::Sequence;
use crate::ruleset::Ruleset;
use crate::stats::{Stats, ValueCount};
use crate::table::SgTable;

/// The text of statistics, indented by two spaces; `Display` writes it.
///
/// ```
/// use sgtab::export::StatsText;
/// use sgtab::pattern::Sequence;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::stats::Stats;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 6, &Settings::default()).unwrap();
/// let stats = Stats::of(&rule, &table, Sequence::Sg, 6).unwrap();
/// let text = StatsText { stats: &stats, most: 2 }.to_string();
/// let expected = [
///     "  largest value 3, first at heap 3",
///     "  4 distinct values in heaps 0..6",
///     "  value  first heap  heaps",
///     "      0           0      2",
///     "      1           1      2",
///     "  and 2 more values; --json has them\n",
/// ];
/// assert_eq!(text, expected.join("\n"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct StatsText<'a> {
    /// What is shown.
    pub stats: &'a Stats,
    /// Values that are listed, at most.
    pub most: usize,
}

impl fmt::Display for StatsText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.stats;
        let of_outcomes = stats.sequence == Sequence::Outcome;
        if !of_outcomes {
            writeln!(f, "  largest value {}, first at heap {}", stats.largest, stats.largest_at)?;
            let values = if stats.distinct == 1 { "value" } else { "values" };
            writeln!(f, "  {} distinct {values} in heaps 0..{}", stats.distinct, stats.last)?;
        }
        if let Some(rare) = &stats.rare {
            let with_heap = match (rare.split.of_heap, rare.split.rare_parity) {
                (false, _) => "",
                (true, 0) => " and the parity of the heap (rare where even)",
                (true, _) => " and the parity of the heap (rare where odd)",
            };
            let heaps = if rare.heaps == 1 { "heap" } else { "heaps" };
            write!(f, "  rare mask {:x}{with_heap}: {} rare {heaps}", rare.split.mask, rare.heaps)?;
            match rare.last {
                Some(last) => writeln!(f, ", the last {last}")?,
                None => writeln!(f)?,
            }
        }
        let shown = &stats.values[..stats.values.len().min(self.most)];
        let name = |value: u64| if of_outcomes { outcome(value).to_owned() } else { value.to_string() };
        let row = |seen: &ValueCount| [name(seen.value), seen.first.to_string(), seen.count.to_string()];
        let title = if of_outcomes { "outcome" } else { "value" };
        let rows: Vec<[String; 3]> =
            [[title, "first heap", "heaps"].map(String::from)].into_iter().chain(shown.iter().map(row)).collect();
        let width = |at: usize| rows.iter().map(|row| row[at].len()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for [value, first, heaps] in &rows {
            writeln!(f, "  {value:>0$}  {first:>1$}  {heaps:>2$}", widths[0], widths[1], widths[2])?;
        }
        let listed = stats.values.len() as u64;
        match (stats.distinct - shown.len() as u64, listed == stats.distinct) {
            (0, _) => Ok(()),
            (more, true) => writeln!(f, "  and {more} more values; --json has them"),
            (more, false) => writeln!(f, "  and {more} more values; --json has the least {listed}"),
        }
    }
}

/// Statistics as JSON.
#[derive(Debug, Clone, Serialize)]
pub struct StatsJson {
    sequence: &'static str,
    heaps: Integer,
    largest: Integer,
    largest_at: Integer,
    distinct: Integer,
    values: Vec<ValueJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rare: Option<RareJson>,
}

#[derive(Debug, Clone, Serialize)]
struct ValueJson {
    value: Integer,
    first: Integer,
    count: Integer,
}

#[derive(Debug, Clone, Serialize)]
struct RareJson {
    mask: String,
    heap_parity: bool,
    rare_parity: u32,
    count: Integer,
    last: Option<Integer>,
}

impl From<&Stats> for StatsJson {
    fn from(stats: &Stats) -> Self {
        let value = |seen: &ValueCount| ValueJson {
            value: Integer(seen.value),
            first: Integer(seen.first),
            count: Integer(seen.count),
        };
        let rare = stats.rare.as_ref().map(|rare| RareJson {
            mask: format!("{:x}", rare.split.mask),
            heap_parity: rare.split.of_heap,
            rare_parity: rare.split.rare_parity,
            count: Integer(rare.heaps),
            last: rare.last.map(Integer),
        });
        StatsJson {
            sequence: stats.sequence.name(),
            heaps: Integer(stats.last.saturating_add(1)),
            largest: Integer(stats.largest),
            largest_at: Integer(stats.largest_at),
            distinct: Integer(stats.distinct),
            values: stats.values.iter().map(value).collect(),
            rare,
        }
    }
}

/// What `sgtab table --stats --json` prints.
#[derive(Debug, Clone, Serialize)]
pub struct TableStatsJson {
    rule: String,
    n: Integer,
    engine: &'static str,
    stats: StatsJson,
}

impl TableStatsJson {
    /// The statistics of a table of `rule`.
    pub fn new(rule: &Ruleset, table: &SgTable, stats: &Stats) -> Self {
        let engine = table.engine().name();
        TableStatsJson { rule: rule.name().into(), n: Integer(stats.last), engine, stats: stats.into() }
    }
}
