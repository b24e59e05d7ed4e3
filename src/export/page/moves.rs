//! The moves of a rule, as the game of the page needs them.

use serde::Serialize;

use crate::ruleset::{MoveError, Ruleset};

/// Moves of heaps up to a size.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Moves {
    /// These amounts may be taken from any heap that has so many.
    Amounts(Vec<u64>),
    /// What may replace heap n, at place n: for each move the heaps that it leaves.
    Options(Vec<Vec<Vec<u64>>>),
}

/// A heap of a game that takes amounts has at most so many tokens.
const MOST_TOKENS: u64 = 100;
/// And where moves are listed, so many.
const MOST_LISTED_HEAP: u64 = 40;
/// So many moves are listed for all heaps of a rule together.
const MOST_LISTED: usize = 1200;

/// The largest heap of a game, and the moves of all heaps up to it.
pub(super) fn playable(rule: &Ruleset, last: u64) -> Result<(u64, Moves), MoveError> {
    if let Some(set) = rule.only_set() {
        let largest = last.min(MOST_TOKENS);
        return Ok((largest, Moves::Amounts(set.members(largest))));
    }
    let mut options = vec![Vec::new()];
    let mut listed = 0;
    for heap in 1..=last.min(MOST_LISTED_HEAP) {
        let of_heap = rule.options(heap)?;
        listed += of_heap.len();
        if listed > MOST_LISTED {
            break;
        }
        options.push(of_heap);
    }
    Ok((options.len() as u64 - 1, Moves::Options(options)))
}

#[cfg(test)]
// A test that meets an error has failed.
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_amounts_and_all_else_is_listed() {
        let (largest, moves) = playable(&Ruleset::parse("0.333").unwrap(), 500).unwrap();
        assert!(largest == 100 && matches!(moves, Moves::Amounts(amounts) if amounts == [1, 2, 3]));
        let (largest, moves) = playable(&Ruleset::parse("0.77").unwrap(), 30).unwrap();
        let Moves::Options(options) = moves else { unreachable!() };
        assert_eq!((largest, options.len()), (30, 31));
        assert_eq!(options[..4], [vec![], vec![vec![]], vec![vec![1], vec![]], vec![vec![2], vec![1, 1], vec![1]]]);
    }

    #[test]
    fn games_of_many_moves_have_smaller_heaps() {
        let (largest, moves) = playable(&Ruleset::parse("0.*!").unwrap(), 40).unwrap();
        let Moves::Options(options) = moves else { unreachable!() };
        assert!(options.iter().map(Vec::len).sum::<usize>() <= MOST_LISTED);
        assert!((10..40).contains(&largest), "{largest}");
    }
}
