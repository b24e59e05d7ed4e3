//! What a move is.
//!
//! A [`Ruleset`] is read from a rule file, a set or a code, is valid once it exists, and never changes.
//! [`Ruleset::for_each_option`] is the one definition of its moves; everything else is measured against it.

mod catalogue;
mod code;
mod comprehension;
mod described;
mod error;
mod file;
mod formula;
mod heaps;
mod named;
mod notation;
mod number;
mod options;
mod parts;
mod periodic;
mod set;
mod shape;
mod take;
mod terms;
mod trial;

use std::fmt;

pub use self::catalogue::{Shipped, shipped};
pub use self::code::{Allowed, Code, Digit, Run, Unequal};
pub use self::comprehension::Comprehension;
pub use self::error::{RuleError, RuleErrorKind};
pub use self::heaps::Heaps;
pub use self::named::Named;
pub use self::notation::parse_number;
pub use self::options::{MoveError, Options};
pub use self::periodic::{MOST_AMOUNT, Periodic};
pub use self::set::{Images, Set, Where};
pub use self::shape::Shape;
pub use self::take::{Amounts, Take};

pub(crate) use self::error::{Place, did_you_mean, report};
pub(crate) use self::formula::Growth;
pub(crate) use self::number::{distinct_primes, divisors, gcd, orbit};

use self::error::Fault;
use self::parts::{Part, Parts, parse_parts, suggest_shipped};

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
/// rule.for_each_option(5, |heaps| options.push(heaps.to_vec())).unwrap();
/// assert_eq!(options, [[4], [3], [2]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    name: String,
    title: String,
    written: String,
    take: Option<Take>,
    code: Option<Code>,
    moves: Vec<Comprehension>,
    shape: Shape,
    convention: Convention,
    heaps: u64,
    expect: Expect,
}

/// Largest heap of tables and charts where the rule file names none.
const DEFAULT_HEAPS: u64 = 100;

impl Ruleset {
    /// The rule that a text says: the name of a shipped rule, or parts joined by `;`, each of them moves in brackets, a
    /// code or a set.
    ///
    /// # Errors
    /// When the text is none of these; with its place and the remedy.
    ///
    /// ```
    /// use sgtab::ruleset::Ruleset;
    /// let lasker = Ruleset::parse("any; [a, n - a] for a in 1..n/2").unwrap();
    /// assert!(lasker.splits());
    /// ```
    pub fn parse(text: &str) -> Result<Ruleset, RuleError> {
        let text = text.trim();
        if let Some(shipped) = shipped().find(|shipped| shipped.name == text) {
            return shipped.ruleset();
        }
        let rule = parse_parts(text).and_then(|parts| parts.ruleset(text));
        rule.map_err(|fault| suggest_shipped(fault, text).within("rule", text))
    }

    /// The rule that takes the members of a set.
    ///
    /// # Errors
    /// When the set has no members.
    pub fn from_set(set: Set) -> Result<Ruleset, RuleError> {
        if set.is_empty() {
            return Err(Fault::new(RuleErrorKind::NoMoves, 0..0, "the set has no members").without_place());
        }
        Ruleset::of_members(set)
    }

    /// The same, where a set without members leaves every heap without a move: no game of its own, but a heap of a sum.
    pub(crate) fn of_members(set: Set) -> Result<Ruleset, RuleError> {
        let name = set.to_string();
        let (take, written) = (Some(Part { value: Take::Set(set), span: 0..0 }), vec![name.clone()]);
        Parts { take, written, ..Parts::default() }.ruleset(&name).map_err(Fault::without_place)
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

    /// The texts of its parts as the author gave them, joined by `;`.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Largest heap of tables and charts that are not asked for a range.
    pub fn heaps(&self) -> u64 {
        self.heaps
    }

    /// Who wins when there is no move left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The same moves, with another word on who wins.
    #[must_use]
    pub fn with_convention(mut self, convention: Convention) -> Ruleset {
        self.convention = convention;
        self
    }

    /// The facts that the rule file states.
    pub fn expect(&self) -> &Expect {
        &self.expect
    }

    /// The amounts that may be taken without splitting, as written, if any.
    pub fn take(&self) -> Option<&Take> {
        self.take.as_ref()
    }

    /// The take-and-break code, as written, if there is one.
    pub fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// The moves that are written out.
    pub fn moves(&self) -> &[Comprehension] {
        &self.moves
    }

    /// What the rule comes to, however it was written: engines and theorems go by this.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The set, where taking its members is the whole rule.
    pub fn only_set(&self) -> Option<&Set> {
        self.shape.set.as_ref().filter(|_| self.shape.code.is_none() && !self.shape.others)
    }

    /// Whether some move may leave more than one heap.
    pub fn splits(&self) -> bool {
        self.code.as_ref().is_some_and(Code::splits) || self.moves.iter().any(Comprehension::splits)
    }

    /// The rule in plain words, in lower case.
    pub fn in_words(&self) -> String {
        let take = self.take.iter().map(|take| format!("take {}", take.in_words()));
        let code = self.code.iter().map(Code::in_words);
        let moves = self.moves.iter().map(Comprehension::in_words);
        take.chain(code).chain(moves).collect::<Vec<_>>().join("; or ")
    }

    /// Sixteen hexadecimal digits that stand for the normal form and the convention: equal rules, as far as
    /// they are recognised, have equal fingerprints.
    pub fn fingerprint(&self) -> String {
        use sha2::{Digest, Sha256};
        let convention = if self.convention == Convention::Misere { "misere" } else { "normal" };
        let digest = Sha256::digest(format!("{self}\n{convention}"));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The normal form, which reads back as a rule with the same moves: what is recognised as a set or a code in its least
/// form, the rest as written; parts are joined by `;`.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if self.shape.others {
            parts.extend(self.take.iter().map(ToString::to_string));
            parts.extend(self.code.iter().map(ToString::to_string));
            parts.extend(self.moves.iter().map(ToString::to_string));
        } else {
            parts.extend(self.shape.set.iter().map(ToString::to_string));
            parts.extend(self.shape.code.iter().map(ToString::to_string));
        }
        f.write_str(&parts.join("; "))
    }
}
