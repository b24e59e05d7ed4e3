//! The digraph of a game: positions with their values, and moves as arrows. Heaps that no move splits stand in a line
//! with arcs above them; any other game is drawn in layers, from the longest plays down to the end.

mod arcs;
mod layers;
mod layout;
mod spread;

use super::ChartError;
use super::canvas::Canvas;
use super::page::{self, Swatch};
use super::paint::Paint;
use crate::play::graph::Values;
use crate::ruleset::Convention;

/// More nodes or moves than these would be a ball of wool.
pub(super) const MOST_NODES: usize = 60;
pub(super) const MOST_MOVES: usize = 400;

pub(super) fn draw(canvas: &mut Canvas, values: &Values<'_>, top: f64) -> Result<(), ChartError> {
    let graph = values.graph();
    if graph.len() > MOST_NODES || graph.edges() > MOST_MOVES {
        return Err(ChartError::LargeGraph { nodes: graph.len(), moves: graph.edges() });
    }
    if graph.is_empty() {
        page::says(canvas, top, "the game has no positions");
        return Ok(());
    }
    let top = page::legend(canvas, &legend_items(values), top);
    if is_line(values) {
        arcs::draw(canvas, values, top)
    } else {
        layers::draw(canvas, values, top)
    }
    Ok(())
}

fn legend_items(values: &Values<'_>) -> Vec<(Swatch, String)> {
    let mut items = vec![(Swatch::Cell(Paint::PPosition), "P-position: the player to move loses".to_owned())];
    let winning = |node| values.winning(node).next().is_some();
    let nodes = || values.graph().nodes();
    if nodes().any(|node| !values.is_p_position(node)) {
        items.push((Swatch::Cell(Paint::NArea), "N-position: the player to move wins".to_owned()));
    }
    if nodes().any(winning) {
        items.push((Swatch::Arrow(true), "winning move, to a P-position".to_owned()));
    }
    if nodes().any(|node| values.graph().moves(node).iter().any(|&to| !values.is_p_position(to))) {
        items.push((Swatch::Arrow(false), "other move".to_owned()));
    }
    items
}

/// Whether the nodes are heaps 0, 1, 2, ... in this order, and moves lead to smaller ones.
fn is_line(values: &Values<'_>) -> bool {
    let graph = values.graph();
    graph.nodes().all(|node| graph.name(node) == node.to_string() && graph.moves(node).iter().all(|&to| to < node))
}

/// What is said of a node besides its name: its value, or its outcome where values have no meaning.
fn worth(values: &Values<'_>, node: u32) -> String {
    match values.convention() {
        Convention::Normal => values.get(node).to_string(),
        Convention::Misere if values.is_p_position(node) => "P".to_owned(),
        Convention::Misere => "N".to_owned(),
    }
}

fn fill(values: &Values<'_>, node: u32) -> Paint {
    if values.is_p_position(node) { Paint::PPosition } else { Paint::NArea }
}

/// All moves, those that win last, so that they cross over the others.
fn moves(values: &Values<'_>) -> Vec<(u32, u32)> {
    let graph = values.graph();
    let all = || graph.nodes().flat_map(|from| graph.moves(from).iter().map(move |&to| (from, to)));
    let wins = |&(_, to): &(u32, u32)| values.is_p_position(to);
    all().filter(|one| !wins(one)).chain(all().filter(wins)).collect()
}
