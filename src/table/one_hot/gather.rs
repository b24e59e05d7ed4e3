//! What far moves lead to, as single bits: the heaps that they deny to each class.

use super::block::{Group, HEAPS, turned};
use crate::table::cells::Cell;

/// A bit for each value.
pub(super) trait Word: Copy + Default {
    const CLASSES: usize;

    fn join(&mut self, value: u32);
    /// The bits of the classes from 8 `group` on.
    fn group(self, group: usize) -> u8;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const CLASSES: usize = <$type>::BITS as usize;

            #[inline(always)]
            fn join(&mut self, value: u32) {
                *self |= <$type>::wrapping_shl(1, value);
            }

            #[inline(always)]
            fn group(self, group: usize) -> u8 {
                (self >> (8 * group)) as u8
            }
        }
    };
}

word!(u32);
word!(u64);

/// Writes to `refused` the heaps of the next block from which a far move leads to a heap of the class, for as many groups
/// of classes as it has.
#[inline(always)]
pub(super) fn refuse<C: Cell, W: Word>(far: &[usize], known: &[C], refused: &mut [Group]) {
    let start = known.len();
    let mut seen = [W::default(); HEAPS];
    let (of_all, of_some) = far.split_at(far.partition_point(|&s| s <= start));
    for &s in of_all {
        let Some(options) = known[start - s..].first_chunk::<HEAPS>() else { break };
        for heap in 0..HEAPS {
            seen[heap].join(options[heap].get());
        }
    }
    // The later heaps of a block may have a move that the first has not.
    for from in of_some.iter().map(|&s| s - start).take_while(|&from| from < HEAPS) {
        seen.iter_mut().skip(from).zip(known).for_each(|(seen, option)| seen.join(option.get()));
    }
    for (group, refused) in refused.iter_mut().enumerate() {
        let mut bytes = [0; HEAPS];
        for heap in 0..HEAPS {
            bytes[heap] = seen[heap].group(group);
        }
        for (refused, run) in refused.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *refused = turned(*run);
        }
    }
}
