//! Published numbers that are wrong, and the heaps that show it.
//!
//! `claims.tsv` has what was published; whether it is wrong is computed from values that are proved, so a row that is
//! right, or was corrected, gives no note.

use crate::ruleset::{Convention, Ruleset};

static CLAIMS: &str = include_str!("claims.tsv");

/// Values that are known, and how far they must be looked at.
pub struct Known<'a> {
    /// Value of heap n; `None` where it is not known.
    pub at: &'a dyn Fn(u64) -> Option<u64>,
    /// Whether these are SG values; else they are outcomes, 0 for a P-position.
    pub values: bool,
    /// Preperiod and period, where there is one.
    pub period: Option<(u64, u64)>,
}

/// Something that was published of a rule.
#[derive(Debug, PartialEq, Eq)]
struct Published {
    outcomes: bool,
    says: Says,
    source: &'static str,
}

#[derive(Debug, PartialEq, Eq)]
enum Says {
    Period { preperiod: u64, period: u64 },
    Value { heap: u64, value: u64 },
}

/// One sentence for each published number that is wrong, by what is known.
///
/// ```
/// use sgtab::published::{Known, notes};
/// use sgtab::ruleset::Ruleset;
/// let rule = Ruleset::parse("3, 5, 6").unwrap();
/// let known = Known { at: &|n| [0, 0, 0, 1, 1, 1, 2].get(n as usize).copied(), values: true, period: None };
/// assert_eq!(notes(&rule, &known), ["the README of syedmabdullah says that heap 6 has the value 1; it has 2"]);
/// ```
pub fn notes(rule: &Ruleset, known: &Known<'_>) -> Vec<String> {
    published(rule).iter().filter_map(|published| published.mistake(known)).collect()
}

/// So many heaps show every mistake that is known of a rule whose values have no period.
pub fn heaps_to_look_at(rule: &Ruleset) -> u64 {
    published(rule).iter().map(|published| published.reach(None)).max().unwrap_or(0)
}

/// What was published of a rule.
fn published(rule: &Ruleset) -> Vec<Published> {
    if rule.convention() != Convention::Normal {
        return Vec::new();
    }
    let text = rule.to_string();
    let rows = CLAIMS.lines().filter(|line| !line.starts_with('#')).filter_map(row);
    rows.filter(|(written, _)| *written == text).map(|(_, published)| published).collect()
}

/// A row of the file: the rule in normal form, and what is said of it.
fn row(line: &'static str) -> Option<(&'static str, Published)> {
    let mut cells = line.split('\t');
    let mut next = || cells.next();
    let (rule, sequence) = (next()?, next()?);
    let mut number = || next()?.parse().ok();
    let (preperiod, period, heap, value) = (number(), number(), number(), number());
    let says = match (preperiod, period, heap, value) {
        (Some(preperiod), Some(period @ 1..), ..) => Says::Period { preperiod, period },
        (_, _, Some(heap), Some(value)) => Says::Value { heap, value },
        _ => return None,
    };
    Some((rule, Published { outcomes: sequence == "outcome", says, source: cells.next()? }))
}

/// With so many repetitions a period that is wrong shows it, where the values have none.
const REPEATS: u64 = 8;

impl Published {
    /// The values of the heaps below this one show what is wrong.
    fn reach(&self, known: Option<(u64, u64)>) -> u64 {
        match (&self.says, known) {
            (Says::Period { preperiod, period }, Some((q, p))) => (*preperiod).max(q).saturating_add(p) + period,
            (Says::Period { preperiod, period }, None) => preperiod + REPEATS * period,
            (Says::Value { heap, .. }, _) => heap + 1,
        }
    }

    /// What is wrong with it, if anything is known to be.
    fn mistake(&self, known: &Known<'_>) -> Option<String> {
        if !self.outcomes && !known.values {
            return None;
        }
        let at = |n: u64| (known.at)(n).map(|value| if self.outcomes { value.min(1) } else { value });
        let source = self.source;
        match self.says {
            Says::Value { heap, value } => {
                let found = at(heap)?;
                (found != value)
                    .then(|| format!("{source} says that heap {heap} has the value {value}; it has {found}"))
            }
            Says::Period { preperiod, period } => {
                let agrees = |&n: &u64| at(n).zip(at(n + period)).map(|(value, later)| value == later);
                let what = if self.outcomes { " of the outcomes" } else { "" };
                let said = format!("{source} says period {period}, preperiod {preperiod}{what}");
                if let Some(n) = (preperiod..self.reach(known.period) - period).find(|n| agrees(n) == Some(false)) {
                    return Some(format!("{said}; heaps {n} and {} show that it is wrong", n + period));
                }
                let first = (0..preperiod).rev().take_while(|n| agrees(n) == Some(true)).last()?;
                Some(format!("{said}; it holds from heap {first} on"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_names_its_rule_in_normal_form() {
        let rows: Vec<_> = CLAIMS.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(rows.len() >= 7);
        for line in rows {
            let (rule, published) = row(line).unwrap();
            assert_eq!(Ruleset::parse(rule).unwrap().with_convention(Convention::Normal).to_string(), rule);
            assert!(!published.source.is_empty());
        }
    }

    /// What is right gives no note, and what is wrong is named by a heap, or by where it begins.
    #[test]
    fn a_note_is_for_what_is_wrong() {
        let at = |n: u64| Some(if n < 5 { 7 } else { n % 4 });
        let known = Known { at: &at, values: true, period: Some((5, 4)) };
        let note = |preperiod, period| {
            let says = Says::Period { preperiod, period };
            Published { outcomes: false, says, source: "X" }.mistake(&known)
        };
        assert_eq!(note(5, 4), None);
        assert_eq!(note(4, 4).unwrap(), "X says period 4, preperiod 4; heaps 4 and 8 show that it is wrong");
        assert_eq!(note(5, 3).unwrap(), "X says period 3, preperiod 5; heaps 5 and 8 show that it is wrong");
        assert_eq!(note(8, 4).unwrap(), "X says period 4, preperiod 8; it holds from heap 5 on");
        let outcomes = Known { values: false, ..known };
        let says = Says::Value { heap: 6, value: 3 };
        assert_eq!(Published { outcomes: false, says, source: "X" }.mistake(&outcomes), None);
    }
}
