//! The values of a formula modulo m, as one variable goes up from 0: they are periodic in the end.
//!
//! k modulo m has period m; sums and products have the least common multiple of the periods of their parts. Rounded
//! down, F / d modulo m follows from F modulo d m, and F % d from F modulo d. A power b^E of a constant follows from E
//! modulo the period of b^0, b^1, b^2, ... once E is past what comes before that period.

use super::{Formula, Operator, Quasi};
use crate::ruleset::number::{gcd, orbit};

/// Longer periods and larger moduli are not looked at.
const MOST: u64 = 1 << 17;

/// From `start` on, values of a variable that are `period` apart give the formula the same remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub(crate) start: u64,
    pub(crate) period: u64,
}

impl Cycle {
    fn with(self, other: Cycle) -> Option<Cycle> {
        let period = (self.period / gcd(self.period, other.period)).checked_mul(other.period)?;
        (period <= MOST).then_some(Cycle { start: self.start.max(other.start), period })
    }
}

impl Formula {
    /// When the remainders modulo `m` recur as a variable goes up; `None` where that is not known or takes too long.
    pub(crate) fn cycle(&self, slot: usize, m: u64) -> Option<Cycle> {
        if m > MOST {
            return None;
        }
        let (operator, a, b) = match self {
            _ if !self.mentions(slot) => return Some(Cycle { start: 0, period: 1 }),
            Formula::Binary(operator, a, b) => (*operator, &**a, &**b),
            _ => return Some(Cycle { start: 0, period: m }),
        };
        let constant = |formula: &Formula| u64::try_from(formula.as_number()?).ok();
        match operator {
            Operator::Add | Operator::Subtract | Operator::Multiply => a.cycle(slot, m)?.with(b.cycle(slot, m)?),
            Operator::Divide => a.cycle(slot, constant(b).filter(|&d| d > 0)?.checked_mul(m)?),
            Operator::Remainder | Operator::Gcd => a.cycle(slot, constant(b).filter(|&d| d > 0)?),
            Operator::Power if b.as_number().is_some() => constant(b).and_then(|_| a.cycle(slot, m)),
            Operator::Power => {
                let base = constant(a)? % m;
                let (powers, before) = orbit(1 % m, |power| power * base % m);
                let exponent = b.cycle(slot, (powers.len() - before) as u64)?;
                // From here on the exponent never falls.
                let first = u64::try_from(Quasi::of(b, slot)?.rises_from()?).ok()?;
                let reached = |k: &u64| b.at(slot, *k).is_some_and(|exponent| exponent >= before as i64);
                let start = (first..first.saturating_add(MOST)).find(reached)?;
                Some(Cycle { start: start.max(exponent.start), ..exponent })
            }
            Operator::Min | Operator::Max => None,
        }
    }

    /// The remainder modulo `m` where a variable has a value; `None` as for [`Formula::cycle`].
    pub(crate) fn remainder(&self, slot: usize, value: u64, m: u64) -> Option<u64> {
        // So that products fit.
        if m > 1 << 32 {
            return None;
        }
        let (operator, a, b) = match self {
            Formula::Number(number) => return Some(i128::from(*number).rem_euclid(i128::from(m)) as u64),
            Formula::Variable(variable) => return (variable.slot == slot).then_some(value % m),
            Formula::Binary(operator, a, b) => (*operator, &**a, &**b),
        };
        let of = |formula: &Formula, m: u64| formula.remainder(slot, value, m);
        let divisor = || u64::try_from(b.as_number()?).ok().filter(|&d| d > 0);
        Some(match operator {
            Operator::Add => (of(a, m)? + of(b, m)?) % m,
            Operator::Subtract => (of(a, m)? + (m - of(b, m)?)) % m,
            Operator::Multiply => of(a, m)? * of(b, m)? % m,
            Operator::Divide => of(a, divisor()?.checked_mul(m)?)? / divisor()?,
            Operator::Remainder => of(a, divisor()?)? % m,
            Operator::Gcd => gcd(of(a, divisor()?)?, divisor()?) % m,
            Operator::Power => {
                let (mut square, mut exponent) = (of(a, m)?, u64::try_from(b.at(slot, value)?).ok()?);
                let mut power = 1 % m;
                while exponent > 0 {
                    if exponent & 1 == 1 {
                        power = power * square % m;
                    }
                    square = square * square % m;
                    exponent >>= 1;
                }
                power
            }
            Operator::Min | Operator::Max => return None,
        })
    }

    /// The value where the only variable has this one; `None` where it does not fit.
    pub(crate) fn at(&self, slot: usize, value: u64) -> Option<i64> {
        let mut env = vec![0; slot + 1];
        env[slot] = i64::try_from(value).ok()?;
        self.value(&env).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::formula::Variable;

    fn formulas() -> Vec<Formula> {
        let k = || Formula::Variable(Variable { slot: 1, name: "k".into() });
        let number = Formula::Number;
        let of = Formula::binary;
        let power = |base: i64, exponent| of(Operator::Power, number(base), exponent);
        let cube = of(Operator::Power, k(), number(3));
        vec![
            number(-7),
            k(),
            of(Operator::Divide, cube.clone().minus(k()), number(6)),
            of(Operator::Divide, cube.clone().minus(number(100)), number(7)),
            of(Operator::Remainder, cube.clone(), number(5)),
            of(Operator::Gcd, cube.minus(number(4)), number(12)),
            of(Operator::Add, power(2, k()), k()),
            power(4, k()).minus(number(1)),
            of(Operator::Divide, power(3, k()), number(2)),
            of(Operator::Multiply, k(), power(6, of(Operator::Divide, k(), number(3)))),
            power(2, of(Operator::Add, k(), number(3))),
        ]
    }

    #[test]
    fn remainders_are_those_of_the_values_and_recur() {
        for formula in formulas() {
            for m in 1..=40 {
                let remainder = |k: u64| formula.remainder(1, k, m);
                for k in 0..24 {
                    let value = formula.at(1, k).unwrap();
                    assert_eq!(remainder(k), Some(value.rem_euclid(m as i64) as u64), "{formula}, {k} mod {m}");
                }
                let Cycle { start, period } = formula.cycle(1, m).unwrap();
                let recurs = |k: u64| remainder(k) == remainder(k + period);
                assert!((start..start + 2 * period).all(recurs), "{formula} mod {m}: {period} from {start}");
            }
        }
    }

    #[test]
    fn what_is_not_known_has_no_cycle() {
        let k = || Formula::Variable(Variable { slot: 1, name: "k".into() });
        for (operator, a, b) in [
            (Operator::Min, k(), Formula::Number(5)),
            (Operator::Divide, Formula::Number(5), k()),
            (Operator::Power, k(), k()),
            (Operator::Divide, k(), Formula::Number(i64::MAX)),
        ] {
            assert_eq!(Formula::binary(operator, a, b).cycle(1, 7), None);
        }
    }
}
