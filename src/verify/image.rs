//! Images of formulas modulo p, their roots, and how fast they grow.
//!
//! - From some k on, the value mod p depends on k modulo a period: k itself on k mod p; E / d, d a number, as E modulo dp; and
//!   b^k runs into a cycle.
//! - Without powers b^k, the value mod p depends on k modulo Dp, D the product of all divisors, for negative k too. So an
//!   integer root k0 gives a multiple of every p: F(k0 + tDp) = 0 mod p, which is an amount for large t where F grows.
//! - F(k) that grows like c k^e with e > 1, or like b^k, has o(n) values up to n.

use std::collections::HashMap;

use super::Refusal;
use super::budget::Budget;
use super::formula::{Formula, read};

/// Roots up to this, in absolute value, are looked for.
const FARTHEST_ROOT: i128 = 64;

/// The values of a formula of k, for k from a number on.
#[derive(Debug)]
pub(super) struct Image {
    formula: Formula,
    first: i128,
}

/// A class that is met: by one member, or by infinitely many.
pub(super) enum Met {
    Once(u64),
    Often(u64),
}

/// How a formula grows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Growth {
    /// Like c k^degree, c not 0, as a fraction.
    Power { degree: u64, above: i128, below: i128 },
    /// Faster than every power, upwards.
    Exponential,
}

impl Image {
    /// `None` where the text is no such image.
    pub(super) fn read(text: &str) -> Option<Image> {
        let (formula, first) = read(text)?;
        Some(Image { formula, first: first.max(0) })
    }

    /// Names every class mod p that a member has, and perhaps more; `false` where they are not known.
    pub(super) fn classes(&self, p: u64, budget: &mut Budget, meets: &mut dyn FnMut(Met)) -> Result<bool, Refusal> {
        let m = u128::from(p);
        let Some((start, period)) = self.formula.cycle(m, budget)? else { return Ok(false) };
        let from = (self.first.unsigned_abs()).max(start);
        budget.spend(u64::try_from(from.saturating_add(period)).unwrap_or(u64::MAX).saturating_mul(16))?;
        for k in self.first.unsigned_abs()..from {
            match self.formula.value(k as i128).map(u64::try_from) {
                Some(Ok(member @ 1..)) => meets(Met::Once(member)),
                // Negative, or so large that it is as good as many.
                _ => match self.formula.modulo(k, m) {
                    Some(class) => meets(Met::Often(class as u64)),
                    None => return Ok(false),
                },
            }
        }
        for k in from..from + period {
            match self.formula.modulo(k, m) {
                Some(class) => meets(Met::Often(class as u64)),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether it has a multiple of every number, by a root.
    pub(super) fn has_multiples(&self) -> bool {
        let grows = matches!(self.formula.growth(), Some(Growth::Power { degree: 1.., above: 1.., .. }));
        grows && (-FARTHEST_ROOT..=FARTHEST_ROOT).any(|k| self.formula.value(k) == Some(0))
    }

    /// Whether its members have density 0.
    pub(super) fn is_sparse(&self) -> bool {
        matches!(self.formula.growth(), Some(Growth::Exponential | Growth::Power { degree: 2.., above: 1.., .. }))
    }
}

impl Formula {
    /// From which k on the value mod m depends on k modulo what; `None` where that is too large.
    fn cycle(&self, m: u128, budget: &mut Budget) -> Result<Option<(u128, u128)>, Refusal> {
        let mut both = |a: &Formula, b: &Formula| {
            let (Some((start, period)), Some((later, other))) = (a.cycle(m, budget)?, b.cycle(m, budget)?) else {
                return Ok(None);
            };
            let common = (period / gcd(period, other)).checked_mul(other);
            Ok(common.map(|common| (start.max(later), common)))
        };
        match self {
            Formula::Number(_) => Ok(Some((0, 1))),
            Formula::Variable => Ok(Some((0, m))),
            Formula::Sum(a, b) | Formula::Difference(a, b) | Formula::Product(a, b) => both(a, b),
            Formula::Power(a, _) => a.cycle(m, budget),
            Formula::Quotient(a, by) => match m.checked_mul(u128::from(*by)) {
                Some(m) => a.cycle(m, budget),
                None => Ok(None),
            },
            Formula::Exponential(base) => {
                if m >= 1 << 63 {
                    return Ok(None);
                }
                let mut seen = HashMap::new();
                let (mut power, mut exponent) = (1 % m, 0);
                while !seen.contains_key(&power) {
                    budget.spend(8)?;
                    seen.insert(power, exponent);
                    power = power * (u128::from(*base) % m) % m;
                    exponent += 1;
                }
                Ok(seen.get(&power).map(|&start| (start, exponent - start)))
            }
        }
    }

    /// `None` where it is not known, as of differences that cancel.
    fn growth(&self) -> Option<Growth> {
        let constant = |above: i128| (above != 0).then_some(Growth::Power { degree: 0, above, below: 1 });
        match self {
            Formula::Number(number) => constant(i128::from(*number)),
            Formula::Variable => Some(Growth::Power { degree: 1, above: 1, below: 1 }),
            Formula::Exponential(_) => Some(Growth::Exponential),
            Formula::Sum(a, b) => plus(a, b, 1),
            Formula::Difference(a, b) => plus(a, b, -1),
            Formula::Product(a, b) => times(a.growth()?, b.growth()?),
            Formula::Power(a, exponent) => {
                (0..*exponent).try_fold(constant(1)?, |so_far, _| times(so_far, a.growth()?))
            }
            Formula::Quotient(a, by) => match a.growth()? {
                // Rounding down may leave 0 of a constant.
                Growth::Power { degree: 0, .. } => None,
                Growth::Power { degree, above, below } => {
                    Some(Growth::Power { degree, above, below: below.checked_mul(i128::from(*by))? })
                }
                Growth::Exponential => Some(Growth::Exponential),
            },
        }
    }
}

/// a + sign b, where 0 is a number that does not grow.
fn plus(a: &Formula, b: &Formula, sign: i128) -> Option<Growth> {
    let zero = |formula: &Formula| *formula == Formula::Number(0);
    match (a.growth(), b.growth()) {
        (growth, _) if zero(b) => growth,
        (_, Some(Growth::Power { degree, above, below })) if zero(a) => {
            Some(Growth::Power { degree, above: sign * above, below })
        }
        (Some(Growth::Exponential), Some(Growth::Power { .. })) => Some(Growth::Exponential),
        (Some(Growth::Power { .. } | Growth::Exponential), Some(Growth::Exponential)) if sign > 0 => {
            Some(Growth::Exponential)
        }
        (
            Some(Growth::Power { degree, above, below }),
            Some(Growth::Power { degree: other, above: top, below: bottom }),
        ) => {
            let top = sign * top;
            if degree > other {
                return Some(Growth::Power { degree, above, below });
            }
            if degree < other {
                return Some(Growth::Power { degree: other, above: top, below: bottom });
            }
            let above = above.checked_mul(bottom)?.checked_add(top.checked_mul(below)?)?;
            (above != 0).then_some(Growth::Power { degree, above, below: below.checked_mul(bottom)? })
        }
        _ => None,
    }
}

fn times(a: Growth, b: Growth) -> Option<Growth> {
    match (a, b) {
        (Growth::Exponential, Growth::Power { above: 1.., .. } | Growth::Exponential)
        | (Growth::Power { above: 1.., .. }, Growth::Exponential) => Some(Growth::Exponential),
        (Growth::Power { degree, above, below }, Growth::Power { degree: other, above: top, below: bottom }) => {
            let (above, below) = (above.checked_mul(top)?, below.checked_mul(bottom)?);
            Some(Growth::Power { degree: degree.checked_add(other)?, above, below })
        }
        _ => None,
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{Ruleset, Take};

    /// The classes are those of many members, for every modulus; of members that come once, just those.
    #[test]
    fn classes_are_those_of_the_members() {
        for text in [
            "{k*k + 1 for k in 1..}",
            "{(k^3 - k)/6 + 1 for k in 1..}",
            "{k*(k + 3)/2/3 + 7 for k in 0..}",
            "{2^k + 1 for k in 0..}",
            "{4^k - 1 for k in 1..}",
            "{k*2^k + 3 for k in 2..}",
            "{6^k/4 + k for k in 1..}",
        ] {
            let rule = Ruleset::parse(text).unwrap();
            let Some(Take::Set(set)) = rule.take() else { panic!("{text}") };
            let image = Image::read(&set.to_string()).unwrap();
            let members = set.members(1 << 40);
            for p in 1..=20 {
                let (mut often, mut once) = (vec![false; p as usize], Vec::new());
                let mut meets = |met| match met {
                    Met::Often(class) => often[class as usize] = true,
                    Met::Once(member) => once.push(member),
                };
                assert!(image.classes(p, &mut Budget::new(u64::MAX), &mut meets).unwrap(), "{text}");
                for class in 0..p {
                    let of_class: Vec<u64> = members.iter().copied().filter(|a| a % p == class).collect();
                    if often[class as usize] {
                        // Of fast growing values the first few are too few to see all classes.
                        assert!(!of_class.is_empty() || members.len() < 100, "{text}: {class} mod {p}");
                    } else {
                        let mut listed: Vec<u64> = once.iter().copied().filter(|a| a % p == class).collect();
                        listed.sort_unstable();
                        listed.dedup();
                        assert_eq!(listed, of_class, "{text}: {class} mod {p}");
                    }
                }
            }
        }
    }

    #[test]
    fn roots_and_growth() {
        for (text, multiples, sparse) in [
            ("{k*k + 1 for k in 1..}", false, true),
            ("{k*k - 4 for k in 3..}", true, true),
            ("{(k^3 - k)/6 + 1 for k in 1..}", true, true),
            ("{2^k - 1 for k in 1..}", false, true),
            ("{k + 2^k for k in 1..}", false, true),
            ("{k*k - k*k + 3*k/2 for k in 1..}", false, false),
            ("{k/2 + 1 for k in 1..}", true, false),
            ("{k^3 - 2*k for k in 2..}", true, true),
        ] {
            let image = Image::read(text).unwrap();
            assert_eq!((image.has_multiples(), image.is_sparse()), (multiples, sparse), "{text}");
        }
        for text in [
            "{k^k for k in 1..}",
            "{a*b for a in 2.. for b in 2..}",
            "{k*k for k in primes}",
            "{k/n for k in 1..}",
            "{k for k in 1.. if k > 3}",
        ] {
            assert!(Image::read(text).is_none(), "{text}");
        }
    }
}
