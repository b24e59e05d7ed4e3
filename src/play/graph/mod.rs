//! Any game as a directed acyclic graph: positions are nodes, moves are edges.
//!
//! A [`Graph`] is read from a CSV list of edges or a DOT file ([`Graph::parse`]), built from a heap game
//! ([`Graph::of_rule`]) or put together by a [`Builder`]. [`Graph::values`] gives the SG value of every node, and
//! [`Values::sum`] says who wins when several tokens stand on nodes, and by which moves.
//!
//! ```
//! use sgtab::play::graph::{Format, Graph};
//! use sgtab::ruleset::Convention;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let graph = Graph::parse(b"from,to\na,b\na,c\nb,c\n", Format::Csv, "example.csv", 1 << 20)?;
//! let values = graph.values(Convention::Normal)?;
//! assert_eq!(values.all(), [2, 1, 0]);
//! let sum = values.sum(&graph.tokens("a,b")?);
//! let moves: Vec<_> = sum.moves.iter().map(|m| (m.token, graph.name(m.from), graph.name(m.to))).collect();
//! assert_eq!((sum.nim_sum, moves), (3, vec![(0, "a", "b")]));
//! # Ok(())
//! # }
//! ```

mod builder;
mod csv;
mod cycle;
mod dot;
mod error;
mod list;
mod names;
mod positions;
mod source;
mod tokens;
mod values;

pub use self::builder::Builder;
pub use self::cycle::Cycle;
pub use self::error::GraphError;
pub use self::positions::MOST_POSITIONS;
pub use self::source::{Format, Mistake};
pub use self::tokens::{Sum, TokenMove};
pub use self::values::Values;

use self::names::Names;

/// A finite game: nodes, numbered from 0 as they first appear, and the moves of each, none of them twice.
#[derive(Debug, Clone)]
pub struct Graph {
    names: Names,
    /// Where the row of each node begins in `targets`; one more for the end of the last.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Nodes are positions of heaps, and named by them.
    of_heaps: bool,
}

impl Graph {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many moves there are, over all nodes.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len() as u32
    }

    /// The name of a node; empty where there is no such node.
    pub fn name(&self, node: u32) -> &str {
        self.names.get(node)
    }

    /// The node of this name. Where nodes are positions of a heap game, their heaps may come in any order.
    pub fn node(&self, name: &str) -> Option<u32> {
        let as_it_is = self.names.find(name.trim_ascii());
        as_it_is.or_else(|| self.names.find(&positions::in_order(name).filter(|_| self.of_heaps)?))
    }

    /// Where the moves of a node lead, in the order in which they were given.
    pub fn moves(&self, node: u32) -> &[u32] {
        let at = node as usize;
        let (Some(&start), Some(&end)) = (self.starts.get(at), self.starts.get(at + 1)) else { return &[] };
        self.targets.get(start as usize..end as usize).unwrap_or(&[])
    }
}
