//! A page of shapes in pixels: the charts put shapes on it, [`super::render`] makes it a file.

use super::ChartStyle;
use super::font::ChartFont;
use super::page::printable;
use super::paint::Paint;
use super::theme::Theme;

/// Where the point of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

/// A line of text; `(x, y)` is on its baseline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Text {
    pub x: f64,
    pub y: f64,
    pub text: String,
    /// Pixels to the em.
    pub em: f64,
    pub align: Align,
    pub color: Paint,
    /// Whether it runs from bottom to top.
    pub upright: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// From the upper left to the lower right corner.
    Rect {
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
        color: Paint,
    },
    Disc {
        x: f64,
        y: f64,
        r: f64,
        color: Paint,
    },
    Diamond {
        x: f64,
        y: f64,
        r: f64,
        color: Paint,
    },
    /// A stroke through two points or more.
    Line {
        points: Vec<(f64, f64)>,
        width: f64,
        color: Paint,
    },
    /// A convex polygon, filled.
    Polygon {
        points: Vec<(f64, f64)>,
        color: Paint,
    },
    Text(Text),
}

/// Digits and capitals are about this high, in ems.
pub(super) const CAP: f64 = 0.73;
/// What hangs below the baseline, in ems.
pub(super) const DESCENT: f64 = 0.24;

/// Shapes on a page of `width` by `height` pixels, with a font.
pub(super) struct Canvas {
    pub width: f64,
    pub height: f64,
    /// Sizes are made for a page of 1200 pixels; on another page they are this many times as large.
    pub scale: f64,
    pub font: ChartFont,
    pub theme: Theme,
    pub shapes: Vec<Shape>,
}

impl Canvas {
    pub fn new(style: &ChartStyle) -> Self {
        let width = f64::from(style.width);
        let font = style.font.unwrap_or_default();
        // On small pages letters shrink less than the page.
        Canvas { width, height: 0.0, scale: (width / 1200.0).max(0.6), font, theme: style.theme, shapes: Vec::new() }
    }

    pub fn rect(&mut self, x0: f64, y0: f64, x1: f64, y1: f64, color: Paint) {
        self.shapes.push(Shape::Rect { x0, y0, x1, y1, color });
    }

    pub fn disc(&mut self, x: f64, y: f64, r: f64, color: Paint) {
        self.shapes.push(Shape::Disc { x, y, r, color });
    }

    pub fn diamond(&mut self, x: f64, y: f64, r: f64, color: Paint) {
        self.shapes.push(Shape::Diamond { x, y, r, color });
    }

    pub fn line(&mut self, points: Vec<(f64, f64)>, width: f64, color: Paint) {
        self.shapes.push(Shape::Line { points, width, color });
    }

    /// A convex polygon.
    pub fn polygon(&mut self, points: Vec<(f64, f64)>, color: Paint) {
        self.shapes.push(Shape::Polygon { points, color });
    }

    /// A frame of this width within a rectangle.
    pub fn frame(&mut self, (x0, y0, x1, y1): (f64, f64, f64, f64), width: f64, color: Paint) {
        for (x0, y0, x1, y1) in
            [(x0, y0, x1, y0 + width), (x0, y1 - width, x1, y1), (x0, y0, x0 + width, y1), (x1 - width, y0, x1, y1)]
        {
            self.rect(x0, y0, x1, y1, color);
        }
    }

    /// A rectangle with round corners.
    pub fn rounded(&mut self, (x0, y0, x1, y1): (f64, f64, f64, f64), r: f64, color: Paint) {
        let r = r.min((x1 - x0) / 2.0).min((y1 - y0) / 2.0);
        for (x, y) in [(x0 + r, y0 + r), (x1 - r, y0 + r), (x0 + r, y1 - r), (x1 - r, y1 - r)] {
            self.disc(x, y, r, color);
        }
        self.rect(x0 + r, y0, x1 - r, y1, color);
        self.rect(x0, y0 + r, x1, y1 - r, color);
    }

    /// The text, or as much of it as `width` pixels hold.
    pub fn shortened(&self, text: &str, em: f64, width: f64) -> String {
        let text = printable(text);
        let text = text.trim();
        if self.measure(text, em) <= width {
            return text.to_owned();
        }
        // The letters that fit, found without measuring a long text again for each of them.
        let (mut kept, mut used) = (String::new(), self.measure("...", em));
        for letter in text.chars() {
            used += self.measure(letter.encode_utf8(&mut [0; 4]), em);
            if used > width {
                break;
            }
            kept.push(letter);
        }
        if kept.is_empty() { kept } else { kept + "..." }
    }

    /// A vertical line of dashes.
    pub fn dashes(&mut self, x: f64, y0: f64, y1: f64, color: Paint) {
        let (half, dash) = (self.scale.max(1.0), 11.0 * self.scale);
        let mut y = y0;
        while y < y1 {
            self.rect(x - half, y, x + half, (y + dash).min(y1), color);
            y += 1.6 * dash;
        }
    }

    pub fn text(&mut self, x: f64, y: f64, text: impl Into<String>, em: f64, align: Align, color: Paint) {
        self.shapes.push(Shape::Text(Text { x, y, text: text.into(), em, align, color, upright: false }));
    }

    /// Text that runs from bottom to top, centred at `y`, its baseline at `x`.
    pub fn upright(&mut self, x: f64, y: f64, text: impl Into<String>, em: f64, color: Paint) {
        let text = Text { x, y, text: text.into(), em, align: Align::Center, color, upright: true };
        self.shapes.push(Shape::Text(text));
    }

    /// Width of a line of text in pixels.
    pub fn measure(&self, text: &str, em: f64) -> f64 {
        self.font.width(text) * em
    }

    /// Breaks a text into lines of at most `width` pixels, at blanks where it can; what does not fit into `most`
    /// lines ends in an ellipsis.
    pub fn wrap(&self, text: &str, em: f64, width: f64, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.measure(&longer, em) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if self.measure(&line, em) > width && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
                if lines.len() > most {
                    break;
                }
            }
            if lines.len() > most {
                break;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                while self.measure(last, em) + self.measure(" ...", em) > width && last.pop().is_some() {}
                last.push_str(" ...");
            }
        }
        lines
    }
}

impl Text {
    /// Left, top, right, bottom of the letters.
    #[cfg(test)]
    pub fn bounds(&self, font: &ChartFont) -> (f64, f64, f64, f64) {
        let width = font.width(&self.text) * self.em;
        let before = match self.align {
            Align::Left => 0.0,
            Align::Center => width / 2.0,
            Align::Right => width,
        };
        let (up, down) = (CAP * self.em, if self.text.parse::<u64>().is_ok() { 0.0 } else { DESCENT * self.em });
        match self.upright {
            false => (self.x - before, self.y - up, self.x - before + width, self.y + down),
            true => (self.x - up, self.y + before - width, self.x + down, self.y + before),
        }
    }
}
