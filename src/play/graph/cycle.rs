//! A cycle in what should have none.
//!
//! Every node that a search from the sources leaves behind has a predecessor that is left behind too, so a walk back
//! comes to a node that it has been at. Time O(V + E), and only where there is a cycle.

use std::fmt;

use super::Graph;

/// The nodes of a cycle by name, from the one that appears first in the graph; the last has a move to the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle(pub Vec<String>);

/// Longer cycles are shown by their beginning and end.
const MOST_SHOWN: usize = 20;
const SHOWN_FIRST: usize = 8;
const SHOWN_LAST: usize = 4;

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cycle(names) = self;
        let (first, last) =
            if names.len() > MOST_SHOWN { (SHOWN_FIRST, names.len() - SHOWN_LAST) } else { (names.len(), names.len()) };
        f.write_str("the moves go round in a circle: ")?;
        names.iter().take(first).try_for_each(|name| write!(f, "{name} -> "))?;
        if first < last {
            f.write_str("... -> ")?;
        }
        names.iter().skip(last).try_for_each(|name| write!(f, "{name} -> "))?;
        f.write_str(names.first().map_or("", |name| name))?;
        if first < last { write!(f, " ({} moves)", names.len()) } else { Ok(()) }
    }
}

/// A cycle among the nodes that are `left`, each of which has a move to it from another of them.
pub(super) fn find(graph: &Graph, left: impl Fn(u32) -> bool) -> Cycle {
    let mut before = vec![u32::MAX; graph.len()];
    let mut at = 0;
    for from in graph.nodes().filter(|&node| left(node)) {
        for &to in graph.moves(from) {
            before[to as usize] = from;
        }
        at = from;
    }
    // As many steps as there are nodes end on a cycle.
    for _ in graph.nodes() {
        at = before[at as usize];
    }
    let mut cycle = vec![at];
    let mut node = before[at as usize];
    while node != at {
        cycle.push(node);
        node = before[node as usize];
    }
    cycle.reverse();
    let first = cycle.iter().enumerate().min_by_key(|&(_, node)| node).map_or(0, |(place, _)| place);
    cycle.rotate_left(first);
    Cycle(cycle.into_iter().map(|node| graph.name(node).to_owned()).collect())
}
