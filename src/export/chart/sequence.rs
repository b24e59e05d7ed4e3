//! Values against heaps: points with stems while there is room, else points, else least, mean and largest value of
//! each bin.

use super::TableData;
use super::axis::ticks;
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::Paint;
use super::series;

/// More heaps are drawn in bins.
const MOST_POINTS: u64 = 2000;
/// The mean of fewer heaps jumps too much to be a line.
const MEAN_OF: u64 = 20;
/// Period boundaries closer than this would hide the points.
const LEAST_BETWEEN: f64 = 16.0;

/// The inner rectangle and the numbers along its sides.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    heaps: u64,
    highest: u64,
    /// Free height under the value 0.
    foot: f64,
    /// Free width before the first and after the last heap.
    side: f64,
}

impl Plot {
    /// The left end of the heap's place.
    fn edge(&self, heap: u64) -> f64 {
        self.at(heap as f64)
    }

    fn middle(&self, heap: u64) -> f64 {
        self.at(heap as f64 + 0.5)
    }

    fn at(&self, heap: f64) -> f64 {
        self.left + self.side + self.between() * heap
    }

    fn y(&self, value: u64) -> f64 {
        self.height(value as f64)
    }

    fn height(&self, value: f64) -> f64 {
        let zero = self.bottom - self.foot;
        zero - (zero - self.top - self.foot) * (value / self.highest.max(1) as f64)
    }

    fn between(&self) -> f64 {
        (self.right - self.left - 2.0 * self.side) / self.heaps as f64
    }
}

pub(super) fn draw(canvas: &mut Canvas, input: &TableData<'_>, top: f64) {
    let s = canvas.scale;
    let heaps = series::heaps(input);
    // The widest bin that the plot will have; its exact width depends on the labels.
    let room = canvas.width - (2.0 * MARGIN + 60.0) * s;
    let binned = (heaps > MOST_POINTS).then(|| series::bins(input, room as u64));
    let highest = match &binned {
        Some((_, bins)) => bins.iter().map(|bin| bin.largest).max(),
        None => series::values(input).max(),
    };
    let highest = highest.unwrap_or(0);

    let boundaries = boundaries(input, heaps, room);
    let items = legend_items(input, heaps, binned.as_ref().map(|(size, _)| *size), !boundaries.is_empty());
    let top = page::legend(canvas, &items, top);
    let height = (0.5 * canvas.width).max(260.0 * s);
    let em = TICK * s;
    // Wide values must not eat the plot.
    let values = ticks(highest, height - 60.0 * s, 2.2 * em);
    let widest = values.iter().map(|value| canvas.measure(&value.to_string(), em)).fold(0.0, f64::max);
    // Half of the last number sticks out.
    let out = canvas.measure(&(heaps - 1).to_string(), em) / 2.0 + 4.0 * s;
    let plot = Plot {
        left: MARGIN * s + 1.5 * LABEL * s + widest + 12.0 * s,
        right: canvas.width - out.max(MARGIN * s),
        top,
        bottom: top + height,
        heaps,
        highest,
        foot: 16.0 * s,
        side: if binned.is_some() { 0.0 } else { 6.0 * s },
    };
    background(canvas, input, &plot, &values, &boundaries);
    match binned {
        Some((size, bins)) => bars(canvas, &plot, size, &bins),
        None => points(canvas, input, &plot),
    }
    frame(canvas, &plot, &values);
}

fn legend_items(input: &TableData<'_>, heaps: u64, bin: Option<u64>, marked: bool) -> Vec<(Swatch, String)> {
    let mut items = match bin {
        None => vec![(Swatch::Disc, "g(n)".to_owned()), (Swatch::Diamond, "P-position, g(n) = 0".to_owned())],
        Some(size) => {
            let mut items = vec![(Swatch::Stretch, format!("least to largest g(n) of {size} heaps"))];
            items.extend((size >= MEAN_OF).then(|| (Swatch::Mean, "mean".to_owned())));
            items.push((Swatch::Cell(Paint::PPosition), "P-positions among them".to_owned()));
            items
        }
    };
    let Some(period) = input.period else { return items };
    if period.preperiod > 0 {
        let last = period.preperiod.min(heaps) - 1;
        items.push((Swatch::Cell(Paint::Preperiod), format!("preperiod: {}", page::heaps(0, last))));
    }
    let what = match period.saltus {
        0 => format!("period {}", period.period),
        saltus => format!("period {}, saltus {saltus}", period.period),
    };
    items.push((if marked { Swatch::Dashes } else { Swatch::None }, what));
    items
}

/// The heaps that begin a period, where there is room to mark them.
fn boundaries(input: &TableData<'_>, heaps: u64, room: f64) -> Vec<u64> {
    let Some(period) = input.period.filter(|period| period.preperiod < heaps) else { return Vec::new() };
    // A period of one heap has nothing between its boundaries.
    if period.period == 1 || room * (period.period as f64 / heaps as f64) < LEAST_BETWEEN {
        return Vec::new();
    }
    (0..=heaps / period.period)
        .map_while(|i| period.preperiod.checked_add(i.checked_mul(period.period)?))
        .filter(|&heap| heap > 0 && heap < heaps)
        .collect()
}

fn background(canvas: &mut Canvas, input: &TableData<'_>, plot: &Plot, values: &[u64], boundaries: &[u64]) {
    let s = canvas.scale;
    if let Some(period) = input.period.filter(|period| period.preperiod > 0) {
        let end = plot.edge(period.preperiod.min(plot.heaps));
        canvas.rect(plot.left, plot.top, end, plot.bottom, Paint::Preperiod);
    }
    for &value in values {
        let y = plot.y(value);
        canvas.rect(plot.left, y - 0.5 * s, plot.right, y + 0.5 * s, Paint::Faint);
    }
    for &heap in boundaries {
        canvas.dashes(plot.edge(heap), plot.top, plot.bottom, Paint::Boundary);
    }
}

fn points(canvas: &mut Canvas, input: &TableData<'_>, plot: &Plot) {
    let s = canvas.scale;
    let between = plot.between();
    let radius = (0.6 * between).clamp(2.7 * s, 6.5 * s);
    if between >= 6.0 * s {
        for (heap, value) in (0u64..).zip(series::values(input)).filter(|&(_, value)| value > 0) {
            let (x, half) = (plot.middle(heap), (0.12 * between).clamp(0.6 * s, 1.5 * s));
            canvas.rect(x - half, plot.y(value), x + half, plot.y(0), Paint::Stem);
        }
    }
    // P-positions last, so that nothing covers them.
    for (heap, value) in (0u64..).zip(series::values(input)).filter(|&(_, value)| value > 0) {
        canvas.disc(plot.middle(heap), plot.y(value), radius, Paint::Value);
    }
    for heap in series::p_positions(input.table, plot.heaps) {
        canvas.diamond(plot.middle(heap), plot.y(0), (1.4 * radius).max(5.5 * s), Paint::PPosition);
    }
}

fn bars(canvas: &mut Canvas, plot: &Plot, size: u64, bins: &[series::Bin]) {
    let s = canvas.scale;
    // On whole pixels, so that no seam shows between neighbours.
    let edge = |bin: usize| plot.edge((bin as u64).saturating_mul(size).min(plot.heaps)).round();
    let half = 1.5 * s;
    for (i, bin) in bins.iter().enumerate() {
        canvas.rect(edge(i), plot.y(bin.largest) - half, edge(i + 1), plot.y(bin.least) + half, Paint::Stem);
    }
    let mut first = 0;
    for run in bins.chunk_by(|a, b| a.p_position == b.p_position) {
        if run[0].p_position {
            let (x0, x1) = (edge(first), edge(first + run.len()));
            canvas.rect(x0, plot.bottom - 0.6 * plot.foot, x1, plot.bottom, Paint::PPosition);
        }
        first += run.len();
    }
    if size < MEAN_OF {
        return;
    }
    for (first, bin) in (0u64..).step_by(size as usize).zip(bins) {
        let (x, y) = (plot.at(first as f64 + bin.heaps as f64 / 2.0), plot.height(bin.mean()));
        let half = (plot.between() * bin.heaps as f64 / 2.0).max(0.8 * s);
        canvas.rect((x - half).max(plot.left), y - 1.8 * s, (x + half).min(plot.right), y + 1.8 * s, Paint::Value);
    }
}

fn frame(canvas: &mut Canvas, plot: &Plot, values: &[u64]) {
    let s = canvas.scale;
    let (em, line) = (TICK * s, s);
    canvas.rect(plot.left - line, plot.top, plot.left + line, plot.bottom + line, Paint::Ink);
    canvas.rect(plot.left - line, plot.bottom - line, plot.right, plot.bottom + line, Paint::Ink);
    for &value in values {
        let y = plot.y(value);
        canvas.rect(plot.left - 7.0 * s, y - line, plot.left, y + line, Paint::Ink);
        canvas.text(plot.left - 12.0 * s, y + CAP * em / 2.0, value.to_string(), em, Align::Right, Paint::Ink);
    }
    let widest = canvas.measure(&(plot.heaps - 1).to_string(), em);
    for heap in ticks(plot.heaps - 1, plot.right - plot.left, 1.5 * widest + em) {
        let x = plot.middle(heap);
        canvas.rect(x - line, plot.bottom, x + line, plot.bottom + 7.0 * s, Paint::Ink);
        let y = plot.bottom + 12.0 * s + CAP * em;
        canvas.text(x, y, heap.to_string(), em, Align::Center, Paint::Ink);
    }
    let label = LABEL * s;
    let y = plot.bottom + 12.0 * s + 1.25 * em + label;
    canvas.text((plot.left + plot.right) / 2.0, y, "heap n", label, Align::Center, Paint::Ink);
    canvas.upright(MARGIN * s + CAP * label, (plot.top + plot.bottom) / 2.0, "g(n)", label, Paint::Ink);
    canvas.height = y + MARGIN * s;
}
