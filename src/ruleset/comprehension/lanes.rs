//! Values of a variable, some at a time.

use crate::ruleset::formula::LANES;

/// Some values of a variable.
pub(crate) enum Lanes<'a> {
    /// All integers from the first to the last, which is not less.
    Run(i64, i64),
    /// At most [`LANES`] values; who hears of them may overwrite them.
    List(&'a mut [i64]),
}

impl Lanes<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Lanes::Run(first, last) => (last - first) as usize + 1,
            Lanes::List(values) => values.len(),
        }
    }

    /// The same, one by one.
    pub(crate) fn each<E>(self, mut hear: impl FnMut(i64) -> Result<(), E>) -> Result<(), E> {
        match self {
            Lanes::Run(first, last) => (first..=last).try_for_each(hear),
            Lanes::List(values) => values.iter().try_for_each(|&value| hear(value)),
        }
    }

    /// The same as lists.
    pub(crate) fn lists<E>(self, mut hear: impl FnMut(&mut [i64]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Lanes::List(values) => hear(values),
            // Few values need no room for many.
            Lanes::Run(first, last) if last - first < FEW as i64 => run::<FEW, E>(first, last, hear),
            Lanes::Run(first, last) => run::<LANES, E>(first, last, hear),
        }
    }
}

const FEW: usize = 8;

fn run<const SIZE: usize, E>(
    first: i64,
    last: i64,
    mut hear: impl FnMut(&mut [i64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut start = first;
    loop {
        let mut lanes = [0; SIZE];
        let count = (last - start).min(SIZE as i64 - 1) as usize + 1;
        lanes[..count].iter_mut().zip(start..).for_each(|(lane, value)| *lane = value);
        hear(&mut lanes[..count])?;
        if last - start < SIZE as i64 {
            return Ok(());
        }
        start += SIZE as i64;
    }
}
