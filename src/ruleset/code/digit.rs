//! One digit of a code: how many heaps a move may leave, and whether they must be equal or unequal.

/// Which of the ways to leave a number of heaps that are not all of one size are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unequal {
    /// None of them.
    None,
    /// Those where no two heaps are equal (mark `!`).
    AllDifferent,
    /// All of them (mark `?` where equal heaps are not allowed besides).
    Any,
}

/// Which ways to leave a number of heaps are allowed.
///
/// In least form: with fewer than two heaps it is everything or nothing, and of two heaps that are not
/// equal [`Unequal::AllDifferent`] would say the same as [`Unequal::Any`], so it is never used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// Heaps that are not all of one size.
    pub unequal: Unequal,
    /// Heaps that are all of one size (mark `=` where no others are allowed).
    pub equal: bool,
}

impl Allowed {
    pub(super) const NOTHING: Allowed = Allowed { unequal: Unequal::None, equal: false };

    /// Whether every way is allowed.
    pub fn is_everything(self) -> bool {
        self.unequal == Unequal::Any && self.equal
    }

    /// Whether no way is allowed.
    pub fn is_nothing(self) -> bool {
        self == Self::NOTHING
    }

    /// Whether heaps must be all different (mark `!`).
    pub fn is_all_different(self) -> bool {
        self.unequal == Unequal::AllDifferent && !self.equal
    }

    /// Whether heaps must not be all equal (mark `?`).
    pub fn is_not_all_equal(self) -> bool {
        self.unequal == Unequal::Any && !self.equal
    }

    /// Whether heaps must be all equal (mark `=`).
    pub fn is_all_equal(self) -> bool {
        self.unequal == Unequal::None && self.equal
    }

    pub(super) fn or(self, other: Self) -> Self {
        Allowed { unequal: self.unequal.max(other.unequal), equal: self.equal || other.equal }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Allowed { unequal: self.unequal.min(other.unequal), equal: self.equal && other.equal }
    }

    /// The least form of what this allows for that many heaps.
    pub(super) fn with_parts(self, parts: u64) -> Self {
        match parts {
            0 | 1 if !self.is_nothing() => Mark::Free.allows(),
            2 if self.unequal != Unequal::None => Allowed { unequal: Unequal::Any, ..self },
            _ => self,
        }
    }

    /// The marks that say it together.
    pub(super) fn marks(self) -> &'static [Mark] {
        match (self.unequal, self.equal) {
            (Unequal::None, false) => &[],
            (Unequal::None, true) => &[Mark::Equal],
            (Unequal::AllDifferent, false) => &[Mark::Different],
            (Unequal::AllDifferent, true) => &[Mark::Different, Mark::Equal],
            (Unequal::Any, false) => &[Mark::NotAllEqual],
            (Unequal::Any, true) => &[Mark::Free],
        }
    }
}

/// What is written after a number of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Different,
    NotAllEqual,
    Equal,
}

impl Mark {
    /// In the order in which one is looked for that fits a whole digit.
    pub(super) const ALL: [Mark; 4] = [Mark::Free, Mark::Different, Mark::NotAllEqual, Mark::Equal];

    pub(super) fn allows(self) -> Allowed {
        let (unequal, equal) = match self {
            Mark::Free => (Unequal::Any, true),
            Mark::Different => (Unequal::AllDifferent, false),
            Mark::NotAllEqual => (Unequal::Any, false),
            Mark::Equal => (Unequal::None, true),
        };
        Allowed { unequal, equal }
    }
}

/// Consecutive numbers of heaps for which the same is allowed, and something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    /// The least number of heaps.
    pub first: u64,
    /// The largest number of heaps; `None` where there is none.
    pub last: Option<u64>,
    /// What is allowed for each.
    pub allowed: Allowed,
}

/// A number of heaps in a text: `3`, `3!`, `3+`, `3!+`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) parts: u64,
    pub(super) or_more: bool,
    pub(super) mark: Mark,
}

/// What taking one amount may leave, in least form: digits that say the same are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Ascending and disjoint. 0, 1 and 2 heaps, where marks mean less, have runs of their own; from 3 on runs
    /// that touch differ.
    runs: Vec<Run>,
}

impl Digit {
    pub(super) const NOTHING: Digit = Digit { runs: Vec::new() };

    /// All that any of the items allows.
    pub(super) fn of(mut items: Vec<Item>) -> Self {
        items.sort_unstable_by_key(|item| item.parts);
        let ends = items.iter().flat_map(|item| [item.parts, item.parts + 1]);
        let mut starts: Vec<u64> = (0..=3).chain(ends).collect();
        starts.sort_unstable();
        starts.dedup();

        let mut runs: Vec<Run> = Vec::new();
        let mut items = items.into_iter().peekable();
        let mut from_here_on = Allowed::NOTHING;
        for (at, &first) in starts.iter().enumerate() {
            let mut here = Allowed::NOTHING;
            while let Some(item) = items.next_if(|item| item.parts == first) {
                let sum = if item.or_more { &mut from_here_on } else { &mut here };
                *sum = sum.or(item.mark.allows());
            }
            let allowed = here.or(from_here_on).with_parts(first);
            let last = starts.get(at + 1).map(|next| next - 1);
            match runs.last_mut() {
                _ if allowed.is_nothing() => {}
                Some(run) if run.first >= 3 && run.last == Some(first - 1) && run.allowed == allowed => run.last = last,
                _ => runs.push(Run { first, last, allowed }),
            }
        }
        Digit { runs }
    }

    /// All that either allows.
    pub(super) fn or(&self, other: &Digit) -> Digit {
        let items = |run: &Run| -> Vec<Item> {
            let mark = |mark: Mark, parts, or_more| Item { parts, or_more, mark };
            let end = run.last.map_or(run.first, |last| last);
            let each = (run.first..=end).flat_map(|parts| run.allowed.marks().iter().map(move |&m| (m, parts)));
            each.map(|(m, parts)| mark(m, parts, run.last.is_none())).collect()
        };
        Digit::of(self.runs.iter().chain(&other.runs).flat_map(items).collect())
    }

    /// What is allowed, by number of heaps: ascending runs, with 0, 1 and 2 heaps apart.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Which ways to leave exactly so many heaps are allowed.
    pub fn with_parts(&self, parts: u64) -> Allowed {
        let at = self.runs.partition_point(|run| run.last.is_some_and(|last| last < parts));
        self.runs.get(at).filter(|run| run.first <= parts).map_or(Allowed::NOTHING, |run| run.allowed)
    }

    /// Whether there is no such move.
    pub fn is_nothing(&self) -> bool {
        self.runs.is_empty()
    }

    /// The most heaps that the move leaves, 0 where there is no such move; `None` where there is no most.
    pub fn most_parts(&self) -> Option<u64> {
        self.runs.last().map_or(Some(0), |run| run.last)
    }

    /// Whether for some number of heaps only equal or only unequal ones are allowed.
    pub fn has_marks(&self) -> bool {
        self.runs.iter().any(|run| !run.allowed.is_everything())
    }

    /// Whether two heaps are allowed, but only unequal ones (`2!`, which is `2?`).
    pub fn has_unequal_pairs_only(&self) -> bool {
        let pairs = self.with_parts(2);
        pairs.unequal != Unequal::None && !pairs.equal
    }

    /// Whether two heaps are allowed, but only equal ones (`2=`).
    pub fn has_equal_pairs_only(&self) -> bool {
        let pairs = self.with_parts(2);
        pairs.unequal == Unequal::None && pairs.equal
    }

    /// Whether some number of three or more heaps has a mark.
    pub fn has_marks_beyond_pairs(&self) -> bool {
        self.beyond_pairs(|allowed| !allowed.is_everything())
    }

    /// Whether some number of three or more heaps is allowed only where they are not all equal (`?`).
    pub fn has_not_all_equal_beyond_pairs(&self) -> bool {
        self.beyond_pairs(|allowed| allowed.marks() == [Mark::NotAllEqual])
    }

    /// Whether some number of three or more heaps must have no two equal, or no two unequal (`!`, `=`, or both).
    pub fn has_different_or_equal_beyond_pairs(&self) -> bool {
        self.beyond_pairs(|allowed| allowed.unequal != Unequal::Any)
    }

    fn beyond_pairs(&self, wanted: impl Fn(Allowed) -> bool) -> bool {
        self.runs.iter().any(|run| run.first > 2 && wanted(run.allowed))
    }
}
