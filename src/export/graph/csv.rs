//! CSV: `node,sg,outcome` of every node, and the list of edges that reads back.

use std::io::{self, Write};

use super::{io_error, outcome_of, sg};
use crate::play::graph::{Graph, Values};
use crate::ruleset::Convention;

/// A header and one row for each node; `node,outcome` in misère play. Lines end in `\n`.
///
/// # Errors
/// Those of `out`.
pub fn write_graph_csv(out: &mut dyn Write, values: &Values<'_>) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let misere = values.convention() == Convention::Misere;
    let header: &[&str] = if misere { &["node", "outcome"] } else { &["node", "sg", "outcome"] };
    csv.write_record(header).map_err(io_error)?;
    for node in values.graph().nodes() {
        csv.write_field(values.graph().name(node)).map_err(io_error)?;
        if let Some(sg) = sg(values, node) {
            csv.write_field(sg.to_string()).map_err(io_error)?;
        }
        csv.write_record([outcome_of(values, node)]).map_err(io_error)?;
    }
    csv.flush()
}

/// The header `from,to` and one row for each move; a node without moves has a row with an empty `to`.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// use sgtab::export::write_edges;
/// use sgtab::play::graph::Graph;
/// use sgtab::ruleset::Ruleset;
/// let graph = Graph::of_rule(&Ruleset::parse("1, 2").unwrap(), 2, 1 << 20).unwrap();
/// let mut text = Vec::new();
/// write_edges(&mut text, &graph).unwrap();
/// assert_eq!(text, b"from,to\n0,\n1,0\n2,1\n2,0\n");
/// ```
pub fn write_edges(out: &mut dyn Write, graph: &Graph) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["from", "to"]).map_err(io_error)?;
    for node in graph.nodes() {
        let from = graph.name(node);
        let moves = graph.moves(node);
        if moves.is_empty() {
            csv.write_record([from, ""]).map_err(io_error)?;
        }
        moves.iter().try_for_each(|&to| csv.write_record([from, graph.name(to)])).map_err(io_error)?;
    }
    csv.flush()
}
