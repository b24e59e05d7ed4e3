//! Why there is no graph, or no answer from one.

use super::{Cycle, MOST_POSITIONS, Mistake};
use crate::ruleset::MoveError;
use crate::table::bytes;

/// Why there is no graph, or no answer from one.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A text is no graph.
    #[error(transparent)]
    Mistake(#[from] Mistake),
    /// A node without a name.
    #[error("a node has no name")]
    NoName,
    /// It would take more memory than is allowed, or more numbers than there are.
    #[error("a graph of at least {nodes} nodes and {moves} moves is too large for {} of memory", bytes(*.allowed))]
    TooLarge {
        /// Nodes so far.
        nodes: u64,
        /// Moves so far.
        moves: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A play might never end.
    #[error("{0}")]
    Cycle(Cycle),
    /// No node has this name.
    #[error("there is no node `{typed}`")]
    UnknownNode {
        /// What was typed.
        typed: String,
        /// The node that was probably meant.
        near: Option<String>,
    },
    /// A heap game has more positions than a graph of it may have.
    #[error("{rule} has more than {MOST_POSITIONS} positions that can be reached from heaps 0..{n}")]
    Positions {
        /// The rule.
        rule: String,
        /// The largest heap.
        n: u64,
    },
    /// A move of some heap is none.
    #[error(transparent)]
    Move(MoveError),
}

impl GraphError {
    /// What to do about it, where that does not depend on how it was asked for; a [`Mistake`] says it itself.
    pub fn help(&self) -> Option<String> {
        match self {
            GraphError::Cycle(_) => Some("a play must end: take out one of these moves".into()),
            GraphError::UnknownNode { near, .. } => near.as_ref().map(|near| format!("did you mean `{near}`?")),
            GraphError::Move(error) => error.help().map(str::to_owned),
            _ => None,
        }
    }
}
