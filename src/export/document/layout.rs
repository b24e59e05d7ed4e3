//! Rows of equal length, wrapped at the period: what tables for documents share.

use std::io;
use std::ops::Range;

use super::super::view::{TableView, outcome};
use super::{Document, Fill};
use crate::proof::Verdict;
use crate::table::Period;

/// More columns fit on no page.
const MOST_COLUMNS: u64 = 400;
/// Rows have as many short periods as make up to so many columns.
const MOST_PERIODS: u64 = 12;
/// Longer periods are not put in one row.
const MOST_PERIOD: u64 = 24;
/// And not where all values of a row have more digits together.
const MOST_DIGITS: u64 = 48;

/// One cell of a row.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    /// A number, a letter or a dash; empty where there is nothing to show.
    pub(super) text: String,
    /// Whether it is that of a P-position.
    pub(super) bold: bool,
}

/// A document, and how its table is cut into rows.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) view: &'a TableView<'a>,
    pub(super) heaps: u64,
    pub(super) columns: u64,
    /// Of the longest value.
    pub(super) digits: u64,
    /// That holds, as far as is known.
    pub(super) period: Option<Period>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(document: &'a Document<'a>) -> Self {
        let view = document.view;
        let heaps = view.len();
        let digits = if view.outcomes { 1 } else { digits(view.largest()) };
        let holding = view.verdict.filter(|verdict| !verdict.is_refuted()).and_then(Verdict::period);
        let period = holding.copied().filter(|period| period.period > 0);
        let chosen = || columns_for(period.map(|period| period.period), digits).min(heaps);
        let columns = document.columns.unwrap_or_else(chosen).clamp(1, MOST_COLUMNS);
        Layout { document, view, heaps, columns, digits, period }
    }

    pub(super) fn last(&self) -> u64 {
        self.heaps.saturating_sub(1)
    }

    pub(super) fn rows(&self) -> u64 {
        self.heaps.div_ceil(self.columns)
    }

    /// Whether it is for students, or has the answers for them: cells are large and have borders.
    pub(super) fn is_worksheet(&self) -> bool {
        self.document.fill != Fill::Values
    }

    /// The digits of the first heap of the last row.
    pub(super) fn head_digits(&self) -> u64 {
        digits(self.last() / self.columns * self.columns)
    }

    /// Calls `write` with the first heap of each row and its cells, always as many as there are columns.
    pub(super) fn for_each_row(&self, mut write: impl FnMut(u64, &[Cell]) -> io::Result<()>) -> io::Result<()> {
        let mut cells = Vec::with_capacity(self.columns as usize);
        let mut first = 0;
        let mut runs = self.view.runs();
        while let Some((_, run)) = runs.next_run() {
            run.try_for_each(|value| {
                cells.push(self.cell(value));
                if (cells.len() as u64) < self.columns {
                    return Ok(());
                }
                write(first, &cells)?;
                first += self.columns;
                cells.clear();
                Ok::<_, io::Error>(())
            })?;
        }
        if cells.is_empty() {
            return Ok(());
        }
        cells.resize_with(self.columns as usize, || self.past_the_end());
        write(first, &cells)
    }

    fn cell(&self, value: u64) -> Cell {
        if self.document.fill == Fill::Blank {
            return Cell::default();
        }
        let text = if self.view.outcomes { outcome(value).to_owned() } else { value.to_string() };
        Cell { text, bold: value == 0 }
    }

    /// An empty cell is to be filled in by students, this one is not.
    fn past_the_end(&self) -> Cell {
        let text = if self.is_worksheet() { "–" } else { "" };
        Cell { text: text.to_owned(), bold: false }
    }

    /// Where several periods share a row, the columns of one.
    pub(super) fn group(&self) -> Option<u64> {
        let period = self.period?.period;
        let shared = period > 1 && period < self.columns && self.columns.is_multiple_of(period);
        (shared && !self.is_worksheet()).then_some(period)
    }

    /// Whether a period begins with this column after another one in the row.
    pub(super) fn begins_group(&self, column: u64) -> bool {
        (1..self.columns).contains(&column) && self.group().is_some_and(|group| column.is_multiple_of(group))
    }

    /// Row and column of the first heap after the preperiod, where the table shows both.
    fn boundary(&self) -> Option<(u64, u64)> {
        let preperiod = self.period?.preperiod;
        let shown = preperiod > 0 && preperiod < self.heaps && !self.is_worksheet();
        shown.then(|| (preperiod / self.columns, preperiod % self.columns))
    }

    /// Whether a line can mark the end of the preperiod.
    pub(super) fn has_boundary(&self) -> bool {
        self.boundary().is_some()
    }

    /// The columns over which the end of the preperiod is a line above this row.
    pub(super) fn boundary_above(&self, row: u64) -> Option<Range<u64>> {
        let (at, column) = self.boundary()?;
        match row.checked_sub(at)? {
            0 => Some(column..self.columns),
            1 if column > 0 => Some(0..column),
            _ => None,
        }
    }

    /// Whether it is a line at the left of this cell.
    pub(super) fn boundary_before(&self, row: u64, column: u64) -> bool {
        column > 0 && self.boundary() == Some((row, column))
    }

    /// The width of head and values of a row in digits of the document's font.
    pub(super) fn width(&self) -> f64 {
        // A bold digit is wider, and so are letters.
        let least = if self.view.outcomes { 1.6 } else { 1.15 };
        self.columns as f64 * (self.cell_width() as f64).max(least) + self.head_digits() as f64
    }

    /// The width of every cell in digits.
    pub(super) fn cell_width(&self) -> u64 {
        let most = self.digits.max(digits(self.columns - 1));
        if self.is_worksheet() { most.max(2) + 1 } else { most }
    }

    /// Numbers of several digits are aligned at the right.
    pub(super) fn aligns_right(&self) -> bool {
        self.digits > 1 && !self.is_worksheet()
    }
}

fn digits(n: u64) -> u64 {
    u64::from(n.checked_ilog10().unwrap_or(0)) + 1
}

/// How many heaps a row has, if nobody says.
fn columns_for(period: Option<u64>, digits: u64) -> u64 {
    let fits = |columns: u64| columns * digits.max(2) <= MOST_DIGITS;
    match period {
        Some(period @ 2..=MOST_PERIODS) if fits(MOST_PERIODS) => MOST_PERIODS / period * period,
        Some(period @ 2..=MOST_PERIOD) if fits(period) => period,
        _ if fits(10) => 10,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_whole_periods() {
        assert_eq!([2, 4, 5, 7, 12, 20, 24].map(|period| columns_for(Some(period), 2)), [12, 12, 10, 7, 12, 20, 24]);
        // Too long, or too wide.
        assert_eq!([(34, 1), (24, 3), (12, 5)].map(|(period, digits)| columns_for(Some(period), digits)), [10, 10, 5]);
    }

    #[test]
    fn without_a_period_rows_are_round() {
        assert_eq!([1, 4, 5, 20].map(|digits| columns_for(None, digits)), [10, 10, 5, 5]);
        assert_eq!(columns_for(Some(1), 1), 10);
    }

    #[test]
    fn digits_are_counted() {
        assert_eq!([0, 9, 10, 99, 100, u64::MAX].map(digits), [1, 1, 2, 2, 3, 20]);
    }
}
