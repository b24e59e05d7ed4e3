//! Residue classes that save work: but for 2 and 3 all primes are 1 or 5 mod 6, so a heap blocks one third of the
//! heaps.
//!
//! Heaps are sorted by their remainder mod q, and so are the members of S. A heap c + q j and the members r + q k of
//! one class lead from the heaps of one class only, (c + r) mod q, and there S is a string of bits, a q-th as long: the
//! heap with the quotient i is reached when i - j, less 1 where c + r >= q, is a k of that class. Classes without
//! members cost nothing; members of a class that has but few are looked at one by one.

use super::shifts::{LANES, Shifts};

/// What is tried for q; q = 1 is no classes at all.
const MODULI: [usize; 12] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 30];
/// Bits that a core ORs in a nanosecond.
const BITS: f64 = 1100.0;
/// Nanoseconds that a heap takes for each further segment of the engine `convolution`.
const PRODUCTS: f64 = 8.0;

pub(crate) struct Wheel {
    pub(crate) modulus: usize,
    pub(crate) classes: Vec<Class>,
    /// Members of other classes, ascending.
    pub(super) few: Vec<usize>,
}

/// The members with one remainder.
pub(crate) struct Class {
    pub(crate) remainder: usize,
    /// Their quotients.
    pub(super) quotients: Shifts,
}

impl Wheel {
    /// For heaps 0..=n and the members up to n, ascending, where only heaps are ORed whose quotients are less than
    /// `reach` from each other.
    pub(super) fn new(members: &[u64], n: usize, reach: usize) -> Self {
        let plans = MODULI.into_iter().map(|modulus| Plan::new(members, n, reach, modulus));
        let Some(plan) = plans.min_by(|a, b| a.cost.total_cmp(&b.cost)) else {
            return Wheel { modulus: 1, classes: Vec::new(), few: Vec::new() };
        };
        let modulus = plan.modulus;
        let of_class = |remainder| {
            let members = members.iter().map(|&s| s as usize);
            members.filter(move |s| s % modulus == remainder)
        };
        let class = |remainder| Class {
            remainder,
            quotients: Shifts::new(of_class(remainder).map(|s| s / modulus), n / modulus + LANES),
        };
        let mut few: Vec<usize> = plan.few.iter().flat_map(|&remainder| of_class(remainder)).collect();
        few.sort_unstable();
        Wheel { modulus, classes: plan.many.into_iter().map(class).collect(), few }
    }

    /// The remainder of the heaps from which members with the remainder `of_member` lead to heaps with `of_heap`, and 1
    /// if the sum of their remainders passes the modulus.
    #[inline(always)]
    pub(crate) fn source(&self, of_member: usize, of_heap: usize) -> (usize, usize) {
        let carry = usize::from(of_member > of_heap);
        (of_heap + carry * self.modulus - of_member, carry)
    }
}

/// What a modulus would cost.
struct Plan {
    modulus: usize,
    many: Vec<usize>,
    few: Vec<usize>,
    /// Nanoseconds a heap.
    cost: f64,
}

impl Plan {
    fn new(members: &[u64], n: usize, reach: usize, modulus: usize) -> Self {
        let mut counts = vec![0usize; modulus];
        members.iter().for_each(|&s| counts[s as usize % modulus] += 1);
        let quotients = n as f64 / modulus as f64;
        let reach = reach as f64;
        let farthest = members.last().map_or(0.0, |&s| s as f64 / modulus as f64);
        let by_bits =
            quotients.min(reach).min(farthest) / (2.0 * BITS) + 2.0 + PRODUCTS * (quotients / reach - 1.0).max(0.0);
        let one_by_one = |count: usize| 2.0 * count as f64;
        let remainders = (0..modulus).filter(|&remainder| counts[remainder] > 0);
        let (few, many): (Vec<usize>, Vec<usize>) =
            remainders.partition(|&remainder| one_by_one(counts[remainder]) < by_bits);
        let few_cost: f64 = few.iter().map(|&remainder| one_by_one(counts[remainder])).sum();
        let cost = few_cost + many.len() as f64 * by_bits + modulus as f64;
        Plan { modulus, many, few, cost }
    }
}

/// About the least share of all heaps that a heap is ORed with: the classes that a set has members in, by those up to
/// some bound.
pub(crate) fn share(members: &[u64]) -> f64 {
    let of_modulus = |modulus: usize| {
        let mut counts = vec![0; modulus];
        members.iter().for_each(|&s| counts[s as usize % modulus] += 1);
        counts.iter().filter(|&&count| count > 2).count() as f64 / modulus as f64
    };
    MODULI.into_iter().map(of_modulus).fold(1.0, f64::min)
}
