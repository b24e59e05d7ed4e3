//! Pairs of parts: g(n) = mex of { g(a) ^ g(b) : a + b = n - i } and of the moves that split nothing.
//!
//! Most options of a heap of n are its n / 2 pairs for each breaking digit. Few of them are looked at one by one: those
//! with one of the smallest parts, those with a rare part where the values have a sparse space (see `rare.rs`), and some
//! more that show most (see `plan.rs`). A value that these show is an option. One that they do not show is none if only
//! a pair with a rare part can have it; else all pairs are searched for it, many at a time, until one is found or none
//! is left. Nothing is taken on trust: the split into rare and common heaps decides what has to be searched, never the
//! value.
//!
//! The split is chosen anew as the table grows. Where it does not pay to look at every rare part (0.04 has no sparse
//! space known), no value is certain without a search.
//! Several heaps are looked at at once (`block.rs`).
//! Source: Guy and Smith 1956; Gangolli and Plambeck, "A note on periodicity in some octal games", Int. J. Game Theory
//! 18 (1989). Time: n times the rare heaps where they are few, else n^2 / 64 or so; memory: the table twice.
//! Right for codes that leave at most two heaps, and a set beside them; no added tokens, no repeating tail.

mod block;
mod marks;
mod moves;
mod plan;
mod rare;
mod witness;

use self::block::{Both, fill};
use self::marks::{Rows, Words};
use self::moves::PairMoves;
use self::plan::Plan;
use super::cells::{Cell, Cells};
use crate::ruleset::Ruleset;

pub use self::rare::{Breaking, RareSplit};

/// An engine at work.
pub(crate) struct Pairs {
    moves: PairMoves,
    plan: Plan,
    /// The table backwards: the value of heap n at its last place less n.
    mirror: Cells,
    /// Heaps below are in the mirror.
    mirrored: usize,
    rows: Vec<Rows>,
    operations: u64,
}

/// No block of a shorter table is worth several threads.
const FEW_HEAPS: usize = 1 << 12;

/// Runs of heaps in a block.
const RUNS: usize = 4;

impl Pairs {
    /// `None` where the rule has other moves.
    pub(crate) fn new(rule: &Ruleset, n: u64) -> Option<Self> {
        let mut mirror = Cells::new();
        mirror.resize(n as usize + 1);
        let moves = PairMoves::of(rule, n)?;
        Some(Pairs { moves, plan: Plan::default(), mirror, mirrored: 0, rows: Vec::new(), operations: 0 })
    }

    /// The number of amounts after which a heap of up to n may be split; `None` where the engine is not right.
    pub(crate) fn breaks(rule: &Ruleset, n: u64) -> Option<usize> {
        u32::try_from(n).ok()?;
        PairMoves::of(rule, 0).map(|moves| moves.breaks.len())
    }

    /// Elementary operations so far: what is counted here takes about a third of a nanosecond.
    pub(crate) fn operations(&self) -> f64 {
        self.operations as f64 / 3.0
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize) -> Result<(), usize> {
        let mut mirror = C::take(std::mem::replace(&mut self.mirror, Cells::new()));
        let mut both = Both { cells, mirror: &mut mirror };
        for n in self.mirrored..from {
            both.set(n, both.cells[n]);
        }
        // On a thread of the pool, where there is one: else each block would go from thread to thread and back.
        let filled = if both.cells.len() < FEW_HEAPS {
            self.fill_both(&mut both, from)
        } else {
            rayon::scope(|_| self.fill_both(&mut both, from))
        };
        self.mirror = C::give(mirror);
        filled
    }

    fn fill_both<C: Cell>(&mut self, both: &mut Both<'_, C>, from: usize) -> Result<(), usize> {
        let Pairs { moves, plan, rows, .. } = self;
        let mut first = from;
        plan.note(moves, &both.cells[..first]);
        while first < both.cells.len() {
            let filled = if plan.bound() <= Words::BOUND {
                fill(moves, plan, both, first, &mut [Words::default(); RUNS])
            } else {
                let bound = plan.bound().next_power_of_two();
                if rows.first().is_none_or(|rows| !rows.reach::<C>(bound)) {
                    *rows = (0..RUNS).map(|_| Rows::below::<C>(bound)).collect();
                }
                fill(moves, plan, both, first, rows)
            };
            self.operations += filled.work.operations;
            first += filled.heaps;
            self.mirrored = first;
            plan.note(moves, &both.cells[..first]);
            plan.balance::<C>(filled.work.missed, filled.heaps);
            if filled.too_narrow {
                return Err(first);
            }
        }
        Ok(())
    }
}
