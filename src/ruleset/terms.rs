//! An image of one variable, `{F(k) for k in K if C}`, as what it is to the theorems: a formula and the set of its k.

use super::formula::{Cycle, Formula, Growth, Quasi, Variable, growth};
use super::set::Set;

/// The values of a formula as its variable runs through a set, those of 1 and more.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    pub(super) formula: Formula,
    pub(super) variable: Variable,
    /// The values of the variable that are at least 1.
    pub(super) indices: Set,
    /// The others.
    pub(super) below: Vec<i64>,
}

/// Roots are looked for so far from 0.
const FARTHEST_ROOT: i128 = 64;

impl Terms {
    /// The values of the variable that are at least 1; the others are finitely many.
    pub(crate) fn indices(&self) -> &Set {
        &self.indices
    }

    /// The amounts at the values of the variable below 1; `None` where one of them cannot be computed.
    pub(crate) fn below(&self) -> Option<Vec<u64>> {
        let by = |k: i64| self.formula.substitute(self.variable.slot, &Formula::Number(k)).as_number();
        let values = self.below.iter().map(|&k| by(k)).collect::<Option<Vec<i64>>>()?;
        Some(values.into_iter().filter_map(amount).collect())
    }

    /// The amount at a value of the variable, if it is one; `None` where it cannot be computed.
    pub(crate) fn amount(&self, index: u64) -> Option<Option<u64>> {
        self.formula.at(self.variable.slot, index).map(amount)
    }

    /// How the formula grows without end.
    pub(crate) fn growth(&self) -> Option<Growth> {
        growth(&self.formula, self.variable.slot)
    }

    /// When the remainders of the formula modulo `m` recur.
    pub(crate) fn cycle(&self, m: u64) -> Option<Cycle> {
        self.formula.cycle(self.variable.slot, m)
    }

    /// The remainder of the formula modulo `m` at a value of the variable.
    pub(crate) fn remainder(&self, index: u64, m: u64) -> Option<u64> {
        self.formula.remainder(self.variable.slot, index, m)
    }

    /// Whether it is known that every number has a multiple among the amounts.
    ///
    /// Let k0 be an integer root of the formula, which is an integer polynomial on a class modulo m, and let the
    /// variable run through the class of k0 modulo r in the end. At k = k0 + p m r t it has a multiple of p as its
    /// value.
    pub(crate) fn has_all_multiples(&self) -> bool {
        let Some(quasi) = Quasi::of(&self.formula, self.variable.slot) else { return false };
        let Some(indices) = self.indices.as_periodic() else { return false };
        let meets = |k: i128| indices.meets_class(k.rem_euclid(i128::from(indices.modulus())) as u64);
        let is_root = |k: i128| quasi.vanishes_at(k) && meets(k);
        quasi.growth().is_some() && (-FARTHEST_ROOT..=FARTHEST_ROOT).any(is_root)
    }
}

fn amount(value: i64) -> Option<u64> {
    u64::try_from(value).ok().filter(|&amount| amount > 0)
}
