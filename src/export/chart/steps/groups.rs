//! A row for each value, with the options that have it; the value of the heap is the first row without any.

use std::collections::BTreeMap;

use super::super::canvas::{Align, CAP, Canvas};
use super::super::page::{self, MARGIN, Swatch, TICK};
use super::super::paint::Paint;
use super::{StepOption, Steps};

/// So many values below that of the heap have rows of their own, and so many above it.
const BELOW: u64 = 24;
const ABOVE: usize = 6;

/// What a row is of.
enum Row {
    /// Options of one value.
    Value(u64),
    /// The value of the heap.
    Missing,
    /// Options of all these values, which are more than rows can be.
    Values(u64, u64),
    /// Options of more values than there are rows for, all of them above this one.
    Above(u64),
}

pub(super) fn draw(canvas: &mut Canvas, steps: &Steps, top: f64) {
    let s = canvas.scale;
    let em = TICK * s;
    let mut by_value: BTreeMap<u64, Vec<&StepOption>> = BTreeMap::new();
    steps.options.iter().for_each(|option| by_value.entry(option.value()).or_default().push(option));
    let items = [(Swatch::Frame, format!("g({}): the least value that no option has", steps.heap))];
    let mut y = page::legend(canvas, &items, top);

    let rows: Vec<(Row, String)> = rows(steps).into_iter().map(|row| row.named(steps)).collect();
    let widest = rows.iter().map(|(_, name)| canvas.measure(name, em)).fold(canvas.measure(HEAD, em), f64::max);
    let box_wide = widest + 24.0 * s;
    let left = MARGIN * s;
    let begin = left + box_wide + 20.0 * s;
    let room = canvas.width - MARGIN * s - begin;
    y += 1.3 * em;
    canvas.text(left + box_wide / 2.0, y, HEAD, em, Align::Center, Paint::Muted);
    canvas.text(begin, y, canvas.shortened("options that have it", em, room), em, Align::Left, Paint::Muted);
    y += 0.6 * em;
    for (row, name) in rows {
        let high = 1.75 * em;
        let (cell, base) = ((left, y + 2.0 * s, left + box_wide, y + high - 2.0 * s), y + (high + CAP * em) / 2.0);
        let group = |value: &u64| by_value.get(value).map_or(&[][..], Vec::as_slice);
        let count = |first: u64, last: u64| by_value.range(first..=last).map(|(_, group)| group.len()).sum::<usize>();
        let words = match row {
            Row::Value(value) => listed(canvas, group(&value), em, room),
            Row::Missing => format!("no option, so g({}) = {}", steps.heap, steps.value),
            Row::Values(first, last) => format!("{} options, at least one for each", count(first, last)),
            Row::Above(value) => format!("{} options", count(value + 1, u64::MAX)),
        };
        match row {
            Row::Missing => canvas.frame(cell, 3.0 * s, Paint::Boundary),
            Row::Value(value) | Row::Values(value, _) if value < steps.value => {
                canvas.rounded(cell, 5.0 * s, Paint::NArea);
            }
            _ => {}
        }
        canvas.text(left + box_wide / 2.0, base, name, em, Align::Center, Paint::Ink);
        let words = canvas.shortened(&words, em, room);
        canvas.text(begin, base, words, em, Align::Left, Paint::Ink);
        y += high;
    }
    canvas.height = y + MARGIN * s;
}

const HEAD: &str = "value";

fn rows(steps: &Steps) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    if steps.value <= BELOW {
        rows.extend((0..steps.value).map(Row::Value));
    } else {
        rows.extend((0..BELOW - 1).map(Row::Value));
        rows.push(Row::Values(BELOW - 1, steps.value - 1));
    }
    rows.push(Row::Missing);
    let beyond = steps.beyond();
    let own = if beyond.len() > ABOVE { ABOVE - 1 } else { ABOVE };
    rows.extend(beyond.iter().take(own).map(|&value| Row::Value(value)));
    if let Some(last) = beyond.iter().nth(own - 1).filter(|_| beyond.len() > own) {
        rows.push(Row::Above(*last));
    }
    rows
}

impl Row {
    fn named(self, steps: &Steps) -> (Row, String) {
        let name = match self {
            Row::Value(value) => value.to_string(),
            Row::Missing => steps.value.to_string(),
            Row::Values(first, last) if first == last => first.to_string(),
            Row::Values(first, last) => format!("{first} to {last}"),
            Row::Above(_) => "larger".to_owned(),
        };
        (self, name)
    }
}

/// As many options as there is room for, and how many others there are.
fn listed(canvas: &Canvas, options: &[&StepOption], em: f64, room: f64) -> String {
    let (mut best, mut text) = (String::new(), String::new());
    for (at, option) in options.iter().enumerate() {
        text += &format!("{}{}", if at == 0 { "" } else { ", " }, option.name());
        if canvas.measure(&text, em) > room {
            break;
        }
        let words = match options.len() - at - 1 {
            0 => text.clone(),
            1 => format!("{text} and 1 other"),
            more => format!("{text} and {more} others"),
        };
        if at == 0 || canvas.measure(&words, em) <= room {
            best = words;
        }
    }
    best
}
