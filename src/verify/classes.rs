//! Which classes mod p an infinite set meets, and by which members.
//!
//! - Powers of b, powers of a prime, Fibonacci and Lucas numbers: each member decides the class of the next (for the last
//!   two, with the one before it), so classes recur; Fibonacci and Lucas numbers go backwards as well, so all of theirs do.
//! - Squares, cubes, triangular numbers: k mod p or 2p decides the class. Images of formulas: [`super::image`].
//! - Factorials: 0 from p! on.
//! - Primes: the classes coprime to p (Dirichlet), and the primes that divide p, once each. Prime powers: the classes coprime
//!   to p, and those of the powers of each prime that divides p.
//! - Eventually periodic sets: by gcd(p, modulus) from some amount on. Unions; finite exceptions.
//!
//! Where it is not known whether a class has members it is said to have infinitely many: theorems ask that a class has none.

use super::Refusal;
use super::budget::Budget;
use super::image::{Image, Met};
use super::sequence::prime_divisors;
use crate::ruleset::{Named, Periodic, Set};

/// The members of a set in one class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Members {
    /// These, and none else.
    Listed(Vec<u64>),
    /// Infinitely many, or it is not known.
    Many,
}

impl Members {
    /// Whether some member is, or may be, at least `least`.
    pub(super) fn reach(&self, least: u64) -> bool {
        match self {
            Members::Listed(list) => list.iter().any(|&member| member >= least),
            Members::Many => true,
        }
    }

    /// Whether there is none.
    pub(super) fn are_none(&self) -> bool {
        *self == Members::Listed(Vec::new())
    }

    fn or(self, other: Members) -> Members {
        match (self, other) {
            (Members::Listed(mut a), Members::Listed(b)) => {
                a.extend(b);
                Members::Listed(a)
            }
            _ => Members::Many,
        }
    }

    /// Those that `are`; of many, many may be.
    fn that(self, are: impl Fn(u64) -> bool) -> Members {
        match self {
            Members::Listed(mut list) => {
                list.retain(|&member| are(member));
                Members::Listed(list)
            }
            Members::Many => Members::Many,
        }
    }
}

/// The members by class mod p, p >= 1. `None` where nothing is known of the set.
pub(super) fn classes(set: &Set, p: u64, budget: &mut Budget) -> Result<Option<Vec<Members>>, Refusal> {
    budget.spend(p.saturating_mul(8))?;
    let places = usize::try_from(p).map_err(|_| Refusal::NotChecked(format!("a period of {p} heaps")))?;
    let mut classes = Classes { p, members: vec![Members::Listed(Vec::new()); places] };
    match set {
        Set::Named(named) => classes.named(*named),
        Set::Periodic(set) => classes.periodic(set, budget)?,
        Set::Images(images) => {
            let Some(image) = Image::read(&images.to_string()) else { return Ok(None) };
            let mut meets = |met| match met {
                Met::Once(member) => classes.one(member),
                Met::Often(class) => classes.many(class),
            };
            if !image.classes(p, budget, &mut meets)? {
                return Ok(None);
            }
        }
        Set::Union(a, b) => {
            let (Some(a), Some(b)) = (self::classes(a, p, budget)?, self::classes(b, p, budget)?) else {
                return Ok(None);
            };
            classes.members = a.into_iter().zip(b).map(|(a, b)| a.or(b)).collect();
        }
        Set::Difference(a, b) => {
            let Some(all) = self::classes(a, p, budget)? else { return Ok(None) };
            classes.members = all.into_iter().map(|members| members.that(|member| !b.contains(member))).collect();
        }
        Set::Intersection(a, b) => match (self::classes(a, p, budget)?, self::classes(b, p, budget)?) {
            (Some(of_a), Some(of_b)) => {
                let both = |of: (Members, Members)| match of {
                    (Members::Many, of_b) => of_b.that(|member| a.contains(member)),
                    (of_a, _) => of_a.that(|member| b.contains(member)),
                };
                classes.members = of_a.into_iter().zip(of_b).map(both).collect();
            }
            (Some(of_one), None) | (None, Some(of_one)) => classes.members = of_one,
            (None, None) => return Ok(None),
        },
        Set::Where(_) => return Ok(None),
    }
    Ok(Some(classes.members))
}

struct Classes {
    p: u64,
    members: Vec<Members>,
}

/// Longer lists are not written out.
const MOST_LISTED: u64 = 1 << 20;

impl Classes {
    fn many(&mut self, class: u64) {
        self.members[(class % self.p) as usize] = Members::Many;
    }

    fn one(&mut self, member: u64) {
        if let Members::Listed(list) = &mut self.members[(member % self.p) as usize]
            && !list.contains(&member)
        {
            list.push(member);
        }
    }

    fn named(&mut self, named: Named) {
        let p = self.p;
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(p)) as u64;
        match named {
            Named::Squares => (0..p).for_each(|k| self.many(times(k, k))),
            Named::Cubes => (0..p).for_each(|k| self.many(times(times(k, k), k))),
            Named::Triangular => {
                (0..2 * u128::from(p)).for_each(|k| self.many((k * (k + 1) / 2 % u128::from(p)) as u64))
            }
            Named::Fibonacci => self.additive(1, 2),
            Named::Lucas => self.additive(1, 3),
            Named::Factorials => {
                let mut exact = Some(1_u64);
                let mut class = 1 % p;
                for k in 2..=p.max(2) {
                    match exact {
                        Some(member) => self.one(member),
                        None => self.many(class),
                    }
                    exact = exact.and_then(|member| member.checked_mul(k));
                    class = times(class, k % p);
                }
                self.many(0);
            }
            Named::PowersOf(base) => self.powers(1, base),
            Named::Primes | Named::PrimePowers => {
                let dividing = prime_divisors(p);
                (0..p)
                    .filter(|&class| dividing.iter().all(|prime| class % prime != 0))
                    .for_each(|class| self.many(class));
                for prime in dividing {
                    if named == Named::Primes { self.one(prime) } else { self.powers(prime, prime) }
                }
            }
        }
    }

    /// first, first * base, first * base^2, ...: what comes before the classes recur comes once.
    fn powers(&mut self, first: u64, base: u64) {
        let mut seen = vec![None; self.members.len()];
        let (mut power, mut class, mut exact) = (0_usize, first % self.p, Some(first));
        let mut once = Vec::new();
        while seen[class as usize].is_none() {
            seen[class as usize] = Some(power);
            once.push((class, exact));
            power += 1;
            class = (u128::from(class) * u128::from(base) % u128::from(self.p)) as u64;
            exact = exact.and_then(|member| member.checked_mul(base));
        }
        let recurs = seen[class as usize].unwrap_or(0);
        for (place, (class, exact)) in once.into_iter().enumerate() {
            match exact.filter(|_| place < recurs) {
                Some(member) => self.one(member),
                None => self.many(class),
            }
        }
    }

    /// a, b, a + b, ...: the pair before a number decides all that follow and precede it, so all classes recur.
    fn additive(&mut self, a: u64, b: u64) {
        let start = (a % self.p, b % self.p);
        let (mut a, mut b) = start;
        loop {
            self.many(a);
            (a, b) = (b, (a + b) % self.p);
            if (a, b) == start {
                return;
            }
        }
    }

    fn periodic(&mut self, set: &Periodic, budget: &mut Budget) -> Result<(), Refusal> {
        let listed: u64 = set.head().map(|range| range.end() - range.start() + 1).fold(0, u64::saturating_add);
        if listed > MOST_LISTED {
            return Err(Refusal::NotChecked(format!("a set of {listed} amounts")));
        }
        budget.spend(listed)?;
        set.head().flatten().for_each(|member| self.one(member));
        let step = gcd(set.modulus(), self.p);
        for residue in set.residues() {
            let mut class = residue % step;
            while class < self.p {
                self.many(class);
                class += step;
            }
        }
        Ok(())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{Ruleset, Take};

    /// Against the members up to a bound: a class that is missed has none, one that is listed has those, and one with
    /// many has one late.
    #[test]
    fn classes_are_those_of_the_members() {
        for (text, late) in [
            ("squares", true),
            ("cubes | 5", true),
            ("triangular except 1, 3", true),
            ("primes", true),
            ("primes | 1", true),
            ("prime powers", false),
            ("fibonacci", false),
            ("lucas | 2", false),
            ("factorials", false),
            ("powers of 2", false),
            ("powers of 6 | 10", false),
            ("odd & squares", true),
            ("primes & (3 mod 4)", true),
            ("1, 4, 9 | (5 mod 6)", true),
            ("primes except odd", false),
        ] {
            let rule = Ruleset::parse(text).unwrap();
            let Some(Take::Set(set)) = rule.take() else { panic!("{text}") };
            let members = set.members(1_000_000);
            for p in 1..=30 {
                let classes = classes(set, p, &mut Budget::new(u64::MAX)).unwrap().unwrap();
                for (class, of) in (0..p).zip(classes) {
                    let found: Vec<u64> = members.iter().copied().filter(|a| a % p == class).collect();
                    match of {
                        Members::Listed(mut list) => {
                            list.sort_unstable();
                            list.dedup();
                            list.retain(|&a| a <= 1_000_000);
                            assert_eq!(list, found, "{text}: {class} mod {p}");
                        }
                        Members::Many if late && !text.contains(['&', '9']) => {
                            assert!(found.last().is_some_and(|&a| a > 10_000), "{text}: {class} mod {p}");
                        }
                        Members::Many => {}
                    }
                }
            }
        }
    }
}
