//! Heaps of some rules, and how they are played together: what decides a position, and the moves that win.

use super::moves::{Heap, Lists, Move, each_move};
use super::search::{Halt, MOST_POSITIONS, Search};
use super::sum::{MisereViolation, Sum, misere_violation};
use super::{PlayError, Worth, moore, staircase, sum};
use crate::ruleset::{Convention, Periodic, Ruleset, Set};
use crate::table::Settings;

/// What one move may do to a position of several heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Combine {
    /// A move in one heap.
    #[default]
    Sum,
    /// Heaps are steps, the first is step 1: the amount taken from a step goes to the step below.
    Staircase,
    /// A move in each of 1 to so many heaps.
    Moore(usize),
    /// A move in one heap, or a pass: one in the whole game, by either player, and none once the game is at its end.
    Pass,
}

/// How it was decided who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The XOR of the SG values.
    NimSum,
    /// The theorem on misère sums of subtraction games.
    MisereSum,
    /// The XOR of the SG values of the odd steps.
    OddSteps,
    /// The sums of binary digits modulo k + 1.
    DigitSums,
    /// All that can follow was tried.
    Search,
}

/// Who wins a position, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// By what.
    pub decided: Decided,
    /// The SG value of each heap, where they are known.
    pub values: Option<Vec<u64>>,
    /// The moves that win, by heap and then by the number of beans taken.
    pub moves: Vec<Move>,
    /// Whether these are all of them: in vast heaps they may be too many to look for.
    pub all_moves: bool,
}

impl Analysis {
    /// The XOR of the values of all heaps, where it decides.
    pub fn nim_sum(&self) -> Option<u64> {
        let values = self.values.as_ref().filter(|_| self.decided == Decided::NimSum)?;
        Some(values.iter().fold(0, |xor, value| xor ^ value))
    }
}

/// A search looks at so many moves for each position that it may remember.
const OPTIONS_A_POSITION: usize = 16;

/// So many winning moves are listed.
const MOST_MOVES: usize = 1 << 20;

/// What a search remembers: heaps that can be exchanged are in order, empty ones left out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    heaps: Vec<Heap>,
    pass_left: bool,
}

/// Heaps of some rules, and how they are played together.
///
/// ```
/// use sgtab::play::{Combine, Game};
/// use sgtab::ruleset::{Convention, Ruleset};
/// use sgtab::table::Settings;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut nim = Game::new(vec![Ruleset::parse("nim")?], Combine::Sum, Convention::Normal, Settings::default());
/// let found = nim.analyse(&nim.heaps(&[3, 4, 5]))?;
/// assert_eq!((found.first_wins, found.nim_sum()), (true, Some(2)));
/// assert_eq!((found.moves.len(), found.moves[0].changes[0].leave.as_slice()), (1, &[1][..]));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    rules: Vec<Worth>,
    combine: Combine,
    convention: Convention,
    search: Search<State>,
    most_positions: usize,
    /// For each rule, heaps up to which the misère theorem was tested, and what broke it.
    misere: Vec<(u64, Option<MisereViolation>)>,
}

impl Game {
    /// The convention is that of the game; those of the rules do not count.
    pub fn new(rules: Vec<Ruleset>, combine: Combine, convention: Convention, settings: Settings) -> Self {
        let misere = vec![(0, None); rules.len()];
        let rules = rules.into_iter().map(|rule| Worth::new(rule, settings)).collect();
        let search = Search::new(convention == Convention::Misere);
        Game { rules, combine, convention, search, most_positions: MOST_POSITIONS, misere }
    }

    /// The same, with another limit on the positions that are searched for one question.
    #[must_use]
    pub fn searching(mut self, most_positions: usize) -> Self {
        self.most_positions = most_positions;
        self
    }

    /// Another rule: its number.
    pub fn add(&mut self, rule: Ruleset, settings: Settings) -> usize {
        self.rules.push(Worth::new(rule, settings));
        self.misere.push((0, None));
        self.rules.len() - 1
    }

    /// Another rule: that of rule `base`, with at most `limit` taken at once; its number. Below the least amount of the
    /// rule no heap has a move.
    ///
    /// # Errors
    /// Where the rule is no set of amounts.
    pub fn add_limited(&mut self, base: usize, limit: u64, settings: Settings) -> Result<usize, PlayError> {
        let rule = self.rules[base].rule();
        let no_limit = || PlayError::NoLimit { rule: rule.to_string() };
        let set = rule.only_set().ok_or_else(no_limit)?.clone();
        // No heap is larger than this one.
        let all = limit == u64::MAX;
        let within = if all { set } else { set.intersection(Set::from(Periodic::from_ranges([1..=limit]))) };
        let limited = Ruleset::of_members(within).map_err(|_| no_limit())?;
        Ok(self.add(limited, settings))
    }

    /// How heaps are played together.
    pub fn combine(&self) -> Combine {
        self.combine
    }

    /// Who wins when there is no move left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    pub(super) fn worth(&mut self, rule: usize) -> &mut Worth {
        &mut self.rules[rule]
    }

    /// Heaps of the first rule.
    pub fn heaps(&self, sizes: &[u64]) -> Vec<Heap> {
        sizes.iter().map(|&size| Heap { rule: 0, size }).collect()
    }

    /// The rules, by number.
    pub fn rules(&self) -> impl Iterator<Item = &Ruleset> {
        self.rules.iter().map(Worth::rule)
    }

    /// g of a heap.
    ///
    /// # Errors
    /// See [`Worth::value`].
    pub fn value(&mut self, heap: Heap) -> Result<u64, PlayError> {
        self.rules[heap.rule].value(heap.size)
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// Where no theorem decides and there is too much to search, or a value cannot be known: see [`PlayError`].
    pub fn first_wins(&mut self, position: &[Heap]) -> Result<bool, PlayError> {
        let decided = self.decided(position)?;
        self.first_wins_by(decided, position)
    }

    fn first_wins_by(&mut self, decided: Decided, position: &[Heap]) -> Result<bool, PlayError> {
        match decided {
            Decided::NimSum | Decided::MisereSum => Ok(self.sum(position)?.first_wins(self.convention)),
            Decided::OddSteps => Ok(staircase::sum(&mut self.rules, position)?.first_wins(Convention::Normal)),
            Decided::DigitSums => Ok(moore::first_wins(&sizes(position), self.most_heaps())),
            Decided::Search => {
                let start = self.state(position.to_vec(), true);
                Ok(self.searched(position, &[start])? == [true])
            }
        }
    }

    /// Who wins, and by which moves.
    ///
    /// # Errors
    /// See [`Game::first_wins`].
    pub fn analyse(&mut self, position: &[Heap]) -> Result<Analysis, PlayError> {
        let decided = self.decided(position)?;
        let first_wins = self.first_wins_by(decided, position)?;
        let (moves, all_moves) = match decided {
            Decided::NimSum | Decided::MisereSum => {
                sum::winning_moves(&mut self.rules, self.convention, position, MOST_MOVES)?
            }
            Decided::OddSteps => staircase::winning_moves(&mut self.rules, position)?,
            Decided::DigitSums => moore::winning_moves(&sizes(position), self.most_heaps(), MOST_MOVES),
            Decided::Search => (self.searched_moves(position)?, true),
        };
        let values = position.iter().map(|&heap| self.value(heap)).collect::<Result<_, _>>().ok();
        Ok(Analysis { first_wins, decided, values, moves, all_moves })
    }

    fn sum(&mut self, position: &[Heap]) -> Result<Sum, PlayError> {
        let mut sum = Sum::default();
        for heap in position {
            sum = sum.with(self.rules[heap.rule].value(heap.size)?);
        }
        Ok(sum)
    }

    fn most_heaps(&self) -> usize {
        if let Combine::Moore(most) = self.combine { most } else { 1 }
    }

    /// What decides a position.
    fn decided(&mut self, position: &[Heap]) -> Result<Decided, PlayError> {
        let normal = self.convention == Convention::Normal;
        let sets = |game: &Game| position.iter().all(|heap| game.rules[heap.rule].rule().only_set().is_some());
        let by_theorem = match self.combine {
            Combine::Sum if normal => Some(Decided::NimSum),
            Combine::Sum => self.misere_violation(position)?.is_none().then_some(Decided::MisereSum),
            Combine::Staircase => {
                if let Some(rule) = self.rules().find(|rule| rule.splits()) {
                    return Err(PlayError::SplitsOnStaircase { rule: rule.to_string() });
                }
                let coins = position.iter().try_fold(0_u64, |sum, heap| sum.checked_add(heap.size));
                coins.ok_or(PlayError::TooManyCoins)?;
                (normal && sets(self)).then_some(Decided::OddSteps)
            }
            Combine::Moore(_) => (normal && self.all_nim()?).then_some(Decided::DigitSums),
            Combine::Pass => None,
        };
        Ok(by_theorem.unwrap_or(Decided::Search))
    }

    fn all_nim(&mut self) -> Result<bool, PlayError> {
        for rule in &mut self.rules {
            if !rule.is_nim()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first rule for which the misère theorem fails on heaps as large as those of the position.
    fn misere_violation(&mut self, position: &[Heap]) -> Result<Option<(usize, MisereViolation)>, PlayError> {
        for heap in position {
            let (tested, violation) = &mut self.misere[heap.rule];
            if *tested < heap.size && violation.is_none() {
                match misere_violation(&mut self.rules[heap.rule], *tested, heap.size)? {
                    Some(MisereViolation::Untested) => return Ok(Some((heap.rule, MisereViolation::Untested))),
                    found => (*tested, *violation) = (heap.size, found),
                }
            }
            match violation {
                Some(MisereViolation::Heap(least)) if heap.size < *least => {}
                Some(violation) => return Ok(Some((heap.rule, *violation))),
                None => {}
            }
        }
        Ok(None)
    }

    /// Why positions are searched, in words.
    fn no_theorem(&mut self, position: &[Heap]) -> Result<String, PlayError> {
        Ok(match (self.combine, self.convention) {
            (Combine::Sum, _) => match self.misere_violation(position)? {
                Some((rule, MisereViolation::Heap(heap))) => format!(
                    "misère sums of {} do not follow from its values (heap {heap} has value 0 and no move to value 1)",
                    self.rules[rule].rule()
                ),
                Some((rule, MisereViolation::Untested)) => {
                    format!("whether misère sums of {} follow from its values is not known", self.rules[rule].rule())
                }
                Some((rule, MisereViolation::Splits)) => {
                    format!(
                        "misère sums of {}, which splits heaps, do not follow from its values",
                        self.rules[rule].rule()
                    )
                }
                None => "no theorem decides".to_owned(),
            },
            (Combine::Staircase, Convention::Misere) => "no theorem is known here for misère staircases".to_owned(),
            (Combine::Staircase, _) => {
                "the theorem on staircases is for amounts that are the same for every step and number".to_owned()
            }
            (Combine::Moore(_), Convention::Misere) => {
                "no theorem is used here for Moore's Nim in misère play".to_owned()
            }
            (Combine::Moore(_), _) => "Moore's theorem is for heaps of Nim alone".to_owned(),
            (Combine::Pass, _) => "there is no formula for games with a pass".to_owned(),
        })
    }

    fn state(&self, heaps: Vec<Heap>, pass_left: bool) -> State {
        let mut heaps = heaps;
        if self.combine == Combine::Staircase {
            while heaps.last().is_some_and(|heap| heap.size == 0) {
                heaps.pop();
            }
        } else {
            heaps.retain(|heap| heap.size > 0);
            heaps.sort_unstable();
        }
        State { heaps, pass_left: pass_left && self.combine == Combine::Pass }
    }

    /// Whether the player to move wins, by search, for each of some states that `position` leads to.
    fn searched(&mut self, position: &[Heap], states: &[State]) -> Result<Vec<bool>, PlayError> {
        // What earlier questions left behind is not to fill the memory.
        if self.search.len() > self.most_positions {
            self.search.clear();
        }
        let mut search = std::mem::replace(&mut self.search, Search::new(false));
        let found = self.search_from(states, &mut search);
        self.search = search;
        match found? {
            Some(wins) => Ok(wins),
            None => Err(PlayError::TooManyPositions { why: self.no_theorem(position)?, most: self.most_positions }),
        }
    }

    fn search_from(&self, states: &[State], search: &mut Search<State>) -> Result<Option<Vec<bool>>, PlayError> {
        let largest = states.iter().map(|state| self.largest(&state.heaps)).max().unwrap_or(0);
        if largest > self.most_positions as u64 {
            return Ok(None);
        }
        let mut lists = Lists::new(&self.rules, largest);
        let (mut options, most_options) = (0_usize, self.most_positions.saturating_mul(OPTIONS_A_POSITION));
        let mut first_wins = |state| {
            search.first_wins(state, self.most_positions, |state, hear| {
                let moves = each_move(self.combine, &mut lists, &state.heaps, state.pass_left, &mut |one| {
                    options += 1;
                    // Positions may be few and have very many moves.
                    if options > most_options {
                        return Err(Halt::Work);
                    }
                    let after = self.state(one.after(&state.heaps), state.pass_left && !one.is_pass());
                    if hear(after) { Err(Halt::Decided) } else { Ok(()) }
                });
                Halt::unless_decided(moves)
            })
        };
        let found = states.iter().map(&mut first_wins).collect::<Result<Option<Vec<bool>>, Halt>>();
        match found {
            Ok(found) => Ok(found),
            Err(Halt::Play(error)) => Err(error),
            Err(Halt::Decided | Halt::Work | Halt::Memory) => Ok(None),
        }
    }

    /// The moves that win, by search.
    fn searched_moves(&mut self, position: &[Heap]) -> Result<Vec<Move>, PlayError> {
        let mut moves = Vec::new();
        let largest = self.largest(position);
        each_move::<PlayError>(self.combine, &mut Lists::new(&self.rules, largest), position, true, &mut |one| {
            moves.push(one);
            Ok(())
        })?;
        let after = |one: &Move| self.state(one.after(position), !one.is_pass());
        let states: Vec<State> = moves.iter().map(after).collect();
        let opponent_wins = self.searched(position, &states)?;
        Ok(moves.into_iter().zip(opponent_wins).filter(|(_, wins)| !wins).map(|(one, _)| one).collect())
    }

    /// The largest heap that may come up.
    fn largest(&self, heaps: &[Heap]) -> u64 {
        let sizes = heaps.iter().map(|heap| heap.size);
        match self.combine {
            Combine::Staircase => sizes.fold(0, u64::saturating_add),
            _ => sizes.max().unwrap_or(0),
        }
    }
}

fn sizes(position: &[Heap]) -> Vec<u64> {
    position.iter().map(|heap| heap.size).collect()
}
