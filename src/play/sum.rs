//! Sums of games by the SG values of their heaps.
//!
//! Normal play: the player to move loses iff the XOR of the values is 0 (Sprague 1935, Grundy 1939). Misère play of
//! subtraction games: iff all values are at most 1 and their XOR is 1, or some value is larger and the XOR is 0
//! (Bouton 1901 for Nim; Ferguson 1974 for sets). Time: one value a heap, and for the moves what it takes to look for
//! the heaps of one value.

use super::moves::{Change, Heap, Move};
use super::{PlayError, Worth};
use crate::ruleset::Convention;

/// What the values of the heaps say of the sum of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) xor: u64,
    /// Values above 1.
    large: usize,
}

impl Sum {
    pub(super) fn of(values: impl IntoIterator<Item = u64>) -> Self {
        values.into_iter().fold(Sum::default(), |sum, value| sum.with(value))
    }

    #[inline]
    pub(super) fn with(self, value: u64) -> Self {
        Sum { xor: self.xor ^ value, large: self.large + usize::from(value > 1) }
    }

    pub(super) fn first_wins(self, convention: Convention) -> bool {
        let lost = if convention == Convention::Misere && self.large == 0 { 1 } else { 0 };
        self.xor != lost
    }

    /// The value that a heap of `value` must be brought to by a move that wins.
    pub(super) fn target(self, value: u64, convention: Convention) -> Option<u64> {
        let others = self.xor ^ value;
        let small = self.large == usize::from(value > 1);
        let target = if convention == Convention::Misere && small { others ^ 1 } else { others };
        (target != value).then_some(target)
    }
}

/// The moves that win, by heap and then by the beans taken; false where there are too many to look through, and only
/// some are listed.
pub(super) fn winning_moves(
    rules: &mut [Worth],
    convention: Convention,
    position: &[Heap],
    most: usize,
) -> Result<(Vec<Move>, bool), PlayError> {
    let mut values = Vec::with_capacity(position.len());
    for heap in position {
        values.push(rules[heap.rule].value(heap.size)?);
    }
    let sum = Sum::of(values.iter().copied());
    let (mut moves, mut all) = (Vec::new(), true);
    if !sum.first_wins(convention) {
        return Ok((moves, all));
    }
    for (place, (heap, value)) in position.iter().zip(values).enumerate() {
        let Some(target) = sum.target(value, convention) else { continue };
        all &= rules[heap.rule].options_worth(heap.size, target, |leave| {
            if moves.len() < most {
                moves.push(Move { changes: vec![Change { place, from: heap.size, leave }] });
            }
        })?;
        all &= moves.len() < most;
    }
    Ok((moves, all))
}

/// The misère theorem is tested on so many heaps.
const MOST_TESTED: u64 = 1 << 16;

/// Why the misère theorem for sums of subtraction games does not hold for a rule, as far as heaps after `tested` and
/// up to `largest` show; `None` where it does.
pub(super) fn misere_violation(
    worth: &mut Worth,
    tested: u64,
    largest: u64,
) -> Result<Option<MisereViolation>, PlayError> {
    // A set that is the same for every heap: Ferguson's pairing.
    if worth.rule().only_set().is_some() {
        return Ok(None);
    }
    if worth.rule().splits() {
        return Ok(Some(MisereViolation::Splits));
    }
    // Any other rule that never splits: as long as every heap of value 0 that has a move has one to value 1.
    if largest > MOST_TESTED {
        return Ok(Some(MisereViolation::Untested));
    }
    worth.value(largest)?;
    let mut options = worth.options(largest);
    for n in tested + 1..=largest {
        if worth.known(n) != 0 {
            continue;
        }
        let (mut has_move, mut to_one) = (false, false);
        options.for_each_option(n, |heaps| {
            has_move = true;
            to_one |= worth.known(heaps.each.first().copied().unwrap_or(0)) == 1;
        })?;
        if has_move && !to_one {
            return Ok(Some(MisereViolation::Heap(n)));
        }
    }
    Ok(None)
}

/// Why misère sums do not follow from the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MisereViolation {
    Splits,
    /// There are too many heaps to test.
    Untested,
    /// This heap has value 0 and a move, but none to a heap of value 1.
    Heap(u64),
}
