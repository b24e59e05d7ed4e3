//! `sgtab graph`

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use super::args::{Global, Graph as Args, GraphFormat, GraphInput};
use super::failure::Failure;
use super::plot::{self, Sheet};
use super::{Status, output, rules};
use sgtab::export::{
    ChartFormat, ChartStyle, GraphText, Subject, SumText, write_dot, write_edges, write_graph_csv, write_graph_json,
};
use sgtab::play::graph::{Format, Graph, Values};
use sgtab::ruleset::{Convention, Ruleset};

/// Largest heap of a graph of positions: more than that is hard to look at.
const DEFAULT_HEAPS: u64 = 12;

/// Larger graphs are shown by their first nodes.
const MOST_ROWS: usize = 50;

pub(super) fn run(args: &Args, global: &Global) -> Result<Status, Failure> {
    let format = format(args, global)?;
    let rule = args.from.as_deref().map(rules::rule).transpose()?;
    let convention = rule.as_ref().map_or(Convention::Normal, Ruleset::convention);
    check_tokens(args, format, convention)?;
    let graph = match (&rule, &args.file) {
        (Some(rule), _) => Graph::of_rule(rule, args.n.unwrap_or(DEFAULT_HEAPS), global.memory)?,
        (None, Some(file)) => read(file, args.input, global.memory)?,
        (None, None) => return Err(Failure::other("there is no graph to read")),
    };
    let values = graph.values(convention)?;
    let tokens = args.tokens.iter().map(|text| graph.tokens(text)).collect::<Result<Vec<_>, _>>()?.concat();
    let tokens = (!args.tokens.is_empty()).then_some(tokens.as_slice());

    let chart = match format {
        GraphFormat::Svg => Some(ChartFormat::Svg),
        GraphFormat::Png => Some(ChartFormat::Png),
        _ => None,
    };
    if let Some(format) = chart {
        return draw(args, format, rule.as_ref(), &values);
    }
    let write = |out: &mut dyn Write| match format {
        GraphFormat::Csv => write_graph_csv(out, &values),
        GraphFormat::Edges => write_edges(out, &graph),
        GraphFormat::Dot => write_dot(out, &values),
        GraphFormat::Json => write_graph_json(out, &values, tokens),
        _ => print(out, rule.as_ref(), &values, tokens),
    };
    match &args.output {
        None => output::to_stdout(write)?,
        Some(path) => output::to(path, write)?,
    }
    Ok(Status::Done)
}

/// The same chart as that of `plot --kind graph`.
fn draw(args: &Args, format: ChartFormat, rule: Option<&Ruleset>, values: &Values<'_>) -> Result<Status, Failure> {
    let stem = args.file.as_deref().and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
    let title = rule.map_or_else(|| stem.into_owned(), Ruleset::headline);
    let names: Vec<&str> = values.graph().nodes().map(|node| values.graph().name(node)).collect();
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    let sheet = Sheet { output, format, style: ChartStyle::default(), title: None };
    sheet.write(&title, &plot::caption(values), &names, Subject::Graph(values))
}

fn check_tokens(args: &Args, format: GraphFormat, convention: Convention) -> Result<(), Failure> {
    if args.tokens.is_empty() {
        return Ok(());
    }
    if convention == Convention::Misere {
        let what = "in misère play the outcome of several tokens does not follow from the nodes where they stand";
        return Err(Failure::with_help(what, "leave out --tokens: the outcome of each node is right"));
    }
    if !matches!(format, GraphFormat::Json | GraphFormat::Text) {
        let what = "the answer for --tokens is text or JSON, no CSV or DOT and no chart";
        return Err(Failure::with_help(what, "leave out --tokens, or ask for text or --json"));
    }
    Ok(())
}

fn read(file: &Path, input: Option<GraphInput>, memory: u64) -> Result<Graph, Failure> {
    let is_stdin = file == Path::new("-");
    let format = match (input, output::ending(file).as_deref()) {
        (Some(GraphInput::Csv), _) | (None, Some("csv")) => Format::Csv,
        (Some(GraphInput::Dot), _) | (None, Some("dot" | "gv")) => Format::Dot,
        _ if is_stdin => Format::Csv,
        _ => {
            let what = format!("the name {} does not say what is in the file", file.display());
            let help =
                "say --input csv or --input dot, or end the name in .csv, .dot or .gv; a RULE is given by --from";
            return Err(Failure::with_help(what, help));
        }
    };
    let failed = |why: io::Error| Failure::file("read", file, &why);
    let mut text = Vec::new();
    // One byte more than allowed shows that there is more.
    let most = memory.saturating_add(1);
    let read = if is_stdin {
        io::stdin().lock().take(most).read_to_end(&mut text)
    } else {
        File::open(file).map_err(failed)?.take(most).read_to_end(&mut text)
    };
    if read.map_err(failed)? as u64 > memory {
        let what = format!("the file {} is longer than the memory that is allowed", file.display());
        return Err(Failure::with_help(what, "allow more by --memory"));
    }
    Ok(Graph::parse(&text, format, &file.display().to_string(), memory)?)
}

fn print(out: &mut dyn Write, rule: Option<&Ruleset>, values: &Values<'_>, tokens: Option<&[u32]>) -> io::Result<()> {
    if let Some(rule) = rule {
        writeln!(out, "{}", rule.headline())?;
    }
    if let Some(tokens) = tokens {
        return write!(out, "{}", SumText { values, tokens });
    }
    write!(out, "{}", GraphText { values, rows: MOST_ROWS })?;
    match values.graph().len().saturating_sub(MOST_ROWS) {
        0 => Ok(()),
        more => writeln!(out, " and {more} more: --json, -o FILE.csv and --dot give all"),
    }
}

fn format(args: &Args, global: &Global) -> Result<GraphFormat, Failure> {
    if global.json && (args.dot || args.format.is_some_and(|format| format != GraphFormat::Json)) {
        return Err(Failure::with_help("--json and another format are both asked for", "leave out one of the two"));
    }
    if args.dot {
        return Ok(GraphFormat::Dot);
    }
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output.as_deref().filter(|path| !output::is_stdout(path)) else {
        return Ok(if global.json { GraphFormat::Json } else { GraphFormat::Text });
    };
    match output::ending(path).as_deref() {
        Some("csv") => Ok(GraphFormat::Csv),
        Some("dot" | "gv") => Ok(GraphFormat::Dot),
        Some("json") => Ok(GraphFormat::Json),
        Some("svg") => Ok(GraphFormat::Svg),
        Some("png") => Ok(GraphFormat::Png),
        Some("txt") => Ok(GraphFormat::Text),
        _ => Err(Failure::with_help(
            format!("the name {} does not say which format to write", path.display()),
            "end it in .csv, .dot, .json, .svg, .png or .txt, or say --format csv, edges, dot, json, svg, png or text",
        )),
    }
}
