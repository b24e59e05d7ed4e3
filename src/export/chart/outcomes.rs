//! P-positions along the heaps, in rows, with the differences between them: written above where there is room for
//! all, else counted in bars below.

use std::collections::BTreeMap;

use super::TableData;
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::Paint;
use super::series::{self, Differences};

/// Longer tables show their first rows only; the bars count all.
const MOST_ROWS: u64 = 10;
const FIRST_ROWS: u64 = 4;
/// Pixels that a heap needs where differences are written, and at least.
const WIDE: f64 = 19.0;
const NARROW: f64 = 8.0;
/// More differences than this share one bar.
const MOST_BARS: usize = 16;

pub(super) fn draw(canvas: &mut Canvas, input: &TableData<'_>, top: f64) {
    let s = canvas.scale;
    let all = series::heaps(input);
    let found = Differences::of(input);
    let differences = &found.counts;
    // Half of the first number of a row sticks out.
    let out = canvas.measure(&all.min(9_999).to_string(), TICK * s) / 2.0;
    let room = canvas.width - 2.0 * out.max(MARGIN * s);
    let (row, written) = row_length(canvas, all, room, differences);
    let rows = all.div_ceil(row);
    let rows = if rows > MOST_ROWS { FIRST_ROWS } else { rows };
    let heaps = all.min(rows * row);
    let positions = series::p_positions(input.table, heaps);

    let mut top = page::legend(canvas, &legend_items(all, written, &found), top);
    if heaps < all {
        let note = format!("the strip shows the first {heaps} of {all} heaps");
        top = page::legend(canvas, &[(Swatch::None, note)], top - 8.0 * s);
    }
    let strip = Strip { left: 0.0, top, wide: (room / row as f64).min(60.0 * s), row, heaps, rows, written };
    let strip = Strip { left: (canvas.width - strip.wide * row.min(heaps) as f64) / 2.0, ..strip };
    strip.draw(canvas, &positions);
    let mut y = strip.bottom(canvas) + 4.0 * s;
    y += LABEL * s;
    canvas.text(canvas.width / 2.0, y, "heap n", LABEL * s, Align::Center, Paint::Ink);
    if (!written || heaps < all) && !differences.is_empty() {
        y = bars(canvas, differences, y + 30.0 * s);
    }
    canvas.height = y + MARGIN * s;
}

/// Heaps in a row, and whether the differences are written between the P-positions.
fn row_length(canvas: &Canvas, all: u64, room: f64, differences: &BTreeMap<u64, u64>) -> (u64, bool) {
    let s = canvas.scale;
    let em = TICK * s;
    // Rows of about the same length, multiples of five.
    let even = |least: f64| {
        let most = ((room / least) as u64 / 5 * 5).max(5);
        if all <= most { all } else { all.div_ceil(all.div_ceil(most)).next_multiple_of(5).min(most) }
    };
    for least in [WIDE * s, 0.7 * WIDE * s, NARROW * s] {
        let row = even(least);
        let wide = (room / row as f64).min(60.0 * s);
        let fits =
            |&difference: &u64| canvas.measure(&difference.to_string(), em) + 3.0 * s <= wide * difference as f64;
        let shown = all.div_ceil(row) <= MOST_ROWS;
        if differences.keys().all(fits) && (shown || least <= NARROW * s) {
            return (row, true);
        }
    }
    (even(NARROW * s), false)
}

fn legend_items(all: u64, written: bool, found: &Differences) -> Vec<(Swatch, String)> {
    let of = format!("P-position ({} of {all} heaps)", found.p_positions);
    let mut items = vec![(Swatch::Cell(Paint::PPosition), of), (Swatch::Cell(Paint::NArea), "N-position".into())];
    if written && !found.counts.is_empty() {
        items.push((Swatch::None, "numbers above: differences between P-positions".into()));
    }
    items
}

struct Strip {
    left: f64,
    top: f64,
    wide: f64,
    row: u64,
    heaps: u64,
    rows: u64,
    written: bool,
}

impl Strip {
    /// Heights of the line of differences, of the cells, and of a whole row.
    fn heights(&self, canvas: &Canvas) -> (f64, f64, f64) {
        let s = canvas.scale;
        let above = if self.written { 1.5 * TICK * s } else { 0.0 };
        let cells = match self.rows {
            1 => 60.0 * s,
            2..=3 => 44.0 * s,
            4..=6 => 32.0 * s,
            _ => 22.0 * s,
        };
        (above, cells, above + cells + 1.9 * TICK * s)
    }

    fn x(&self, column: u64) -> f64 {
        self.left + self.wide * column as f64
    }

    /// Upper edge of the cells of a row.
    fn y(&self, canvas: &Canvas, row: u64) -> f64 {
        let (above, _, whole) = self.heights(canvas);
        self.top + above + whole * row as f64
    }

    fn bottom(&self, canvas: &Canvas) -> f64 {
        self.top + self.heights(canvas).2 * self.rows as f64
    }

    fn draw(&self, canvas: &mut Canvas, positions: &[u64]) {
        let s = canvas.scale;
        let (_, high, _) = self.heights(canvas);
        for row in 0..self.rows {
            let y = self.y(canvas, row);
            let end = self.x((self.heaps - row * self.row).min(self.row));
            canvas.rect(self.left, y, end, y + high, Paint::NArea);
        }
        let gap = if self.wide >= 12.0 * s { s } else { 0.4 * s };
        // Heaps are told apart while there is room.
        if self.wide >= 12.0 * s {
            for heap in (0..self.heaps).filter(|heap| !heap.is_multiple_of(self.row)) {
                let (x, y) = (self.x(heap % self.row), self.y(canvas, heap / self.row));
                canvas.rect(x - 0.75 * s, y, x + 0.75 * s, y + high, Paint::Paper);
            }
        }
        for &heap in positions {
            let (x, y) = (self.x(heap % self.row), self.y(canvas, heap / self.row));
            canvas.rect(x + gap, y, x + self.wide - gap, y + high, Paint::PPosition);
        }
        self.number_heaps(canvas);
        if self.written {
            for pair in positions.windows(2) {
                self.write_difference(canvas, pair[0], pair[1]);
            }
        }
    }

    fn number_heaps(&self, canvas: &mut Canvas) {
        let s = canvas.scale;
        let em = TICK * s;
        let (_, high, _) = self.heights(canvas);
        let widest = canvas.measure(&(self.heaps - 1).to_string(), em) + 0.8 * em;
        let steps = [1, 5, 10, 20, 25, 50, 100];
        let step = steps.into_iter().find(|&step| step as f64 * self.wide >= widest).unwrap_or(self.row);
        for heap in 0..self.heaps {
            let column = heap % self.row;
            if !column.is_multiple_of(step) {
                continue;
            }
            let (x, y) = (self.x(column) + self.wide / 2.0, self.y(canvas, heap / self.row) + high);
            let half = canvas.measure(&heap.to_string(), em) / 2.0;
            canvas.rect(x - 0.7 * s, y, x + 0.7 * s, y + 5.0 * s, Paint::Muted);
            // The numbers at both ends stay on the page.
            let x = x.clamp(half + 4.0 * s, canvas.width - half - 4.0 * s);
            canvas.text(x, y + 9.0 * s + CAP * em, heap.to_string(), em, Align::Center, Paint::Ink);
        }
    }

    /// From the middle of one P-position to the next; where a row ends between them, on the longer side.
    fn write_difference(&self, canvas: &mut Canvas, from: u64, to: u64) {
        let s = canvas.scale;
        let em = TICK * s;
        let text = (to - from).to_string();
        let middle = |heap: u64| self.x(heap % self.row) + self.wide / 2.0;
        let (row, next) = (from / self.row, to / self.row);
        let right = self.x(self.row);
        let (row, x0, x1) = if row == next {
            (row, middle(from), middle(to))
        } else if next > row + 1 {
            (row + 1, self.left, right)
        } else if right - middle(from) >= middle(to) - self.left {
            (row, middle(from), right)
        } else {
            (next, self.left, middle(to))
        };
        if canvas.measure(&text, em) > x1 - x0 {
            return;
        }
        let y = self.y(canvas, row);
        canvas.text((x0 + x1) / 2.0, y - 0.4 * em, text, em, Align::Center, Paint::Ink);
        for x in [x0, x1].into_iter().filter(|&x| x > self.left && x < right) {
            canvas.rect(x - 0.7 * s, y - 0.35 * em, x + 0.7 * s, y, Paint::Muted);
        }
    }
}

/// How often each difference occurs; returns where the page goes on.
fn bars(canvas: &mut Canvas, differences: &BTreeMap<u64, u64>, top: f64) -> f64 {
    let s = canvas.scale;
    let (em, high) = (TICK * s, 170.0 * s);
    let room = canvas.width - 2.0 * MARGIN * s;
    let all: Vec<(String, u64)> = differences.iter().map(|(difference, &n)| (difference.to_string(), n)).collect();
    let needed = all.iter().map(|(name, n)| canvas.measure(name, em).max(canvas.measure(&n.to_string(), em)));
    let needed = needed.fold(0.0, f64::max) + 14.0 * s;
    let most = MOST_BARS.min((room / needed) as usize).max(1);
    // The commonest have bars, the shorter differences first among equals.
    let mut by_count: Vec<usize> = (0..all.len()).collect();
    by_count.sort_by_key(|&i| std::cmp::Reverse(all[i].1));
    by_count.truncate(most);
    by_count.sort_unstable();
    let bars: Vec<&(String, u64)> = by_count.into_iter().map(|i| &all[i]).collect();
    let rest = all.iter().map(|(_, n)| n).sum::<u64>() - bars.iter().map(|(_, n)| n).sum::<u64>();
    let most = bars.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let wide = (room / bars.len() as f64).min(110.0 * s).max(needed.min(room));
    let left = (canvas.width - wide * bars.len() as f64) / 2.0;
    let y = top + LABEL * s;
    let words = match rest {
        0 => "how often each difference between P-positions occurs".to_owned(),
        _ => format!("how often differences between P-positions occur (others: {rest} times)"),
    };
    for line in canvas.wrap(&words, LABEL * s, room, 1) {
        canvas.text(canvas.width / 2.0, y, line, LABEL * s, Align::Center, Paint::Ink);
    }
    let foot = y + 1.8 * em + high;
    for (i, (name, n)) in bars.into_iter().enumerate() {
        let x = left + wide * (i as f64 + 0.5);
        let (half, tall) = (0.36 * wide, high * *n as f64 / most as f64);
        canvas.rect(x - half, foot - tall, x + half, foot, Paint::Value);
        canvas.text(x, foot - tall - 0.3 * em, n.to_string(), em, Align::Center, Paint::Muted);
        canvas.text(x, foot + 8.0 * s + CAP * em, name.as_str(), em, Align::Center, Paint::Ink);
    }
    canvas.rect(left, foot, canvas.width - left, foot + 1.5 * s, Paint::Ink);
    let y = foot + 8.0 * s + 1.3 * em + LABEL * s;
    canvas.text(canvas.width / 2.0, y, "difference", LABEL * s, Align::Center, Paint::Ink);
    y
}
