//! A table as text: rows of heaps and values wrapped to a width, P-positions marked, the verdict below.

use std::fmt;

use super::view::{TableView, outcome};

/// The text of a table; `Display` writes it.
///
/// ```
/// use sgtab::export::{TableText, TableView};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 5, &Settings::default()).unwrap();
/// let view = TableView { rule: &rule, table: &table, last: 5, outcomes: false, verdict: None };
/// let text = TableText { view: &view, width: 40 }.to_string();
/// assert_eq!(text, "Take 1 to 3\n\n heap  0  1  2  3  4  5\n g(n)  0  1  2  3  0  1\n       P           P\n");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TableText<'a> {
    /// What is shown.
    pub view: &'a TableView<'a>,
    /// Characters in a line.
    pub width: usize,
}

impl fmt::Display for TableText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableText { view, width } = self;
        writeln!(f, "{}", view.rule.headline())?;
        let digits = |n: u64| n.to_string().len();
        let cell = digits(view.len()).max(if view.outcomes { 1 } else { digits(view.largest()) }) + 2;
        let columns = (width.saturating_sub(LABEL) / cell).max(1) as u64;
        let columns = if columns >= 10 { columns / 10 * 10 } else { columns };
        let mut first = 0;
        while first < view.len() {
            let row = first..(first + columns).min(view.len());
            let value = |n: u64| view.table.get(n).unwrap_or(0);
            writeln!(f)?;
            line(f, " heap", cell, row.clone().map(|n| n.to_string()))?;
            if view.outcomes {
                line(f, "", cell, row.clone().map(|n| outcome(value(n)).to_owned()))?;
            } else {
                line(f, " g(n)", cell, row.clone().map(|n| value(n).to_string()))?;
                line(f, "", cell, row.map(|n| if value(n) == 0 { "P".into() } else { String::new() }))?;
            }
            first += columns;
        }
        match view.verdict {
            Some(verdict) => writeln!(f, "\n{verdict}"),
            None => Ok(()),
        }
    }
}

const LABEL: usize = 5;

/// Cells are right-aligned; spaces at the end, and lines of nothing else, are left out.
fn line(f: &mut fmt::Formatter<'_>, label: &str, cell: usize, cells: impl Iterator<Item = String>) -> fmt::Result {
    let mut text = format!("{label:LABEL$}");
    cells.for_each(|shown| text += &format!("{shown:>cell$}"));
    match text.trim_end() {
        "" => Ok(()),
        shown => writeln!(f, "{shown}"),
    }
}
