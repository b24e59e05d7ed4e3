//! The table in rows of equal length, at best one period or several: what repeats shows as equal columns.

use super::TableData;
use super::axis::round_up;
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::Paint;
use super::series;
use crate::table::Period;

/// Longer tables show their first heaps only.
const MOST_CELLS: u64 = 2400;
const MOST_ROWS: u64 = 60;
/// What is shown of a longer table: a page of 16 to 9 without a period, else the preperiod and some periods.
const FIRST_CELLS: u64 = 1200;
const FIRST_PERIODS: u64 = 6;
/// Longer periods are not drawn in one row.
const MOST_PERIOD: u64 = 120;
/// Values are written in cells that hold letters of this size.
const LEAST_EM: f64 = 13.5;
const MOST_EM: f64 = 24.0;

/// How many heaps a row has.
fn columns_for(heaps: u64, period: Option<u64>, digits: u64) -> u64 {
    // Rows up to 0.7 of the columns make a page of about 16 to 9.
    let fits = |columns: u64| heaps.div_ceil(columns) as f64 <= 0.7 * columns as f64;
    let most = if digits > 3 { 10 } else { 50 };
    if let Some(period) = period.filter(|&period| period <= MOST_PERIOD) {
        let multiples = (1..).map(|i| i * period).take_while(|&columns| columns <= most.max(period));
        return multiples.clone().find(|&columns| fits(columns)).or_else(|| multiples.last()).unwrap_or(period);
    }
    [10, 20, 25, 50].into_iter().find(|&columns| columns >= most || fits(columns)).unwrap_or(most)
}

/// How many of the heaps are shown.
fn shown(all: u64, period: Option<Period>) -> u64 {
    let whole = |period: Period| period.period.saturating_mul(FIRST_PERIODS).saturating_add(period.preperiod);
    match period {
        _ if all <= MOST_CELLS => all,
        Some(period) => whole(period).clamp(FIRST_CELLS / 4, FIRST_CELLS),
        None => FIRST_CELLS,
    }
}

/// Where the cells are.
struct Cells {
    left: f64,
    top: f64,
    wide: f64,
    high: f64,
    columns: u64,
    rows: u64,
    /// Heaps shown.
    heaps: u64,
}

impl Cells {
    fn corner(&self, row: u64, column: u64) -> (f64, f64) {
        (self.left + self.wide * column as f64, self.top + self.high * row as f64)
    }
}

pub(super) fn draw(canvas: &mut Canvas, input: &TableData<'_>, columns: Option<u64>, top: f64) {
    let s = canvas.scale;
    let all = series::heaps(input);
    let digits = |value: u64| value.to_string().len() as u64;
    let shown = shown(all, input.period);
    let overall = series::values(input).take(shown as usize).max().unwrap_or(0);
    let period = input.period.map(|period| period.period);
    let columns = columns.unwrap_or_else(|| columns_for(shown, period, digits(overall)));
    let rows = shown.div_ceil(columns).min(MOST_ROWS).min((MOST_CELLS / columns).max(1));
    let heaps = all.min(rows * columns);
    let values: Vec<u64> = series::values(input).take(heaps as usize).collect();
    let largest = values.iter().copied().max().unwrap_or(0);

    let items = legend_items(input, columns, heaps, largest);
    let mut top = page::legend(canvas, &items, top);
    if heaps < all {
        let note = format!("the first {heaps} of {all} heaps");
        top = page::legend(canvas, &[(Swatch::None, note)], top - 8.0 * s);
    }

    let em = TICK * s;
    let labels = canvas.measure(&(heaps - 1).to_string(), em);
    let left = MARGIN * s + 1.6 * LABEL * s + labels + 10.0 * s;
    let room = canvas.width - MARGIN * s - left;
    let wide = (room / columns as f64).min(90.0 * s);
    // Few rows are high, many are low; a cell is not higher than wide unless letters need it.
    let high = (0.62 * canvas.width / rows as f64).clamp(20.0 * s, 64.0 * s).min(wide.max(26.0 * s));
    let left = left + (room - wide * columns as f64) / 2.0;
    let top = top + 2.6 * LABEL * s;
    let cells = Cells { left, top, wide, high, columns, rows, heaps };

    fill(canvas, &cells, &values, largest);
    if let Some(period) = input.period {
        if period.period > 1 && columns > period.period && columns.is_multiple_of(period.period) {
            between_periods(canvas, &cells, period.period);
        }
        if period.preperiod > 0 && period.preperiod < heaps {
            end_of_preperiod(canvas, &cells, period.preperiod);
        }
    }
    label(canvas, &cells);
    canvas.height = cells.top + cells.high * rows as f64 + MARGIN * s;
}

fn legend_items(input: &TableData<'_>, columns: u64, heaps: u64, largest: u64) -> Vec<(Swatch, String)> {
    let mut items = vec![(Swatch::Cell(Paint::PPosition), "P-position, g(n) = 0".to_owned())];
    match largest {
        0 => {}
        1 => items.push((Swatch::Cell(Paint::of_value(1, 1)), "g(n) = 1".to_owned())),
        _ => items.push((Swatch::Ramp(largest), format!("g(n) = 1 to {largest}"))),
    }
    if let Some(period) = input.period {
        let saltus = if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
        let words = format!("period {}{saltus}", period.period);
        let words = match columns / period.period {
            times if times > 1 && period.period > 1 && columns.is_multiple_of(period.period) => {
                format!("{words}, {times} to a row")
            }
            _ => words,
        };
        items.push((Swatch::None, words));
        if period.preperiod >= heaps {
            items.push((Swatch::None, format!("all within the preperiod, {}", page::heaps(0, period.preperiod - 1))));
        } else if period.preperiod > 0 {
            items.push((Swatch::Corner, format!("end of the preperiod, {}", page::heaps(0, period.preperiod - 1))));
        }
    }
    items
}

fn fill(canvas: &mut Canvas, cells: &Cells, values: &[u64], largest: u64) {
    let s = canvas.scale;
    let gap = if cells.wide.min(cells.high) >= 12.0 * s { s } else { 0.0 };
    let widest = values.iter().map(|value| canvas.measure(&value.to_string(), 1.0)).fold(0.0, f64::max);
    let em = ((cells.wide - 3.5 * s) / widest).min(0.72 * cells.high).min(MOST_EM * s);
    for (n, &value) in (0u64..).zip(values) {
        let (x, y) = cells.corner(n / cells.columns, n % cells.columns);
        let color = Paint::of_value(value, largest);
        canvas.rect(x + gap, y + gap, x + cells.wide - gap, y + cells.high - gap, color);
        if em >= LEAST_EM * s {
            let (x, y) = (x + cells.wide / 2.0, y + (cells.high + CAP * em) / 2.0);
            canvas.text(x, y, value.to_string(), em, Align::Center, color.text());
        }
    }
}

/// Where several periods share a row.
fn between_periods(canvas: &mut Canvas, cells: &Cells, period: u64) {
    let s = canvas.scale;
    for column in (period..cells.columns).step_by(period as usize) {
        let rows = (0..cells.rows).filter(|row| row * cells.columns + column < cells.heaps).count();
        let (x, y) = cells.corner(0, column);
        canvas.rect(x - s, y - 6.0 * s, x + s, y + cells.high * rows as f64, Paint::Muted);
    }
}

/// A stepped line between the preperiod and the first period.
fn end_of_preperiod(canvas: &mut Canvas, cells: &Cells, preperiod: u64) {
    let half = 1.8 * canvas.scale;
    let (row, column) = (preperiod / cells.columns, preperiod % cells.columns);
    let (x, y) = cells.corner(row, column);
    let right = cells.left + cells.wide * cells.columns as f64;
    // White on both sides, so that dark cells do not swallow it.
    for (half, color) in [(2.0 * half, Paint::Paper), (half, Paint::Boundary)] {
        canvas.rect(x - half, y - half, right, y + half, color);
        if column > 0 {
            canvas.rect(x - half, y - half, x + half, y + cells.high + half, color);
            canvas.rect(cells.left, y + cells.high - half, x + half, y + cells.high + half, color);
        }
    }
}

fn label(canvas: &mut Canvas, cells: &Cells) {
    let s = canvas.scale;
    let (em, label) = (TICK * s, LABEL * s);
    let widest = canvas.measure(&(cells.columns - 1).to_string(), em) + 10.0 * s;
    let step = round_up(widest / cells.wide);
    for column in (0..cells.columns).step_by(step as usize) {
        let x = cells.left + cells.wide * (column as f64 + 0.5);
        canvas.text(x, cells.top - 10.0 * s, column.to_string(), em, Align::Center, Paint::Ink);
    }
    let step = round_up(1.25 * em / cells.high);
    for row in (0..cells.rows).step_by(step as usize) {
        let y = cells.top + cells.high * (row as f64 + 0.5) + CAP * em / 2.0;
        canvas.text(cells.left - 10.0 * s, y, (row * cells.columns).to_string(), em, Align::Right, Paint::Ink);
    }
    let x = cells.left + cells.wide * cells.columns as f64 / 2.0;
    let words = format!("n mod {}", cells.columns);
    let half = canvas.measure(&words, label) / 2.0;
    let x = x.clamp(half, (canvas.width - half).max(half));
    canvas.text(x, cells.top - 10.0 * s - 1.35 * em, words, label, Align::Center, Paint::Ink);
    let x = cells.left - 10.0 * s - canvas.measure(&(cells.heaps - 1).to_string(), em) - 0.6 * label;
    let (y, high) = (cells.top, cells.high * cells.rows as f64);
    // A low grid has no room for words beside it.
    let words = ["first heap n of the row", "heap n", "n"];
    if let Some(words) = words.into_iter().find(|words| canvas.measure(words, label) <= high + 20.0 * s) {
        canvas.upright(x, y + high / 2.0, words, label, Paint::Ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_whole_periods() {
        assert_eq!(columns_for(41, Some(4), 1), 12);
        assert_eq!(columns_for(151, Some(12), 1), 24);
        assert_eq!(columns_for(101, Some(24), 2), 24);
        assert_eq!(columns_for(2400, Some(4), 1), 48);
        assert_eq!(columns_for(300, Some(100), 1), 100);
    }

    #[test]
    fn without_a_period_rows_are_round() {
        assert_eq!(columns_for(31, None, 2), 10);
        assert_eq!(columns_for(201, None, 1), 20);
        assert_eq!(columns_for(1001, None, 2), 50);
        assert_eq!(columns_for(1001, None, 9), 10);
        assert_eq!(columns_for(2400, Some(69090), 1), 50);
    }
}
