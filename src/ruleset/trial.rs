//! The moves of a rule, tried on a few heaps when it is read: a mistake is met before a table is begun.

use super::options::MoveError;
use super::{Ruleset, Take};

impl Ruleset {
    /// Tries the moves that have variables on a few heaps: the part of `moves` with a mistake (of `take`, where there
    /// is none), and the mistake.
    pub(super) fn try_moves(&self) -> Result<(), (Option<usize>, MoveError)> {
        /// On these heaps every choice is tried, so that a rule has not far too many.
        const SMALL: std::ops::RangeInclusive<u64> = 1..=8;
        const LARGER: [u64; 7] = [12, 20, 30, 41, 64, 100, 144];
        const MOST_CHOICES: u64 = 1 << 18;
        if let Some(Take::Set(set)) = &self.take
            && let Some(error) = MoveError::of_set(set, 144)
        {
            return Err((None, error));
        }
        let try_on_heaps = |part: Option<usize>, tried: &mut dyn FnMut(u64) -> Result<(), MoveError>| {
            for heap in SMALL.chain(LARGER) {
                match tried(heap) {
                    Err(error) if error.is_out_of_budget() && !SMALL.contains(&heap) => return Ok(()),
                    result => result.map_err(|error| (part, error))?,
                }
            }
            Ok(())
        };
        if let Some(Take::Amounts(amounts)) = &self.take {
            try_on_heaps(None, &mut |heap| {
                let tried = amounts.for_each(&mut amounts.walk().within(MOST_CHOICES), heap, |_| {});
                tried.map_err(|trouble| MoveError::of_amounts(heap, amounts, trouble))
            })?;
        }
        for (at, moves) in self.moves.iter().enumerate() {
            try_on_heaps(Some(at), &mut |heap| {
                let mut walk = moves.walk().within(MOST_CHOICES);
                let tried = moves.for_each_option(&mut walk, heap, &mut |_| {});
                tried.map_err(|trouble| MoveError::of_moves(heap, moves, &walk, trouble))
            })?;
        }
        Ok(())
    }
}
