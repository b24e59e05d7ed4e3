//! Sets given by a condition or by a formula: `{s : s is prime and s + 2 is prime}`, `{k*k + 1 for k in 1..}`.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::comprehension::{Image, Source, Trouble, Walk};
use super::formula::{Condition, Fault, Formula, LANES, Mask, Operator, Quasi, Variable, set_where};
use super::named::Named;
use super::periodic::{MOST_AMOUNT, Periodic};
use super::set::Set;
use super::terms::Terms;

/// The amounts for which a condition holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Where {
    pub(crate) variable: Variable,
    pub(crate) condition: Condition,
}

impl Where {
    fn env(&self) -> Vec<i64> {
        vec![0; self.variable.slot + 1]
    }

    pub(crate) fn contains(&self, a: u64) -> bool {
        self.try_contains(a).unwrap_or(false)
    }

    pub(crate) fn try_contains(&self, a: u64) -> Result<bool, Fault> {
        let mut env = self.env();
        env[self.variable.slot] = i64::try_from(a).map_err(|_| Fault::Overflow)?;
        Ok(a > 0 && self.condition.holds(&env)?)
    }

    /// The members up to `n`, ascending; and the first amount for which the condition has no value, if there is one.
    fn list(&self, n: u64) -> (Vec<u64>, Option<(i64, Fault)>) {
        let (mut env, mask) = (self.env(), Mask::new(&self.condition, self.variable.slot));
        let (mut members, mut trouble) = (Vec::new(), None);
        let mut start = 1;
        while start <= n.min(MOST_AMOUNT) {
            let mut lanes: Vec<i64> = (start..=n).take(LANES).map(|a| a as i64).collect();
            start += LANES as u64;
            match mask.keep(&mut env, &mut lanes) {
                Ok(kept) => members.extend(lanes[..kept].iter().map(|&a| a as u64)),
                Err(fault) => {
                    trouble = trouble.or(Some(fault));
                    members.extend(lanes.iter().map(|&a| a as u64).filter(|&a| self.contains(a)));
                }
            }
        }
        (members, trouble)
    }

    pub(crate) fn members(&self, n: u64) -> Vec<u64> {
        self.list(n).0
    }

    /// The first amount up to `n` for which the condition has no value.
    pub(crate) fn trouble(&self, n: u64) -> Option<(i64, Fault)> {
        self.list(n).1
    }

    pub(crate) fn about(&self, n: u64) -> f64 {
        const SAMPLE: u64 = 2048;
        let found = self.members(n.min(SAMPLE)).len() as f64;
        if n > SAMPLE { found * n as f64 / SAMPLE as f64 } else { found }
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{} : {}}}", self.variable.name, self.condition)
    }
}

/// The amounts that a formula without n has as values.
#[derive(Debug, Clone)]
pub struct Images {
    image: Image,
    variables: usize,
    lists: usize,
}

/// An image that has so many values at most is a plain finite set.
const MOST_LISTED: usize = 1 << 20;
/// A variable may have so many values below 1 in [`Terms`].
const MOST_BELOW: i64 = 1 << 10;
/// So many choices are tried to list one.
const MOST_TRIED: u64 = 1 << 22;

impl Images {
    /// `image` without n, each of its loops with an end once the largest amount is given.
    pub(crate) fn new(image: Image, variables: usize, lists: usize) -> Images {
        Images { image, variables, lists }
    }

    /// The set in its simplest form.
    ///
    /// # Errors
    /// A fault in a formula of a finite image.
    pub(crate) fn into_set(self) -> Result<Set, Trouble> {
        if let Some(set) = self.known() {
            return Ok(set);
        }
        if !self.image.is_endless() {
            match self.list(i64::MAX as u64, MOST_TRIED) {
                Ok(list) if list.len() <= MOST_LISTED => {
                    return Ok(Periodic::from_ranges(list.into_iter().map(|a| a..=a)).into());
                }
                Ok(_) | Err(Trouble::OutOfBudget | Trouble::TooManyChoices) => {}
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(Set::Images(Box::new(self)))
    }

    /// The set with a plainer description: arithmetic progressions, and the values of k^2, k^3, k (k + 1) / 2, b^k.
    fn known(&self) -> Option<Set> {
        let [only] = self.image.loops().loops() else { return None };
        if self.image.value().is_variable(only.variable.slot) {
            let condition = self.image.loops().condition();
            let all = whole(&only.source)?;
            return Some(if condition.is_true() {
                all
            } else {
                all.intersection(set_where(condition, &only.variable))
            });
        }
        if !self.image.loops().condition().is_true() {
            return None;
        }
        let start = match &only.source {
            Source::Range(low, None) => low.as_number()?,
            Source::Set { set, .. } => match set.as_periodic()?.as_interval()? {
                (least, u64::MAX) => i64::try_from(least).ok()?,
                _ => return None,
            },
            _ => return None,
        };
        let slot = only.variable.slot;
        let from = |least: i64| Set::from(Periodic::at_least(u64::try_from(least).unwrap_or(1)));
        let cut = |named: Named, first: i64| match u64::try_from(first) {
            Ok(first @ 2..) => Set::from(named).difference(Periodic::from_ranges([1..=first - 1]).into()),
            _ => named.into(),
        };
        let first = self.image.value().substitute(slot, &Formula::Number(start)).as_number()?;
        if let Formula::Binary(Operator::Power, base, exponent) = self.image.value()
            && exponent.is_variable(slot)
            && let Some(base @ 2..) = base.as_number()
        {
            return (start >= 0).then(|| cut(Named::PowersOf(base as u64), first));
        }
        let value = Quasi::of(self.image.value(), slot)?;
        let variable = || Formula::Variable(only.variable.clone());
        let product = Formula::binary(
            Operator::Multiply,
            variable(),
            Formula::binary(Operator::Add, variable(), Formula::Number(1)),
        );
        let triangular = Formula::binary(Operator::Divide, product, Formula::Number(2));
        match value.polynomial() {
            Some(&[rest, step]) if step > 0 => {
                let step = u64::try_from(step).ok()?;
                let class = Periodic::residue_class(rest.rem_euclid(i128::from(step)) as u64, step)?;
                Some(Set::from(class).intersection(from(first)))
            }
            Some([0, 0, 1]) if start >= 0 => Some(cut(Named::Squares, first)),
            Some([0, 0, 0, 1]) if start >= 0 => Some(cut(Named::Cubes, first)),
            _ if start >= 0 && Some(&value) == Quasi::of(&triangular, slot).as_ref() => {
                Some(cut(Named::Triangular, first))
            }
            _ => None,
        }
    }

    /// The image as the values of a formula of one variable; `None` where it is of another kind.
    pub(crate) fn terms(&self) -> Option<Terms> {
        let [only] = self.image.loops().loops() else { return None };
        let (variable, condition) = (only.variable.clone(), self.image.loops().condition());
        let mut below = Vec::new();
        if let Source::Range(low, _) = &only.source {
            let low = low.as_number().filter(|&low| low >= -MOST_BELOW)?;
            let mut env = vec![0; variable.slot + 1];
            for k in low..=0 {
                env[variable.slot] = k;
                if condition.holds(&env).ok()? {
                    below.push(k);
                }
            }
        }
        let indices = whole(&only.source)?.intersection(set_where(condition, &variable));
        Some(Terms { formula: self.image.value().clone(), variable, indices, below })
    }

    /// The members up to `n`, if so many choices are enough to list them.
    pub(crate) fn members_within(&self, n: u64, choices: u64) -> Option<Vec<u64>> {
        self.list(n, choices).ok()
    }

    fn list(&self, n: u64, budget: u64) -> Result<Vec<u64>, Trouble> {
        let mut walk = Walk::new(self.variables, self.lists).within(budget);
        let mut members = Vec::new();
        let upto = i64::try_from(n).unwrap_or(i64::MAX);
        self.image.walk(&mut walk, upto, &mut |_, lanes| {
            lanes.each(|a| {
                members.push(a as u64);
                Ok(())
            })
        })?;
        members.sort_unstable();
        members.dedup();
        Ok(members)
    }

    pub(crate) fn members(&self, n: u64) -> Vec<u64> {
        self.list(n, u64::MAX).unwrap_or_default()
    }

    /// Why the members up to `n` cannot be listed, if they cannot.
    pub(crate) fn trouble(&self, n: u64) -> Option<Trouble> {
        // Sets of numbers have about as many members as choices.
        self.list(n, n.saturating_mul(64).saturating_add(MOST_TRIED)).err()
    }

    pub(crate) fn contains(&self, a: u64) -> bool {
        self.members(a).last() == Some(&a)
    }

    pub(crate) fn about(&self, n: u64) -> f64 {
        const SAMPLE: u64 = 1 << 14;
        let count = |n: u64| self.list(n, MOST_TRIED).map_or(0.0, |list| list.len() as f64);
        let (near, far) = (count(n.min(SAMPLE / 16)), count(n.min(SAMPLE)));
        if n <= SAMPLE || near < 1.0 {
            return far;
        }
        // As it grows over the sample, so it goes on.
        let power = (far / near).log(16.0);
        far * (n as f64 / SAMPLE as f64).powf(power)
    }

    pub(crate) fn in_words(&self) -> String {
        format!("a number {}", self.image.in_words())
    }
}

impl fmt::Display for Images {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.image)
    }
}

/// The amounts of a source that does not use n or variables.
fn whole(source: &Source) -> Option<Set> {
    match source {
        Source::Set { set, .. } => Some(set.clone()),
        Source::Range(low, high) => {
            let low = u64::try_from(low.as_number()?).unwrap_or(1);
            Some(match high {
                None => Periodic::at_least(low).into(),
                Some(high) => Periodic::from_ranges([low..=u64::try_from(high.as_number()?).ok()?]).into(),
            })
        }
        _ => None,
    }
}

/// As written.
impl PartialEq for Images {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Images {}

impl Hash for Images {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}
