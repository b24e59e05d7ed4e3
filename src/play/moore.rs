//! Moore's Nim: a move makes 1 to k heaps of Nim smaller.
//!
//! The player to move loses iff each binary digit is 1 in a number of heaps that is a multiple of k + 1 (Moore, "A
//! generalization of the game called nim", 1910). For heaps of Nim alone: it says nothing of SG values of other games.
//! Time: one pass for the winner; the moves are built digit by digit, for each choice of up to k heaps.

use super::moves::{Change, Move};

const DIGITS: usize = 64;

/// In how many heaps each digit is 1, modulo k + 1.
fn digits(heaps: &[u64], most: usize) -> [usize; DIGITS] {
    let count = |digit: usize| heaps.iter().filter(|&heap| heap >> digit & 1 == 1).count();
    std::array::from_fn(|digit| count(digit) % most.saturating_add(1))
}

pub(super) fn first_wins(heaps: &[u64], most: usize) -> bool {
    digits(heaps, most).iter().any(|&count| count != 0)
}

/// The moves that win, at most `limit`; false where there are more, or finding them takes too long.
pub(super) fn winning_moves(heaps: &[u64], most: usize, limit: usize) -> (Vec<Move>, bool) {
    let mut search = Find { heaps, most, limit, work: 0, moves: Vec::new() };
    if first_wins(heaps, most) {
        search.choose(0, &mut Vec::new());
    }
    let all = search.moves.len() < limit && search.work < MOST_WORK;
    let mut moves = search.moves;
    let key = |one: &Move| one.changes.iter().map(|change| (change.place, change.taken())).collect::<Vec<_>>();
    moves.sort_by_cached_key(key);
    (moves, all)
}

const MOST_WORK: usize = 1 << 22;

struct Find<'a> {
    heaps: &'a [u64],
    most: usize,
    limit: usize,
    work: usize,
    moves: Vec<Move>,
}

impl Find<'_> {
    /// All moves in the places that are chosen and 0 or more of those from `from` on.
    fn choose(&mut self, from: usize, places: &mut Vec<usize>) {
        if self.work >= MOST_WORK || self.moves.len() >= self.limit {
            return;
        }
        self.work += 1;
        if !places.is_empty() {
            let others = self.heaps.iter().enumerate().filter(|(place, _)| !places.contains(place));
            let others: Vec<u64> = others.map(|(_, &heap)| heap).collect();
            let missing = digits(&others, self.most)
                .map(|count| if count == 0 { 0 } else { self.most.saturating_add(1) - count });
            if missing.iter().all(|&missing| missing <= places.len()) {
                self.fill(DIGITS, &missing, places, &mut vec![0; places.len()]);
            }
        }
        if places.len() < self.most {
            for place in from..self.heaps.len() {
                places.push(place);
                self.choose(place + 1, places);
                places.pop();
            }
        }
    }

    /// Gives `missing` of the chosen heaps a 1 in each digit below `digit`; what they have above is in `left`. Every one
    /// must come out smaller than it was.
    fn fill(&mut self, digit: usize, missing: &[usize; DIGITS], places: &[usize], left: &mut [u64]) {
        self.work += 1;
        if self.work >= MOST_WORK || self.moves.len() >= self.limit {
            return;
        }
        let Some(digit) = digit.checked_sub(1) else {
            let all = places.iter().zip(&*left);
            if all.clone().all(|(&place, &left)| left < self.heaps[place]) {
                let change = |(&place, &left): (&usize, &u64)| Change {
                    place,
                    from: self.heaps[place],
                    leave: if left == 0 { Vec::new() } else { vec![left] },
                };
                self.moves.push(Move { changes: all.map(change).collect() });
            }
            return;
        };
        self.place_ones(digit, missing[digit], 0, missing, places, left);
    }

    /// Puts `ones` more 1s in this digit, into heaps from `at` on.
    fn place_ones(
        &mut self,
        digit: usize,
        ones: usize,
        at: usize,
        missing: &[usize; DIGITS],
        places: &[usize],
        left: &mut [u64],
    ) {
        if ones > places.len() - at {
            return;
        }
        if at == places.len() {
            return self.fill(digit, missing, places, left);
        }
        let heap = self.heaps[places[at]];
        // Whether it is smaller already, by a digit further up.
        let smaller = left[at] >> digit < heap >> digit >> 1 << 1;
        let has_one = heap >> digit & 1 == 1;
        if ones > 0 && (smaller || has_one) {
            left[at] |= 1 << digit;
            self.place_ones(digit, ones - 1, at + 1, missing, places, left);
            left[at] &= !(1 << digit);
        }
        self.place_ones(digit, ones, at + 1, missing, places, left);
    }
}
