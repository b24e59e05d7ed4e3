//! Who wins, by trying: a player wins where some move leads to a position that loses. Knows nothing of SG values.
//!
//! Right for every game that ends. Time and memory: one entry for each position that is met, with a limit on them.

use std::collections::HashMap;
use std::hash::Hash;

/// Positions that are looked at for one question.
pub const MOST_POSITIONS: usize = 1 << 21;

/// Positions and whether the player to move wins, remembered from question to question.
#[derive(Debug, Clone)]
pub(crate) struct Search<P> {
    wins: HashMap<P, bool>,
    /// Whether the player who cannot move wins.
    misere: bool,
}

/// A position whose moves are being tried.
struct Open<P> {
    position: P,
    options: Vec<P>,
    /// The options before this one win for the opponent.
    tried: usize,
}

impl<P: Clone + Eq + Hash> Search<P> {
    pub(crate) fn new(misere: bool) -> Self {
        Search { wins: HashMap::new(), misere }
    }

    /// Whether the player to move wins; `None` where more than `most` positions would have to be remembered.
    ///
    /// `options` appends what the moves of a position lead to; equal positions should be equal values.
    ///
    /// # Errors
    /// What `options` fails with.
    pub(crate) fn first_wins<E>(
        &mut self,
        start: &P,
        most: usize,
        mut options: impl FnMut(&P, &mut Vec<P>) -> Result<(), E>,
    ) -> Result<Option<bool>, E> {
        if let Some(&wins) = self.wins.get(start) {
            return Ok(Some(wins));
        }
        // A stack of its own: games are longer than a thread's stack is deep.
        let mut open = Vec::new();
        let mut held = 0;
        let mut enter = |position: P, open: &mut Vec<Open<P>>, held: &mut usize| -> Result<(), E> {
            let mut all = Vec::new();
            options(&position, &mut all)?;
            *held += all.len();
            open.push(Open { position, options: all, tried: 0 });
            Ok(())
        };
        enter(start.clone(), &mut open, &mut held)?;
        while let Some(top) = open.last_mut() {
            let known = top.options[top.tried..].iter().map(|option| self.wins.get(option));
            let decided = known.take_while(|wins| *wins == Some(&true)).count();
            top.tried += decided;
            let wins = match top.options.get(top.tried) {
                None => self.misere && top.options.is_empty(),
                Some(option) => match self.wins.get(option) {
                    Some(_) => true,
                    None => {
                        let option = option.clone();
                        enter(option, &mut open, &mut held)?;
                        if self.wins.len() + held > most {
                            return Ok(None);
                        }
                        continue;
                    }
                },
            };
            if let Some(done) = open.pop() {
                held -= done.options.len();
                self.wins.insert(done.position, wins);
            }
        }
        Ok(self.wins.get(start).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_1_to_3(n: &u32, options: &mut Vec<u32>) -> Result<(), ()> {
        options.extend((1..=3).filter_map(|s| n.checked_sub(s)));
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
        let refuse = |_: &u32, _: &mut Vec<u32>| Err("no");
        assert_eq!(Search::new(false).first_wins(&1, 10, refuse), Err("no"));
    }
}
