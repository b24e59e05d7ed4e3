//! Digits to numbers, sixteen at a time.
//!
//! Sixteen digits d0 d1 ... d15 go to pairs 10 d0 + d1, these to fours, and those to eights, by multiplications that work
//! on all of them at once. Source: W. Muła, "SIMD-ized / SWAR parsing of integers". Right for up to 16 digits; no branch
//! depends on how many.

use wide::{i16x8, i32x8};

/// The longest number that [`number`] reads.
pub(super) const MOST_DIGITS: usize = 16;

/// `KEEP[n]`: of sixteen bytes the last n, and of each only what makes a digit.
const KEEP: [[u8; MOST_DIGITS]; MOST_DIGITS + 1] = {
    let mut keep = [[0; MOST_DIGITS]; MOST_DIGITS + 1];
    let mut n = 1;
    while n <= MOST_DIGITS {
        keep[n] = keep[n - 1];
        keep[n][MOST_DIGITS - n] = 0x0f;
        n += 1;
    }
    keep
};

/// The number that the last `digits` of these bytes are; `None` where there are more than 16.
#[inline(always)]
pub(super) fn number(bytes: &[u8; MOST_DIGITS], digits: usize) -> Option<u64> {
    let digits = two_by_two(bytes) & two_by_two(KEEP.get(digits)?);
    // In the lower byte of each lane now: ten times it, and the upper one.
    let pairs = (digits * i16x8::splat(10) + (digits >> 8_i32)) & i16x8::splat(0xff);
    let [a, b, c, d] = pairs.dot(i16x8::new([100, 1, 100, 1, 100, 1, 100, 1])).to_array();
    let fours = i16x8::from_i32x8_saturate(i32x8::new([a, b, c, d, 0, 0, 0, 0]));
    let [first, second, ..] = fours.dot(i16x8::new([10_000, 1, 10_000, 1, 0, 0, 0, 0])).to_array();
    Some(u64::from(first.cast_unsigned()) * 100_000_000 + u64::from(second.cast_unsigned()))
}

#[inline(always)]
fn two_by_two(bytes: &[u8; MOST_DIGITS]) -> i16x8 {
    let pairs = bytes.as_chunks::<2>().0;
    i16x8::new(std::array::from_fn(|lane| i16::from_le_bytes(pairs[lane])))
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
