//! A position, who wins it, and by which moves.

mod json;
mod text;

pub use self::json::write_position_json;
pub use self::text::PositionText;
pub(super) use self::text::{joined, left};

use crate::play::{Analysis, Combine, Heap};
use crate::ruleset::Convention;

/// A position with what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct PositionView<'a> {
    /// The heaps.
    pub position: &'a [Heap],
    /// The name of the rule of each heap.
    pub names: &'a [String],
    /// How they are played together.
    pub combine: Combine,
    /// Who wins when there is no move left.
    pub convention: Convention,
    /// Who wins, and by which moves.
    pub analysis: &'a Analysis,
}

impl PositionView<'_> {
    /// Whether the heaps follow several rules.
    fn is_mixed(&self) -> bool {
        self.names.windows(2).any(|pair| pair[0] != pair[1])
    }
}
