//! Colours that colour-blind readers and grey printers tell apart: categories after Okabe and Ito, "Color
//! Universal Design" (2008); values on the light part of viridis (Smith and van der Walt, 2015), whose lightness
//! falls as the value grows. P-positions are near black, darker than any value.

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub u8, pub u8, pub u8);

pub(super) const WHITE: Color = Color(255, 255, 255);
const BLACK: Color = Color(0, 0, 0);
/// Text and axes.
pub(super) const INK: Color = Color(34, 34, 34);
/// Second-rank text.
pub(super) const MUTED: Color = Color(85, 85, 85);
/// Grid lines.
pub(super) const FAINT: Color = Color(224, 224, 224);
/// P-positions.
pub(super) const P_POSITION: Color = Color(17, 17, 17);
/// N-positions as areas.
pub(super) const N_AREA: Color = Color(214, 230, 242);
/// Values as points: Okabe-Ito blue.
pub(super) const VALUE: Color = Color(0, 114, 178);
/// Stems under the points.
pub(super) const STEM: Color = Color(158, 202, 225);
/// Period boundaries: Okabe-Ito vermillion.
pub(super) const BOUNDARY: Color = Color(213, 94, 0);
/// The preperiod behind the points.
pub(super) const PREPERIOD: Color = Color(250, 238, 214);

/// Viridis from 1.0 down to 0.3 in equal steps.
const RAMP: [Color; 8] = [
    Color(253, 231, 37),
    Color(189, 223, 38),
    Color(122, 209, 81),
    Color(68, 190, 112),
    Color(34, 168, 132),
    Color(33, 145, 140),
    Color(42, 120, 142),
    Color(53, 95, 141),
];

/// The colour of `value` where `largest` is the largest one.
pub(super) fn of_value(value: u64, largest: u64) -> Color {
    if value == 0 {
        return P_POSITION;
    }
    // 1 is the least value that is not a P-position.
    let share = if largest > 1 { (value - 1) as f64 / (largest - 1) as f64 } else { 0.0 };
    let place = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(RAMP.len() - 1);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * place.fract()).round() as u8;
    let (a, b) = (RAMP[below], RAMP[above]);
    Color(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

impl Color {
    /// Relative luminance after WCAG 2, from 0 (black) to 1 (white).
    pub(super) fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Whichever of black and white text reads better on this colour.
    pub(super) fn text(self) -> Color {
        let light = self.luminance() + 0.05;
        if light / 0.05 >= 1.05 / light { BLACK } else { WHITE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn greater_values_are_darker_and_p_positions_darkest() {
        let light: Vec<f64> = (1..=50).chain([0]).map(|value| of_value(value, 50).luminance()).collect();
        assert!(light.windows(2).all(|pair| pair[0] > pair[1]), "{light:?}");
        assert!(contrast(of_value(50, 50), P_POSITION) > 2.5);
    }

    #[test]
    fn text_is_readable_on_every_value() {
        for value in 0..=1000 {
            let color = of_value(value, 1000);
            assert!(contrast(color, color.text()) >= 4.5, "{value}: {}", contrast(color, color.text()));
        }
    }

    #[test]
    fn any_values_have_a_color() {
        for (value, largest) in [(0, 0), (1, 1), (5, 1), (u64::MAX, u64::MAX), (1, u64::MAX)] {
            of_value(value, largest);
        }
    }
}
