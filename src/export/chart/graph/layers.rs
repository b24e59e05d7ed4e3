//! Positions in layers: every move leads down, to the positions without a move.

use super::super::arrow::{Point, arrow, curve};
use super::super::canvas::{Align, CAP, Canvas};
use super::super::page::{MARGIN, TICK};
use super::super::paint::Paint;
use super::layout::{Layout, Path};
use super::{Values, fill, worth};
use crate::ruleset::Convention;

/// The name of a node, and what it is worth.
struct Label {
    name: String,
    worth: String,
    width: f64,
}

/// Heights on the page, and its scale.
struct Rows {
    bottom: f64,
    high: f64,
    between: f64,
    scale: f64,
}

impl Rows {
    /// The upper and the lower edge of a row.
    fn of(&self, row: usize) -> (f64, f64) {
        let y1 = self.bottom - (self.high + self.between) * row as f64;
        (y1 - self.high, y1)
    }
}

pub(super) fn draw(canvas: &mut Canvas, values: &Values<'_>, top: f64) {
    let s = canvas.scale;
    let (em, small) = (TICK * s, 0.85 * TICK * s);
    let (left, room) = (MARGIN * s, canvas.width - 2.0 * MARGIN * s);
    let (beside, gap) = (9.0 * s, 16.0 * s);
    let labels: Vec<Label> = values.graph().nodes().map(|node| label(canvas, values, node, (em, small))).collect();
    let widths: Vec<f64> = labels.iter().map(|label| label.width + 2.0 * beside + gap).collect();
    let layout = Layout::new(values.graph(), &widths, room, 14.0 * s);

    let high = 2.75 * em;
    // Where many moves go side by side, they need more height to be told apart.
    let busiest = layout.rows.iter().map(Vec::len).max().unwrap_or(0);
    let between = (34.0 + 3.0 * busiest as f64).clamp(46.0, 110.0) * s;
    let rows = Rows { bottom: top + (high + between) * layout.rows.len() as f64 - between, high, between, scale: s };
    let mut paths: Vec<&Path> = layout.paths.iter().collect();
    paths.sort_by_key(|path| values.is_p_position(path.to));
    for path in paths {
        let points = points(&layout, path, &rows, gap + beside);
        arrow(canvas, points.into_iter().map(|(x, y)| (left + x, y)).collect(), values.is_p_position(path.to));
    }
    for slot in &layout.slots {
        let Some(node) = slot.node else { continue };
        let (x, (y0, y1), color) = (left + slot.x, rows.of(slot.row), fill(values, node));
        let half = (slot.width - gap) / 2.0;
        let (round, line) = (10.0 * s, 1.6 * s);
        canvas.rounded((x - half, y0, x + half, y1), round, Paint::Ink);
        canvas.rounded((x - half + line, y0 + line, x + half - line, y1 - line), round - line, color);
        let Label { name, worth, .. } = &labels[node as usize];
        canvas.text(x, y0 + 0.3 * em + em, name.as_str(), em, Align::Center, color.text());
        canvas.text(x, y1 - 0.55 * em, worth.as_str(), small, Align::Center, color.text());
    }
    canvas.height = rows.bottom + MARGIN * s;
}

fn label(canvas: &Canvas, values: &Values<'_>, node: u32, (em, small): (f64, f64)) -> Label {
    let name = canvas.shortened(values.graph().name(node), em, 0.25 * canvas.width);
    let worth = match values.convention() {
        Convention::Normal => format!("g = {}", worth(values, node)),
        Convention::Misere => worth(values, node),
    };
    let width = canvas.measure(&name, em).max(canvas.measure(&worth, small)).max(CAP * em);
    Label { name, worth, width }
}

/// The way of a move: from the lower edge of its node, straight through the rows that it passes, to the upper edge of
/// the other.
fn points(layout: &Layout, path: &Path, rows: &Rows, margin: f64) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for pair in path.slots.windows(2) {
        let (from, to) = (&layout.slots[pair[0]], &layout.slots[pair[1]]);
        let start = (from.x + port(from.x, to.x, from.node.map_or(0.0, |_| from.width - margin)), rows.of(from.row).1);
        let end = (to.x + port(to.x, from.x, to.node.map_or(0.0, |_| to.width - margin)), rows.of(to.row).0);
        let reach = 0.45 * rows.between;
        points.extend(curve(rows.scale, start, [(start.0, start.1 + reach), (end.0, end.1 - reach)], end));
    }
    points
}

/// How far from the middle of its node a move begins or ends: towards the other end.
fn port(x: f64, other: f64, width: f64) -> f64 {
    (0.25 * (other - x)).clamp(-0.36 * width, 0.36 * width)
}
