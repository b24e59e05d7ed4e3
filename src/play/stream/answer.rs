//! What is written about each position.

use std::io::{self, BufWriter, Write};

use super::heap::Heap;
use super::referee::{FirstMove, Referee};

/// What is written about each position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A word for the winner.
    Winner {
        /// Where the first player wins.
        first: String,
        /// Where the second player wins.
        second: String,
    },
    /// The number of first moves that win.
    Count,
    /// The first move that wins, `AMOUNT PLACE`, and on a line of their own all heaps as it leaves them.
    Move {
        /// The word where no move wins, and the first player loses.
        lost: String,
        /// The word where there is no move, and the first player has won: in misère play.
        won: String,
    },
}

/// Asks, and writes the answers.
pub(super) struct Writer<'a, W: Write, H> {
    answer: &'a Answer,
    out: BufWriter<W>,
    left: Vec<H>,
    /// Whether the words of several positions share a line.
    joined: bool,
    line_is_open: bool,
    /// Positions answered.
    pub(super) answered: u64,
}

/// Which side failed.
pub(super) enum NoAnswer<E> {
    Referee(E),
    Write(io::Error),
}

impl<'a, W: Write, H: Heap> Writer<'a, W, H> {
    pub(super) fn new(answer: &'a Answer, out: W, joined: bool) -> Self {
        // Counts and moves would run into each other.
        let joined = joined && matches!(answer, Answer::Winner { .. });
        let out = BufWriter::with_capacity(1 << 16, out);
        Writer { answer, out, left: Vec::new(), joined, line_is_open: false, answered: 0 }
    }

    /// Asks about the position that the referee was given, and writes the answer.
    #[inline]
    pub(super) fn ask<F: Referee<Heap = H>>(&mut self, referee: &mut F) -> Result<(), NoAnswer<F::Error>> {
        match self.answer {
            Answer::Winner { first, second } => {
                let word = if referee.first_wins().map_err(NoAnswer::Referee)? { first } else { second };
                self.out.write_all(word.as_bytes())
            }
            Answer::Count => {
                let count = referee.winning_moves().map_err(NoAnswer::Referee)?;
                write!(self.out, "{count}")
            }
            Answer::Move { lost, won } => {
                self.left.clear();
                match referee.first_winning_move(&mut self.left).map_err(NoAnswer::Referee)? {
                    Some(first) => write_move(&mut self.out, first, &self.left),
                    None => {
                        let word = if referee.first_wins().map_err(NoAnswer::Referee)? { won } else { lost };
                        self.out.write_all(word.as_bytes())
                    }
                }
            }
        }
        .and_then(|()| if self.joined { Ok(()) } else { self.out.write_all(b"\n") })
        .map_err(NoAnswer::Write)?;
        self.line_is_open = self.joined;
        self.answered += 1;
        Ok(())
    }

    /// Ends the line that positions shared, also where it has none.
    pub(super) fn end_set(&mut self) -> io::Result<()> {
        self.line_is_open = false;
        if self.joined { self.out.write_all(b"\n") } else { Ok(()) }
    }

    /// Nothing stays in the buffer, and no line stays open.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.line_is_open {
            self.end_set()?;
        }
        self.out.flush()
    }
}

fn write_move<H: Heap>(out: &mut impl Write, first: FirstMove, left: &[H]) -> io::Result<()> {
    writeln!(out, "{} {}", first.amount, first.place)?;
    for (at, heap) in left.iter().enumerate() {
        write!(out, "{}{heap}", if at == 0 { "" } else { " " })?;
    }
    Ok(())
}
