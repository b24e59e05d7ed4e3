//! A row for each option and a column for each value: the value of the heap is the first column without a mark.

use super::super::canvas::{Align, CAP, Canvas};
use super::super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::super::paint::Paint;
use super::{StepOption, Steps};

/// More options are grouped by their values.
const MOST_OPTIONS: usize = 30;
/// The widest cell.
const WIDE: f64 = 64.0;

/// Where the columns are.
pub(super) struct Matrix {
    /// The names of the options and their values, with their left ends.
    names: (f64, Vec<String>),
    sums: (f64, Vec<String>),
    /// The left end of the first cell, and the width of each.
    left: f64,
    wide: f64,
    /// The values of the columns, ascending, and how many of them come before the value of the heap.
    values: Vec<u64>,
}

impl Matrix {
    /// The chart, where the page has room for it.
    pub fn fitting(canvas: &Canvas, steps: &Steps) -> Option<Matrix> {
        let s = canvas.scale;
        if steps.options.len() > MOST_OPTIONS || steps.value > MOST_OPTIONS as u64 {
            return None;
        }
        let (em, gap) = (TICK * s, 30.0 * s);
        let room = canvas.width - 2.0 * MARGIN * s;
        let names: Vec<String> =
            steps.options.iter().map(|option| canvas.shortened(&option.name(), em, 0.3 * room)).collect();
        let sums: Vec<String> = steps.options.iter().map(|option| sum(canvas, option, em, 0.3 * room)).collect();
        let widest = |texts: &[String], head: &str| {
            texts.iter().map(String::as_str).chain([head]).map(|text| canvas.measure(text, em)).fold(0.0, f64::max)
        };
        let (name, sum) = (widest(&names, NAME), widest(&sums, SUM));
        let values: Vec<u64> = (0..=steps.value).chain(steps.beyond()).collect();
        let largest = values.iter().map(|value| canvas.measure(&value.to_string(), em)).fold(0.0, f64::max);
        let wide = ((room - name - sum - 2.0 * gap) / values.len() as f64).min(WIDE * s);
        if wide < largest + 10.0 * s {
            return None;
        }
        let start = (canvas.width - name - sum - 2.0 * gap - wide * values.len() as f64) / 2.0;
        let sums = (start + name + gap, sums);
        Some(Matrix { names: (start, names), left: sums.0 + sum + gap, sums, wide, values })
    }

    fn x(&self, column: usize) -> f64 {
        self.left + self.wide * column as f64
    }

    pub fn draw(&self, canvas: &mut Canvas, steps: &Steps, top: f64) {
        let s = canvas.scale;
        let em = TICK * s;
        let high = 1.7 * em;
        let mut items = vec![(Swatch::Frame, format!("g({}): the least value that no option has", steps.heap))];
        if !steps.options.is_empty() {
            items.insert(0, (Swatch::Disc, "value of an option".to_owned()));
        }
        let y = page::legend(canvas, &items, top);
        let first = y + 1.8 * em;
        let bottom = first + high * steps.options.len() as f64;
        let missing = steps.value as usize;
        canvas.rect(self.x(missing), first - 1.6 * em, self.x(missing + 1), bottom, Paint::Preperiod);
        canvas.text(self.names.0, first - 0.5 * em, NAME, em, Align::Left, Paint::Muted);
        canvas.text(self.sums.0, first - 0.5 * em, SUM, em, Align::Left, Paint::Muted);
        for (column, value) in self.values.iter().enumerate() {
            let x = self.x(column) + self.wide / 2.0;
            canvas.text(x, first - 0.5 * em, value.to_string(), em, Align::Center, Paint::Muted);
        }
        for (at, option) in steps.options.iter().enumerate() {
            let y = first + high * at as f64;
            canvas.rect(self.names.0, y - 0.5 * s, self.x(self.values.len()), y + 0.5 * s, Paint::Faint);
            let base = y + (high + CAP * em) / 2.0;
            canvas.text(self.names.0, base, self.names.1[at].as_str(), em, Align::Left, Paint::Ink);
            canvas.text(self.sums.0, base, self.sums.1[at].as_str(), em, Align::Left, Paint::Ink);
            if let Ok(column) = self.values.binary_search(&option.value()) {
                let r = (0.3 * self.wide).min(0.38 * em);
                canvas.disc(self.x(column) + self.wide / 2.0, y + high / 2.0, r, Paint::Value);
            }
        }
        canvas.rect(self.names.0, bottom - s, self.x(self.values.len()), bottom + s, Paint::Ink);
        canvas.height = self.result(canvas, steps, bottom + 0.5 * em) + MARGIN * s;
    }

    /// The values once more: those that some option has, and the first that none has.
    fn result(&self, canvas: &mut Canvas, steps: &Steps, top: f64) -> f64 {
        let s = canvas.scale;
        let em = TICK * s;
        let high = 1.9 * em;
        let base = top + (high + CAP * em) / 2.0;
        let words = format!("g({}) = {}", steps.heap, steps.value);
        canvas.text(self.names.0, base, words, em.max(LABEL * s), Align::Left, Paint::Ink);
        for (column, &value) in self.values.iter().enumerate() {
            let cell = (self.x(column) + 2.0 * s, top, self.x(column + 1) - 2.0 * s, top + high);
            let color = match value.cmp(&steps.value) {
                std::cmp::Ordering::Less => {
                    canvas.rounded(cell, 5.0 * s, Paint::NArea);
                    Paint::Ink
                }
                std::cmp::Ordering::Equal => {
                    canvas.frame(cell, 3.0 * s, Paint::Boundary);
                    Paint::Ink
                }
                std::cmp::Ordering::Greater => Paint::Muted,
            };
            canvas.text(self.x(column) + self.wide / 2.0, base, value.to_string(), em, Align::Center, color);
        }
        top + high
    }
}

const NAME: &str = "option";
const SUM: &str = "its value";

/// The values of an option, shortened so that what they come to is still there.
fn sum(canvas: &Canvas, option: &StepOption, em: f64, width: f64) -> String {
    let (values, result) = option.sum();
    canvas.shortened(&values, em, width - canvas.measure(&result, em)) + &result
}
