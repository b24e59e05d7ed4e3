//! Colours for paper, for dark screens and for grey printers.
//!
//! Colour-blind readers and grey printers tell them apart: categories are after Okabe and Ito, "Color Universal Design"
//! (2008); values on viridis (Smith and van der Walt, 2015). In every theme the values go from near the page's colour,
//! for 1, away from it as they grow, and P-positions are farthest from it.

use std::fmt;
use std::str::FromStr;

use super::ChartError;
use super::paint::{LINES, Paint};
use crate::ruleset::did_you_mean;

/// The colours of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Theme {
    /// Colours on white.
    #[default]
    Light,
    /// Colours on near black.
    Dark,
    /// Greys on white.
    Print,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }

    fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }

    /// The colour of what has this role.
    pub(super) fn color(self, paint: Paint) -> Color {
        let palette = self.palette();
        match paint {
            Paint::Paper => palette.paper,
            Paint::Ink => palette.ink,
            Paint::Muted => palette.muted,
            Paint::Faint => palette.faint,
            Paint::PPosition => palette.p_position,
            Paint::OnPPosition => palette.p_position.text(),
            Paint::NArea => palette.n_area,
            Paint::Value => palette.value,
            Paint::Stem => palette.stem,
            Paint::Boundary => palette.boundary,
            Paint::Preperiod => palette.preperiod,
            Paint::Line(i) => palette.lines[i % LINES],
            Paint::OfValue(place) => palette.ramp(place),
            Paint::OnValue(place) => palette.ramp(place).text(),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = ChartError;

    fn from_str(typed: &str) -> Result<Self, ChartError> {
        let found = Self::ALL.into_iter().find(|theme| theme.name() == typed);
        found.ok_or_else(|| {
            let near = did_you_mean(typed, Self::ALL.iter().map(|theme| theme.name())).map(str::to_owned);
            ChartError::UnknownTheme { typed: typed.into(), near }
        })
    }
}

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub u8, pub u8, pub u8);

const WHITE: Color = Color(255, 255, 255);
const BLACK: Color = Color(0, 0, 0);

/// A colour for each role.
struct Palette {
    paper: Color,
    ink: Color,
    muted: Color,
    faint: Color,
    p_position: Color,
    n_area: Color,
    value: Color,
    stem: Color,
    boundary: Color,
    preperiod: Color,
    lines: [Color; LINES],
    /// From the value 1 to the largest, in equal steps.
    ramp: [Color; 8],
}

static LIGHT: Palette = Palette {
    paper: WHITE,
    ink: Color(34, 34, 34),
    muted: Color(85, 85, 85),
    faint: Color(224, 224, 224),
    p_position: Color(17, 17, 17),
    n_area: Color(214, 230, 242),
    // Okabe-Ito blue and vermillion.
    value: Color(0, 114, 178),
    stem: Color(158, 202, 225),
    boundary: Color(213, 94, 0),
    preperiod: Color(250, 238, 214),
    // Blue and bluish green of Okabe-Ito, purple and olive of Tol's muted scheme, darker.
    lines: [Color(0, 114, 178), Color(0, 158, 115), Color(170, 68, 153), Color(128, 128, 34)],
    // Viridis from 1.0 down to 0.3.
    ramp: [
        Color(253, 231, 37),
        Color(189, 223, 38),
        Color(122, 209, 81),
        Color(68, 190, 112),
        Color(34, 168, 132),
        Color(33, 145, 140),
        Color(42, 120, 142),
        Color(53, 95, 141),
    ],
};

static DARK: Palette = Palette {
    paper: Color(22, 24, 29),
    ink: Color(232, 232, 232),
    muted: Color(172, 174, 180),
    faint: Color(58, 61, 68),
    p_position: Color(250, 250, 250),
    n_area: Color(38, 60, 82),
    // Okabe-Ito sky blue and orange.
    value: Color(86, 180, 233),
    stem: Color(43, 84, 112),
    boundary: Color(230, 159, 0),
    preperiod: Color(56, 46, 28),
    lines: [Color(86, 180, 233), Color(0, 178, 130), Color(204, 121, 167), Color(180, 180, 80)],
    // Viridis from 0.1 up to 0.8.
    ramp: [
        Color(72, 36, 117),
        Color(65, 68, 135),
        Color(53, 95, 141),
        Color(42, 120, 142),
        Color(33, 145, 140),
        Color(34, 168, 132),
        Color(68, 190, 112),
        Color(122, 209, 81),
    ],
};

static PRINT: Palette = Palette {
    paper: WHITE,
    ink: BLACK,
    muted: Color(70, 70, 70),
    faint: Color(222, 222, 222),
    p_position: BLACK,
    n_area: Color(226, 226, 226),
    value: Color(64, 64, 64),
    stem: Color(176, 176, 176),
    boundary: BLACK,
    preperiod: Color(238, 238, 238),
    lines: [Color(60, 60, 60), Color(110, 110, 110), Color(60, 60, 60), Color(110, 110, 110)],
    ramp: [
        Color(244, 244, 244),
        Color(227, 227, 227),
        Color(210, 210, 210),
        Color(193, 193, 193),
        Color(176, 176, 176),
        Color(159, 159, 159),
        Color(142, 142, 142),
        Color(125, 125, 125),
    ],
};

impl Palette {
    fn ramp(&self, place: f64) -> Color {
        let place = place.clamp(0.0, 1.0) * (self.ramp.len() - 1) as f64;
        let below = place.floor() as usize;
        let above = (below + 1).min(self.ramp.len() - 1);
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * place.fract()).round() as u8;
        let (a, b) = (self.ramp[below], self.ramp[above]);
        Color(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }
}

impl Color {
    /// Relative luminance after WCAG 2, from 0 (black) to 1 (white).
    fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whichever of black and white text reads better on this colour.
    fn text(self) -> Color {
        let light = self.luminance() + 0.05;
        if light / 0.05 >= 1.05 / light { BLACK } else { WHITE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(theme: Theme, a: Paint, b: Paint) -> f64 {
        let (a, b) = (theme.color(a).luminance() + 0.05, theme.color(b).luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn greater_values_are_farther_from_the_page_and_p_positions_farthest() {
        for theme in Theme::ALL {
            let from_page: Vec<f64> =
                (1..=50).chain([0]).map(|value| contrast(theme, Paint::of_value(value, 50), Paint::Paper)).collect();
            assert!(from_page.windows(2).all(|pair| pair[0] < pair[1]), "{theme}: {from_page:?}");
            assert!(contrast(theme, Paint::of_value(50, 50), Paint::PPosition) > 1.7, "{theme}");
        }
    }

    #[test]
    fn text_is_readable() {
        for theme in Theme::ALL {
            for value in 0..=1000 {
                let area = Paint::of_value(value, 1000);
                let found = contrast(theme, area, area.text());
                assert!(found >= 4.5, "{theme}, {value}: {found}");
            }
            for ground in [Paint::Paper, Paint::Preperiod, Paint::NArea] {
                assert!(contrast(theme, Paint::Ink, ground) >= 4.5, "{theme}, {ground:?}");
            }
            assert!(contrast(theme, Paint::Muted, Paint::Paper) >= 4.5, "{theme}");
            for mark in (0..LINES).map(Paint::Line).chain([Paint::Boundary]) {
                assert!(contrast(theme, mark, Paint::Paper) >= 3.0, "{theme}, {mark:?}");
            }
        }
    }

    #[test]
    fn any_values_have_a_color() {
        for (value, largest) in [(0, 0), (1, 1), (5, 1), (u64::MAX, u64::MAX), (1, u64::MAX)] {
            Theme::Light.color(Paint::of_value(value, largest));
        }
    }
}
