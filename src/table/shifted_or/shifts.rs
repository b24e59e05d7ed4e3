//! A set as a string of bits that is read from any bit on: eight copies, each shifted by one bit more, so that every
//! read begins with a byte. A read is one row of [`LANES`] bits, and a loop over many reads keeps the row in registers.

use multiversion::multiversion;

/// Bits that are handled at a time.
pub(crate) const LANES: usize = 1024;
const BYTES: usize = LANES / 8;

/// A bit for each of some places.
pub(crate) type Row = [u64; LANES / 64];

pub(super) struct Shifts {
    bytes: Vec<u8>,
    /// Bytes of one copy.
    stride: usize,
}

impl Shifts {
    /// The set of some numbers, all below `bound`.
    pub(super) fn new(numbers: impl Iterator<Item = usize>, bound: usize) -> Self {
        // A row of zeros before and after, so that what begins or ends outside needs no attention.
        let words = (bound + 2 * LANES) / 64 + 2;
        let mut bits = vec![0u64; words + 1];
        for number in numbers {
            let place = number + LANES;
            bits[place / 64] |= 1 << (place % 64);
        }
        let mut bytes = Vec::with_capacity(8 * 8 * words);
        for shift in 0..8 {
            // The shift to the left is by 64 - shift bits, in two steps as that may be all of them.
            let words = bits.windows(2).map(|pair| pair[0] >> shift | pair[1] << 1 << (63 - shift));
            bytes.extend(words.flat_map(u64::to_le_bytes));
        }
        Shifts { bytes, stride: 8 * words }
    }

    /// Adds to a row: bit i is set when `from` + i - LANES is in the set.
    #[inline(always)]
    pub(super) fn or(&self, row: &mut Row, from: usize) {
        let bytes = &self.bytes[from % 8 * self.stride + from / 8..];
        if let Some(bytes) = bytes.first_chunk::<BYTES>() {
            for (word, bytes) in row.iter_mut().zip(bytes.as_chunks().0) {
                *word |= u64::from_le_bytes(*bytes);
            }
        }
    }

    /// Adds the set shifted by each of the heaps: bit i of the row is set when `base` + i - heap - LANES is in the set.
    pub(super) fn or_each(&self, row: &mut Row, base: usize, heaps: &[u32]) {
        or_each(self, row, base, heaps);
    }

    /// The same for an empty row, as any processor does it.
    #[cfg(test)]
    pub(super) fn or_each_plainly(&self, base: usize, heaps: &[u32]) -> Row {
        or_all(self, [0; LANES / 64], base, heaps)
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2", "x86_64+avx2"))]
fn or_each(shifts: &Shifts, row: &mut Row, base: usize, heaps: &[u32]) {
    *row = or_all(shifts, *row, base, heaps);
}

#[inline(always)]
fn or_all(shifts: &Shifts, mut row: Row, base: usize, heaps: &[u32]) -> Row {
    heaps.iter().for_each(|&heap| shifts.or(&mut row, base - heap as usize));
    row
}
