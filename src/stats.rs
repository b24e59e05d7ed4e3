//! What researchers publish of a table: the largest value, how often each value occurs, and how few heaps are rare.
//!
//! A table with a tail is counted by whole repetitions: what one place of the repetition has, it has as often as the
//! repetition fits, so that heap 2^40 costs no more than the stored values. Time: one step for each stored value;
//! memory: one entry for each distinct value.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::pattern::Sequence;
use crate::ruleset::{Code, Ruleset};
use crate::table::{Breaking, Period, RareSplit, SgTable};

/// Of values that rise for ever about so many are listed.
const MOST_LISTED: u64 = 1 << 16;

/// The search for a mask takes 2^b b steps and 16 bytes for each of 2^b values; larger values get no rare statistics.
const MOST_MASKED: u64 = 1 << 22;

/// Statistics of the values, or outcomes, of heaps 0..=`last`.
///
/// ```
/// use sgtab::pattern::Sequence;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::stats::Stats;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("0.45").unwrap();
/// let table = SgTable::compute(&rule, 1000, &Settings::default()).unwrap();
/// let stats = Stats::of(&rule, &table, Sequence::Sg, 1000).unwrap();
/// assert_eq!((stats.largest, stats.largest_at), (8, 37));
/// let rare = stats.rare.unwrap();
/// assert_eq!((rare.split.mask, rare.heaps, rare.last), (0xf, 11, Some(198)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// The largest heap that is counted.
    pub last: u64,
    /// What was counted; outcomes are 0 for P-positions and 1 for N-positions.
    pub sequence: Sequence,
    /// How many distinct values there are.
    pub distinct: u64,
    /// The values in ascending order: all of them, but where they rise for ever perhaps only the least.
    pub values: Vec<ValueCount>,
    /// The largest value.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: u64,
    /// For rules that split a heap in two.
    pub rare: Option<RareHeaps>,
}

/// How often a value occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: u64,
    /// The first heap that has it.
    pub first: u64,
    /// How many heaps have it.
    pub count: u64,
}

/// The split of a table into rare and common heaps that has the fewest rare ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RareHeaps {
    /// Which heaps are rare.
    pub split: RareSplit,
    /// How many are; heap 0 counts.
    pub heaps: u64,
    /// The last of them.
    pub last: Option<u64>,
}

impl Stats {
    /// Statistics of heaps 0..=last of `table`, which is of `rule`; `None` where the table ends before.
    pub fn of(rule: &Ruleset, table: &SgTable, sequence: Sequence, last: u64) -> Option<Stats> {
        let repeating = Repeating::new(table, sequence, last)?;
        let mut tally = Tally::default();
        let listed = repeating.listed();
        repeating.visit(listed, |value, run| tally.add(value, run));
        let values: Vec<ValueCount> = tally
            .0
            .iter()
            .map(|(&value, seen)| ValueCount { value, first: seen.first, count: seen.even + seen.odd })
            .collect();
        let rare = match (sequence, breaking(rule), listed) {
            (Sequence::Sg, Some(breaking), None) => tally.rare(breaking, &repeating),
            _ => None,
        };
        let (distinct, (largest, largest_at)) = match listed {
            None => (values.len() as u64, values.last().map(|most| (most.value, most.first))?),
            Some(_) => (repeating.distinct(), repeating.largest()?),
        };
        Some(Stats { last, sequence, distinct, values, largest, largest_at, rare })
    }
}

/// What a rule says of the amounts after which it may leave two heaps; `None` where it never does, or has moves
/// that no code says.
pub fn breaking(rule: &Ruleset) -> Option<Breaking> {
    let shape = rule.shape();
    let code = shape.code.as_ref().filter(|_| !shape.others)?;
    let breaking = code.digits().filter(|(_, digit)| !digit.with_parts(2).is_nothing()).map(|(amount, _)| amount);
    // A tail of odd length comes to the same digit after an odd number of amounts.
    let again = |amount: i64| (in_tail(code, amount) && code.period() % 2 == 1).then_some(amount + 1);
    Breaking::of(breaking.flat_map(|amount| [Some(amount), again(amount)]).flatten())
}

fn in_tail(code: &Code, amount: i64) -> bool {
    code.repeats_from().is_some_and(|from| u64::try_from(amount).is_ok_and(|amount| amount >= from))
}

/// Heaps first, first + step, ..., `count` of them, that have one value.
#[derive(Debug, Clone, Copy)]
struct Run {
    first: u64,
    step: u64,
    count: u64,
}

/// Values by heaps: single ones, then places of a repetition.
struct Repeating<'a> {
    table: &'a SgTable,
    sequence: Sequence,
    last: u64,
    /// From its preperiod on; where there is none it begins past the last heap.
    tail: Period,
}

impl<'a> Repeating<'a> {
    fn new(table: &'a SgTable, sequence: Sequence, last: u64) -> Option<Self> {
        table.get(last)?;
        let nothing = Period { preperiod: last.checked_add(1)?, period: 1, saltus: 0 };
        let tail = match (table.tail(), sequence) {
            // From its second repetition on, what rises is never 0.
            (Some(Period { preperiod, period, saltus: 1.. }), Sequence::Outcome) => {
                Period { preperiod: preperiod.saturating_add(period), period: 1, saltus: 0 }
            }
            (tail, _) => tail.unwrap_or(nothing),
        };
        Some(Repeating { table, sequence, last, tail })
    }

    fn at(&self, n: u64) -> u64 {
        let value = self.table.get(n).unwrap_or(0);
        if self.sequence == Sequence::Outcome { value.min(1) } else { value }
    }

    fn singles(&self) -> impl Iterator<Item = (u64, Run)> + '_ {
        let heaps = 0..self.tail.preperiod.min(self.last + 1);
        heaps.map(|n| (self.at(n), Run { first: n, step: 1, count: 1 }))
    }

    /// The value of each place of the repetition, and all the heaps that come to it: each adds the saltus.
    fn places(&self) -> impl Iterator<Item = (u64, Run)> + '_ {
        let Period { preperiod, period, .. } = self.tail;
        let heaps = preperiod..preperiod.saturating_add(period).min(self.last + 1);
        heaps.map(move |n| (self.at(n), Run { first: n, step: period, count: (self.last - n) / period + 1 }))
    }

    /// The value below which all are listed; `None` where all are.
    fn listed(&self) -> Option<u64> {
        let Period { preperiod, period, saltus } = self.tail;
        let beyond = (self.last + 1).saturating_sub(preperiod);
        let most = MOST_LISTED.max(self.table.stored());
        (saltus > 0 && beyond > most).then(|| saltus.saturating_mul((most / period).max(1)))
    }

    /// All heaps by value, or those with values below `most`.
    fn visit(&self, most: Option<u64>, mut visit: impl FnMut(u64, Run)) {
        let below = |value: u64| most.is_none_or(|most| value < most);
        self.singles().filter(|&(value, _)| below(value)).for_each(|(value, run)| visit(value, run));
        for (value, run) in self.places() {
            if self.tail.saltus == 0 {
                visit(value, run);
                continue;
            }
            let each = (0..run.count).map(|time| (value + time * self.tail.saltus, run.first + time * run.step));
            each.take_while(|&(value, _)| below(value)).for_each(|(value, first)| visit(value, Run { first, ..ONE }));
        }
    }

    /// The largest value and the first heap that has it, where values rise.
    fn largest(&self) -> Option<(u64, u64)> {
        let ends = self.places().map(|(value, run)| {
            let times = run.count - 1;
            (value + times * self.tail.saltus, run.first + times * run.step)
        });
        let all = self.singles().map(|(value, run)| (value, run.first)).chain(ends);
        all.max_by_key(|&(value, heap)| (value, Reverse(heap)))
    }

    /// How many distinct values there are, where they rise: each place has a stretch of one class modulo the saltus.
    fn distinct(&self) -> u64 {
        let saltus = self.tail.saltus;
        let stretch = |(value, run): (u64, Run)| (value % saltus, value / saltus, value / saltus + run.count);
        let mut stretches: Vec<(u64, u64, u64)> = self.singles().chain(self.places()).map(stretch).collect();
        stretches.sort_unstable();
        let (mut distinct, mut class, mut end) = (0, None, 0);
        for (of, from, to) in stretches {
            if class != Some(of) {
                (class, end) = (Some(of), 0);
            }
            distinct += to.saturating_sub(from.max(end));
            end = end.max(to);
        }
        distinct
    }
}

const ONE: Run = Run { first: 0, step: 1, count: 1 };

/// How often a value has come.
#[derive(Debug, Clone, Copy)]
struct Seen {
    first: u64,
    even: u64,
    odd: u64,
}

/// Counts by value.
#[derive(Debug, Default)]
struct Tally(BTreeMap<u64, Seen>);

impl Tally {
    fn add(&mut self, value: u64, run: Run) {
        let seen = self.0.entry(value).or_insert(Seen { first: run.first, even: 0, odd: 0 });
        seen.first = seen.first.min(run.first);
        // With an odd step every other one has the parity of the first.
        let same = if run.step.is_multiple_of(2) { run.count } else { run.count.div_ceil(2) };
        let (even, odd) = if run.first.is_multiple_of(2) { (same, run.count - same) } else { (run.count - same, same) };
        seen.even += even;
        seen.odd += odd;
    }

    fn rare(&self, breaking: Breaking, repeating: &Repeating<'_>) -> Option<RareHeaps> {
        // Counts are signed in the transform.
        i64::try_from(repeating.last).ok().filter(|&last| last < i64::MAX)?;
        let (&most, _) = self.0.last_key_value().filter(|&(&most, _)| most < MOST_MASKED)?;
        let mut counts = vec![[0; 2]; most as usize + 1];
        self.0.iter().for_each(|(&value, seen)| counts[value as usize] = [seen.even, seen.odd]);
        let (split, heaps) = RareSplit::with_fewest_rare(&counts, breaking)?;
        let mut last = None;
        repeating.visit(None, |value, run| {
            // With an odd step the last heap but one may be rare where the last is not.
            let ends = (0..run.count).rev().take(2).map(|time| run.first + time * run.step);
            last = last.max(ends.filter(|&n| split.is_rare(n, value as u32)).max());
        });
        Some(RareHeaps { split, heaps, last })
    }
}
