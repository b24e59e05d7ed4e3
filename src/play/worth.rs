//! What heaps of any size are worth: a table that grows as it is asked, and ends where a theorem gives the rest.

use num_bigint::BigUint;

use super::any_heap::Known;
use super::moves::in_order;
use super::{PlayError, inverse};
use crate::proof::{ClosedForm, Verdict};
use crate::ruleset::{Convention, Options, Ruleset};
use crate::study::{DEFAULT_OPERATIONS, FINDER_BYTES, tabulate_from};
use crate::table::{Period, Settings, SgTable, TableError, Visited, choose, heaps_within};

/// A rule, and the SG values of its heaps.
///
/// ```
/// use sgtab::play::Worth;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::Settings;
/// let mut kayles = Worth::new(Ruleset::parse("kayles").unwrap(), Settings::default());
/// assert_eq!(kayles.value(7).unwrap(), 2);
/// // Its period is proved, so no heap is too large.
/// assert_eq!(kayles.value(10_u64.pow(18)).unwrap(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct Worth {
    rule: Ruleset,
    settings: Settings,
    table: SgTable,
    visited: Visited,
    /// g(n) = n.
    identity: bool,
    /// The formula of the values, where a theorem gives one.
    closed: Option<ClosedForm>,
    /// What is proved of all values, as far as was needed.
    proved: Option<Verdict>,
}

/// A table is begun with so many heaps,
const FIRST_HEAPS: u64 = 1024;

/// unless they take more than so many operations: about a hundredth of a second.
const GENEROUS_OPERATIONS: f64 = 1e7;

/// A table without a proof goes so far, in operations: about two minutes of work.
const MOST_OPERATIONS: f64 = 1e11;

/// Heaps or options that are looked through for one list of moves, and heaps of options that are listed.
pub(super) const MOST_LOOKED_AT: u64 = 1 << 22;

impl Worth {
    /// Nothing is computed yet.
    pub fn new(rule: Ruleset, settings: Settings) -> Self {
        let rule = rule.with_convention(Convention::Normal);
        let closed = ClosedForm::for_rule(&rule);
        let identity = closed == Some(ClosedForm::AtLeast(1));
        Worth {
            rule,
            settings,
            table: SgTable::empty(),
            visited: Visited::default(),
            identity,
            closed,
            proved: closed.map(Verdict::from),
        }
    }

    /// The rule, of normal play.
    pub fn rule(&self) -> &Ruleset {
        &self.rule
    }

    /// g(n), whatever the convention of the rule.
    ///
    /// # Errors
    /// Where no theorem gives it, and a table so long is too large; or a move on the way is none.
    #[inline]
    pub fn value(&mut self, n: u64) -> Result<u64, PlayError> {
        if self.identity {
            return Ok(n);
        }
        match self.at(n) {
            Some(value) => Ok(value),
            None => self.extended(n),
        }
    }

    /// g(n), as far as it is known.
    #[inline]
    fn at(&self, n: u64) -> Option<u64> {
        self.closed.map_or_else(|| self.table.known(n), |form| form.value(n))
    }

    /// g(n) of a heap that is not larger than one that was asked for.
    pub(super) fn known(&self, n: u64) -> u64 {
        self.at(n).unwrap_or(0)
    }

    #[cold]
    fn extended(&mut self, n: u64) -> Result<u64, PlayError> {
        self.extend(n)?;
        self.at(n).ok_or_else(|| self.unknown(&n.into()))
    }

    /// g(n) of a heap whose value is computed, or is by a formula; `None` where a theorem about periods is to give it.
    pub(super) fn computed(&mut self, n: u64) -> Result<Option<(BigUint, Known)>, PlayError> {
        if let Some(form) = self.closed {
            return Ok(form.value(n).map(|value| (value.into(), Known::Proved)));
        }
        let value = self.value(n)?;
        Ok((n < self.table.stored()).then(|| (value.into(), Known::Table)))
    }

    /// The theorem that gives values past the computed ones, once one was asked for.
    pub fn proved(&self) -> Option<&Verdict> {
        self.proved.as_ref()
    }

    /// The period that is proved of the values; looked for as far as a table goes in a few seconds.
    pub(super) fn period(&mut self) -> Result<Option<Period>, PlayError> {
        if let Some(form) = self.closed {
            return Ok(Some(form.period()));
        }
        if self.table.tail().is_none() {
            self.table = self.tabulated(self.within(DEFAULT_OPERATIONS), DEFAULT_OPERATIONS)?;
        }
        Ok(self.table.tail())
    }

    /// What to say where no theorem gives a value, and a table so long takes too much time or memory.
    pub(super) fn unknown(&self, n: &BigUint) -> PlayError {
        let allowed = self.settings.memory;
        let (rule, through) = (self.rule.to_string(), self.table.len().saturating_sub(1));
        let small = u64::try_from(n).ok();
        let choice = small.and_then(|n| choose(&self.rule, n, &self.settings).ok());
        let operations = choice.as_ref().map_or(f64::INFINITY, |choice| choice.cost);
        if let (Some(n), Some(choice)) = (small, choice)
            && operations <= MOST_OPERATIONS
            && n > self.within(MOST_OPERATIONS)
        {
            let (needed, fits) = (choice.memory.max(n.saturating_mul(FINDER_BYTES)), self.within(MOST_OPERATIONS));
            return PlayError::Table(TableError::Memory { rule, n, needed, allowed, fits });
        }
        PlayError::Value { heap: n.to_string(), rule, through, operations: operations.max(MOST_OPERATIONS) }
    }

    /// Whether g(n) = n is proved for every heap.
    pub fn is_nim(&mut self) -> Result<bool, PlayError> {
        self.value(0)?;
        Ok(self.identity)
    }

    fn extend(&mut self, n: u64) -> Result<(), PlayError> {
        // Twice as far as before, so that rising heaps do not cost a table each, where that costs next to nothing.
        let twice = self.table.len().saturating_mul(2).max(FIRST_HEAPS);
        let generous = n.max(twice.min(self.within(GENEROUS_OPERATIONS)));
        let affordable = self.within(DEFAULT_OPERATIONS);
        let mut tabulated = self.tabulated(generous.min(affordable), DEFAULT_OPERATIONS);
        if matches!(tabulated, Err(TableError::Move(_))) {
            // The mistake may be in a larger heap than is asked about.
            tabulated = self.tabulated(n.min(affordable), DEFAULT_OPERATIONS);
        }
        let mut table = tabulated?;
        if table.len() <= n && table.tail().is_none() {
            if n > self.within(MOST_OPERATIONS) {
                self.table = table;
                return Err(self.unknown(&n.into()));
            }
            table = self.tabulated_from(table, n, MOST_OPERATIONS)?;
        }
        self.table = table;
        if let Some(tail) = self.table.tail() {
            self.identity = tail == Period { preperiod: 0, period: 1, saltus: 1 } && self.table.known(0) == Some(0);
        }
        Ok(())
    }

    /// The largest heap of a table that takes so many operations.
    fn within(&self, operations: f64) -> u64 {
        let Settings { engine, memory, .. } = self.settings;
        heaps_within(&self.rule, engine, operations, 0.0, memory / FINDER_BYTES)
    }

    fn tabulated(&mut self, n: u64, operations: f64) -> Result<SgTable, TableError> {
        self.tabulated_from(SgTable::empty(), n, operations)
    }

    fn tabulated_from(&mut self, start: SgTable, n: u64, operations: f64) -> Result<SgTable, TableError> {
        let settings = Settings { operations, ..self.settings };
        let (table, proved) = tabulate_from(start, &self.rule, n, &settings, &mut self.visited, &mut ())?;
        self.proved = self.proved.take().or(proved);
        Ok(table)
    }

    /// The heaps from `first` to `last` with a value, ascending; `None` where they are too many to look for.
    pub(super) fn heaps_worth(&mut self, value: u64, first: u64, last: u64) -> Result<Option<Vec<u64>>, PlayError> {
        if first > last {
            return Ok(Some(Vec::new()));
        }
        if let Some(form) = self.closed {
            return Ok(inverse::heaps_worth(form, value, first, last));
        }
        self.value(last)?;
        let table = &self.table;
        let within = |n: &u64| (first..=last).contains(n);
        let mut found: Vec<u64> = match table.tail() {
            Some(Period { preperiod, period, saltus }) if saltus > 0 => {
                let place = |i: u64| {
                    let above = value.checked_sub(table.known(i)?)?;
                    let repeats = if above == 0 { 0 } else { above / saltus };
                    let exact = above.is_multiple_of(saltus) && (i >= preperiod || above == 0);
                    if exact { i.checked_add(repeats.checked_mul(period)?) } else { None }
                };
                (0..preperiod + period).filter_map(place).filter(within).collect()
            }
            _ if last - first < MOST_LOOKED_AT => (first..=last).filter(|&n| table.known(n) == Some(value)).collect(),
            _ => return Ok(None),
        };
        found.sort_unstable();
        Ok(Some(found))
    }

    /// Visits the options of a heap of `n` that are worth `value`, each once, by the number of beans taken; false where
    /// there are too many to look through, and only some were.
    pub(super) fn options_worth(
        &mut self,
        n: u64,
        value: u64,
        mut visit: impl FnMut(Vec<u64>),
    ) -> Result<bool, PlayError> {
        let heap = |left: u64| if left == 0 { Vec::new() } else { vec![left] };
        self.value(n)?;
        if let Some(set) = self.rule.only_set().cloned() {
            if set.is_empty() {
                return Ok(true);
            }
            let (least, largest) = set.as_periodic().map_or((None, None), |p| (p.least(), p.largest()));
            let first = largest.map_or(0, |largest| n.saturating_sub(largest));
            let last = n.checked_sub(least.unwrap_or(1).max(1));
            let Some(last) = last else { return Ok(true) };
            let rises = self.table.tail().is_some_and(|tail| tail.saltus > 0);
            if (rises || self.closed.is_some() || set.about(n) > MOST_LOOKED_AT as f64)
                && let Some(left) = self.heaps_worth(value, first, last)?
            {
                left.into_iter().rev().filter(|left| set.contains(n - left)).for_each(|left| visit(heap(left)));
                return Ok(true);
            }
            let all = set.about(n) <= MOST_LOOKED_AT as f64;
            let most = if all { n } else { n.min(MOST_LOOKED_AT) };
            for amount in set.members(most) {
                if self.value(n - amount)? == value {
                    visit(heap(n - amount));
                }
            }
            return Ok(all);
        }
        if n > MOST_LOOKED_AT {
            return Ok(false);
        }
        let mut found: Vec<Vec<u64>> = Vec::new();
        let mut seen = 0_u64;
        self.rule.up_to(n).for_each_option(n, |heaps| {
            seen = seen.saturating_add(1);
            let each = || heaps.each.iter().fold(0, |xor, &heap| xor ^ self.known(heap));
            // Equal heaps cancel in pairs.
            let worth = if heaps.times % 2 == 0 { 0 } else { each() };
            if worth == value {
                // One option may have very many heaps.
                seen = heaps.times.saturating_mul(heaps.each.len() as u64).saturating_add(seen);
                if seen <= MOST_LOOKED_AT {
                    found.push(heaps.to_vec());
                }
            }
        })?;
        in_order(n, &mut found);
        found.into_iter().for_each(visit);
        Ok(seen <= MOST_LOOKED_AT)
    }

    /// The moves of heaps up to `n`.
    pub(super) fn options(&self, n: u64) -> Options<'_> {
        self.rule.up_to(n)
    }
}
