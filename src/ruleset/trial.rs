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
        let alone = |take, moves| Ruleset { take, code: None, moves, ..self.clone() };
        let mut parts: Vec<(Option<usize>, Ruleset)> = Vec::new();
        if matches!(self.take, Some(Take::Amounts(_))) {
            parts.push((None, alone(self.take.clone(), Vec::new())));
        }
        parts.extend(self.moves.iter().enumerate().map(|(at, one)| (Some(at), alone(None, vec![one.clone()]))));
        for (part, rule) in parts {
            for heap in SMALL.chain(LARGER) {
                match rule.up_to(heap).within(MOST_CHOICES).for_each_option(heap, |_| {}) {
                    Err(error) if error.is_out_of_budget() && !SMALL.contains(&heap) => break,
                    result => result.map_err(|error| (part, error))?,
                }
            }
        }
        Ok(())
    }
}
