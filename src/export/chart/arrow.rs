//! Arrows along curves.

use super::canvas::Canvas;
use super::paint::Paint;

/// A point of the page.
pub(super) type Point = (f64, f64);

/// Points of a curve between two points, which it leaves and reaches by way of the controls (Bézier), on a page of this
/// scale.
pub(super) fn curve(scale: f64, from: Point, controls: [Point; 2], to: Point) -> impl Iterator<Item = Point> {
    let [a, b] = controls;
    // Enough of them that a turn of the curve shows no corners.
    let length = (to.0 - from.0).hypot(to.1 - from.1) + (a.0 - from.0).hypot(a.1 - from.1);
    let steps = (length / (9.0 * scale)).clamp(10.0, 90.0) as u32;
    (0..=steps).map(move |step| {
        let t = f64::from(step) / f64::from(steps);
        let u = 1.0 - t;
        let mix = |p0: f64, p1: f64, p2: f64, p3: f64| {
            u * u * u * p0 + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * p3
        };
        (mix(from.0, a.0, b.0, to.0), mix(from.1, a.1, b.1, to.1))
    })
}

/// A stroke through the points with a head at the last one; a winning move is stronger.
pub(super) fn arrow(canvas: &mut Canvas, mut points: Vec<Point>, wins: bool) {
    let s = canvas.scale;
    let (width, color) = if wins { (2.8 * s, Paint::Boundary) } else { (1.1 * s, Paint::Muted) };
    let (long, half) = if wins { (13.0 * s, 5.5 * s) } else { (10.0 * s, 3.8 * s) };
    let Some(tip) = points.pop() else { return };
    // The stroke ends within the head.
    let mut back = tip;
    while let Some(&last) = points.last() {
        back = last;
        if (tip.0 - last.0).hypot(tip.1 - last.1) >= long {
            break;
        }
        points.pop();
    }
    let length = (tip.0 - back.0).hypot(tip.1 - back.1).max(1e-9);
    let (x, y) = ((tip.0 - back.0) / length, (tip.1 - back.1) / length);
    points.push((tip.0 - 0.7 * long * x, tip.1 - 0.7 * long * y));
    if points.len() > 1 {
        canvas.line(points, width, color);
    }
    let base = (tip.0 - long * x, tip.1 - long * y);
    canvas.polygon(vec![tip, (base.0 - half * y, base.1 + half * x), (base.0 + half * y, base.1 - half * x)], color);
}
