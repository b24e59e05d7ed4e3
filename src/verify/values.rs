//! The values again, from the definition: g(n) = mex of the XOR over the heaps of each option.
//!
//! Outcomes by themselves are computed where no option leaves two heaps: n is a P-position iff no option is one; a heap
//! without a move is one in normal play, and none in misère play. Time: a step an option; memory: four bytes a heap.

use super::Refusal;
use super::budget::Budget;
use super::sparse::{Octal, Sparse};
use crate::ruleset::{Convention, Ruleset};

/// What is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// SG values of normal play.
    Values,
    /// 0 for a P-position, 1 for an N-position.
    Outcomes,
}

/// By which method.
#[derive(Debug)]
pub(super) enum Method {
    /// All options of each heap.
    Definition,
    /// Rare and common heaps.
    Sparse(Octal),
}

/// From so many heaps on, rules that split a heap in two are checked by the second method.
const MOST_BY_DEFINITION: u64 = 100_000;

/// The method for a rule.
pub(super) fn method(rule: &Ruleset, heaps: u64) -> Method {
    let octal = if heaps > MOST_BY_DEFINITION { Octal::of(rule) } else { None };
    octal.map_or(Method::Definition, Method::Sparse)
}

/// Computes the values of heaps 0..heaps, and offers each to `compare` as soon as it is known.
pub(super) fn compute(
    rule: &Ruleset,
    heaps: u64,
    what: What,
    method: Method,
    budget: &mut Budget,
    compare: &mut dyn FnMut(u64, u32) -> Result<(), Refusal>,
) -> Result<Vec<u32>, Refusal> {
    match (method, what) {
        (Method::Sparse(octal), What::Values) => Sparse::new(octal).compute(heaps, budget, compare),
        (_, What::Values) => by_mex(rule, heaps, budget, compare),
        (_, What::Outcomes) => by_outcomes(rule, heaps, budget, compare),
    }
}

fn by_mex(
    rule: &Ruleset,
    heaps: u64,
    budget: &mut Budget,
    compare: &mut dyn FnMut(u64, u32) -> Result<(), Refusal>,
) -> Result<Vec<u32>, Refusal> {
    let mut options = rule.up_to(heaps.saturating_sub(1));
    let mut values: Vec<u32> = Vec::new();
    // Where a value was last that of an option, as heap + 1.
    let mut seen: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let mut steps = 1;
        let visited = options.for_each_option(n, |left| {
            steps += 1 + left.each.len() as u64 / 4;
            let value = match (left.each, left.times) {
                (&[a, b], 1) => values[a as usize] ^ values[b as usize],
                // Equal heaps cancel in pairs.
                (_, times) if times % 2 == 0 => 0,
                (each, _) => each.iter().fold(0, |xor, &heap| xor ^ values[heap as usize]),
            } as usize;
            if value >= seen.len() {
                seen.resize(value + 1, 0);
            }
            seen[value] = n + 1;
        });
        visited.map_err(|why| Refusal::rejected(why.to_string()))?;
        budget.spend(steps)?;
        let value = seen.iter().position(|&last| last != n + 1).unwrap_or(seen.len());
        let value = u32::try_from(value).map_err(|_| Refusal::NotChecked("a value is beyond 2^32".into()))?;
        compare(n, value)?;
        values.push(value);
    }
    Ok(values)
}

fn by_outcomes(
    rule: &Ruleset,
    heaps: u64,
    budget: &mut Budget,
    compare: &mut dyn FnMut(u64, u32) -> Result<(), Refusal>,
) -> Result<Vec<u32>, Refusal> {
    let misere = rule.convention() == Convention::Misere;
    let mut options = rule.up_to(heaps.saturating_sub(1));
    let mut outcomes: Vec<u32> = Vec::new();
    for n in 0..heaps {
        let (mut steps, mut wins, mut splits) = (1, false, false);
        let visited = options.for_each_option(n, |left| {
            steps += 1;
            let heap = match (left.each, left.times) {
                ([], _) | (_, 0) => 0,
                (&[heap], 1) => heap,
                _ => return splits = true,
            };
            wins |= outcomes[heap as usize] == 0;
        });
        visited.map_err(|why| Refusal::rejected(why.to_string()))?;
        if splits {
            let why = "a move leaves several heaps, and outcomes of single heaps do not decide those";
            return Err(Refusal::rejected(format!("heap {n}: {why}")));
        }
        budget.spend(steps)?;
        let has_move = steps > 1;
        let outcome = u32::from(if has_move { wins } else { misere });
        compare(n, outcome)?;
        outcomes.push(outcome);
    }
    Ok(outcomes)
}
