//! A game as the referee of a stream.

use std::collections::HashMap;
use std::marker::PhantomData;

use super::game::{Combine, Game};
use super::moves::Heap;
use super::stream::{self, FirstMove, Referee};
use super::sum::Sum;
use super::{Analysis, PlayError};
use crate::ruleset::{Convention, Periodic, Ruleset, Set};
use crate::table::Settings;

/// Answers the positions of a stream by the rules of a game. Heaps are those of its first rule; with [`stream::Limited`]
/// heaps, at most the limit may be taken from a heap.
///
/// ```
/// use sgtab::play::stream::{Answer, Layout, solve};
/// use sgtab::play::{Combine, Game, Umpire};
/// use sgtab::ruleset::{Convention, Ruleset};
/// use sgtab::table::Settings;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::new(vec![Ruleset::parse("fibonacci")?], Combine::Sum, Convention::Normal, Settings::default());
/// let words = Answer::Winner { first: "Fibo".into(), second: "Nacci".into() };
/// let mut umpire = Umpire::<u64>::new(game, Settings::default(), &words);
/// let mut answers = Vec::new();
/// solve("1 1 1\n1 4 1\n0 0 0\n".as_bytes(), Layout::UntilZero, &mut umpire, &words, &mut answers)?;
/// assert_eq!(answers, b"Fibo\nNacci\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Umpire<H> {
    game: Game,
    settings: Settings,
    /// The winner follows from the values alone, which are summed as the heaps come.
    by_values: bool,
    /// The question needs the heaps.
    keeps: bool,
    sum: Sum,
    heaps: Vec<Heap>,
    /// The rule for each limit.
    limits: HashMap<u64, usize>,
    form: PhantomData<H>,
}

impl<H: stream::Heap> Umpire<H> {
    /// For one kind of question.
    pub fn new(game: Game, settings: Settings, answer: &stream::Answer) -> Self {
        let mut umpire = Umpire {
            game,
            settings,
            by_values: false,
            keeps: !matches!(answer, stream::Answer::Winner { .. }),
            sum: Sum::default(),
            heaps: Vec::new(),
            limits: HashMap::new(),
            form: PhantomData,
        };
        umpire.by_values = umpire.winner_follows_from_values();
        umpire
    }

    fn winner_follows_from_values(&self) -> bool {
        // With limits all rules are sets, or the limit is refused.
        let sets = || self.game.rules().all(|rule| rule.only_set().is_some());
        self.game.combine() == Combine::Sum && (self.game.convention() == Convention::Normal || sets())
    }

    /// The rule of a heap with this limit.
    fn rule_for(&mut self, limit: Option<u64>) -> Result<usize, PlayError> {
        let Some(limit) = limit else { return Ok(0) };
        if let Some(&rule) = self.limits.get(&limit) {
            return Ok(rule);
        }
        let rule = self.game.add_limited(0, limit, self.settings)?;
        self.limits.insert(limit, rule);
        Ok(rule)
    }

    fn analyse(&mut self) -> Result<Analysis, PlayError> {
        self.game.analyse(&self.heaps)
    }
}

impl<H: stream::Heap> Referee for Umpire<H> {
    type Heap = H;
    type Error = PlayError;

    fn start(&mut self) {
        self.heaps.clear();
        self.sum = Sum::default();
    }

    fn add(&mut self, heaps: &[H]) -> Result<(), PlayError> {
        if self.keeps || !self.by_values {
            for heap in heaps {
                let rule = self.rule_for(heap.limit())?;
                self.heaps.push(Heap { rule, size: heap.size() });
            }
        }
        if !self.by_values {
            return Ok(());
        }
        if !H::LIMITS && self.game.worth(0).is_nim()? {
            if self.game.convention() == Convention::Normal {
                // How many values are large does not count.
                self.sum.xor ^= heaps.iter().fold(0, |xor, heap| xor ^ heap.size());
            } else {
                self.sum = heaps.iter().fold(self.sum, |sum, heap| sum.with(heap.size()));
            }
            return Ok(());
        }
        for heap in heaps {
            let rule = self.rule_for(heap.limit())?;
            self.sum = self.sum.with(self.game.worth(rule).value(heap.size())?);
        }
        Ok(())
    }

    fn first_wins(&mut self) -> Result<bool, PlayError> {
        if self.by_values {
            return Ok(self.sum.first_wins(self.game.convention()));
        }
        self.game.first_wins(&self.heaps)
    }

    fn winning_moves(&mut self) -> Result<u64, PlayError> {
        let found = self.analyse()?;
        if found.all_moves { Ok(found.moves.len() as u64) } else { Err(PlayError::TooManyMoves) }
    }

    fn first_winning_move(&mut self, left: &mut Vec<H>) -> Result<Option<FirstMove>, PlayError> {
        let found = self.analyse()?;
        let Some(first) = found.moves.first() else {
            return if found.first_wins && !found.all_moves { Err(PlayError::TooManyMoves) } else { Ok(None) };
        };
        let change = first.main_change().ok_or(PlayError::NotOneHeap)?;
        let left_of_it: u128 = change.leave.iter().map(|&heap| u128::from(heap)).sum();
        let taken = u128::from(change.from).checked_sub(left_of_it).and_then(|taken| u64::try_from(taken).ok());
        let amount = taken.ok_or(PlayError::NotOneHeap)?;
        let limits: HashMap<usize, u64> = self.limits.iter().map(|(&limit, &rule)| (rule, limit)).collect();
        left.extend(
            first.after(&self.heaps).into_iter().map(|heap| H::new(heap.size, limits.get(&heap.rule).copied())),
        );
        Ok(Some(FirstMove { place: change.place as u64 + 1, amount }))
    }

    fn set_amounts(&mut self, amounts: &[u64]) -> Result<(), PlayError> {
        if amounts.contains(&0) {
            return Err(PlayError::NoAmount);
        }
        let set = Set::from(Periodic::from_ranges(amounts.iter().map(|&amount| amount..=amount)));
        let rule = Ruleset::from_set(set).map_err(|_| PlayError::NoAmount)?;
        self.game = Game::new(vec![rule], self.game.combine(), self.game.convention(), self.settings);
        self.limits.clear();
        self.by_values = self.winner_follows_from_values();
        Ok(())
    }
}
