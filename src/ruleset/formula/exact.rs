//! The value of a formula whose steps may go beyond 64 bits: only where it matters whether they come back.

use num_bigint::BigInt;

use super::{Formula, Operator};

/// Larger numbers are not computed.
const MOST_BITS: u64 = 1 << 14;

impl Formula {
    /// Whether the value is at least 0, whatever the size of the numbers on the way; `None` where it has none, or they
    /// are too large even so.
    pub(crate) fn is_natural(&self, env: &[i64]) -> Option<bool> {
        self.exact(env).map(|value| value >= BigInt::ZERO)
    }

    fn exact(&self, env: &[i64]) -> Option<BigInt> {
        match self {
            Formula::Number(value) => Some((*value).into()),
            Formula::Variable(variable) => Some((*env.get(variable.slot)?).into()),
            Formula::Binary(operator, a, b) => apply(*operator, a.exact(env)?, b.exact(env)?),
        }
    }
}

fn apply(operator: Operator, a: BigInt, b: BigInt) -> Option<BigInt> {
    match operator {
        Operator::Add => Some(a + b),
        Operator::Subtract => Some(a - b),
        Operator::Multiply => (a.bits().saturating_add(b.bits()) <= MOST_BITS).then(|| a * b),
        Operator::Divide => {
            let quotient = a.checked_div(&b)?;
            let down = (&quotient * &b != a) && ((a < BigInt::ZERO) != (b < BigInt::ZERO));
            Some(quotient - i32::from(down))
        }
        Operator::Remainder => {
            let quotient = apply(Operator::Divide, a.clone(), b.clone())?;
            Some(a - quotient * b)
        }
        Operator::Power => {
            let power = u32::try_from(&b).ok().filter(|&power| a.bits().saturating_mul(power.into()) <= MOST_BITS)?;
            Some(a.pow(power))
        }
        Operator::Min => Some(a.min(b)),
        Operator::Max => Some(a.max(b)),
        Operator::Gcd => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Operator::{Add, Divide, Max, Min, Multiply, Power, Remainder, Subtract};

    #[test]
    fn exact_values_are_those_of_64_bits_where_these_exist() {
        for operator in [Add, Subtract, Multiply, Divide, Remainder, Power, Min, Max] {
            for (a, b) in (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b))) {
                let expected = operator.apply(a, b).ok().map(BigInt::from);
                assert_eq!(apply(operator, a.into(), b.into()), expected, "{a} {operator:?} {b}");
            }
        }
    }
}
