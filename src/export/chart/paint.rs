//! What shapes are painted with: roles, to which a theme gives colours.

/// So many lines have colours of their own.
pub(super) const LINES: usize = 4;

/// The role of a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    /// The page.
    Paper,
    /// Text and axes.
    Ink,
    /// Second-rank text.
    Muted,
    /// Grid lines.
    Faint,
    /// P-positions.
    PPosition,
    /// Text on P-positions.
    OnPPosition,
    /// N-positions as areas.
    NArea,
    /// Values as points and bars.
    Value,
    /// Stems under the points, and what is between the least and the largest of many.
    Stem,
    /// Period boundaries, and what is pointed out.
    Boundary,
    /// The preperiod behind the points.
    Preperiod,
    /// One of several lines: each theme has [`LINES`] colours for them. Dashes tell them apart too.
    Line(usize),
    /// The area of a value above 0, by its place from 0 (value 1) to 1 (the largest).
    OfValue(f64),
    /// Text on such an area.
    OnValue(f64),
}

impl Paint {
    /// The area of `value` where `largest` is the largest one.
    pub(super) fn of_value(value: u64, largest: u64) -> Self {
        match value {
            0 => Paint::PPosition,
            // 1 is the least value that is not a P-position.
            _ if largest > 1 => Paint::OfValue(((value - 1) as f64 / (largest - 1) as f64).clamp(0.0, 1.0)),
            _ => Paint::OfValue(0.0),
        }
    }

    /// What is written on this.
    pub(super) fn text(self) -> Self {
        match self {
            Paint::PPosition => Paint::OnPPosition,
            Paint::OfValue(place) => Paint::OnValue(place),
            _ => Paint::Ink,
        }
    }
}
