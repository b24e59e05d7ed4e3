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

/// What a chart is called on a page.
fn label(kind: TableChart) -> &'static str {
    match kind {
        TableChart::Sequence => "Values",
        TableChart::Grid => "Grid",
        TableChart::Outcomes => "P-positions",
        TableChart::Density => "Density",
        TableChart::Values => "Where each value comes, and how often",
    }
}

pub(super) fn charts(
    view: &TableView<'_>,
    verdict: Option<&Verdict>,
    period: Option<Period>,
) -> Result<Vec<Chart>, ChartError> {
    let (title, caption) = (view.rule.headline(), verdict.map(Verdict::to_string).unwrap_or_default());
    let data = TableData { table: view.table, last: view.last, period, outcomes: view.outcomes };
    let style = ChartStyle { width: WIDTH, ..ChartStyle::default() };
    let last = view.len().saturating_sub(1);
    let chart = |kind: TableChart| {
        let label = label(kind);
        let input = ChartInput { title: &title, caption: &caption, subject: Subject::Table(kind, data) };
        let svg = draw(&input, ChartFormat::Svg, &style)?;
        let alt = format!("{label} of heaps 0 to {last}: {title}. {caption}");
        Ok(Chart { label, kind: kind.name(), alt, packed: packed(&svg) })
    };
    TableChart::ALL.into_iter().filter(|kind| kind.makes_sense(&data)).map(chart).collect()
}

fn packed(bytes: &[u8]) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail; were it to, the chart would be an empty picture.
    let written = gzip.write_all(bytes).and_then(|()| gzip.finish());
    STANDARD.encode(written.unwrap_or_default())
}
