//! Tabulate, look, prove or refute, extend, stop: the one place that decides how far a table goes.

use crate::pattern::{
    BrokenPeriod, Claim, PPositions, Periods, Sequence, Values, View, blocks, longest_broken,
    longest_broken_from_start, p_positions,
};
use crate::proof::{
    ClosedForm, Conflict, Evidence, Methods, Proof, Search, Standing, Theorem, Verdict, conflict, excludes_saltus,
    never_periodic, outcomes_follow,
};
use crate::ruleset::{Convention, Ruleset};
use crate::table::{Observer, Period, Settings, SgTable, TableError, Visited, heaps_within};

/// How far a study may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Range {
    /// Heaps 0..=n, never more.
    Exactly(u64),
    /// Until a theorem proves the pattern, but not past this heap.
    Until(u64),
    /// Until a theorem proves the pattern, or so many elementary operations are done.
    Operations(f64),
}

/// The operations of a study that is given no range: about two seconds of work.
pub const DEFAULT_OPERATIONS: f64 = 1e9;

/// The range of a study that is given none, by an amount of work: [`DEFAULT_OPERATIONS`], and four times as much where
/// heaps split, whose periods begin late.
pub fn default_range(rule: &Ruleset) -> Range {
    Range::Operations(if rule.splits() { 4.0 * DEFAULT_OPERATIONS } else { DEFAULT_OPERATIONS })
}

/// What was found out about a rule.
#[derive(Debug, Clone)]
pub struct Study {
    /// Heaps 0..=n; with a tail where one is proved.
    pub table: SgTable,
    /// Which sequence the verdicts are about.
    pub sequence: Sequence,
    /// Proved, then fits, then refuted; within one standing periods first. Never empty.
    pub verdicts: Vec<Verdict>,
}

impl Study {
    /// The first verdict on a period, if there is one.
    pub fn period(&self) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.period().is_some())
    }

    /// The period that holds as far as is known: proved or fitting.
    pub fn holding_period(&self) -> Option<&Period> {
        self.period().filter(|verdict| !verdict.is_refuted()).and_then(Verdict::period)
    }
}

/// Blocks and P-positions are looked for in this many heaps.
const MOST_DESCRIBED: u64 = 1 << 22;

/// A period of outcomes that shows in no table of so many heaps is searched for without one.
const SEARCHED_AFTER: u64 = MOST_DESCRIBED;

/// The finder of periods needs memory of its own: this many bytes a heap.
pub(crate) const FINDER_BYTES: u64 = 5;
/// And it takes about so many operations a heap.
const FINDER_OPERATIONS: f64 = 25.0;

/// Tabulates `rule`, finds what `sequence` shows, and proves it where a theorem applies.
///
/// A rule of misère convention has outcomes only.
///
/// # Errors
/// See [`TableError`].
///
/// ```
/// use sgtab::pattern::Sequence;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::study::{Range, study};
/// use sgtab::table::{Settings, Visited};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let found =
///     study(&rule, Sequence::Sg, Range::Until(1000), &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
/// let text = found.verdicts[0].to_string();
/// assert_eq!(text, "period 4, preperiod 0: proved (window: the values of heaps 0..2 recur at 4..6)");
/// ```
pub fn study(
    rule: &Ruleset,
    sequence: Sequence,
    range: Range,
    settings: &Settings,
    visited: &mut Visited,
    observer: &mut impl Observer,
) -> Result<Study, TableError> {
    study_from(SgTable::empty(), rule, sequence, range, settings, visited, observer)
}

/// The same, where the values of the first heaps are known: `start` has no tail, and no heap past the range. What comes
/// out is what would come out without it, the engine's name included.
///
/// # Errors
/// See [`TableError`].
pub fn study_from(
    start: SgTable,
    rule: &Ruleset,
    sequence: Sequence,
    range: Range,
    settings: &Settings,
    visited: &mut Visited,
    observer: &mut impl Observer,
) -> Result<Study, TableError> {
    let sequence = if rule.convention() == Convention::Misere { Sequence::Outcome } else { sequence };
    let most = settings.memory / FINDER_BYTES;
    let last = match range {
        Range::Exactly(n) => n,
        // A proof may come long before.
        Range::Until(n) => n.min(most),
        Range::Operations(operations) => heaps_within(rule, None, operations, FINDER_OPERATIONS, most),
    };
    let too_large = |n: u64| {
        let fits = heaps_within(rule, settings.engine, f64::INFINITY, 0.0, settings.memory).min(most);
        let needed = n.saturating_mul(FINDER_BYTES);
        TableError::Memory { rule: rule.to_string(), n, needed, allowed: settings.memory, fits }
    };
    if last > most {
        return Err(too_large(last));
    }
    let operations = if let Range::Operations(most) = range { most } else { settings.operations };
    let settings = &Settings { operations, ..*settings };
    let search = match range {
        Range::Exactly(_) => None,
        Range::Until(n) => Some(Search { heaps: n, operations: f64::INFINITY, memory: settings.memory }),
        Range::Operations(operations) => Some(Search { heaps: u64::MAX, operations, memory: settings.memory }),
    };
    let (mut table, proved) = prove(start, rule, sequence, (last, search), settings, visited, observer)?;
    if let (Range::Until(n), None) = (range, &proved)
        && n > last
        && table.len() > last
    {
        return Err(too_large(n));
    }
    if let (Range::Exactly(n), Some(_)) = (range, &proved) {
        table.extend(rule, n, settings, visited, observer)?;
    }
    let verdicts = verdicts(rule, &table, sequence, proved.as_ref());
    Ok(Study { table, sequence, verdicts })
}

/// Heaps 0..=n, with a tail as soon as a theorem gives one; and what is then proved of `sequence`.
///
/// # Errors
/// See [`TableError`].
pub fn tabulate(
    rule: &Ruleset,
    n: u64,
    settings: &Settings,
    visited: &mut Visited,
    observer: &mut impl Observer,
) -> Result<(SgTable, Option<Verdict>), TableError> {
    tabulate_from(SgTable::empty(), rule, n, settings, visited, observer)
}

/// The same, where the values of the first heaps are known: see [`study_from`].
///
/// # Errors
/// See [`TableError`].
pub fn tabulate_from(
    start: SgTable,
    rule: &Ruleset,
    n: u64,
    settings: &Settings,
    visited: &mut Visited,
    observer: &mut impl Observer,
) -> Result<(SgTable, Option<Verdict>), TableError> {
    let sequence = if rule.convention() == Convention::Misere { Sequence::Outcome } else { Sequence::Sg };
    let (mut table, proved) = prove(start, rule, sequence, (n, None), settings, visited, observer)?;
    if proved.is_some() {
        table.extend(rule, n, settings, visited, observer)?;
    }
    Ok((table, proved.map(Verdict::from)))
}

/// Extends a table until a theorem proves a period of `sequence`, or to heap `last`. A table whose values are proved
/// has its tail; one without a proof is shorter than asked for only when the observer stopped it or its operations were
/// spent. Where a search is given, the period of outcomes may be found by it, and then the table is as short as it was.
fn prove(
    mut table: SgTable,
    rule: &Ruleset,
    sequence: Sequence,
    (last, mut search): (u64, Option<Search>),
    settings: &Settings,
    visited: &mut Visited,
    observer: &mut impl Observer,
) -> Result<(SgTable, Option<Proof>), TableError> {
    let methods = Methods::for_rule(rule, sequence);
    if methods.is_empty() {
        table.extend(rule, last, settings, visited, observer)?;
        return Ok((table, None));
    }
    let known = methods.without_table().filter(|_| sequence == Sequence::Sg);
    let mut heaps = methods.first_heaps();
    // Shorter tables than the one that is known were looked at when they were made.
    while heaps < table.len() {
        heaps = heaps.saturating_mul(2);
    }
    let proof = loop {
        // Where the finder has no memory left, or no theorem looks so far, the rest is tabulated without them.
        let most = (settings.memory / FINDER_BYTES).min(methods.most_heaps());
        let n = if heaps > most { last } else { (heaps - 1).min(last) };
        table.extend(rule, n, settings, visited, observer)?;
        let stopped = table.len() <= n;
        if table.len() > settings.memory / FINDER_BYTES {
            return Ok((table, known.filter(|_| !stopped)));
        }
        if let Some(proof) = methods.proof(&View::new(&table, methods.looked_at, u64::MAX)) {
            break proof;
        }
        if stopped {
            return Ok((table, None));
        }
        let search = search.take_if(|_| n == last || heaps > SEARCHED_AFTER);
        if let Some(proof) = search.and_then(|search| methods.by_cycle(rule, search, observer)) {
            return Ok((table, Some(proof)));
        }
        if n == last {
            return Ok((table, known));
        }
        heaps = heaps.saturating_mul(2);
    };
    if methods.looked_at == Sequence::Outcome {
        return Ok((table, Some(proof)));
    }
    let values = proof.period;
    table.set_tail(values);
    if sequence == Sequence::Sg {
        return Ok((table, Some(proof)));
    }
    let period = outcomes_follow(&View::new(&table, Sequence::Outcome, u64::MAX), &values);
    let theorem = Theorem::OfValues { theorem: Box::new(proof.theorem), values };
    Ok((table, Some(Proof { period, theorem })))
}

fn verdicts(rule: &Ruleset, table: &SgTable, sequence: Sequence, proved: Option<&Proof>) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let through = table.len().saturating_sub(1);
    let whole = View::new(table, sequence, u64::MAX);
    let arithmetic = sequence == Sequence::Sg && !excludes_saltus(rule);
    if let Some(proof) = proved {
        verdicts.push(Verdict::from(proof.clone()));
    } else {
        let fitting = Periods::of(&whole, arithmetic).fitting().filter(|period| !may_scale(rule, period, table.len()));
        if let Some(period) = fitting {
            verdicts
                .push(Verdict { claim: Claim::Period(period), standing: standing_at_the_end(rule, &whole, &period) });
        }
        let mut broken: Vec<BrokenPeriod> = longest_broken_from_start(&whole, arithmetic).into_iter().collect();
        broken.extend(longest_broken(&whole, arithmetic).filter(|longest| !broken.contains(longest)));
        broken.retain(|broken| fitting.is_none_or(|fits| fits.period != broken.period.period));
        verdicts.extend(broken.into_iter().map(|broken| {
            let BrokenPeriod { period, through, expected, found } = broken;
            let standing = Standing::Refuted { through, heap: through + 1, expected, by: Evidence::Found(found) };
            Verdict { claim: Claim::Period(period), standing }
        }));
    }
    let aperiodic = never_periodic(rule);
    if aperiodic {
        let standing = Standing::Proved { theorem: Theorem::Multiples };
        verdicts.push(Verdict { claim: Claim::Aperiodic, standing });
        verdicts.retain(|verdict| verdict.period().is_none() || verdict.is_refuted());
    }
    let formula = ClosedForm::for_rule(rule).filter(|_| sequence == Sequence::Sg);
    verdicts.extend(formula.map(Verdict::from));
    let described = View::new(table, sequence, MOST_DESCRIBED);
    // Two outcomes are always a few blocks.
    let blocks = (sequence == Sequence::Sg).then(|| describe_blocks(&described, proved)).flatten();
    let structure = blocks.into_iter().chain(describe_p_positions(&described, proved));
    // Beside a theorem, what only seemed so for a while is of no interest.
    verdicts.extend(structure.filter(|verdict| proved.is_none() || !verdict.is_refuted()));
    if !aperiodic && verdicts.iter().all(|verdict| verdict.period().is_none() || verdict.is_refuted()) {
        verdicts.push(Verdict { claim: Claim::None, standing: Standing::Fits { through, repeats: 0, needs: None } });
    }
    let is_period = |verdict: &Verdict| matches!(verdict.claim, Claim::Period(_) | Claim::Aperiodic | Claim::None);
    verdicts.sort_by_key(|verdict| (verdict.standing.rank(), !is_period(verdict)));
    verdicts
}

/// Whether a stretch of the table may look like a period because the moves grow with the heap: what they do to heap n
/// they do to heap 2n on twice the scale, and a stretch that begins late has a longer one after it. Seen over 64 times
/// its own length, it is believed to be a period.
fn may_scale(rule: &Ruleset, period: &Period, len: u64) -> bool {
    let seen = period.preperiod.saturating_add(period.period.saturating_mul(2));
    rule.shape().others && seen.saturating_mul(64) > len
}

/// The standing of a period that holds to the end of the table.
fn standing_at_the_end(rule: &Ruleset, values: &View<'_>, period: &Period) -> Standing {
    let len = values.len() as u64;
    let through = len - 1;
    if let Some(Conflict { amount, heap, expected }) = conflict(rule, values, period) {
        return Standing::Refuted { through, heap, expected, by: Evidence::Move(amount) };
    }
    let repeats = (len - period.preperiod) / period.period;
    // Outcomes that follow from the values wait for a period of these.
    let methods = Methods::for_rule(rule, values.sequence());
    let needs = if methods.looked_at == values.sequence() { methods.needs(period) } else { None };
    Standing::Fits { through, repeats, needs }
}

/// What holds on `values` holds for ever when they show the preperiod and three periods of a proved sequence
/// without saltus: all that is local recurs.
fn local_claims_proved(values: &View<'_>, proved: Option<&Proof>) -> Option<Theorem> {
    let Proof { period, theorem } = proved.filter(|proof| proof.period.saltus == 0)?;
    (values.len() as u64 >= period.preperiod + 3 * period.period).then(|| theorem.clone())
}

fn describe_blocks(values: &View<'_>, proved: Option<&Proof>) -> Option<Verdict> {
    let (blocks, through, broken) = blocks(values)?;
    let standing = match (broken, local_claims_proved(values, proved)) {
        (Some((heap, expected, found)), _) => Standing::Refuted { through, heap, expected, by: Evidence::Found(found) },
        (None, Some(theorem)) => Standing::Proved { theorem },
        (None, None) => Standing::Fits { through, repeats: 0, needs: None },
    };
    Some(Verdict { claim: Claim::Blocks(blocks), standing })
}

/// Longer lists of P-positions are not written out.
const MOST_LISTED: usize = 20;

fn describe_p_positions(values: &View<'_>, proved: Option<&Proof>) -> Option<Verdict> {
    // Where the values rise for ever there are only so many P-positions; the same where none recurs.
    if let Some(Proof { period, theorem }) = proved {
        let (q, p) = (period.preperiod as usize, period.period as usize);
        if q + p <= values.len() {
            let heaps: Vec<u64> = (0..q + p).filter(|&n| values.at(n) == 0).map(|n| n as u64).collect();
            let ends = period.saltus > 0 || heaps.last().is_none_or(|&heap| heap < q as u64);
            if ends {
                // Their differences would read as if there were more of them.
                let listed = !heaps.is_empty() && heaps.len() <= MOST_LISTED;
                let claim = Claim::PPositions(PPositions::Only(heaps));
                return listed.then(|| Verdict { claim, standing: Standing::Proved { theorem: theorem.clone() } });
            }
        }
    }
    let (positions, through, broken) = p_positions(values)?;
    let standing = match (broken, local_claims_proved(values, proved)) {
        (Some((heap, found)), _) => {
            let PPositions::Differences(differences) = &positions else { return None };
            let expected = differences.first().map_or(0, |(difference, _)| *difference);
            Standing::Refuted { through, heap, expected, by: Evidence::Found(found) }
        }
        (None, Some(theorem)) => Standing::Proved { theorem },
        (None, None) => Standing::Fits { through, repeats: 0, needs: None },
    };
    Some(Verdict { claim: Claim::PPositions(positions), standing })
}
