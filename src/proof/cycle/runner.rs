//! A machine that is watched for a state, at whatever heap it recurs.
//!
//! The machine goes by words of 64 heaps, a period by heaps: a state may recur in the middle of a word. So the state is kept as
//! it was 0 to 63 heaps before, in 64 versions, and the last words are compared with all of them: by a polynomial hash of
//! these words, which the next word changes in two multiplications.

use crate::table::Outcomes;

/// Heaps in a word.
pub(super) const WORD: u64 = 64;

/// A multiplier without pattern: 2^64 over the golden ratio.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// So many high bits of a hash say whether it is worth a look.
const BITS: u32 = 14;

/// A machine, and the hash of its last words.
#[derive(Clone)]
pub(super) struct Runner {
    pub(super) machine: Outcomes,
    hash: u64,
    /// What the word that leaves has in the hash.
    weight: u64,
}

/// A state as it was 0 to 63 heaps before, as hashes.
pub(super) struct Anchor {
    state: Vec<u64>,
    hashes: Vec<u64>,
    /// For the high bits of each hash a bit.
    marks: Vec<u64>,
}

impl Runner {
    /// Goes on from where the machine is.
    pub(super) fn new(machine: Outcomes) -> Self {
        let weight = (1..machine.state().len()).fold(1, |weight: u64, _| weight.wrapping_mul(BASE));
        let hash = hash(before_that(machine.state(), 0));
        Runner { machine, hash, weight }
    }

    /// The present state, to be watched for.
    pub(super) fn anchor(&self) -> Anchor {
        let state = self.machine.state().to_vec();
        let hashes: Vec<u64> = (0..WORD as u32).map(|before| hash(before_that(&state, before))).collect();
        let mut marks = vec![0; 1 << (BITS - 6)];
        for hash in &hashes {
            marks[(hash >> (64 - BITS + 6)) as usize] |= 1 << (hash >> (64 - BITS) & 63);
        }
        Anchor { state, hashes, marks }
    }

    /// Goes on for at most `most` words, or until the state of the anchor has recurred. How many words it was, and how
    /// many heaps after the state of the anchor they end: fewer by that than the heaps of the words.
    pub(super) fn until(&mut self, anchor: &Anchor, most: u64) -> (u64, Option<u64>) {
        let Runner { machine, hash, weight } = self;
        let compared = anchor.state.len() - 1;
        let mut done = 0;
        while done < most {
            let count = machine.next_words((most - done).min(usize::MAX as u64) as usize).len();
            let words = machine.last_words(compared + count);
            for (at, (&new, &old)) in words[compared..].iter().zip(words).enumerate() {
                *hash = hash.wrapping_mul(BASE).wrapping_add(new).wrapping_sub(old.wrapping_mul(*weight));
                if anchor.marks[(*hash >> (64 - BITS + 6)) as usize] >> (*hash >> (64 - BITS) & 63) & 1 == 1
                    && let Some(before) = anchor.is_like(*hash, &words[at + 1..][..compared])
                {
                    return (done + at as u64 + 1, Some(before));
                }
            }
            done += count as u64;
        }
        (done, None)
    }
}

impl Anchor {
    /// So many heaps before the state of the anchor these were the last words.
    fn is_like(&self, hash: u64, words: &[u64]) -> Option<u64> {
        let like = |before: u32| {
            self.hashes[before as usize] == hash && before_that(&self.state, before).eq(words.iter().copied())
        };
        (0..WORD as u32).find(|&before| like(before)).map(u64::from)
    }
}

/// The words of a state, all but one, that end so many heaps earlier.
fn before_that(state: &[u64], heaps: u32) -> impl Iterator<Item = u64> {
    state.windows(2).map(move |pair| joined(pair[0], pair[1], WORD as u32 - heaps))
}

fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |hash: u64, word| hash.wrapping_mul(BASE).wrapping_add(word))
}

/// The word that begins at bit `bits`, at most 64, of two in a row.
pub(super) fn joined(first: u64, second: u64, bits: u32) -> u64 {
    match bits {
        0 => first,
        64 => second,
        _ => first >> bits | second << (64 - bits),
    }
}
