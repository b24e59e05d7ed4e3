//! Rules below each other, colour for value: a heat map with a row for each rule and a column for each heap.

use super::axis::round_up;
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::Paint;
use crate::table::{Period, SgTable};

/// Rules that are drawn together.
#[derive(Debug, Clone, Copy)]
pub struct Family<'a> {
    /// A row for each.
    pub rows: &'a [FamilyRow<'a>],
    /// Heaps 0..=last are drawn, as far as the tables go and there is room.
    pub last: u64,
}

impl Family<'_> {
    /// No page has room for more heaps, so longer tables show nothing more.
    pub const MOST_HEAPS: u64 = 1000;
}

/// A rule among others.
#[derive(Debug, Clone, Copy)]
pub struct FamilyRow<'a> {
    /// What stands beside the row; as much of it as there is room for.
    pub label: &'a str,
    /// The values.
    pub table: &'a SgTable,
    /// The period to be marked, if one is known.
    pub period: Option<Period>,
}

/// More rules would be a wall of colour.
pub(super) const MOST_ROWS: usize = 200;
/// More cells would take an SVG past a megabyte.
const MOST_CELLS: u64 = 10_000;
/// So many cells may have values in them.
const MOST_WRITTEN: u64 = 2400;
/// Cells are not narrower.
const NARROW: f64 = 4.0;
/// Values are written in cells that hold letters of this size.
const LEAST_EM: f64 = 12.5;
/// Boundaries closer than this would hide the cells.
const LEAST_BETWEEN: f64 = 32.0;

/// Where the cells are.
struct Cells {
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
    heaps: u64,
}

impl Cells {
    fn x(&self, heap: u64) -> f64 {
        self.left + self.wide * heap as f64
    }

    fn y(&self, row: usize) -> f64 {
        self.top + self.high * row as f64
    }
}

/// Values to colours. Where they reach far, equal ratios are equal steps: most values are small, in most rules.
#[derive(Clone, Copy)]
struct Ramp {
    largest: u64,
}

impl Ramp {
    fn is_logarithmic(self) -> bool {
        self.largest > 9
    }

    fn paint(self, value: u64) -> Paint {
        match value {
            1.. if self.is_logarithmic() => Paint::OfValue((value as f64).ln() / (self.largest as f64).ln()),
            _ => Paint::of_value(value, self.largest),
        }
    }
}

pub(super) fn draw(canvas: &mut Canvas, family: &Family<'_>, top: f64) {
    let s = canvas.scale;
    let rows = family.rows;
    let all = family.last.saturating_add(1);
    let known = rows.iter().map(|row| row.table.len()).max().unwrap_or(0).min(all);
    if known == 0 {
        return page::empty(canvas, top);
    }
    let em = TICK * s;
    let high = (0.6 * canvas.width / rows.len() as f64).clamp(15.0 * s, 46.0 * s);
    let label_em = em.min(0.8 * high);
    let labels: Vec<String> =
        rows.iter().map(|row| canvas.shortened(row.label, label_em, 0.3 * canvas.width)).collect();
    let widest = labels.iter().map(|label| canvas.measure(label, label_em)).fold(0.0, f64::max);
    let left = MARGIN * s + widest + 12.0 * s;
    let room = canvas.width - MARGIN * s - left;
    let heaps = known.min((room / (NARROW * s)) as u64).min((MOST_CELLS / rows.len() as u64).max(1)).max(1);
    let values: Vec<Vec<u64>> = rows.iter().map(|row| row.table.values().take(heaps as usize).collect()).collect();
    let ramp = Ramp { largest: values.iter().flatten().copied().max().unwrap_or(0) };

    let wide = (room / heaps as f64).min(60.0 * s);
    let periods: Vec<Period> = rows.iter().filter_map(|row| row.period).collect();
    let mut y = page::legend(canvas, &legend_items(ramp, &periods, heaps, wide, s), top);
    if heaps < all {
        y = page::legend(canvas, &[(Swatch::None, format!("the first {heaps} of {all} heaps"))], y - 8.0 * s);
    }
    let left = left + (room - wide * heaps as f64) / 2.0;
    let cells = Cells { left, top: y + 2.6 * LABEL * s, wide, high, heaps };
    for (row, values) in values.iter().enumerate() {
        fill(canvas, &cells, row, values, ramp);
    }
    if heaps.saturating_mul(rows.len() as u64) <= MOST_WRITTEN {
        write_values(canvas, &cells, &values, ramp);
    }
    for (row, label) in labels.into_iter().enumerate() {
        let y = cells.y(row) + (high + CAP * label_em) / 2.0;
        canvas.text(cells.left - 12.0 * s, y, label, label_em, Align::Right, Paint::Ink);
        if let Some(period) = rows[row].period {
            mark(canvas, &cells, row, period);
        }
    }
    number_heaps(canvas, &cells);
    canvas.height = cells.y(rows.len()) + MARGIN * s;
}

fn legend_items(ramp: Ramp, periods: &[Period], heaps: u64, wide: f64, s: f64) -> Vec<(Swatch, String)> {
    let mut items = vec![(Swatch::Cell(Paint::PPosition), "P-position, g(n) = 0".to_owned())];
    match ramp.largest {
        0 => {}
        1 => items.push((Swatch::Cell(Paint::of_value(1, 1)), "g(n) = 1".to_owned())),
        largest => {
            let steps = if ramp.is_logarithmic() { ", in logarithmic steps" } else { "" };
            items.push((Swatch::Ramp(largest), format!("g(n) = 1 to {largest}{steps}")));
        }
    }
    if periods.iter().any(|&period| boundaries(period, heaps, wide, s).next().is_some()) {
        items.push((Swatch::Dashes, "a period begins".to_owned()));
    }
    if periods.iter().any(|period| (1..heaps).contains(&period.preperiod)) {
        items.push((Swatch::Bar, "the preperiod ends".to_owned()));
    }
    items
}

/// The heaps that begin a period after the first, where there is room to mark them.
fn boundaries(period: Period, heaps: u64, wide: f64, s: f64) -> impl Iterator<Item = u64> {
    let Period { preperiod, period, .. } = period;
    let apart = period > 1 && period as f64 * wide >= LEAST_BETWEEN * s;
    let times = if apart { 1..u64::MAX } else { 0..0 };
    times.map_while(move |i| preperiod.checked_add(period.checked_mul(i)?)).take_while(move |&heap| heap < heaps)
}

/// Neighbours of the same colour are one shape where no gap is between them.
fn fill(canvas: &mut Canvas, cells: &Cells, row: usize, values: &[u64], ramp: Ramp) {
    let s = canvas.scale;
    let gap = if cells.wide >= 12.0 * s { 0.7 * s } else { 0.0 };
    let (y, row_gap) = (cells.y(row), if cells.high >= 12.0 * s { 1.5 * s } else { 0.0 });
    let mut heap = 0;
    for run in values.chunk_by(|a, b| gap == 0.0 && a == b) {
        let end = heap + run.len() as u64;
        let (x0, x1) = (cells.x(heap) + gap, cells.x(end) - gap);
        canvas.rect(x0, y + row_gap, x1, y + cells.high - row_gap, ramp.paint(run[0]));
        heap = end;
    }
}

fn write_values(canvas: &mut Canvas, cells: &Cells, values: &[Vec<u64>], ramp: Ramp) {
    let s = canvas.scale;
    let widest = values.iter().flatten().map(|value| canvas.measure(&value.to_string(), 1.0)).fold(0.0, f64::max);
    let em = ((cells.wide - 4.0 * s) / widest).min(0.62 * cells.high).min(TICK * s);
    if em < LEAST_EM * s {
        return;
    }
    for (row, values) in values.iter().enumerate() {
        for (heap, &value) in (0..).zip(values) {
            let (x, y) = (cells.x(heap) + cells.wide / 2.0, cells.y(row) + (cells.high + CAP * em) / 2.0);
            canvas.text(x, y, value.to_string(), em, Align::Center, ramp.paint(value).text());
        }
    }
}

/// Thin lines where periods begin, and a thick one at the end of the preperiod.
fn mark(canvas: &mut Canvas, cells: &Cells, row: usize, period: Period) {
    let s = canvas.scale;
    let (y0, y1) = (cells.y(row), cells.y(row) + cells.high);
    let mut line = |heap: u64, half: f64| {
        let x = cells.x(heap);
        // Paper on both sides, so that dark cells do not swallow it.
        canvas.rect(x - half - s, y0, x + half + s, y1, Paint::Paper);
        canvas.rect(x - half, y0, x + half, y1, Paint::Boundary);
    };
    boundaries(period, cells.heaps, cells.wide, s).for_each(|heap| line(heap, 0.8 * s));
    if (1..cells.heaps).contains(&period.preperiod) {
        line(period.preperiod, 2.6 * s);
    }
}

fn number_heaps(canvas: &mut Canvas, cells: &Cells) {
    let s = canvas.scale;
    let em = TICK * s;
    let widest = canvas.measure(&(cells.heaps - 1).to_string(), em) + 0.5 * em;
    let step = round_up(widest / cells.wide);
    for heap in (0..cells.heaps).step_by(step as usize) {
        let text = heap.to_string();
        let half = canvas.measure(&text, em) / 2.0;
        let x = (cells.x(heap) + cells.wide / 2.0).min(canvas.width - half);
        canvas.text(x, cells.top - 8.0 * s, text, em, Align::Center, Paint::Ink);
    }
    let half = canvas.measure("heap n", LABEL * s) / 2.0;
    let x = cells.x(cells.heaps).midpoint(cells.left).min(canvas.width - half);
    canvas.text(x, cells.top - 10.0 * s - 1.35 * em, "heap n", LABEL * s, Align::Center, Paint::Ink);
}
