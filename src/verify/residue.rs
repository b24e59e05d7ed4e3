//! Residue theorem: an infinite set S whose classes mod p are known; f is the table up to q + p, repeated from q on.
//!
//! - (a) No a in S is i - j mod p for i, j in [q, q + p) with f(i) = f(j), i = j included.
//! - (b) For j < q and i in [q, q + p) with f(j) = f(i): no a >= q - j in S is i - j mod p.
//! - (c) For i in [q, q + p) and each v < f(i): some heap n = i mod p, of which the table agrees with f, has an option
//!   n - a >= q with f(n - a) = v.
//!
//! Then g = f: no option has the value that is claimed, and all smaller ones are reached. Of outcomes only P-positions must
//! not be joined, and an N-position must reach one.

use std::collections::BTreeSet;

use super::Refusal;
use super::budget::Budget;
use super::classes::{Members, classes};
use super::sequence::Period;
use super::values::What;
use super::window::only_set;
use crate::ruleset::{Convention, Ruleset, Set};

/// Checks that the theorem is one for the rule.
pub(super) fn applies(rule: &Ruleset, claim: Period) -> Result<(), Refusal> {
    only_set(rule)?;
    if rule.convention() != Convention::Normal {
        return Err(Refusal::rejected("the theorem is for normal play"));
    }
    if claim.saltus != 0 || claim.period == 0 {
        return Err(Refusal::rejected("the theorem is for periods without saltus"));
    }
    Ok(())
}

/// Checks (a), (b) and (c); `values` go through heap `reached` and through the first repetition.
pub(super) fn holds(
    rule: &Ruleset,
    what: What,
    claim: Period,
    reached: u64,
    values: &[u32],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let set = only_set(rule)?;
    let (q, p) = (claim.preperiod, claim.period);
    let classes = classes(set, p, budget)?;
    let classes =
        classes.ok_or_else(|| Refusal::unknown(set, &format!("which residues modulo {p} the set {set} has")))?;
    let values = &values[..=reached.max(q + p - 1) as usize];
    if let Some(n) = (q + p..values.len() as u64).find(|&n| values[n as usize] != values[(n - p) as usize]) {
        return Err(Refusal::rejected(format!("heap {n}: it has not the value of heap {}", n - p)));
    }
    joins_none(what, (q, p), &classes, values, budget)?;
    reaches_all(set, what, (q, p), reached, values, budget)
}

/// (a) and (b).
fn joins_none(
    what: What,
    (q, p): (u64, u64),
    classes: &[Members],
    values: &[u32],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let met: Vec<u64> = (0..p).filter(|&class| !classes[class as usize].are_none()).collect();
    budget.spend((q + p).saturating_mul(met.len() as u64))?;
    for j in 0..q + p {
        if what == What::Outcomes && values[j as usize] != 0 {
            continue;
        }
        let least = q.saturating_sub(j);
        for &class in &met {
            // The heap of the repetition that a later heap, reached from by a in this class, has the value of.
            let i = q + (j + class + (p - q % p)) % p;
            if values[i as usize] == values[j as usize] && classes[class as usize].reach(least) {
                return Err(Refusal::rejected(format!(
                    "heap {j} has the value of the heaps that are {} modulo {p}, and an amount that is {class} modulo {p} \
                     leads to it from one of them",
                    i % p
                )));
            }
        }
    }
    Ok(())
}

/// (c), and that no earlier heap than `reached` shows it.
fn reaches_all(
    set: &Set,
    what: What,
    (q, p): (u64, u64),
    reached: u64,
    values: &[u32],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    // By place in the repetition, the values that are to be reached yet.
    let least = |value: u32| if what == What::Outcomes { value.min(1) } else { value };
    let mut missing: Vec<BTreeSet<u32>> = Vec::new();
    for i in q..q + p {
        let least = least(values[i as usize]);
        budget.spend(u64::from(least))?;
        missing.push((0..least).collect());
    }
    let members = set.members(reached.saturating_sub(q));
    let mut last = q;
    for n in q..=reached {
        let missing = &mut missing[((n - q) % p) as usize];
        if missing.is_empty() {
            continue;
        }
        budget.spend(1 + members.len() as u64)?;
        for amount in members.iter().take_while(|&&amount| amount <= n - q) {
            missing.remove(&values[(n - amount) as usize]);
        }
        if missing.is_empty() {
            last = n;
        }
    }
    if let Some((i, value)) = (q..).zip(&missing).find_map(|(i, missing)| Some((i, missing.first()?))) {
        return Err(Refusal::rejected(format!(
            "no heap through {reached} that is {} modulo {p} reaches the value {value} from heap {q} on",
            i % p
        )));
    }
    if last != reached {
        return Err(Refusal::rejected(format!("all smaller values are reached by heap {last}, before heap {reached}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::values::{Method, compute};
    use super::*;

    fn values(rule: &Ruleset, what: What, heaps: u64) -> Vec<u32> {
        compute(rule, heaps, what, Method::Definition, &mut Budget::new(u64::MAX), &mut |_, _| Ok(())).unwrap()
    }

    /// Every period with every preperiod that the first 400 heaps suggest, and those that are accepted; each of them holds
    /// ten times as far.
    fn accepted(text: &str, what: What) -> Vec<(u64, u64)> {
        let rule = Ruleset::parse(text).unwrap();
        let long = values(&rule, what, 4000);
        let mut accepted = Vec::new();
        for p in 1..=40 {
            for through in [100, 200, 399] {
                let agrees = |n: &usize| long[*n] == long[n - p];
                let q = (p..=through).rev().take_while(agrees).last().map_or(through, |n| n - p);
                for q in [q, q + 3] {
                    let claim = Period { preperiod: q as u64, period: p as u64, saltus: 0 };
                    if q + p > through || applies(&rule, claim).is_err() {
                        continue;
                    }
                    // An earlier heap will often do.
                    let holds = match holds(&rule, what, claim, through as u64, &long, &mut Budget::new(u64::MAX)) {
                        Ok(()) => true,
                        Err(why) => why.to_string().contains("all smaller values are reached by heap"),
                    };
                    if holds {
                        let breaks = (q + p..long.len()).find(|&n| long[n] != long[n - p]);
                        assert_eq!(breaks, None, "{text} {what:?} {claim:?}");
                        accepted.push((q as u64, p as u64));
                    }
                }
            }
        }
        accepted
    }

    #[test]
    fn known_periods_are_accepted() {
        for (text, q, p) in [
            ("powers of 2", 0, 3),
            ("primes | 1", 0, 4),
            ("prime powers | 1", 0, 6),
            ("lucas | 2", 0, 5),
            ("powers of 3", 0, 2),
            ("{2*k*k + 1 for k in 0..}", 0, 2),
        ] {
            assert!(accepted(text, What::Values).contains(&(q, p)), "{text}: {:?}", accepted(text, What::Values));
            assert!(accepted(text, What::Outcomes).contains(&(q, p)), "{text}");
        }
    }

    #[test]
    fn what_is_accepted_holds() {
        for text in [
            "fibonacci",
            "squares",
            "primes",
            "lucas",
            "{(k^3 - k)/6 + 1 for k in 1..}",
            "{4^k - 1 for k in 1..} | 7",
            "powers of 2 | 6",
            "powers of 2 | 5, 7",
            "powers of 3 | 2",
            "powers of 5 | 3",
            "primes | 1, 8",
            "primes except 3",
            "primes except 2, 5",
            "factorials",
            "cubes | 2",
            "lucas | 5",
            "fibonacci except 144",
            "prime powers | 6",
            "{k*k + 2 for k in 1..}",
            "{3*k*k - 1 for k in 1..} | 6",
            "primes & (3 mod 4)",
            "powers of 2 | (1 mod 6)",
        ] {
            accepted(text, What::Values);
            accepted(text, What::Outcomes);
        }
        let six = accepted("prime powers | 1", What::Values);
        assert!(!six.contains(&(6, 4)) && !accepted("fibonacci", What::Values).iter().any(|&(_, p)| p == 36));
    }
}
