//! The values of a block of 64 heaps.

use multiversion::multiversion;

use super::gather::{Word, refuse};
use super::near::{Near, Pending, RUN};
use crate::table::cells::Cell;

/// Heaps of a block.
pub(in crate::table) const HEAPS: usize = 64;

/// More classes than there are bits for.
pub(super) const CLASSES: usize = 64;

/// For 8 classes: for each run of 8 heaps a byte for each class, with a bit for each heap.
pub(super) type Group = [[u8; 8]; HEAPS / RUN];

/// The moves, and what the blocks before have left.
pub(super) struct Blocks {
    pub(super) near: Near,
    /// The moves that [`Near`] has not.
    pub(super) far: Vec<usize>,
    pub(super) pending: Pending,
    /// The heaps that far moves deny to each class.
    pub(super) refused: [Group; CLASSES / 8],
}

impl Blocks {
    /// Fills the cells from `start` on, all before them being known.
    ///
    /// # Errors
    /// Where a block begins that has a value without a bit in a word.
    pub(super) fn solve<C: Cell, W: Word>(&mut self, cells: &mut [C], start: usize) -> Result<(), usize> {
        self.pending.come_to(W::CLASSES, &self.near, &cells[..start]).ok_or(start)?;
        solve_fast::<C, W>(self, cells, start).inspect_err(|_| self.pending.forget())
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn solve_fast<C: Cell, W: Word>(blocks: &mut Blocks, cells: &mut [C], start: usize) -> Result<(), usize> {
    solve_plain::<C, W>(blocks, cells, start)
}

#[inline(always)]
fn solve_plain<C: Cell, W: Word>(blocks: &mut Blocks, cells: &mut [C], start: usize) -> Result<(), usize> {
    let mut start = start;
    while start < cells.len() {
        let (known, next) = cells.split_at_mut(start);
        let heaps = next.len().min(HEAPS);
        solve_block::<C, W>(blocks, known, &mut next[..heaps]).ok_or(start)?;
        start += HEAPS;
    }
    blocks.pending.went_to(start);
    Ok(())
}

/// `None` where a value has no bit.
#[inline(always)]
fn solve_block<C: Cell, W: Word>(blocks: &mut Blocks, known: &[C], next: &mut [C]) -> Option<()> {
    let Blocks { near, far, pending, refused } = blocks;
    // One group more than there are classes for: the block may have the first of a new one.
    let groups = pending.classes.div_ceil(8);
    let refused = &mut refused[..(groups + 1).min(W::CLASSES / 8)];
    let is_far = far.first().is_some_and(|&s| s < known.len() + HEAPS);
    if is_far {
        refused.fill(Group::default());
        refuse::<C, W>(far, known, &mut refused[..groups]);
    }
    // A plain loop: the closures of iterators are not always compiled with the features of the kernel.
    for (run, next) in next.chunks_mut(RUN).enumerate() {
        let values =
            if is_far { near.take::<true>(run, refused, pending)? } else { near.take::<false>(run, refused, pending)? };
        let values = values.to_le_bytes();
        match next.first_chunk_mut::<RUN>() {
            Some(next) => {
                for heap in 0..RUN {
                    next[heap] = values[heap].into();
                }
            }
            None => next.iter_mut().zip(values).for_each(|(next, value)| *next = value.into()),
        }
    }
    Some(())
}

/// Bit i of byte j becomes bit j of byte i.
#[inline(always)]
pub(super) fn turned(bytes: [u8; 8]) -> [u8; 8] {
    let x = u64::from_le_bytes(bytes);
    let swapped = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA;
    let x = x ^ swapped ^ swapped << 7;
    let swapped = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC;
    let x = x ^ swapped ^ swapped << 14;
    let swapped = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0;
    (x ^ swapped ^ swapped << 28).to_le_bytes()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn blocks(moves: &[usize]) -> Blocks {
        let (near, far) = moves.split_at(moves.partition_point(|&s| s <= HEAPS));
        Blocks { near: Near::new(near), far: far.to_vec(), pending: Pending::default(), refused: Default::default() }
    }

    proptest! {
        #[test]
        fn fast_and_plain_agree(moves in prop::collection::btree_set(1usize..300, 1..20), wide: bool) {
            let moves: Vec<usize> = moves.into_iter().collect();
            let (mut fast, mut plain) = (blocks(&moves), blocks(&moves));
            let mut cells = vec![0u8; 1000];
            let mut others = cells.clone();
            if wide {
                fast.solve::<_, u64>(&mut cells, 0).unwrap();
                solve_plain::<_, u64>(&mut plain, &mut others, 0).unwrap();
            } else {
                fast.solve::<_, u32>(&mut cells, 0).unwrap();
                solve_plain::<_, u32>(&mut plain, &mut others, 0).unwrap();
            }
            prop_assert_eq!(&cells, &others);
        }
    }
}
