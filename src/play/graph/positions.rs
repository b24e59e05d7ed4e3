//! The graph of a heap game: its positions from heaps 0..=n on.
//!
//! A position is a multiset of heaps and is named by it, `3+4`, ascending; the empty one is `0`. Where no move splits
//! a heap, the positions are the heaps.

use super::list::List;
use super::{Builder, Graph, GraphError};
use crate::ruleset::Ruleset;

/// A graph of a heap game has so many positions at most.
pub const MOST_POSITIONS: usize = 200_000;

/// So many options are looked up together.
const MOST_OPTIONS: usize = 4096;

impl Graph {
    /// The heaps 0..=n in order, then what else can be reached from them. It may take `memory` bytes.
    ///
    /// # Errors
    /// When there are too many positions, the graph is too large, or a move of some heap is none.
    ///
    /// ```
    /// use sgtab::play::graph::Graph;
    /// use sgtab::ruleset::Ruleset;
    /// let graph = Graph::of_rule(&Ruleset::parse("kayles").unwrap(), 4, 1 << 20).unwrap();
    /// let names: Vec<&str> = graph.nodes().map(|node| graph.name(node)).collect();
    /// assert_eq!(names, ["0", "1", "2", "3", "4", "1+1", "1+2"]);
    /// ```
    pub fn of_rule(rule: &Ruleset, n: u64, memory: u64) -> Result<Graph, GraphError> {
        let too_many = || GraphError::Positions { rule: rule.to_string(), n };
        if n >= MOST_POSITIONS as u64 {
            return Err(too_many());
        }
        let mut builder = Builder::within(memory);
        for heap in 0..=n {
            builder.node(&heap.to_string())?;
        }
        if !rule.splits() {
            check_room(rule, n, &builder)?;
        }
        let mut done = 0;
        let mut options = List::default();
        while done < builder.len() {
            let from = done as u32;
            let heaps = heaps(builder.name(from));
            for (place, &heap) in heaps.iter().enumerate() {
                // Equal heaps have equal moves.
                if place > 0 && heaps[place - 1] == heap {
                    continue;
                }
                let rest = [&heaps[..place], &heaps[place + 1..]].concat();
                let mut linked = Ok(());
                let visited = rule.for_each_option(heap, |left| {
                    if linked.is_ok() {
                        options.push(&name(&rest, left));
                    }
                    if options.len() == MOST_OPTIONS {
                        linked = builder.link_all(from, &options);
                        options.clear();
                    }
                });
                visited.map_err(GraphError::Move)?;
                linked?;
            }
            builder.link_all(from, &options)?;
            options.clear();
            if builder.len() > MOST_POSITIONS {
                return Err(too_many());
            }
            done += 1;
        }
        Ok(Graph { of_heaps: true, ..builder.finish() })
    }
}

/// Whether the moves of heaps 0..=n fit, where they are all there is. They are counted, which is far faster than it is
/// to name and keep them until there are too many.
fn check_room(rule: &Ruleset, n: u64, builder: &Builder) -> Result<(), GraphError> {
    let (mut options, mut moves) = (rule.up_to(n), 0);
    for heap in 0..=n {
        options.for_each_option(heap, |_| moves += 1).map_err(GraphError::Move)?;
        builder.check_room(moves)?;
    }
    Ok(())
}

/// The heaps of a position, from its name; none of them is empty.
fn heaps(name: &str) -> Vec<u64> {
    name.split('+').filter_map(|heap| heap.parse().ok()).filter(|&heap| heap > 0).collect()
}

/// The name of the position with these heaps: `2+1` is called `1+2`.
pub(super) fn in_order(text: &str) -> Option<String> {
    let mut heaps = text.split('+').map(|heap| heap.trim_ascii().parse().ok()).collect::<Option<Vec<u64>>>()?;
    heaps.retain(|&heap| heap > 0);
    Some(name(&heaps, &[]))
}

fn name(rest: &[u64], left: &[u64]) -> String {
    let mut heaps = [rest, left].concat();
    heaps.sort_unstable();
    match heaps.as_slice() {
        [] => "0".into(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    }
}
