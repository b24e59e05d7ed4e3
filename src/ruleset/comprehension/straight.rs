//! Moves with few choices, the same for every heap: `[n - 1]`, `[n / d] for d in 2..6`, `[n/2] * 3 if n % 2 == 0`. Each
//! choice is a list of formulas in n alone, and they are evaluated for many successive heaps at once.

use super::offer::offer;
use super::{Comprehension, Item, Loop, Source};
use crate::ruleset::formula::{Column, Condition, Formula, LANES, Mask};
use crate::ruleset::heaps::Heaps;

/// The choices of all moves of a rule, in the order of the moves and their loops.
#[derive(Debug, Clone)]
pub(crate) struct Straight {
    choices: Vec<Choice>,
    /// How many heaps they have together.
    columns: usize,
    /// How often the heap of each choice is left, where each has one.
    one_heap: Option<Vec<u64>>,
    /// Each choice leaves one heap, once.
    alone: bool,
}

#[derive(Debug, Clone)]
struct Choice {
    condition: Mask,
    heaps: Vec<Column>,
    times: u64,
}

/// So many columns are kept for a block of heaps.
const MOST_COLUMNS: usize = 16;

/// A choice is a list of at most so many heaps.
const MOST_HEAPS: usize = 3;

impl Straight {
    /// `None` where there is nothing, the choices are many, or they depend on the heap.
    pub(crate) fn of(moves: &[Comprehension]) -> Option<Straight> {
        let mut straight = Straight { choices: Vec::new(), columns: 0, one_heap: None, alone: false };
        for Comprehension { items, times, loops, .. } in moves {
            let heap = |item: &Item| match item {
                Item::Heap(heap) => Some(heap.clone()),
                Item::Heaps(..) => None,
            };
            let heaps: Vec<Formula> = items.iter().map(heap).collect::<Option<_>>()?;
            if !(1..=MOST_HEAPS).contains(&heaps.len()) {
                return None;
            }
            straight.unroll(&heaps, times, loops.condition(), loops.loops(), &mut Vec::new())?;
        }
        let one_heap = straight.choices.iter().all(|choice| choice.heaps.len() == 1);
        straight.one_heap = one_heap.then(|| straight.choices.iter().map(|choice| choice.times).collect());
        straight.alone = one_heap && straight.choices.iter().all(|choice| choice.times == 1);
        (straight.columns > 0).then_some(straight)
    }

    /// How many choices there are for each heap.
    pub(crate) fn len(&self) -> usize {
        self.choices.len()
    }

    /// Adds the choices for all values of the variables of `loops`, once the outer ones are `bound`.
    fn unroll(
        &mut self,
        heaps: &[Formula],
        times: &Formula,
        condition: &Condition,
        loops: &[Loop],
        bound: &mut Vec<(usize, Formula)>,
    ) -> Option<()> {
        let with = |formula: &Formula| bound.iter().fold(formula.clone(), |f, (slot, by)| f.substitute(*slot, by));
        if let [outer, rest @ ..] = loops {
            for value in constants(&outer.source, with)? {
                bound.push((outer.variable.slot, Formula::Number(value)));
                self.unroll(heaps, times, condition, rest, bound)?;
                bound.pop();
            }
            return Some(());
        }
        let condition = bound.iter().fold(condition.clone(), |c, (slot, by)| c.substitute(*slot, by));
        let times = u64::try_from(with(times).as_number()?).ok().filter(|&times| times > 0)?;
        let heaps: Vec<Column> = heaps.iter().map(|heap| Column::new(&with(heap), 0, true)).collect();
        self.columns += heaps.len();
        self.choices.push(Choice { condition: Mask::new(&condition, 0), heaps, times });
        (self.columns <= MOST_COLUMNS).then_some(())
    }

    /// Visits the options of a heap of `n`; false, with nothing visited, where the walk through the loops has to find
    /// out what is wrong.
    pub(crate) fn for_each_option(&self, block: &mut StraightBlock, n: u64, visit: &mut impl FnMut(Heaps<'_>)) -> bool {
        let Ok(n) = i64::try_from(n) else { return false };
        if !(block.from..block.end).contains(&n) {
            block.fill(self, n);
        }
        let lane = (n - block.from) as usize;
        if block.unclear[lane] {
            return false;
        }
        if self.alone && block.usual {
            for column in &block.heaps {
                visit(Heaps::of(&[column[lane] as u64]));
            }
            return true;
        }
        if let Some(times) = &self.one_heap {
            for (column, &times) in block.heaps.iter().zip(times) {
                match column[lane] {
                    heap @ 1.. => visit(Heaps { each: &[heap as u64], times }),
                    0 => visit(Heaps::of(&[])),
                    _ => {}
                }
            }
            return true;
        }
        let mut columns = block.heaps.as_slice();
        for choice in &self.choices {
            let own;
            (own, columns) = columns.split_at(choice.heaps.len());
            match own {
                [a] => choice.visit([a[lane]], n, visit),
                [a, b] => choice.visit([a[lane], b[lane]], n, visit),
                [a, b, c] => choice.visit([a[lane], b[lane], c[lane]], n, visit),
                _ => {}
            }
        }
        true
    }
}

impl Choice {
    fn visit<const K: usize>(&self, heaps: [i64; K], n: i64, visit: &mut impl FnMut(Heaps<'_>)) {
        // There is no trouble where the heap is not unclear.
        let _ = offer(heaps, self.times, n, visit);
    }
}

/// The values that a variable has for every heap, if they are few.
fn constants(source: &Source, with: impl Fn(&Formula) -> Formula) -> Option<Vec<i64>> {
    let few = |first: i64, last: i64| {
        let count = last.checked_sub(first)?;
        (count < MOST_COLUMNS as i64).then(|| (first..=last).collect())
    };
    match source {
        Source::Range(low, Some(high)) => few(with(low).as_number()?, with(high).as_number()?),
        Source::Set { set, .. } => {
            let (first, last) = set.as_periodic()?.as_interval()?;
            few(i64::try_from(first).ok()?, i64::try_from(last).ok()?)
        }
        _ => None,
    }
}

/// The heaps that the choices leave, for successive heaps.
#[derive(Debug, Clone, Default)]
pub(crate) struct StraightBlock {
    from: i64,
    end: i64,
    /// The heaps that are moved from.
    lanes: Vec<i64>,
    /// Those of each choice, choice by choice; negative where it is not offered.
    heaps: Vec<[i64; LANES]>,
    /// Every choice is offered everywhere, and its heaps are neither empty nor too large.
    usual: bool,
    /// Heaps for which something has no value, or is no move.
    unclear: Vec<bool>,
}

impl StraightBlock {
    /// Evaluates the choices from heap `n` on: for one heap, or for many where heap follows upon heap.
    fn fill(&mut self, straight: &Straight, n: i64) {
        let count = if n == self.end && n <= i64::MAX - LANES as i64 { LANES } else { 1 };
        (self.from, self.end, self.usual) = (n, n + count as i64, true);
        self.lanes.clear();
        self.lanes.extend(n..self.end);
        self.unclear.clear();
        self.unclear.resize(count, false);
        let mut columns = std::mem::take(&mut self.heaps);
        columns.resize(straight.columns, [0; LANES]);
        let mut rest = columns.as_mut_slice();
        for choice in &straight.choices {
            let own;
            (own, rest) = rest.split_at_mut(choice.heaps.len());
            if self.fill_choice(choice, own).is_none() {
                self.unclear.fill(true);
                break;
            }
        }
        self.heaps = columns;
    }

    /// `None` where something has no value.
    fn fill_choice(&mut self, choice: &Choice, columns: &mut [[i64; LANES]]) -> Option<()> {
        let mut env = [0];
        let mut some;
        let mut lanes = self.lanes.as_slice();
        if !choice.condition.is_true() {
            some = self.lanes.clone();
            let kept = choice.condition.keep(&mut env, &mut some).ok()?;
            lanes = &some[..kept];
        }
        let mut usual = lanes.len() == self.lanes.len();
        for (heap, column) in choice.heaps.iter().zip(&mut *columns) {
            heap.fill(&mut env, lanes, column).ok()?;
            // 0 < heap < n, as one comparison; seen at a glance where heap - 1 has no more digits than the least n - 1.
            let digits = column[..lanes.len()].iter().fold(0, |all, &heap| all | heap.wrapping_sub(1) as u64);
            let within = |(&n, &heap): (&i64, &i64)| (heap.wrapping_sub(1) as u64) < (n - 1) as u64;
            usual &= digits < (self.from - 1) as u64 || lanes.iter().zip(&*column).all(within);
        }
        if usual {
            return Some(());
        }
        self.usual = false;
        let place = |n: i64| (n - self.from) as usize;
        for (at, &n) in lanes.iter().enumerate() {
            let heaps = || columns.iter().map(|column| column[at]);
            self.unclear[place(n)] |= heaps().all(|heap| heap >= 0) && heaps().any(|heap| heap >= n);
        }
        for column in columns {
            let values = *column;
            column.fill(-1);
            lanes.iter().zip(values).for_each(|(&n, value)| column[place(n)] = value);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use crate::ruleset::{MoveError, Options, Ruleset};

    fn listed(options: &mut Options<'_>, n: u64) -> Result<Vec<Vec<u64>>, MoveError> {
        let mut all = Vec::new();
        options.for_each_option(n, |heaps| all.push(heaps.to_vec())).map(|()| all)
    }

    #[test]
    fn straight_choices_are_what_the_loops_give() {
        let texts = [
            "[n - 1]; [n/2] * 3 if n % 2 == 0",
            "[n / d] for d in 2..6",
            "[n - a, a - 1] for a in 1..3 if n % a != 1",
            "[n - a*a - b, b, n/7] for a in 1..2 for b in a..2",
            "[n - d] * d for d in 1..5 if d != 3 and n > 2*d",
            "[n/2, n - 290] if n > 295",
            "[n - 300] if n > 299; [n - 600, 0]",
        ];
        for text in texts {
            let rule = Ruleset::parse(text).unwrap();
            let mut straight = rule.up_to(2000);
            let mut loops = straight.clone().by_loops();
            assert!(straight.are_straight(), "{text}");
            for n in (1..1500).chain([1600, 1601, 7, 8, 9, 1 << 40]) {
                assert_eq!(listed(&mut straight, n), listed(&mut loops, n), "{text} at {n}");
            }
        }
    }

    #[test]
    fn mistakes_are_found_by_the_loops() {
        for text in
            ["[n - 1]; [100 / (n - d)] for d in 700..702", "[n/2, n + 5 - n/300] if n > 290", "[n - 1 + n/1000]"]
        {
            let rule = Ruleset::parse(text).unwrap();
            let mut straight = rule.up_to(2000);
            let mut loops = straight.clone().by_loops();
            assert!(straight.are_straight(), "{text}");
            let mut mistakes = 0;
            for n in 1..1500 {
                let found = listed(&mut straight, n);
                mistakes += usize::from(found.is_err());
                assert_eq!(found, listed(&mut loops, n), "{text} at {n}");
            }
            assert!(mistakes > 0, "{text}");
        }
    }

    #[test]
    fn choices_that_are_many_or_depend_on_the_heap_are_left_to_the_loops() {
        for text in ["[n - a] for a in 1..n/2", "[n - a*a] for a in 1..40 if a != 3", "[n/2] * (n/3)", "[]", "1..3"] {
            let rule = Ruleset::parse(text).unwrap();
            assert!(!rule.up_to(100).are_straight(), "{text}");
        }
    }
}
