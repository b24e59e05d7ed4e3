//! A set with a multiple of every p excludes every period: g(n) and g(n - a) differ for every move a.
//!
//! Squares, cubes, triangular numbers, factorials and Fibonacci numbers have multiples of every p, and so have the
//! values of a polynomial with an integer root; no period without saltus lasts. A set of density 0 also excludes a
//! saltus, since g(n) is at most the number of moves up to n, and it excludes periods of the outcomes: with no
//! P-position from some heap on, all later heaps would need a move to one of finitely many. Proofs in doc/proofs.md.

use crate::ruleset::{Convention, Growth, Named, Ruleset, Set};

/// Whether it is a theorem that neither values nor outcomes of the rule have an eventual period, saltus or not.
pub fn never_periodic(rule: &Ruleset) -> bool {
    excludes_plain_period(rule) && excludes_saltus(rule)
}

/// Whether no period without saltus of the values lasts: there is a move by a multiple of each.
pub fn excludes_plain_period(rule: &Ruleset) -> bool {
    rule.convention() == Convention::Normal && rule.only_set().is_some_and(has_all_multiples)
}

/// Whether the values cannot rise for ever: g(n) is at most the number of moves up to n, and those are too few.
pub fn excludes_saltus(rule: &Ruleset) -> bool {
    rule.only_set().is_some_and(has_density_zero)
}

/// Whether every p has a multiple in the set, and then infinitely many.
pub(super) fn has_all_multiples(set: &Set) -> bool {
    match set {
        Set::Named(named) => {
            use Named::{Cubes, Factorials, Fibonacci, Squares, Triangular};
            matches!(named, Squares | Cubes | Triangular | Factorials | Fibonacci)
        }
        Set::Periodic(set) => set.meets_class(0),
        Set::Images(images) => images.terms().is_some_and(|terms| terms.has_all_multiples()),
        Set::Where(_) => false,
        Set::Union(a, b) => has_all_multiples(a) || has_all_multiples(b),
        // A multiple of p m, where the other set has the multiples of m in the end, or lacks them.
        Set::Intersection(a, b) => {
            let within = |a: &Set, b: &Set| has_all_multiples(a) && b.as_periodic().is_some_and(|b| b.meets_class(0));
            within(a, b) || within(b, a)
        }
        Set::Difference(a, b) => has_all_multiples(a) && b.as_periodic().is_some_and(|b| !b.meets_class(0)),
    }
}

fn has_density_zero(set: &Set) -> bool {
    match set {
        Set::Named(_) => true,
        Set::Where(_) => false,
        // Up to n there are at most as many as values of the variable that do not give more than n.
        Set::Images(images) => images.terms().is_some_and(|terms| match terms.growth() {
            Some(Growth::Faster) => true,
            Some(Growth::Linear) => has_density_zero(terms.indices()),
            None => false,
        }),
        Set::Periodic(p) => p.is_finite(),
        Set::Union(a, b) => has_density_zero(a) && has_density_zero(b),
        Set::Intersection(a, b) => has_density_zero(a) || has_density_zero(b),
        Set::Difference(a, _) => has_density_zero(a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Ruleset {
        Ruleset::parse(text).unwrap()
    }

    #[test]
    fn which_sets_have_no_period() {
        for text in [
            "squares",
            "fibonacci",
            "squares | 3",
            "primes | cubes",
            "triangular except 1, 3",
            "factorials",
            "{k*k - k for k in 2..}",
        ] {
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
            "{4^k - 1 for k in 1..}",
            "{k*k + 1 for k in 1..}",
            "{2*k + 1 for k in primes} | even",
        ] {
            assert!(!never_periodic(&rule(text)), "{text}");
        }
    }

    #[test]
    fn which_sets_have_no_saltus() {
        for (text, excluded) in [
            ("1..300000", true),
            ("primes", true),
            ("{k*k + 1 for k in 1..}", true),
            ("{4^k + k for k in 1..}", true),
            ("{2*k + 1 for k in primes}", true),
            ("any", false),
            ("even", false),
            ("{k + k/2 for k in 1..}", false),
            ("0.77", false),
        ] {
            assert_eq!(excludes_saltus(&rule(text)), excluded, "{text}");
        }
    }
}
