//! What the values show: claims about a sequence, one file for each kind. Sees values only; whether a claim is
//! a theorem is for [`crate::proof`].

mod blocks;
mod held;
mod p_positions;
mod period;

use crate::table::{Period, SgTable};

pub use self::blocks::{Blocks, blocks};
pub use self::p_positions::{PPositions, p_positions};
pub use self::period::{BrokenPeriod, Periods, longest_broken, longest_broken_from_start};

/// Which sequence of a table is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sequence {
    /// The SG values.
    #[default]
    Sg,
    /// 0 for P-positions, 1 for N-positions.
    Outcome,
}

impl Sequence {
    /// The name in JSON and messages.
    pub fn name(self) -> &'static str {
        match self {
            Sequence::Sg => "sg",
            Sequence::Outcome => "outcome",
        }
    }
}

/// A sequence of numbers, one for each heap from 0 on.
pub trait Values {
    /// How many there are.
    fn len(&self) -> usize;

    /// The number of heap `n`, which is below `len()`.
    fn at(&self, n: usize) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Values for [u64] {
    fn len(&self) -> usize {
        self.len()
    }

    fn at(&self, n: usize) -> u64 {
        self[n]
    }
}

/// The first heaps of a table, as SG values or as outcomes.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    table: &'a SgTable,
    sequence: Sequence,
    len: usize,
}

impl<'a> View<'a> {
    /// At most the first `most` heaps of `table`.
    pub fn new(table: &'a SgTable, sequence: Sequence, most: u64) -> Self {
        View { table, sequence, len: table.len().min(most) as usize }
    }

    /// Which sequence it shows.
    pub fn sequence(&self) -> Sequence {
        self.sequence
    }
}

impl Values for View<'_> {
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn at(&self, n: usize) -> u64 {
        let value = self.table.get(n as u64).unwrap_or(0);
        match self.sequence {
            Sequence::Sg => value,
            Sequence::Outcome => value.min(1),
        }
    }
}

/// Something that may be true of a whole sequence.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// It repeats, perhaps with a saltus.
    Period(Period),
    /// It has no eventual period, with or without saltus.
    Aperiodic,
    /// A formula gives it.
    Formula {
        /// For people: `floor((n mod 7) / 3)`.
        text: String,
        /// In the notation of rule files, `n % 7 / 3`; `None` where it has cases.
        notation: Option<String>,
    },
    /// It is a concatenation of a few increasing runs.
    Blocks(Blocks),
    /// Its P-positions follow a pattern.
    PPositions(PPositions),
    /// None of the known patterns.
    None,
}

impl Claim {
    /// The name in JSON and in summaries.
    pub fn name(&self) -> &'static str {
        match self {
            Claim::Period(period) if period.saltus == 0 => "periodic",
            Claim::Period(_) => "arithmetic-periodic",
            Claim::Aperiodic => "aperiodic",
            Claim::Formula { .. } => "formula",
            Claim::Blocks(_) => "blocks",
            Claim::PPositions(_) => "p-positions",
            Claim::None => "none",
        }
    }
}
