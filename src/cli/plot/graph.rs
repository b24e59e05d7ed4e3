//! The positions of a game and the moves between them.

use super::super::Status;
use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::Sheet;
use sgtab::export::Subject;
use sgtab::play::graph::{Graph, Values};
use sgtab::ruleset::{Convention, Ruleset};

/// The largest heap that is drawn by default,
const DEFAULT_HEAPS: u64 = 12;
/// where there are not more positions than this, which can be read at a glance,
const FEW_POSITIONS: usize = 30;
/// nor more moves.
const FEW_MOVES: usize = 60;

pub(super) fn run(args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let rule = super::only_rule(args)?;
    let graph = match args.n {
        Some(n) => Graph::of_rule(&rule, n, global.memory)?,
        None => small(&rule, global.memory)?,
    };
    let values = graph.values(rule.convention())?;
    sheet.write(&rule.headline(), &caption(&values), &[], Subject::Graph(&values))
}

/// As many heaps as are read with ease, and at least one.
fn small(rule: &Ruleset, memory: u64) -> Result<Graph, Failure> {
    let mut graph = Graph::of_rule(rule, 1, memory)?;
    for n in 2..=DEFAULT_HEAPS {
        let next = Graph::of_rule(rule, n, memory)?;
        if next.len() > FEW_POSITIONS || next.edges() > FEW_MOVES {
            break;
        }
        graph = next;
    }
    Ok(graph)
}

/// Who wins where.
pub(in crate::cli) fn caption(values: &Values<'_>) -> String {
    const MOST_NAMED: usize = 8;
    let graph = values.graph();
    let lost: Vec<&str> =
        graph.nodes().filter(|&node| values.is_p_position(node)).map(|node| graph.name(node)).collect();
    let these = if lost.len() == 1 { "there" } else { "to one of these" };
    let lost = match lost.as_slice() {
        [] => return "the player to move wins from every position".to_owned(),
        [one] => (*one).to_owned(),
        [few @ .., last] if lost.len() <= MOST_NAMED => format!("{} and {last}", few.join(", ")),
        many => format!("{} of the {} positions", many.len(), graph.len()),
    };
    let others = match values.convention() {
        Convention::Normal => "every other position has a move",
        Convention::Misere => "who cannot move wins, and every other position has a move",
    };
    format!("the player to move loses from {lost}; {others} {these}")
}
