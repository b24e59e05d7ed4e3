//! What researchers publish of a table: the largest value, how often each value occurs, and how few heaps are rare.
//!
//! A table with a tail is counted by whole repetitions: what one place of the repetition has, it has as often as the
//! repetition fits, so that heap 2^40 costs no more than the stored values. Time: one pass over the stored values;
//! memory: one entry for each distinct value.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::pattern::Sequence;
use crate::ruleset::{Code, Ruleset};
use crate::table::{Breaking, Period, RareSplit, SgTable};

/// Values below this are counted in an array, larger ones in a map.
const MOST_IN_ARRAY: usize = 1 << 16;

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
        repeating.count(listed, &mut tally);
        let count = |(value, seen): (u64, &Seen)| {
            Some(ValueCount { value, first: seen.first?, count: seen.count.iter().sum() })
        };
        let values: Vec<ValueCount> = tally.iter().filter_map(count).collect();
        let rare = match (sequence, breaking(rule), listed) {
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
    fn each_place(&self, mut visit: impl FnMut(u64, Run)) {
        let Period { preperiod, period, .. } = self.tail;
        self.each(preperiod..preperiod.saturating_add(period).min(self.last + 1), |n, value| {
            visit(value, Run { first: n, step: period, count: (self.last - n) / period + 1 });
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
                .for_each(|(value, first)| tally.add(value, Run { first, ..ONE }));
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

const ONE: Run = Run { first: 0, step: 1, count: 1 };

/// How often a value has come, at even heaps and at odd ones.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    first: Option<u64>,
    count: [u64; 2],
    last: [u64; 2],
}

/// Counts by value.
#[derive(Debug, Default)]
struct Tally {
    small: Vec<Seen>,
    large: BTreeMap<u64, Seen>,
}

impl Tally {
    #[inline]
    fn seen(&mut self, value: u64) -> &mut Seen {
        if value >= self.small.len() as u64 {
            if value >= MOST_IN_ARRAY as u64 {
                return self.large.entry(value).or_default();
            }
            self.small.resize((value as usize + 1).next_power_of_two(), Seen::default());
        }
        &mut self.small[value as usize]
    }

    /// Heap n, after all smaller ones.
    #[inline]
    fn add_next(&mut self, value: u64, n: u64) {
        let (seen, parity) = (self.seen(value), (n % 2) as usize);
        if seen.first.is_none() {
            seen.first = Some(n);
        }
        seen.count[parity] += 1;
        seen.last[parity] = n;
    }

    fn add(&mut self, value: u64, run: Run) {
        let seen = self.seen(value);
        seen.first = Some(seen.first.map_or(run.first, |first| first.min(run.first)));
        let parity = (run.first % 2) as usize;
        // With an odd step every other one has the parity of the first.
        let same = if run.step.is_multiple_of(2) { run.count } else { run.count.div_ceil(2) };
        for (parity, count) in [(parity, same), (1 - parity, run.count - same)] {
            seen.count[parity] += count;
        }
        for time in (0..run.count).rev().take(2) {
            let n = run.first + time * run.step;
            let last = &mut seen.last[(n % 2) as usize];
            *last = n.max(*last);
        }
    }

    /// The values that have come, in ascending order.
    fn iter(&self) -> impl Iterator<Item = (u64, &Seen)> {
        let large = self.large.iter().map(|(&value, seen)| (value, seen));
        (0..).zip(&self.small).chain(large).filter(|(_, seen)| seen.first.is_some())
    }

    fn rare(&self, breaking: Breaking, last: u64) -> Option<RareHeaps> {
        // Counts are signed in the transform.
        i64::try_from(last).ok().filter(|&last| last < i64::MAX)?;
        let most = self.iter().last().map(|(value, _)| value).filter(|&most| most < MOST_MASKED)?;
        let mut counts = vec![[0; 2]; most as usize + 1];
        self.iter().for_each(|(value, seen)| counts[value as usize] = seen.count);
        let (split, heaps) = RareSplit::with_fewest_rare(&counts, breaking)?;
        let ends = self.iter().flat_map(|(value, seen)| {
            let has = seen.last.into_iter().zip(seen.count).filter(|&(_, count)| count > 0);
            has.map(move |(n, _)| n).filter(move |&n| split.is_rare(n, value as u32))
        });
        Some(RareHeaps { split, heaps, last: ends.max() })
    }
}
