//! DOT for Graphviz: P-positions are blue with a double border, N-positions yellow with a single one, and winning
//! moves bold. The colours are two of Okabe and Ito's, which the colour-blind tell apart; one is much lighter, so that
//! a print in grey shows the difference too.

use std::fmt;
use std::io::{self, Write};

use super::sg;
use crate::play::graph::Values;

const P_STYLE: &str = "fillcolor=\"#56B4E9\", peripheries=2";
const N_STYLE: &str = "fillcolor=\"#F0E442\"";

/// A `digraph` with the name and the value of each node as its label; it reads back as the same graph.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// use sgtab::export::write_dot;
/// use sgtab::play::graph::Graph;
/// use sgtab::ruleset::{Convention, Ruleset};
/// let graph = Graph::of_rule(&Ruleset::parse("1").unwrap(), 1, 1 << 20).unwrap();
/// let mut text = Vec::new();
/// write_dot(&mut text, &graph.values(Convention::Normal).unwrap()).unwrap();
/// assert!(String::from_utf8(text).unwrap().contains("\"1\" -> \"0\" [style=bold];"));
/// ```
pub fn write_dot(out: &mut dyn Write, values: &Values<'_>) -> io::Result<()> {
    let graph = values.graph();
    writeln!(
        out,
        "// Blue with a double border: the player to move loses (P); yellow: wins (N). Bold: winning moves."
    )?;
    writeln!(out, "digraph {{")?;
    writeln!(out, "  node [style=filled, fontname=\"sans-serif\"];")?;
    for node in graph.nodes() {
        let name = Quoted(graph.name(node));
        let style = if values.is_p_position(node) { P_STYLE } else { N_STYLE };
        match sg(values, node) {
            // `\n` is a line break in a label.
            Some(sg) => writeln!(out, "  \"{name}\" [label=\"{name}\\n{sg}\", {style}];")?,
            None => writeln!(out, "  \"{name}\" [{style}];")?,
        }
    }
    for from in graph.nodes() {
        let name = Quoted(graph.name(from));
        for &to in graph.moves(from) {
            let bold = if values.is_p_position(to) { " [style=bold]" } else { "" };
            writeln!(out, "  \"{name}\" -> \"{}\"{bold};", Quoted(graph.name(to)))?;
        }
    }
    writeln!(out, "}}")
}

/// A name as it stands between quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(['"', '\\']) {
            write!(f, "{}\\{}", &rest[..at], &rest[at..=at])?;
            rest = &rest[at + 1..];
        }
        f.write_str(rest)
    }
}
