//! What every chart has: title, caption, legend.

use super::ChartInput;
use super::arrow::arrow;
use super::canvas::{Align, CAP, Canvas, DESCENT};
use super::paint::Paint;

/// Pixels to the em on a page of 1200 pixels, and the least that titles and captions shrink to.
const TITLE: (f64, f64) = (36.0, 26.0);
const CAPTION: (f64, f64) = (23.0, 19.0);
/// Labels of axes and legends.
pub(super) const LABEL: f64 = 21.0;
/// Numbers along an axis.
pub(super) const TICK: f64 = 20.0;
const MOST_LINES: usize = 3;
/// What stays free around the page.
pub(super) const MARGIN: f64 = 28.0;

/// What a legend shows beside its words.
pub(super) enum Swatch {
    Disc,
    Stretch,
    Mean,
    Diamond,
    Cell(Paint),
    Dashes,
    /// A thick upright line.
    Bar,
    /// A dashed line through what it is fitted to.
    Fit,
    Corner,
    /// A frame around what is pointed out.
    Frame,
    /// A move of a graph, and whether it wins.
    Arrow(bool),
    /// Colours of the values from 1 to this one.
    Ramp(u64),
    None,
}

/// Text without control characters, which XML does not allow and no font has.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) { ' ' } else { c }).collect()
}

/// Title and caption; returns where the page goes on.
pub(super) fn header(canvas: &mut Canvas, input: &ChartInput<'_>) -> f64 {
    let mut y = 0.75 * MARGIN * canvas.scale;
    for (text, sizes, color) in [(input.title, TITLE, Paint::Ink), (input.caption, CAPTION, Paint::Muted)] {
        let text = printable(text);
        let text = text.trim();
        let width = canvas.width - 2.0 * MARGIN * canvas.scale;
        let needed = canvas.measure(text, 1.0).max(1e-9);
        let em = (width / needed).clamp(sizes.1 * canvas.scale, sizes.0 * canvas.scale);
        for line in canvas.wrap(text, em, width + 1e-6, MOST_LINES) {
            y += 1.0 * em;
            canvas.text(canvas.width / 2.0, y, line, em, Align::Center, color);
            y += 0.32 * em;
        }
        y += 0.1 * em;
    }
    y + 6.0 * canvas.scale
}

/// The width of a row, and its items with their distances from the left.
type LegendRow<'a> = (f64, Vec<(f64, &'a Swatch, String)>);

/// Swatches with words, in centred rows; returns where the page goes on.
pub(super) fn legend(canvas: &mut Canvas, items: &[(Swatch, String)], top: f64) -> f64 {
    let s = canvas.scale;
    let em = LABEL * s;
    let (gap, between) = (9.0 * s, 36.0 * s);
    let most = canvas.width - 2.0 * MARGIN * s;
    let mut rows: Vec<LegendRow<'_>> = Vec::new();
    for (swatch, words) in items {
        let before = swatch_width(swatch) * s + if matches!(swatch, Swatch::None) { 0.0 } else { gap };
        // One too long for the page loses its end.
        let words = canvas.wrap(words, em, most - before, 1).pop().unwrap_or_default();
        let width = before + canvas.measure(&words, em);
        match rows.last_mut().filter(|(used, _)| used + between + width <= most) {
            Some((used, row)) => {
                row.push((*used + between, swatch, words));
                *used += between + width;
            }
            None => rows.push((width, vec![(0.0, swatch, words)])),
        }
    }
    let mut y = top;
    for (width, row) in rows {
        y += 1.25 * em;
        for (offset, swatch, words) in row {
            let x = (canvas.width - width) / 2.0 + offset;
            paint(canvas, swatch, x, y - CAP * em / 2.0);
            let before = swatch_width(swatch) * s + if matches!(swatch, Swatch::None) { 0.0 } else { gap };
            canvas.text(x + before, y, words, em, Align::Left, Paint::Ink);
        }
        y += DESCENT * em;
    }
    y + 12.0 * s
}

fn swatch_width(swatch: &Swatch) -> f64 {
    match swatch {
        Swatch::Disc | Swatch::Diamond => 16.0,
        Swatch::Stretch => 14.0,
        Swatch::Cell(_) | Swatch::Mean | Swatch::Frame => 24.0,
        Swatch::Arrow(_) => 44.0,
        Swatch::Corner => 26.0,
        Swatch::Dashes => 4.0,
        Swatch::Bar => 6.0,
        Swatch::Fit => 44.0,
        Swatch::Ramp(_) => 120.0,
        Swatch::None => 0.0,
    }
}

fn paint(canvas: &mut Canvas, swatch: &Swatch, x: f64, y: f64) {
    let s = canvas.scale;
    let (width, half) = (swatch_width(swatch) * s, 10.0 * s);
    match *swatch {
        Swatch::Disc => canvas.disc(x + width / 2.0, y, 6.5 * s, Paint::Value),
        Swatch::Stretch => canvas.rect(x, y - half, x + width, y + half, Paint::Stem),
        Swatch::Mean => canvas.rect(x, y - 2.0 * s, x + width, y + 2.0 * s, Paint::Value),
        Swatch::Diamond => canvas.diamond(x + width / 2.0, y, 9.0 * s, Paint::PPosition),
        Swatch::Cell(color) => {
            canvas.rect(x, y - half, x + width, y + half, Paint::Muted);
            canvas.rect(x + s, y - half + s, x + width - s, y + half - s, color);
        }
        Swatch::Dashes => {
            for (from, to) in [(-12.0, -3.0), (2.0, 11.0)] {
                canvas.rect(x + s, y + from * s, x + 3.0 * s, y + to * s, Paint::Boundary);
            }
        }
        Swatch::Frame => canvas.frame((x, y - half, x + width, y + half), 2.5 * s, Paint::Boundary),
        Swatch::Arrow(wins) => arrow(canvas, vec![(x, y), (x + width, y)], wins),
        Swatch::Bar => canvas.rect(x, y - 12.0 * s, x + width, y + 12.0 * s, Paint::Boundary),
        Swatch::Fit => {
            canvas.rect(x, y - 2.25 * s, x + width, y + 2.25 * s, Paint::PPosition);
            for from in [0.0, 16.0, 32.0].map(|from| x + from * s) {
                canvas.rect(from, y - 3.0 * s, from + 12.0 * s, y + 3.0 * s, Paint::Paper);
                canvas.rect(from, y - s, from + 12.0 * s, y + s, Paint::Boundary);
            }
        }
        Swatch::Corner => {
            let (middle, line) = (x + width / 2.0, 2.0 * s);
            canvas.rect(x, y + half - line, middle + line, y + half + line, Paint::Boundary);
            canvas.rect(middle - line, y - half, middle + line, y + half, Paint::Boundary);
            canvas.rect(middle - line, y - half - line, x + width, y - half + line, Paint::Boundary);
        }
        Swatch::Ramp(largest) => {
            let steps = largest.clamp(1, 40);
            for step in 0..steps {
                let at = |i: u64| x + width * i as f64 / steps as f64;
                let value = if steps == largest { step + 1 } else { 1 + (largest - 1) / (steps - 1) * step };
                canvas.rect(at(step), y - half, at(step + 1), y + half, Paint::of_value(value, largest));
            }
        }
        Swatch::None => {}
    }
}

/// The page of a table without heaps.
pub(super) fn empty(canvas: &mut Canvas, top: f64) {
    says(canvas, top, "the table has no heaps");
}

/// A page with nothing but a few words.
pub(super) fn says(canvas: &mut Canvas, top: f64, words: &str) {
    let s = canvas.scale;
    canvas.text(canvas.width / 2.0, top + 120.0 * s, words, LABEL * s, Align::Center, Paint::Muted);
    canvas.height = top + 240.0 * s;
}

/// "heap 0" or "heaps 0..9".
pub(super) fn heaps(first: u64, last: u64) -> String {
    if first == last { format!("heap {first}") } else { format!("heaps {first}..{last}") }
}
