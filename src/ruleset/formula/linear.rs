//! Formulas of degree 1, in a form in which equal ones are equal.

use std::collections::BTreeMap;

use super::{Formula, Operator};

/// `constant + sum of coefficient * variable`, variables by place; no coefficient is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Linear {
    constant: i64,
    coefficients: BTreeMap<usize, i64>,
}

impl Linear {
    /// `None` where the formula is of another kind.
    pub(crate) fn of(formula: &Formula) -> Option<Linear> {
        Some(match formula {
            Formula::Number(value) => Linear { constant: *value, ..Linear::default() },
            Formula::Variable(variable) => Linear { constant: 0, coefficients: BTreeMap::from([(variable.slot, 1)]) },
            Formula::Binary(Operator::Add, a, b) => Linear::of(a)?.plus(&Linear::of(b)?, 1)?,
            Formula::Binary(Operator::Subtract, a, b) => Linear::of(a)?.plus(&Linear::of(b)?, -1)?,
            Formula::Binary(Operator::Multiply, a, b) => match (a.as_number(), b.as_number()) {
                (Some(factor), _) => Linear::default().plus(&Linear::of(b)?, factor)?,
                (_, Some(factor)) => Linear::default().plus(&Linear::of(a)?, factor)?,
                _ => return None,
            },
            Formula::Binary(..) => return None,
        })
    }

    /// `self - other`
    pub(crate) fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, -1)
    }

    /// `self - value`
    pub(crate) fn less(&self, value: i64) -> Option<Linear> {
        Some(Linear { constant: self.constant.checked_sub(value)?, ..self.clone() })
    }

    /// `self + factor * other`
    fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&slot, &coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(slot).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    pub(crate) fn coefficient(&self, slot: usize) -> i64 {
        self.coefficients.get(&slot).copied().unwrap_or(0)
    }

    /// The same without one variable.
    pub(crate) fn without(&self, slot: usize) -> Linear {
        let mut rest = self.clone();
        rest.coefficients.remove(&slot);
        rest
    }

    /// The number that it is, if no variable is in it.
    pub(crate) fn as_number(&self) -> Option<i64> {
        self.coefficients.is_empty().then_some(self.constant)
    }

    /// The one variable that it is, with what is added to it.
    pub(crate) fn as_shifted_variable(&self) -> Option<(usize, i64)> {
        match self.coefficients.iter().collect::<Vec<_>>().as_slice() {
            [(slot, 1)] => Some((**slot, self.constant)),
            _ => None,
        }
    }
}
