//! The state of walking through the choices of a comprehension.

use std::fmt;

use crate::ruleset::formula::{Fault, LANES};
use crate::ruleset::set::Set;

/// A variable that has no value yet.
pub(crate) const UNBOUND: i64 = i64::MIN;

/// More choices than this for one variable are refused: no table waits for so many.
const MOST_CHOICES: u64 = 1 << 40;
/// A list of members may be so long.
const MOST_LISTED: u64 = 1 << 30;

/// Why a walk ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    Fault(Fault),
    /// A heap of this size is not smaller than the one that is replaced.
    NotSmaller(i64),
    TooManyHeaps,
    TooManyChoices,
    /// The choices that the walk may make are used up.
    OutOfBudget,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Fault(fault) => write!(f, "{fault}"),
            Trouble::NotSmaller(left) => write!(f, "leaves a heap of {left}, which is not smaller"),
            Trouble::TooManyHeaps => f.write_str("leaves more than 2^20 heaps"),
            Trouble::TooManyChoices | Trouble::OutOfBudget => f.write_str("has far too many choices"),
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

/// Values of the variables, lists of members, and how many choices are left.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    pub(crate) env: Vec<i64>,
    lists: Vec<List>,
    budget: u64,
    /// Where the loop over each variable ended last.
    pub(crate) ends: Vec<i64>,
    /// Room for the values of the items of a list, kept from one heap to the next.
    pub(crate) columns: Vec<[i64; LANES]>,
    pub(crate) heaps: Vec<u64>,
}

/// Members of a set up to an amount.
#[derive(Debug, Clone, Default)]
struct List {
    members: Vec<i64>,
    upto: i64,
}

impl Walk {
    pub(crate) fn new(variables: usize, lists: usize) -> Walk {
        let (env, lists) = (vec![UNBOUND; variables], vec![List::default(); lists]);
        let ends = vec![0; variables];
        Walk { env, lists, budget: u64::MAX, ends, columns: Vec::new(), heaps: Vec::new() }
    }

    /// The same, ended by [`Trouble::OutOfBudget`] after so many choices.
    pub(crate) fn within(mut self, budget: u64) -> Walk {
        self.budget = budget;
        self
    }

    pub(crate) fn budget(&self) -> u64 {
        self.budget
    }

    pub(crate) fn spend(&mut self, choices: usize) -> Result<(), Trouble> {
        self.budget = self.budget.checked_sub(choices as u64).ok_or(Trouble::OutOfBudget)?;
        Ok(())
    }

    /// A loop over `first..=last` is about to begin.
    pub(crate) fn allows(&self, first: i64, last: i64) -> Result<(), Trouble> {
        match u64::try_from(i128::from(last) - i128::from(first)) {
            Ok(choices) if choices >= MOST_CHOICES => Err(Trouble::TooManyChoices),
            Ok(choices) if choices >= self.budget => Err(Trouble::OutOfBudget),
            _ => Ok(()),
        }
    }

    /// Copies members of `set` up to `upto`, from the place `at` in its list on, into `out`; how many there were.
    pub(crate) fn members(
        &mut self,
        list: usize,
        set: &Set,
        upto: i64,
        at: usize,
        out: &mut [i64],
    ) -> Result<usize, Trouble> {
        if self.lists[list].upto < upto {
            // Twice as far, so that a rising limit does not list all again each time.
            let twice = upto.max(self.lists[list].upto.saturating_mul(2));
            let affordable = |far: i64| set.listing_cost(far as u64) <= self.budget.min(MOST_LISTED) as f64;
            if !affordable(upto) {
                let listed = set.listing_cost(upto as u64) <= MOST_LISTED as f64;
                return Err(if listed { Trouble::OutOfBudget } else { Trouble::TooManyChoices });
            }
            let certain = |far: i64| set.trouble(far as u64).is_none();
            let far = if affordable(twice) && certain(twice) { twice } else { upto };
            if let Some((_, trouble)) = set.trouble(far as u64) {
                return Err(trouble);
            }
            let members = set.members(far as u64).into_iter().filter_map(|a| i64::try_from(a).ok()).collect();
            self.lists[list] = List { members, upto: far };
        }
        let rest = self.lists[list].members.get(at..).unwrap_or_default();
        let mut copied = 0;
        for (out, &member) in out.iter_mut().zip(rest) {
            if member > upto {
                break;
            }
            *out = member;
            copied += 1;
        }
        Ok(copied)
    }
}
