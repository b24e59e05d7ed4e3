//! Who answers.

use super::heap::Heap;

/// Knows a game, and is asked about one position after another.
///
/// A position comes in pieces, so that a game whose winner follows from a nim-sum needs no memory for a position of any
/// length: [`start`](Referee::start), then [`add`](Referee::add) any number of times, then one question.
///
/// ```
/// use std::convert::Infallible;
/// use sgtab::play::stream::{FirstMove, Referee};
///
/// /// Nim.
/// #[derive(Default)]
/// struct Nim(Vec<u64>);
///
/// impl Nim {
///     fn nim_sum(&self) -> u64 {
///         self.0.iter().fold(0, |sum, heap| sum ^ heap)
///     }
/// }
///
/// impl Referee for Nim {
///     type Heap = u64;
///     type Error = Infallible;
///
///     fn start(&mut self) {
///         self.0.clear();
///     }
///     fn add(&mut self, heaps: &[u64]) -> Result<(), Infallible> {
///         self.0.extend(heaps);
///         Ok(())
///     }
///     fn first_wins(&mut self) -> Result<bool, Infallible> {
///         Ok(self.nim_sum() != 0)
///     }
///     fn winning_moves(&mut self) -> Result<u64, Infallible> {
///         Ok(self.0.iter().filter(|&heap| heap ^ self.nim_sum() < *heap).count() as u64)
///     }
///     fn first_winning_move(&mut self, left: &mut Vec<u64>) -> Result<Option<FirstMove>, Infallible> {
///         let sum = self.nim_sum();
///         let Some(at) = self.0.iter().position(|heap| heap ^ sum < *heap) else { return Ok(None) };
///         left.extend(&self.0);
///         left[at] ^= sum;
///         Ok(Some(FirstMove { place: at as u64 + 1, amount: self.0[at] - left[at] }))
///     }
///     fn set_amounts(&mut self, _amounts: &[u64]) -> Result<(), Infallible> {
///         Ok(()) // any amount may be taken
///     }
/// }
///
/// let mut nim = Nim::default();
/// nim.start();
/// nim.add(&[3, 6])?;
/// nim.add(&[9])?;
/// assert_eq!(nim.winning_moves()?, 1);
/// # Ok::<(), Infallible>(())
/// ```
pub trait Referee {
    /// What a heap is in this game.
    type Heap: Heap;
    /// Why a position has no answer.
    type Error: std::error::Error;

    /// A new position begins; what was added before is over, asked about or not.
    fn start(&mut self);

    /// The next heaps of the position, one or more of them.
    ///
    /// # Errors
    /// Where a heap is none of this game.
    fn add(&mut self, heaps: &[Self::Heap]) -> Result<(), Self::Error>;

    /// Whether who moves first wins.
    ///
    /// # Errors
    /// Where the position is out of reach.
    fn first_wins(&mut self) -> Result<bool, Self::Error>;

    /// The number of first moves that win.
    ///
    /// # Errors
    /// Where the position is out of reach.
    fn winning_moves(&mut self) -> Result<u64, Self::Error>;

    /// The first move that wins, and all heaps as it leaves them appended to `left`, which is empty; `None` where there
    /// is none.
    ///
    /// # Errors
    /// Where the position is out of reach.
    fn first_winning_move(&mut self, left: &mut Vec<Self::Heap>) -> Result<Option<FirstMove>, Self::Error>;

    /// From now on these amounts may be taken: for [`Layout::SNim`](super::Layout::SNim) only, before its positions.
    ///
    /// # Errors
    /// Where they are none of this game.
    fn set_amounts(&mut self, amounts: &[u64]) -> Result<(), Self::Error>;
}

/// How much to take, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FirstMove {
    /// The heap, counted from 1.
    pub place: u64,
    /// What is taken from it.
    pub amount: u64,
}
