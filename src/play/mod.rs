//! Who wins a position, and by which moves.
//!
//! A [`Game`] is a number of rules and a way to [`Combine`] heaps of them. Where a theorem decides, heaps of any size can
//! be asked about; elsewhere positions are searched, up to a stated number of them, or the question is refused. [`graph`]
//! has games that are no heap games, [`stream`] reads positions of contest problems.

pub mod graph;
pub mod stream;

mod error;
mod game;
mod moore;
mod moves;
mod search;
mod staircase;
mod sum;
mod umpire;
mod worth;

pub use self::error::PlayError;
pub use self::game::{Analysis, Combine, Decided, Game};
pub use self::moves::{Change, Heap, Move};
pub use self::search::MOST_POSITIONS;
pub use self::umpire::Umpire;
pub use self::worth::Worth;
