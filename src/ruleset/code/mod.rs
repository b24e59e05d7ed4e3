//! Take-and-break codes: `0.77` is Kayles.
//!
//! `d0.d1d2d3...`: bit k of digit i says that taking i may leave exactly k heaps. Digits left of `d0` add
//! tokens first. Source: Guy and Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956).
//! Marks, braces, `*` and repeating tails extend the notation; `parse.rs` has all of it.

mod digit;
mod display;
mod parse;
mod partitions;
mod reader;
mod size;
#[cfg(test)]
mod tests;
mod words;

pub use self::digit::{Allowed, Digit, Run, Unequal};

use self::partitions::for_each_partition;
use super::error::Fault;
use super::heaps::Heaps;
use super::periodic::Periodic;
use super::set::Set;

/// A take-and-break code, in least form: codes that say the same, digit by digit, are equal.
///
/// `!` after a digit asks for heaps that are all different, `?` for heaps that are not all equal, `=` for equal
/// heaps; `*` is any number of heaps; braces list the numbers, `{0,2,3!+}`; brackets at the end repeat for ever.
///
/// ```
/// use sgtab::ruleset::Code;
/// let kayles: Code = "0.77".parse().unwrap();
/// let mut options = Vec::new();
/// kayles.for_each_option(4, &mut |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
///
/// let nim: Code = "0.3[3]".parse().unwrap();
/// assert_eq!(nim.to_string(), "0.[3]");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// Digit i stands for taking i - `added` tokens. The first is not nothing where it adds tokens, nor the last where
    /// there is no tail; with a tail they reach at least to the point.
    digits: Vec<Digit>,
    added: usize,
    /// The digits from there on, repeated; no shorter ones would do. Empty where there is no other move.
    tail: Vec<Digit>,
}

static NO_MOVE: Digit = Digit::NOTHING;

impl Code {
    pub(crate) fn parse(text: &str) -> Result<Code, Fault> {
        parse::parse(text)
    }

    /// Whether `text` is meant as a code: it has a point that is not part of `..`.
    pub(crate) fn looks_like(text: &str) -> bool {
        text.contains('.') && !text.contains("..")
    }

    /// The least form; `None` where there is no move. The digits must reach to the point.
    fn new(mut digits: Vec<Digit>, mut added: usize, mut tail: Vec<Digit>) -> Option<Self> {
        if tail.iter().all(Digit::is_nothing) {
            tail.clear();
        }
        let full = tail.len();
        let repeats = |period: &usize| tail.iter().zip(&tail[*period..]).all(|(a, b)| a == b);
        tail.truncate((1..full).filter(|&period| full.is_multiple_of(period)).find(repeats).unwrap_or(full));
        if tail.is_empty() {
            digits.truncate(digits.iter().rposition(|digit| !digit.is_nothing())? + 1);
        } else {
            let right = digits.iter().skip(added + 1).rev();
            let absorbed = right.zip(tail.iter().rev().cycle()).take_while(|(a, b)| a == b).count();
            digits.truncate(digits.len() - absorbed);
            let turn = absorbed % tail.len();
            tail.rotate_right(turn);
        }
        let idle = digits.iter().take(added).take_while(|digit| digit.is_nothing()).count();
        digits.drain(..idle);
        added -= idle;
        Some(Code { digits, added, tail })
    }

    /// The moves of both; `None` where a tail would have to be joined with another.
    pub(crate) fn union(self, other: Code) -> Option<Code> {
        if self == other {
            return Some(self);
        }
        if self.repeats() || other.repeats() {
            return None;
        }
        let added = self.added.max(other.added);
        let length = |code: &Code| code.digits.len() + added - code.added;
        let places = 0..length(&self).max(length(&other)).max(added + 1);
        let both = |place: usize| {
            let amount = place as i64 - added as i64;
            self.digit(amount).or(other.digit(amount))
        };
        Code::new(places.map(both).collect(), added, Vec::new())
    }

    /// The code in which taking each of `amounts` has the digit that `text` says.
    pub(crate) fn with_digit(amounts: impl IntoIterator<Item = usize>, text: &str) -> Option<Code> {
        let mut digits = Vec::new();
        for amount in amounts {
            digits.resize(digits.len().max(amount + 1), "0");
            digits[amount] = text;
        }
        let (first, rest) = digits.split_first()?;
        Code::parse(&format!("{first}.{}", rest.concat())).ok()
    }

    /// Visits every option of a heap of `n`: the heaps that replace it. Each option comes once, by tokens taken
    /// (added ones first), then number of heaps, then the heaps. Equal heaps are visited as one heap, many times.
    pub fn for_each_option(&self, n: u64, visit: &mut impl FnMut(Heaps<'_>)) {
        if n == 0 {
            return;
        }
        let mut buffer = Vec::new();
        let mut visit_digit = |digit: &Digit, rest: u64| {
            for run in digit.runs().iter().take_while(|run| run.first <= rest) {
                for_each_partition(rest, run, &mut buffer, visit);
            }
        };
        for (place, digit) in self.digits.iter().enumerate() {
            match place.checked_sub(self.added) {
                None => {
                    if let Some(rest) = n.checked_add((self.added - place) as u64) {
                        visit_digit(digit, rest);
                    }
                }
                Some(amount) if amount as u64 <= n => visit_digit(digit, n - amount as u64),
                Some(_) => return,
            }
        }
        if let Some(most) = self.repeats_from().and_then(|from| n.checked_sub(from)) {
            self.tail.iter().cycle().zip((0..=most).rev()).for_each(|(digit, rest)| visit_digit(digit, rest));
        }
    }

    /// The digit of taking `amount`; of adding tokens where that is negative.
    pub fn digit(&self, amount: i64) -> &Digit {
        let place = usize::try_from(i128::from(amount) + self.added as i128);
        place.ok().and_then(|place| self.at_place(place)).unwrap_or(&NO_MOVE)
    }

    fn at_place(&self, place: usize) -> Option<&Digit> {
        match place.checked_sub(self.digits.len()) {
            None => self.digits.get(place),
            Some(beyond) => self.tail.get(beyond.checked_rem(self.tail.len())?),
        }
    }

    /// Every digit with the amount it stands for, ascending, and those of the repeating tail once.
    pub fn digits(&self) -> impl Iterator<Item = (i64, &Digit)> {
        (-(self.added as i64)..).zip(self.digits.iter().chain(&self.tail))
    }

    /// Whether the digits end in a repeating tail: arbitrarily many tokens may be taken.
    pub fn repeats(&self) -> bool {
        !self.tail.is_empty()
    }

    /// The least amount, at least 1, from which on the digits repeat every [`Code::period`]; `None` without a tail.
    pub fn repeats_from(&self) -> Option<u64> {
        self.repeats().then(|| (self.digits.len() - self.added) as u64)
    }

    /// The number of digits that repeat; 0 without a repeating tail.
    pub fn period(&self) -> u64 {
        self.tail.len() as u64
    }

    /// Whether some move adds tokens before it splits.
    pub fn adds_tokens(&self) -> bool {
        self.added > 0
    }

    /// The most tokens that a move takes; `None` with a repeating tail.
    pub fn most_taken(&self) -> Option<u64> {
        (!self.repeats()).then(|| (self.digits.len() - 1).saturating_sub(self.added) as u64)
    }

    /// The most heaps that a move leaves; `None` where there is no most.
    pub fn most_parts(&self) -> Option<u64> {
        self.digits().try_fold(0, |most, (_, digit)| Some(digit.most_parts()?.max(most)))
    }

    /// Whether some move leaves two or more heaps.
    pub fn splits(&self) -> bool {
        self.most_parts().is_none_or(|most| most > 1)
    }

    /// Whether some move may leave a number of heaps only if they are equal, or unequal.
    pub fn has_marks(&self) -> bool {
        self.digits().any(|(_, digit)| digit.has_marks())
    }

    /// The set of amounts, where the code says no more than that its members may be taken: no splits, and what
    /// remains is left as it is. `0.3003330[3]` is all but 2, 3 and 7.
    pub fn as_set(&self) -> Option<Set> {
        let only_takes = |(amount, digit): (i64, &Digit)| {
            let parts = digit.runs().iter().map(|run| run.first);
            digit.is_nothing() || amount > 0 && digit.most_parts() == Some(1) && parts.eq([0, 1])
        };
        if !self.digits().all(only_takes) {
            return None;
        }
        self.amounts(|digit| !digit.is_nothing()).map(Set::from)
    }

    /// The amounts, 1 and up, whose digit is wanted.
    fn amounts(&self, wanted: impl Fn(&Digit) -> bool) -> Option<Periodic> {
        let listed = self.digits.iter().skip(self.added).zip(0u64..).filter(|(digit, _)| wanted(digit));
        let listed = Periodic::from_ranges(listed.map(|(_, amount)| amount..=amount));
        let Some(from) = self.repeats_from() else { return Some(listed) };
        let mut classes = Periodic::from_ranges([]);
        for (_, amount) in self.tail.iter().zip(from..).filter(|(digit, _)| wanted(digit)) {
            classes = classes.union(&Periodic::residue_class(amount, self.period())?)?;
        }
        listed.union(&classes.intersection(&Periodic::at_least(from))?)
    }
}

impl std::str::FromStr for Code {
    type Err = super::RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Code::parse(text).map_err(|fault| fault.within("code", text))
    }
}
