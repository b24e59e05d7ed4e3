//! What 64 bytes are, one bit for each.

/// The number of bytes of a block.
pub(super) const BLOCK: usize = 64;

/// Which of 64 bytes are digits, and which end a line; bit k is byte k. All others are blanks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) digits: u64,
    pub(super) newlines: u64,
}

impl Block {
    /// `None` where there is anything but digits and blanks.
    #[inline(always)]
    pub(super) fn look(bytes: &[u8; BLOCK]) -> Option<Block> {
        // Without a branch, so that the compiler looks at many bytes at once.
        let (mut other, mut newline) = (false, false);
        for &byte in bytes {
            other |= !(byte.is_ascii_digit() | is_blank(byte));
            newline |= byte == b'\n';
        }
        if other {
            return None;
        }
        // Digits are 0011xxxx, blanks 00100000 and 00001001 to 00001101: digits are told by bit 4, and the newline
        // 00001010 by bits 0, 1, 3 and 4.
        let digits = gather(bytes, |word| word >> 4);
        let newlines = if newline { gather(bytes, |word| word >> 3 & word >> 1 & !(word | word >> 4)) } else { 0 };
        Some(Block { digits, newlines })
    }
}

/// The white space of ASCII, with the vertical tab.
#[inline(always)]
pub(super) fn is_blank(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// The lowest bit of each byte after `bit`, in the order of the bytes.
#[inline(always)]
fn gather(bytes: &[u8; BLOCK], bit: impl Fn(u64) -> u64) -> u64 {
    // Word k goes to bit k of each byte; then rows and columns are exchanged.
    let mut rows = 0;
    for (k, word) in bytes.as_chunks().0.iter().enumerate() {
        rows |= (bit(u64::from_le_bytes(*word)) & 0x0101_0101_0101_0101) << k;
    }
    transpose(rows)
}

/// Bit 8i + k goes to bit 8k + i. Source: H. S. Warren, "Hacker's Delight", section 7-3.
#[inline(always)]
fn transpose(mut bits: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let moved = (bits ^ bits >> shift) & mask;
        bits ^= moved ^ moved << shift;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Block, is_blank};

    #[test]
    fn each_byte_at_each_place() {
        for at in 0..BLOCK {
            for byte in 0..=u8::MAX {
                let mut bytes = [b' '; BLOCK];
                bytes[at] = byte;
                let bit = |is: bool| u64::from(is) << at;
                let expected = (byte.is_ascii_digit() || is_blank(byte))
                    .then(|| Block { digits: bit(byte.is_ascii_digit()), newlines: bit(byte == b'\n') });
                assert_eq!(Block::look(&bytes), expected, "{byte} at {at}");
            }
        }
    }

    #[test]
    fn blanks() {
        let blanks: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_blank(byte)).collect();
        assert_eq!(blanks, *b"\t\n\x0b\x0c\r ");
    }
}
