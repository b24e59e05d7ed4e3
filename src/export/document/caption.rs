//! The words of a table: what rule, what is shown, and what is known of it.

use super::Fill;
use super::layout::Layout;

/// What is said of a table. Text is without control characters, and not yet escaped for any format.
#[derive(Debug)]
pub(super) struct Caption {
    /// The rule's, as its author wrote it.
    pub(super) title: String,
    /// What the cells are; formulas between dollar signs.
    words: String,
    /// The verdict with its standing. Students find it out.
    pub(super) verdict: Option<String>,
}

impl Caption {
    /// `draws_boundary`: whether the format draws the end of the preperiod as a line.
    pub(super) fn of(layout: &Layout<'_>, draws_boundary: bool) -> Self {
        let range = format!("$n = 0$ to {}, $n$ = row + column", layout.last());
        let blank = layout.document.fill == Fill::Blank;
        let words = match (layout.view.outcomes, blank) {
            (false, false) => format!("Values $g(n)$ of heaps {range}; those of P-positions are bold"),
            (false, true) => format!("Find the values $g(n)$ of heaps {range}"),
            (true, false) => {
                format!("Outcomes of heaps {range}: P where the player to move loses, N where that player wins")
            }
            (true, true) => format!("Find the outcomes, P or N, of heaps {range}"),
        };
        let line = if draws_boundary && layout.has_boundary() { "; the line ends the preperiod" } else { "" };
        let verdict = layout.view.verdict.filter(|_| !blank).map(|verdict| printable(&verdict.to_string()));
        Caption { title: printable(&layout.view.rule.headline()), words: words + line, verdict }
    }

    /// All of it as one paragraph: `text` escapes text, `math` sets a formula. The title is set by `title`.
    pub(super) fn paragraph(
        &self,
        title: impl Fn(&str) -> String,
        text: impl Fn(&str) -> String,
        math: impl Fn(&str) -> String,
    ) -> String {
        let stop = if self.title.is_empty() { "" } else { ". " };
        // Before the first dollar is text, then they alternate.
        let pieces = self.words.split('$').enumerate();
        let words: String = pieces.map(|(i, piece)| if i % 2 == 0 { text(piece) } else { math(piece) }).collect();
        let verdict = self.verdict.as_ref().map_or(String::new(), |verdict| text(&format!("; {verdict}")));
        format!("{}{stop}{words}{verdict}.", title(self.title.trim_end_matches('.')))
    }
}

/// One line of text: control characters and what ends a line in some format are spaces, which are not repeated.
pub(super) fn printable(text: &str) -> String {
    let blank = |c: char| ends_a_line(c) || c.is_whitespace();
    text.split(blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What ends a line in some format, or is allowed in none.
fn ends_a_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// The name by which a document refers to the table.
pub(super) fn label(layout: &Layout<'_>) -> String {
    let letters = layout.view.rule.name().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' });
    let words = letters.collect::<String>();
    let name = words.split_whitespace().collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let answers = if layout.document.fill == Fill::Answers { "-answers" } else { "" };
    format!("tab:{}{answers}", if name.is_empty() { "rule" } else { &name })
}

/// The comment at the head of each file.
pub(super) fn made_by(layout: &Layout<'_>) -> String {
    let command = layout.document.command.replace(ends_a_line, " ");
    format!("sgtab {}: {command}", env!("CARGO_PKG_VERSION"))
}
