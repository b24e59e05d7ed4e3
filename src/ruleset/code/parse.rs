//! Text to [`Code`].
//!
//! ```text
//! code  = digits "." digits [ "[" digits "]" ]
//! digit = ( 0-9 | A-V | "*" | "{" item { "," item } "}" ) [ mark ]
//! item  = number [ mark ] [ "+" ]          mark and "+" in either order
//! mark  = "!" | "?" | "="
//! ```

use std::ops::Range;

use super::Code;
use super::digit::{Digit, Item, Mark};
use super::reader::{Content, Reader, Written, syntax};
use crate::ruleset::error::{Fault, RuleErrorKind};

/// More digits are refused.
pub(super) const MOST_DIGITS: usize = 4096;

pub(super) fn parse(text: &str) -> Result<Code, Fault> {
    if !text.contains('.') {
        let fault = Fault::new(RuleErrorKind::Syntax, 0..text.len(), "a take-and-break code has a point");
        return Err(fault.help("for example `0.77`"));
    }
    let mut reader = Reader::new(text);
    let mut written: Vec<Written> = Vec::new();
    let mut point = None;
    // Where the tail opens, and the number of digits before it.
    let mut tail: Option<(Range<usize>, usize)> = None;
    while let Some(next) = reader.peek() {
        let here = reader.here();
        match next {
            '.' if point.is_some() => {
                return Err(syntax(here, "a second point").label("expected a digit").help("a code has one point"));
            }
            '.' => {
                reader.advance();
                if written.is_empty() {
                    written.push(Written { content: Content::Bits(0), mark: Mark::Free, span: here });
                }
                point = Some(written.len() - 1);
            }
            '[' if point.is_none() => {
                return Err(syntax(here, "a repeating tail before the point")
                    .label("expected a digit or the point")
                    .help("the tail ends the code, as in `0.7[03]`"));
            }
            '[' if tail.is_some() => {
                return Err(syntax(here, "a repeating tail within another").label("expected a digit or `]`"));
            }
            '[' => {
                reader.advance();
                tail = Some((here, written.len()));
            }
            ']' => {
                let Some((open, before)) = tail.clone() else {
                    return Err(syntax(here, "`]` without a `[` before it").label("expected a digit"));
                };
                reader.advance();
                if before == written.len() {
                    let fault = Fault::new(RuleErrorKind::Empty, open.start..here.end, "the repeating tail is empty");
                    return Err(fault.label("expected a digit within").help("for example `0.[3]`"));
                }
                if !reader.rest().is_empty() {
                    let fault = syntax(reader.rest(), "nothing may follow the repeating tail");
                    return Err(fault.label("expected the end").help("the tail repeats for ever"));
                }
                return build(text, written, point.unwrap_or(0), before);
            }
            _ => {
                if written.len() == MOST_DIGITS {
                    let fault = Fault::new(RuleErrorKind::Number, here, "the code is too long");
                    return Err(fault.help(format!("a code has at most {MOST_DIGITS} digits")));
                }
                written.push(reader.digit()?);
            }
        }
    }
    if let Some((open, _)) = tail {
        return Err(syntax(open, "the repeating tail is not closed").label("expected `]` at the end"));
    }
    // There is a point, but where it is within braces these have been refused.
    let digits = written.len();
    build(text, written, point.unwrap_or(0), digits)
}

/// `point` is the place of the last digit before the point.
fn build(text: &str, written: Vec<Written>, point: usize, before_tail: usize) -> Result<Code, Fault> {
    let mut digits = Vec::with_capacity(written.len());
    for (place, digit) in written.into_iter().enumerate() {
        // Adding t tokens must still leave only smaller heaps: at least t + 2 parts, 2 where t = 0.
        let tokens = point.checked_sub(place);
        let least = tokens.map_or(0, |tokens| tokens as u64 + 2);
        match tokens {
            Some(tokens) if digit.least().is_some_and(|parts| parts < least) => {
                return Err(digit.takes_nothing(text, tokens));
            }
            _ => digits.push(digit.digit(least)),
        }
    }
    let tail = digits.split_off(before_tail);
    Code::new(digits, point, tail).ok_or_else(|| {
        let message = "the code has no digit but 0, so there is no move";
        Fault::new(RuleErrorKind::NoMoves, 0..text.len(), message).help("for example `0.3` lets one take 1")
    })
}

impl Written {
    /// The least number of heaps that is named.
    fn least(&self) -> Option<u64> {
        match &self.content {
            Content::Bits(0) | Content::Any => None,
            Content::Bits(bits) => Some(u64::from(bits.trailing_zeros())),
            Content::Items(items) => items.iter().map(|item| item.parts).min(),
        }
    }

    /// What it allows, where `*` starts from `least`.
    fn digit(self, least: u64) -> Digit {
        let mark = self.mark;
        Digit::of(match self.content {
            Content::Bits(0) => return Digit::NOTHING,
            Content::Bits(bits) => {
                let parts = (0..5).filter(|k| bits >> k & 1 == 1);
                parts.map(|parts| Item { parts, or_more: false, mark }).collect()
            }
            Content::Any => vec![Item { parts: least, or_more: true, mark }],
            Content::Items(mut items) => {
                items.iter_mut().filter(|item| item.mark == Mark::Free).for_each(|item| item.mark = mark);
                items
            }
        })
    }

    /// The fault of a digit that adds `tokens` and may leave too few heaps.
    fn takes_nothing(&self, text: &str, tokens: usize) -> Fault {
        let least = tokens + 2;
        let name = match self.content {
            Content::Items(_) => "the braces".to_owned(),
            _ => format!("the digit {}", &text[self.span.clone()]),
        };
        let message = match (tokens, &self.content) {
            (0, Content::Items(_)) => {
                format!("{name} before the point offer a move that takes nothing and does not split")
            }
            (0, _) => format!("{name} before the point offers a move that takes nothing and does not split"),
            (_, Content::Items(_)) => format!("{name} add {tokens} and could leave a heap that is no smaller"),
            _ => format!("{name} adds {tokens} and could leave a heap that is no smaller"),
        };
        let help = match (&self.content, tokens) {
            (Content::Items(_), _) => format!("here each number of heaps must be at least {least}"),
            (_, 0) => "here a digit must be 0, or a sum of some of 4, 8 and 16".into(),
            (_, 1) => "here a digit must be 0, 8, G (16) or O (24)".into(),
            (_, 2) => "here a digit must be 0 or G (16)".into(),
            _ => format!("here a digit must be 0; in braces each number must be at least {least}: `{{{least}+}}`"),
        };
        Fault::new(RuleErrorKind::Contradiction, self.span.clone(), message).help(help)
    }
}
