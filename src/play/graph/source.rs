//! The text that a graph is read from, and mistakes in it with their place.

use std::fmt;
use std::ops::Range;

use super::{Builder, Graph, GraphError, csv, dot};
use crate::ruleset::{Place, report};

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A list of edges: the header `from,to`, then a row for each move; a row with an empty `to` only names a node.
    Csv,
    /// The DOT language of Graphviz: a `digraph`.
    Dot,
}

impl Graph {
    /// Reads a graph. `origin` is named in errors; text and graph together may take `memory` bytes.
    ///
    /// # Errors
    /// When the text is no such graph, with the place in it; when the graph is too large.
    ///
    /// ```
    /// use sgtab::play::graph::{Format, Graph};
    /// let graph = Graph::parse(b"digraph { a -> {b c} -> d }", Format::Dot, "diamond.dot", 1 << 20).unwrap();
    /// assert_eq!((graph.len(), graph.edges()), (4, 4));
    /// let error = Graph::parse(b"graph { a -- b }", Format::Dot, "bond.dot", 1 << 20).unwrap_err();
    /// assert!(error.to_string().ends_with("(bond.dot:1:1)"));
    /// ```
    pub fn parse(text: &[u8], format: Format, origin: &str, memory: u64) -> Result<Graph, GraphError> {
        let text = match std::str::from_utf8(text) {
            Ok(text) => Source { origin, text: text.strip_prefix('\u{feff}').unwrap_or(text) },
            Err(error) => return Err(not_utf8(text, error.valid_up_to(), origin).into()),
        };
        let mut builder = Builder::within(memory.saturating_sub(text.text.len() as u64));
        match format {
            Format::Csv => csv::read(text, &mut builder)?,
            Format::Dot => dot::read(text, &mut builder)?,
        }
        Ok(builder.finish())
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    /// What it is called in errors.
    pub(super) origin: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// What is wrong at a place; a place of several lines counts to the end of its first.
    pub(super) fn mistake(self, span: Range<usize>, message: impl Into<String>) -> Mistake {
        let Source { origin, text } = self;
        let start = span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        Mistake(Box::new(Inner {
            message: message.into(),
            label: String::new(),
            help: String::new(),
            origin: origin.into(),
            line: text[..start].matches('\n').count() + 1,
            text: text[line_start..line_end].trim_end_matches('\r').into(),
            span: start - line_start..span.end.min(line_end) - line_start,
        }))
    }
}

fn not_utf8(text: &[u8], at: usize, origin: &str) -> Mistake {
    // What comes before is text; the rest of its line is shown as well as can be.
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |line| at + line);
    let shown = String::from_utf8_lossy(&text[..end]);
    Source { origin, text: &shown }
        .mistake(at..at + char::REPLACEMENT_CHARACTER.len_utf8(), "this is not UTF-8 text")
        .label(format!("found the byte 0x{:02x}", text[at]))
        .help("save the file as UTF-8")
}

/// What is wrong with a text that should be a graph.
///
/// `Display` is one line; [`Mistake::report`] shows the place with a caret and the remedy.
///
/// ```
/// use sgtab::play::graph::{Format, Graph, GraphError};
/// let error = Graph::parse(b"from,to\na\n", Format::Csv, "short.csv", 1 << 20).unwrap_err();
/// let GraphError::Mistake(mistake) = error else { panic!("{error}") };
/// assert_eq!(mistake.place(), (2, 2));
/// assert!(mistake.report().contains("help: a node without moves is written `a,`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    message: String,
    label: String,
    help: String,
    origin: String,
    line: usize,
    /// The line.
    text: String,
    /// The place in the line.
    span: Range<usize>,
}

impl Mistake {
    /// What is said at the caret.
    pub(super) fn label(mut self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }

    /// The remedy.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Line and column, both from 1; columns count characters.
    pub fn place(&self) -> (usize, usize) {
        let Inner { text, line, span, .. } = &*self.0;
        let before = text.get(..span.start).unwrap_or(text);
        (*line, before.chars().count() + 1)
    }

    /// The whole message: what is wrong, the line with a caret, the remedy. No colours, no final newline.
    pub fn report(&self) -> String {
        let Inner { message, label, help, origin, line, text, span } = &*self.0;
        let place = Place { name: origin, text, line: *line, span: span.clone() };
        report(message, Some(place), label, Some(help.as_str()).filter(|help| !help.is_empty()))
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place();
        write!(f, "{} ({}:{line}:{column})", self.0.message, self.0.origin)
    }
}

impl std::error::Error for Mistake {}
