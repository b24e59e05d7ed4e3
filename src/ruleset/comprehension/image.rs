//! Sets given by a formula or by a condition, which may use n and variables outside.

use std::fmt;

use super::lanes::Lanes;
use super::loops::{Loop, Loops};
use super::source::{Block, Source};
use super::walk::{Trouble, Walk};
use crate::ruleset::formula::{Column, Condition, Formula, LANES, Lows, Variable};

/// The amounts that a formula has as values: `{k*k + 1 for k in 1..}`; also the amounts that satisfy a condition, as
/// the values of the variable itself.
#[derive(Debug, Clone)]
pub(crate) struct Image {
    value: Formula,
    loops: Loops,
    column: Column,
    /// Stands for the largest amount that is asked for.
    upto: Variable,
    /// It was written as a variable and a condition on it.
    builder: bool,
}

impl Image {
    pub(crate) fn new(
        value: Formula,
        loops: Vec<(Variable, Source)>,
        condition: Condition,
        upto: Variable,
        lows: &Lows,
        builder: bool,
    ) -> Image {
        let mut lows = lows.to_vec();
        lows.resize(lows.len().max(upto.slot + 1), None);
        lows[upto.slot] = Some(0);
        let wanted = [Formula::Variable(upto.clone()).minus(value.clone())];
        let loops = Loops::new(loops, condition, &wanted, &lows);
        let column = Column::new(&value, loops.innermost(), loops.is_ascending());
        Image { value, loops, column, upto, builder }
    }

    /// Whether it was written as a variable and a condition on it: `{s : s <= n/2}`.
    pub(crate) fn is_builder(&self) -> bool {
        self.builder
    }

    pub(crate) fn value(&self) -> &Formula {
        &self.value
    }

    pub(crate) fn loops(&self) -> &Loops {
        &self.loops
    }

    /// Gives the amounts up to `upto` in blocks; values below 1 are no amounts.
    pub(crate) fn walk(&self, walk: &mut Walk, upto: i64, block: &mut Block<'_>) -> Result<(), Trouble> {
        walk.env[self.upto.slot] = upto;
        self.loops.walk(walk, &mut |walk, lanes| {
            lanes.lists(|lanes| {
                let mut values = [0; LANES];
                self.column.fill(&mut walk.env, lanes, &mut values).map_err(|(_, fault)| fault)?;
                let (mut kept, count) = (0, lanes.len());
                for at in 0..count {
                    values[kept] = values[at];
                    kept += usize::from((1..=upto).contains(&values[at]));
                }
                if kept > 0 { block(walk, Lanes::List(&mut values[..kept])) } else { Ok(()) }
            })
        })
    }

    /// Whether it may have members without end, as far as its own condition says.
    pub(crate) fn is_endless(&self) -> bool {
        let unbounded = |each: &Loop| each.source.is_endless() && !each.stops_without(self.upto.slot);
        self.loops.loops().iter().any(unbounded)
    }

    pub(crate) fn mentions(&self, slot: usize) -> bool {
        self.value.mentions(slot) || self.loops.mentions(slot)
    }

    pub(crate) fn in_words(&self) -> String {
        match self.loops.loops() {
            [one] if self.builder => format!("{} with {}", one.variable.name, self.loops.condition()),
            _ => format!("{}, {}", self.value, self.loops.to_string().trim()),
        }
    }
}

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.loops.loops() {
            [one] if self.builder => write!(f, "{{{} : {}}}", one.variable.name, self.loops.condition()),
            _ => write!(f, "{{{}{}}}", self.value, self.loops),
        }
    }
}
