//! The values against brute force: what they say of every sum of up to three heaps, and what a search finds.
//!
//! Normal play: the player to move loses iff the XOR of the values is 0. Misère play, of rules that never split: single
//! heaps by their table of outcomes, sums by the theorem in `sum.rs` where it holds.

use std::fmt;

use super::outcomes::{Disagreement, Outcomes, Reach, sums_to};
use super::sum::{MisereViolation, Sum, misere_violation};
use super::{PlayError, Worth};
use crate::ruleset::{Convention, Ruleset};
use crate::table::{EngineName, Settings, SgTable, TableError};

/// What comparing the values of a rule with a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brute {
    /// Who wins when there is no move left.
    pub convention: Convention,
    /// All sums of up to three heaps that are no larger were searched.
    pub largest: u64,
    /// How many sums they are.
    pub sums: u64,
    /// Of how many of them the values say who wins: of all in normal play.
    pub compared: u64,
    /// How many positions were searched.
    pub positions: usize,
    /// The first sum for which values are wrong, and the engine that computed them.
    pub disagreement: Option<(EngineName, Disagreement)>,
}

/// Compares the values of `rule` with a search: those of the engine that `settings` name, or else of every engine that
/// is right for the rule.
///
/// # Errors
/// For misère rules that split heaps; and see [`Outcomes::search`] and [`SgTable::compute`].
///
/// ```
/// use sgtab::play::{Reach, brute};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::Settings;
/// let kayles = Ruleset::parse("kayles").unwrap();
/// let found = brute(&kayles, &Settings::default(), Reach::Exactly(8)).unwrap();
/// assert_eq!((found.sums, found.compared, found.disagreement), (165, 165, None));
/// ```
pub fn brute(rule: &Ruleset, settings: &Settings, reach: Reach) -> Result<Brute, PlayError> {
    // What has no table is refused before it is searched.
    SgTable::compute(rule, 0, settings)?;
    let convention = rule.convention();
    let outcomes = Outcomes::search(rule, reach, settings.memory)?;
    let largest = outcomes.largest();
    // The values decide sums of heaps up to this one.
    let decided = match convention {
        Convention::Normal => largest,
        Convention::Misere => match misere_violation(&mut Worth::new(rule.clone(), *settings), 0, largest)? {
            None => largest,
            Some(MisereViolation::Heap(least)) => least - 1,
            Some(_) => 0,
        },
    };
    let mut disagreement = None;
    for table in tables(&rule.clone().with_convention(Convention::Normal), largest, settings)? {
        let found = outcomes.disagreement(|heaps| {
            let values = heaps.into_iter().filter_map(|heap| table.get(heap));
            (heaps[2] <= decided).then(|| Sum::of(values).first_wins(convention))
        });
        disagreement = disagreement.or(found.map(|found| (table.engine(), found)));
    }
    if convention == Convention::Misere {
        for table in tables(rule, largest, settings)? {
            let found = outcomes.disagreement(|heaps| match heaps {
                [0, 0, heap] => table.is_p_position(heap).map(|lost| !lost),
                _ => None,
            });
            disagreement = disagreement.or(found.map(|found| (table.engine(), found)));
        }
    }
    let compared = sums_to(decided) + (largest - decided);
    let (sums, positions) = (sums_to(largest), outcomes.positions());
    Ok(Brute { convention, largest, sums, compared, positions, disagreement })
}

/// Heaps 0..=n by the engine that is named, or else by every one that is right for the rule.
fn tables(rule: &Ruleset, n: u64, settings: &Settings) -> Result<Vec<SgTable>, TableError> {
    let engines = settings.engine.map_or(EngineName::ALL.to_vec(), |engine| vec![engine]);
    let mut tables = Vec::new();
    for engine in engines {
        match SgTable::compute(rule, n, &Settings { engine: Some(engine), ..*settings }) {
            Err(TableError::UnfitEngine { .. }) if settings.engine.is_none() => {}
            table => tables.push(table?),
        }
    }
    Ok(tables)
}

impl fmt::Display for Brute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Brute { convention, largest, sums, compared, positions, disagreement } = self;
        if *convention == Convention::Misere {
            f.write_str("in misère play ")?;
        }
        if let Some((engine, Disagreement { heaps, first_wins })) = disagreement {
            let [.., last] = heaps;
            let first = heaps[..2].iter().filter(|&&heap| heap > 0);
            let heaps: String = first.map(|heap| format!("{heap} + ")).collect();
            let (search, values) = if *first_wins { ("N", "P") } else { ("P", "N") };
            return write!(
                f,
                "sum {heaps}{last}: the search says {search}, the values of engine {engine} say {values}"
            );
        }
        if *largest == 0 {
            return f.write_str("sums of heaps up to 1 are too much to search");
        }
        let of = if compared == sums { "all".to_owned() } else { format!("{compared} of the") };
        write!(f, "{of} {sums} sums of up to three heaps up to {largest} ")?;
        if compared < sums {
            f.write_str("follow from the values, and they ")?;
        }
        write!(f, "agree with a search of {positions} positions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        let (convention, engine) = (Convention::Normal, EngineName::Moves);
        let mut found =
            Brute { convention, largest: 18, sums: 1330, compared: 1330, positions: 2044, disagreement: None };
        assert_eq!(
            found.to_string(),
            "all 1330 sums of up to three heaps up to 18 agree with a search of 2044 positions"
        );
        found.disagreement = Some((engine, Disagreement { heaps: [3, 5, 6], first_wins: false }));
        assert_eq!(found.to_string(), "sum 3 + 5 + 6: the search says P, the values of engine moves say N");
        found.disagreement = Some((engine, Disagreement { heaps: [0, 0, 4], first_wins: true }));
        assert_eq!(found.to_string(), "sum 4: the search says N, the values of engine moves say P");
        (found.convention, found.compared, found.disagreement) = (Convention::Misere, 75, None);
        assert_eq!(
            found.to_string(),
            "in misère play 75 of the 1330 sums of up to three heaps up to 18 follow from the values, and they agree with \
             a search of 2044 positions"
        );
        found.largest = 0;
        assert_eq!(found.to_string(), "in misère play sums of heaps up to 1 are too much to search");
    }
}
