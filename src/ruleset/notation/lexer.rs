//! Text to tokens.

use std::ops::Range;

use winnow::ascii::{dec_uint, multispace0};
use winnow::combinator::{alt, fail, opt, preceded, repeat};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{one_of, take, take_while};

use crate::ruleset::error::{Fault, RuleErrorKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Number(i128),
    /// A letter, then letters, digits and `_`, as typed.
    Word(String),
    /// One of the operators and brackets.
    Symbol(&'static str),
    End,
}

#[derive(Debug, Clone)]
pub(crate) struct Spanned {
    pub(crate) token: Token,
    pub(crate) span: Range<usize>,
}

type Input<'a> = LocatingSlice<&'a str>;

/// Longer ones before those that they begin with.
const SYMBOLS: [&str; 24] = [
    "..", ",", "|", "&", "(", ")", "{", "}", "[", "]", "+", "-", "*", "/", "%", "^", ":", "==", "!=", "<=", ">=", "<",
    ">", "=",
];

/// The tokens of `text`, ending in [`Token::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Spanned>, Fault> {
    let mut input = LocatingSlice::new(text);
    let mut found = Vec::new();
    loop {
        skip_spaces(&mut input);
        let start = input.current_token_start();
        if start == text.len() {
            found.push(Spanned { token: Token::End, span: start..start });
            return Ok(found);
        }
        let token = token.parse_next(&mut input).map_err(|_| unreadable(text, start))?;
        found.push(Spanned { token, span: start..input.current_token_start() });
    }
}

fn skip_spaces(input: &mut Input<'_>) {
    let _: ModalResult<&str> = multispace0.parse_next(input);
}

fn token(input: &mut Input<'_>) -> ModalResult<Token> {
    alt((number.map(Token::Number), word.map(Token::Word), symbol.map(Token::Symbol))).parse_next(input)
}

fn word(input: &mut Input<'_>) -> ModalResult<String> {
    let rest = take_while(0.., |c: char| c.is_alphanumeric() || c == '_');
    (one_of(char::is_alphabetic), rest).take().map(str::to_owned).parse_next(input)
}

fn symbol(input: &mut Input<'_>) -> ModalResult<&'static str> {
    let found = SYMBOLS.into_iter().find(|symbol| input.as_ref().starts_with(symbol));
    match found {
        Some(symbol) => take(symbol.len()).value(symbol).parse_next(input),
        None => fail.parse_next(input),
    }
}

/// Digits with `_` between them, then perhaps an exponent: `1_000`, `1e6`.
fn number(input: &mut Input<'_>) -> ModalResult<i128> {
    let first = take_while(1.., '0'..='9').parse_next(input)?;
    let groups: String = repeat(0.., preceded('_', take_while(1.., '0'..='9'))).parse_next(input)?;
    let exponent = opt(preceded(one_of(['e', 'E']), dec_uint::<_, u32, _>)).parse_next(input)?;
    let digits = format!("{first}{groups}");
    let value = digits.parse::<i128>().ok().and_then(|m| m.checked_mul(10i128.checked_pow(exponent.unwrap_or(0))?));
    // Past i128 the exact value no longer matters: it is past every limit.
    Ok(value.unwrap_or(i128::MAX))
}

fn unreadable(text: &str, at: usize) -> Fault {
    let found = text[at..].chars().next().unwrap_or(' ');
    let fault =
        Fault::new(RuleErrorKind::Syntax, at..at + found.len_utf8(), format!("`{found}` has no place in a rule"));
    match found {
        '.' => fault.help("a range has two points: `1..3`; a take-and-break code is given by `code`, not `take`"),
        ';' => fault.help("amounts are separated by commas: `1, 3, 4`"),
        '!' => fault.help("not equal is written `!=`, and no condition is written with `!`: say `not`"),
        '≤' | '≥' | '≠' => fault.help("comparisons are written `<=`, `>=` and `!=`"),
        '–' | '—' | '…' => fault.help("a range is written with two points: `1..3`"),
        _ => fault.label("expected a number, a name or an operator"),
    }
}
