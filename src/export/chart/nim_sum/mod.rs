//! How a position of several heaps is decided: the values in binary, the parity of each column, and a winning move.

mod words;

use self::words::{proof, verdict};
use super::ChartError;
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch};
use super::paint::Paint;
use crate::export::position::{PositionView, left};
use crate::play::Change;

/// More heaps are no example.
pub(super) const MOST_HEAPS: usize = 12;
/// Pixels to the em, where the page is wide enough for all columns.
const EM: f64 = 27.0;
/// Gaps between columns, and the least and the largest width of a binary digit, in ems.
const GAP: f64 = 1.3;
const DIGIT: (f64, f64) = (0.95, 2.4);
/// What a split leaves is written out to this width, in ems.
const MOST_SIZE: f64 = 13.0;
const MOST_LINES: usize = 6;

/// Where the columns are: names, sizes, values, and binary digits.
struct Columns {
    em: f64,
    name: f64,
    /// The right end of the sizes and of the values.
    size: f64,
    value: f64,
    digits: f64,
    digit: f64,
    bits: u32,
    /// The height of a row.
    high: f64,
}

/// A line of the table.
struct Row {
    name: String,
    size: String,
    value: u64,
    /// Digits that are framed.
    framed: u64,
}

pub(super) fn draw(canvas: &mut Canvas, view: &PositionView<'_>, top: f64) -> Result<(), ChartError> {
    let (heaps, analysis) = (view.position, view.analysis);
    if heaps.len() > MOST_HEAPS {
        return Err(ChartError::ManyHeaps { heaps: heaps.len() });
    }
    let (Some(values), Some(sum)) = (&analysis.values, analysis.nim_sum()) else {
        return Err(ChartError::NoNimSum);
    };
    let winning = analysis.moves.first().and_then(|one| one.changes.first());
    let rows: Vec<Row> = (heaps.iter().zip(values).enumerate())
        .map(|(at, (heap, &value))| Row::new(format!("heap {}", at + 1), heap.size.to_string(), value))
        .collect();
    let total = Row { framed: sum, ..Row::new("nim-sum".to_owned(), String::new(), sum) };
    let after = winning.map(|change| after(canvas, change, values, sum));

    let all: Vec<&Row> = rows.iter().chain([&total]).chain(after.iter().flatten()).collect();
    let columns = Columns::new(canvas, &all);
    let mut y = page::legend(canvas, &legend_items(sum, winning.is_some()), top) + 0.4 * columns.em;
    let stripes = canvas.shapes.len();
    let begin = y;
    y = columns.head(canvas, y);
    for row in &rows {
        y = columns.row(canvas, row, y);
    }
    columns.rule(canvas, y);
    y = columns.row(canvas, &total, y);
    y = columns.parities(canvas, sum, y);
    // Behind what is written on them.
    let written = canvas.shapes.split_off(stripes);
    columns.stripes(canvas, sum, begin, y);
    canvas.shapes.extend(written);

    y = says(canvas, &verdict(analysis, winning, heaps.len(), sum), y + 0.8 * columns.em);
    if let (Some(after), Some(change)) = (&after, winning) {
        y += 0.2 * columns.em;
        y = columns.row(canvas, &rows[change.place], y);
        for row in after {
            y = columns.row(canvas, row, y);
        }
        y = says(canvas, &proof(values, change.place, sum, analysis), y + 0.6 * columns.em);
    }
    canvas.height = y + MARGIN * canvas.scale;
    Ok(())
}

/// The heap that a winning move changes, and the nim-sum that it leaves.
fn after(canvas: &Canvas, change: &Change, values: &[u64], sum: u64) -> [Row; 2] {
    let size = canvas.shortened(&left(change), 1.0, MOST_SIZE);
    let heap = Row { framed: sum, ..Row::new("becomes".to_owned(), size, values[change.place] ^ sum) };
    [heap, Row::new("nim-sum".to_owned(), String::new(), 0)]
}

impl Row {
    fn new(name: String, size: String, value: u64) -> Self {
        Row { name, size, value, framed: 0 }
    }
}

impl Columns {
    fn new(canvas: &Canvas, rows: &[&Row]) -> Self {
        let s = canvas.scale;
        let widest =
            |texts: &mut dyn Iterator<Item = String>| texts.map(|text| canvas.measure(&text, 1.0)).fold(0.0, f64::max);
        let name = widest(&mut rows.iter().map(|row| row.name.clone()));
        let size = widest(&mut rows.iter().map(|row| row.size.clone()).chain(["size".to_owned()]));
        let value = widest(&mut rows.iter().map(|row| row.value.to_string()));
        let bits = rows.iter().map(|row| u64::BITS - row.value.leading_zeros()).max().unwrap_or(0).max(1);
        let room = canvas.width - 2.0 * MARGIN * s;
        let fixed = name + size + value + 3.0 * GAP;
        let em = (room / (fixed + DIGIT.0 * f64::from(bits))).min(EM * s);
        let digit = ((room - fixed * em) / f64::from(bits)).min(DIGIT.1 * em);
        let start = (canvas.width - fixed * em - digit * f64::from(bits)) / 2.0;
        let size = start + (name + GAP + size) * em;
        let value = size + (GAP + value) * em;
        Columns { em, name: start, size, value, digits: value + GAP * em, digit, bits, high: 1.75 * em }
    }

    /// The left end of a binary digit.
    fn x(&self, bit: u32) -> f64 {
        self.digits + self.digit * f64::from(self.bits - 1 - bit)
    }

    fn head(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let em = 0.8 * self.em;
        let y = top + 1.5 * em;
        canvas.text(self.size, y, "size", em, Align::Right, Paint::Muted);
        canvas.text(self.value, y, "g", em, Align::Right, Paint::Muted);
        let largest = (1u64 << (self.bits - 1)).to_string();
        let written = canvas.measure(&largest, em) + 0.2 * em <= self.digit;
        for bit in (0..self.bits).filter(|bit| written || bit.is_multiple_of(8)) {
            let x = self.x(bit) + self.digit / 2.0;
            if written {
                canvas.text(x, y, (1u64 << bit).to_string(), em, Align::Center, Paint::Muted);
            } else {
                // A power of two, with the exponent raised.
                let half = canvas.measure("2", em) / 2.0;
                canvas.text(x, y, "2", em, Align::Center, Paint::Muted);
                canvas.text(x + 1.1 * half, y - 0.4 * em, bit.to_string(), 0.65 * em, Align::Left, Paint::Muted);
            }
        }
        y + 0.5 * em
    }

    fn row(&self, canvas: &mut Canvas, row: &Row, top: f64) -> f64 {
        let Columns { em, high, .. } = *self;
        let y = top + (high + CAP * em) / 2.0;
        canvas.text(self.name, y, row.name.as_str(), em, Align::Left, Paint::Ink);
        canvas.text(self.size, y, row.size.as_str(), em, Align::Right, Paint::Ink);
        canvas.text(self.value, y, row.value.to_string(), em, Align::Right, Paint::Ink);
        for bit in 0..self.bits {
            let (x, one) = (self.x(bit), row.value >> bit & 1 == 1);
            let (half, middle) = ((0.44 * self.digit).min(0.72 * em), x + self.digit / 2.0);
            let cell = (middle - half, top + 0.14 * high, middle + half, top + 0.86 * high);
            if one {
                canvas.rounded(cell, 0.2 * em, Paint::NArea);
            }
            if row.framed >> bit & 1 == 1 {
                canvas.frame(cell, (0.09 * em).max(1.0), Paint::Boundary);
            }
            let color = if one { Paint::Ink } else { Paint::Muted };
            canvas.text(middle, y, if one { "1" } else { "0" }, em, Align::Center, color);
        }
        top + high
    }

    /// A line as under a sum.
    fn rule(&self, canvas: &mut Canvas, y: f64) {
        let half = (0.04 * self.em).max(0.5);
        canvas.rect(self.name, y - half, self.x(0) + self.digit, y + half, Paint::Ink);
    }

    /// Whether the ones of each column are even or odd, in words where there is room.
    fn parities(&self, canvas: &mut Canvas, sum: u64, top: f64) -> f64 {
        let em = 0.66 * self.em;
        let words = if canvas.measure("even ", em) <= self.digit { ["even", "odd"] } else { ["e", "o"] };
        let y = top + 1.1 * em;
        canvas.text(self.name, y, "ones in the column", em, Align::Left, Paint::Muted);
        for bit in 0..self.bits {
            let odd = sum >> bit & 1 == 1;
            let color = if odd { Paint::Ink } else { Paint::Muted };
            canvas.text(self.x(bit) + self.digit / 2.0, y, words[usize::from(odd)], em, Align::Center, color);
        }
        y + 0.5 * em
    }

    fn stripes(&self, canvas: &mut Canvas, sum: u64, top: f64, bottom: f64) {
        for bit in (0..self.bits).filter(|&bit| sum >> bit & 1 == 1) {
            let x = self.x(bit);
            canvas.rect(x + 0.02 * self.digit, top, x + 0.98 * self.digit, bottom, Paint::Preperiod);
        }
    }
}

fn legend_items(sum: u64, moves: bool) -> Vec<(Swatch, String)> {
    let mut items = Vec::new();
    if sum != 0 {
        items.push((Swatch::Cell(Paint::Preperiod), "column with an odd number of ones".to_owned()));
    }
    if moves {
        items.push((Swatch::Frame, "digit that a winning move flips".to_owned()));
    }
    items
}

/// A sentence across the page.
fn says(canvas: &mut Canvas, words: &str, top: f64) -> f64 {
    let s = canvas.scale;
    let em = 1.1 * LABEL * s;
    let mut y = top;
    for line in canvas.wrap(words, em, canvas.width - 2.0 * MARGIN * s, MOST_LINES) {
        y += 1.3 * em;
        canvas.text(canvas.width / 2.0, y, line, em, Align::Center, Paint::Ink);
    }
    y + 0.5 * em
}
