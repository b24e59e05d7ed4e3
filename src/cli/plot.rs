//! `sgtab plot`

use std::path::Path;

use super::args::{Colors, Global, ImageFormat, Kind, Plot};
use super::failure::{Failure, say};
use super::progress::TableProgress;
use super::{Status, output, rules};
use sgtab::export::{
    ChartError, ChartFont, ChartFormat, ChartInput, ChartStyle, Subject, TableChart, TableData, Theme, draw,
    missing_characters,
};
use sgtab::pattern::Sequence;
use sgtab::proof::Verdict;
use sgtab::ruleset::Convention;
use sgtab::study::{Range, study};
use sgtab::table::Visited;

pub(super) fn run(args: &Plot, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let format = format(args)?;
    let font = args.font.as_deref().map(font).transpose()?;
    let n = args.n.unwrap_or(rule.heaps());
    let kind = TableChart::from(args.kind);
    if rule.convention() == Convention::Misere && kind != TableChart::Outcomes {
        let what = format!("a misère rule has outcomes, not values, and no {} chart", kind.name());
        return Err(Failure::with_help(what, "say --kind outcomes"));
    }
    global.announce(&rule, n)?;
    let sequence = if kind == TableChart::Outcomes { Sequence::Outcome } else { Sequence::Sg };
    let mut progress = TableProgress::new();
    let study = study(&rule, sequence, Range::Exactly(n), &global.settings(), &mut Visited::default(), &mut progress)?;
    drop(progress);

    let headline = rule.headline();
    let title = args.title.as_deref().unwrap_or(&headline);
    let missing: String = missing_characters(title, &font.unwrap_or_default()).into_iter().collect();
    if !missing.is_empty() {
        let remedy = "name one that has them by --font FILE";
        say(&format!("warning: the font lacks these characters of the title: {missing}; {remedy}"));
    }
    let caption = study.verdicts.first().map(Verdict::to_string).unwrap_or_default();
    let period = study.holding_period().copied();
    let data = TableData { table: &study.table, last: n, period };
    let input = ChartInput { title, caption: &caption, subject: Subject::Table(kind, data) };
    let style = ChartStyle { width: args.width, columns: args.columns, font, theme: args.theme.into() };
    let image = draw(&input, format, &style)?;
    output::to(&args.output, |out| out.write_all(&image))?;
    Ok(Status::Done)
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
    ChartFont::from_bytes(bytes).map_err(|why| Failure::other(format!("{} is no font: {why}", path.display())))
}

impl From<Kind> for TableChart {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Sequence => TableChart::Sequence,
            Kind::Grid => TableChart::Grid,
            Kind::Outcomes => TableChart::Outcomes,
        }
    }
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
        Failure::other(format!("cannot draw the chart: {error}"))
    }
}
