//! Why a stream could not be answered to its end.

use std::{fmt, io};

use super::block::is_blank;

/// Why a stream could not be answered to its end. What comes before was answered and written.
#[derive(Debug, thiserror::Error)]
pub enum StreamError<E: std::error::Error> {
    /// The stream is not of its layout.
    #[error(transparent)]
    Mistake(Mistake),
    /// The referee does not know the answer.
    #[error("line {line}: {error}")]
    Referee {
        /// The line where the position (or the set of amounts) begins, from 1.
        line: u64,
        /// What the referee says.
        error: E,
    },
    /// The stream could not be read.
    #[error("cannot read: {0}")]
    Read(io::Error),
    /// The answers could not be written.
    #[error("cannot write: {0}")]
    Write(io::Error),
}

/// A place where a stream is not of its layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// From 1.
    pub line: u64,
    /// From 1. Before a mistake there are digits and blanks only, so that a column is a byte and a character too.
    pub column: u64,
    /// What is there.
    pub found: Found,
    /// What should be there.
    pub expected: Expected,
    /// How that is written; empty for [`Expected::End`].
    pub form: &'static str,
}

impl std::error::Error for Mistake {}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { line, column, found, expected, form } = self;
        write!(f, "line {line}, column {column}: ")?;
        match found {
            Found::End => return write!(f, "ends where {expected} was expected"),
            Found::Word(text) => write!(f, "found {text:?}")?,
            Found::Negative(text) => write!(f, "found {text:?}, a negative number")?,
            Found::TooLarge(text) => write!(f, "found {text:?}, a number too large")?,
        }
        write!(f, ", expected {expected}")?;
        if form.is_empty() { Ok(()) } else { write!(f, " ({form})") }
    }
}

/// What was found; of a long word its beginning and `…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The end of the stream.
    End,
    /// Some word, or a number where none belongs.
    Word(String),
    /// A number below 0.
    Negative(String),
    /// A number beyond 2^64 - 1.
    TooLarge(String),
}

/// Of a word that was found so many characters are kept.
const MOST_SHOWN: usize = 40;

impl Found {
    /// What `bytes` begin with.
    pub(super) fn word(bytes: &[u8]) -> Found {
        let length = bytes.iter().position(|&byte| is_blank(byte)).unwrap_or(bytes.len());
        // A character has four bytes at most.
        let word = String::from_utf8_lossy(&bytes[..length.min(4 * MOST_SHOWN + 4)]);
        let mut text: String = word.chars().take(MOST_SHOWN).collect();
        if text.len() < word.len() {
            text.push('…');
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match word.strip_prefix('-') {
            Some(rest) if is_number(rest) => Found::Negative(text),
            None if is_number(&word) && word.parse::<u64>().is_err() => Found::TooLarge(text),
            _ => Found::Word(text),
        }
    }
}

/// What was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The number of cases.
    Cases,
    /// A heap of a line.
    Heap,
    /// The number of heaps.
    Heaps(Within),
    /// A heap that was announced.
    HeapOf {
        /// Which, from 1.
        heap: u64,
        /// Of how many.
        of: u64,
        /// Where.
        within: Within,
    },
    /// The number of amounts, or the 0 that ends the stream.
    Amounts {
        /// Which set, from 1.
        set: u64,
    },
    /// An amount that was announced.
    AmountOf {
        /// Which, from 1.
        amount: u64,
        /// Of how many.
        of: u64,
        /// Which set, from 1.
        set: u64,
    },
    /// The number of queries.
    Queries {
        /// Which set, from 1.
        set: u64,
    },
    /// Nothing more.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Cases => write!(f, "the number of cases"),
            Expected::Heap => write!(f, "a heap"),
            Expected::Heaps(within) => write!(f, "the number of heaps{within}"),
            Expected::HeapOf { heap, of, within } => write!(f, "heap {heap} of {of}{within}"),
            Expected::Amounts { set } => write!(f, "the number of amounts of set {set}, or 0 for the end,"),
            Expected::AmountOf { amount, of, set } => write!(f, "amount {amount} of {of} of set {set}"),
            Expected::Queries { set } => write!(f, "the number of queries of set {set}"),
            Expected::End => write!(f, "the end"),
        }
    }
}

/// Which position it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The only one.
    Single,
    /// One of several cases.
    Case(u64),
    /// A query to a set of amounts.
    Query {
        /// Which query, from 1.
        query: u64,
        /// To which set, from 1.
        set: u64,
    },
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Within::Single => Ok(()),
            Within::Case(case) => write!(f, " of case {case}"),
            Within::Query { query, set } => write!(f, " of query {query} of set {set}"),
        }
    }
}
