//! Integer formulas and conditions in n and the variables of a rule, as they are evaluated.
//!
//! Arithmetic is on `i64`; what does not fit, and a division by zero, is a [`Fault`] and never a wrong number.

mod column;
mod condition;
mod exact;
mod growth;
mod linear;
mod modular;
mod quasi;
mod steps;

use std::fmt;
use std::sync::Arc;

use super::number::gcd;

pub(crate) use self::column::{Column, LANES, Mask};
pub(crate) use self::condition::{Comparison, Condition, Property};
pub(crate) use self::growth::{Growth, Lows, Trend, growth, low, plain_trend, trend};
pub(crate) use self::linear::Linear;
pub(crate) use self::modular::Cycle;
pub(crate) use self::quasi::{Quasi, set_where};
pub(crate) use self::steps::{Shape, Steps};

/// A variable: its place in the environment, and its name. Place 0 is n.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Variable {
    pub(crate) slot: usize,
    pub(crate) name: Arc<str>,
}

/// An integer formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    Number(i64),
    Variable(Variable),
    Binary(Operator, Box<Formula>, Box<Formula>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds down.
    Divide,
    /// Has the sign of the divisor, so that `a == b * (a / b) + a % b`.
    Remainder,
    Power,
    Gcd,
    Min,
    Max,
}

/// Why a formula has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Overflow,
    DivisionByZero,
    NegativePower,
}

impl Operator {
    pub(crate) fn apply(self, a: i64, b: i64) -> Result<i64, Fault> {
        let value = match self {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide | Operator::Remainder if b == 0 => return Err(Fault::DivisionByZero),
            Operator::Divide if a >= 0 && b > 0 => Some(a / b),
            Operator::Remainder if a >= 0 && b > 0 => Some(a % b),
            Operator::Divide => {
                let down = i64::from(a.checked_rem(b).is_some_and(|r| r != 0) && (a < 0) != (b < 0));
                a.checked_div(b).map(|q| q - down)
            }
            Operator::Remainder => {
                let r = a.checked_rem(b).unwrap_or(0);
                Some(if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
            }
            Operator::Power if b < 0 => return Err(Fault::NegativePower),
            Operator::Power => match (a, u32::try_from(b)) {
                (0 | 1, _) => Some(if b == 0 { 1 } else { a }),
                (-1, _) => Some(1 - 2 * (b & 1)),
                (_, Ok(b)) => a.checked_pow(b),
                (_, Err(_)) => None,
            },
            Operator::Gcd => i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok(),
            Operator::Min => Some(a.min(b)),
            Operator::Max => Some(a.max(b)),
        };
        value.ok_or(Fault::Overflow)
    }

    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
            Operator::Gcd => "gcd",
            Operator::Min => "min",
            Operator::Max => "max",
        }
    }

    /// How tightly it binds; functions bind as atoms do.
    fn binding(self) -> u8 {
        match self {
            Operator::Add | Operator::Subtract => 1,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 2,
            Operator::Power => 3,
            Operator::Gcd | Operator::Min | Operator::Max => ATOM,
        }
    }
}

const ATOM: u8 = 4;

impl Formula {
    pub(crate) fn binary(operator: Operator, a: Formula, b: Formula) -> Formula {
        if let (Formula::Number(a), Formula::Number(b)) = (&a, &b)
            && let Ok(value) = operator.apply(*a, *b)
        {
            return Formula::Number(value);
        }
        Formula::Binary(operator, Box::new(a), Box::new(b))
    }

    pub(crate) fn minus(self, other: Formula) -> Formula {
        Formula::binary(Operator::Subtract, self, other)
    }

    /// The value where variable i has the value `env[i]`.
    pub(crate) fn value(&self, env: &[i64]) -> Result<i64, Fault> {
        match self {
            Formula::Number(value) => Ok(*value),
            Formula::Variable(variable) => Ok(env[variable.slot]),
            // The usual ones, at hand.
            Formula::Binary(Operator::Add, a, b) => a.value(env)?.checked_add(b.value(env)?).ok_or(Fault::Overflow),
            Formula::Binary(Operator::Subtract, a, b) => {
                a.value(env)?.checked_sub(b.value(env)?).ok_or(Fault::Overflow)
            }
            Formula::Binary(operator, a, b) => operator.apply(a.value(env)?, b.value(env)?),
        }
    }

    pub(crate) fn mentions(&self, slot: usize) -> bool {
        match self {
            Formula::Number(_) => false,
            Formula::Variable(variable) => variable.slot == slot,
            Formula::Binary(_, a, b) => a.mentions(slot) || b.mentions(slot),
        }
    }

    /// The variable in a place, if the formula has it.
    pub(crate) fn variable(&self, slot: usize) -> Option<Variable> {
        match self {
            Formula::Number(_) => None,
            Formula::Variable(variable) => (variable.slot == slot).then(|| variable.clone()),
            Formula::Binary(_, a, b) => a.variable(slot).or_else(|| b.variable(slot)),
        }
    }

    pub(crate) fn as_number(&self) -> Option<i64> {
        match self {
            Formula::Number(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn is_variable(&self, slot: usize) -> bool {
        matches!(self, Formula::Variable(variable) if variable.slot == slot)
    }

    /// The formula with `by` in place of a variable.
    pub(crate) fn substitute(&self, slot: usize, by: &Formula) -> Formula {
        match self {
            Formula::Number(_) => self.clone(),
            Formula::Variable(variable) if variable.slot == slot => by.clone(),
            Formula::Variable(_) => self.clone(),
            Formula::Binary(operator, a, b) => {
                Formula::binary(*operator, a.substitute(slot, by), b.substitute(slot, by))
            }
        }
    }

    fn binding(&self) -> u8 {
        match self {
            Formula::Number(value) if *value < 0 => 1,
            Formula::Number(_) | Formula::Variable(_) => ATOM,
            Formula::Binary(operator, ..) => operator.binding(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Overflow => "needs a number beyond 64 bits",
            Fault::DivisionByZero => "divides by zero",
            Fault::NegativePower => "has a negative exponent",
        })
    }
}

/// The notation, with no more parentheses than it needs.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Number(value) => write!(f, "{value}"),
            Formula::Variable(variable) => f.write_str(&variable.name),
            Formula::Binary(operator @ (Operator::Gcd | Operator::Min | Operator::Max), a, b) => {
                write!(f, "{}({a}, {b})", operator.symbol())
            }
            Formula::Binary(operator, a, b) => {
                let here = operator.binding();
                let (left, right) = if *operator == Operator::Power { (here + 1, here) } else { (here, here + 1) };
                let part = |formula: &Formula, least: u8| {
                    if formula.binding() < least { format!("({formula})") } else { formula.to_string() }
                };
                let space = if here == 1 { " " } else { "" };
                write!(f, "{}{space}{}{space}{}", part(a, left), operator.symbol(), part(b, right))
            }
        }
    }
}
