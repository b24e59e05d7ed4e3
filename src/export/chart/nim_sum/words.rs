//! What is said of a nim-sum.

use crate::export::position::left;
use crate::play::{Analysis, Change};

/// The move that is marked, or why there is none.
pub(super) fn verdict(analysis: &Analysis, winning: Option<&Change>, heaps: usize, sum: u64) -> String {
    match winning {
        Some(change) => format!("A winning move: {}.", in_words(change)),
        None if analysis.first_wins => {
            format!("The nim-sum is {sum}: the player to move wins. The moves are too many to look through.")
        }
        None if heaps == 1 => "The value is 0: the player to move loses, and no move wins.".to_owned(),
        None => "Every column has an even number of ones: the nim-sum is 0, and no move wins.".to_owned(),
    }
}

/// Why the move wins, and how many others do.
pub(super) fn proof(values: &[u64], place: usize, sum: u64, analysis: &Analysis) -> String {
    let after = values.iter().enumerate().map(|(at, value)| if at == place { value ^ sum } else { *value });
    let after = after.map(|value| value.to_string()).collect::<Vec<_>>();
    let sentence = match after.as_slice() {
        [one] => format!("The value {one} is left."),
        all => format!("The values {} have nim-sum 0.", all.join(", ")),
    };
    let others = match analysis.moves.len().saturating_sub(1) {
        _ if !analysis.all_moves => "There may be other winning moves.".to_owned(),
        0 => "There is no other winning move.".to_owned(),
        1 => "There is 1 other winning move.".to_owned(),
        more => format!("There are {more} other winning moves."),
    };
    format!("{sentence} {others}")
}

fn in_words(change: &Change) -> String {
    let (from, left) = (change.from, left(change));
    let total: u128 = change.leave.iter().map(|&heap| u128::from(heap)).sum();
    match (u128::from(from).checked_sub(total), change.leave.len()) {
        (_, 0) => format!("take the whole heap of {from}"),
        (None, _) => format!("replace the heap of {from} by {left}"),
        (Some(0), _) => format!("split the heap of {from} into {left}"),
        (Some(taken), 1) => format!("take {taken} from the heap of {from} (leaves {left})"),
        (Some(taken), _) => format!("take {taken} from the heap of {from} and leave {left}"),
    }
}
