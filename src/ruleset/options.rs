//! The moves of a rule, as they are visited.

use std::collections::HashSet;
use std::fmt;

use super::Ruleset;
use super::code::Code;
use super::comprehension::{Comprehension, Straight, StraightBlock, Trouble, Walk};
use super::formula::Fault;
use super::heaps::Heaps;
use super::set::Set;
use super::take::{Amounts, Take};

/// The moves of a rule on heaps up to a limit: see [`Ruleset::up_to`].
#[derive(Debug, Clone)]
pub struct Options<'a> {
    rule: &'a Ruleset,
    /// Amounts that do not depend on the heap, ascending.
    listed: Vec<u64>,
    /// Why the list ends at a heap, if it does.
    trouble: Option<MoveError>,
    amounts: Option<(&'a Amounts, Walk)>,
    code: Option<&'a Code>,
    moves: Vec<(&'a Comprehension, Walk)>,
    /// All of the moves again, where their choices are few and the same for every heap.
    straight: Option<Box<(Straight, StraightBlock)>>,
}

/// A move that is not one: a heap that does not get smaller, or a number that cannot be computed.
///
/// ```
/// use sgtab::ruleset::Ruleset;
/// let rule = Ruleset::parse("[n/2, n - 20] if n > 30; [100 / (n - 40)] if n == 40").unwrap();
/// assert!(rule.for_each_option(39, |_| {}).is_ok());
/// let error = rule.for_each_option(40, |_| {}).unwrap_err();
/// assert_eq!((error.heap(), error.to_string().contains("divides by zero")), (40, true));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveError(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    heap: u64,
    part: String,
    bindings: Vec<(String, i64)>,
    trouble: Trouble,
}

impl MoveError {
    fn new(heap: u64, part: &impl fmt::Display, bindings: Vec<(String, i64)>, trouble: Trouble) -> Self {
        MoveError(Box::new(Inner { heap, part: part.to_string(), bindings, trouble }))
    }

    /// A mistake among the amounts that use n.
    pub(super) fn of_amounts(heap: u64, amounts: &Amounts, trouble: Trouble) -> Self {
        MoveError::new(heap, &format!("taking {}", amounts.source), Vec::new(), trouble)
    }

    /// A mistake in moves that are written out, at the choice where `walk` stands.
    pub(super) fn of_moves(heap: u64, moves: &Comprehension, walk: &Walk, trouble: Trouble) -> Self {
        MoveError::new(heap, &format!("the move {moves}"), moves.bindings(walk), trouble)
    }

    /// What keeps the amounts up to `n` of a set from being listed, if anything does.
    pub(super) fn of_set(set: &Set, n: u64) -> Option<MoveError> {
        let (amount, trouble) = set.trouble(n)?;
        let heap = amount.and_then(|amount| u64::try_from(amount).ok()).unwrap_or(n);
        let bindings = amount.map(|amount| ("s".to_owned(), amount)).into_iter().collect();
        Some(MoveError::new(heap, set, bindings, trouble))
    }

    /// The heap that the move starts from.
    pub fn heap(&self) -> u64 {
        self.0.heap
    }

    /// Whether it only says that a search was cut short.
    pub(super) fn is_out_of_budget(&self) -> bool {
        self.0.trouble == Trouble::OutOfBudget
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self.0.trouble {
            Trouble::NotSmaller(_) => {
                "a heap that is left must be smaller than n: change a range, or add a condition with `if`"
            }
            Trouble::Fault(Fault::DivisionByZero) => {
                "exclude the zero by a condition before it, as in `d > 0 and n % d == 0`"
            }
            Trouble::Fault(Fault::NegativePower) => "exclude negative exponents by a condition before it",
            Trouble::Fault(Fault::Overflow) => "numbers go from -2^63 to 2^63 - 1",
            Trouble::TooManyChoices | Trouble::OutOfBudget => "let the ranges end at n, or earlier",
            Trouble::TooManyHeaps => {
                "an option is written out up to 2^20 heaps; `[1] * n` can still be tabulated, `[1..n - 1]` cannot"
            }
        })
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { heap, part, bindings, trouble } = &*self.0;
        write!(f, "heap {heap}: {part}")?;
        for (at, (name, value)) in bindings.iter().enumerate() {
            write!(f, "{} {name} = {value}", if at == 0 { " with" } else { "," })?;
        }
        write!(f, " {trouble}")
    }
}

impl std::error::Error for MoveError {}

impl Ruleset {
    /// Whether every amount up to `n` can be told to be a member or not, where the rule has a set.
    ///
    /// # Errors
    /// The first amount for which that is not so.
    pub fn check_amounts(&self, n: u64) -> Result<(), MoveError> {
        self.shape.set.as_ref().and_then(|set| MoveError::of_set(set, n)).map_or(Ok(()), Err)
    }

    /// The moves of heaps 0..=n, prepared for many visits.
    pub fn up_to(&self, n: u64) -> Options<'_> {
        let straight = Straight::of(&self.moves).map(|straight| Box::new((straight, StraightBlock::default())));
        Options { straight, ..self.for_one(n) }
    }

    /// The moves of a heap of `n`, without what pays only for many heaps.
    fn for_one(&self, n: u64) -> Options<'_> {
        let (listed, trouble, amounts) = match &self.take {
            None => (Vec::new(), None, None),
            Some(Take::Set(set)) => (set.members(n), MoveError::of_set(set, n), None),
            Some(Take::Amounts(amounts)) => (Vec::new(), None, Some((amounts, amounts.walk()))),
        };
        let moves = self.moves.iter().map(|moves| (moves, moves.walk())).collect();
        Options { rule: self, listed, trouble, amounts, code: self.code.as_ref(), moves, straight: None }
    }

    /// About how many choices the parts of the rule that use n go through, for a heap up to `n` on the average.
    pub(crate) fn choices_about(&self, n: u64) -> f64 {
        const SAMPLE: u64 = 1 << 14;
        let mut options = self.up_to(0);
        if options.amounts.is_none() && options.moves.is_empty() {
            return 0.0;
        }
        (options.listed, options.code) = (Vec::new(), None);
        let straight = options.straight.take().map(|both| both.0.len() as f64);
        if let (Some(choices), None) = (straight, &options.amounts) {
            return choices;
        }
        // Two neighbours, for what differs between even and odd heaps.
        let count = |heap: u64| -> Option<f64> {
            let mut both = 0.0;
            for heap in [heap.max(1), heap + 1] {
                let mut sample = options.clone().within(SAMPLE);
                match sample.for_each_option(heap, |_| {}) {
                    Err(error) if error.is_out_of_budget() => return None,
                    _ => both += sample.spent(SAMPLE) as f64 / 2.0,
                }
            }
            Some(both)
        };
        let middle = n / 2;
        let (mut heap, mut found) = (middle, count(middle));
        while found.is_none() && heap > 4 {
            heap /= 2;
            found = count(heap);
        }
        let found = found.unwrap_or(SAMPLE as f64);
        if heap == middle {
            return found;
        }
        // As it grew from a quarter of the heap, so it goes on.
        let power = (found / count(heap / 4).unwrap_or(1.0).max(1.0)).log(4.0).clamp(0.0, 16.0);
        found * (middle as f64 / heap as f64).powf(power)
    }

    /// Visits every option of a heap of `n`: the heaps that replace it, without empty ones.
    ///
    /// # Errors
    /// A move that is not one; those before it have been visited.
    pub fn for_each_option(&self, n: u64, visit: impl FnMut(&[u64])) -> Result<(), MoveError> {
        self.for_one(n).for_each_written(n, visit)
    }

    /// The options of a heap of `n`, each once, its heaps ascending.
    ///
    /// # Errors
    /// A move that is not one.
    ///
    /// ```
    /// use sgtab::ruleset::Ruleset;
    /// let dawson = Ruleset::parse("0.07").unwrap();
    /// assert_eq!(dawson.options(5).unwrap(), [vec![3], vec![1, 2]]);
    /// ```
    pub fn options(&self, n: u64) -> Result<Vec<Vec<u64>>, MoveError> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let mut seen = HashSet::new();
        self.for_each_option(n, |heaps| {
            let mut heaps = heaps.to_vec();
            heaps.sort_unstable();
            if seen.insert(heaps.clone()) {
                options.push(heaps);
            }
        })?;
        Ok(options)
    }
}

#[cfg(test)]
impl Options<'_> {
    /// The same, without the choices that are evaluated for many heaps at once.
    pub(super) fn by_loops(mut self) -> Self {
        self.straight = None;
        self
    }

    pub(super) fn are_straight(&self) -> bool {
        self.straight.is_some()
    }
}

impl Options<'_> {
    /// The same moves, ended by an error after so many choices of each part that has variables.
    pub(super) fn within(mut self, choices: u64) -> Self {
        self.amounts = self.amounts.map(|(amounts, walk)| (amounts, walk.within(choices)));
        self.moves = self.moves.into_iter().map(|(moves, walk)| (moves, walk.within(choices))).collect();
        self
    }

    /// How many of the choices that [`Options::within`] allowed each part have been made, over all parts.
    fn spent(&self, choices: u64) -> u64 {
        let walks = self.amounts.iter().map(|(_, walk)| walk).chain(self.moves.iter().map(|(_, walk)| walk));
        walks.map(|walk| choices - walk.budget()).sum()
    }

    /// Visits every option of a heap of `n`, which must not exceed the limit: first what `take` offers, by ascending
    /// amount where the set is the same for every heap, then what `code` offers, then `moves`. What two of them offer
    /// comes twice.
    ///
    /// # Errors
    /// A move that is not one; those before it have been visited.
    pub fn for_each_option(&mut self, n: u64, mut visit: impl FnMut(Heaps<'_>)) -> Result<(), MoveError> {
        if n == 0 {
            return Ok(());
        }
        if let Some(error) = self.trouble.as_ref().filter(|error| error.heap() <= n) {
            return Err(error.clone());
        }
        let take = |amount: u64| match n - amount {
            0 => None,
            rest => Some([rest]),
        };
        for &amount in self.listed.iter().take_while(|&&amount| amount <= n) {
            visit(Heaps::of(take(amount).as_ref().map_or(&[], |rest| rest)));
        }
        if let Some((amounts, walk)) = &mut self.amounts {
            let result =
                amounts.for_each(walk, n, |amount| visit(Heaps::of(take(amount).as_ref().map_or(&[], |rest| rest))));
            result.map_err(|trouble| MoveError::of_amounts(n, amounts, trouble))?;
        }
        if let Some(code) = self.code {
            code.for_each_option(n, &mut visit);
        }
        if let Some((straight, block)) = self.straight.as_deref_mut()
            && straight.for_each_option(block, n, &mut visit)
        {
            return Ok(());
        }
        for (moves, walk) in &mut self.moves {
            let visited = moves.for_each_option(walk, n, &mut visit);
            visited.map_err(|trouble| MoveError::of_moves(n, moves, walk, trouble))?;
        }
        Ok(())
    }

    /// The same, with each option written out: the heaps that replace `n`, one by one.
    ///
    /// # Errors
    /// As [`Options::for_each_option`]; or an option has more than 2^20 heaps, and the others have been visited.
    pub(crate) fn for_each_written(&mut self, n: u64, mut visit: impl FnMut(&[u64])) -> Result<(), MoveError> {
        const MOST_WRITTEN: u64 = 1 << 20;
        let mut too_many = false;
        let mut expanded = Vec::new();
        self.for_each_option(n, |heaps| match heaps.times {
            1 => visit(heaps.each),
            times if times.saturating_mul(heaps.each.len() as u64) > MOST_WRITTEN => too_many = true,
            times => {
                expanded.clear();
                (0..times).for_each(|_| expanded.extend_from_slice(heaps.each));
                visit(&expanded);
            }
        })?;
        if too_many { Err(MoveError::new(n, self.rule, Vec::new(), Trouble::TooManyHeaps)) } else { Ok(()) }
    }
}
