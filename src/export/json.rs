//! JSON: tables, verdicts, and the record of what made a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::stats::StatsJson;
use super::view::{TableView, outcome};
use crate::pattern::{Claim, PPositions};
use crate::proof::{Evidence, Standing, Theorem, Verdict};
use crate::ruleset::{Convention, Ruleset};
use crate::stats::Stats;
use crate::study::Study;

/// An integer; as a string from 2^53 on, where other readers would round it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Integer(pub(super) u64);

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

/// The same for an integer of any size.
#[derive(Debug, Clone, Copy)]
pub struct BigInteger<'a>(pub &'a BigUint);

impl Serialize for BigInteger<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) => Integer(small).serialize(serializer),
            Err(_) => serializer.collect_str(self.0),
        }
    }
}

/// A verdict as JSON; fields that do not apply are left out.
#[derive(Debug, Clone, Serialize)]
pub struct VerdictJson {
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<Counted<Vec<Integer>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<Counted<Integer>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p_positions: Option<Vec<Integer>>,
    standing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted_at: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Integer>,
    text: String,
}

#[derive(Debug, Clone, Serialize)]
struct Counted<T> {
    is: T,
    count: Integer,
}

impl From<&Verdict> for VerdictJson {
    fn from(verdict: &Verdict) -> Self {
        let period = verdict.period();
        let mut json = VerdictJson {
            claim: verdict.claim.name(),
            preperiod: period.map(|period| Integer(period.preperiod)),
            period: period.map(|period| Integer(period.period)),
            saltus: period.map(|period| Integer(period.saltus)).filter(|saltus| saltus.0 > 0),
            formula: None,
            blocks: None,
            differences: None,
            p_positions: None,
            standing: verdict.standing.name(),
            theorem: None,
            through: None,
            repeats: None,
            refuted_at: None,
            expected: None,
            found: None,
            text: verdict.to_string(),
        };
        match &verdict.claim {
            Claim::Blocks(blocks) => {
                let integers = |block: &[u64]| block.iter().copied().map(Integer).collect();
                let counted =
                    |(block, count): &(Vec<u64>, u64)| Counted { is: integers(block), count: Integer(*count) };
                json.blocks = Some(blocks.blocks.iter().map(counted).collect());
            }
            Claim::PPositions(PPositions::Differences(differences)) => {
                let counted =
                    |&(difference, count): &(u64, u64)| Counted { is: Integer(difference), count: Integer(count) };
                json.differences = Some(differences.iter().map(counted).collect());
            }
            Claim::PPositions(PPositions::Only(heaps)) => {
                json.p_positions = Some(heaps.iter().copied().map(Integer).collect());
            }
            Claim::Formula { notation, .. } => json.formula.clone_from(notation),
            Claim::Period(_) | Claim::Aperiodic | Claim::None => {}
        }
        match &verdict.standing {
            Standing::Proved { theorem } => json.theorem = Some(theorem.name()),
            Standing::Fits { through, repeats, .. } => {
                json.through = Some(Integer(*through));
                json.repeats = Some(Integer(*repeats)).filter(|repeats| repeats.0 > 0);
            }
            Standing::Refuted { through, heap, expected, by } => {
                json.through = Some(Integer(*through));
                json.refuted_at = Some(Integer(*heap));
                json.expected = Some(Integer(*expected));
                match by {
                    Evidence::Found(found) => json.found = Some(Integer(*found)),
                    Evidence::Move(_) => json.theorem = Some(Theorem::Multiples.name()),
                }
            }
        }
        json
    }
}

/// What `sgtab pattern --json` prints.
#[derive(Debug, Clone, Serialize)]
pub struct PatternJson {
    rule: String,
    n: Integer,
    sequence: &'static str,
    verdicts: Vec<VerdictJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsJson>,
}

impl PatternJson {
    /// The verdicts of a study of `rule`.
    pub fn new(rule: &Ruleset, study: &Study) -> Self {
        PatternJson {
            rule: rule.name().into(),
            n: Integer(study.table.len().saturating_sub(1)),
            sequence: study.sequence.name(),
            verdicts: study.verdicts.iter().map(VerdictJson::from).collect(),
            stats: None,
        }
    }

    /// With statistics of the table beside the verdicts.
    #[must_use]
    pub fn with_stats(mut self, stats: Option<&Stats>) -> Self {
        self.stats = stats.map(StatsJson::from);
        self
    }
}

/// Serialises an iterator without collecting it.
pub(super) struct List<F>(pub(super) F);

impl<F, I> Serialize for List<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Serialises the values of a table, each as something.
struct Shown<'a, F> {
    view: &'a TableView<'a>,
    as_what: F,
}

impl<T: Serialize, F: Fn(u64) -> T> Serialize for Shown<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut runs = self.view.runs();
        while let Some((_, run)) = runs.next_run() {
            run.try_for_each(|value| list.serialize_element(&(self.as_what)(value)))?;
        }
        list.end()
    }
}

/// One object: `rule`, `n`, `engine` and the `values` of heaps 0..=n, or their `outcomes` where values are not to
/// be shown.
///
/// # Errors
/// Those of `out`.
pub fn write_table_json(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    #[derive(Serialize)]
    struct Table<'a, V: Serialize, O: Serialize> {
        rule: &'a str,
        n: Integer,
        engine: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        values: Option<V>,
        #[serde(skip_serializing_if = "Option::is_none")]
        outcomes: Option<O>,
    }
    let table = Table {
        rule: view.rule.name(),
        n: Integer(view.len().saturating_sub(1)),
        engine: view.table.engine().name(),
        values: (!view.outcomes).then_some(Shown { view, as_what: Integer }),
        outcomes: view.outcomes.then_some(Shown { view, as_what: outcome }),
    };
    serde_json::to_writer(&mut *out, &table)?;
    writeln!(out)
}

/// `NAME.meta.json` beside `NAME.csv` or `NAME.npy`.
pub fn meta_path(table: &Path) -> PathBuf {
    table.with_extension("meta.json")
}

/// What made a table: rule, range, engine, version, and what is known of its pattern.
///
/// # Errors
/// Those of `out`.
pub fn write_meta(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    #[derive(Serialize)]
    struct Meta<'a> {
        rule: &'a str,
        title: &'a str,
        notation: String,
        convention: &'static str,
        n: Integer,
        engine: &'static str,
        largest_value: Option<Integer>,
        verdict: Option<VerdictJson>,
        version: &'static str,
    }
    let meta = Meta {
        rule: view.rule.name(),
        title: view.rule.title(),
        notation: view.rule.to_string(),
        convention: match view.rule.convention() {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        },
        n: Integer(view.len().saturating_sub(1)),
        engine: view.table.engine().name(),
        largest_value: (!view.outcomes).then(|| Integer(view.largest())),
        verdict: view.verdict.map(VerdictJson::from),
        version: env!("CARGO_PKG_VERSION"),
    };
    serde_json::to_writer_pretty(&mut *out, &meta)?;
    writeln!(out)
}
