//! What 64 bytes are, one bit for each.

use wide::u8x16;

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
        let (mut block, mut usual) = (Block { digits: 0, newlines: 0 }, u8x16::MAX);
        for (k, bytes) in bytes.as_chunks().0.iter().enumerate() {
            let bytes = u8x16::new(*bytes);
            let digits = up_to(bytes - u8x16::splat(b'0'), 9);
            let blanks = up_to(bytes - u8x16::splat(b'\t'), 4) | bytes.cmp_eq(u8x16::splat(b' '));
            usual &= digits | blanks;
            block.digits |= bits(digits) << (16 * k);
            block.newlines |= bits(bytes.cmp_eq(u8x16::splat(b'\n'))) << (16 * k);
        }
        usual.all().then_some(block)
    }
}

#[inline(always)]
fn up_to(bytes: u8x16, most: u8) -> u8x16 {
    bytes.cmp_eq(bytes.min(u8x16::splat(most)))
}

#[inline(always)]
fn bits(bytes: u8x16) -> u64 {
    bytes.move_mask() as u64
}

/// The white space of ASCII, with the vertical tab.
#[inline(always)]
pub(super) fn is_blank(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
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
