//! Who wins a position, and by which moves.
//!
//! A [`Game`] is a number of rules and a way to [`Combine`] heaps of them. Where a theorem decides, heaps of any size can
//! be asked about; elsewhere positions are searched, up to a stated number of them, or the question is refused. [`brute()`]
//! compares values with a search, [`graph`] has games that are no heap games, [`stream`] reads positions of contest
//! problems.

pub mod graph;
pub mod stream;

mod any_heap;
mod brute;
mod error;
mod game;
mod inverse;
mod moore;
mod moves;
mod outcomes;
mod search;
mod staircase;
mod sum;
mod umpire;
mod worth;

pub use self::any_heap::Known;
pub use self::brute::{Brute, brute};
pub use self::error::PlayError;
pub use self::game::{Analysis, Combine, Decided, Game};
pub use self::moves::{Change, Heap, Move};
pub use self::outcomes::{DEFAULT_WORK, Disagreement, MOST_WORK, Outcomes, Reach};
pub use self::search::MOST_POSITIONS;
pub use self::umpire::Umpire;
pub use self::worth::Worth;
