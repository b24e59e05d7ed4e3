//! Conditions on n and the variables.

use std::fmt;

use super::{Fault, Formula};
use crate::ruleset::number::{is_prime, root};
use crate::ruleset::set::Set;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// What `is` can say of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Property {
    Prime,
    Square,
    Even,
    Odd,
}

/// A condition on n and the variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    Compare(Comparison, Formula, Formula),
    Is(Formula, Property),
    In(Formula, Set),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

impl Comparison {
    pub(crate) const ALL: [(&'static str, Comparison); 6] = [
        ("==", Comparison::Equal),
        ("!=", Comparison::NotEqual),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
    ];

    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}

impl Property {
    pub(crate) const ALL: [(&'static str, Property); 4] =
        [("prime", Property::Prime), ("square", Property::Square), ("even", Property::Even), ("odd", Property::Odd)];

    pub(crate) fn holds(self, value: i64) -> bool {
        match (self, u64::try_from(value)) {
            (Property::Even, _) => value & 1 == 0,
            (Property::Odd, _) => value & 1 == 1,
            (Property::Prime, Ok(value)) => is_prime(value),
            (Property::Square, Ok(value)) => root(value, 2).pow(2) == value,
            (_, Err(_)) => false,
        }
    }
}

impl Condition {
    pub(crate) const TRUE: Condition = Condition::And(Vec::new());

    pub(crate) fn is_true(&self) -> bool {
        matches!(self, Condition::And(all) if all.is_empty())
    }

    pub(crate) const FALSE: Condition = Condition::Or(Vec::new());

    /// The parts that must all hold.
    pub(crate) fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::And(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// Both conditions.
    pub(crate) fn and(self, other: Condition) -> Condition {
        let parts = |condition| match condition {
            Condition::And(parts) => parts,
            one => vec![one],
        };
        let mut all = parts(self);
        all.extend(parts(other));
        if all.len() == 1 { all.remove(0) } else { Condition::And(all) }
    }

    /// Either condition.
    pub(crate) fn or(self, other: Condition) -> Condition {
        let parts = |condition| match condition {
            Condition::Or(parts) => parts,
            one => vec![one],
        };
        let mut any = parts(self);
        any.extend(parts(other));
        if any.len() == 1 { any.remove(0) } else { Condition::Or(any) }
    }

    /// Whether it holds; what stands to the right of a deciding `and` or `or` is not evaluated.
    pub(crate) fn holds(&self, env: &[i64]) -> Result<bool, Fault> {
        Ok(match self {
            Condition::Compare(comparison, a, b) => comparison.holds(a.value(env)?.cmp(&b.value(env)?)),
            Condition::Is(formula, property) => property.holds(formula.value(env)?),
            Condition::In(formula, set) => match u64::try_from(formula.value(env)?) {
                Ok(value) => set.try_contains(value)?,
                Err(_) => false,
            },
            Condition::Not(inner) => !inner.holds(env)?,
            Condition::And(all) => {
                for condition in all {
                    if !condition.holds(env)? {
                        return Ok(false);
                    }
                }
                true
            }
            Condition::Or(any) => {
                for condition in any {
                    if condition.holds(env)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    pub(crate) fn mentions(&self, slot: usize) -> bool {
        match self {
            Condition::Compare(_, a, b) => a.mentions(slot) || b.mentions(slot),
            Condition::Is(formula, _) | Condition::In(formula, _) => formula.mentions(slot),
            Condition::Not(inner) => inner.mentions(slot),
            Condition::And(all) | Condition::Or(all) => all.iter().any(|condition| condition.mentions(slot)),
        }
    }

    /// The condition with `by` in place of a variable.
    pub(crate) fn substitute(&self, slot: usize, by: &Formula) -> Condition {
        let each = |all: &[Condition]| all.iter().map(|condition| condition.substitute(slot, by)).collect();
        match self {
            Condition::Compare(comparison, a, b) => {
                Condition::Compare(*comparison, a.substitute(slot, by), b.substitute(slot, by))
            }
            Condition::Is(formula, property) => Condition::Is(formula.substitute(slot, by), *property),
            Condition::In(formula, set) => Condition::In(formula.substitute(slot, by), set.clone()),
            Condition::Not(inner) => Condition::Not(Box::new(inner.substitute(slot, by))),
            Condition::And(all) => Condition::And(each(all)),
            Condition::Or(any) => Condition::Or(each(any)),
        }
    }

    fn binding(&self) -> u8 {
        match self {
            Condition::Or(any) if any.len() != 1 => 0,
            Condition::And(all) if all.len() != 1 => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |condition: &Condition, least: u8| {
            if condition.binding() < least { format!("({condition})") } else { condition.to_string() }
        };
        let joined = |all: &[Condition], word: &str, least: u8| {
            all.iter().map(|condition| part(condition, least)).collect::<Vec<_>>().join(word)
        };
        match self {
            Condition::Compare(comparison, a, b) => {
                let symbol = Comparison::ALL.iter().find(|(_, c)| c == comparison).map_or("?", |(symbol, _)| symbol);
                write!(f, "{a} {symbol} {b}")
            }
            Condition::Is(formula, property) => write!(f, "{formula} is {property}"),
            Condition::In(formula, set) => write!(f, "{formula} in ({set})"),
            Condition::Not(inner) => match &**inner {
                Condition::Is(formula, property) => write!(f, "{formula} is not {property}"),
                Condition::In(formula, set) => write!(f, "{formula} not in ({set})"),
                other => write!(f, "not ({other})"),
            },
            Condition::And(all) if all.is_empty() => f.write_str("0 == 0"),
            Condition::And(all) => f.write_str(&joined(all, " and ", 2)),
            Condition::Or(any) if any.is_empty() => f.write_str("0 == 1"),
            Condition::Or(any) => f.write_str(&joined(any, " or ", 1)),
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Property::ALL.iter().find(|(_, property)| property == self).map_or("?", |(name, _)| name))
    }
}
