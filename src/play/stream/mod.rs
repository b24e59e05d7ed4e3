//! Positions of contest problems, read from a stream as fast as a pipe gives them, and the answers.
//!
//! A [`Layout`] says how positions follow each other, a [`Referee`] knows the game, and an [`Answer`] is what is written
//! about each position. [`solve`] brings them together:
//!
//! ```
//! use std::convert::Infallible;
//! use sgtab::play::stream::{Answer, FirstMove, Layout, Referee, solve};
//!
//! /// Nim, where only the winner is asked for.
//! struct Nim(u64);
//!
//! impl Referee for Nim {
//!     type Heap = u64;
//!     type Error = Infallible;
//!
//!     fn start(&mut self) {
//!         self.0 = 0;
//!     }
//!     fn add(&mut self, heaps: &[u64]) -> Result<(), Infallible> {
//!         self.0 = heaps.iter().fold(self.0, |sum, heap| sum ^ heap);
//!         Ok(())
//!     }
//!     fn first_wins(&mut self) -> Result<bool, Infallible> {
//!         Ok(self.0 != 0)
//!     }
//!     // ...
//! #   fn winning_moves(&mut self) -> Result<u64, Infallible> { Ok(0) }
//! #   fn first_winning_move(&mut self, _: &mut Vec<u64>) -> Result<Option<FirstMove>, Infallible> { Ok(None) }
//! #   fn set_amounts(&mut self, _: &[u64]) -> Result<(), Infallible> { Ok(()) }
//! }
//!
//! let words = Answer::Winner { first: "Win".into(), second: "Lose".into() };
//! let mut answers = Vec::new();
//! let count = solve("2\n2\n3 3\n3\n2 3 4\n".as_bytes(), Layout::Cases, &mut Nim(0), &words, &mut answers)?;
//! assert_eq!((count, answers.as_slice()), (2, &b"Lose\nWin\n"[..]));
//!
//! // What comes before a mistake is answered.
//! let mut answers = Vec::new();
//! let error = solve("1 1\n1 x\n".as_bytes(), Layout::Lines, &mut Nim(0), &words, &mut answers).unwrap_err();
//! let message = r#"line 2, column 3: found "x", expected a heap (a number up to 2^64 - 1)"#;
//! assert_eq!((error.to_string().as_str(), answers.as_slice()), (message, &b"Lose\n"[..]));
//! # Ok::<(), sgtab::play::stream::StreamError<Infallible>>(())
//! ```
//!
//! Tokens are split by ASCII white space. They are read in pieces of some thousand bytes, and a position is handed on as
//! it is read: the memory used depends neither on the counts that a stream announces nor on the length of a position.
//! A byte order mark in front is passed over.

mod answer;
mod block;
mod digits;
mod error;
mod heap;
mod layout;
mod reader;
mod referee;
mod remedy;
mod tokens;
mod walk;

use std::io::{Read, Write};

pub use self::answer::Answer;
pub use self::error::{Expected, Found, Mistake, StreamError, Within};
pub use self::heap::{Heap, Limited};
pub use self::layout::{Layout, UnknownLayout};
pub use self::referee::{FirstMove, Referee};

use self::answer::Writer;
use self::reader::Reader;
use self::walk::Walk;

/// Answers the positions of `input`, one line or two each; the words of one set of [`Layout::SNim`] share a line.
/// Returns how many there were.
///
/// Neither end needs a buffer of its own. Answers are held back until there are many, or the stream ends.
///
/// # Errors
/// See [`StreamError`]. The answers to all positions before the mistake are written, and nothing for its own.
pub fn solve<F: Referee>(
    input: impl Read,
    layout: Layout,
    referee: &mut F,
    answer: &Answer,
    output: impl Write,
) -> Result<u64, StreamError<F::Error>> {
    let writer = Writer::new(answer, output, layout == Layout::SNim);
    let mut walk = Walk { reader: Reader::new(input), referee, writer };
    let walked = walk.walk(layout);
    let written = walk.writer.finish().map_err(StreamError::Write);
    walked.and(written).map(|()| walk.writer.answered)
}
