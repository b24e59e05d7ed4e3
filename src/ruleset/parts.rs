//! A rule as parts, one for each key or each piece of a text: `any; [a, n - a] for a in 1..n/2`.

use std::ops::Range;

use super::error::{Fault, RuleErrorKind, did_you_mean};
use super::{Code, Comprehension, Convention, DEFAULT_HEAPS, Expect, Ruleset, Shape, Take, notation, shipped};

/// A part of a rule and where its text begins.
#[derive(Debug)]
pub(super) struct Part<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

/// What the three keys of a rule say.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) take: Option<Part<Take>>,
    pub(super) code: Option<Code>,
    pub(super) moves: Vec<Part<Comprehension>>,
    /// The texts of the parts.
    pub(super) written: Vec<String>,
}

impl Parts {
    pub(super) fn is_empty(&self) -> bool {
        self.take.is_none() && self.code.is_none() && self.moves.is_empty()
    }

    /// The rule, its moves tried on a few heaps.
    pub(super) fn ruleset(self, name: &str) -> Result<Ruleset, Fault> {
        if self.is_empty() {
            return Err(Fault::new(RuleErrorKind::NoMoves, 0..0, "there is no move"));
        }
        let spans: Vec<_> = self.moves.iter().map(|part| part.span.clone()).collect();
        let (take, take_span) = self.take.map(|part| (part.value, part.span)).unzip();
        let moves: Vec<Comprehension> = self.moves.into_iter().map(|part| part.value).collect();
        let shape = Shape::of(take.as_ref(), self.code.as_ref(), &moves);
        let (expect, convention, title) = (Expect::default(), Convention::Normal, String::new());
        let (name, heaps, code, written) = (name.to_owned(), DEFAULT_HEAPS, self.code, self.written.join("; "));
        let mut rule = Ruleset { name, title, written, take, code, moves, shape, convention, heaps, expect };
        rule.title = capitalized(&rule.in_words());
        match rule.try_moves() {
            Ok(()) => Ok(rule),
            Err((part, error)) => {
                let span = part.map_or_else(|| take_span.unwrap_or(0..0), |part| spans[part].clone());
                let fault = Fault::new(RuleErrorKind::Contradiction, span, error.to_string());
                Err(match error.help() {
                    Some(help) => fault.help(help),
                    None => fault,
                })
            }
        }
    }
}

pub(super) fn parse_parts(text: &str) -> Result<Parts, Fault> {
    let mut parts = Parts::default();
    let mut start = 0;
    for piece in text.split(';') {
        let span = start..start + piece.len();
        parts.add(piece, span.clone()).map_err(|fault| fault.shifted(span.start))?;
        start = span.end + 1;
    }
    Ok(parts)
}

impl Parts {
    fn add(&mut self, text: &str, span: Range<usize>) -> Result<(), Fault> {
        let trimmed = text.trim();
        self.written.push(trimmed.to_owned());
        if trimmed.starts_with('[') && notation::bracketed_set(trimmed).is_none() {
            self.moves.push(Part { value: notation::parse_moves(text)?, span });
        } else if Code::looks_like(trimmed) {
            let offset = text.len() - text.trim_start().len();
            let code = Code::parse(trimmed).map_err(|fault| fault.shifted(offset))?;
            self.code = Some(match self.code.take() {
                None => code,
                Some(other) => other.union(code).ok_or_else(|| {
                    Fault::new(
                        RuleErrorKind::Contradiction,
                        0..text.len(),
                        "a second code, and one has a repeating tail",
                    )
                    .help("give one of them as moves: `[n - s] for s in 1..n`")
                })?,
            });
        } else {
            let value = notation::parse_take(text).map_err(|fault| {
                if shipped().all(|shipped| shipped.name != trimmed) {
                    return fault;
                }
                let message = format!("`{trimmed}` is a shipped rule, and those stand alone");
                Fault::new(RuleErrorKind::Syntax, 0..text.len(), message)
                    .help(format!("write what it says: `sgtab explain {trimmed}` shows it"))
            })?;
            self.take = Some(match (self.take.take(), value) {
                (None, value) => Part { value, span },
                (Some(Part { value: Take::Set(a), span }), Take::Set(b)) => Part { value: a.union(b).into(), span },
                _ => {
                    let message = "two sets, of which one uses n";
                    return Err(Fault::new(RuleErrorKind::Syntax, 0..text.len(), message)
                        .help("join them by `|`: `1 | 1..n/2`"));
                }
            });
        }
        Ok(())
    }
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A word that is no set may be a shipped rule with a slip in it.
pub(super) fn suggest_shipped(fault: Fault, text: &str) -> Fault {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    match did_you_mean(text, shipped().map(|rule| rule.name)) {
        Some(name) if is_word && text.starts_with(char::is_alphabetic) && !notation::is_nearly_a_set(text) => {
            fault.help(format!("did you mean the shipped rule `{name}`?"))
        }
        _ => fault,
    }
}
