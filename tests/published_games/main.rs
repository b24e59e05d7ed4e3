//! Published facts about games that are no single heaps: `tests/data/other_games.tsv` and contest problems. The graph of a
//! game is built from its rule alone; where a way to combine heaps has the game too, that is compared as well.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod games;
mod problems;

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use sgtab::play::graph::{Builder, Graph};
use sgtab::play::{Combine, Game};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::Settings;

/// All positions that can be reached, as a graph; its node i is the position i.
fn graph<P: Clone + Debug>(starts: impl IntoIterator<Item = P>, moves: impl Fn(&P) -> Vec<P>) -> (Graph, Vec<P>) {
    let (mut builder, mut positions) = (Builder::default(), Vec::new());
    for start in starts {
        if builder.node(&format!("{start:?}")).unwrap() as usize == positions.len() {
            positions.push(start);
        }
    }
    let mut done = 0;
    while let Some(from) = positions.get(done).cloned() {
        for to in moves(&from) {
            builder.add_move(&format!("{from:?}"), &format!("{to:?}")).unwrap();
            if builder.node(&format!("{to:?}")).unwrap() as usize == positions.len() {
                positions.push(to);
            }
        }
        done += 1;
    }
    (builder.finish(), positions)
}

/// The value of each position that can be reached.
fn values<P: Clone + Debug + Eq + Hash>(
    starts: impl IntoIterator<Item = P>,
    moves: impl Fn(&P) -> Vec<P>,
) -> HashMap<P, u32> {
    let (graph, positions) = graph(starts, moves);
    let values = graph.values(Convention::Normal).unwrap();
    positions.into_iter().zip(values.all().iter().copied()).collect()
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

fn xor(values: impl IntoIterator<Item = u32>) -> u32 {
    values.into_iter().fold(0, |xor, value| xor ^ value)
}

/// The list with other numbers in a place.
fn with<T: Clone>(list: &[T], place: usize, other: &[T]) -> Vec<T> {
    [&list[..place], other, &list[place + 1..]].concat()
}

/// Nim, as it is said.
fn nim(heaps: &[u32]) -> Vec<Vec<u32>> {
    let places = 0..heaps.len();
    places.flat_map(|place| (0..heaps[place]).map(move |left| with(heaps, place, &[left]))).collect()
}

fn game(rule: &str, combine: Combine, convention: Convention) -> Game {
    Game::new(vec![Ruleset::parse(rule).unwrap()], combine, convention, Settings::default())
}

fn wins(game: &mut Game, heaps: &[u32]) -> bool {
    let heaps: Vec<u64> = heaps.iter().copied().map(u64::from).collect();
    game.first_wins(&game.heaps(&heaps)).unwrap()
}
