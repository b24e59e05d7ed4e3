//! Digits of a code, one after the other: their marks and braces.

use std::ops::Range;

use super::digit::{Item, Mark};
use crate::ruleset::error::{Fault, RuleErrorKind};

/// Larger numbers of heaps are refused.
pub(super) const MOST_PARTS: u64 = 1_000_000;

/// A digit as it stands in the text.
pub(super) struct Written {
    pub(super) content: Content,
    pub(super) mark: Mark,
    pub(super) span: Range<usize>,
}

pub(super) enum Content {
    Bits(u32),
    /// `*`
    Any,
    Items(Vec<Item>),
}

pub(super) fn syntax(span: Range<usize>, message: impl Into<String>) -> Fault {
    Fault::new(RuleErrorKind::Syntax, span, message)
}

fn mark(letter: char) -> Option<Mark> {
    match letter {
        '!' => Some(Mark::Different),
        '?' => Some(Mark::NotAllEqual),
        '=' => Some(Mark::Equal),
        _ => None,
    }
}

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader { text, at: 0 }
    }

    /// The span of what has not been read.
    pub(super) fn rest(&self) -> Range<usize> {
        self.at..self.text.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The span of the next character.
    pub(super) fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    pub(super) fn advance(&mut self) {
        self.at = self.here().end;
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.advance();
        }
    }

    /// A digit, `*` or braces, with its mark.
    pub(super) fn digit(&mut self) -> Result<Written, Fault> {
        let here = self.here();
        let first = self.peek().unwrap_or(' ');
        let content = match first {
            '{' => Content::Items(self.braces()?),
            '*' => Content::Any,
            _ => Content::Bits(first.to_digit(32).ok_or_else(|| not_a_digit(first, here.clone()))?),
        };
        if first != '{' {
            self.advance();
        }
        let mark = self.mark()?;
        Ok(Written { content, mark, span: here.start..self.at })
    }

    /// One mark or none.
    fn mark(&mut self) -> Result<Mark, Fault> {
        let Some(first) = self.peek().and_then(mark) else { return Ok(Mark::Free) };
        self.advance();
        match self.peek().and_then(mark) {
            Some(second) => Err(self.second_mark(first, second)),
            None => Ok(first),
        }
    }

    fn second_mark(&self, first: Mark, second: Mark) -> Fault {
        let fault = syntax(self.here(), format!("a second mark: `{second}` after `{first}`")).label("expected no mark");
        fault.help(match first == second {
            true => "write the mark once".into(),
            false => format!("in braces each number can have its own: `{{3{first},4{second}}}`"),
        })
    }

    /// The numbers within braces; `self` is at the opening one.
    fn braces(&mut self) -> Result<Vec<Item>, Fault> {
        let open = self.here();
        self.advance();
        let mut items = Vec::new();
        loop {
            self.skip_spaces();
            if self.peek() == Some('}') && items.is_empty() {
                let fault = Fault::new(RuleErrorKind::Empty, open.start..self.here().end, "the braces are empty");
                return Err(fault.label("expected numbers of heaps").help("for no move write the digit 0"));
            }
            items.push(self.item(&open)?);
            self.skip_spaces();
            let here = self.here();
            match self.peek() {
                Some(',') => self.advance(),
                Some('}') => {
                    self.advance();
                    return Ok(items);
                }
                None => return Err(unclosed(open)),
                Some('+') => return Err(syntax(here, "a second `+`").label("expected `,` or `}`")),
                Some(other) => {
                    let fault = syntax(here, format!("`{other}` cannot stand here")).label("expected `,` or `}`");
                    return Err(fault.help("braces list numbers of heaps, for example `{0,2,3!+}`"));
                }
            }
        }
    }

    /// A number with mark and `+`, in either order.
    fn item(&mut self, open: &Range<usize>) -> Result<Item, Fault> {
        let start = self.at;
        let parts = self.number(open)?;
        let span = start..self.at;
        let mut item = Item { parts, or_more: false, mark: self.mark()? };
        if self.peek() == Some('+') {
            self.advance();
            item.or_more = true;
            if let Some(second) = self.peek().and_then(mark).filter(|_| item.mark != Mark::Free) {
                return Err(self.second_mark(item.mark, second));
            }
            if item.mark == Mark::Free {
                item.mark = self.mark()?;
            }
        }
        // `3+` may begin one later, so that the normal form can say what comes after the largest number.
        if parts > MOST_PARTS + u64::from(item.or_more) {
            let fault = Fault::new(RuleErrorKind::Number, span, "the number of heaps is too large");
            return Err(fault.help(format!("numbers go up to {MOST_PARTS}")));
        }
        Ok(item)
    }

    fn number(&mut self, open: &Range<usize>) -> Result<u64, Fault> {
        let start = self.at;
        let mut number = 0u64;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit));
            self.advance();
        }
        let here = self.here();
        match self.peek() {
            None if self.at == start => Err(unclosed(open.clone())),
            Some(other) if self.at == start => {
                let message = match other {
                    _ if mark(other).is_some() => format!("the mark `{other}` without a number before it"),
                    ',' | '}' => format!("a number is missing before `{other}`"),
                    _ => format!("`{other}` is not a number of heaps"),
                };
                let fault = syntax(here, message).label("expected a number");
                Err(fault.help("braces list numbers of heaps, for example `{0,2,3!+}`"))
            }
            _ => Ok(number),
        }
    }
}

fn unclosed(open: Range<usize>) -> Fault {
    syntax(open, "the braces are not closed").label("expected `}` after it")
}

/// The fault of a character that stands where a digit belongs.
fn not_a_digit(found: char, span: Range<usize>) -> Fault {
    let help = "a digit is the sum of 1 (leave nothing), 2 (leave one heap), 4 (two), 8 (three), 16 (four)";
    match found {
        '!' | '?' | '=' => syntax(span, format!("the mark `{found}` without a digit before it"))
            .label("expected a digit")
            .help(format!("a mark follows its digit, for example `7{found}`")),
        '}' => syntax(span, "`}` without a `{` before it").label("expected a digit"),
        '+' => syntax(span, "`+` without a number before it")
            .label("expected a digit")
            .help("numbers of heaps stand in braces, for example `{3+}`"),
        ',' => syntax(span, "`,` between digits")
            .label("expected a digit")
            .help("digits follow each other directly; a list of numbers of heaps stands in braces: `{0,2}`"),
        _ => syntax(span, format!("`{found}` is not a digit of a code")).label("expected 0-9 or A-V").help(help),
    }
}
