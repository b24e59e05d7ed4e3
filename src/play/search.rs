//! Who wins, by trying: a player wins where some move leads to a position that loses. Knows nothing of SG values.
//!
//! Right for every game that ends. Time and memory: one entry for each position that is met, with a limit on them.

use std::collections::HashMap;
use std::hash::Hash;

use super::PlayError;

/// Positions that are looked at for one question.
pub const MOST_POSITIONS: usize = 1 << 19;

/// Positions and whether the player to move wins, remembered from question to question.
#[derive(Debug, Clone)]
pub(crate) struct Search<P> {
    wins: HashMap<P, bool>,
    /// Whether the player who cannot move wins.
    misere: bool,
}

/// Why a search broke off.
pub(crate) enum Halt {
    /// The other moves need not be looked at.
    Decided,
    /// There is too much to look at.
    Work,
    /// There is too much to remember.
    Memory,
    Play(PlayError),
}

impl Halt {
    /// The moves of a position were visited, to the end or until it was decided.
    pub(crate) fn unless_decided(visited: Result<(), Halt>) -> Result<(), Halt> {
        if matches!(visited, Err(Halt::Decided)) { Ok(()) } else { visited }
    }
}

impl From<PlayError> for Halt {
    fn from(error: PlayError) -> Self {
        Halt::Play(error)
    }
}

/// A position whose moves are being tried.
struct Open<P> {
    position: P,
    /// Options of which it is not known yet who wins.
    left: Vec<P>,
}

/// What is known of a position once its options have been looked up.
enum Looked<P> {
    Decided(bool),
    Open(Vec<P>),
}

impl<P: Clone + Eq + Hash> Search<P> {
    pub(crate) fn new(misere: bool) -> Self {
        Search { wins: HashMap::new(), misere }
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.wins.clear();
    }

    /// Positions that are remembered.
    pub(crate) fn len(&self) -> usize {
        self.wins.len()
    }

    /// Whether the player to move wins; `None` where more than `most` further positions would have to be remembered.
    ///
    /// `options` gives what the moves of a position lead to, until it hears `true`; equal positions should be equal
    /// values.
    ///
    /// # Errors
    /// What `options` fails with.
    pub(crate) fn first_wins<E>(
        &mut self,
        start: &P,
        most: usize,
        mut options: impl FnMut(&P, &mut dyn FnMut(P) -> bool) -> Result<(), E>,
    ) -> Result<Option<bool>, E> {
        if let Some(&wins) = self.wins.get(start) {
            return Ok(Some(wins));
        }
        // A stack of its own: games are longer than a thread's stack is deep.
        let mut open: Vec<Open<P>> = Vec::new();
        let (mut held, before) = (0, self.wins.len());
        let mut next = Some(start.clone());
        loop {
            if let Some(position) = next.take() {
                match self.look(&position, &mut options)? {
                    Looked::Decided(wins) => _ = self.wins.insert(position, wins),
                    Looked::Open(left) => {
                        held += left.len();
                        open.push(Open { position, left });
                    }
                }
                if self.wins.len() - before + held > most {
                    return Ok(None);
                }
            }
            let Some(top) = open.last_mut() else { return Ok(self.wins.get(start).copied()) };
            let wins = loop {
                let Some(option) = top.left.pop() else { break Some(false) };
                match self.wins.get(&option) {
                    Some(false) => break Some(true),
                    Some(true) => held -= 1,
                    None => {
                        // It is looked up again once it has been decided.
                        top.left.push(option.clone());
                        next = Some(option);
                        break None;
                    }
                }
            };
            if let (Some(wins), Some(done)) = (wins, if wins.is_some() { open.pop() } else { None }) {
                held -= done.left.len() + usize::from(wins);
                self.wins.insert(done.position, wins);
            }
        }
    }

    fn look<E>(
        &self,
        position: &P,
        options: &mut impl FnMut(&P, &mut dyn FnMut(P) -> bool) -> Result<(), E>,
    ) -> Result<Looked<P>, E> {
        let (mut left, mut any, mut wins) = (Vec::new(), false, false);
        options(position, &mut |option| {
            any = true;
            match self.wins.get(&option) {
                Some(false) => wins = true,
                Some(true) => {}
                None => left.push(option),
            }
            wins
        })?;
        Ok(match (wins, any) {
            (true, _) => Looked::Decided(true),
            (false, false) => Looked::Decided(self.misere),
            (false, true) if left.is_empty() => Looked::Decided(false),
            (false, true) => Looked::Open(left),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_1_to_3(n: &u32, hear: &mut dyn FnMut(u32) -> bool) -> Result<(), ()> {
        let _ = (1..=3).filter_map(|s| n.checked_sub(s)).any(hear);
        Ok(())
    }

    #[test]
    fn taking_one_to_three() {
        let (mut normal, mut misere) = (Search::new(false), Search::new(true));
        for n in 0..200 {
            assert_eq!(normal.first_wins(&n, 1000, take_1_to_3), Ok(Some(n % 4 != 0)));
            assert_eq!(misere.first_wins(&n, 1000, take_1_to_3), Ok(Some(n % 4 != 1)));
        }
    }

    #[test]
    fn long_games_and_limits() {
        let mut search = Search::new(false);
        assert_eq!(search.first_wins(&1_000_000, 1000, take_1_to_3), Ok(None));
        assert_eq!(search.first_wins(&1_000_000, 10_000_000, take_1_to_3), Ok(Some(false)));
        let refuse = |_: &u32, _: &mut dyn FnMut(u32) -> bool| Err("no");
        assert_eq!(Search::new(false).first_wins(&1, 10, refuse), Err("no"));
    }
}
