//! A member that is a multiple of p excludes the period p: g(n) and g(n - a) differ for every move a.
//!
//! *One period* (no saltus): let f be the table continued with period p from q on, and a in S a multiple of p. If
//! f(j) = f(j + a) for some j with j + a >= q, then f is wrong at heap j + a or before. For outcomes both heaps must be
//! P-positions. The heap named is an upper bound of the first break.
//!
//! *All periods*: squares, cubes, triangular numbers, factorials and Fibonacci numbers have multiples of every p,
//! so no period without saltus lasts. A set of density 0 also excludes a saltus, since g(n) is at most the number of
//! moves up to n, and it excludes periods of the outcomes: with no P-position from some heap on, all later heaps
//! would need a move to one of finitely many. Proofs in doc/proofs.md.

use crate::pattern::{Sequence, Values};
use crate::ruleset::{Convention, Named, Periodic, Ruleset, Set};
use crate::table::Period;

/// Whether it is a theorem that neither values nor outcomes of the rule have an eventual period, saltus or not.
pub fn never_periodic(rule: &Ruleset) -> bool {
    rule.convention() == Convention::Normal
        && rule.only_set().is_some_and(|set| has_all_multiples(set) && has_density_zero(set))
}

/// Whether the values cannot rise for ever: g(n) is at most the number of moves up to n, and those are too few.
pub fn excludes_saltus(rule: &Ruleset) -> bool {
    rule.only_set().is_some_and(has_density_zero)
}

fn is_finite(set: &Set) -> bool {
    set.as_periodic().is_some_and(Periodic::is_finite)
}

/// Whether every p has a multiple in the set, and then infinitely many.
fn has_all_multiples(set: &Set) -> bool {
    match set {
        Set::Named(named) => {
            use Named::{Cubes, Factorials, Fibonacci, Squares, Triangular};
            matches!(named, Squares | Cubes | Triangular | Factorials | Fibonacci)
        }
        Set::Union(a, b) => has_all_multiples(a) || has_all_multiples(b),
        Set::Difference(a, b) => has_all_multiples(a) && is_finite(b),
        Set::Intersection(..) | Set::Periodic(_) | Set::Where(_) | Set::Images(_) => false,
    }
}

fn has_density_zero(set: &Set) -> bool {
    match set {
        Set::Named(_) => true,
        Set::Where(_) | Set::Images(_) => false,
        Set::Periodic(p) => p.is_finite(),
        Set::Union(a, b) => has_density_zero(a) && has_density_zero(b),
        Set::Intersection(a, b) => has_density_zero(a) || has_density_zero(b),
        Set::Difference(a, _) => has_density_zero(a),
    }
}

/// Why a period cannot last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The move that leads between heaps that the period makes equal.
    pub amount: u64,
    /// The period breaks at this heap or before.
    pub heap: u64,
    /// What the period says of that heap.
    pub expected: u64,
}

/// The move that breaks a period without saltus which fits `values`, if some member is a multiple of it.
pub fn conflict<V: Values + ?Sized>(
    rule: &Ruleset,
    sequence: Sequence,
    values: &V,
    period: &Period,
) -> Option<Conflict> {
    if period.saltus > 0 || rule.convention() != Convention::Normal {
        return None;
    }
    let (q, p) = (period.preperiod, period.period);
    let amount = multiple(rule.only_set()?, p)?;
    let continued = |n: u64| values.at(if n < q { n } else { q + (n - q) % p } as usize);
    let joined = |&j: &u64| match sequence {
        Sequence::Sg => continued(j) == continued(j + amount),
        Sequence::Outcome => continued(j) == 0 && continued(j + amount) == 0,
    };
    // From q on all classes have come after p heaps.
    let heap = (q.saturating_sub(amount)..q + p).find(joined)?.checked_add(amount)?;
    Some(Conflict { amount, heap, expected: continued(heap) })
}

/// A member that is a multiple of p, the least of its kind.
fn multiple(set: &Set, p: u64) -> Option<u64> {
    match set {
        Set::Named(named) => named.multiple(p),
        Set::Periodic(finite) if finite.is_finite() && finite.count(u64::MAX) <= 1 << 20 => {
            finite.members(u64::MAX).find(|a| a.is_multiple_of(p))
        }
        Set::Union(a, b) => match (multiple(a, p), multiple(b, p)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
        Set::Difference(a, b) => multiple(a, p).filter(|&a| !b.contains(a)),
        Set::Intersection(..) | Set::Periodic(_) | Set::Where(_) | Set::Images(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::{Periods, View};
    use crate::table::{Settings, SgTable};

    fn rule(text: &str) -> Ruleset {
        Ruleset::parse(text).unwrap()
    }

    #[test]
    fn which_sets_have_no_period() {
        for text in ["squares", "fibonacci", "squares | 3", "primes | cubes", "triangular except 1, 3", "factorials"] {
            assert!(never_periodic(&rule(text)), "{text}");
        }
        for text in [
            "primes",
            "lucas",
            "powers of 2",
            "squares | odd",
            "squares & primes",
            "any",
            "squares except even",
            "0.77",
        ] {
            assert!(!never_periodic(&rule(text)), "{text}");
        }
    }

    #[test]
    fn which_sets_have_no_saltus() {
        for (text, excluded) in
            [("1..300000", true), ("primes", true), ("any", false), ("even", false), ("0.77", false)]
        {
            assert_eq!(excludes_saltus(&rule(text)), excluded, "{text}");
        }
    }

    /// Whatever fits a short table and is refuted by the theorem must break in a long one, where it is said to.
    #[test]
    fn conflicts_are_real() {
        let mut conflicts = 0;
        for text in [
            "fibonacci",
            "squares",
            "factorials",
            "cubes",
            "triangular",
            "lucas",
            "primes",
            "fibonacci | 4",
            "lucas | 6",
            "powers of 2 | 9",
        ] {
            let rule = rule(text);
            let long = SgTable::compute(&rule, 20_000, &Settings::default()).unwrap();
            for sequence in [Sequence::Sg, Sequence::Outcome] {
                for len in 2..400 {
                    let view = View::new(&long, sequence, len);
                    let all = View::new(&long, sequence, u64::MAX);
                    let found = Periods::of(&view, false).least(|period, agree| agree >= period.period);
                    let Some(period) = found else { continue };
                    let Some(conflict) = conflict(&rule, sequence, &view, &period) else { continue };
                    if conflict.heap < long.len() {
                        let breaks = |n: u64| all.at(n as usize) != all.at((n - period.period) as usize);
                        assert!(
                            (len..=conflict.heap).any(breaks),
                            "{text} {sequence:?} {len}: {period:?} {conflict:?}"
                        );
                        conflicts += 1;
                    }
                }
            }
        }
        assert!(conflicts > 500, "{conflicts}");
    }

    #[test]
    fn fibonacci_36_breaks_by_144() {
        let rule = rule("fibonacci");
        let table = SgTable::compute(&rule, 100, &Settings::default()).unwrap();
        let period = Period { preperiod: 0, period: 36, saltus: 0 };
        let found = conflict(&rule, Sequence::Sg, &View::new(&table, Sequence::Sg, 101), &period);
        assert_eq!(found, Some(Conflict { amount: 144, heap: 144, expected: 0 }));
    }
}
