//! What each heap is worth: SG values, by the engine that [`choose()`] picks. Knows nothing of pattern or proof.

mod bit_maps;
mod cells;
mod choose;
mod classes;
mod cofinite;
mod convolution;
mod engine;
mod moves;
mod naive;
mod one_hot;
mod outcomes;
mod pairs;
mod parts;
mod runs;
mod shifted_or;
mod visited;

use std::ops::{ControlFlow, RangeBounds};

use self::cells::{Cells, Stop, with_cells};
use self::engine::Engine;
use self::runs::OneByOne;
use crate::ruleset::{Convention, MoveError, Ruleset};

pub use self::choose::{Choice, choose, heaps_within};
pub use self::engine::EngineName;
pub use self::outcomes::Outcomes;
pub use self::pairs::{Breaking, RareSplit};
pub(crate) use self::runs::with_run;
pub use self::runs::{Run, Runs};
pub use self::visited::Visited;

/// How a sequence goes on: f(n + period) = f(n) + saltus from heap `preperiod` on. Plain numbers; whether they
/// are right, and known to be, is for others to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first heap from which the repetition holds.
    pub preperiod: u64,
    /// Heaps in one repetition, at least 1.
    pub period: u64,
    /// What one repetition adds.
    pub saltus: u64,
}

/// How a table may be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The engine to use; the best one where none is named.
    pub engine: Option<EngineName>,
    /// Bytes that a table and its engine may take.
    pub memory: u64,
    /// A table whose engine counts its elementary operations, because they depend on the values, ends after so many
    /// from its beginning on, shorter than asked for.
    pub operations: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { engine: None, memory: 4 << 30, operations: f64::INFINITY }
    }
}

/// Hears of progress, once a block of heaps, and may stop the work.
pub trait Observer {
    /// Heaps below `done` of `total` have their values. `Break` leaves the table as far as it is.
    fn block(&mut self, done: u64, total: u64) -> ControlFlow<()>;

    /// Whether, after this block, the values so far are to be shown.
    fn wants_values(&mut self) -> bool {
        false
    }

    /// The values so far, where they were wanted; the work goes on afterwards. `Break` ends it.
    fn values(&mut self, _so_far: &SgTable) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The observer that lets everything run.
impl Observer for () {
    fn block(&mut self, _done: u64, _total: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It would take more memory than is allowed.
    #[error(
        "heaps 0..{n} of {rule} need about {} of memory, more than the {} allowed; heaps 0..{fits} would fit",
        bytes(*.needed),
        bytes(*.allowed)
    )]
    Memory {
        /// The rule.
        rule: String,
        /// The largest heap asked for.
        n: u64,
        /// Estimated bytes.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
        /// A largest heap that would fit.
        fits: u64,
    },
    /// No engine has this name.
    #[error("there is no engine `{typed}`")]
    UnknownEngine {
        /// What was typed.
        typed: String,
        /// The engine that was probably meant.
        near: Option<String>,
    },
    /// The engine that was asked for is not right for the rule.
    #[error("the engine `{engine}` cannot compute {rule}")]
    UnfitEngine {
        /// The engine.
        engine: EngineName,
        /// The rule.
        rule: String,
    },
    /// A move of some heap is none.
    #[error(transparent)]
    Move(MoveError),
    /// Misère outcomes of a single heap need the analysis of sums when heaps split.
    #[error(
        "misère play of {rule} splits heaps, and the outcome of one heap does not follow from those of smaller heaps"
    )]
    MisereSplits {
        /// The rule.
        rule: String,
    },
}

/// Bytes as people read them.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        0..10_000 => format!("{n} bytes"),
        10_000..10_000_000 => format!("{} KiB", n >> 10),
        10_000_000..10_000_000_000 => format!("{} MiB", n >> 20),
        _ => format!("{} GiB", n >> 30),
    }
}

/// Values of heaps 0, 1, 2, ...: a stored prefix, and a plain tail where one is given.
///
/// For a misère rule the values are misère nim-values of single heaps, of which only zero or not zero
/// ([`SgTable::is_p_position`]) is to be shown.
///
/// ```
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 6, &Settings::default()).unwrap();
/// assert_eq!(table.values().collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2]);
/// assert_eq!(table.get(7), None);
/// ```
#[derive(Debug, Clone)]
pub struct SgTable {
    prefix: Cells,
    len: u64,
    tail: Option<Period>,
    engine: EngineName,
    /// Operations so far, where they were counted.
    operations: f64,
}

/// Observers are called about this often for a table, or more often where that would be seldom.
const BLOCKS: usize = 256;
const MOST_HEAPS_A_BLOCK: usize = 1 << 12;
/// Engines work on some heaps at once.
const FEWEST_HEAPS_A_BLOCK: usize = 1 << 9;
/// About a tenth of a second: who stops a long table need not wait for a share of it.
const OPERATIONS_A_BLOCK: f64 = 1e8;

impl SgTable {
    /// The table of no heap at all; [`SgTable::extend`] makes it longer.
    pub fn empty() -> Self {
        SgTable { prefix: Cells::new(), len: 0, tail: None, engine: EngineName::Naive, operations: 0.0 }
    }

    /// The table of values that are known from elsewhere, heaps 0, 1, 2, ...; [`SgTable::extend`] goes on from them.
    /// Nothing is tested: what follows is as right as they are. `engine` is said to have computed them.
    ///
    /// ```
    /// use sgtab::ruleset::Ruleset;
    /// use sgtab::table::{EngineName, Settings, SgTable, Visited};
    /// let rule = Ruleset::parse("1..3").unwrap();
    /// let mut table = SgTable::from_values([0, 1, 2, 3, 0], EngineName::Naive);
    /// table.extend(&rule, 6, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    /// assert_eq!(table.values().collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2]);
    /// ```
    pub fn from_values(values: impl IntoIterator<Item = u32>, engine: EngineName) -> Self {
        SgTable::from_about(0, values, engine)
    }

    /// The same, where there are about so many values: memory for them is taken in one piece.
    pub(crate) fn from_about(heaps: usize, values: impl IntoIterator<Item = u32>, engine: EngineName) -> Self {
        let mut prefix = Cells::new();
        // Without, it is taken as they come.
        let _ = prefix.reserve(heaps);
        values.into_iter().for_each(|value| prefix.push(value));
        SgTable { len: prefix.len() as u64, prefix, tail: None, engine, operations: 0.0 }
    }

    /// Values of heaps 0..=n.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn compute(rule: &Ruleset, n: u64, settings: &Settings) -> Result<Self, TableError> {
        let mut table = SgTable::empty();
        table.extend(rule, n, settings, &mut Visited::default(), &mut ())?;
        Ok(table)
    }

    /// Makes the table hold heaps 0..=n of `rule`, which must be the rule that it was begun with. A table with
    /// a tail, and one that is longer already, stays as it is but for its length. Shorter than asked for only
    /// when the observer broke off, or the operations were spent.
    ///
    /// # Errors
    /// See [`TableError`]; the table is as it was.
    pub fn extend(
        &mut self,
        rule: &Ruleset,
        n: u64,
        settings: &Settings,
        visited: &mut Visited,
        observer: &mut impl Observer,
    ) -> Result<(), TableError> {
        let Some(end) = n.checked_add(1) else { return Err(self.too_large(rule, n, u64::MAX, settings)) };
        if self.tail.is_some() || end <= self.len {
            self.len = self.len.max(end);
            return Ok(());
        }
        if rule.convention() == Convention::Misere && rule.splits() {
            return Err(TableError::MisereSplits { rule: rule.to_string() });
        }
        // A bound that holds for every engine, before anything is counted or listed.
        if end > settings.memory {
            return Err(self.too_large(rule, n, end, settings));
        }
        let choice = choose(rule, n, settings)?;
        if choice.memory > settings.memory {
            return Err(self.too_large(rule, n, choice.memory, settings));
        }
        rule.check_amounts(n).map_err(TableError::Move)?;
        let end = end as usize;
        // The memory is taken at once, and first touched where the engine is about to write.
        self.prefix.reserve(end).map_err(|_| self.too_large(rule, n, choice.memory, settings))?;
        let unfit = || TableError::UnfitEngine { engine: choice.engine, rule: rule.to_string() };
        let mut engine = Engine::start(choice.engine, rule, n, &self.prefix).ok_or_else(unfit)?;
        self.engine = choice.engine;

        let before = self.prefix.len();
        let mut done = before;
        let quick = (end as f64 * (OPERATIONS_A_BLOCK / choice.cost)) as usize;
        let block = ((end - done) / BLOCKS).max(FEWEST_HEAPS_A_BLOCK).min(quick).clamp(1, MOST_HEAPS_A_BLOCK);
        while done < end {
            let stop = (done + block).min(end);
            self.prefix.resize(stop);
            match with_cells!(&mut self.prefix, cells => engine.fill(cells, done, visited)) {
                Ok(()) => {
                    done = stop;
                    self.len = done as u64;
                    let spent = self.operations + engine.operations() >= settings.operations;
                    if observer.block(done as u64, end as u64).is_break() || spent {
                        break;
                    }
                    if observer.wants_values() && observer.values(self).is_break() {
                        break;
                    }
                }
                Err(Stop::Narrow(heap)) => {
                    done = heap;
                    self.prefix.widen();
                }
                Err(Stop::Move(error)) => {
                    self.prefix.resize(before);
                    self.len = before as u64;
                    return Err(TableError::Move(error));
                }
            }
        }
        self.operations += engine.operations();
        Ok(())
    }

    fn too_large(&self, rule: &Ruleset, n: u64, needed: u64, settings: &Settings) -> TableError {
        let fits = heaps_within(rule, settings.engine, f64::INFINITY, 0.0, settings.memory);
        TableError::Memory { rule: rule.to_string(), n, needed, allowed: settings.memory, fits }
    }

    /// How many heaps it covers: heap `len() - 1` is the largest.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it covers no heap.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many values are stored; the tail gives the others.
    pub fn stored(&self) -> u64 {
        self.prefix.len() as u64
    }

    /// The engine that computed the last part.
    pub fn engine(&self) -> EngineName {
        self.engine
    }

    /// The same table, said to be computed by another engine.
    pub(crate) fn computed_by(self, engine: EngineName) -> Self {
        SgTable { engine, ..self }
    }

    /// The tail, if one was given.
    pub fn tail(&self) -> Option<Period> {
        self.tail
    }

    /// From now on values past the stored ones come from `tail`, which the caller knows to be right. What is
    /// stored beyond its first full repetition is dropped.
    pub fn set_tail(&mut self, tail: Period) {
        let needed = tail.preperiod.saturating_add(tail.period);
        if tail.period > 0 && needed <= self.stored() {
            self.prefix.resize(needed as usize);
            self.tail = Some(tail);
        }
    }

    /// Value of heap n; `None` past the end. Past the stored values it takes a division; [`SgTable::values`] and
    /// [`SgTable::runs`] need none for most heaps.
    #[inline]
    pub fn get(&self, n: u64) -> Option<u64> {
        if n < self.len { self.known(n) } else { None }
    }

    /// Value of heap n, which is stored or follows from the tail, also past the end.
    #[inline]
    pub fn known(&self, n: u64) -> Option<u64> {
        let stored = usize::try_from(n).ok().and_then(|n| self.prefix.get(n));
        stored.map(u64::from).or_else(|| self.in_tail(n))
    }

    fn in_tail(&self, n: u64) -> Option<u64> {
        let tail = self.tail?;
        let (repeats, place) = ((n - tail.preperiod) / tail.period, (n - tail.preperiod) % tail.period);
        let first = self.prefix.get((tail.preperiod + place) as usize)?;
        Some(u64::from(first).saturating_add(repeats.saturating_mul(tail.saltus)))
    }

    /// Whether the player to move on heap n loses; `None` past the end.
    #[inline]
    pub fn is_p_position(&self, n: u64) -> Option<bool> {
        self.get(n).map(|value| value == 0)
    }

    /// The values in order of heaps, one by one. [`SgTable::runs`] is faster where that matters.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        OneByOne::new(self)
    }

    /// The values of a range of heaps, as far as the table goes, many at a time: see [`Runs`].
    pub fn runs(&self, heaps: impl RangeBounds<u64>) -> Runs<'_> {
        Runs::new(self, heaps)
    }
}
