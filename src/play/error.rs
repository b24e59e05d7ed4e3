//! Why a question about a position has no answer.

use crate::ruleset::MoveError;
use crate::table::{TableError, bytes};

/// Why it cannot be said who wins.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A table cannot be computed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value is not known.
    #[error(
        "the value of heap {heap} of {rule} is not known: no theorem gives it after heaps 0..{through}, and a table so \
         long takes {}",
        time(*.operations)
    )]
    Value {
        /// The heap.
        heap: String,
        /// The rule.
        rule: String,
        /// The last heap whose value was computed.
        through: u64,
        /// What a table through the heap takes, in elementary operations of about a nanosecond.
        operations: f64,
    },
    /// No theorem decides, and there is too much to search.
    #[error("{why}, so positions are searched one by one, up to {most} of them, and here there are more")]
    TooManyPositions {
        /// Why no theorem decides.
        why: String,
        /// So many are searched.
        most: usize,
    },
    /// A search of all sums up to a size would be too much work.
    #[error(
        "the sums of up to three heaps of {rule} up to {size} are too much to search: their positions have more than \
         {most_work} heaps; sums up to {fits} can be searched"
    )]
    TooManySums {
        /// The rule.
        rule: String,
        /// The largest heap asked for.
        size: u64,
        /// Heaps of positions that are met at most.
        most_work: u64,
        /// The largest size that can be searched.
        fits: u64,
    },
    /// A search of all sums up to a size would take too much memory.
    #[error(
        "the sums of up to three heaps of {rule} up to {size} take more than {} of memory to search; sums up to {fits} \
         can be searched in it",
        bytes(*.allowed)
    )]
    SumsBeyondMemory {
        /// The rule.
        rule: String,
        /// The largest heap asked for.
        size: u64,
        /// Bytes allowed.
        allowed: u64,
        /// The largest size that can be searched.
        fits: u64,
    },
    /// Coins on a staircase have no heaps to split into.
    #[error("{rule} leaves more than one heap, which coins on a step cannot do")]
    SplitsOnStaircase {
        /// The rule.
        rule: String,
    },
    /// A step could come to hold more than 2^64 - 1 coins.
    #[error("the steps have more than 2^64 - 1 coins together")]
    TooManyCoins,
    /// The winning moves cannot all be listed.
    #[error("the heaps are so large that the winning moves are too many to look for")]
    TooManyMoves,
    /// A move is to be said by one heap and an amount, and is not of that kind.
    #[error("the first winning move is not an amount taken from one heap")]
    NotOneHeap,
    /// A set of a stream is none.
    #[error("a set of amounts needs one amount or more, each at least 1")]
    NoAmount,
    /// A heap can only be limited where the same amounts may be taken from every heap.
    #[error(
        "the heaps of {rule} cannot have limits: its moves are not a set of amounts that is the same for every heap"
    )]
    NoLimit {
        /// The rule.
        rule: String,
    },
}

impl From<MoveError> for PlayError {
    fn from(error: MoveError) -> Self {
        PlayError::Table(TableError::Move(error))
    }
}

/// The time that so many operations take, as people say it.
fn time(operations: f64) -> String {
    let hours = operations / 3.6e12;
    match hours {
        ..0.02 => "more than a minute".to_owned(),
        ..1.0 => format!("about {:.0} minutes", (hours * 60.0).max(2.0)),
        ..48.0 => format!("about {hours:.0} hours"),
        ..17_520.0 => format!("about {:.0} days", hours / 24.0),
        ..8.8e9 => format!("about {:.0} years", hours / 8766.0),
        _ => "more than a million years".to_owned(),
    }
}
