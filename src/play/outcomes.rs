//! Who wins every sum of up to three heaps, by search: nothing here knows of values or theorems.
//!
//! Sums come by their largest heap, so what a move leads to has mostly been searched before. Time and memory: the work is
//! counted in heaps, those of every position that is searched and of every one that a move of it leads to, and limited.
//! A heap takes 20 to 150 ns, a position about 150 bytes; those bytes are limited too.

use super::moves::{Heap, Lists};
use super::search::{Halt, Search};
use super::{PlayError, Worth};
use crate::ruleset::{Convention, Ruleset};
use crate::table::Settings;

/// How far sums are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As far as the search meets no more than so many heaps: those of the positions searched, and of those that their
    /// moves lead to.
    Work(u64),
    /// Heaps 0..=n, or not at all.
    Exactly(u64),
}

/// The work of a search that is given no size: less than a second.
pub const DEFAULT_WORK: u64 = 1 << 22;

/// A size that is asked for may take so much work: a few seconds.
pub const MOST_WORK: u64 = 1 << 25;

/// What a position takes that is remembered, or waits to be searched,
const BYTES_A_POSITION: u64 = 150;

/// and more than that where it has many heaps.
const BYTES_A_HEAP: u64 = 8;

/// Who wins every sum of up to three heaps of a rule, by search.
///
/// ```
/// use sgtab::play::{Outcomes, Reach};
/// use sgtab::ruleset::Ruleset;
/// let nim = Ruleset::parse("nim").unwrap();
/// let outcomes = Outcomes::search(&nim, Reach::Exactly(10), 1 << 20).unwrap();
/// assert_eq!(outcomes.iter().count(), 286);
/// assert!(outcomes.iter().all(|([a, b, c], first_wins)| first_wins == (a ^ b ^ c != 0)));
/// ```
#[derive(Debug, Clone)]
pub struct Outcomes {
    first_wins: Vec<bool>,
    largest: u64,
    positions: usize,
}

/// A sum, and what a search finds, where something else was said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement {
    /// The heaps, ascending; empty ones are no heaps.
    pub heaps: [u64; 3],
    /// Whether the player to move wins, by the search.
    pub first_wins: bool,
}

/// How many sums a <= b <= c <= `largest` there are.
pub(super) fn sums_to(largest: u64) -> u64 {
    (largest + 1) * (largest + 2) / 2 * (largest + 3) / 3
}

/// The sums a <= b <= c, by c and then by b.
fn sums_with(c: u64) -> impl Iterator<Item = [u64; 3]> {
    (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c]))
}

impl Outcomes {
    /// Searches all sums up to a size, in the convention of the rule, in about `memory` bytes at most.
    ///
    /// # Errors
    /// Where the size that is asked for takes more than [`MOST_WORK`] or the memory, or a move on the way is none.
    pub fn search(rule: &Ruleset, reach: Reach, memory: u64) -> Result<Self, PlayError> {
        let (last, most_work) = match reach {
            Reach::Work(work) => (u64::MAX, work),
            Reach::Exactly(n) => (n, MOST_WORK),
        };
        // The sums up to this heap have more heaps than that.
        let beyond = (6.0 * most_work as f64).cbrt() as u64 + 1;
        let rules = [Worth::new(rule.clone(), Settings::default())];
        let mut lists = Lists::new(&rules, last.min(beyond));
        let mut search = Search::new(rule.convention() == Convention::Misere);
        let most_positions = usize::try_from(memory / BYTES_A_POSITION).unwrap_or(usize::MAX);
        let (mut work, mut heaps) = (0, 0);
        let mut count = |position: &[u64]| {
            work += position.len() as u64;
            if work > most_work { Err(Halt::Work) } else { Ok(()) }
        };
        let mut outcomes = Outcomes { first_wins: Vec::new(), largest: 0, positions: 0 };
        for c in 0..=last.min(beyond) {
            let before = outcomes.first_wins.len();
            for sum in sums_with(c) {
                let start = sum.into_iter().filter(|&heap| heap > 0).collect();
                let most = most_positions.saturating_sub(search.len());
                let found = search.first_wins(&start, most, |position: &Vec<u64>, hear| {
                    count(position)?;
                    heaps += position.len() as u64;
                    if heaps > memory / BYTES_A_HEAP {
                        return Err(Halt::Memory);
                    }
                    let options = each_option(&mut lists, position, |option| {
                        count(&option)?;
                        if hear(option) { Err(Halt::Decided) } else { Ok(()) }
                    });
                    Halt::unless_decided(options)
                });
                let halt = match found.and_then(|first_wins| first_wins.ok_or(Halt::Memory)) {
                    Ok(first_wins) => {
                        outcomes.first_wins.push(first_wins);
                        continue;
                    }
                    Err(halt) => halt,
                };
                let (rule, fits) = (rule.to_string(), outcomes.largest);
                return match (halt, reach) {
                    (Halt::Play(error), _) => Err(error),
                    (_, Reach::Work(_)) => {
                        outcomes.first_wins.truncate(before);
                        Ok(outcomes)
                    }
                    (Halt::Memory, Reach::Exactly(size)) => {
                        Err(PlayError::SumsBeyondMemory { rule, size, allowed: memory, fits })
                    }
                    (_, Reach::Exactly(size)) => Err(PlayError::TooManySums { rule, size, most_work, fits }),
                };
            }
            (outcomes.largest, outcomes.positions) = (c, search.len());
        }
        Ok(outcomes)
    }

    /// All sums of up to three heaps that are no larger were searched.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// How many positions were searched for them.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The sums, ascending by their largest heap, and whether the player to move wins.
    pub fn iter(&self) -> impl Iterator<Item = ([u64; 3], bool)> + '_ {
        (0..=self.largest).flat_map(sums_with).zip(self.first_wins.iter().copied())
    }

    /// The first sum for which `says` whether the player to move wins, and the search finds the reverse.
    ///
    /// ```
    /// use sgtab::play::{Outcomes, Reach};
    /// use sgtab::ruleset::Ruleset;
    /// let nim = Ruleset::parse("nim").unwrap();
    /// let outcomes = Outcomes::search(&nim, Reach::Exactly(10), 1 << 20).unwrap();
    /// // The value of heap 6 is 6, not 7.
    /// let wrong = |heap| if heap == 6 { 7 } else { heap };
    /// let found = outcomes.disagreement(|[a, b, c]| Some(wrong(a) ^ wrong(b) ^ wrong(c) != 0));
    /// assert_eq!(found.unwrap().heaps, [2, 4, 6]);
    /// ```
    pub fn disagreement(&self, says: impl Fn([u64; 3]) -> Option<bool>) -> Option<Disagreement> {
        let wrong = |&(sum, first_wins): &([u64; 3], bool)| says(sum).is_some_and(|said| said != first_wins);
        self.iter().find(wrong).map(|(heaps, first_wins)| Disagreement { heaps, first_wins })
    }
}

/// Visits what the moves of a position lead to: heaps ascending, without empty ones. The moves of equal heaps are the
/// same.
fn each_option(
    lists: &mut Lists<'_>,
    position: &[u64],
    mut visit: impl FnMut(Vec<u64>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    for (place, &size) in position.iter().enumerate() {
        if place > 0 && position[place - 1] == size {
            continue;
        }
        for left in lists.of(Heap { rule: 0, size })?.iter() {
            let mut option = [&position[..place], &position[place + 1..], left.as_slice()].concat();
            option.sort_unstable();
            visit(option)?;
        }
    }
    Ok(())
}
