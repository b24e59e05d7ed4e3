//! The SG value of every node: g(v) = mex of g(w) over the moves v -> w.
//!
//! Source: Grundy, Mathematics and games, 1939. The nodes are put in an order in which moves lead forwards (Kahn,
//! Topological sorting of large networks, 1962, from the sources on) and valued from its end, so that no list of
//! predecessors is needed. The mex of d values takes d + 1 steps on a timestamped array. Time O(V + E), 12 bytes a
//! node. Right for every graph without a cycle; another one is refused.
//!
//! In misère play a node without moves is worth 1 instead of 0; of the values only zero or not zero has a meaning.

use super::{Graph, GraphError, cycle};
use crate::ruleset::Convention;
use crate::table::Visited;

/// What the nodes of a graph are worth.
#[derive(Debug, Clone)]
pub struct Values<'a> {
    pub(super) graph: &'a Graph,
    pub(super) convention: Convention,
    values: Vec<u32>,
}

impl Graph {
    /// The value of every node.
    ///
    /// # Errors
    /// When there is a cycle; it is named.
    ///
    /// ```
    /// use sgtab::play::graph::{Format, Graph};
    /// use sgtab::ruleset::Convention;
    /// let graph = Graph::parse(b"from,to\na,b\nb,c\nc,a\n", Format::Csv, "round.csv", 1 << 20).unwrap();
    /// let error = graph.values(Convention::Normal).unwrap_err();
    /// assert_eq!(error.to_string(), "the moves go round in a circle: a -> b -> c -> a");
    /// ```
    pub fn values(&self, convention: Convention) -> Result<Values<'_>, GraphError> {
        let terminal = if convention == Convention::Misere { 1 } else { 0 };
        let mut values = vec![0; self.len()];
        let mut visited = Visited::default();
        for &node in self.order()?.iter().rev() {
            let moves = self.moves(node);
            visited.next_heap();
            moves.iter().for_each(|&to| visited.mark(values[to as usize]));
            values[node as usize] = if moves.is_empty() { terminal } else { visited.mex() };
        }
        Ok(Values { graph: self, convention, values })
    }

    /// All nodes, each before those that its moves lead to.
    fn order(&self) -> Result<Vec<u32>, GraphError> {
        let mut moves_to = vec![0u32; self.len()];
        self.targets.iter().for_each(|&to| moves_to[to as usize] += 1);
        let mut order = Vec::with_capacity(self.len());
        order.extend(self.nodes().filter(|&node| moves_to[node as usize] == 0));
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            done += 1;
            for &to in self.moves(node) {
                moves_to[to as usize] -= 1;
                if moves_to[to as usize] == 0 {
                    order.push(to);
                }
            }
        }
        if done < self.len() {
            return Err(GraphError::Cycle(cycle::find(self, |node| moves_to[node as usize] > 0)));
        }
        Ok(order)
    }
}

impl<'a> Values<'a> {
    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Who wins at a node without moves.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The values in order of nodes. For misère play they are misère nim-values, of which only zero or not zero is to
    /// be shown.
    pub fn all(&self) -> &[u32] {
        &self.values
    }

    /// The value of a node; 0 where there is no such node.
    pub fn get(&self, node: u32) -> u32 {
        self.values.get(node as usize).copied().unwrap_or(0)
    }

    /// Whether the player to move from a node loses.
    pub fn is_p_position(&self, node: u32) -> bool {
        self.get(node) == 0
    }

    /// Where the winning moves of a node lead: to P-positions.
    pub fn winning(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.graph.moves(node).iter().copied().filter(|&to| self.is_p_position(to))
    }
}
