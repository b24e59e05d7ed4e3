//! Formulas in one variable that are polynomials on each residue class, and what that says of conditions: a comparison
//! of two such is true on an eventually periodic set.
//!
//! On the class s = m t + r the formula is an integer polynomial in t. Sums and products stay such; so do a division
//! by a constant d and a remainder by it, on the classes modulo m d: there all coefficients but the constant one
//! are multiples of d.

use super::{Comparison, Condition, Formula, Growth, Operator, Property, Variable};
use crate::ruleset::named::Named;
use crate::ruleset::number::gcd;
use crate::ruleset::periodic::Periodic;
use crate::ruleset::set::{Set, Where};

/// Coefficients, that of t^0 first; no trailing zeros.
type Polynomial = Vec<i128>;

/// A polynomial for each class of the variable, which is natural.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quasi {
    classes: Vec<Polynomial>,
}

const MOST_CLASSES: usize = 4096;
const MOST_DEGREE: usize = 12;
/// Amounts up to this are tried one by one.
const MOST_TRIED: i128 = 1 << 18;

impl Quasi {
    /// `None` when the formula is of another kind, has another variable, or needs numbers that are too large.
    pub(crate) fn of(formula: &Formula, slot: usize) -> Option<Quasi> {
        let (operator, a, b) = match formula {
            Formula::Number(value) => return Some(Quasi::constant(i128::from(*value))),
            Formula::Variable(variable) if variable.slot == slot => return Some(Quasi { classes: vec![vec![0, 1]] }),
            Formula::Variable(_) => return None,
            Formula::Binary(operator, a, b) => (*operator, &**a, &**b),
        };
        let left = Quasi::of(a, slot)?;
        match (operator, b.as_number().map(i128::from)) {
            (Operator::Add, _) => left.with(&Quasi::of(b, slot)?, add),
            (Operator::Subtract, _) => left.with(&Quasi::of(b, slot)?, |a, b| add(a, &multiply(b, &[-1])?)),
            (Operator::Multiply, _) => left.with(&Quasi::of(b, slot)?, multiply),
            (Operator::Divide, Some(d)) if d > 0 => left.finer(d)?.map(|p| {
                let mut quotient: Polynomial = p.iter().map(|c| c / d).collect();
                if let Some(first) = quotient.first_mut() {
                    *first = p[0].div_euclid(d);
                }
                Some(trimmed(quotient))
            }),
            (Operator::Remainder, Some(d)) if d > 0 => {
                left.finer(d)?.map(|p| Some(trimmed(vec![p.first().map_or(0, |c| c.rem_euclid(d))])))
            }
            (Operator::Power, Some(power @ 0..=12)) => {
                (0..power).try_fold(Quasi::constant(1), |product, _| product.with(&left, multiply))
            }
            (Operator::Gcd, Some(d)) if d > 0 => left.finer(d)?.map(|p| {
                let rest = p.first().map_or(0, |c| c.rem_euclid(d));
                Some(vec![i128::from(gcd(u64::try_from(rest).ok()?, u64::try_from(d).ok()?))])
            }),
            _ => None,
        }
    }

    fn constant(value: i128) -> Quasi {
        Quasi { classes: vec![trimmed(vec![value])] }
    }

    /// The one polynomial with integer coefficients that it is on all classes, if so.
    pub(crate) fn polynomial(&self) -> Option<&[i128]> {
        match self.classes.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// From this value of the variable on it never falls, and it grows without end; `None` if that is not so.
    pub(crate) fn rises_from(&self) -> Option<i128> {
        // The differences between neighbours, class by class, must be positive in the end or always 0.
        let m = self.classes.len();
        let mut from = 0;
        let next = |r: usize| -> Option<Polynomial> {
            if r + 1 < m { Some(self.classes[r + 1].clone()) } else { shifted(&self.classes[0], 1, 1) }
        };
        for r in 0..m {
            let step = add(&next(r)?, &multiply(&self.classes[r], &[-1])?)?;
            match step.last() {
                Some(&lead) if lead < 0 => return None,
                Some(_) => from = from.max(settled(&step)?.checked_mul(m as i128)?),
                None => {}
            }
        }
        if from > MOST_TRIED {
            return None;
        }
        // The bound is generous: step back as long as it goes on rising.
        while from > 0 && self.at(from - 1)? <= self.at(from)? {
            from -= 1;
        }
        self.classes.iter().any(|p| p.len() > 1).then_some(from)
    }

    /// How it grows, where it does so without end on every class.
    pub(crate) fn growth(&self) -> Option<Growth> {
        let grows = |p: &Polynomial| p.len() > 1 && p.last().is_some_and(|&lead| lead > 0);
        let faster = self.classes.iter().all(|p| p.len() > 2);
        self.classes.iter().all(grows).then_some(if faster { Growth::Faster } else { Growth::Linear })
    }

    /// Whether the polynomial of its class is 0 there; the variable may be negative.
    pub(crate) fn vanishes_at(&self, value: i128) -> bool {
        let m = self.classes.len() as i128;
        evaluate(&self.classes[value.rem_euclid(m) as usize], value.div_euclid(m)) == Some(0)
    }

    fn map(self, f: impl Fn(Polynomial) -> Option<Polynomial>) -> Option<Quasi> {
        Some(Quasi { classes: self.classes.into_iter().map(f).collect::<Option<_>>()? })
    }

    /// The same on `factor` times as many classes.
    fn finer(&self, factor: i128) -> Option<Quasi> {
        let m = self.classes.len();
        let factor = usize::try_from(factor).ok().filter(|factor| factor * m <= MOST_CLASSES)?;
        let class = |r: usize| shifted(&self.classes[r % m], factor as i128, (r / m) as i128);
        Some(Quasi { classes: (0..m * factor).map(class).collect::<Option<_>>()? })
    }

    fn with(&self, other: &Quasi, f: impl Fn(&[i128], &[i128]) -> Option<Polynomial>) -> Option<Quasi> {
        let (a, b) = (self.classes.len(), other.classes.len());
        let common = gcd(a as u64, b as u64) as usize;
        let (left, right) = (self.finer((b / common) as i128)?, other.finer((a / common) as i128)?);
        let classes = left.classes.iter().zip(&right.classes).map(|(a, b)| f(a, b)).collect::<Option<_>>()?;
        Some(Quasi { classes })
    }

    fn at(&self, value: i128) -> Option<i128> {
        let m = self.classes.len() as i128;
        evaluate(&self.classes[(value % m) as usize], value / m)
    }

    /// The amounts for which `holds` is true of the sign; `None` when they are too many to write out.
    fn amounts(&self, holds: impl Fn(i128) -> bool) -> Option<Periodic> {
        let m = self.classes.len();
        if let [p] = self.classes.as_slice()
            && let Some(set) = one_crossing(p, &holds)
        {
            return Some(set);
        }
        let settled = self.classes.iter().map(|p| settled(p)).collect::<Option<Vec<i128>>>()?;
        let from = settled.into_iter().max()?.checked_mul(m as i128)?.max(1);
        if from + m as i128 > MOST_TRIED {
            return None;
        }
        let head = (1..from).map(|s| Some((s as u64, holds(self.at(s)?)))).collect::<Option<Vec<_>>>()?;
        let head = head.into_iter().filter(|(_, holds)| *holds).map(|(s, _)| s..=s);
        let head = Periodic::from_ranges(head);
        let lead = |p: &Polynomial| p.last().map_or(0, |c| c.signum());
        let residues = (0..m as u64).filter(|&r| holds(lead(&self.classes[r as usize]))).collect();
        Some(Periodic::with_tail(&head, from as u64, m as u64, residues))
    }
}

/// The amounts s at which a polynomial that only rises, or only falls, has a sign that `holds`.
fn one_crossing(p: &[i128], holds: &impl Fn(i128) -> bool) -> Option<Periodic> {
    const LAST: i128 = i64::MAX as i128;
    let growing = p.iter().skip(1).all(|&c| c >= 0);
    if !growing && !p.iter().skip(1).all(|&c| c <= 0) {
        return None;
    }
    // Past i128 the sign is that of the leading coefficient.
    let lead = p.last().map_or(0, |c| c.signum());
    let sign = |s: i128| evaluate(p, s).map_or(lead, i128::signum);
    // The first s from which the sign is at least (rising) or at most (falling) `bound`.
    let first = |bound: i128| {
        let reached = |s: i128| if growing { sign(s) >= bound } else { sign(s) <= -bound };
        let (mut low, mut high) = (1, LAST + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if reached(middle) { high = middle } else { low = middle + 1 }
        }
        low
    };
    let (zero, beyond) = (first(0), first(1));
    let direction = if growing { 1 } else { -1 };
    let mut set = Periodic::from_ranges([]);
    for (start, end, sign) in [(1, zero, -direction), (zero, beyond, 0), (beyond, LAST + 1, direction)] {
        if start < end && holds(sign) {
            let piece = match end > LAST {
                true => Periodic::at_least(start as u64),
                false => Periodic::from_ranges([start as u64..=end as u64 - 1]),
            };
            set = set.union(&piece)?;
        }
    }
    Some(set)
}

/// From this t on the polynomial has the sign of its leading coefficient (Cauchy's bound).
fn settled(p: &[i128]) -> Option<i128> {
    let Some((lead, rest)) = p.split_last() else { return Some(0) };
    let largest = rest.iter().map(|c| c.abs()).max().unwrap_or(0);
    (largest / lead.abs()).checked_add(2)
}

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last() == Some(&0) {
        p.pop();
    }
    p
}

fn add(a: &[i128], b: &[i128]) -> Option<Polynomial> {
    let at = |p: &[i128], i: usize| p.get(i).copied().unwrap_or(0);
    let sum = (0..a.len().max(b.len())).map(|i| at(a, i).checked_add(at(b, i))).collect::<Option<_>>()?;
    Some(trimmed(sum))
}

fn multiply(a: &[i128], b: &[i128]) -> Option<Polynomial> {
    if a.is_empty() || b.is_empty() {
        return Some(Vec::new());
    }
    let mut product = vec![0i128; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = product[i + j].checked_add(x.checked_mul(*y)?)?;
        }
    }
    let product = trimmed(product);
    (product.len() <= MOST_DEGREE + 1).then_some(product)
}

/// p(factor t + offset)
fn shifted(p: &[i128], factor: i128, offset: i128) -> Option<Polynomial> {
    p.iter().rev().try_fold(Vec::new(), |sum, &c| add(&multiply(&sum, &trimmed(vec![offset, factor]))?, &[c]))
}

fn evaluate(p: &[i128], t: i128) -> Option<i128> {
    p.iter().rev().try_fold(0i128, |sum, &c| sum.checked_mul(t)?.checked_add(c))
}

/// The amounts for which a condition on one variable holds.
pub(crate) fn set_where(condition: &Condition, variable: &Variable) -> Set {
    known(condition, variable.slot)
        .unwrap_or_else(|| Set::Where(Box::new(Where { variable: variable.clone(), condition: condition.clone() })))
}

/// `None` when a part of the condition is of a kind that no set of its own stands for.
fn known(condition: &Condition, slot: usize) -> Option<Set> {
    let everything = || Set::from(Periodic::at_least(1));
    match condition {
        Condition::Compare(comparison, a, b) => {
            let difference = Formula::binary(Operator::Subtract, a.clone(), b.clone());
            Some(Quasi::of(&difference, slot)?.amounts(|sign| comparison.holds(sign.cmp(&0)))?.into())
        }
        Condition::Is(formula, property @ (Property::Even | Property::Odd)) => {
            let half = Formula::binary(Operator::Remainder, formula.clone(), Formula::Number(2));
            let wanted = Formula::Number(i64::from(*property == Property::Odd));
            known(&Condition::Compare(Comparison::Equal, half, wanted), slot)
        }
        Condition::Is(formula, Property::Prime) if formula.is_variable(slot) => Some(Named::Primes.into()),
        Condition::Is(formula, Property::Square) if formula.is_variable(slot) => Some(Named::Squares.into()),
        Condition::Is(..) => None,
        Condition::In(formula, set) => formula.is_variable(slot).then(|| set.clone()),
        Condition::Not(inner) => Some(everything().difference(known(inner, slot)?)),
        Condition::And(all) => {
            all.iter().try_fold(everything(), |set, condition| Some(set.intersection(known(condition, slot)?)))
        }
        Condition::Or(any) => {
            any.iter().try_fold(Set::from(Periodic::from_ranges([])), |set, one| Some(set.union(known(one, slot)?)))
        }
    }
}
