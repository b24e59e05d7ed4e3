//! Which classes modulo m a set meets, and which of them without end.
//!
//! - Powers of b, prime powers l, l^2, ... of a prime l that divides m: x -> b x modulo m runs into a cycle.
//! - Fibonacci and Lucas numbers: pairs of neighbours modulo m form a cycle from the start on (Pisano period).
//! - Squares, cubes, triangular numbers: k below m, or 2 m. Factorials: 0 from m! on.
//! - Primes: each class coprime to m without end (Dirichlet), and the primes that divide m.
//! - Values of a formula F(k): the class of F(k) depends on that of k modulo some period in the end, and F grows.
//!
//! Time and memory: about m, times the divisors in a formula.

use crate::ruleset::{Named, Periodic, Set, distinct_primes, gcd, orbit};

/// No larger modulus is looked at.
const MOST_MODULUS: u64 = 1 << 17;
/// So many members of classes that are met finitely often are listed.
const MOST_LISTED: u64 = 1 << 16;

/// What is known of the members of a set modulo m.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// For each class modulo m whether it has members without end, or some of 2^64 or more.
    endless: Vec<bool>,
    /// All members in the other classes, ascending.
    listed: Vec<u64>,
}

impl Classes {
    /// The classes of `set` modulo `m` >= 1; `None` where they are not known exactly, or take too long.
    pub(super) fn of(set: &Set, m: u64) -> Option<Classes> {
        if m > MOST_MODULUS {
            return None;
        }
        let classes = match set {
            Set::Named(named) => Classes::of_named(*named, m),
            Set::Periodic(set) => Classes::of_periodic(set, m)?,
            Set::Images(_) => Classes::of_images(set, m)?,
            Set::Where(_) => return None,
            Set::Union(a, b) => {
                let (mut all, other) = (Classes::of(a, m)?, Classes::of(b, m)?);
                all.endless.iter_mut().zip(&other.endless).for_each(|(a, b)| *a |= b);
                all.listed.extend(other.listed);
                all
            }
            Set::Intersection(a, b) => match (a.as_periodic(), b.as_periodic()) {
                (_, Some(wanted)) => Classes::within(a, wanted, true, m)?,
                (Some(wanted), _) => Classes::within(b, wanted, true, m)?,
                (None, None) => Classes::of_both(a, b, m)?,
            },
            Set::Difference(a, b) => match b.as_periodic() {
                Some(left_out) if !left_out.is_finite() => Classes::within(a, left_out, false, m)?,
                _ => Classes::of_difference(a, b, m)?,
            },
        };
        Some(classes.in_order())
    }

    /// The classes with members without end, ascending.
    pub(super) fn endless(&self) -> impl Iterator<Item = u64> + '_ {
        self.endless.iter().zip(0..).filter(|(endless, _)| **endless).map(|(_, class)| class)
    }

    /// All members in the other classes, ascending.
    pub(super) fn listed(&self) -> &[u64] {
        &self.listed
    }

    fn none(m: u64) -> Classes {
        Classes { endless: vec![false; m as usize], listed: Vec::new() }
    }

    fn modulus(&self) -> u64 {
        self.endless.len() as u64
    }

    fn is_endless(&self, a: u64) -> bool {
        self.endless[(a % self.modulus()) as usize]
    }

    fn mark(&mut self, a: u64) {
        let class = a % self.modulus();
        self.endless[class as usize] = true;
    }

    /// One more member, which is 2^64 or more where it is not given.
    fn add(&mut self, member: Option<u64>, class: u64) {
        match member {
            Some(member) => self.listed.push(member),
            None => self.mark(class),
        }
    }

    fn in_order(mut self) -> Classes {
        let mut listed = std::mem::take(&mut self.listed);
        listed.retain(|&a| !self.is_endless(a));
        listed.sort_unstable();
        listed.dedup();
        Classes { listed, ..self }
    }

    fn of_named(named: Named, m: u64) -> Classes {
        let mut classes = Classes::none(m);
        match named {
            Named::Squares => (0..m).for_each(|k| classes.mark(k * k)),
            Named::Cubes => (0..m).for_each(|k| classes.mark(k * k * k)),
            Named::Triangular => (0..2 * m).for_each(|k| classes.mark(k * (k + 1) / 2)),
            Named::Fibonacci => classes.mark_recurrence(1, 2),
            Named::Lucas => classes.mark_recurrence(1, 3),
            Named::PowersOf(base) => classes.add_powers(1, base, &named.members(u64::MAX)),
            Named::Factorials => {
                classes.mark(0);
                let members = named.members(u64::MAX);
                let mut factorial = 1;
                for k in 1..m {
                    factorial = factorial * k % m;
                    classes.add(members.get(k as usize - 1).copied(), factorial);
                }
            }
            Named::Primes | Named::PrimePowers => {
                (0..m).filter(|&class| gcd(class, m) == 1).for_each(|class| classes.mark(class));
                for prime in distinct_primes(m) {
                    match named {
                        Named::Primes => classes.listed.push(prime),
                        _ => {
                            let powers = Named::PowersOf(prime).members(u64::MAX);
                            classes.add_powers(prime, prime, powers.get(1..).unwrap_or_default());
                        }
                    }
                }
            }
        }
        classes
    }

    /// `first`, `first * base`, `first * base^2`, ...; `members` are those below 2^64.
    fn add_powers(&mut self, first: u64, base: u64, members: &[u64]) {
        let m = self.modulus();
        let (powers, cycle) = orbit(first % m, |power| power * (base % m) % m);
        for (at, &power) in powers.iter().enumerate() {
            self.add(members.get(at).copied().filter(|_| at < cycle), power);
        }
    }

    /// a, b, a + b, ... where that is periodic modulo m from the start on.
    fn mark_recurrence(&mut self, a: u64, b: u64) {
        let m = self.modulus();
        let (pairs, _) = orbit((a % m, b % m), |(a, b)| (b, (a + b) % m));
        pairs.into_iter().for_each(|(a, _)| self.mark(a));
    }

    fn of_periodic(set: &Periodic, m: u64) -> Option<Classes> {
        let mut classes = Classes::none(m);
        let common = gcd(m, set.modulus());
        let mut met = vec![false; common as usize];
        set.residues().iter().for_each(|r| met[(r % common) as usize] = true);
        (0..m).filter(|class| met[(class % common) as usize]).for_each(|class| classes.mark(class));
        if classes.endless.contains(&false) {
            let below = set.from() - 1;
            if set.count(below) > MOST_LISTED {
                return None;
            }
            classes.listed.extend(set.members(below));
        }
        Some(classes)
    }

    fn of_images(set: &Set, m: u64) -> Option<Classes> {
        let Set::Images(images) = set else { return None };
        let terms = images.terms()?;
        terms.growth()?;
        let cycle = terms.cycle(m)?;
        let indices = Classes::of(terms.indices(), cycle.period)?;
        let mut classes = Classes::none(m);
        classes.listed = terms.below()?;
        for class in indices.endless() {
            // Any index of the class that is past the start of the cycle.
            let index = class + cycle.start.next_multiple_of(cycle.period);
            classes.mark(terms.remainder(index, m)?);
        }
        let early = if cycle.start > 0 { terms.indices().members(cycle.start - 1) } else { Vec::new() };
        for &index in indices.listed.iter().chain(&early) {
            classes.listed.extend(terms.amount(index)?);
        }
        Some(classes)
    }

    /// Members of `set` that are in `other`, or that are not.
    fn within(set: &Set, other: &Periodic, inside: bool, m: u64) -> Option<Classes> {
        let common = (m / gcd(m, other.modulus())).checked_mul(other.modulus())?;
        let fine = Classes::of(set, common)?;
        let mut classes = Classes::none(m);
        classes.listed = fine.listed.iter().copied().filter(|&a| other.contains(a) == inside).collect();
        let (kept, cut): (Vec<u64>, Vec<u64>) =
            fine.endless().partition(|class| other.meets_class(class % other.modulus()) == inside);
        kept.into_iter().for_each(|class| classes.mark(class));
        // Of the others only members below the periodic part may be left.
        if !cut.is_empty() && other.from() > 1 {
            if other.from() > MOST_LISTED {
                return None;
            }
            let below = set.members(other.from() - 1).into_iter();
            classes.listed.extend(below.filter(|&a| fine.is_endless(a) && other.contains(a) == inside));
        }
        Some(classes)
    }

    fn of_both(a: &Set, b: &Set, m: u64) -> Option<Classes> {
        let (left, right) = (Classes::of(a, m)?, Classes::of(b, m)?);
        if left.endless().any(|class| right.is_endless(class)) {
            return None;
        }
        let mut classes = Classes::none(m);
        classes.listed = kept(&left.listed, b, true)?;
        classes.listed.extend(kept(&right.listed, a, true)?);
        Some(classes)
    }

    fn of_difference(a: &Set, b: &Set, m: u64) -> Option<Classes> {
        let (left, right) = (Classes::of(a, m)?, Classes::of(b, m)?);
        if left.endless().any(|class| right.is_endless(class)) {
            return None;
        }
        let listed = kept(&left.listed, b, false)?;
        Some(Classes { listed, ..left })
    }
}

/// The members that are in a set, or that are not; `None` where the test takes too long.
fn kept(members: &[u64], set: &Set, inside: bool) -> Option<Vec<u64>> {
    let largest = members.last().copied().unwrap_or(0);
    let quick = largest <= MOST_LISTED || !set.has_images();
    quick.then(|| {
        let test = set.membership(largest);
        members.iter().copied().filter(|&a| test(a) == inside).collect()
    })
}

#[cfg(test)]
mod tests;
