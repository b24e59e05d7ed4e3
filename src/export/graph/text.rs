//! A graph as text: what is in it, and a table of its first nodes; a sum of tokens with its winning moves.

use std::fmt;

use super::{outcome_of, sg};
use crate::play::graph::{Graph, Sum, Values};
use crate::ruleset::Convention;

/// So many moves of a node are written out.
const MOVES_SHOWN: usize = 8;
/// So many winning moves of a sum are written out.
const SUM_MOVES_SHOWN: usize = 40;

/// Counts, and a table of the first nodes; `Display` writes them.
///
/// ```
/// use sgtab::export::GraphText;
/// use sgtab::play::graph::Graph;
/// use sgtab::ruleset::{Convention, Ruleset};
/// let graph = Graph::of_rule(&Ruleset::parse("1, 2").unwrap(), 2, 1 << 20).unwrap();
/// let values = graph.values(Convention::Normal).unwrap();
/// let expected = "\
/// 3 nodes, 3 moves: 1 P-position, 2 N-positions, largest value 2
///
///  node  g  outcome  winning moves
///  0     0  P
///  1     1  N        0
/// ";
/// assert_eq!(GraphText { values: &values, rows: 2 }.to_string(), expected);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct GraphText<'a> {
    /// What is shown.
    pub values: &'a Values<'a>,
    /// Nodes in the table at most.
    pub rows: usize,
}

impl fmt::Display for GraphText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphText { values, rows } = *self;
        let graph = values.graph();
        let p = values.all().iter().filter(|&&value| value == 0).count();
        let n = graph.len() - p;
        write!(f, "{}, {}: ", counted(graph.len(), "node"), counted(graph.edges(), "move"))?;
        write!(f, "{}, {}", counted(p, "P-position"), counted(n, "N-position"))?;
        match (values.convention(), values.all().iter().max()) {
            (Convention::Normal, Some(largest)) => writeln!(f, ", largest value {largest}")?,
            _ => writeln!(f)?,
        }
        let lines: Vec<_> = graph.nodes().take(rows).map(|node| line(values, node)).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let head = ["node", "g", "outcome", "winning moves"].map(str::to_owned);
        let width = |column: usize| lines.iter().chain([&head]).map(|line| line[column].chars().count()).max();
        let (node, g) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
        writeln!(f)?;
        for [name, value, outcome, winning] in [&head].into_iter().chain(&lines) {
            let mut text = format!(" {name:node$}  ");
            if values.convention() == Convention::Normal {
                text += &format!("{value:>g$}  ");
            }
            text += &format!("{outcome:7}  {winning}");
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

fn line(values: &Values<'_>, node: u32) -> [String; 4] {
    let graph = values.graph();
    let count = values.winning(node).count();
    let mut winning: Vec<String> = values.winning(node).take(MOVES_SHOWN).map(|to| shown(graph, to)).collect();
    if count > MOVES_SHOWN {
        winning.push(format!("and {} more", count - MOVES_SHOWN));
    }
    let value = sg(values, node).map_or(String::new(), |value| value.to_string());
    [shown(graph, node), value, outcome_of(values, node).into(), winning.join(", ")]
}

/// A name on one line.
fn shown(graph: &Graph, node: u32) -> String {
    let name = graph.name(node);
    if name.contains(char::is_control) { name.escape_debug().to_string() } else { name.to_owned() }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Tokens, who wins and by which moves; `Display` writes them.
///
/// ```
/// use sgtab::export::SumText;
/// use sgtab::play::graph::Graph;
/// use sgtab::ruleset::{Convention, Ruleset};
/// let graph = Graph::of_rule(&Ruleset::parse("any").unwrap(), 5, 1 << 20).unwrap();
/// let values = graph.values(Convention::Normal).unwrap();
/// let tokens = graph.tokens("3,5").unwrap();
/// let text = SumText { values: &values, tokens: &tokens }.to_string();
/// let expected = "\
/// token 1 on 3: value 3
/// token 2 on 5: value 5
/// nim-sum 6: the player to move wins. 1 winning move:
///   token 2 from 5 to 3
/// ";
/// assert_eq!(text, expected);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SumText<'a> {
    /// What the nodes are worth.
    pub values: &'a Values<'a>,
    /// Where the tokens stand.
    pub tokens: &'a [u32],
}

impl fmt::Display for SumText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SumText { values, tokens } = *self;
        let graph = values.graph();
        for (place, &token) in tokens.iter().enumerate() {
            writeln!(f, "token {} on {}: value {}", place + 1, shown(graph, token), values.get(token))?;
        }
        let Sum { nim_sum, moves } = values.sum(tokens);
        if nim_sum == 0 {
            return writeln!(f, "nim-sum 0: the player to move loses");
        }
        writeln!(f, "nim-sum {nim_sum}: the player to move wins. {}:", counted(moves.len(), "winning move"))?;
        for m in moves.iter().take(SUM_MOVES_SHOWN) {
            writeln!(f, "  token {} from {} to {}", m.token + 1, shown(graph, m.from), shown(graph, m.to))?;
        }
        match moves.len().saturating_sub(SUM_MOVES_SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more"),
        }
    }
}
