//! What a chart is written to, and how it looks.

use std::path::Path;

use super::super::args::{Colors, ImageFormat, Plot};
use super::super::failure::{Failure, say};
use super::super::{Status, output};
use sgtab::export::{
    ChartError, ChartFont, ChartFormat, ChartInput, ChartStyle, Subject, Theme, draw, missing_characters,
};

/// The file of a chart, its format and its style.
pub(crate) struct Sheet<'a> {
    pub(crate) output: &'a Path,
    pub(crate) format: ChartFormat,
    pub(crate) style: ChartStyle,
    /// Stands for the default title.
    pub(crate) title: Option<&'a str>,
}

impl<'a> Sheet<'a> {
    pub(super) fn of(args: &'a Plot) -> Result<Self, Failure> {
        let font = args.font.as_deref().map(font).transpose()?;
        let style = ChartStyle { width: args.width, columns: args.columns, font, theme: args.theme.into() };
        Ok(Sheet { output: &args.output, format: format(args)?, style, title: args.title.as_deref() })
    }

    /// Draws and writes. `labels` are texts of the user's on the chart besides the title.
    pub(crate) fn write(
        &self,
        title: &str,
        caption: &str,
        labels: &[&str],
        subject: Subject<'_>,
    ) -> Result<Status, Failure> {
        let title = self.title.unwrap_or(title);
        self.warn("the title or the caption", &format!("{title} {caption}"));
        self.warn("the labels", &labels.concat());
        let image = draw(&ChartInput { title, caption, subject }, self.format, &self.style)?;
        output::to(self.output, |out| out.write_all(&image))?;
        Ok(Status::Done)
    }

    fn warn(&self, what: &str, text: &str) {
        let missing: String = missing_characters(text, &self.style.font.unwrap_or_default()).into_iter().collect();
        if !missing.is_empty() {
            let remedy = "name one that has them by --font FILE";
            say(&format!("warning: the font lacks these characters of {what}: {missing}; {remedy}"));
        }
    }
}

fn format(args: &Plot) -> Result<ChartFormat, Failure> {
    match args.format {
        Some(ImageFormat::Svg) => return Ok(ChartFormat::Svg),
        Some(ImageFormat::Png) => return Ok(ChartFormat::Png),
        None if output::is_stdout(&args.output) => return Ok(ChartFormat::Svg),
        None => {}
    }
    let ending = args.output.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    ending.parse().map_err(|_| {
        let what = format!("the name {} does not say which format to write", args.output.display());
        Failure::with_help(what, "end it in .svg or .png, or say --format svg or png")
    })
}

fn font(path: &Path) -> Result<ChartFont, Failure> {
    let bytes = std::fs::read(path).map_err(|why| Failure::file("read the font", path, &why))?;
    ChartFont::from_bytes(bytes).map_err(|why| {
        let what = format!("{} is no font for charts: {why}", path.display());
        Failure::with_help(what, "name a .ttf, .otf or .ttc file; 'fc-list : file' lists those installed on Linux")
    })
}

impl From<Colors> for Theme {
    fn from(colors: Colors) -> Self {
        match colors {
            Colors::Light => Theme::Light,
            Colors::Dark => Theme::Dark,
            Colors::Print => Theme::Print,
        }
    }
}

impl From<ChartError> for Failure {
    fn from(error: ChartError) -> Self {
        let what = format!("cannot draw the chart: {error}");
        match error {
            ChartError::LargeGraph { .. } => Failure::with_help(what, "draw fewer heaps by -n, or a smaller graph"),
            ChartError::ManyHeaps { .. } => Failure::with_help(what, "`sgtab solve` takes any number of heaps"),
            _ => Failure::other(what),
        }
    }
}
