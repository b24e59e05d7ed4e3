//! Tables for documents: wrapped at the period, P-positions bold, ready to be put into notes, slides and pages. One file
//! for each format, one layout for all of them.

mod caption;
mod html;
mod latex;
mod layout;
mod markdown;
mod pgfplots;
mod tex;
mod typst;

use std::io::{self, Write};

use self::layout::Layout;
use super::view::TableView;

/// What a table for a document is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DocumentFormat {
    /// LaTeX with `\hline`, which needs no package.
    Latex,
    /// LaTeX with the rules of the package booktabs.
    Booktabs,
    /// Rows of heap and value that pgfplots reads, with an axis for them in comments.
    Pgfplots,
    /// Typst.
    Typst,
    /// A pipe table, as GitHub shows it.
    Markdown,
    /// An HTML table.
    Html,
}

impl DocumentFormat {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DocumentFormat::Latex => "latex",
            DocumentFormat::Booktabs => "booktabs",
            DocumentFormat::Pgfplots => "pgfplots",
            DocumentFormat::Typst => "typst",
            DocumentFormat::Markdown => "markdown",
            DocumentFormat::Html => "html",
        }
    }

    /// Whether it is wrapped into rows, which may have a number of columns, and be left blank.
    pub fn has_rows(self) -> bool {
        self != DocumentFormat::Pgfplots
    }
}

/// What the cells have in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fill {
    /// Values.
    #[default]
    Values,
    /// Nothing: students fill them in.
    Blank,
    /// Values, in cells of the size of blank ones.
    Answers,
}

/// A table for a document.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// What is shown.
    pub view: &'a TableView<'a>,
    /// Heaps in a row, at most 400; by default the period or a multiple of it where that makes a readable row, else 10.
    pub columns: Option<u64>,
    /// What the cells have in them.
    pub fill: Fill,
    /// A whole document instead of a part to be put into one.
    pub standalone: bool,
    /// The command that makes it, for the comment at its head.
    pub command: &'a str,
    /// The name of the file it goes to, which the axis of pgfplots reads.
    pub file: &'a str,
}

/// Writes a table for a document. Rows are written as they are read: memory does not grow with the table.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// use sgtab::export::{Document, DocumentFormat, Fill, TableView, write_document};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 5, &Settings::default()).unwrap();
/// let view = TableView { rule: &rule, table: &table, last: 5, outcomes: false, verdict: None };
/// let (columns, fill) = (Some(4), Fill::Values);
/// let document = Document { view: &view, columns, fill, standalone: false, command: "sgtab table 1..3", file: "t.md" };
/// let mut out = Vec::new();
/// write_document(&mut out, DocumentFormat::Markdown, &document).unwrap();
/// let text = String::from_utf8(out).unwrap();
/// assert!(text.ends_with("|     0 | **0** |     1 |     2 |     3 |\n|     4 | **0** |     1 |       |       |\n"));
/// ```
pub fn write_document(out: &mut dyn Write, format: DocumentFormat, document: &Document<'_>) -> io::Result<()> {
    let layout = Layout::new(document);
    match format {
        DocumentFormat::Latex => latex::write(out, &layout, latex::Rules::Plain),
        DocumentFormat::Booktabs => latex::write(out, &layout, latex::Rules::Booktabs),
        DocumentFormat::Pgfplots => pgfplots::write(out, &layout),
        DocumentFormat::Typst => typst::write(out, &layout),
        DocumentFormat::Markdown => markdown::write(out, &layout),
        DocumentFormat::Html => html::write(out, &layout),
    }
}
