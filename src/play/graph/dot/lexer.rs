//! DOT text to tokens.

use std::ops::Range;

use winnow::ascii::{multispace1, till_line_ending};
use winnow::combinator::{alt, delimited, fail, opt, preceded, repeat};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{one_of, take, take_until, take_while};

use super::super::source::{Mistake, Source};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    Quoted(String),
    /// In lower case.
    Keyword(&'static str),
    /// One of the brackets and operators.
    Symbol(&'static str),
    End,
}

type Input<'a> = LocatingSlice<&'a str>;

const KEYWORDS: [&str; 6] = ["strict", "digraph", "graph", "subgraph", "node", "edge"];
const SYMBOLS: [&str; 11] = ["->", "--", "{", "}", "[", "]", ";", ",", "=", ":", "+"];

/// A text from which tokens are taken one at a time.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    pub(super) source: Source<'a>,
    input: Input<'a>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Lexer { source, input: LocatingSlice::new(source.text) }
    }

    /// The next token and its place.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, Range<usize>), Mistake> {
        self.skip_blanks()?;
        let start = self.input.current_token_start();
        if start == self.source.text.len() {
            return Ok((Token::End, start..start));
        }
        match token.parse_next(&mut self.input) {
            Ok(token) => Ok((token, start..self.input.current_token_start())),
            Err(_) => Err(self.unreadable(start)),
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Mistake> {
        let blank = alt((multispace1.void(), comment));
        let skipped: ModalResult<()> = repeat(0.., blank).parse_next(&mut self.input);
        skipped.map_err(|_| self.unreadable(self.input.current_token_start()))
    }

    fn unreadable(&self, at: usize) -> Mistake {
        let rest = &self.source.text[at..];
        let found = rest.chars().next().unwrap_or(' ');
        let mistake = |message: String| self.source.mistake(at..at + found.len_utf8(), message);
        match found {
            '"' => mistake("a quote is opened and not closed".into())
                .help("end the name with a quote; write `\\\"` for a quote in it"),
            '<' => mistake("an HTML text is opened and not closed".into()).help("end it with `>`"),
            '/' if rest.starts_with("/*") => {
                mistake("a comment is opened and not closed".into()).help("end it with `*/`")
            }
            _ => mistake(format!("`{found}` has no place in a DOT file"))
                .label("expected a name, a bracket or `->`")
                .help("a name that is not letters, digits and `_` alone stands in quotes: `\"3+4\"`"),
        }
    }
}

/// Also lines that begin with `#`, which a preprocessor left.
fn comment(input: &mut Input<'_>) -> ModalResult<()> {
    alt((("//", till_line_ending).void(), ("#", till_line_ending).void(), ("/*", take_until(0.., "*/"), "*/").void()))
        .parse_next(input)
}

fn token<'a>(input: &mut Input<'a>) -> ModalResult<Token<'a>> {
    alt((word, numeral.map(Token::Name), symbol.map(Token::Symbol), quoted.map(Token::Quoted), html.map(Token::Name)))
        .parse_next(input)
}

fn word<'a>(input: &mut Input<'a>) -> ModalResult<Token<'a>> {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
    let rest = take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii());
    let word: &str = (one_of(is_first), rest).take().parse_next(input)?;
    let keyword = KEYWORDS.into_iter().find(|keyword| keyword.eq_ignore_ascii_case(word));
    Ok(keyword.map_or(Token::Name(word), Token::Keyword))
}

fn numeral<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let digits = |least: usize| take_while(least.., '0'..='9');
    (opt('-'), alt(((digits(1), opt(('.', digits(0)))).void(), ('.', digits(1)).void()))).take().parse_next(input)
}

fn symbol(input: &mut Input<'_>) -> ModalResult<&'static str> {
    match SYMBOLS.into_iter().find(|symbol| input.as_ref().starts_with(symbol)) {
        Some(symbol) => take(symbol.len()).value(symbol).parse_next(input),
        None => fail.parse_next(input),
    }
}

/// `\"` and `\\` are one character, a backslash at the end of a line is nothing, and others stay.
fn quoted(input: &mut Input<'_>) -> ModalResult<String> {
    let part = alt((
        take_while(1.., |c| c != '"' && c != '\\'),
        preceded('\\', alt(("\"", "\\", "\r\n".value(""), "\n".value("")))),
        "\\",
    ));
    let parts = repeat(0.., part).fold(String::new, |text, part: &str| text + part);
    delimited('"', parts, '"').parse_next(input)
}

/// `<`, anything with its brackets in pairs, `>`; what is between is the name.
fn html<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let mut open = 0;
    let end = input.as_ref().char_indices().find(|&(_, c)| {
        open += i64::from(c == '<') - i64::from(c == '>');
        open == 0
    });
    match end {
        Some((end, '>')) => delimited('<', take(end - 1), '>').parse_next(input),
        _ => fail.parse_next(input),
    }
}
