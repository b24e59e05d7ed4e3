//! A list of moves: g(n) = mex { g(n - s) : s in S, s <= n }.
//!
//! The textbook method for a set that does not depend on n, with the values of the options gathered in one
//! word while they fit it, in the visited array otherwise. Time: n times the number of moves; memory: the
//! moves up to n. Right for every set; meant for those with few members.

use super::cells::Cell;
use super::visited::Visited;
use crate::ruleset::Set;

pub(crate) struct Moves {
    moves: Vec<usize>,
    terminal: u32,
}

impl Moves {
    pub(crate) fn new(set: &Set, n: u64, terminal: u32) -> Self {
        Moves { moves: set.members(n).into_iter().map(|s| s as usize).collect(), terminal }
    }

    /// The moves, ascending.
    pub(super) fn list(&self) -> &[usize] {
        &self.moves
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize, visited: &mut Visited) -> Result<(), usize> {
        let mut usable = self.moves.partition_point(|&s| s < from);
        for n in from..cells.len() {
            usable += usize::from(self.moves.get(usable).is_some_and(|&s| s <= n));
            let moves = &self.moves[..usable];
            let value = if moves.is_empty() {
                self.terminal
            } else if moves.len() < 64 {
                // The mex is at most 63, and so is every value, misère terminals included.
                let seen = moves.iter().fold(0u64, |seen, &s| seen | 1 << cells[n - s].get());
                seen.trailing_ones()
            } else {
                visited.next_heap();
                moves.iter().for_each(|&s| visited.mark(cells[n - s].get()));
                visited.mex()
            };
            cells[n] = C::narrow(value).ok_or(n)?;
        }
        Ok(())
    }
}
