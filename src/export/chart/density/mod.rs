//! How many of the heaps 0..=n are P-positions, and how many have each of the commonest values, against n; both axes in
//! decades, so that a power of n is a straight line.

mod growth;

use self::growth::{Growth, LEAST_HEAPS, LEAST_POSITIONS, growth};
use super::TableData;
use super::axis::{LogScale, written};
use super::canvas::{Align, CAP, Canvas};
use super::page::{self, LABEL, MARGIN, Swatch, TICK};
use super::paint::{LINES, Paint};
use super::series;
use crate::pattern::Sequence;
use crate::stats::Stats;

/// Counts are taken at about so many heaps.
pub(super) const SAMPLES: u32 = 300;

/// Strokes and gaps of the lines of values, in pixels; P-positions have an unbroken line.
const DASHES: [&[f64]; LINES] = [&[16.0, 5.0], &[9.0, 5.0], &[16.0, 4.0, 3.0, 4.0], &[3.0, 5.0]];
const FIT_DASHES: &[f64] = &[12.0, 9.0];

/// Whether there are enough heaps and P-positions to show how these grow.
pub(super) fn has_power(input: &TableData<'_>) -> bool {
    let heaps = series::heaps(input);
    let enough = || {
        let rows = series::counts_at(input.table, &[0], &[heaps - 1]);
        rows[0][0] >= LEAST_POSITIONS
    };
    heaps > LEAST_HEAPS && enough()
}

/// The counts of one value.
struct Curve {
    name: String,
    color: Paint,
    /// A count for each sample.
    counts: Vec<u64>,
}

/// The inner rectangle.
struct Plot {
    x: LogScale,
    y: LogScale,
}

pub(super) fn draw(canvas: &mut Canvas, input: &TableData<'_>, top: f64) {
    let s = canvas.scale;
    let last = series::heaps(input) - 1;
    let heaps = samples(last);
    let curves = curves(input, &heaps);
    let growth = curves.first().map(|positions| growth(input, &heaps, &positions.counts)).unwrap_or_default();
    let top = page::legend(canvas, &legend_items(&growth), top) + 8.0 * s;

    let em = TICK * s;
    let most = curves.iter().filter_map(|curve| curve.counts.last()).max().copied().unwrap_or(1);
    let bottom = top + (0.55 * canvas.width).max(260.0 * s);
    let y = LogScale::new(most, bottom, top);
    let numbers = y.ticks(1.6 * em, 1.6 * em);
    let widest = widest(canvas, numbers.iter().map(|&number| written(number)), em);
    let names = self::widest(canvas, curves.iter().map(|curve| curve.name.clone()), em);
    let left = MARGIN * s + 1.5 * LABEL * s + widest + 12.0 * s;
    let right = canvas.width - MARGIN * s - names - 24.0 * s;
    let plot = Plot { x: LogScale::new(last, left, right), y };
    axes(canvas, &plot, &numbers);
    for (i, curve) in curves.iter().enumerate().rev() {
        let points = plot.points(&heaps, &curve.counts);
        match i.checked_sub(1) {
            None => stroke(canvas, points, 4.5 * s, curve.color),
            Some(i) => dashed(canvas, &points, DASHES[i % LINES], 2.5 * s, curve.color),
        }
    }
    if let Some(line) = growth.line {
        fit(canvas, &plot, line);
    }
    name(canvas, &plot, &curves);
}

/// Heaps from 1 to the last whose logarithms are evenly spaced, as far as heaps go.
fn samples(last: u64) -> Vec<u64> {
    let at = |i: u32| (last as f64).powf(f64::from(i) / f64::from(SAMPLES)).round() as u64;
    let mut heaps: Vec<u64> = (0..SAMPLES).map(at).filter(|&heap| heap < last).chain([last]).collect();
    heaps.dedup();
    heaps
}

/// P-positions first, then the commonest values, the least of equals first.
fn curves(input: &TableData<'_>, heaps: &[u64]) -> Vec<Curve> {
    let mut values = vec![0];
    if !input.outcomes {
        let last = heaps.last().copied().unwrap_or(0);
        let mut counted = Stats::of_values(input.table, Sequence::Sg, last).map_or(Vec::new(), |stats| stats.values);
        counted.sort_by_key(|of| std::cmp::Reverse(of.count));
        values.extend(counted.iter().map(|of| of.value).filter(|&value| value > 0).take(LINES));
        values[1..].sort_unstable();
    }
    let rows = series::counts_at(input.table, &values, heaps);
    let curve = |(i, &value): (usize, &u64)| Curve {
        name: if i == 0 { "P-positions".to_owned() } else { format!("g(n) = {value}") },
        color: i.checked_sub(1).map_or(Paint::PPosition, Paint::Line),
        counts: rows.iter().map(|row| row[i]).collect(),
    };
    values.iter().enumerate().map(curve).collect()
}

fn legend_items(growth: &Growth) -> Vec<(Swatch, String)> {
    let mut words = growth.words.iter().cloned();
    let first = words.next().map(|words| (if growth.line.is_some() { Swatch::Fit } else { Swatch::None }, words));
    first.into_iter().chain(words.map(|words| (Swatch::None, words))).collect()
}

fn widest(canvas: &Canvas, texts: impl Iterator<Item = String>, em: f64) -> f64 {
    texts.map(|text| canvas.measure(&text, em)).fold(0.0, f64::max)
}

impl Plot {
    /// A count of 0 has no place.
    fn points(&self, heaps: &[u64], counts: &[u64]) -> Vec<(f64, f64)> {
        let seen = heaps.iter().zip(counts).filter(|&(_, &count)| count > 0);
        seen.map(|(&heap, &count)| (self.x.at(heap.max(1) as f64), self.y.at(count as f64))).collect()
    }
}

fn axes(canvas: &mut Canvas, plot: &Plot, numbers: &[u64]) {
    let s = canvas.scale;
    let (em, line, label) = (TICK * s, s, LABEL * s);
    let (left, right, top, bottom) = (plot.x.start, plot.x.end, plot.y.end, plot.y.start);
    for &number in numbers {
        let y = plot.y.at(number as f64);
        canvas.rect(left, y - 0.5 * s, right, y + 0.5 * s, Paint::Faint);
        canvas.rect(left - 7.0 * s, y - line, left, y + line, Paint::Ink);
        canvas.text(left - 12.0 * s, y + CAP * em / 2.0, written(number), em, Align::Right, Paint::Ink);
    }
    let [short, long] =
        [written(10_000_000_000), (plot.x.last as u64).to_string()].map(|text| canvas.measure(&text, em) + em);
    for number in plot.x.ticks(short, long) {
        let x = plot.x.at(number as f64);
        canvas.rect(x - 0.5 * s, top, x + 0.5 * s, bottom, Paint::Faint);
        canvas.rect(x - line, bottom, x + line, bottom + 7.0 * s, Paint::Ink);
        canvas.text(x, bottom + 12.0 * s + CAP * em, written(number), em, Align::Center, Paint::Ink);
    }
    canvas.rect(left - line, top, left + line, bottom + line, Paint::Ink);
    canvas.rect(left - line, bottom - line, right, bottom + line, Paint::Ink);
    let y = bottom + 12.0 * s + 1.25 * em + label;
    canvas.text((left + right) / 2.0, y, "n", label, Align::Center, Paint::Ink);
    canvas.upright(MARGIN * s + CAP * label, (top + bottom) / 2.0, "how many of heaps 0..n", label, Paint::Ink);
    canvas.height = y + MARGIN * s;
}

/// On top of what it is fitted to, so with a rim of paper.
fn fit(canvas: &mut Canvas, plot: &Plot, (factor, exponent): (f64, f64)) {
    let s = canvas.scale;
    let count = |n: f64| factor * n.powf(exponent);
    // Where it comes to 1, and where it would pass the top.
    let (most, last) = (plot.y.last, plot.x.last);
    let heap = |count: f64| if exponent > 0.0 { (count / factor).powf(1.0 / exponent) } else { f64::INFINITY };
    let (from, to) = (heap(1.0).clamp(1.0, last), heap(most).clamp(1.0, last));
    if count(from) < 0.99 || from >= to {
        return;
    }
    let points = [from, to].map(|n| (plot.x.at(n), plot.y.at(count(n))));
    dashed(canvas, &points, FIT_DASHES, 6.0 * s, Paint::Paper);
    dashed(canvas, &points, FIT_DASHES, 2.0 * s, Paint::Boundary);
}

fn stroke(canvas: &mut Canvas, points: Vec<(f64, f64)>, width: f64, color: Paint) {
    if points.len() > 1 {
        canvas.line(points, width, color);
    }
}

/// A line of strokes and gaps that follow each other over and over.
fn dashed(canvas: &mut Canvas, points: &[(f64, f64)], lengths: &[f64], width: f64, color: Paint) {
    let s = canvas.scale;
    let (mut turn, mut left) = (0, lengths[0] * s);
    let mut part: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let rest = f64::hypot(to.0 - from.0, to.1 - from.1);
            if rest < left {
                left -= rest;
                part.push(to);
                break;
            }
            from = (from.0 + (to.0 - from.0) * left / rest, from.1 + (to.1 - from.1) * left / rest);
            part.push(from);
            let ended = std::mem::replace(&mut part, vec![from]);
            if turn % 2 == 0 {
                stroke(canvas, ended, width, color);
            }
            turn += 1;
            left = lengths[turn % lengths.len()] * s;
        }
    }
    if turn % 2 == 0 {
        stroke(canvas, part, width, color);
    }
}

/// Each line has its name at its end; names of lines that end close together make room for each other.
fn name(canvas: &mut Canvas, plot: &Plot, curves: &[Curve]) {
    let s = canvas.scale;
    let em = TICK * s;
    let end = |curve: &Curve| plot.y.at(curve.counts.last().map_or(1.0, |&count| count.max(1) as f64));
    let mut ends: Vec<(f64, &Curve)> = curves.iter().map(|curve| (end(curve), curve)).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut places: Vec<f64> = ends.iter().map(|&(y, _)| y).collect();
    spread(&mut places, 1.2 * em, plot.y.start);
    for (&(y, curve), place) in ends.iter().zip(places) {
        let x = plot.x.end;
        stroke(canvas, vec![(x + 3.0 * s, y), (x + 16.0 * s, place)], 1.5 * s, curve.color);
        canvas.text(x + 21.0 * s, place + CAP * em / 2.0, curve.name.as_str(), em, Align::Left, Paint::Ink);
    }
}

/// Moves what is closer together than `least` apart, and up from below `bottom`.
fn spread(places: &mut [f64], least: f64, bottom: f64) {
    for i in 1..places.len() {
        places[i] = places[i].max(places[i - 1] + least);
    }
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - least;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_ascend_to_the_last_heap() {
        for last in [1, 2, 3, 50, 1000, 1 << 40, u64::MAX - 1] {
            let heaps = samples(last);
            assert!(heaps[0] == 1 && heaps.last() == Some(&last) && heaps.len() <= 301, "{last}");
            assert!(heaps.windows(2).all(|pair| pair[0] < pair[1]), "{last}");
        }
        assert_eq!(samples(0), [0]);
    }

    #[test]
    fn places_are_spread() {
        let mut places = [10.0, 11.0, 50.0, 99.0, 100.0];
        spread(&mut places, 10.0, 100.0);
        assert_eq!(places, [10.0, 20.0, 50.0, 90.0, 100.0]);
    }
}
