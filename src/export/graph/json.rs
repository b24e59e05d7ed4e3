//! JSON: every node with its value, outcome and winning moves; and the sum of tokens.

use std::io::{self, Write};

use serde::Serialize;

use super::{List, outcome_of, sg};
use crate::play::graph::{TokenMove, Values};

/// One object: `nodes`, each with its `node`, `sg`, `outcome` and the nodes that its `winning` moves lead to. With
/// tokens also `tokens`, `nim_sum`, `winner`, `moves` (`token`, counted from 1, `from`, `to`) and their `count`. A
/// misère game has no `sg`.
///
/// # Errors
/// Those of `out`.
pub fn write_graph_json(out: &mut dyn Write, values: &Values<'_>, tokens: Option<&[u32]>) -> io::Result<()> {
    #[derive(Serialize)]
    struct Answer<'a, N: Serialize> {
        nodes: N,
        #[serde(flatten)]
        sum: Option<SumJson<'a>>,
    }
    #[derive(Serialize)]
    struct Node<'a, W: Serialize> {
        node: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        sg: Option<u32>,
        outcome: &'static str,
        winning: W,
    }
    #[derive(Serialize)]
    struct SumJson<'a> {
        tokens: Vec<&'a str>,
        nim_sum: u32,
        winner: &'static str,
        moves: Vec<MoveJson<'a>>,
        count: usize,
    }
    #[derive(Serialize)]
    struct MoveJson<'a> {
        token: usize,
        from: &'a str,
        to: &'a str,
    }
    let graph = values.graph();
    let node = |node: u32| Node {
        node: graph.name(node),
        sg: sg(values, node),
        outcome: outcome_of(values, node),
        winning: List(move || values.winning(node).map(|to| graph.name(to))),
    };
    let sum = tokens.map(|tokens| {
        let sum = values.sum(tokens);
        let one = |m: &TokenMove| MoveJson { token: m.token + 1, from: graph.name(m.from), to: graph.name(m.to) };
        SumJson {
            tokens: tokens.iter().map(|&token| graph.name(token)).collect(),
            nim_sum: sum.nim_sum,
            winner: sum.winner(),
            count: sum.moves.len(),
            moves: sum.moves.iter().map(one).collect(),
        }
    });
    serde_json::to_writer(&mut *out, &Answer { nodes: List(|| graph.nodes().map(node)), sum })?;
    writeln!(out)
}
