//! Charts as SVG or PNG: [`draw`].
//!
//! Each kind of chart puts shapes on a page ([`canvas`]) by itself, in roles ([`paint`]) to which a theme gives colours;
//! [`render`] makes the page a file. A new kind is one file and one line in [`page()`].

mod arrow;
mod axis;
mod canvas;
mod density;
mod family;
mod font;
mod graph;
mod grid;
mod nim_sum;
mod outcomes;
mod page;
mod paint;
mod render;
mod sequence;
mod series;
mod steps;
#[cfg(test)]
mod tests;
mod theme;
mod values;

use std::fmt;
use std::str::FromStr;

use self::canvas::Canvas;
use super::position::PositionView;
use crate::play::graph::Values;
use crate::ruleset::did_you_mean;
use crate::table::{Period, SgTable};

pub use self::family::{Family, FamilyRow};
pub use self::font::{ChartFont, FontError, missing_characters};
pub use self::steps::{StepOption, Steps, StepsError};
pub use self::theme::Theme;

/// What a chart of one table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableChart {
    /// Values against heaps, with preperiod and period boundaries.
    Sequence,
    /// The table wrapped at its period, colour for value.
    Grid,
    /// P-positions along the heaps, and the differences between them.
    Outcomes,
    /// How many heaps up to n are P-positions or have each of the commonest values, against n.
    Density,
    /// Where each value comes first, and how often it comes.
    Values,
}

impl TableChart {
    /// All of them.
    pub const ALL: [TableChart; 5] =
        [TableChart::Sequence, TableChart::Grid, TableChart::Outcomes, TableChart::Density, TableChart::Values];

    /// The name on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            TableChart::Sequence => "sequence",
            TableChart::Grid => "grid",
            TableChart::Outcomes => "outcomes",
            TableChart::Density => "density",
            TableChart::Values => "values",
        }
    }

    /// Whether it can be drawn of outcomes alone, which is all that a misère rule has.
    pub fn is_of_outcomes(self) -> bool {
        matches!(self, TableChart::Outcomes | TableChart::Density)
    }

    /// Whether it shows what the others do not.
    ///
    /// A density is of interest where no period says it, in tables long enough to show one; values where there are more
    /// than two, but not where they rise for ever and each comes a few times.
    pub fn makes_sense(self, data: &TableData<'_>) -> bool {
        if data.outcomes && !self.is_of_outcomes() {
            return false;
        }
        match self {
            TableChart::Sequence | TableChart::Grid | TableChart::Outcomes => true,
            TableChart::Density => data.period.is_none() && density::has_power(data),
            TableChart::Values => {
                let rises = data.period.is_some_and(|period| period.saltus > 0);
                !rises && series::values(data).any(|value| value > 1)
            }
        }
    }
}

impl fmt::Display for TableChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TableChart {
    type Err = ChartError;

    fn from_str(typed: &str) -> Result<Self, ChartError> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == typed);
        found.ok_or_else(|| {
            let near = did_you_mean(typed, Self::ALL.iter().map(|kind| kind.name())).map(str::to_owned);
            ChartError::UnknownKind { typed: typed.into(), near }
        })
    }
}

/// The file format of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChartFormat {
    /// Vectors; text stays text.
    Svg,
    /// Pixels.
    Png,
}

impl ChartFormat {
    /// Both.
    pub const ALL: [ChartFormat; 2] = [ChartFormat::Svg, ChartFormat::Png];

    /// The name, which is the file name extension too.
    pub fn name(self) -> &'static str {
        match self {
            ChartFormat::Svg => "svg",
            ChartFormat::Png => "png",
        }
    }
}

impl FromStr for ChartFormat {
    type Err = ChartError;

    /// In any case, since file names come in any case.
    fn from_str(typed: &str) -> Result<Self, ChartError> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(typed));
        found.ok_or_else(|| ChartError::UnknownFormat { typed: typed.into() })
    }
}

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct ChartInput<'a> {
    /// The title; long ones get smaller, then run over up to three lines.
    pub title: &'a str,
    /// What is known, in words; it stands under the title.
    pub caption: &'a str,
    /// What the chart is of.
    pub subject: Subject<'a>,
}

/// What a chart is of.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// One table.
    Table(TableChart, TableData<'a>),
    /// Several rules, a row for each.
    Family(Family<'a>),
    /// The positions of a game as nodes, its moves as arrows.
    Graph(&'a Values<'a>),
    /// A sum of heaps in normal play: values in binary, parities, a winning move.
    NimSum(PositionView<'a>),
    /// The options of one heap, and the least value that is missing.
    Steps(&'a Steps),
}

/// The part of a table that is drawn.
#[derive(Debug, Clone, Copy)]
pub struct TableData<'a> {
    /// The values.
    pub table: &'a SgTable,
    /// Heaps 0..=last are drawn, as far as the table goes.
    pub last: u64,
    /// The period that holds, proved or fitting; `None` where none is known.
    pub period: Option<Period>,
    /// Whether the values are no more than outcomes, 0 for P and 1 for N: those of a misère rule.
    pub outcomes: bool,
}

/// How it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartStyle {
    /// Width of the page in pixels, 300 to 4000. The height follows from what there is to show.
    pub width: u32,
    /// Heaps in a row of a grid, 1 to 400; by default the period or a multiple of it, or a round number.
    pub columns: Option<u64>,
    /// The font; DejaVu Sans by default.
    pub font: Option<ChartFont>,
    /// The colours.
    pub theme: Theme,
}

impl Default for ChartStyle {
    fn default() -> Self {
        ChartStyle { width: 1200, columns: None, font: None, theme: Theme::Light }
    }
}

/// Widths of a page in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 300..=4000;
/// More columns would be thinner than a pixel of a small page.
const MOST_COLUMNS: u64 = 400;
/// More heaps take minutes to read through.
const MOST_HEAPS: u64 = 1 << 32;

/// Why there is no chart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChartError {
    /// No chart has this name.
    #[error("there is no chart `{typed}`; the charts are sequence, grid, outcomes, density and values")]
    UnknownKind {
        /// What was typed.
        typed: String,
        /// The chart that was probably meant.
        near: Option<String>,
    },
    /// No format has this name.
    #[error("there is no chart format `{typed}`; charts are written as svg or png")]
    UnknownFormat {
        /// What was typed.
        typed: String,
    },
    /// No theme has this name.
    #[error("there is no theme `{typed}`; the themes are light, dark and print")]
    UnknownTheme {
        /// What was typed.
        typed: String,
        /// The theme that was probably meant.
        near: Option<String>,
    },
    /// The page is too narrow or too wide.
    #[error("a chart cannot be {width} pixels wide; from {} to {} it can", WIDTHS.start(), WIDTHS.end())]
    Width {
        /// The width asked for.
        width: u32,
    },
    /// A grid cannot have so many columns, or none.
    #[error("a grid cannot have {columns} columns; from 1 to {MOST_COLUMNS} it can")]
    Columns {
        /// The columns asked for.
        columns: u64,
    },
    /// There are too many heaps to look at.
    #[error(
        "a chart of {heaps} heaps is too long; up to {MOST_HEAPS} can be drawn, more where a short period is proved"
    )]
    TooLong {
        /// How many were to be drawn.
        heaps: u64,
    },
    /// A family has too many rules.
    #[error("{rules} rules are too many for one chart; up to {} can be drawn", family::MOST_ROWS)]
    ManyRules {
        /// How many were to be drawn.
        rules: usize,
    },
    /// A graph has too many nodes or moves.
    #[error(
        "a graph of {nodes} positions and {moves} moves cannot be read as a chart; up to {} positions and {} moves \
         can be drawn",
        graph::MOST_NODES,
        graph::MOST_MOVES
    )]
    LargeGraph {
        /// Its nodes.
        nodes: usize,
        /// Its moves.
        moves: usize,
    },
    /// A position has too many heaps.
    #[error("a nim-sum of {heaps} heaps is too long for a chart; up to {} can be drawn", nim_sum::MOST_HEAPS)]
    ManyHeaps {
        /// Its heaps.
        heaps: usize,
    },
    /// A position is decided by something else than the XOR of its values.
    #[error("the nim-sum does not decide this position")]
    NoNimSum,
    /// The drawing library failed.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

/// Draws a chart: the bytes of a whole SVG or PNG file, the same for the same input.
///
/// # Errors
/// When the width, the columns or the number of heaps are out of range; see [`ChartError`].
///
/// ```
/// use sgtab::export::{ChartFormat, ChartInput, ChartStyle, Subject, TableChart, TableData, draw};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Period, Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 40, &Settings::default()).unwrap();
/// let period = Some(Period { preperiod: 0, period: 4, saltus: 0 });
/// let data = TableData { table: &table, last: 40, period, outcomes: false };
/// let subject = Subject::Table(TableChart::Sequence, data);
/// let input = ChartInput { title: "Take 1 to 3", caption: "period 4: proved", subject };
/// let svg = draw(&input, ChartFormat::Svg, &ChartStyle::default()).unwrap();
/// assert!(svg.starts_with(b"<svg") && svg.ends_with(b"</svg>\n"));
/// ```
pub fn draw(input: &ChartInput<'_>, format: ChartFormat, style: &ChartStyle) -> Result<Vec<u8>, ChartError> {
    let canvas = page(input, style)?;
    match format {
        ChartFormat::Svg => render::svg(&canvas, &page::printable(input.title)),
        ChartFormat::Png => render::png(&canvas),
    }
}

fn page(input: &ChartInput<'_>, style: &ChartStyle) -> Result<Canvas, ChartError> {
    if !WIDTHS.contains(&style.width) {
        return Err(ChartError::Width { width: style.width });
    }
    if let Some(columns) = style.columns.filter(|columns| !(1..=MOST_COLUMNS).contains(columns)) {
        return Err(ChartError::Columns { columns });
    }
    let mut canvas = Canvas::new(style);
    let top = page::header(&mut canvas, input);
    match input.subject {
        Subject::Table(kind, data) => of_table(&mut canvas, kind, data, style, top)?,
        Subject::Family(family) if family.rows.len() > family::MOST_ROWS => {
            return Err(ChartError::ManyRules { rules: family.rows.len() });
        }
        Subject::Family(family) => family::draw(&mut canvas, &family, top),
        Subject::Graph(values) => graph::draw(&mut canvas, values, top)?,
        Subject::NimSum(position) => nim_sum::draw(&mut canvas, &position, top)?,
        Subject::Steps(steps) => steps::draw(&mut canvas, steps, top),
    }
    Ok(canvas)
}

fn of_table(
    canvas: &mut Canvas,
    kind: TableChart,
    data: TableData<'_>,
    style: &ChartStyle,
    top: f64,
) -> Result<(), ChartError> {
    let heaps = series::heaps(&data);
    // The parts in which a chart looks at the heaps.
    let parts = match kind {
        TableChart::Sequence => style.width,
        TableChart::Density => density::SAMPLES,
        _ => 1,
    };
    if series::heaps_read(&data, parts.into()) > MOST_HEAPS {
        return Err(ChartError::TooLong { heaps });
    }
    // A period of no heaps says nothing.
    let data = TableData { period: data.period.filter(|period| period.period > 0), ..data };
    match kind {
        _ if heaps == 0 => page::empty(canvas, top),
        TableChart::Sequence => sequence::draw(canvas, &data, top),
        TableChart::Grid => grid::draw(canvas, &data, style.columns, top),
        TableChart::Outcomes => outcomes::draw(canvas, &data, top),
        TableChart::Density => density::draw(canvas, &data, top),
        TableChart::Values => values::draw(canvas, &data, top),
    }
    Ok(())
}
