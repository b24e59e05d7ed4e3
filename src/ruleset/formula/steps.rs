//! Formulas of degree 2 at most along a run of values of one variable, by finite differences: two additions a value.

use super::{Formula, Linear, Operator};

/// A formula as the variable goes up by 1 from value to value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps {
    pub(crate) value: i64,
    /// What is added to the value next.
    step: i64,
    /// What is added to the step each time.
    second: i64,
}

/// What is known of a formula before it is followed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    Constant,
    /// The variable.
    Itself,
    /// Linear in all variables; the factor of this one.
    Slope(i64),
    /// The factor depends on other variables.
    Degree1,
    Degree2,
}

impl Shape {
    /// `None` where the formula is not a polynomial of a degree up to 2 in the variable.
    pub(crate) fn of(formula: &Formula, slot: usize) -> Option<Shape> {
        Some(match (formula.degree(slot)?, Linear::of(formula)) {
            (0, _) => Shape::Constant,
            _ if formula.is_variable(slot) => Shape::Itself,
            (1, Some(linear)) => Shape::Slope(linear.coefficient(slot)),
            (1, None) => Shape::Degree1,
            (2, _) => Shape::Degree2,
            _ => return None,
        })
    }
}

impl Steps {
    /// From `first` on, of a formula of a degree up to 2, given as its shape; `None` where it has no value, or may meet a
    /// number that does not fit, somewhere between `first` and `last`. `env` keeps `first`.
    pub(crate) fn along(
        formula: &Formula,
        shape: Shape,
        env: &mut [i64],
        slot: usize,
        first: i64,
        last: i64,
    ) -> Option<Steps> {
        let at = |env: &mut [i64], value: i64| {
            env[slot] = value;
            formula.value(env).ok()
        };
        let (step, second) = match shape {
            Shape::Constant => (0, 0),
            Shape::Itself => return Some(Steps { value: first, step: 1, second: 0 }),
            _ if first == last => (0, 0),
            // What is in it rises or falls throughout, and fits at both ends.
            Shape::Slope(slope) => at(env, last).map(|_| (slope, 0))?,
            Shape::Degree1 => {
                let (next, _) = (at(env, first + 1)?, at(env, last)?);
                (next.wrapping_sub(at(env, first)?), 0)
            }
            Shape::Degree2 => {
                formula.bounds(env, slot, first, last.max(first.checked_add(2)?))?;
                let (next, third) = (at(env, first + 1)?, at(env, first + 2)?);
                let step = next.wrapping_sub(at(env, first)?);
                (step, third.wrapping_sub(next).wrapping_sub(step))
            }
        };
        Some(Steps { value: at(env, first)?, step, second })
    }

    /// What is added each time, where that is always the same.
    pub(crate) fn slope(&self) -> Option<i64> {
        (self.second == 0).then_some(self.step)
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        // What is past the last value may not fit, and is not looked at.
        self.value = self.value.wrapping_add(self.step);
        self.step = self.step.wrapping_add(self.second);
    }

    /// So many steps ahead.
    pub(crate) fn ahead(&self, steps: i64) -> Steps {
        // steps * (steps - 1) / 2 without a product that is too large.
        let (a, b) = if steps % 2 == 0 { (steps / 2, steps - 1) } else { (steps, (steps - 1) / 2) };
        let value = self.value.wrapping_add(steps.wrapping_mul(self.step));
        Steps {
            value: value.wrapping_add(a.wrapping_mul(b).wrapping_mul(self.second)),
            step: self.step.wrapping_add(steps.wrapping_mul(self.second)),
            second: self.second,
        }
    }

    /// Whether it only rises, or only falls, over so many steps.
    pub(crate) fn is_monotone(&self, steps: i64) -> bool {
        let last = self.ahead(steps - 1).step;
        self.second == 0 || steps < 2 || (self.step >= 0) == (last >= 0)
    }
}

impl Formula {
    /// The degree in a variable; `None` where it is not a polynomial in it.
    fn degree(&self, slot: usize) -> Option<u32> {
        match self {
            _ if !self.mentions(slot) => Some(0),
            Formula::Binary(Operator::Add | Operator::Subtract, a, b) => Some(a.degree(slot)?.max(b.degree(slot)?)),
            Formula::Binary(Operator::Multiply, a, b) => a.degree(slot)?.checked_add(b.degree(slot)?),
            Formula::Binary(Operator::Power, a, b) => a.degree(slot)?.checked_mul(u32::try_from(b.as_number()?).ok()?),
            Formula::Binary(..) => None,
            Formula::Number(_) | Formula::Variable(_) => Some(1),
        }
    }

    /// Numbers between which the polynomial, and all that it is made of, lies while the variable goes from `first` to
    /// `last`; `None` where they do not fit.
    fn bounds(&self, env: &[i64], slot: usize, first: i64, last: i64) -> Option<(i64, i64)> {
        if !self.mentions(slot) {
            return self.value(env).ok().map(|value| (value, value));
        }
        let Formula::Binary(operator, a, b) = self else { return Some((first, last)) };
        let (a, b) = (a.bounds(env, slot, first, last)?, b.bounds(env, slot, first, last)?);
        match operator {
            Operator::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
            Operator::Subtract => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
            Operator::Multiply => {
                let all = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
                Some((*all.iter().min()?, *all.iter().max()?))
            }
            // The exponent is a constant.
            Operator::Power => {
                let largest = operator.apply(a.0.unsigned_abs().max(a.1.unsigned_abs()).try_into().ok()?, b.0).ok()?;
                Some((largest.checked_neg()?, largest))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::formula::Variable;

    fn var(slot: usize, name: &str) -> Formula {
        Formula::Variable(Variable { slot, name: name.into() })
    }

    #[test]
    fn steps_have_the_values_of_the_formula() {
        let (n, k) = (var(0, "n"), var(1, "k"));
        let square = Formula::binary(Operator::Multiply, k.clone(), k.clone());
        let third = Formula::binary(Operator::Divide, n.clone(), Formula::Number(3));
        let power = Formula::binary(Operator::Power, k.clone().minus(Formula::Number(7)), Formula::Number(2));
        for formula in [k.clone(), n.clone().minus(square), third.minus(k.clone()), power, n.clone()] {
            let shape = Shape::of(&formula, 1).unwrap();
            let mut env = vec![1000, 0];
            let start = Steps::along(&formula, shape, &mut env, 1, 3, 40).unwrap();
            let mut steps = start;
            for k in 3..=40 {
                env[1] = k;
                assert_eq!(Ok(steps.value), formula.value(&env), "{formula} at {k}");
                assert_eq!(start.ahead(k - 3).value, steps.value, "{formula} at {k}");
                steps.advance();
            }
        }
        let mut env = vec![1000, 0];
        let cut = Formula::binary(Operator::Power, k.clone().minus(Formula::Number(7)), Formula::Number(2));
        let steps = Steps::along(&cut, Shape::Degree2, &mut env, 1, 3, 40).unwrap();
        assert!(!steps.is_monotone(37) && steps.ahead(4).is_monotone(33) && steps.is_monotone(4));
    }

    #[test]
    fn what_may_not_fit_has_no_steps() {
        let k = var(1, "k");
        let square = Formula::binary(Operator::Multiply, k.clone(), k.clone());
        let mut env = vec![1, 0];
        assert!(Steps::along(&square, Shape::Degree2, &mut env, 1, 1, 3_037_000_499).is_some());
        assert!(Steps::along(&square, Shape::Degree2, &mut env, 1, 1, 3_037_000_500).is_none());
        let double = Formula::binary(Operator::Multiply, k.clone(), Formula::Number(2));
        assert!(Steps::along(&double, Shape::Slope(2), &mut env, 1, 0, i64::MAX / 2).is_some());
        assert!(Steps::along(&double, Shape::Slope(2), &mut env, 1, 0, i64::MAX / 2 + 1).is_none());
        assert_eq!(Formula::binary(Operator::Gcd, k.clone(), k).degree(1), None);
    }
}
