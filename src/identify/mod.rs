//! Which known rules have the values of a given one, up to a shift of the heap.
//!
//! Every rule of a [`Catalogue`] is compared on its first heaps; those that agree there are tabulated further. Work is
//! bounded by counts of heaps and operations, never by the clock, so the answer does not depend on the machine.

mod agreement;
mod candidate;
mod catalogue;
mod found;

use rayon::prelude::*;

use self::agreement::Agreement;
use self::candidate::{Candidate, last_within, leading_zeros};
use self::catalogue::Entry;
use crate::ruleset::{Convention, Ruleset};
use crate::study::tabulate;
use crate::table::{Settings, TableError, Visited, heaps_within};

pub use self::agreement::End;
pub use self::catalogue::Catalogue;
pub use self::found::Match;

/// Rules that agree on the first heaps are compared through this one.
const LAST_HEAP: u64 = 5000;
/// Or as far as so many elementary operations of the rule go.
const OPERATIONS: f64 = 3e8;

/// Why a rule is not compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentifyError {
    /// Its values cannot be tabulated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It has outcomes only.
    #[error("{rule} is played misère, where heaps have outcomes; what is compared is SG values")]
    Misere {
        /// The rule.
        rule: String,
    },
}

/// What a comparison with the catalogue has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identified {
    /// The largest heap of the rule that was looked at, unless a proof asked for more.
    pub n: u64,
    /// How many rules it was compared with.
    pub compared: usize,
    /// Whether all values are 0, which says nothing.
    pub all_zero: bool,
    /// The rule itself; those that agree in all heaps, but for leading zeros; those that agree from some heap on; and
    /// near misses, the longest first.
    pub matches: Vec<Match>,
}

impl Catalogue {
    /// Compares a rule with those of the catalogue.
    ///
    /// # Errors
    /// When the rule cannot be tabulated, or is played misère.
    ///
    /// ```
    /// use sgtab::identify::{Catalogue, End};
    /// use sgtab::ruleset::Ruleset;
    /// use sgtab::table::Settings;
    /// let dawsons_chess = Ruleset::parse("0.137").unwrap();
    /// let found = Catalogue::compute().identify(&dawsons_chess, &Settings::default()).unwrap();
    /// let shifted = found.matches.iter().find(|found| found.name == "0.07").unwrap();
    /// assert_eq!((shifted.shift, shifted.end), (1, End::Proved));
    /// ```
    pub fn identify(&self, rule: &Ruleset, settings: &Settings) -> Result<Identified, IdentifyError> {
        if rule.convention() == Convention::Misere {
            return Err(IdentifyError::Misere { rule: rule.name().into() });
        }
        let n = heaps_within(rule, settings.engine, OPERATIONS, 0.0, settings.memory).min(LAST_HEAP);
        let (table, _) = tabulate(rule, n, settings, &mut Visited::default(), &mut ())?;
        let normal_form = rule.to_string();
        let (itself, others): (Vec<&Entry>, Vec<&Entry>) =
            self.entries.iter().partition(|entry| entry.normal_form == normal_form);
        let candidates: Vec<Candidate<'_>> =
            others.into_par_iter().filter_map(|entry| Candidate::screen(&table, entry)).collect();
        let last = last_within(&candidates, n);
        let agreements: Vec<(&Entry, Agreement)> = candidates
            .par_iter()
            .map_init(Visited::default, |visited, candidate| candidate.best(&table, last, visited))
            .flatten()
            .collect();

        let same = Agreement { shift: 0, from: 0, through: n, end: End::Proved };
        let mut matches: Vec<Match> =
            itself.into_iter().map(|entry| Match::new(&table, &[(entry, same)], true)).collect();
        matches.extend(Match::groups(&table, agreements));
        Ok(Identified { n, compared: self.len(), all_zero: leading_zeros(&table).is_none(), matches })
    }
}
