//! Of each value the first heap that has it, and below how many heaps have it; both by decades where they span some, so
//! that rare values are seen beside common ones. Many values share bins.

use super::TableData;
use super::axis::{LogScale, round_up, ticks, written};
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::Paint;
use super::series;
use crate::pattern::Sequence;
use crate::stats::{Stats, ValueCount};

/// More values are drawn in bins of several.
const MOST_SINGLE: u64 = 200;
/// Missing values are named up to so many.
const MOST_NAMED: usize = 6;
/// Height of each panel, in widths of the page.
const HIGH: f64 = 0.26;

/// Consecutive values, seen as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bin {
    /// The least of the values.
    value: u64,
    /// The earliest and the latest of their first heaps.
    first: u64,
    last_first: u64,
    /// How many heaps have one of them.
    count: u64,
    /// How many of them come at all.
    come: u64,
}

/// The values in bins of a round number of them; those of which none comes are left out.
fn bins(values: &[ValueCount], size: u64) -> Vec<Bin> {
    let bin = |of: &[ValueCount]| Bin {
        value: of[0].value / size * size,
        first: of.iter().map(|of| of.first).min().unwrap_or(0),
        last_first: of.iter().map(|of| of.first).max().unwrap_or(0),
        count: of.iter().map(|of| of.count).sum(),
        come: of.len() as u64,
    };
    values.chunk_by(|a, b| a.value / size == b.value / size).map(bin).collect()
}

/// What both panels share.
struct Across {
    left: f64,
    right: f64,
    /// The largest value that is drawn.
    largest: u64,
    size: u64,
}

impl Across {
    /// The left end of a value's place.
    fn edge(&self, value: u64) -> f64 {
        let values = self.largest as f64 + 1.0;
        self.left + (self.right - self.left) * (value as f64 / values).min(1.0)
    }

    /// The ends of the place of a bin.
    fn place(&self, bin: &Bin) -> (f64, f64) {
        (self.edge(bin.value), self.edge(bin.value.saturating_add(self.size)))
    }
}

pub(super) fn draw(canvas: &mut Canvas, input: &TableData<'_>, top: f64) {
    let s = canvas.scale;
    let last = series::heaps(input) - 1;
    let sequence = if input.outcomes { Sequence::Outcome } else { Sequence::Sg };
    let Some(stats) = Stats::of_values(input.table, sequence, last) else { return page::empty(canvas, top) };
    let largest = stats.values.last().map_or(0, |most| most.value);
    let size = if largest < MOST_SINGLE { 1 } else { round_up(largest as f64 / MOST_SINGLE as f64) };
    let bins = bins(&stats.values, size);

    let top = page::legend(canvas, &legend_items(&stats, size), top) + 10.0 * s;
    let em = TICK * s;
    let high = (HIGH * canvas.width).max(170.0 * s);
    let latest = bins.iter().map(|bin| bin.last_first).max().unwrap_or(0);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1);
    // Above, heap 0 has a line of its own below the decades; below, a single heap is a bar that is seen.
    let foot = 2.4 * em;
    let above = LogScale::new(latest, top + high - foot, top + 9.0 * s);
    let strip = 0.6 * em;
    let under = top + high + 1.9 * em + strip;
    let below = LogScale::new(most, under + high - 0.8 * em, under + 1.5 * em);
    let numbers = [above, below].map(|scale| scale.ticks(1.6 * em, 1.6 * em));
    let widest = numbers.iter().flatten().map(|&number| canvas.measure(&written(number), em)).fold(0.0, f64::max);
    let left = MARGIN * s + 1.5 * LABEL * s + widest + 12.0 * s;
    let out = canvas.measure(&largest.to_string(), em) / 2.0 + 4.0 * s;
    let across = Across { left, right: canvas.width - out.max(MARGIN * s), largest, size };

    side(canvas, &across, &above, &numbers[0], (top, top + high), "first heap");
    let y = top + high - 0.8 * em;
    canvas.text(left - 12.0 * s, y + CAP * em / 2.0, "0", em, Align::Right, Paint::Ink);
    canvas.rect(left - 7.0 * s, y - s, left, y + s, Paint::Ink);
    firsts(canvas, &across, &above, &bins, y);
    missing(canvas, &across, &bins, top + high + 1.5 * em, strip);
    side(canvas, &across, &below, &numbers[1], (under, under + high), "heaps");
    counts(canvas, &across, &below, &bins, under + high);
    values_along(canvas, &across, under + high);
}

fn legend_items(stats: &Stats, size: u64) -> Vec<(Swatch, String)> {
    let (first, count) = match size {
        1 => ("first heap of each value".to_owned(), "how many heaps have it".to_owned()),
        _ => (format!("first heaps of {size} values: from the earliest"), "how many heaps have one of them".to_owned()),
    };
    let mut items = vec![(Swatch::Disc, first)];
    if size > 1 {
        items.push((Swatch::Stretch, "to the latest".to_owned()));
    }
    items.push((Swatch::Cell(Paint::Value), count));
    let listed = stats.values.len() as u64;
    if listed < stats.distinct {
        items.push((Swatch::None, format!("the least {listed} of {} values", stats.distinct)));
    }
    let missing = stats.values.last().map_or(0, |most| most.value - (listed - 1));
    if missing > 0 {
        let named: Vec<String> = gaps(&stats.values).take(MOST_NAMED).map(|value| value.to_string()).collect();
        let words = match missing {
            1 => format!("1 value that no heap has: {}", named.join(", ")),
            _ if missing == named.len() as u64 => format!("{missing} values that no heap has: {}", named.join(", ")),
            _ => format!("{missing} values that no heap has: {}, ...", named.join(", ")),
        };
        items.push((Swatch::Cell(Paint::Boundary), words));
    }
    items
}

/// The values below the largest that no heap has.
fn gaps(values: &[ValueCount]) -> impl Iterator<Item = u64> + '_ {
    values.windows(2).flat_map(|pair| pair[0].value + 1..pair[1].value)
}

/// A panel: its frame, the numbers at its left side and what they are of.
fn side(canvas: &mut Canvas, across: &Across, scale: &LogScale, numbers: &[u64], (top, foot): (f64, f64), what: &str) {
    let s = canvas.scale;
    let (em, label) = (TICK * s, LABEL * s);
    for &number in numbers {
        let y = scale.at(number as f64);
        canvas.rect(across.left, y - 0.5 * s, across.right, y + 0.5 * s, Paint::Faint);
        canvas.rect(across.left - 7.0 * s, y - s, across.left, y + s, Paint::Ink);
        canvas.text(across.left - 12.0 * s, y + CAP * em / 2.0, written(number), em, Align::Right, Paint::Ink);
    }
    canvas.rect(across.left - s, top, across.left + s, foot + s, Paint::Ink);
    canvas.rect(across.left - s, foot - s, across.right, foot + s, Paint::Ink);
    canvas.upright(MARGIN * s + CAP * label, (top + foot) / 2.0, what, label, Paint::Ink);
}

fn firsts(canvas: &mut Canvas, across: &Across, scale: &LogScale, bins: &[Bin], zero: f64) {
    let s = canvas.scale;
    let y = |heap: u64| if heap == 0 { zero } else { scale.at(heap as f64) };
    for bin in bins.iter().filter(|bin| bin.last_first > bin.first) {
        let (x0, x1) = across.place(bin);
        canvas.rect(x0, y(bin.last_first), x1, y(bin.first), Paint::Stem);
    }
    for bin in bins {
        let (x0, x1) = across.place(bin);
        let (x, radius) = ((x0 + x1) / 2.0, (0.4 * (x1 - x0)).clamp(2.6 * s, 6.5 * s));
        match bin.value {
            0 if across.size == 1 => canvas.diamond(x, y(bin.first), 1.4 * radius, Paint::PPosition),
            _ => canvas.disc(x, y(bin.first), radius, Paint::Value),
        }
    }
}

/// A mark for each value, or bin with a value, that no heap has.
fn missing(canvas: &mut Canvas, across: &Across, bins: &[Bin], top: f64, high: f64) {
    let mut mark = |from: u64, to: u64| {
        canvas.rect(across.edge(from), top, across.edge(to), top + high, Paint::Boundary);
    };
    let mut next = 0;
    for bin in bins {
        let end = bin.value.saturating_add(across.size);
        if bin.value > next {
            mark(next, bin.value);
        }
        let values = end.min(across.largest.saturating_add(1)) - bin.value;
        if bin.come < values {
            mark(bin.value, end);
        }
        next = end;
    }
}

fn counts(canvas: &mut Canvas, across: &Across, scale: &LogScale, bins: &[Bin], foot: f64) {
    let s = canvas.scale;
    let em = TICK * s;
    let wide = across.edge(across.size) - across.left;
    let gap = if wide >= 8.0 * s { 0.14 * wide } else { 0.0 };
    let widest = bins.iter().map(|bin| canvas.measure(&bin.count.to_string(), em)).fold(0.0, f64::max);
    for bin in bins {
        let ((x0, x1), y) = (across.place(bin), scale.at(bin.count as f64));
        let color = if bin.value == 0 && across.size == 1 { Paint::PPosition } else { Paint::Value };
        canvas.rect(x0 + gap, y, x1 - gap, foot, color);
        if widest + 6.0 * s <= wide {
            canvas.text((x0 + x1) / 2.0, y - 0.3 * em, bin.count.to_string(), em, Align::Center, Paint::Muted);
        }
    }
}

fn values_along(canvas: &mut Canvas, across: &Across, foot: f64) {
    let s = canvas.scale;
    let (em, label) = (TICK * s, LABEL * s);
    let widest = canvas.measure(&across.largest.to_string(), em);
    for value in ticks(across.largest, across.right - across.left, 1.5 * widest + em) {
        let one = (across.edge(1) - across.left) / 2.0;
        let x = across.edge(value) + if across.size == 1 { one } else { 0.0 };
        canvas.rect(x - s, foot, x + s, foot + 7.0 * s, Paint::Ink);
        canvas.text(x, foot + 12.0 * s + CAP * em, value.to_string(), em, Align::Center, Paint::Ink);
    }
    let y = foot + 12.0 * s + 1.25 * em + label;
    canvas.text((across.left + across.right) / 2.0, y, "value", label, Align::Center, Paint::Ink);
    canvas.height = y + MARGIN * s;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_and_gaps() {
        let of = |value, first, count| ValueCount { value, first, count };
        let values = [of(0, 0, 9), of(1, 3, 4), of(4, 2, 1), of(11, 90, 2)];
        assert_eq!(gaps(&values).collect::<Vec<_>>(), [2, 3, 5, 6, 7, 8, 9, 10]);
        let found = bins(&values, 5);
        assert_eq!(found[0], Bin { value: 0, first: 0, last_first: 3, count: 14, come: 3 });
        assert_eq!(found[1], Bin { value: 10, first: 90, last_first: 90, count: 2, come: 1 });
        assert_eq!(bins(&values, 1).len(), 4);
    }
}
