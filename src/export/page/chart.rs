//! The charts of a rule, packed: drawn text is mostly repetition, and a page shows few of its charts at a time.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::export::{ChartError, ChartFormat, ChartInput, ChartStyle, Subject, TableChart, TableData, TableView, draw};
use crate::proof::Verdict;
use crate::table::Period;

/// Letters of a chart this wide are easily read where the page scales it down.
const WIDTH: u32 = 1000;

/// A chart that the script unpacks.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Chart {
    label: &'static str,
    kind: &'static str,
    /// What it shows, for those who do not see it.
    alt: String,
    /// An SVG file, in gzip, in base64.
    packed: String,
}

/// The charts on a page, and what they are called there.
fn kinds(outcomes: bool) -> &'static [(TableChart, &'static str)] {
    // Outcomes are no values.
    if outcomes {
        return &[(TableChart::Outcomes, "P-positions")];
    }
    &[(TableChart::Sequence, "Values"), (TableChart::Grid, "Grid"), (TableChart::Outcomes, "P-positions")]
}

pub(super) fn charts(
    view: &TableView<'_>,
    verdict: Option<&Verdict>,
    period: Option<Period>,
) -> Result<Vec<Chart>, ChartError> {
    let (title, caption) = (view.rule.headline(), verdict.map(Verdict::to_string).unwrap_or_default());
    let data = TableData { table: view.table, last: view.last, period };
    let style = ChartStyle { width: WIDTH, ..ChartStyle::default() };
    let last = view.len().saturating_sub(1);
    let chart = |&(kind, label): &(TableChart, &'static str)| {
        let input = ChartInput { title: &title, caption: &caption, subject: Subject::Table(kind, data) };
        let svg = draw(&input, ChartFormat::Svg, &style)?;
        let alt = format!("{label} of heaps 0 to {last}: {title}. {caption}");
        Ok(Chart { label, kind: kind.name(), alt, packed: packed(&svg) })
    };
    kinds(view.outcomes).iter().map(chart).collect()
}

fn packed(bytes: &[u8]) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail; were it to, the chart would be an empty picture.
    let written = gzip.write_all(bytes).and_then(|()| gzip.finish());
    STANDARD.encode(written.unwrap_or_default())
}
