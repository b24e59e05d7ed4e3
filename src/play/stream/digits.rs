//! Digits to numbers, eight at a time.
//!
//! A word of eight digits d0 d1 ... d7 (d0 in the lowest byte) goes to pairs, fours and eights by multiplications that
//! work on all of them at once. Source: W. Muła, "SIMD-ized / SWAR parsing of integers", and D. Lemire, "Quickly parsing
//! eight digits" (2018). Right for up to 16 digits; no branch depends on how many.

/// The longest number that [`number`] reads.
pub(super) const MOST_DIGITS: usize = 16;

/// `KEEP[n]`: of two words the last n bytes, and of each only what makes a digit.
const KEEP: [[u64; 2]; MOST_DIGITS + 1] = {
    let mut keep = [[0; 2]; MOST_DIGITS + 1];
    let mut n = 1;
    while n <= MOST_DIGITS {
        let byte = MOST_DIGITS - n;
        keep[n] = keep[n - 1];
        keep[n][byte / 8] |= 0x0f << (8 * (byte % 8));
        n += 1;
    }
    keep
};

/// The number that the last `digits` of these bytes are; `None` where there are more than 16.
#[inline(always)]
pub(super) fn number(bytes: &[u8; MOST_DIGITS], digits: usize) -> Option<u64> {
    let keep = KEEP.get(digits)?;
    let word = |n: usize| u64::from_le_bytes(bytes.as_chunks().0[n]) & keep[n];
    Some(eight(word(0)) * 100_000_000 + eight(word(1)))
}

#[inline(always)]
fn eight(digits: u64) -> u64 {
    // In each even byte now: ten times it, and the next.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
    let second = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
    first.wrapping_add(second) >> 32
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_of_all_lengths() {
        for text in ["", "7", "42", "12345678", "123456789", "1000000000000000", "9999999999999999", "0000000000000001"]
        {
            // What stands before the number must not matter.
            for before in ['9', ' ', '\n'] {
                let padded: String = std::iter::repeat_n(before, 16 - text.len()).chain(text.chars()).collect();
                let bytes = padded.as_bytes().first_chunk().unwrap();
                assert_eq!(number(bytes, text.len()), Some(text.parse().unwrap_or(0)), "{padded:?}");
            }
        }
        assert_eq!(number(b"1234567890123456", 17), None);
    }
}
