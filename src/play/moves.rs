//! Positions of several heaps, and the moves from one to another.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Combine, PlayError, Worth};
use crate::ruleset::Options;

/// A heap of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heap {
    /// Which of the rules of the game it follows, from 0.
    pub rule: usize,
    /// How many beans it has.
    pub size: u64,
}

/// What a move does to one heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The place of the heap in the position, from 0.
    pub place: usize,
    /// Its size.
    pub from: u64,
    /// What replaces it, ascending, without empty heaps.
    pub leave: Vec<u64>,
}

impl Change {
    /// How many beans are taken, where at most one heap is left that is smaller.
    pub fn taken(&self) -> Option<u64> {
        match self.leave.as_slice() {
            [] => Some(self.from),
            [left] => self.from.checked_sub(*left),
            _ => None,
        }
    }
}

/// A move: what it does to each heap that it touches; nothing for a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The heaps that change, by place.
    pub changes: Vec<Change>,
}

impl Move {
    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.changes.is_empty()
    }

    /// The change that the player makes: the one heap that changes, or the step from which coins go down.
    pub fn main_change(&self) -> Option<&Change> {
        let mut shrunk = self.changes.iter().filter(|change| change.leave.iter().all(|&heap| heap < change.from));
        shrunk.next().filter(|_| shrunk.next().is_none())
    }

    /// All heaps as the move leaves them: the first heap that replaces another stands in its place (0 where none is
    /// left), further ones come behind it.
    pub fn after(&self, position: &[Heap]) -> Vec<Heap> {
        let mut after = Vec::with_capacity(position.len() + 1);
        for (place, heap) in position.iter().enumerate() {
            match self.changes.iter().find(|change| change.place == place) {
                None => after.push(*heap),
                Some(change) if change.leave.is_empty() => after.push(Heap { size: 0, ..*heap }),
                Some(change) => after.extend(change.leave.iter().map(|&size| Heap { size, ..*heap })),
            }
        }
        after
    }
}

/// Options of a heap of `size`, each once: by the number of beans taken, then by what is left.
pub(super) fn in_order(size: u64, options: &mut Vec<Vec<u64>>) {
    let taken = |left: &[u64]| i128::from(size) - left.iter().map(|&heap| i128::from(heap)).sum::<i128>();
    options.sort_by_cached_key(|left| (taken(left), left.clone()));
    options.dedup();
}

/// What replaces each heap of a game by one move: listed when it is first asked for.
pub(super) struct Lists<'a> {
    options: Vec<Options<'a>>,
    lists: HashMap<Heap, Rc<[Vec<u64>]>>,
}

impl<'a> Lists<'a> {
    /// For heaps up to `largest`.
    pub(super) fn new(rules: &'a [Worth], largest: u64) -> Self {
        Lists { options: rules.iter().map(|rule| rule.options(largest)).collect(), lists: HashMap::new() }
    }

    /// What replaces `heap` by one move, in order.
    pub(super) fn of(&mut self, heap: Heap) -> Result<Rc<[Vec<u64>]>, PlayError> {
        if let Some(list) = self.lists.get(&heap) {
            return Ok(list.clone());
        }
        let mut all: Vec<Vec<u64>> = Vec::new();
        self.options[heap.rule].for_each_written(heap.size, |heaps| {
            let mut left = heaps.to_vec();
            left.sort_unstable();
            all.push(left);
        })?;
        in_order(heap.size, &mut all);
        let list: Rc<[Vec<u64>]> = all.into();
        self.lists.insert(heap, list.clone());
        Ok(list)
    }
}

/// The moves of a position, by the first heap that changes, then by the beans taken from it, and so on; a pass last.
pub(super) fn each_move<E: From<PlayError>>(
    combine: Combine,
    lists: &mut Lists<'_>,
    position: &[Heap],
    pass_left: bool,
    visit: &mut impl FnMut(Move) -> Result<(), E>,
) -> Result<(), E> {
    match combine {
        Combine::Sum => some_heaps(lists, position, 0, 1, &mut Vec::new(), visit),
        Combine::Moore(most) => some_heaps(lists, position, 0, most, &mut Vec::new(), visit),
        Combine::Staircase => {
            for place in 0..position.len() {
                for left in lists.of(position[place])?.iter() {
                    let left = left.first().copied().unwrap_or(0);
                    visit(step_down(position, place, left))?;
                }
            }
            Ok(())
        }
        Combine::Pass => {
            let mut ended = true;
            some_heaps(lists, position, 0, 1, &mut Vec::new(), &mut |one| {
                ended = false;
                visit(one)
            })?;
            if pass_left && !ended { visit(Move { changes: Vec::new() }) } else { Ok(()) }
        }
    }
}

/// Moves in 1 to `most` heaps from `place` on, beside the changes that are made.
fn some_heaps<E: From<PlayError>>(
    lists: &mut Lists<'_>,
    position: &[Heap],
    place: usize,
    most: usize,
    made: &mut Vec<Change>,
    visit: &mut dyn FnMut(Move) -> Result<(), E>,
) -> Result<(), E> {
    for place in place..position.len() {
        for leave in lists.of(position[place])?.iter() {
            made.push(Change { place, from: position[place].size, leave: leave.clone() });
            visit(Move { changes: made.clone() })?;
            if most > 1 {
                some_heaps(lists, position, place + 1, most - 1, made, visit)?;
            }
            made.pop();
        }
    }
    Ok(())
}

/// The move that leaves so many coins on a step and puts the others on the step below, or on the ground.
pub(super) fn step_down(position: &[Heap], place: usize, left: u64) -> Move {
    let change = |place: usize, to: u64| Change {
        place,
        from: position[place].size,
        leave: if to == 0 { Vec::new() } else { vec![to] },
    };
    let moved = position[place].size - left;
    let below = place.checked_sub(1).map(|below| change(below, position[below].size + moved));
    Move { changes: below.into_iter().chain([change(place, left)]).collect() }
}
