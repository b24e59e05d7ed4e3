//! Classes of equal values, 64 heaps at a time: heap n is in class v iff no class below took it and no n - s is in v.
//!
//! The moves up to 64 stay inside a block of 64 heaps or reach into the next one: class by class, 8 heaps at a time, a table
//! of 256 entries says which heaps the class takes and which later ones it blocks by that (`near.rs`). What larger moves
//! lead to is gathered for the whole block: the heaps n - s of one s are consecutive cells, and each value becomes one bit
//! of a word for each heap (`gather.rs`). Turned over, these words are for each class the heaps that it may not have.
//! Source: that each class is found by itself, once those below are known, is from Eppstein, "Faster evaluation of
//! subtraction games" (arXiv 1804.06515).
//! Time: for 64 heaps, as many steps of 64 cells as there are moves above 64, and one look-up for each 8 heaps and each
//! class up to their largest value. Memory: 16 bytes for each member up to n. Right for every set; meant for those with
//! few members and values below 64: from the first larger one on, it goes on with the list of moves.

mod block;
mod gather;
mod near;

use self::block::Blocks;
use self::near::{Near, Pending};
use super::cells::Cell;
use super::moves::Moves;
use super::visited::Visited;
use crate::ruleset::Set;

pub(super) use self::block::HEAPS;
pub(super) use self::near::LookUp;

pub(crate) struct OneHot {
    moves: Moves,
    /// Heaps below this have no move.
    least: usize,
    blocks: Blocks,
    bits: Bits,
}

/// How many values there is a bit for.
#[derive(Debug, Clone, Copy)]
enum Bits {
    Of32,
    Of64,
    /// Some value has none.
    TooFew,
}

impl OneHot {
    pub(crate) fn new(set: &Set, n: u64, terminal: u32) -> Self {
        let moves = Moves::new(set, n, terminal);
        let (near, far) = moves.list().split_at(moves.list().partition_point(|&s| s <= HEAPS));
        let blocks = Blocks {
            near: Near::new(near),
            far: far.to_vec(),
            pending: Pending::default(),
            refused: Default::default(),
        };
        let least = moves.list().first().map_or(usize::MAX, |&s| s);
        OneHot { moves, least, blocks, bits: Bits::Of32 }
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize, visited: &mut Visited) -> Result<(), usize> {
        // A block with heaps that have no move would need to know what these are worth.
        let whole = self.least.min(cells.len()).next_multiple_of(HEAPS).min(cells.len());
        if from < whole {
            self.moves.fill(&mut cells[..whole], from, visited)?;
        }
        let mut n = from.max(whole);
        while n < cells.len() {
            // What is known of a block that was begun comes out once more.
            let start = n - n % HEAPS;
            let solved = match self.bits {
                Bits::Of32 => self.blocks.solve::<C, u32>(cells, start),
                Bits::Of64 => self.blocks.solve::<C, u64>(cells, start),
                Bits::TooFew => return self.moves.fill(cells, n, visited),
            };
            let Err(block) = solved else { return Ok(()) };
            n = n.max(block);
            self.bits = if matches!(self.bits, Bits::Of32) { Bits::Of64 } else { Bits::TooFew };
        }
        Ok(())
    }
}
