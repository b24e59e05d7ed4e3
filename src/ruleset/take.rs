//! The amounts that `take` allows: a set, or amounts that use n.

use std::fmt;

use super::comprehension::{Lanes, Source, Trouble, UNBOUND, Walk};
use super::set::Set;

/// What `take` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Take {
    /// The same amounts for every heap.
    Set(Set),
    /// Amounts that depend on the heap.
    Amounts(Amounts),
}

/// A set of amounts that uses n: `1..n/2`, `divisors of n`.
#[derive(Debug, Clone)]
pub struct Amounts {
    pub(crate) source: Source,
    pub(crate) variables: usize,
    pub(crate) lists: usize,
}

impl Take {
    /// What one may take, in plain words.
    pub fn in_words(&self) -> String {
        match self {
            Take::Set(set) => set.in_words(),
            Take::Amounts(amounts) => amounts.source.in_words(),
        }
    }

    /// The set, where it is the same for every heap.
    pub fn as_set(&self) -> Option<&Set> {
        match self {
            Take::Set(set) => Some(set),
            Take::Amounts(_) => None,
        }
    }
}

impl From<Set> for Take {
    fn from(set: Set) -> Self {
        Take::Set(set)
    }
}

impl Amounts {
    /// What [`Amounts::for_each`] walks with.
    pub(crate) fn walk(&self) -> Walk {
        Walk::new(self.variables, self.lists)
    }

    /// Visits the amounts from 1 to n; those that two pieces of a union share come twice.
    pub(crate) fn for_each(&self, walk: &mut Walk, n: u64, mut visit: impl FnMut(u64)) -> Result<(), Trouble> {
        let n = i64::try_from(n).map_err(|_| Trouble::TooManyChoices)?;
        walk.env.fill(UNBOUND);
        walk.env[0] = n;
        self.source.walk(walk, n, &mut |walk, lanes| {
            walk.spend(lanes.len())?;
            match lanes {
                Lanes::Run(first, last) => (first.max(1)..=last.min(n)).for_each(|amount| visit(amount as u64)),
                Lanes::List(amounts) => {
                    let amounts = amounts.iter().filter(|amount| (1..=n).contains(*amount));
                    amounts.for_each(|&amount| visit(amount as u64));
                }
            }
            Ok(())
        })
    }
}

/// The notation of the rule language; reading it back gives the same amounts.
impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Take::Set(set) => write!(f, "{set}"),
            Take::Amounts(amounts) => write!(f, "{}", amounts.source),
        }
    }
}

/// As written.
impl PartialEq for Amounts {
    fn eq(&self, other: &Self) -> bool {
        self.source.to_string() == other.source.to_string()
    }
}

impl Eq for Amounts {}
