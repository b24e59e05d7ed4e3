//! The comment above a function: the rule, what is computed, and how sure that is.

use super::array::WIDTH;
use super::known::{Known, proof};
use super::law::Law;
use crate::export::view::TableView;
use crate::pattern::{Claim, Sequence};
use crate::proof::{ClosedForm, Verdict};

/// Its lines, without the signs that make them a comment.
pub(super) fn comment(view: &TableView<'_>, known: Option<&Known>, law: &Law, has_64_bits: bool) -> Vec<String> {
    let rule = view.rule;
    let written = if rule.title().contains(rule.written()) { String::new() } else { format!(" ({})", rule.written()) };
    let mut said = vec![format!("{}{written}", rule.headline())];
    said.push(if view.outcomes {
        "is_p(n): whether the player to move on a heap of n loses".into()
    } else {
        "g(n): the Sprague-Grundy value of a heap of n".into()
    });
    let of_values = proof(view).is_some_and(|theorem| theorem.sequence() == Sequence::Sg);
    // A formula is a theorem, whatever a table of some heaps shows.
    let formula = ClosedForm::for_rule(rule).filter(|_| proof(view).is_none()).map(Verdict::from);
    said.extend(formula.as_ref().or(view.verdict).map(|verdict| match verdict.claim {
        Claim::Period(_) if view.outcomes && of_values => format!("the values have {verdict}"),
        _ => verdict.to_string(),
    }));
    let only = |why: &str| format!("{why}, so only heaps 0..{} are given", view.len().saturating_sub(1));
    if law.is_table() {
        said.push(match view.verdict.map(|verdict| &verdict.claim) {
            Some(Claim::Aperiodic) => only("no formula is known"),
            Some(Claim::Period(_)) if proof(view).is_some() => only("this is too long to be written out"),
            _ => only("nothing is proved of larger heaps"),
        });
    }
    if let Some(heap) = known.filter(|_| has_64_bits).and_then(Known::first_beyond_64_bits) {
        said.push(format!("the values of heap {heap} and some beyond do not fit 64 bits"));
    }
    said.push(format!("written by sgtab {}", env!("CARGO_PKG_VERSION")));
    said.iter().flat_map(|line| wrapped(&plain(line))).collect()
}

/// Without what would end a comment, or turn the order of its letters around.
fn plain(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') { ' ' } else { c }
    };
    text.chars().map(shown).collect()
}

/// Lines of some [`WIDTH`] letters, broken at spaces; what was broken is indented.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH - 4 => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("  {word}")),
            None => lines.push(word.to_owned()),
        }
    }
    // A backslash at the end, also written ??/, would make the next line of C++ a comment.
    for line in &mut lines {
        if line.ends_with('\\') || line.ends_with("??/") {
            line.push('.');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_title_gets_out_of_its_comment() {
        let title = "a\nb \u{202e}c\r\u{2028}d\\";
        assert_eq!(wrapped(&plain(title)), ["a b c d\\."]);
        let long = "word\\ ".repeat(40);
        let lines = wrapped(&plain(&long));
        assert!(lines.len() > 1 && lines.iter().all(|line| line.ends_with('.') && line.len() < WIDTH), "{lines:?}");
    }
}
