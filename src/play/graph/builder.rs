//! Nodes and moves in any order to compressed sparse rows.
//!
//! Rows are filled by a counting sort of the moves; a node remembers the last row that has a move to it, so a move
//! that is there already is left out. Time O(V + E), 12 bytes a move and about 60 a node besides its name.

use super::list::List;
use super::names::Names;
use super::{Graph, GraphError};

/// Collects nodes and moves for a [`Graph`].
///
/// ```
/// use sgtab::play::graph::Builder;
/// let mut builder = Builder::default();
/// builder.add_move("a", "b").unwrap();
/// builder.add_move("a", "b").unwrap();
/// builder.node("alone").unwrap();
/// let graph = builder.finish();
/// assert_eq!((graph.len(), graph.edges(), graph.moves(0)), (3, 1, &[1][..]));
/// ```
#[derive(Debug, Clone)]
pub struct Builder {
    names: Names,
    moves: Vec<(u32, u32)>,
    memory: u64,
}

/// What a move takes: here, and in its row; the list here may be twice as long as what is in it.
const BYTES_A_MOVE: u64 = 20;
/// What a node takes here, in its row, and while its value is computed, besides its name.
const BYTES_A_NODE: u64 = 64;

impl Default for Builder {
    fn default() -> Self {
        Builder::within(4 << 30)
    }
}

impl Builder {
    /// A builder of a graph that takes no more than so many bytes.
    pub fn within(memory: u64) -> Self {
        Builder { names: Names::default(), moves: Vec::new(), memory }
    }

    /// The number of the node of this name; nodes are numbered from 0 as they appear. Blanks around a name are no
    /// part of it.
    ///
    /// # Errors
    /// When the name is empty, or the graph takes too much memory.
    pub fn node(&mut self, name: &str) -> Result<u32, GraphError> {
        let name = name.trim_ascii();
        if name.is_empty() {
            return Err(GraphError::NoName);
        }
        let number = self.names.number(name);
        self.check_memory()?;
        Ok(number)
    }

    /// A move from one node to another, by name. Whether it is there already makes no difference.
    ///
    /// # Errors
    /// Those of [`Builder::node`].
    pub fn add_move(&mut self, from: &str, to: &str) -> Result<(), GraphError> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        self.link(from, to)
    }

    /// The numbers of nodes, as [`Builder::node`] gives them one after the other. The names are not empty.
    pub(super) fn numbers(&mut self, names: &List) -> Result<Vec<u32>, GraphError> {
        let numbers = self.names.numbers(names);
        self.check_memory()?;
        Ok(numbers)
    }

    /// A move to each of these nodes.
    pub(super) fn link_all(&mut self, from: u32, names: &List) -> Result<(), GraphError> {
        let numbers = self.numbers(names)?;
        numbers.into_iter().try_for_each(|to| self.link(from, to))
    }

    /// A move between two nodes that are there.
    pub(super) fn link(&mut self, from: u32, to: u32) -> Result<(), GraphError> {
        self.moves.push((from, to));
        self.check_memory()
    }

    /// How many nodes there are so far.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, node: u32) -> &str {
        self.names.get(node)
    }

    fn check_memory(&self) -> Result<(), GraphError> {
        self.check_room(self.moves.len() as u64)
    }

    /// Whether the nodes that are there may have so many moves.
    pub(super) fn check_room(&self, moves: u64) -> Result<(), GraphError> {
        let nodes = self.names.len() as u64;
        let needed = self.names.bytes() as u64 + nodes * BYTES_A_NODE + moves * BYTES_A_MOVE;
        // Nodes and moves are counted in 32 bits.
        if needed > self.memory || nodes.max(moves) >= u32::MAX.into() {
            return Err(GraphError::TooLarge { nodes, moves, allowed: self.memory });
        }
        Ok(())
    }

    /// The graph.
    pub fn finish(self) -> Graph {
        let Builder { names, moves, .. } = self;
        let nodes = names.len();
        let mut starts = vec![0u32; nodes + 1];
        for &(from, _) in &moves {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts[..nodes].to_vec();
        let mut targets = vec![0u32; moves.len()];
        for (from, to) in moves {
            let place = &mut next[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        let mut last_from = next;
        last_from.fill(u32::MAX);
        let mut kept = 0;
        for node in 0..nodes {
            let row = starts[node]..starts[node + 1];
            starts[node] = kept;
            for at in row {
                let to = targets[at as usize];
                if last_from[to as usize] != node as u32 {
                    last_from[to as usize] = node as u32;
                    targets[kept as usize] = to;
                    kept += 1;
                }
            }
        }
        starts[nodes] = kept;
        targets.truncate(kept as usize);
        Graph { names, starts, targets, of_heaps: false }
    }
}
