//! Window theorem, eventually periodic sets: from the amount m on, a is in S iff a mod r is in R.
//!
//! What decides the values from heap n on, its *state*: the values of the last m - 1 heaps, and for each value v the
//! classes (n - j) mod r of the heaps j <= n - m that have it. v is *dead* when these and R meet for heaps of every class:
//! no later heap has the value v. With L the least value that is not dead, dead values are one symbol, which heaps
//! before heap 0 have too, and others are taken minus L. Equal states at n and n + p, where L has risen by s, give
//! g(i + p) = g(i) + s for all i >= n.
//!
//! Outcomes are decided by the P-positions among the last m - 1 heaps and the classes of the others; where 0 is dead all
//! later heaps are N-positions. In misère play that holds from the first heap on that has a move.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use super::budget::Budget;
use super::sequence::Period;
use super::values::What;
use super::window::only_periodic;
use crate::ruleset::{Convention, Periodic, Ruleset};

/// Checks the numbers of the set, and that the state at `heap` decides.
pub(super) fn applies(rule: &Ruleset, from_amount: u64, modulus: u64, heap: u64) -> Result<(), Refusal> {
    let set = only_periodic(rule)?;
    if set.is_finite() {
        return Err(Refusal::rejected(format!("the set {rule} is finite")));
    }
    if rule.convention() == Convention::Misere && set.least().is_none_or(|least| heap < least) {
        return Err(Refusal::rejected(format!("in misère play heap {heap}, without a move, is not decided by others")));
    }
    for (what, said, found) in
        [("periodic from amount", from_amount, set.from()), ("periodic with modulus", modulus, set.modulus())]
    {
        if said != found {
            return Err(Refusal::rejected(format!("the set is {what} {found}, not {said}")));
        }
    }
    Ok(())
}

/// Builds the states at both heaps and compares them. `recurs.preperiod` is the first of them.
pub(super) fn recurs(
    rule: &Ruleset,
    what: What,
    recurs: Period,
    values: &[u32],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let set = only_periodic(rule)?;
    let (here, there) = (recurs.preperiod, recurs.preperiod + recurs.period);
    let mut state = |n: u64| match what {
        What::Values => State::of_values(set, &values[..n as usize], budget),
        What::Outcomes => State::of_outcomes(set, &values[..n as usize], budget),
    };
    let (first, second) = (state(here)?, state(there)?);
    let differs = |what: &str| Err(Refusal::rejected(format!("{what} differ at heaps {here} and {there}")));
    if first.lowest.checked_add(recurs.saltus) != Some(second.lowest) {
        return Err(Refusal::rejected(format!(
            "the least value that is not dead is {} at heap {here} and {} at heap {there}: that is not a rise of {}",
            first.lowest, second.lowest, recurs.saltus
        )));
    }
    if first.last != second.last {
        return differs("the values of the last heaps");
    }
    if first.classes != second.classes {
        return differs("the classes of the heaps with a value");
    }
    Ok(())
}

/// What decides the values from a heap on.
#[derive(Debug, PartialEq, Eq)]
struct State {
    /// L.
    lowest: u64,
    /// Of the last m - 1 heaps what they have above L, `None` for dead values and before heap 0.
    last: Vec<Option<u64>>,
    /// Of the values L, L + 1, ..., without empty ones at the end.
    classes: Vec<Classes>,
}

#[derive(Debug, PartialEq, Eq)]
enum Classes {
    Dead,
    Of(BTreeSet<u64>),
}

/// The classes (n - j) mod r of the heaps j <= n - m, n the number of values, by value.
fn classes(set: &Periodic, values: &[u32]) -> BTreeMap<u64, BTreeSet<u64>> {
    let mut classes: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let n = values.len() as u64;
    let far = (n + 1).saturating_sub(set.from());
    for (j, &value) in (0..far).zip(values) {
        classes.entry(u64::from(value)).or_default().insert((n - j) % set.modulus());
    }
    classes
}

/// The values of the last m - 1 heaps, `None` before heap 0.
fn last(set: &Periodic, values: &[u32]) -> Result<Vec<Option<u64>>, Refusal> {
    let count = set.from() - 1;
    if count > 1 << 24 {
        return Err(Refusal::NotChecked(format!("a state has the values of {count} heaps")));
    }
    let n = values.len() as u64;
    let heap = |back: u64| n.checked_sub(back).map(|heap| u64::from(values[heap as usize]));
    Ok((1..=count).rev().map(heap).collect())
}

/// Whether a later heap of any class reaches one of these heaps by an amount of R.
fn is_dead(set: &Periodic, classes: &BTreeSet<u64>, budget: &mut Budget) -> Result<bool, Refusal> {
    let (modulus, residues) = (set.modulus(), set.residues());
    let pairs = (classes.len() as u64).saturating_mul(residues.len() as u64);
    if pairs < modulus {
        return Ok(false);
    }
    budget.spend(pairs)?;
    let mut reached = vec![false; modulus as usize];
    for class in classes {
        for residue in residues {
            reached[((class + modulus - residue) % modulus) as usize] = true;
        }
    }
    Ok(reached.iter().all(|reached| *reached))
}

impl State {
    fn of_values(set: &Periodic, values: &[u32], budget: &mut Budget) -> Result<State, Refusal> {
        let classes = classes(set, values);
        let mut dead = BTreeSet::new();
        for (&value, of) in &classes {
            if is_dead(set, of, budget)? {
                dead.insert(value);
            }
        }
        let lowest = (0..).find(|value| !dead.contains(value)).unwrap_or(0);
        let above = |value: u64| if dead.contains(&value) { None } else { value.checked_sub(lowest) };
        let last = last(set, values)?.into_iter().map(|value| value.and_then(above)).collect();
        let largest = values.iter().copied().max().map_or(0, u64::from);
        budget.spend(largest)?;
        let mut classes: Vec<Classes> = (lowest..=largest)
            .map(|value| match classes.get(&value) {
                Some(_) if dead.contains(&value) => Classes::Dead,
                Some(of) => Classes::Of(of.clone()),
                None => Classes::Of(BTreeSet::new()),
            })
            .collect();
        while classes.last().is_some_and(|last| *last == Classes::Of(BTreeSet::new())) {
            classes.pop();
        }
        Ok(State { lowest, last, classes })
    }

    fn of_outcomes(set: &Periodic, outcomes: &[u32], budget: &mut Budget) -> Result<State, Refusal> {
        let p_positions = classes(set, outcomes).remove(&0).unwrap_or_default();
        if is_dead(set, &p_positions, budget)? {
            return Ok(State { lowest: 0, last: Vec::new(), classes: vec![Classes::Dead] });
        }
        let last = last(set, outcomes)?.into_iter().map(|outcome| outcome.filter(|&outcome| outcome == 0)).collect();
        Ok(State { lowest: 0, last, classes: vec![Classes::Of(p_positions)] })
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::{Method, compute};
    use super::*;

    fn values(rule: &Ruleset, what: What, heaps: u64) -> Vec<u32> {
        compute(rule, heaps, what, Method::Definition, &mut Budget::new(u64::MAX), &mut |_, _| Ok(())).unwrap()
    }

    /// How many recurrences are accepted; each holds ten times as far.
    fn accepted(text: &str, what: What, stride: usize) -> usize {
        let rule = Ruleset::parse(text).unwrap();
        let set = only_periodic(&rule).unwrap();
        applies(&rule, set.from(), set.modulus(), 0).unwrap();
        let long = values(&rule, what, 800);
        let mut accepted = 0;
        for heap in (0..60).step_by(stride) {
            for period in 1..=36 {
                let rise = (0..40).map(|n| (n + heap) as usize).find_map(|n| long[n + period].checked_sub(long[n]));
                for saltus in [0, 1, rise.unwrap_or(0)] {
                    let claim = Period { preperiod: heap, period: period as u64, saltus: saltus.into() };
                    if recurs(&rule, what, claim, &long, &mut Budget::new(u64::MAX)).is_ok() {
                        accepted += 1;
                        let breaks =
                            (heap as usize..long.len() - period).find(|&n| long[n + period] != long[n] + saltus);
                        assert_eq!(breaks, None, "{text} {what:?} {claim:?}");
                    }
                }
            }
        }
        accepted
    }

    #[test]
    fn what_is_accepted_holds_and_known_periods_are() {
        for text in ["odd", "(odd) & 3..", "2 mod 5", "1 | (2 mod 3)", "multiples of 3", "any", "all but 2, 5", "even"]
        {
            assert!(accepted(text, What::Values, 1) > 0, "{text}");
            assert!(accepted(text, What::Outcomes, 1) > 0, "{text}");
        }
        // Neither periodic nor arithmetic periodic.
        assert_eq!(accepted("2, 3 | ((1 mod 3) & 7..)", What::Values, 1), 0);
        // Without dead values in their places, a false period is seen from heap 53 on.
        accepted("1 | ((2 mod 6) & 5..) | ((4 mod 6) & 5..)", What::Values, 1);
    }

    #[test]
    fn what_is_accepted_of_many_sets_holds() {
        let mut all = 0;
        // Subsets of 1..=3, and of the residues modulo 2, 3, 4 from 4 on.
        for head in 0..8_u32 {
            for (modulus, tail) in (2..=4).flat_map(|r| (1..1_u32 << r).map(move |tail| (r, tail))) {
                let mut parts: Vec<String> =
                    (1..=3).filter(|a| head >> (a - 1) & 1 == 1).map(|a| a.to_string()).collect();
                let class = |c: &u32| tail >> c & 1 == 1;
                parts.extend((0..modulus).filter(class).map(|c| format!("(({c} mod {modulus}) & 4..)")));
                let text = parts.join(" | ");
                let rule = Ruleset::parse(&text).unwrap();
                if only_periodic(&rule).unwrap().is_finite() {
                    continue;
                }
                all += accepted(&text, What::Values, 7) + accepted(&text, What::Outcomes, 7);
            }
        }
        assert!(all > 300, "{all}");
    }
}
