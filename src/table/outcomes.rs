//! Outcomes alone, 64 heaps a word: heap n is a P-position iff no n - s is one.
//!
//! The P-positions are the class of value 0 of `one_hot`, found in the same way: moves up to 64 by look-up of 11 heaps at a
//! time, larger ones as the earlier P-positions shifted, 64 heaps at once. No value is needed for that, and no table: what
//! is behind the largest move is forgotten. In misère play the heaps without a move are N-positions.
//! Source: Golomb, "A mathematical investigation of games of take-away", J. Combin. Theory 1 (1966), where a shift
//! register makes this sequence.
//! Time: for 64 heaps 6 look-ups and one step for each move above 64; memory: a bit for each heap up to the largest move,
//! and some KiB. Right for finite sets.

use multiversion::multiversion;

use super::one_hot::{HEAPS, LookUp};
use crate::ruleset::{Convention, Ruleset, Set};

/// The outcomes of a finite set, from heap 0 on.
///
/// ```
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::Outcomes;
/// let mut outcomes = Outcomes::of(&Ruleset::parse("1..3").unwrap()).unwrap();
/// // Bit i: heap i is a P-position.
/// assert_eq!(outcomes.next_words(1), [0x1111_1111_1111_1111]);
/// assert_eq!(outcomes.heaps(), 64);
/// ```
#[derive(Clone)]
pub struct Outcomes {
    near: Box<Near>,
    /// Moves above 64: whole words back and the bits forward from there.
    far: Vec<(usize, u32)>,
    /// The heaps that near moves from earlier P-positions deny.
    pending: u64,
    /// Heaps below this are N-positions without a move.
    lost: usize,
    /// Words that far moves lead back to, then some that are new.
    words: Vec<u64>,
    reach: usize,
    /// Heaps that were done before those in `words`.
    forgotten: u64,
}

/// The moves up to 64: a word is five runs of 11 heaps and one of 9, the fewest whose look-ups the nearest cache holds.
#[derive(Clone)]
struct Near {
    most: LookUp<{ 1 << 11 }>,
    last: LookUp<{ 1 << 9 }>,
}

impl Near {
    fn new(moves: &[usize]) -> Self {
        Near { most: LookUp::new(moves), last: LookUp::new(moves) }
    }

    /// The P-positions of 64 heaps, with those that far moves deny in `refused`, and those that near moves from earlier heaps
    /// do in `pending`, which is gone on with.
    #[inline(always)]
    fn take(&self, refused: u64, pending: &mut u64) -> u64 {
        *pending |= refused;
        let mut takes = 0;
        for run in 0..5 {
            takes |= self.most.take(pending) << (11 * run);
        }
        takes | self.last.take(pending) << 55
    }
}

/// New words are kept up to so many.
const MOST_KEPT: usize = 1 << 12;

impl Outcomes {
    /// `None` where the rule is no finite set.
    pub fn of(rule: &Ruleset) -> Option<Self> {
        let set = rule.only_set().and_then(Set::as_periodic)?;
        let moves: Vec<usize> = set.members(set.largest()?).map(|s| s as usize).collect();
        let (near, far) = moves.split_at(moves.partition_point(|&s| s <= HEAPS));
        let reach = moves.last()?.div_ceil(HEAPS) + 1;
        let lost = if rule.convention() == Convention::Misere { *moves.first()? } else { 0 };
        Some(Outcomes {
            near: Box::new(Near::new(near)),
            far: far.iter().map(|&s| (s.div_ceil(HEAPS), (s.next_multiple_of(HEAPS) - s) as u32)).collect(),
            pending: 0,
            lost,
            words: vec![0; reach],
            reach,
            forgotten: 0,
        })
    }

    /// The heaps whose outcomes are done.
    pub fn heaps(&self) -> u64 {
        self.forgotten + ((self.words.len() - self.reach) * HEAPS) as u64
    }

    /// The P-positions of the next heaps, in at least one word and at most `count`: bit i of word k is for heap m + 64 k + i,
    /// with m as many as [`Outcomes::heaps`] were done before.
    pub fn next_words(&mut self, count: usize) -> &[u64] {
        let count = count.clamp(1, MOST_KEPT);
        if self.words.len() + count > self.reach + MOST_KEPT {
            let old = self.words.len() - self.reach;
            self.forgotten += (old * HEAPS) as u64;
            self.words.drain(..old);
        }
        let first = self.words.len();
        let heap = self.heaps();
        self.words.resize(first + count, 0);
        self.fill(first, heap);
        &self.words[first..]
    }

    /// Fills the words from `first` on, which begin with `heap`.
    fn fill(&mut self, first: usize, heap: u64) {
        let Outcomes { near, far, pending, lost, words, .. } = self;
        fill_fast(near, far, pending, (*lost as u64).saturating_sub(heap), words, first);
    }

    /// Goes on for so many words.
    pub(crate) fn skip(&mut self, words: u64) {
        let mut left = words;
        while left > 0 {
            left -= self.next_words(left.min(MOST_KEPT as u64) as usize).len() as u64;
        }
    }

    /// The last words, as many as decide all that follow.
    pub(crate) fn state(&self) -> &[u64] {
        self.last_words(self.reach)
    }

    /// So many last words; at least those of the state and those that were last asked for are there.
    pub(crate) fn last_words(&self, count: usize) -> &[u64] {
        &self.words[self.words.len().saturating_sub(count)..]
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn fill_fast(near: &Near, far: &[(usize, u32)], pending: &mut u64, lost: u64, words: &mut [u64], first: usize) {
    fill_plain(near, far, pending, lost, words, first);
}

/// The first `lost` heaps are no P-positions.
#[inline(always)]
fn fill_plain(near: &Near, far: &[(usize, u32)], pending: &mut u64, lost: u64, words: &mut [u64], first: usize) {
    for at in first..words.len() {
        let done = ((at - first) * HEAPS) as u64;
        let mut refused = match lost.saturating_sub(done) {
            0 => 0,
            left => u64::MAX >> HEAPS.saturating_sub(left.min(HEAPS as u64) as usize),
        };
        for &(back, bits) in far {
            let (earlier, later) = (words[at - back], words[at - back + 1]);
            // No bits, no part of the later word.
            refused |= earlier >> bits | later << 1 << (HEAPS as u32 - 1 - bits);
        }
        words[at] = near.take(refused, pending);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::table::{EngineName, Settings, SgTable};

    proptest! {
        #[test]
        fn outcomes_are_those_of_naive(
            most in prop::sample::select(vec![7u64, 63, 64, 65, 128, 129, 700]),
            moves in prop::collection::vec(0u64..1 << 20, 1..12),
            misere: bool,
            counts in prop::collection::vec(1usize..9, 12),
        ) {
            let moves: Vec<String> = moves.iter().map(|s| (s % most + 1).to_string()).collect();
            let convention = if misere { "misere" } else { "normal" };
            let text = format!("take = '{}'\nconvention = '{convention}'", moves.join(", "));
            let rule = Ruleset::from_toml("random", "random", &text).unwrap();
            let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
            let table = SgTable::compute(&rule, 64 * 8 * 12, &settings).unwrap();
            let (mut fast, mut plain) = (Outcomes::of(&rule).unwrap(), Outcomes::of(&rule).unwrap());
            for count in counts {
                let heap = fast.heaps();
                let words = fast.next_words(count).to_vec();
                prop_assert_eq!(fast.heaps(), heap + 64 * words.len() as u64);
                for (n, place) in (heap..fast.heaps()).zip(0..) {
                    let is_p = words[place / 64] >> (place % 64) & 1 == 1;
                    prop_assert_eq!(is_p, table.get(n) == Some(0), "heap {} of {}", n, text);
                }
                let first = plain.words.len();
                plain.words.resize(first + words.len(), 0);
                let lost = (plain.lost as u64).saturating_sub(heap);
                fill_plain(&plain.near, &plain.far, &mut plain.pending, lost, &mut plain.words, first);
                prop_assert_eq!(&plain.words[first..], words);
            }
        }
    }
}
