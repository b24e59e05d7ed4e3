//! JSON: heaps, values, nim-sum, winner and winning moves.

use std::io::{self, Write};

use serde::Serialize;

use super::PositionView;
use crate::export::json::Integer;
use crate::play::{Change, Combine, Decided, Move};
use crate::ruleset::Convention;

#[derive(Serialize)]
struct Answer<'a> {
    heaps: Vec<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    combine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    convention: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Integer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nim_sum: Option<Integer>,
    decided: &'static str,
    winner: &'static str,
    moves: Vec<MoveJson>,
    /// Left out where not all moves are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MoveJson {
    One(ChangeJson),
    Several { changes: Vec<ChangeJson> },
    Pass { pass: bool },
}

#[derive(Serialize)]
struct ChangeJson {
    heap: usize,
    from: Integer,
    #[serde(skip_serializing_if = "Option::is_none")]
    take: Option<Integer>,
    leave: Vec<Integer>,
}

impl ChangeJson {
    fn of(change: &Change) -> Self {
        ChangeJson {
            heap: change.place + 1,
            from: Integer(change.from),
            take: change.taken().map(Integer),
            leave: change.leave.iter().copied().map(Integer).collect(),
        }
    }
}

/// One object: `heaps`, `values`, `nim_sum` (where it decides), what `decided`, the `winner`, the winning `moves` (`heap`,
/// counted from 1, `from`, `take` where the move is an amount, `leave`; with several changes, or a pass, they say so), and
/// their `count`, which is left out where they cannot all be listed. Heaps of several rules have their `rules`; another
/// way to `combine` heaps, and misère play, are named.
///
/// # Errors
/// Those of `out`.
pub fn write_position_json(out: &mut dyn Write, view: &PositionView<'_>) -> io::Result<()> {
    let analysis = view.analysis;
    let one = |one: &Move| match (one.changes.as_slice(), one.main_change()) {
        ([], _) => MoveJson::Pass { pass: true },
        // The coins of a step go to the step below.
        (_, Some(change)) if view.combine == Combine::Staircase => MoveJson::One(ChangeJson::of(change)),
        ([change], _) => MoveJson::One(ChangeJson::of(change)),
        (changes, _) => MoveJson::Several { changes: changes.iter().map(ChangeJson::of).collect() },
    };
    let answer = Answer {
        heaps: view.position.iter().map(|heap| Integer(heap.size)).collect(),
        rules: view.is_mixed().then_some(view.names),
        combine: match view.combine {
            Combine::Sum => None,
            Combine::Staircase => Some("staircase".to_owned()),
            Combine::Moore(most) => Some(format!("moore={most}")),
            Combine::Pass => Some("pass".to_owned()),
        },
        convention: (view.convention == Convention::Misere).then_some("misere"),
        values: analysis.values.as_ref().map(|values| values.iter().copied().map(Integer).collect()),
        nim_sum: analysis.nim_sum().map(Integer),
        decided: match analysis.decided {
            Decided::NimSum => "nim-sum",
            Decided::MisereSum => "misere-sum",
            Decided::OddSteps => "odd-steps",
            Decided::DigitSums => "digit-sums",
            Decided::Search => "search",
        },
        winner: if analysis.first_wins { "first" } else { "second" },
        moves: analysis.moves.iter().map(one).collect(),
        count: analysis.all_moves.then_some(analysis.moves.len()),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    writeln!(out)
}
