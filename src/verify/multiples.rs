//! No period: a set that has a multiple of every number, and density 0.
//!
//! A period p would make heaps equal that a move joins, once S has a multiple of p: squares have p^2, cubes p^3, triangular
//! numbers (2p - 1)p, factorials p!, and one of the Fibonacci numbers is 0 mod p, as 0 = F_0 recurs. A union with any
//! set keeps them, and so does leaving out finitely many amounts. Density 0 excludes a saltus, and periods of outcomes.

use super::Refusal;
use super::window::only_set;
use crate::ruleset::{Convention, Named, Ruleset, Set};

/// Multiples of the numbers up to this one are looked for besides.
pub(super) const TRIED: u64 = 1000;

/// Checks that the set is one for which it is a theorem, and looks for multiples.
pub(super) fn holds(rule: &Ruleset) -> Result<(), Refusal> {
    let set = only_set(rule)?;
    if rule.convention() != Convention::Normal {
        return Err(Refusal::rejected("the theorem is for normal play"));
    }
    let Some(named) = with_multiples(set) else {
        return Err(Refusal::rejected(format!("it is not a theorem that {set} has a multiple of every number")));
    };
    if !is_sparse(set) {
        return Err(Refusal::rejected(format!("it is not known that {set} has density 0")));
    }
    match (1..=TRIED).find(|&p| !has_multiple(named, p)) {
        None => Ok(()),
        Some(p) => Err(Refusal::rejected(format!("no multiple of {p} was found in {set}"))),
    }
}

/// The part of the set that has a multiple of every number.
fn with_multiples(set: &Set) -> Option<Named> {
    match set {
        Set::Named(
            named @ (Named::Squares | Named::Cubes | Named::Triangular | Named::Factorials | Named::Fibonacci),
        ) => Some(*named),
        Set::Union(a, b) => with_multiples(a).or_else(|| with_multiples(b)),
        Set::Difference(a, b) if is_finite(b) => with_multiples(a),
        _ => None,
    }
}

fn is_finite(set: &Set) -> bool {
    set.as_periodic().is_some_and(|set| set.is_finite())
}

fn is_sparse(set: &Set) -> bool {
    match set {
        Set::Named(_) => true,
        Set::Periodic(_) => is_finite(set),
        Set::Union(a, b) => is_sparse(a) && is_sparse(b),
        Set::Intersection(a, b) => is_sparse(a) || is_sparse(b),
        Set::Difference(a, _) => is_sparse(a),
        Set::Where(_) | Set::Images(_) => false,
    }
}

/// Whether a multiple of p is a member: by number, or modulo p where numbers grow too fast.
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
