//! Heaps in a line, moves as arcs above it: an arc for each move, from the heap to what is left of it.

use super::super::arrow::{Point, arrow, curve};
use super::super::canvas::{Align, CAP, Canvas};
use super::super::page::{LABEL, MARGIN, TICK};
use super::super::paint::Paint;
use super::{Values, fill, moves, worth};
use crate::ruleset::Convention;

/// The angle at the ends of the longest arcs, from the right.
const STEEP: f64 = 80.0;

/// The line of heaps; its height is 0 until the height of the arcs is known.
struct Line {
    left: f64,
    between: f64,
    radius: f64,
}

impl Line {
    fn x(&self, node: u32) -> f64 {
        self.left + self.between * (f64::from(node) + 0.5)
    }

    /// The point so far away from a node, at an angle from the right, counted over the top.
    fn port(&self, node: u32, degrees: f64, away: f64) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (self.x(node) + (self.radius + away) * cos, -(self.radius + away) * sin)
    }
}

pub(super) fn draw(canvas: &mut Canvas, values: &Values<'_>, top: f64) {
    let s = canvas.scale;
    let graph = values.graph();
    let row = if values.convention() == Convention::Normal { "g(n)" } else { "outcome" };
    let label = LABEL * s;
    let left = MARGIN * s + canvas.measure(row, label).max(canvas.measure("heap n", label)) + 10.0 * s;
    let room = canvas.width - MARGIN * s - left;
    let between = (room / graph.len() as f64).min(110.0 * s);
    let line = Line {
        left: left + (room - between * graph.len() as f64) / 2.0,
        between,
        radius: (0.36 * between).min(25.0 * s),
    };

    let curves: Vec<(Vec<Point>, bool)> =
        moves(values).into_iter().map(|(from, to)| (arc(&line, s, from, to), values.is_p_position(to))).collect();
    let highest = curves.iter().flat_map(|(points, _)| points).map(|point| point.1).fold(-line.radius, f64::min);
    let y = top + 6.0 * s - highest;
    for (points, wins) in curves {
        arrow(canvas, points.into_iter().map(|(x, up)| (x, y + up)).collect(), wins);
    }

    let names = graph.nodes().map(|node| canvas.measure(graph.name(node), 1.0)).fold(0.0, f64::max);
    let em = (1.5 * line.radius / names).min(TICK * s);
    let worths = graph.nodes().map(|node| canvas.measure(&worth(values, node), 1.0)).fold(0.0, f64::max);
    let below = (0.9 * between / worths).min(TICK * s);
    let under = y + line.radius + 12.0 * s + CAP * label;
    for node in graph.nodes() {
        let (x, color) = (line.x(node), fill(values, node));
        canvas.disc(x, y, line.radius, Paint::Ink);
        canvas.disc(x, y, line.radius - 1.6 * s, color);
        canvas.text(x, y + CAP * em / 2.0, graph.name(node), em, Align::Center, color.text());
        canvas.text(x, under, worth(values, node), below, Align::Center, Paint::Ink);
    }
    let x = line.left - 8.0 * s;
    canvas.text(x, y + CAP * label / 2.0, "heap n", label, Align::Right, Paint::Muted);
    canvas.text(x, under, row, label, Align::Right, Paint::Muted);
    canvas.height = under + MARGIN * s;
}

/// Long arcs leave and reach their nodes near the top, short ones at the sides, so that they do not cross there; between
/// neighbours they are straight.
fn arc(line: &Line, scale: f64, from: u32, to: u32) -> Vec<Point> {
    let distance = f64::from(from - to);
    let degrees = STEEP * (1.0 - 1.0 / distance);
    let (start, end) = (line.port(from, 180.0 - degrees, 0.0), line.port(to, degrees, 0.0));
    let reach = 0.6 * (start.0 - end.0);
    curve(scale, start, [line.port(from, 180.0 - degrees, reach), line.port(to, degrees, reach)], end).collect()
}
