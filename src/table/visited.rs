//! The timestamped visited array: mex without clearing between heaps.

/// Remembers which values the options of the current heap have.
///
/// Each value holds the stamp of the last heap that saw it, so starting the next heap is one addition.
///
/// ```
/// use sgtab::table::Visited;
/// let mut visited = Visited::default();
/// visited.next_heap();
/// visited.mark(0);
/// visited.mark(2);
/// assert_eq!(visited.mex(), 1);
/// visited.next_heap();
/// assert_eq!(visited.mex(), 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Visited {
    stamps: Vec<u32>,
    now: u32,
}

impl Visited {
    /// Forgets all marks.
    pub fn next_heap(&mut self) {
        match self.now.checked_add(1) {
            Some(now) => self.now = now,
            None => {
                // Once in 2^32 heaps old stamps would be mistaken for new ones.
                self.stamps.fill(0);
                self.now = 1;
            }
        }
    }

    /// An option has this value.
    #[inline]
    pub fn mark(&mut self, value: u32) {
        match self.stamps.get_mut(value as usize) {
            Some(stamp) => *stamp = self.now,
            None => self.grow(value),
        }
    }

    #[cold]
    fn grow(&mut self, value: u32) {
        let at = value as usize;
        self.stamps.resize((at + 1).next_power_of_two(), 0);
        self.stamps[at] = self.now;
    }

    /// Whether an option has this value.
    #[inline]
    pub fn is_marked(&self, value: u32) -> bool {
        self.stamps.get(value as usize).is_some_and(|&stamp| stamp == self.now)
    }

    /// The least value that no option has.
    #[inline]
    pub fn mex(&self) -> u32 {
        self.stamps.iter().position(|&stamp| stamp != self.now).unwrap_or(self.stamps.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_survive_the_end_of_their_range() {
        let mut visited = Visited { now: u32::MAX - 1, ..Visited::default() };
        visited.mark(0);
        visited.next_heap();
        assert_eq!(visited.mex(), 0);
        visited.mark(0);
        visited.next_heap();
        assert_eq!((visited.now, visited.mex()), (1, 0));
        visited.mark(1);
        visited.mark(0);
        assert_eq!(visited.mex(), 2);
    }
}
