//! Rare and common heaps: the split of a take-and-break table that Berlekamp noticed.
//!
//! For a mask over the bits of the value, and where it may be over the parity of the heap, let x(n) be the parity of
//! the bits of g(n), and n, under it. It is linear: a move that takes i and leaves a and b has
//! x(a) + x(b) = parity of the option's value under the mask (+ n - i where the heap counts). So an option that a
//! value of the one class needs joins a rare heap with a common one, and there are few; only a value of the other
//! class can come from two common heaps. That needs x = 1 for the common heaps, or x = 0 when the heap counts and all
//! breaking digits are odd. Source: Guy and Smith 1956, Winning Ways ch. 4; Gangolli and Plambeck 1989. The parity of
//! the heap is this project's addition: it makes rare heaps few in 0.106.
//!
//! The mask with the fewest rare heaps is found exactly, all masks at once, by a Walsh-Hadamard transform of how often
//! each value occurs: 2^b b operations for values of b bits.

/// A rule by which heaps are rare.
///
/// ```
/// use sgtab::table::RareSplit;
/// // Kayles from its preperiod on: 1, 2, 4, 7 and 8 are common, and no value there is rare.
/// let split = RareSplit { mask: 0b1111, of_heap: false, rare_parity: 0 };
/// assert!(split.is_rare(3, 3) && !split.is_rare(71, 7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RareSplit {
    /// The bits of a value that count.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub of_heap: bool,
    /// A heap is rare when this is the parity of what counts: 0 or 1.
    pub rare_parity: u32,
}

/// What is known of the amounts after which a heap may be split in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breaking {
    /// All of them are even.
    Even,
    /// All of them are odd.
    Odd,
    /// Some are even and some are odd.
    Both,
}

impl Breaking {
    /// By the amounts; `None` where there is none.
    pub fn of(amounts: impl IntoIterator<Item = i64>) -> Option<Breaking> {
        let [even, odd] = amounts.into_iter().fold([false; 2], |[even, odd], amount| match amount % 2 {
            0 => [true, odd],
            _ => [even, true],
        });
        match (even, odd) {
            (true, true) => Some(Breaking::Both),
            (true, false) => Some(Breaking::Even),
            (false, true) => Some(Breaking::Odd),
            (false, false) => None,
        }
    }
}

impl RareSplit {
    /// Whether a heap of `n` with this value is rare.
    #[inline]
    pub fn is_rare(self, n: u64, value: u32) -> bool {
        self.parity(n, value) == self.rare_parity
    }

    /// The parity of what counts in a heap of `n` with this value.
    #[inline]
    pub fn parity(self, n: u64, value: u32) -> u32 {
        (value & self.mask).count_ones() & 1 ^ (u32::from(self.of_heap) & n as u32)
    }

    /// The split with the fewest rare heaps, and how many those are; of equal ones that with the least mask, and
    /// without the heap. `counts[v]` says how many even and how many odd heaps have the value v.
    pub fn with_fewest_rare(counts: &[[u64; 2]], breaking: Breaking) -> Option<(RareSplit, u64)> {
        let heaps: i64 = counts.iter().flatten().map(|&count| count as i64).sum();
        let mut sums: Vec<i64> = counts.iter().flatten().map(|&count| count as i64).collect();
        sums.resize(sums.len().next_power_of_two(), 0);
        walsh_hadamard(&mut sums);
        let splits = sums.iter().enumerate().skip(2).map(|(place, &sum)| {
            let of_heap = place & 1 == 1;
            let rare_parity = u32::from(of_heap && breaking == Breaking::Odd);
            // Both may be near the largest number; their sum is even.
            let rare = i64::midpoint(heaps, if rare_parity == 1 { -sum } else { sum });
            (RareSplit { mask: (place >> 1) as u32, of_heap, rare_parity }, rare as u64)
        });
        splits.filter(|(split, _)| !split.of_heap || breaking != Breaking::Both).min_by_key(|&(_, rare)| rare)
    }
}

/// f(m) becomes the sum of f(i) over all i, less twice that over the i with an odd number of bits under m.
fn walsh_hadamard(f: &mut [i64]) {
    let mut half = 1;
    while half < f.len() {
        for pair in f.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts rare heaps one by one, for every mask.
    fn by_trial(values: &[u32], breaking: Breaking) -> Option<(RareSplit, u64)> {
        let most = values.iter().max()?.checked_add(1)?.next_power_of_two().max(1);
        let splits = (1..most).flat_map(|mask| [false, true].map(|of_heap| (mask, of_heap)));
        let splits = splits.filter(|&(_, of_heap)| !of_heap || breaking != Breaking::Both).map(|(mask, of_heap)| {
            let rare_parity = u32::from(of_heap && breaking == Breaking::Odd);
            let split = RareSplit { mask, of_heap, rare_parity };
            let rare = values.iter().enumerate().filter(|&(n, &value)| split.is_rare(n as u64, value));
            (split, rare.count() as u64)
        });
        splits.min_by_key(|&(_, rare)| rare)
    }

    #[test]
    fn the_transform_finds_what_trial_finds() {
        let mut state = 1u32;
        for len in 1..60 {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 27
            };
            let values: Vec<u32> = (0..len).map(|_| next()).collect();
            let mut counts = vec![[0; 2]; 1 + *values.iter().max().unwrap_or(&0) as usize];
            values.iter().enumerate().for_each(|(n, &value)| counts[value as usize][n & 1] += 1);
            for breaking in [Breaking::Even, Breaking::Odd, Breaking::Both] {
                assert_eq!(RareSplit::with_fewest_rare(&counts, breaking), by_trial(&values, breaking), "{values:?}");
            }
        }
    }
}
