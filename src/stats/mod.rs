//! What researchers publish of a table: the largest value, how often each value occurs, and how few heaps are rare.
//!
//! A table with a tail is counted by whole repetitions: what one place of the repetition has, it has as often as the
//! repetition fits, so that heap 2^40 costs no more than the stored values. Time: one pass over the stored values;
//! memory: one entry for each distinct value.

mod tally;

use std::cmp::Reverse;
use std::ops::Range;

use self::tally::{Seen, Stretch, Tally};
use crate::pattern::Sequence;
use crate::ruleset::{Code, Ruleset};
use crate::table::{Breaking, Period, RareSplit, SgTable};

/// Of values that rise for ever about so many are listed.
const MOST_LISTED: u64 = 1 << 16;

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
        Self::counted(breaking(rule), table, sequence, last)
    }

    /// The same of a table whose rule does not matter: without rare heaps.
    pub fn of_values(table: &SgTable, sequence: Sequence, last: u64) -> Option<Stats> {
        Self::counted(None, table, sequence, last)
    }

    fn counted(breaking: Option<Breaking>, table: &SgTable, sequence: Sequence, last: u64) -> Option<Stats> {
        let repeating = Repeating::new(table, sequence, last)?;
        let mut tally = Tally::default();
        let listed = repeating.listed();
        repeating.count(listed, &mut tally);
        let count = |(value, seen): (u64, &Seen)| {
            Some(ValueCount { value, first: seen.first?, count: seen.count.iter().sum() })
        };
        let values: Vec<ValueCount> = tally.iter().filter_map(count).collect();
        let rare = match (sequence, breaking, listed) {
            (Sequence::Sg, Some(breaking), None) => tally.rare(breaking, last),
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

    /// Calls `visit` with each of the heaps and its value.
    #[inline]
    fn each(&self, heaps: Range<u64>, mut visit: impl FnMut(u64, u64)) {
        let most = if self.sequence == Sequence::Outcome { 1 } else { u64::MAX };
        let mut runs = self.table.runs(heaps);
        while let Some((first, run)) = runs.next_run() {
            run.fold(first, |n, value| {
                visit(n, value.min(most));
                n + 1
            });
        }
    }

    /// The heaps before the repetition.
    fn singles(&self) -> Range<u64> {
        0..self.tail.preperiod.min(self.last + 1)
    }

    /// The value of each place of the repetition, and all the heaps that come to it: each adds the saltus.
    fn each_place(&self, mut visit: impl FnMut(u64, Stretch)) {
        let Period { preperiod, period, .. } = self.tail;
        self.each(preperiod..preperiod.saturating_add(period).min(self.last + 1), |n, value| {
            visit(value, Stretch { first: n, step: period, count: (self.last - n) / period + 1 });
        });
    }

    /// The value below which all are listed; `None` where all are.
    fn listed(&self) -> Option<u64> {
        let Period { preperiod, period, saltus } = self.tail;
        let beyond = (self.last + 1).saturating_sub(preperiod);
        let most = MOST_LISTED.max(self.table.stored());
        (saltus > 0 && beyond > most).then(|| saltus.saturating_mul((most / period).max(1)))
    }

    /// Counts all heaps by value, or those with values below `most`.
    fn count(&self, most: Option<u64>, tally: &mut Tally) {
        let below = |value: u64| most.is_none_or(|most| value < most);
        self.each(self.singles(), |n, value| {
            if below(value) {
                tally.add_next(value, n);
            }
        });
        self.each_place(|value, run| {
            if self.tail.saltus == 0 {
                tally.add(value, run);
                return;
            }
            let each = (0..run.count).map(|time| (value + time * self.tail.saltus, run.first + time * run.step));
            each.take_while(|&(value, _)| below(value))
                .for_each(|(value, first)| tally.add(value, Stretch { first, ..Stretch::ONE }));
        });
    }

    /// The largest value and the first heap that has it, where values rise.
    fn largest(&self) -> Option<(u64, u64)> {
        let mut largest = None;
        let mut add = |value: u64, heap: u64| largest = largest.max(Some((value, Reverse(heap))));
        self.each(self.singles(), |n, value| add(value, n));
        self.each_place(|value, run| {
            let times = run.count - 1;
            add(value + times * self.tail.saltus, run.first + times * run.step);
        });
        largest.map(|(value, Reverse(heap))| (value, heap))
    }

    /// How many distinct values there are, where they rise: each place has a stretch of one class modulo the saltus.
    fn distinct(&self) -> u64 {
        let saltus = self.tail.saltus;
        let mut stretches: Vec<(u64, u64, u64)> = Vec::new();
        let mut add = |value: u64, count: u64| stretches.push((value % saltus, value / saltus, value / saltus + count));
        self.each(self.singles(), |_, value| add(value, 1));
        self.each_place(|value, run| add(value, run.count));
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
