//! How a formula changes when one variable grows: enough to know where an endless loop can stop, and how many values
//! there are up to n.

use super::{Formula, Operator, Quasi};

/// For each variable, by place, a number that it is never below; `None` where that is not known.
pub(crate) type Lows = [Option<i64>];

/// What happens to a formula when one variable grows and the others stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trend {
    Constant,
    /// It never falls.
    Up,
    /// It never rises.
    Down,
    Unknown,
}

impl Trend {
    fn flipped(self) -> Trend {
        match self {
            Trend::Up => Trend::Down,
            Trend::Down => Trend::Up,
            other => other,
        }
    }

    fn with(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Constant, trend) | (trend, Trend::Constant) => trend,
            (a, b) if a == b => a,
            _ => Trend::Unknown,
        }
    }
}

/// A number that the formula is never below, where one is seen.
pub(crate) fn low(formula: &Formula, lows: &Lows) -> Option<i64> {
    let of = |formula: &Formula| low(formula, lows);
    let natural = |formula: &Formula| of(formula).filter(|&low| low >= 0);
    match formula {
        Formula::Number(value) => Some(*value),
        Formula::Variable(variable) => lows.get(variable.slot).copied().flatten(),
        Formula::Binary(operator, a, b) => match operator {
            Operator::Add => of(a)?.checked_add(of(b)?),
            Operator::Subtract => of(a)?.checked_sub(b.as_number()?),
            Operator::Multiply => natural(a)?.checked_mul(natural(b)?),
            Operator::Divide if b.as_number().is_some_and(|b| b > 0) => operator.apply(of(a)?, b.as_number()?).ok(),
            Operator::Divide => natural(a).and(natural(b)).map(|_| 0),
            // A remainder has the sign of the divisor.
            Operator::Remainder => natural(b).map(|_| 0),
            Operator::Power => natural(a).map(|low| low.min(1)),
            Operator::Gcd => Some(0),
            Operator::Min => Some(of(a)?.min(of(b)?)),
            Operator::Max => of(a).max(of(b)),
        },
    }
}

/// The trend of a formula in one variable, also where parts of it cancel.
pub(crate) fn trend(formula: &Formula, slot: usize, lows: &Lows) -> Trend {
    let rises = |formula: &Formula| {
        let from = Quasi::of(formula, slot)?.rises_from()?;
        (from <= i128::from(low(&Formula::Variable(formula.variable(slot)?), lows)?)).then_some(Trend::Up)
    };
    trend_by(formula, slot, lows, &|formula| rises(formula).unwrap_or(Trend::Unknown))
}

/// The same where each part goes one way only, so that once a number on the way is too large the value is.
pub(crate) fn plain_trend(formula: &Formula, slot: usize, lows: &Lows) -> Trend {
    trend_by(formula, slot, lows, &|_| Trend::Unknown)
}

/// `otherwise` says what becomes of parts that go both ways.
fn trend_by(formula: &Formula, slot: usize, lows: &Lows, otherwise: &dyn Fn(&Formula) -> Trend) -> Trend {
    let (operator, a, b) = match formula {
        Formula::Number(_) => return Trend::Constant,
        Formula::Variable(variable) => return if variable.slot == slot { Trend::Up } else { Trend::Constant },
        Formula::Binary(operator, a, b) => (*operator, &**a, &**b),
    };
    if !formula.mentions(slot) {
        return Trend::Constant;
    }
    let of = |formula: &Formula| trend_by(formula, slot, lows, otherwise);
    let natural = |formula: &Formula| low(formula, lows).is_some_and(|low| low >= 0);
    let positive = |formula: &Formula| formula.as_number().is_some_and(|value| value > 0);
    let trend = match operator {
        Operator::Add | Operator::Min | Operator::Max => of(a).with(of(b)),
        Operator::Subtract => of(a).with(of(b).flipped()),
        Operator::Multiply => match (a.as_number(), b.as_number()) {
            (Some(factor), _) if factor < 0 => of(b).flipped(),
            (Some(_), _) => of(b),
            (_, Some(factor)) if factor < 0 => of(a).flipped(),
            (_, Some(_)) => of(a),
            _ if natural(a) && natural(b) => of(a).with(of(b)),
            _ => Trend::Unknown,
        },
        Operator::Divide if positive(b) => of(a),
        Operator::Power if natural(a) && b.as_number().is_some_and(|power| power >= 0) => of(a),
        Operator::Power if positive(a) => of(b),
        _ => Trend::Unknown,
    };
    if trend == Trend::Unknown { otherwise(formula) } else { trend }
}

/// How a formula grows without end as one variable does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Growth {
    /// In the end it is at least the variable times some constant above 0.
    Linear,
    /// In the end it is more than any multiple of the variable.
    Faster,
}

/// The growth of a formula that has no other variable, where it is known to grow.
pub(crate) fn growth(formula: &Formula, slot: usize) -> Option<Growth> {
    if let Some(quasi) = Quasi::of(formula, slot) {
        return quasi.growth();
    }
    let Formula::Binary(operator, a, b) = formula else { return None };
    let of = |formula: &Formula| growth(formula, slot);
    let mut lows = vec![None; slot];
    lows.push(Some(1));
    let least = |formula: &Formula| low(formula, &lows);
    let sum = |a: &Formula, b: &Formula| of(b).or(least(b).map(|_| Growth::Linear)).and(of(a));
    let product = |a: &Formula, b: &Formula| match (of(a)?, of(b)) {
        (_, Some(_)) => Some(Growth::Faster),
        (growth, None) => least(b).filter(|&least| least >= 1).map(|_| growth),
    };
    match (operator, a.as_number(), b.as_number()) {
        (Operator::Add, ..) => sum(a, b).max(sum(b, a)),
        (Operator::Multiply, ..) => product(a, b).max(product(b, a)),
        (Operator::Subtract, _, Some(_)) => of(a),
        (Operator::Divide | Operator::Power, _, Some(1..)) => of(a),
        (Operator::Power, Some(2..), _) => of(b).map(|_| Growth::Faster),
        _ => None,
    }
}
