//! No period: a set that has a multiple of every number, and density 0.
//!
//! A period p would make heaps equal that a move joins, once S has a multiple of p: squares have p^2, cubes p^3, triangular
//! numbers (2p - 1)p, factorials p!, and one of the Fibonacci numbers is 0 mod p, as 0 = F_0 recurs. Images of formulas with
//! a root have one ([`super::image`]), and eventually periodic sets with the class 0. A union with any set keeps them;
//! so do a cut with an eventually periodic set that has the class 0 modulo its modulus r, and leaving out one that
//! lacks it: take a multiple of pr. Density 0 excludes a saltus, and periods of outcomes.

use super::Refusal;
use super::image::Image;
use super::window::only_set;
use crate::ruleset::{Convention, Named, Ruleset, Set};

/// Multiples of the numbers up to this one are looked for besides, in sets with a name.
pub(super) const TRIED: u64 = 1000;

/// Checks that the set is one for which it is a theorem, and looks for multiples.
pub(super) fn holds(rule: &Ruleset) -> Result<(), Refusal> {
    let set = only_set(rule)?;
    if rule.convention() != Convention::Normal {
        return Err(Refusal::rejected("the theorem is for normal play"));
    }
    if !has_multiples(set) {
        return Err(Refusal::unknown(set, &format!("that {set} has a multiple of every number")));
    }
    if !is_sparse(set) {
        return Err(Refusal::unknown(set, &format!("that {set} has density 0")));
    }
    Ok(())
}

/// Whether a multiple of every number is a member.
fn has_multiples(set: &Set) -> bool {
    match set {
        Set::Named(named) => (1..=TRIED).all(|p| has_multiple(*named, p)),
        Set::Periodic(_) => has_class_0(set),
        Set::Images(images) => Image::read(&images.to_string()).is_some_and(|image| image.has_multiples()),
        Set::Where(_) => false,
        Set::Union(a, b) => has_multiples(a) || has_multiples(b),
        Set::Intersection(a, b) => has_multiples(a) && has_class_0(b) || has_multiples(b) && has_class_0(a),
        Set::Difference(a, b) => has_multiples(a) && b.as_periodic().is_some() && !has_class_0(b),
    }
}

/// Whether an eventually periodic set has, from some amount on, the multiples of its modulus.
fn has_class_0(set: &Set) -> bool {
    set.as_periodic().is_some_and(|set| set.residues().first() == Some(&0))
}

fn is_sparse(set: &Set) -> bool {
    match set {
        Set::Named(_) => true,
        Set::Periodic(set) => set.is_finite(),
        Set::Union(a, b) => is_sparse(a) && is_sparse(b),
        Set::Intersection(a, b) => is_sparse(a) || is_sparse(b),
        Set::Difference(a, _) => is_sparse(a),
        Set::Images(images) => Image::read(&images.to_string()).is_some_and(|image| image.is_sparse()),
        Set::Where(_) => false,
    }
}

/// Whether it is a theorem that a set with a name has a multiple of p, seen by number, or modulo p where numbers grow too
/// fast.
fn has_multiple(named: Named, p: u64) -> bool {
    match named {
        Named::Squares => named.contains(p * p),
        Named::Cubes => named.contains(p * p * p),
        Named::Triangular => named.contains((2 * p - 1) * p),
        Named::Factorials => (1..=p).fold(1, |product, k| product * k % p) == 0,
        Named::Fibonacci => {
            let pairs = std::iter::successors(Some((1 % p, 2 % p)), |&(a, b)| Some((b, (a + b) % p)));
            // The period modulo p is at most 6p.
            pairs.take(6 * p as usize).any(|(a, _)| a == 0)
        }
        _ => false,
    }
}
