//! Where the nodes of a game stand, in layers: every move leads down.
//!
//! After Sugiyama, Tagawa and Toda, Methods for visual understanding of hierarchical system structures (1981). A node
//! stands as low as its moves allow while there is room in its row; a move that passes rows has a bend in each; rows are
//! ordered by the medians of their neighbours, of which the order with the fewest crossings is kept; and each slot is
//! drawn to the mean of its neighbours, as far as the order and the widths allow (least squares, by pooling of adjacent
//! violators). For graphs of up to some hundred moves.

use super::spread::spread;
use crate::play::graph::Graph;

/// A place in a row: of a node, or of the bend of a move that passes through.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub node: Option<u32>,
    pub row: usize,
    pub width: f64,
    /// The middle.
    pub x: f64,
    /// Slots in the row above and in the row below that it is joined to.
    above: Vec<usize>,
    below: Vec<usize>,
}

/// A move: the slots that it passes, from the node where it begins to that where it ends.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub to: u32,
    pub slots: Vec<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub slots: Vec<Slot>,
    pub paths: Vec<Path>,
    /// Slots from left to right; row 0 is the lowest.
    pub rows: Vec<Vec<usize>>,
}

/// Rounds of sorting and of drawing together; more change little.
const ROUNDS: usize = 12;

impl Layout {
    /// `widths` has the width of each node, with what stays free beside it; a row is `room` wide. Bends are as wide as
    /// `bend`, or less where there is no room.
    pub fn new(graph: &Graph, widths: &[f64], room: f64, bend: f64) -> Layout {
        let node_rows = node_rows(graph, widths, room);
        let mut layout = Layout { slots: Vec::new(), paths: Vec::new(), rows: Vec::new() };
        layout.rows.resize(node_rows.iter().max().map_or(0, |row| row + 1), Vec::new());
        for (node, &row) in node_rows.iter().enumerate() {
            layout.add(Some(node as u32), row, widths[node]);
        }
        for from in graph.nodes() {
            for &to in graph.moves(from) {
                layout.join(from, to, bend);
            }
        }
        layout.narrow_bends(room);
        layout.sort();
        layout.place(room);
        layout
    }

    fn add(&mut self, node: Option<u32>, row: usize, width: f64) -> usize {
        let slot = self.slots.len();
        self.slots.push(Slot { node, row, width, x: 0.0, above: Vec::new(), below: Vec::new() });
        self.rows[row].push(slot);
        slot
    }

    fn join(&mut self, from: u32, to: u32, bend: f64) {
        let mut slots = vec![from as usize];
        for row in (self.slots[to as usize].row + 1..self.slots[from as usize].row).rev() {
            slots.push(self.add(None, row, bend));
        }
        slots.push(to as usize);
        for pair in slots.windows(2) {
            self.slots[pair[0]].below.push(pair[1]);
            self.slots[pair[1]].above.push(pair[0]);
        }
        self.paths.push(Path { to, slots });
    }

    fn narrow_bends(&mut self, room: f64) {
        for row in &self.rows {
            let (nodes, bends): (Vec<usize>, Vec<usize>) =
                row.iter().partition(|&&slot| self.slots[slot].node.is_some());
            let free = room - nodes.iter().map(|&slot| self.slots[slot].width).sum::<f64>();
            for &slot in &bends {
                self.slots[slot].width = self.slots[slot].width.min(free / bends.len() as f64).max(0.0);
            }
        }
    }

    fn sort(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for round in 0..ROUNDS {
            let downwards = round % 2 == 0;
            let last = self.rows.len();
            for at in 0..last {
                let row = if downwards { last - 1 - at } else { at };
                let places = self.places();
                let median = |slot: &usize| {
                    let Slot { above, below, .. } = &self.slots[*slot];
                    let mut near: Vec<usize> =
                        if downwards { above } else { below }.iter().map(|&slot| places[slot]).collect();
                    near.sort_unstable();
                    match near.len() {
                        // What is joined to nothing stays where it is.
                        0 => 2 * places[*slot],
                        n => near[(n - 1) / 2] + near[n / 2],
                    }
                };
                let mut sorted = self.rows[row].clone();
                sorted.sort_by_cached_key(median);
                self.rows[row] = sorted;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// The place of each slot in its row.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.slots.len()];
        self.rows.iter().flat_map(|row| row.iter().enumerate()).for_each(|(place, &slot)| places[slot] = place);
        places
    }

    /// How many pairs of moves cross between neighbouring rows.
    fn crossings(&self) -> usize {
        let places = self.places();
        let mut crossings = 0;
        for row in &self.rows {
            let joined = |slot: &usize| self.slots[*slot].below.iter().map(|&below| places[below]).collect::<Vec<_>>();
            let ends: Vec<Vec<usize>> = row.iter().map(joined).collect();
            for (at, left) in ends.iter().enumerate() {
                let right = || ends[at + 1..].iter().flatten();
                crossings += left.iter().map(|&left| right().filter(|&&right| right < left).count()).sum::<usize>();
            }
        }
        crossings
    }

    fn place(&mut self, room: f64) {
        for row in &self.rows {
            let mut x = (room - row.iter().map(|&slot| self.slots[slot].width).sum::<f64>()) / 2.0;
            for &slot in row {
                self.slots[slot].x = x + self.slots[slot].width / 2.0;
                x += self.slots[slot].width;
            }
        }
        for round in 0..2 * ROUNDS {
            let last = self.rows.len();
            for at in 0..last {
                let row = if round % 2 == 0 { last - 1 - at } else { at };
                let row = self.rows[row].clone();
                let wanted: Vec<f64> = row.iter().map(|&slot| self.wanted(slot)).collect();
                let widths: Vec<f64> = row.iter().map(|&slot| self.slots[slot].width).collect();
                let found = spread(&wanted, &widths, room);
                row.iter().zip(found).for_each(|(&slot, x)| self.slots[slot].x = x);
            }
        }
        let ends = |side: f64| self.slots.iter().map(move |slot| slot.x + side * slot.width / 2.0);
        let (left, right) = (ends(-1.0).fold(f64::INFINITY, f64::min), ends(1.0).fold(0.0, f64::max));
        let shift = (room - left - right) / 2.0;
        self.slots.iter_mut().for_each(|slot| slot.x += shift);
    }

    /// The mean of the neighbours.
    fn wanted(&self, slot: usize) -> f64 {
        let Slot { above, below, x, .. } = &self.slots[slot];
        let near: Vec<f64> = above.iter().chain(below).map(|&slot| self.slots[slot].x).collect();
        if near.is_empty() { *x } else { near.iter().sum::<f64>() / near.len() as f64 }
    }
}

/// The row of each node: above all that its moves lead to, and as low as there is room.
fn node_rows(graph: &Graph, widths: &[f64], room: f64) -> Vec<usize> {
    // The longest play from each node, found in as many rounds as it is long.
    let mut longest = vec![0; graph.len()];
    for _ in 0..graph.len() {
        for node in graph.nodes() {
            let moves = graph.moves(node).iter().map(|&to| longest[to as usize] + 1);
            longest[node as usize] = moves.max().unwrap_or(0);
        }
    }
    let mut order: Vec<u32> = graph.nodes().collect();
    order.sort_by_key(|&node| longest[node as usize]);
    let mut rows = vec![0; graph.len()];
    let mut used: Vec<f64> = Vec::new();
    for node in order {
        let width = widths[node as usize];
        let mut row = graph.moves(node).iter().map(|&to| rows[to as usize] + 1).max().unwrap_or(0);
        while used.get(row).is_some_and(|used| used + width > room) {
            row += 1;
        }
        used.resize(used.len().max(row + 1), 0.0);
        used[row] += width;
        rows[node as usize] = row;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::graph::Builder;

    #[test]
    fn every_move_leads_down() {
        let mut builder = Builder::default();
        for (from, to) in [("a", "b"), ("b", "c"), ("a", "c"), ("d", "c"), ("e", "a")] {
            builder.add_move(from, to).unwrap();
        }
        let graph = builder.finish();
        for room in [10.0, 100.0] {
            let layout = Layout::new(&graph, &[10.0; 5], room, 3.0);
            for path in &layout.paths {
                let rows: Vec<usize> = path.slots.iter().map(|&slot| layout.slots[slot].row).collect();
                assert!(rows.windows(2).all(|pair| pair[0] == pair[1] + 1), "{rows:?}");
            }
            for row in &layout.rows {
                let width: f64 = row.iter().map(|&slot| layout.slots[slot].width).sum();
                assert!(width <= room + 1e-9, "{width}");
            }
        }
    }
}
