//! The facts that a rule file expects, against what is computed; and what is computed, against brute force.

use std::collections::BTreeSet;

use crate::pattern::{Sequence, Values, View};
use crate::play::{PlayError, Reach, brute};
use crate::ruleset::{Convention, Ruleset};
use crate::study::{DEFAULT_OPERATIONS, Range, study};
use crate::table::{Period, Settings, SgTable, TableError, Visited};

/// How a fact fares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fulfilled {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// The table that a check affords does not reach far enough to say.
    OutOfReach,
}

/// One fact and how it fares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The key in `[expect]`, or `brute force`.
    pub fact: &'static str,
    /// How it fares.
    pub fulfilled: Fulfilled,
    /// What was compared, in words.
    pub text: String,
}

/// Checks every fact that the rule file of `rule` expects.
///
/// # Errors
/// When a table cannot be computed: see [`TableError`].
///
/// ```
/// use sgtab::check::{Fulfilled, check};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, Visited};
/// let rule = Ruleset::from_toml("x", "x.toml", "take = '1..3'\n[expect]\nvalues = [0, 1, 2, 4]").unwrap();
/// let findings = check(&rule, &Settings::default(), &mut Visited::default()).unwrap();
/// assert_eq!((findings[0].fulfilled, &*findings[0].text), (Fulfilled::No, "heap 3: expected 4, computed 3"));
/// ```
pub fn check(rule: &Ruleset, settings: &Settings, visited: &mut Visited) -> Result<Vec<Finding>, TableError> {
    let expect = rule.expect();
    let mut findings = Vec::new();
    if !expect.values.is_empty() && rule.convention() == Convention::Misere {
        findings.push(finding(
            "values",
            Fulfilled::No,
            "a misère rule has outcomes, not values: use p_positions".into(),
        ));
    } else if !expect.values.is_empty() {
        findings.push(values(rule, settings, visited)?);
    }
    if !expect.p_positions.is_empty() {
        findings.push(p_positions(rule, settings, visited)?);
    }
    for (fact, sequence, preperiod, period, saltus) in [
        ("period", Sequence::Sg, expect.preperiod, expect.period, expect.saltus),
        ("outcome_period", Sequence::Outcome, expect.outcome_preperiod, expect.outcome_period, None),
    ] {
        if let Some(period) = period {
            let expected = (preperiod, period, saltus.unwrap_or(0));
            findings.push(self::period(rule, fact, sequence, expected, settings, visited)?);
        }
    }
    Ok(findings)
}

/// Compares the values of `rule` with a search of all sums of up to three heaps: see [`brute()`]. A rule of normal play
/// that never splits a heap is searched in misère play as well.
///
/// # Errors
/// See [`brute()`].
///
/// ```
/// use sgtab::check::{Fulfilled, brute_force};
/// use sgtab::play::Reach;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::Settings;
/// let kayles = Ruleset::parse("kayles").unwrap();
/// let finding = brute_force(&kayles, &Settings::default(), Reach::Exactly(8)).unwrap();
/// assert_eq!(finding.fulfilled, Fulfilled::Yes);
/// assert_eq!(finding.text, "all 165 sums of up to three heaps up to 8 agree with a search of 945 positions");
/// ```
pub fn brute_force(rule: &Ruleset, settings: &Settings, reach: Reach) -> Result<Finding, PlayError> {
    let mut found = vec![brute(rule, settings, reach)?];
    if rule.convention() == Convention::Normal && !rule.splits() {
        found.push(brute(&rule.clone().with_convention(Convention::Misere), settings, reach)?);
    }
    let fulfilled = if found.iter().any(|found| found.disagreement.is_some()) {
        Fulfilled::No
    } else if found.iter().any(|found| found.largest == 0) {
        Fulfilled::OutOfReach
    } else {
        Fulfilled::Yes
    };
    let text = found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    Ok(finding("brute force", fulfilled, text))
}

fn finding(fact: &'static str, fulfilled: Fulfilled, text: String) -> Finding {
    Finding { fact, fulfilled, text }
}

fn values(rule: &Ruleset, settings: &Settings, visited: &mut Visited) -> Result<Finding, TableError> {
    let expected = &rule.expect().values;
    let last = expected.len() as u64 - 1;
    let mut table = SgTable::empty();
    table.extend(rule, last, settings, visited, &mut ())?;
    let wrong = table.values().zip(expected).enumerate().find(|(_, (computed, expected))| computed != *expected);
    Ok(match wrong {
        None => finding("values", Fulfilled::Yes, format!("heaps 0..{last} as expected")),
        Some((heap, (computed, expected))) => {
            finding("values", Fulfilled::No, format!("heap {heap}: expected {expected}, computed {computed}"))
        }
    })
}

fn p_positions(rule: &Ruleset, settings: &Settings, visited: &mut Visited) -> Result<Finding, TableError> {
    let expected: BTreeSet<u64> = rule.expect().p_positions.iter().copied().collect();
    let last = expected.last().copied().unwrap_or(0);
    let mut table = SgTable::empty();
    table.extend(rule, last, settings, visited, &mut ())?;
    let wrong = (0..=last).find(|heap| table.is_p_position(*heap) != Some(expected.contains(heap)));
    Ok(match wrong {
        None => finding("p_positions", Fulfilled::Yes, format!("{} up to heap {last} as expected", expected.len())),
        Some(heap) => {
            let (is, said) = if expected.contains(&heap) { ("is not", "expected") } else { ("is", "not expected") };
            finding("p_positions", Fulfilled::No, format!("heap {heap} {is} a P-position, {said}"))
        }
    })
}

/// A period is as expected when a study finds it, and also when it is the right one of the table as far as that goes.
fn period(
    rule: &Ruleset,
    fact: &'static str,
    sequence: Sequence,
    (preperiod, period, saltus): (Option<u64>, u64, u64),
    settings: &Settings,
    visited: &mut Visited,
) -> Result<Finding, TableError> {
    let found = study(rule, sequence, Range::Operations(DEFAULT_OPERATIONS), settings, visited, &mut ())?;
    let same = |p: &Period| (p.period, p.saltus) == (period, saltus) && preperiod.is_none_or(|q| q == p.preperiod);
    if let Some(verdict) = found.period().filter(|verdict| verdict.period().is_some_and(same) && !verdict.is_refuted())
    {
        return Ok(finding(fact, Fulfilled::Yes, verdict.to_string()));
    }
    // The table of a game without a theorem may end too early to show the period that is published.
    let q = preperiod.unwrap_or(0);
    let len = found.table.len();
    let needed = q.saturating_add(period.saturating_mul(2));
    let proved_otherwise = found.period().is_some_and(|verdict| verdict.is_proved());
    let view = View::new(&found.table, sequence, u64::MAX);
    let broken = (q..len.saturating_sub(period))
        .find(|&n| view.at((n + period) as usize) != view.at(n as usize) + saltus)
        .map(|n| n + period);
    let mut expected = format!("period {period}, saltus {saltus}");
    if let Some(preperiod) = preperiod {
        expected += &format!(", preperiod {preperiod}");
    }
    Ok(match broken {
        Some(heap) if !proved_otherwise => {
            finding(fact, Fulfilled::No, format!("period {period} from heap {q} on breaks at heap {heap}"))
        }
        None if !proved_otherwise && needed > len => {
            let text = format!("period {period} would show at heap {needed}; heaps 0..{} were computed", len - 1);
            finding(fact, Fulfilled::OutOfReach, text)
        }
        _ => finding(fact, Fulfilled::No, format!("expected {expected}, found: {}", found.verdicts[0])),
    })
}
