//! A page to the bytes of a file, through the backends of plotters.

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, FontTransform, RGBColor, TextStyle};

use super::ChartError;
use super::canvas::{Align, Canvas, Shape, Text};
use super::font::ChartFont;
use super::paint::Paint;
use super::theme::Color;

/// SVG coordinates are whole tenths of a pixel.
const SVG_PARTS: f64 = 10.0;

/// An SVG file; its text stays text.
pub(super) fn svg(canvas: &Canvas, title: &str) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (canvas.width as u32, canvas.height.ceil() as u32);
    let (parts_wide, parts_high) = (width * SVG_PARTS as u32, height * SVG_PARTS as u32);
    let mut body = String::new();
    {
        let mut backend = SVGBackend::with_string(&mut body, (parts_wide, parts_high));
        Painter { backend: &mut backend, parts: SVG_PARTS, canvas, vector: true }.paint()?;
        backend.present().map_err(|error| ChartError::Drawing(error.to_string()))?;
    }
    // The size that plotters writes is in tenths; full opacity and missing strokes are the default.
    let body = body.split_once(">\n").map_or("", |(_, body)| body);
    let body = body.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "");
    let title = escaped(title);
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {parts_wide} {parts_high}\" role=\"img\">\n<title>{title}</title>\n"
    );
    Ok((head + &body).into_bytes())
}

/// A PNG file of true colours.
pub(super) fn png(canvas: &Canvas) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (canvas.width as u32, canvas.height.ceil() as u32);
    // Drawn larger and averaged, so that edges are smooth.
    let parts = if width <= 1600 { 3 } else { 2 };
    let size = (width * parts, height * parts);
    let mut large = vec![0; size.0 as usize * size.1 as usize * 3];
    {
        let mut backend = BitMapBackend::with_buffer(&mut large, size);
        Painter { backend: &mut backend, parts: f64::from(parts), canvas, vector: false }.paint()?;
        backend.present().map_err(|error| ChartError::Drawing(error.to_string()))?;
    }
    let pixels = averaged(&large, width as usize, parts as usize);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let encoding = |error: png::EncodingError| ChartError::Drawing(error.to_string());
    let mut writer = encoder.write_header().map_err(encoding)?;
    writer.write_image_data(&pixels).map_err(encoding)?;
    writer.finish().map_err(encoding)?;
    Ok(file)
}

/// Squares of `parts` by `parts` pixels become one; `parts` is small, so that sums fit 16 bits.
fn averaged(large: &[u8], width: usize, parts: usize) -> Vec<u8> {
    let row = width * parts * 3;
    let count = (parts * parts) as u16;
    let mut pixels = Vec::with_capacity(large.len() / (parts * parts));
    let mut sums = vec![0u16; row];
    for rows in large.chunks_exact(row * parts) {
        // Down first, along the rows as they are stored.
        sums.fill(0);
        for row in rows.chunks_exact(row) {
            sums.iter_mut().zip(row).for_each(|(sum, &channel)| *sum += u16::from(channel));
        }
        for square in sums.chunks_exact(parts * 3) {
            let mut pixel = [0u16; 3];
            for column in square.chunks_exact(3) {
                pixel.iter_mut().zip(column).for_each(|(sum, channel)| *sum += channel);
            }
            pixels.extend(pixel.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    pixels
}

/// Text of an XML element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

struct Painter<'a, B: DrawingBackend> {
    backend: &'a mut B,
    /// Backend units to the pixel.
    parts: f64,
    canvas: &'a Canvas,
    vector: bool,
}

impl<B: DrawingBackend> Painter<'_, B> {
    fn paint(&mut self) -> Result<(), ChartError> {
        self.rect(0.0, 0.0, self.canvas.width, self.canvas.height.ceil(), Paint::Paper)?;
        for shape in &self.canvas.shapes {
            match *shape {
                Shape::Rect { x0, y0, x1, y1, color } => self.rect(x0, y0, x1, y1, color)?,
                Shape::Disc { x, y, r, color } if self.vector => {
                    let (center, radius) = (self.point(x, y), (r * self.parts).round().max(1.0) as u32);
                    let color = self.rgb(color);
                    self.done(|backend| backend.draw_circle(center, radius, &color, true))?;
                }
                Shape::Diamond { x, y, r, color } if self.vector => {
                    let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)].map(|(x, y)| self.point(x, y));
                    let color = self.rgb(color);
                    self.done(|backend| backend.fill_polygon(corners, &color))?;
                }
                Shape::Line { ref points, width, color } => {
                    let points: Vec<_> = points.iter().map(|&(x, y)| self.point(x, y)).collect();
                    let width = (width * self.parts).round().max(1.0) as u32;
                    let style = self.rgb(color).stroke_width(width);
                    self.done(|backend| backend.draw_path(points, &style))?;
                }
                Shape::Polygon { ref points, color } if self.vector => {
                    let corners: Vec<_> = points.iter().map(|&(x, y)| self.point(x, y)).collect();
                    let color = self.rgb(color);
                    self.done(|backend| backend.fill_polygon(corners, &color))?;
                }
                // Row by row: exact, where the rasterizer of plotters is not.
                Shape::Disc { x, y, r, color } => self.rows(x, y, r, color, |up| (r * r - up * up).max(0.0).sqrt())?,
                Shape::Diamond { x, y, r, color } => self.rows(x, y, r, color, |up| (r - up.abs()).max(0.0))?,
                Shape::Polygon { ref points, color } => self.convex(points, color)?,
                Shape::Text(ref text) => self.text(text)?,
            }
        }
        Ok(())
    }

    fn rect(&mut self, x0: f64, y0: f64, x1: f64, y1: f64, color: Paint) -> Result<(), ChartError> {
        let (from, mut to) = (self.point(x0, y0), self.point(x1, y1));
        // What is there at all is seen.
        to = (to.0.max(from.0 + 1), to.1.max(from.1 + 1));
        let color = self.rgb(color);
        self.done(|backend| backend.draw_rect(from, to, &color, true))
    }

    fn rows(
        &mut self,
        x: f64,
        y: f64,
        r: f64,
        color: Paint,
        half_width: impl Fn(f64) -> f64,
    ) -> Result<(), ChartError> {
        let color = self.rgb(color);
        let first = ((y - r) * self.parts).floor() as i32;
        let last = ((y + r) * self.parts).ceil() as i32;
        for row in first..last {
            let half = half_width((f64::from(row) + 0.5) / self.parts - y);
            let (from, to) = (((x - half) * self.parts).round() as i32, ((x + half) * self.parts).round() as i32);
            if from < to {
                self.done(|backend| backend.draw_rect((from, row), (to, row + 1), &color, true))?;
            }
        }
        Ok(())
    }

    fn convex(&mut self, points: &[(f64, f64)], color: Paint) -> Result<(), ChartError> {
        let color = self.rgb(color);
        let ends = |ends: (f64, f64), value: f64| (ends.0.min(value), ends.1.max(value));
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let (least, largest) = points.iter().fold(none, |found, &(_, y)| ends(found, y));
        for row in (least * self.parts).floor() as i32..(largest * self.parts).ceil() as i32 {
            let y = (f64::from(row) + 0.5) / self.parts;
            let edges = points.iter().zip(points.iter().cycle().skip(1));
            let crossed = edges.filter(|(a, b)| (a.1 <= y) != (b.1 <= y));
            let (from, to) = crossed.map(|(a, b)| a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1)).fold(none, ends);
            let (from, to) = ((from * self.parts).round() as i32, (to * self.parts).round() as i32);
            if from < to {
                self.done(|backend| backend.draw_rect((from, row), (to, row + 1), &color, true))?;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &Text) -> Result<(), ChartError> {
        let font = self.canvas.font;
        if self.vector {
            // Whoever shows an SVG looks for letters in each font of its list.
            return self.letters(font, text, text.x, text.y, text.align);
        }
        let runs = font.runs(&text.text);
        if let [(only, _)] = runs[..] {
            return self.letters(only, text, text.x, text.y, text.align);
        }
        let width = font.width(&text.text) * text.em;
        let mut before = match text.align {
            Align::Left => 0.0,
            Align::Center => -width / 2.0,
            Align::Right => -width,
        };
        for (font, run) in runs {
            let part = Text { text: run.to_owned(), ..text.clone() };
            let (x, y) = if text.upright { (text.x, text.y - before) } else { (text.x + before, text.y) };
            before += font.width_of_run(run) * text.em;
            // What runs upwards is placed by its middle.
            let half = font.width_of_run(run) * text.em / 2.0;
            let (y, align) = if text.upright { (y - half, Align::Center) } else { (y, Align::Left) };
            self.letters(font, &part, x, y, align)?;
        }
        Ok(())
    }

    /// All of a text in one font.
    fn letters(&mut self, font: ChartFont, text: &Text, x: f64, y: f64, align: Align) -> Result<(), ChartError> {
        let em = text.em * self.parts;
        // An SVG says size / 1.24 for the em and puts the baseline 0.76 em below the point; a bitmap takes the
        // size for the font's height and has the baseline half of it below the point, in whole pixels.
        let (family, size, baseline) = if self.vector {
            (font.family(), em * 1.24, 0.76 * em)
        } else {
            let size = 2.0 * (em * font.height() / 2.0).floor().max(1.0);
            (font.key(), size, size / 2.0)
        };
        let h_pos = match align {
            Align::Left => HPos::Left,
            Align::Center => HPos::Center,
            Align::Right => HPos::Right,
        };
        let desc = FontDesc::new(FontFamily::Name(family), size, FontStyle::Normal);
        let color = self.rgb(text.color);
        let mut style = TextStyle::from(desc).color(&color).pos(Pos::new(h_pos, VPos::Top));
        let (mut x, mut y) = (x * self.parts, y * self.parts);
        if text.upright {
            style = style.transform(FontTransform::Rotate270);
            x -= baseline;
        } else {
            y -= baseline;
        }
        let point = (x.round() as i32, y.round() as i32);
        self.done(|backend| backend.draw_text(&text.text, &style, point))
    }

    fn rgb(&self, paint: Paint) -> RGBColor {
        let Color(red, green, blue) = self.canvas.theme.color(paint);
        RGBColor(red, green, blue)
    }

    fn point(&self, x: f64, y: f64) -> (i32, i32) {
        ((x * self.parts).round() as i32, (y * self.parts).round() as i32)
    }

    fn done<E: std::fmt::Display>(&mut self, work: impl FnOnce(&mut B) -> Result<(), E>) -> Result<(), ChartError> {
        work(self.backend).map_err(|error| ChartError::Drawing(error.to_string()))
    }
}
