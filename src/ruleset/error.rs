//! What is wrong with a rule: kind, place and remedy.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// Why a text is no rule.
///
/// `Display` is one line; [`RuleError::report`] shows the place with a caret and the remedy.
///
/// ```
/// use sgtab::ruleset::{RuleErrorKind, Ruleset};
/// let error = Ruleset::parse("sqares").unwrap_err();
/// assert_eq!(error.kind(), RuleErrorKind::UnknownName);
/// assert!(error.report().contains("did you mean `squares`?"));
/// ```
#[derive(Debug, Clone)]
pub struct RuleError(Box<Inner>);

#[derive(Debug, Clone)]
struct Inner {
    fault: Fault,
    /// Name and text of what was read, where a place in it is known.
    source: Option<(String, String)>,
}

/// The kinds of [`RuleError`], for programs that want to tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleErrorKind {
    /// The file could not be read.
    File,
    /// The text does not follow the grammar (of TOML, a set, or a code).
    Syntax,
    /// A name, key or word that does not exist.
    UnknownName,
    /// A number out of its range.
    Number,
    /// A set or range without members where it must have some.
    Empty,
    /// A rule that offers no move on any heap.
    NoMoves,
    /// A rule in the file is understood, but what it says cannot be.
    Contradiction,
}

/// A mistake at a place in some text, before it is known where that text came from.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) kind: RuleErrorKind,
    pub(crate) span: Range<usize>,
    message: String,
    label: String,
    help: Option<String>,
}

impl Fault {
    pub(crate) fn new(kind: RuleErrorKind, span: Range<usize>, message: impl Into<String>) -> Self {
        Fault { kind, span, message: message.into(), label: String::new(), help: None }
    }

    /// What is said at the caret.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The remedy.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same mistake in a text that holds this one from `offset` on.
    pub(crate) fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }

    /// The same mistake, blamed on the whole of `span`.
    pub(crate) fn at(mut self, span: Range<usize>) -> Self {
        self.span = span;
        self
    }

    /// `name` says where `text` came from: a path, or "rule" for the command line.
    pub(crate) fn within(self, name: &str, text: &str) -> RuleError {
        RuleError(Box::new(Inner { fault: self, source: Some((name.into(), text.into())) }))
    }

    /// For a mistake that has no place in a text.
    pub(crate) fn without_place(self) -> RuleError {
        RuleError(Box::new(Inner { fault: self, source: None }))
    }
}

impl RuleError {
    /// What kind of mistake it is.
    pub fn kind(&self) -> RuleErrorKind {
        self.0.fault.kind
    }

    /// Line and column of the mistake, both from 1; columns count characters.
    pub fn place(&self) -> Option<(usize, usize)> {
        let (_, text) = self.0.source.as_ref()?;
        let before = text.get(..self.0.fault.span.start)?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }

    /// The remedy, if there is one to name.
    pub fn help(&self) -> Option<&str> {
        self.0.fault.help.as_deref()
    }

    /// The whole message: what is wrong, the line with a caret, the remedy. No colours, no final newline.
    pub fn report(&self) -> String {
        let Inner { fault, source } = &*self.0;
        let place = source.as_ref().map(|(name, text)| Place { name, text, line: 1, span: fault.span.clone() });
        report(&fault.message, place, &fault.label, self.help())
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.fault.message)?;
        match (&self.0.source, self.place()) {
            (Some((name, _)), Some((line, column))) => write!(f, " ({name}:{line}:{column})"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for RuleError {}

/// A place in a text that begins at a line of what is called `name`.
pub(crate) struct Place<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    pub(crate) span: Range<usize>,
}

/// What is wrong, the line with a caret and a label, the remedy.
pub(crate) fn report(message: &str, place: Option<Place<'_>>, label: &str, help: Option<&str>) -> String {
    let mut group = Group::with_title(Level::ERROR.primary_title(message));
    if let Some(Place { name, text, line, span }) = place {
        let end = span.end.min(text.len());
        let mut mark = AnnotationKind::Primary.span(span.start.min(end)..end);
        if !label.is_empty() {
            mark = mark.label(label);
        }
        group = group.element(Snippet::source(text).line_start(line).path(name).annotation(mark));
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[group])
}

/// The name among `known` that `typed` was probably meant to be.
pub(crate) fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // What is longer is no slip for any of them.
    if typed.len() > 64 {
        return None;
    }
    let near = |name: &str| strsim::damerau_levenshtein(&typed.to_lowercase(), name);
    let best = known.into_iter().min_by_key(|name| near(name))?;
    (near(best) <= 1 + typed.chars().count() / 4).then_some(best)
}
