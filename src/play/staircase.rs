//! Staircase games: coins lie on steps, and a move takes some from one step and puts them on the step below; what comes
//! to the ground is out of play. A set says how many may be moved at once; any number, in staircase Nim.
//!
//! The player to move loses iff the XOR of the values of the odd steps, counted from 1, is 0: a move from an even step to
//! an odd one is answered by moving the same coins on. That takes a set that is the same for every step and number.

use super::moves::{Heap, Move, step_down};
use super::sum::Sum;
use super::{PlayError, Worth};
use crate::ruleset::Convention;

/// The values of the steps that count: the first, third, and so on.
pub(super) fn sum(rules: &mut [Worth], position: &[Heap]) -> Result<Sum, PlayError> {
    let mut sum = Sum::default();
    for heap in position.iter().step_by(2) {
        sum = sum.with(rules[heap.rule].value(heap.size)?);
    }
    Ok(sum)
}

/// The moves that win, for at most 2^64 - 1 coins in all: by step and then by coins moved; false where there are too many
/// to look through.
pub(super) fn winning_moves(rules: &mut [Worth], position: &[Heap]) -> Result<(Vec<Move>, bool), PlayError> {
    let sum = sum(rules, position)?;
    let (mut moves, mut all) = (Vec::new(), true);
    if !sum.first_wins(Convention::Normal) {
        return Ok((moves, all));
    }
    for (place, heap) in position.iter().enumerate() {
        let worth = &mut rules[heap.rule];
        if place % 2 == 0 {
            let target = worth.value(heap.size)? ^ sum.xor;
            all &= worth.options_worth(heap.size, target, |leave| {
                moves.push(step_down(position, place, leave.first().copied().unwrap_or(0)));
            })?;
            continue;
        }
        // The odd step below must come to its target by what it gets.
        let below = position[place - 1].size;
        let target = worth.value(below)? ^ sum.xor;
        let most = below + heap.size;
        let reached = if heap.size == 0 { Some(Vec::new()) } else { worth.heaps_worth(target, below + 1, most)? };
        let Some(reached) = reached else {
            all = false;
            continue;
        };
        let allowed = |moved: &u64| worth.rule().only_set().is_some_and(|set| set.contains(*moved));
        let moved = reached.into_iter().map(|to| to - below).filter(allowed);
        moves.extend(moved.map(|moved| step_down(position, place, heap.size - moved)));
    }
    Ok((moves, all))
}
