//! Moves written out: `[a, n - a] for a in 1..n/2 if a != 2`.
//!
//! The outer variables are walked one value at a time, the innermost one in runs, whose heaps go by finite differences,
//! or in lists, for which every formula is evaluated at once. Where the choices are few, and the same for every heap, it
//! is the heaps that are taken together. So no option costs an allocation, and hardly any the walk through its formula.

mod image;
mod lanes;
mod loops;
mod offer;
mod source;
mod straight;
mod walk;

use std::fmt;

pub(crate) use self::image::Image;
pub(crate) use self::lanes::Lanes;
pub(crate) use self::loops::{Loop, Loops};
pub(crate) use self::source::Source;
pub(crate) use self::straight::{Straight, StraightBlock};
pub(crate) use self::walk::{Trouble, UNBOUND, Walk};

use self::offer::{each_of_list, each_of_run};
use super::formula::{Column, Formula, LANES, Variable};
use super::heaps::Heaps;

/// One element of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    Heap(Formula),
    /// The heaps a, a + 1, ..., b; none where b < a.
    Heaps(Formula, Formula),
}

/// The heaps that replace n, for each choice of the variables.
#[derive(Debug, Clone)]
pub struct Comprehension {
    items: Vec<Item>,
    times: Formula,
    loops: Loops,
    /// Two for each [`Item::Heaps`], one for each other item, in order.
    columns: Vec<Column>,
    times_column: Column,
    /// Each item is one heap, and the list is not repeated.
    plain: bool,
    /// Of each column of a block, the first and the last value are the least and the largest.
    ends_are_extremes: bool,
    /// Sizes of what a [`Walk`] needs.
    variables: usize,
    lists: usize,
}

/// One option may have so many heaps written out.
const MOST_HEAPS: i64 = 1 << 20;

impl Comprehension {
    pub(crate) fn new(
        items: Vec<Item>,
        times: Formula,
        loops: Vec<(Variable, Source)>,
        condition: super::formula::Condition,
        (variables, lists): (usize, usize),
    ) -> Comprehension {
        // An option with a negative heap, or a negative number of them, is not offered.
        let mut wanted = vec![times.clone()];
        // (A range of heaps may be empty, whatever its ends are.)
        wanted.extend(items.iter().filter_map(|item| match item {
            Item::Heap(heap) => Some(heap.clone()),
            Item::Heaps(..) => None,
        }));
        let loops = Loops::new(loops, condition, &wanted, &[Some(1)]);
        let (slot, ascending) = (loops.innermost(), loops.is_ascending());
        let formulas = items.iter().flat_map(|item| match item {
            Item::Heap(heap) => vec![heap],
            Item::Heaps(first, last) => vec![first, last],
        });
        let columns: Vec<Column> = formulas.map(|formula| Column::new(formula, slot, ascending)).collect();
        let times_column = Column::new(&times, slot, ascending);
        let plain = times.as_number() == Some(1) && items.iter().all(|item| matches!(item, Item::Heap(_)));
        let ends_are_extremes = columns.iter().all(Column::ends_are_extremes);
        Comprehension { items, times, loops, columns, times_column, plain, ends_are_extremes, variables, lists }
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn times(&self) -> &Formula {
        &self.times
    }

    pub(crate) fn loops(&self) -> &Loops {
        &self.loops
    }

    /// How many variables and lists a walk needs.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        (self.variables, self.lists)
    }

    /// What [`Comprehension::for_each_option`] walks with.
    pub(crate) fn walk(&self) -> Walk {
        Walk::new(self.variables, self.lists)
    }

    /// Whether some option may have more than one heap.
    pub fn splits(&self) -> bool {
        match self.items.as_slice() {
            [] => false,
            [Item::Heap(_)] => self.times.as_number().is_none_or(|times| times > 1),
            _ => true,
        }
    }

    /// Visits every option of a heap of `n` > 0, in the order of the loops. An option comes as often as the choices of
    /// the variables lead to it.
    pub(crate) fn for_each_option(
        &self,
        walk: &mut Walk,
        n: u64,
        visit: &mut impl FnMut(Heaps<'_>),
    ) -> Result<(), Trouble> {
        let n = i64::try_from(n).map_err(|_| Trouble::TooManyChoices)?;
        walk.env.fill(UNBOUND);
        walk.env[0] = n;
        let (mut columns, mut heaps) = (std::mem::take(&mut walk.columns), std::mem::take(&mut walk.heaps));
        let walked = self.loops.walk(walk, &mut |walk, lanes| {
            if let Lanes::Run(first, last) = lanes
                && let Some(visited) = self.visit_run(walk, first, last, n, visit)
            {
                return visited;
            }
            columns.resize(self.columns.len(), [0; LANES]);
            lanes.lists(|lanes| self.visit_list(walk, lanes, &mut columns, &mut heaps, n, visit))
        });
        (walk.columns, walk.heaps) = (columns, heaps);
        walked
    }

    /// Visits the options for a run of values of the innermost variable; `None` where it takes lists.
    fn visit_run(
        &self,
        walk: &mut Walk,
        first: i64,
        last: i64,
        n: i64,
        visit: &mut impl FnMut(Heaps<'_>),
    ) -> Option<Result<(), Trouble>> {
        if !self.plain {
            return None;
        }
        let mut along = |column: &Column| column.steps(&mut walk.env, first, last);
        let count = last - first + 1;
        let visited = match self.columns.as_slice() {
            [a] => each_of_run([along(a)?], count, n, visit),
            [a, b] => each_of_run([along(a)?, along(b)?], count, n, visit),
            [a, b, c] => each_of_run([along(a)?, along(b)?, along(c)?], count, n, visit),
            _ => return None,
        };
        Some(visited.map_err(|(at, trouble)| self.blame(walk, first + at, trouble)))
    }

    /// Visits the options for some values of the innermost variable.
    fn visit_list(
        &self,
        walk: &mut Walk,
        lanes: &[i64],
        columns: &mut [[i64; LANES]],
        heaps: &mut Vec<u64>,
        n: i64,
        visit: &mut impl FnMut(Heaps<'_>),
    ) -> Result<(), Trouble> {
        for (column, out) in self.columns.iter().zip(&mut *columns) {
            column.fill(&mut walk.env, lanes, out).map_err(|(lane, fault)| self.blame(walk, lanes[lane], fault))?;
        }
        let (count, sorted) = (lanes.len(), self.ends_are_extremes);
        let visited = match &*columns {
            [a] if self.plain => each_of_list([&a[..count]], sorted, n, visit),
            [a, b] if self.plain => each_of_list([&a[..count], &b[..count]], sorted, n, visit),
            [a, b, c] if self.plain => each_of_list([&a[..count], &b[..count], &c[..count]], sorted, n, visit),
            _ => {
                let mut times = [0; LANES];
                let filled = self.times_column.fill(&mut walk.env, lanes, &mut times);
                filled.map_err(|(lane, fault)| self.blame(walk, lanes[lane], fault))?;
                (0..lanes.len()).try_for_each(|lane| {
                    let visited = self.any_heaps(columns, lane, n, times[lane], heaps, visit);
                    visited.map_err(|trouble| (lane, trouble))
                })
            }
        };
        visited.map_err(|(lane, trouble)| self.blame(walk, lanes[lane], trouble))
    }

    /// Leaves the innermost variable bound to the value that is to blame.
    fn blame(&self, walk: &mut Walk, value: i64, trouble: impl Into<Trouble>) -> Trouble {
        if !self.loops.loops().is_empty() {
            walk.env[self.loops.innermost()] = value;
        }
        trouble.into()
    }

    fn any_heaps(
        &self,
        columns: &[[i64; LANES]],
        lane: usize,
        n: i64,
        times: i64,
        heaps: &mut Vec<u64>,
        visit: &mut impl FnMut(Heaps<'_>),
    ) -> Result<(), Trouble> {
        heaps.clear();
        let Ok(times) = u64::try_from(times) else { return Ok(()) };
        let mut columns = columns.iter().map(|column| column[lane]);
        let mut too_large = None;
        for item in &self.items {
            let first = columns.next().unwrap_or(0);
            let last = match item {
                Item::Heap(_) => first,
                Item::Heaps(..) => columns.next().unwrap_or(0),
            };
            if first > last {
                continue;
            }
            if first < 0 {
                return Ok(());
            }
            if last >= n {
                too_large = Some(last);
            } else if last - first + heaps.len() as i64 >= MOST_HEAPS {
                return Err(Trouble::TooManyHeaps);
            } else {
                heaps.extend((first.max(1)..=last).map(|heap| heap as u64));
            }
        }
        match too_large {
            Some(heap) if times > 0 => return Err(Trouble::NotSmaller(heap)),
            _ => visit(Heaps { each: if times == 0 { &[] } else { heaps }, times }),
        }
        Ok(())
    }

    /// The variables that are bound, with their values.
    pub(crate) fn bindings(&self, walk: &Walk) -> Vec<(String, i64)> {
        let value = |variable: &Variable| (variable.name.to_string(), walk.env[variable.slot]);
        let all = self.loops.loops().iter().map(|each| value(&each.variable));
        all.filter(|(_, value)| *value != UNBOUND).collect()
    }

    /// The moves in plain words.
    pub(crate) fn in_words(&self) -> String {
        let copies = |item: String| match self.times.as_number() {
            Some(1) => item,
            _ => format!("{} heaps of {item}", self.times),
        };
        let items: Vec<String> = self.items.iter().map(item_text).collect();
        let list = match items.as_slice() {
            [] => "nothing".to_owned(),
            [one] => copies(one.clone()),
            [others @ .., last] => {
                let list = format!("{} and {last}", others.join(", "));
                if self.times.as_number() == Some(1) { list } else { format!("{} times ({list})", self.times) }
            }
        };
        let mut words = format!("replace n by {list}");
        for each in self.loops.loops() {
            let range = match &each.source {
                Source::Range(low, Some(high)) => format!("from {low} to {high}"),
                Source::Range(low, None) => format!("from {low} on"),
                Source::One(formula) => format!("= {formula}"),
                Source::Set { set, .. } => match set.as_periodic().and_then(|p| p.as_interval()) {
                    Some((low, u64::MAX)) => format!("from {low} on"),
                    Some((low, high)) if low < high => format!("from {low} to {high}"),
                    _ => format!("in {set}"),
                },
                source => format!("in {source}"),
            };
            words += &format!(", {} {range}", each.variable.name);
        }
        if !self.loops.condition().is_true() {
            words += &format!(", if {}", self.loops.condition());
        }
        words
    }
}

fn item_text(item: &Item) -> String {
    match item {
        Item::Heap(heap) => heap.to_string(),
        Item::Heaps(first, last) => format!("{first}..{last}"),
    }
}

/// The notation of the rule language.
impl fmt::Display for Comprehension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.items.iter().map(item_text).collect();
        write!(f, "[{}]", items.join(", "))?;
        match self.times.as_number() {
            Some(1) => {}
            Some(times) => write!(f, " * {times}")?,
            None if matches!(self.times, Formula::Variable(_)) => write!(f, " * {}", self.times)?,
            None => write!(f, " * ({})", self.times)?,
        }
        write!(f, "{}", self.loops)
    }
}

/// As written.
impl PartialEq for Comprehension {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Comprehension {}
