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

/// What is noted of the classes while a block is solved.
#[derive(Default)]
pub(super) struct Notes {
    /// The heaps that far moves deny to a class.
    refused: [Group; CLASSES / 8],
    /// The heaps that it takes.
    takes: [Group; CLASSES / 8],
}

/// The moves, and what the blocks before have left.
pub(super) struct Blocks {
    pub(super) near: Near,
    /// The moves that [`Near`] has not.
    pub(super) far: Vec<usize>,
    pub(super) pending: Pending,
    pub(super) notes: Notes,
}

impl Blocks {
    /// The values of the heaps from `start` on, all before it known; `None` where one of them has no bit in a word.
    pub(super) fn solve<C: Cell, W: Word>(&mut self, cells: &[C], start: usize) -> Option<[u8; HEAPS]> {
        if !self.pending.come_to(start, W::CLASSES, &self.near, cells) {
            return None;
        }
        let values = solve_fast::<C, W>(self, cells, start);
        if values.is_none() {
            self.pending.forget();
        }
        values
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt", "x86_64+avx2+bmi1+bmi2+popcnt"))]
fn solve_fast<C: Cell, W: Word>(blocks: &mut Blocks, cells: &[C], start: usize) -> Option<[u8; HEAPS]> {
    solve_plain::<C, W>(blocks, cells, start)
}

#[inline(always)]
fn solve_plain<C: Cell, W: Word>(blocks: &mut Blocks, cells: &[C], start: usize) -> Option<[u8; HEAPS]> {
    let Blocks { near, far, pending, notes: Notes { refused, takes } } = blocks;
    // One group more than there are classes for: the block may have the first of a new one.
    let known = pending.classes.div_ceil(8);
    let groups = (known + 1).min(W::CLASSES / 8);
    let (refused, takes) = (&mut refused[..groups], &mut takes[..groups]);
    takes.fill(Group::default());
    if far.first().is_some_and(|&s| s < start + HEAPS) {
        refused.fill(Group::default());
        refuse::<C, W>(far, cells, start, &mut refused[..known]);
        take_all::<true>(near, pending, refused, takes)?;
    } else {
        take_all::<false>(near, pending, refused, takes)?;
    }
    Some(values(&takes[..pending.classes.div_ceil(8)]))
}

#[inline(always)]
fn take_all<const FAR: bool>(near: &Near, pending: &mut Pending, refused: &[Group], takes: &mut [Group]) -> Option<()> {
    (0..HEAPS / RUN).try_for_each(|run| near.take::<FAR>(run, refused, pending, takes))
}

/// The class that took each heap.
#[inline(always)]
fn values(takes: &[Group]) -> [u8; HEAPS] {
    let mut values = [0; HEAPS];
    for (group, takes) in takes.iter().enumerate() {
        let mut bits = *takes;
        for run in &mut bits {
            *run = turned(*run);
        }
        for (value, &bit) in values.iter_mut().zip(bits.as_flattened()) {
            let place = u8::from(bit & 0xAA != 0) | u8::from(bit & 0xCC != 0) << 1 | u8::from(bit & 0xF0 != 0) << 2;
            *value |= if bit == 0 { 0 } else { place + 8 * group as u8 };
        }
    }
    values
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
        Blocks { near: Near::new(near), far: far.to_vec(), pending: Pending::default(), notes: Notes::default() }
    }

    proptest! {
        #[test]
        fn fast_and_plain_agree(moves in prop::collection::btree_set(1usize..300, 1..20), wide: bool) {
            let moves: Vec<usize> = moves.into_iter().collect();
            let (mut fast, mut plain) = (blocks(&moves), blocks(&moves));
            let mut cells = vec![0u8; 0];
            for start in (0..1024).step_by(HEAPS) {
                cells.resize(start + HEAPS, 0);
                let values = if wide {
                    assert!(plain.pending.come_to(start, 64, &plain.near, &cells));
                    (fast.solve::<_, u64>(&cells, start), solve_plain::<_, u64>(&mut plain, &cells, start))
                } else {
                    assert!(plain.pending.come_to(start, 32, &plain.near, &cells));
                    (fast.solve::<_, u32>(&cells, start), solve_plain::<_, u32>(&mut plain, &cells, start))
                };
                prop_assert_eq!(values.0, values.1);
                cells[start..].copy_from_slice(&values.0.unwrap());
            }
        }
    }
}
