//! How mex fills one heap: its options, their values, and the least value that is missing.

mod groups;
mod matrix;

use std::collections::BTreeSet;

use super::canvas::Canvas;
use crate::export::position::joined;
use crate::ruleset::Ruleset;
use crate::table::{Settings, SgTable, TableError};

/// Larger heaps are no example.
const MOST_HEAP: u64 = 10_000;
/// So many options, with their heaps, are listed.
const MOST_LISTED: usize = 1 << 20;

/// A heap with its options and what they are worth.
///
/// ```
/// use sgtab::export::Steps;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::Settings;
/// let steps = Steps::new(&Ruleset::parse("kayles").unwrap(), 3, &Settings::default()).unwrap();
/// let options: Vec<(&[u64], u64)> = steps.options().iter().map(|o| (o.heaps(), o.value())).collect();
/// assert_eq!(options, [(&[2][..], 2), (&[1, 1], 0), (&[1], 1)]);
/// assert_eq!(steps.value(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    heap: u64,
    options: Vec<StepOption>,
    value: u64,
}

/// An option of a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepOption {
    heaps: Vec<u64>,
    values: Vec<u64>,
}

/// Why the options of a heap are not listed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum StepsError {
    /// The heap is too large.
    #[error("the options of heap {heap} are too many to be shown; heaps up to {MOST_HEAP} can be")]
    Large {
        /// The heap.
        heap: u64,
    },
    /// It has too many options.
    #[error("heap {heap} has more options than the {MOST_LISTED} that can be listed")]
    ManyOptions {
        /// The heap.
        heap: u64,
    },
    /// The values of smaller heaps cannot be computed.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Steps {
    /// The options of a heap of `rule`, each once, by what is taken, in normal play.
    ///
    /// # Errors
    /// When the heap or its options are too large, or the values of smaller heaps cannot be computed.
    pub fn new(rule: &Ruleset, heap: u64, settings: &Settings) -> Result<Steps, StepsError> {
        if heap > MOST_HEAP {
            return Err(StepsError::Large { heap });
        }
        let table = SgTable::compute(rule, heap, settings)?;
        let (mut found, mut listed) = (BTreeSet::new(), 0);
        let visited = rule.for_each_option(heap, |heaps| {
            if listed <= MOST_LISTED {
                let mut heaps = heaps.to_vec();
                heaps.sort_unstable();
                let left: u128 = heaps.iter().map(|&heap| u128::from(heap)).sum();
                listed += heaps.len() + 1;
                // The least is taken first, and fewer heaps come before more.
                found.insert((std::cmp::Reverse(left), heaps.len(), heaps));
            }
        });
        visited.map_err(TableError::Move)?;
        if listed > MOST_LISTED {
            return Err(StepsError::ManyOptions { heap });
        }
        let value = |heap: &u64| table.get(*heap).unwrap_or(0);
        let options =
            found.into_iter().map(|(.., heaps)| StepOption { values: heaps.iter().map(value).collect(), heaps });
        Ok(Steps { heap, options: options.collect(), value: value(&heap) })
    }

    /// The heap.
    pub fn heap(&self) -> u64 {
        self.heap
    }

    /// Its options.
    pub fn options(&self) -> &[StepOption] {
        &self.options
    }

    /// Its value: the least that no option has.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Values of options that are larger than that of the heap, ascending.
    fn beyond(&self) -> BTreeSet<u64> {
        self.options.iter().map(StepOption::value).filter(|&value| value > self.value).collect()
    }
}

impl StepOption {
    /// The heaps that replace the one, ascending, without empty ones.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The XOR of their values.
    pub fn value(&self) -> u64 {
        self.values.iter().fold(0, |xor, value| xor ^ value)
    }

    /// `0`, `5` or `2 + 5`.
    fn name(&self) -> String {
        joined(&self.heaps, " + ")
    }

    /// The values of its heaps, `3 XOR 1`, and `= 2`; of one heap only its value.
    fn sum(&self) -> (String, String) {
        match self.values.len() {
            0 | 1 => (self.value().to_string(), String::new()),
            _ => (joined(&self.values, " XOR "), format!(" = {}", self.value())),
        }
    }
}

pub(super) fn draw(canvas: &mut Canvas, steps: &Steps, top: f64) {
    match matrix::Matrix::fitting(canvas, steps) {
        Some(matrix) => matrix.draw(canvas, steps, top),
        None => groups::draw(canvas, steps, top),
    }
}
