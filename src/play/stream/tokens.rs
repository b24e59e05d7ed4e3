//! The tokens of a piece of a stream.
//!
//! Blocks of 64 bytes are looked at as sets of bits; where tokens begin and end falls out of the set of digits, and each
//! token is read without a branch on its length. A block with anything unusual in it - a letter, a limit, a number of more
//! than 16 digits - is read byte by byte instead, so that only that way has to know about mistakes.

use super::block::{BLOCK, Block, is_blank};
use super::digits::{MOST_DIGITS, number};
use super::heap::Heap;

/// The bytes before a piece that may be loaded, and do not matter.
pub(super) const FRONT: usize = MOST_DIGITS;

/// A block has no more tokens: a blank stands between two.
const MOST_TOKENS: usize = BLOCK / 2;

/// The tokens of a piece of a stream, and where its lines end.
pub(super) struct Tokens<H> {
    /// The tokens up to the first mistake, and cells for more.
    cells: Vec<H>,
    count: usize,
    /// For each newline the number of tokens before it.
    pub(super) line_ends: Vec<usize>,
    /// Where the last newline is.
    pub(super) last_newline: Option<usize>,
    /// Where a mistake begins.
    pub(super) fault: Option<usize>,
}

impl<H: Heap> Tokens<H> {
    pub(super) fn new() -> Self {
        Tokens { cells: Vec::new(), count: 0, line_ends: Vec::new(), last_newline: None, fault: None }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.line_ends.clear();
        (self.last_newline, self.fault) = (None, None);
    }

    #[inline]
    pub(super) fn get(&self) -> &[H] {
        &self.cells[..self.count]
    }

    /// Reads those of `buffer[from..]`, which neither begins nor ends within a token; `from` is [`FRONT`] at least.
    pub(super) fn read(&mut self, buffer: &[u8], from: usize) {
        self.clear();
        let most = (buffer.len() - from) / 2 + 2 * MOST_TOKENS;
        if self.cells.len() < most {
            self.cells.resize(most, H::new(0, None));
        }
        let mut at = from;
        while at < buffer.len() && self.fault.is_none() {
            at = self.read_blocks(buffer, at);
            at = self.read_bytes(buffer, at);
        }
    }

    /// Reads up to the first block with anything unusual in it; the answer is where that block, or the token that goes
    /// on in it, begins.
    fn read_blocks(&mut self, buffer: &[u8], from: usize) -> usize {
        let (mut block_at, mut token_at, mut is_open) = (from, from, false);
        while block_at < buffer.len() || is_open {
            let resume = if is_open { token_at } else { block_at };
            let rest = &buffer[block_at - FRONT..];
            let last;
            let bytes = match rest.first_chunk() {
                Some(bytes) => bytes,
                None => {
                    last = padded(rest);
                    &last
                }
            };
            let block = bytes.last_chunk().and_then(Block::look);
            let (Some(Block { digits, newlines }), Some(cells)) =
                (block, self.cells[self.count..].first_chunk_mut::<MOST_TOKENS>())
            else {
                return resume;
            };

            // The end of a token is the blank after it.
            let after_digits = digits << 1 | u64::from(is_open);
            let (mut starts, ends) = (digits & !after_digits, !digits & after_digits);
            if !is_open {
                token_at = block_at + take_lowest(&mut starts);
            }
            let (mut left, mut count) = (ends, 0);
            while left != 0 {
                let end = take_lowest(&mut left) % BLOCK;
                let length = block_at + end - token_at;
                let Some(size) = bytes[end..].first_chunk().and_then(|bytes| number(bytes, length)) else {
                    return resume;
                };
                cells[count % MOST_TOKENS] = H::new(size, None);
                count += 1;
                token_at = block_at + take_lowest(&mut starts);
            }
            let mut left = newlines;
            while left != 0 {
                let newline = take_lowest(&mut left) % BLOCK;
                let before = (ends & (u64::MAX >> (BLOCK - 1 - newline))).count_ones();
                self.line_ends.push(self.count + before as usize);
                self.last_newline = Some(block_at + newline);
            }
            self.count += count;
            is_open = digits >> (BLOCK - 1) != 0;
            block_at += BLOCK;
        }
        buffer.len()
    }

    /// Reads a block's length and the token that goes on after it; the answer is where that ends.
    fn read_bytes(&mut self, buffer: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < buffer.len().min(from + BLOCK) {
            if is_blank(buffer[at]) {
                if buffer[at] == b'\n' {
                    self.line_ends.push(self.count);
                    self.last_newline = Some(at);
                }
                at += 1;
                continue;
            }
            let length = buffer[at..].iter().position(|&byte| is_blank(byte)).unwrap_or(buffer.len() - at);
            let Some(token) = token(&buffer[at..at + length]) else {
                self.fault = Some(at);
                return at;
            };
            self.cells[self.count] = token;
            self.count += 1;
            at += length;
        }
        at
    }
}

/// The last bytes of a piece, and blanks.
#[cold]
fn padded(bytes: &[u8]) -> [u8; FRONT + BLOCK] {
    let mut padded = [b' '; FRONT + BLOCK];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

/// The place of the lowest bit, which is taken away.
#[inline(always)]
fn take_lowest(bits: &mut u64) -> usize {
    let place = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    place
}

/// The definition of a token.
fn token<H: Heap>(bytes: &[u8]) -> Option<H> {
    match bytes.iter().position(|&byte| byte == b'/') {
        Some(slash) if H::LIMITS => Some(H::new(plain(&bytes[..slash])?, Some(plain(&bytes[slash + 1..])?))),
        _ => Some(H::new(plain(bytes)?, None)),
    }
}

fn plain(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |number, &byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}
