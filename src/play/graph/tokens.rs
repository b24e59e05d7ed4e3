//! A sum: tokens on nodes, and a move moves one of them.
//!
//! A token on v is worth g(v), and the sum the XOR of its tokens. A move wins when it leaves 0, so when it leads from
//! v to a node of value g(v) XOR the sum, be that less or more (Sprague 1935, Grundy 1939).

use super::{Graph, GraphError, Values};
use crate::ruleset::did_you_mean;

/// Who wins a sum, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The XOR of the values; the player to move loses when it is 0.
    pub nim_sum: u32,
    /// Every winning move.
    pub moves: Vec<TokenMove>,
}

/// A move of one token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenMove {
    /// Which token, from 0.
    pub token: usize,
    /// The node where it stands.
    pub from: u32,
    /// The node where it goes.
    pub to: u32,
}

impl Sum {
    /// `first` (the player to move) or `second`.
    pub fn winner(&self) -> &'static str {
        if self.nim_sum == 0 { "second" } else { "first" }
    }
}

/// A slip of the pen is looked for among so many names.
const MOST_COMPARED: usize = 100_000;

impl Graph {
    /// The nodes of a list of names with commas between them. A text that is itself the name of a node is that node,
    /// commas or not.
    ///
    /// # Errors
    /// The first name that is no node.
    pub fn tokens(&self, text: &str) -> Result<Vec<u32>, GraphError> {
        if let Some(node) = self.node(text) {
            return Ok(vec![node]);
        }
        let token = |name: &str| {
            self.node(name).ok_or_else(|| {
                let names = self.nodes().take(MOST_COMPARED).map(|node| self.name(node));
                let near = did_you_mean(name, names).map(str::to_owned);
                GraphError::UnknownNode { typed: name.trim_ascii().into(), near }
            })
        };
        text.split(',').map(token).collect()
    }
}

impl Values<'_> {
    /// The sum of tokens on these nodes; two may stand on the same. It says nothing of misère play, where sums do not
    /// follow from values.
    pub fn sum(&self, tokens: &[u32]) -> Sum {
        let nim_sum = tokens.iter().fold(0, |sum, &node| sum ^ self.get(node));
        let mut moves = Vec::new();
        for (token, &from) in tokens.iter().enumerate() {
            let wanted = self.get(from) ^ nim_sum;
            let winning = self.graph.moves(from).iter().filter(|&&to| self.get(to) == wanted);
            moves.extend(winning.map(|&to| TokenMove { token, from, to }));
        }
        Sum { nim_sum, moves }
    }
}
