//! Games as graphs: text, CSV, JSON and DOT.

mod csv;
mod dot;
mod json;
mod text;

pub use self::csv::{write_edges, write_graph_csv};
pub use self::dot::write_dot;
pub use self::json::write_graph_json;
pub use self::text::{GraphText, SumText};

use super::csv::io_error;
use super::json::List;
use super::view::outcome;
use crate::play::graph::Values;
use crate::ruleset::Convention;

/// P or N.
fn outcome_of(values: &Values<'_>, node: u32) -> &'static str {
    outcome(values.get(node).into())
}

/// The SG value of a node; misère play has none to show.
fn sg(values: &Values<'_>, node: u32) -> Option<u32> {
    (values.convention() == Convention::Normal).then(|| values.get(node))
}
