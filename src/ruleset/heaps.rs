//! What a move leaves.

/// The heaps that a move leaves: those of `each`, none of them empty, `times` over.
///
/// ```
/// use sgtab::ruleset::Heaps;
/// assert_eq!(Heaps { each: &[2, 5], times: 2 }.to_vec(), [2, 2, 5, 5]);
/// assert!(Heaps::of(&[]).is_nothing());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heaps<'a> {
    /// Sizes of heaps, none of them 0.
    pub each: &'a [u64],
    /// How often each of them is there; equal heaps can be many.
    pub times: u64,
}

impl<'a> Heaps<'a> {
    /// Each heap once.
    pub fn of(each: &'a [u64]) -> Self {
        Heaps { each, times: 1 }
    }

    /// Whether no heap is left.
    pub fn is_nothing(self) -> bool {
        self.each.is_empty() || self.times == 0
    }

    /// All heaps, ascending.
    pub fn to_vec(self) -> Vec<u64> {
        let mut all: Vec<u64> = self.each.iter().flat_map(|&heap| (0..self.times).map(move |_| heap)).collect();
        all.sort_unstable();
        all
    }
}
