//! What a move is.
//!
//! A [`Ruleset`] is read from a rule file, a set or a code, is valid once it exists, and never changes.
//! [`Ruleset::for_each_option`] is the one definition of its moves; everything else is measured against it.

mod catalogue;
mod code;
mod error;
mod file;
mod named;
mod notation;
mod number;
mod periodic;
mod set;

use std::fmt;

pub use self::catalogue::{Shipped, shipped};
pub use self::code::{Code, MOST_PARTS};
pub use self::error::{RuleError, RuleErrorKind};
pub use self::named::Named;
pub use self::notation::parse_number;
pub use self::periodic::{MOST_AMOUNT, Periodic};
pub use self::set::Set;

pub(crate) use self::error::did_you_mean;

/// Who wins when there is no move left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Convention {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// Facts that a rule file states about its own game; what is left out is `None` or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expect {
    /// SG values of heaps 0, 1, 2, ...
    pub values: Vec<u64>,
    /// The first P-positions, from heap 0.
    pub p_positions: Vec<u64>,
    /// Preperiod of the SG values.
    pub preperiod: Option<u64>,
    /// Period of the SG values.
    pub period: Option<u64>,
    /// Saltus of the SG values; 0 where only a period is given.
    pub saltus: Option<u64>,
    /// Preperiod of the outcomes.
    pub outcome_preperiod: Option<u64>,
    /// Period of the outcomes.
    pub outcome_period: Option<u64>,
    /// Where the facts are published.
    pub source: String,
}

/// A heap game: what replaces a heap of n, for every n.
///
/// ```
/// use sgtab::ruleset::Ruleset;
/// let rule = Ruleset::parse("1..3").unwrap();
/// let mut options = Vec::new();
/// rule.for_each_option(5, |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [[4], [3], [2]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    name: String,
    title: String,
    take: Option<Set>,
    code: Option<Code>,
    convention: Convention,
    heaps: u64,
    expect: Expect,
}

/// Largest heap of tables and charts where the rule file names none.
const DEFAULT_HEAPS: u64 = 100;

impl Ruleset {
    /// `None` when there is neither a set nor a code.
    fn new(name: &str, take: Option<Set>, code: Option<Code>) -> Option<Self> {
        if take.is_none() && code.is_none() {
            return None;
        }
        let (expect, convention) = (Expect::default(), Convention::Normal);
        let mut rule =
            Ruleset { name: name.into(), title: String::new(), take, code, convention, heaps: DEFAULT_HEAPS, expect };
        rule.title = capitalized(&rule.in_words());
        Some(rule)
    }

    /// The rule that a text says: the name of a shipped rule, else a code, else a set.
    ///
    /// # Errors
    /// When the text is none of these; with its place and the remedy.
    pub fn parse(text: &str) -> Result<Ruleset, RuleError> {
        let text = text.trim();
        if let Some(shipped) = shipped().find(|shipped| shipped.name == text) {
            return shipped.ruleset();
        }
        let (take, code) = if Code::looks_like(text) {
            (Ok(None), Code::parse(text).map(Some))
        } else {
            (notation::parse_set(text).map(Some), Ok(None))
        };
        let rule = take.and_then(|take| Ok(Ruleset::new(text, take, code?)));
        match rule.map_err(|fault| suggest_shipped(fault, text).within("rule", text))? {
            Some(rule) => Ok(rule),
            None => Err(error::Fault::new(RuleErrorKind::NoMoves, 0..text.len(), "no move").within("rule", text)),
        }
    }

    /// The rule that takes the members of a set.
    ///
    /// # Errors
    /// When the set has no members.
    pub fn from_set(set: Set) -> Result<Ruleset, RuleError> {
        let name = set.to_string();
        let empty = || error::Fault::new(RuleErrorKind::NoMoves, 0..0, "the set has no members").without_place();
        if set.is_empty() { Err(empty()) } else { Ruleset::new(&name, Some(set), None).ok_or_else(empty) }
    }

    /// The name of the rule file without its ending, or the rule as it was typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line for people; the rule in plain words where the file gives no title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The title, with a word on misère play, which changes what the outcomes mean.
    pub fn headline(&self) -> String {
        match self.convention {
            Convention::Normal => self.title.clone(),
            Convention::Misere => format!("{} (misère: who cannot move wins)", self.title),
        }
    }

    /// Largest heap of tables and charts that are not asked for a range.
    pub fn heaps(&self) -> u64 {
        self.heaps
    }

    /// Who wins when there is no move left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The facts that the rule file states.
    pub fn expect(&self) -> &Expect {
        &self.expect
    }

    /// The amounts that may be taken without splitting, if any.
    pub fn take(&self) -> Option<&Set> {
        self.take.as_ref()
    }

    /// The take-and-break code, if there is one.
    pub fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// The set, where taking its members is the whole rule.
    pub fn only_set(&self) -> Option<&Set> {
        self.take.as_ref().filter(|_| self.code.is_none())
    }

    /// Whether some move may leave more than one heap.
    pub fn splits(&self) -> bool {
        self.code.as_ref().is_some_and(|code| code.most_parts() > 1)
    }

    /// The rule in plain words, in lower case.
    pub fn in_words(&self) -> String {
        let take = self.take.iter().map(|set| format!("take {}", set.in_words()));
        let code = self.code.iter().map(Code::in_words);
        take.chain(code).collect::<Vec<_>>().join("; or ")
    }

    /// The moves of heaps 0..=n, prepared for many visits.
    pub fn up_to(&self, n: u64) -> Options<'_> {
        let amounts = self.take.as_ref().map_or_else(Vec::new, |set| set.members(n));
        Options { amounts, code: self.code.as_ref() }
    }

    /// Visits every option of a heap of `n`: the heaps that replace it, without empty ones.
    pub fn for_each_option(&self, n: u64, visit: impl FnMut(&[u64])) {
        self.up_to(n).for_each_option(n, visit);
    }
}

/// The normal form: `take` as a set, `code` as a code, joined where there are both.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.take, &self.code) {
            (Some(set), Some(code)) => write!(f, "take {set}, or {code}"),
            (Some(set), None) => write!(f, "{set}"),
            (None, Some(code)) => write!(f, "{code}"),
            (None, None) => Ok(()),
        }
    }
}

/// The moves of a rule on heaps up to a limit: see [`Ruleset::up_to`].
#[derive(Debug, Clone)]
pub struct Options<'a> {
    amounts: Vec<u64>,
    code: Option<&'a Code>,
}

impl Options<'_> {
    /// Visits every option of a heap of `n`, which must not exceed the limit: the heaps that replace it,
    /// without empty ones. First what `take` offers, by ascending amount, then what `code` offers.
    pub fn for_each_option(&self, n: u64, mut visit: impl FnMut(&[u64])) {
        for &amount in self.amounts.iter().take_while(|&&amount| amount <= n) {
            match n - amount {
                0 => visit(&[]),
                rest => visit(&[rest]),
            }
        }
        if let Some(code) = self.code {
            code.for_each_option(n, &mut visit);
        }
    }
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A word that is no set may be a shipped rule with a slip in it.
fn suggest_shipped(fault: error::Fault, text: &str) -> error::Fault {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    match did_you_mean(text, shipped().map(|rule| rule.name)) {
        Some(name) if is_word && text.starts_with(char::is_alphabetic) && !notation::is_nearly_a_set(text) => {
            fault.help(format!("did you mean the shipped rule `{name}`?"))
        }
        _ => fault,
    }
}
