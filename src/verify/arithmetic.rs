//! Arithmetic take-and-break: a finite code without marks, at most w heaps left, k the most that is taken; values that
//! rise by s > 0 every p heaps from q >= 1 on.
//!
//! f is the claim: the table up to q + p, then f(n + p) = f(n) + s. Parts from q on are free, smaller ones fixed.
//! P = lcm(2, p), S' = sP/p, V0 = 1 + max g(0..q-1), 2^e the largest power of two that divides s.
//!
//! - *Exclude*, for each move that takes i and leaves parts in [1, q + p), one of them free at least, N = i + their sum: a
//!   single part has another value than N. Several: the XOR of their values differs from f(N) mod 2^e; or, with
//!   s = 2^e, C = floor(f / s), X the XOR of C over the fixed parts, kappa = C(N) - the sum of C over the free ones: with one
//!   free part (X - kappa) / 2 is no submask of X, with more kappa > X or kappa differs from X mod 2; or, with another s, the
//!   sum of the values is less than f(N), or differs from it mod 2.
//! - *Reach*: N1 > wq + k, f >= V0 + S' from N1 on; for N in [N1, N1 + P) each v in [V0, f(N)) is that of one part y >= q:
//!   alone, with (x, x), or with parts < q + p whose XOR lies below the lowest bit of S'; and each v < V0 + S' is f(y)
//!   of some (x, x, y), or 0 from (x, x).
//! - The table equals f on q..N1 + P - 1.
//!
//! All parts are tried: time (q + p)^w for each amount, and P (q + p)^(w - 1).

use super::Refusal;
use super::budget::Budget;
use super::sequence::Period;
use super::take_and_break::Numbers;
use crate::ruleset::{Ruleset, Take};

/// The numbers that a certificate names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named {
    pub(super) most_taken: u64,
    pub(super) most_parts: u64,
    pub(super) common: u64,
    pub(super) first: u64,
}

/// All ways to leave more heaps are not tried.
const MOST_PARTS: u64 = 16;

/// Checks the numbers of the code, P, and that N1 is large enough.
pub(super) fn applies(rule: &Ruleset, claim: Period, named: Named) -> Result<(), Refusal> {
    let numbers = Numbers::of(rule)?;
    numbers.are(named.most_taken, named.most_parts)?;
    if numbers.most_parts > MOST_PARTS {
        return Err(Refusal::NotChecked(format!("moves that leave {} heaps", numbers.most_parts)));
    }
    if numbers.has_marks() {
        return Err(Refusal::rejected("the theorem is for codes without marks"));
    }
    if claim.saltus == 0 || claim.period == 0 {
        return Err(Refusal::rejected("the theorem is for values that rise"));
    }
    let common = if claim.period.is_multiple_of(2) { Some(claim.period) } else { claim.period.checked_mul(2) };
    if common != Some(named.common) {
        let common = common.map_or_else(|| "beyond 2^64".into(), |common| common.to_string());
        return Err(Refusal::rejected(format!("lcm(2, p) is {common}, not {}", named.common)));
    }
    let least =
        numbers.most_parts.checked_mul(claim.preperiod.max(1)).and_then(|wq| wq.checked_add(numbers.most_taken));
    if least.is_none_or(|least| named.first <= least) {
        return Err(Refusal::rejected(format!(
            "the values are known to be large from heap {} on, which is too early",
            named.first
        )));
    }
    Ok(())
}

/// Checks Exclude, Reach, and the table.
pub(super) fn holds(
    rule: &Ruleset,
    claim: Period,
    named: Named,
    values: &[u32],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let q = claim.preperiod.max(1);
    let (p, s) = (claim.period, claim.saltus);
    let f = Rising { values, q, p, s };
    let end = named.first + named.common;
    if let Some(n) = (q..end).find(|&n| u64::from(values[n as usize]) != f.at(n)) {
        return Err(Refusal::rejected(format!(
            "heap {n}: the claim says {}, the value is {}",
            f.at(n),
            values[n as usize]
        )));
    }
    let moves = moves(rule)?;
    for &(amount, parts) in &moves {
        let mut parts = vec![1; parts as usize];
        if !parts.is_empty() {
            exclude(&f, amount, &mut parts, 0, budget)?;
        }
    }
    reach(&f, &moves, named, budget)
}

/// Every amount with every number of parts that it may leave.
fn moves(rule: &Ruleset) -> Result<Vec<(u64, u64)>, Refusal> {
    let mut moves = Vec::new();
    for (amount, digit) in rule.code().into_iter().flat_map(|code| code.digits()) {
        let amount = u64::try_from(amount).map_err(|_| Refusal::rejected("a digit adds tokens"))?;
        for run in digit.runs() {
            moves.extend((run.first..=run.last.unwrap_or(run.first)).map(|parts| (amount, parts)));
        }
    }
    if let Some(Take::Set(set)) = rule.take() {
        let amounts = set.members(1 << 20);
        moves.extend(amounts.iter().flat_map(|&amount| [(amount, 0), (amount, 1)]));
    }
    Ok(moves)
}

/// f, the claim continued.
struct Rising<'a> {
    values: &'a [u32],
    q: u64,
    p: u64,
    s: u64,
}

impl Rising<'_> {
    fn at(&self, n: u64) -> u64 {
        let Rising { values, q, p, s } = *self;
        let (place, repeats) = if n < q { (n, 0) } else { (q + (n - q) % p, (n - q) / p) };
        u64::from(values[place as usize]).saturating_add(repeats.saturating_mul(s))
    }
}

/// All parts in [1, q + p) from the place on, none smaller than the one before it.
fn exclude(f: &Rising<'_>, amount: u64, parts: &mut [u64], place: usize, budget: &mut Budget) -> Result<(), Refusal> {
    let least = if place == 0 { 1 } else { parts[place - 1] };
    for part in least..f.q + f.p {
        parts[place] = part;
        if place + 1 < parts.len() {
            exclude(f, amount, parts, place + 1, budget)?;
            continue;
        }
        budget.spend(parts.len() as u64)?;
        if part >= f.q && !passes(f, amount, parts) {
            let heap = amount + parts.iter().sum::<u64>();
            let parts = parts.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ");
            return Err(Refusal::rejected(format!(
                "heap {heap}: the move to {parts} is not shown to have another value"
            )));
        }
    }
    Ok(())
}

/// Whether no option like this one, its free parts longer by multiples of p, has the value that is claimed.
fn passes(f: &Rising<'_>, amount: u64, parts: &[u64]) -> bool {
    let heap = amount + parts.iter().sum::<u64>();
    let value = f.at(heap);
    if let &[part] = parts {
        return f.at(part) != value;
    }
    let xor = parts.iter().fold(0, |xor, &part| xor ^ f.at(part));
    let power = 1_u64 << f.s.trailing_zeros();
    if !(xor ^ value).is_multiple_of(power) {
        return true;
    }
    if f.s != power {
        let sum: u64 = parts.iter().map(|&part| f.at(part)).sum();
        return sum < value || (sum - value) % 2 == 1;
    }
    let level = |n: u64| i128::from(f.at(n) / f.s);
    let (fixed, free): (Vec<u64>, Vec<u64>) = parts.iter().partition(|&&part| part < f.q);
    let x = fixed.iter().fold(0, |xor, &part| xor ^ level(part));
    let kappa = level(heap) - free.iter().map(|&part| level(part)).sum::<i128>();
    let twice = x - kappa;
    if twice < 0 || twice % 2 != 0 {
        return true;
    }
    let is_submask = (twice / 2) & !x == 0;
    free.len() == 1 && !is_submask
}

fn reach(f: &Rising<'_>, moves: &[(u64, u64)], named: Named, budget: &mut Budget) -> Result<(), Refusal> {
    let Rising { values, q, p, s } = *f;
    let (first, common) = (named.first, named.common);
    let rise = s * (common / p);
    let v0 = 1 + values[..q as usize].iter().copied().max().map_or(0, u64::from);
    let low = v0 + rise;
    if let Some(n) = (first..first + p).find(|&n| f.at(n) < low) {
        return Err(Refusal::rejected(format!("heap {n}: the value {} is less than V0 + S' = {low}", f.at(n))));
    }
    for n in first..first + common {
        let value = f.at(n);
        budget.spend(value + low)?;
        let mut shifted = vec![false; value as usize];
        let mut kept = vec![false; low as usize];
        let mark = |reached: &mut Vec<bool>, value: u64| {
            if let Some(reached) = reached.get_mut(value as usize) {
                *reached = true;
            }
        };
        for &(amount, parts) in moves {
            let Some(left) = n.checked_sub(amount) else { continue };
            if parts == 2 && left % 2 == 0 && left > 0 {
                mark(&mut kept, 0);
            }
            if parts == 3 {
                for x in 1..=left.saturating_sub(1) / 2 {
                    let y = left - 2 * x;
                    mark(&mut kept, f.at(y));
                    if y >= q {
                        mark(&mut shifted, f.at(y));
                    }
                }
                budget.spend(left / 2)?;
            }
            if parts > 0 {
                let mut found = |y: u64, xor: u64| {
                    if y >= q && xor < 1 << rise.trailing_zeros() {
                        mark(&mut shifted, f.at(y) ^ xor);
                    }
                };
                with_small_parts(f, left, parts - 1, 1, 0, &mut found, budget)?;
            }
        }
        let missing = |reached: &[bool], from: u64| (from..reached.len() as u64).find(|&v| !reached[v as usize]);
        if let Some(v) = missing(&shifted, v0).or_else(|| missing(&kept, 0)) {
            return Err(Refusal::rejected(format!("heap {n}: the value {v} is not shown to be reached")));
        }
    }
    Ok(())
}

/// Every way to split off so many parts in [1, q + p): what is left, and the XOR of their values.
fn with_small_parts(
    f: &Rising<'_>,
    left: u64,
    parts: u64,
    least: u64,
    xor: u64,
    found: &mut dyn FnMut(u64, u64),
    budget: &mut Budget,
) -> Result<(), Refusal> {
    budget.spend(1)?;
    if parts == 0 {
        found(left, xor);
        return Ok(());
    }
    for part in least..(f.q + f.p).min(left) {
        with_small_parts(f, left - part, parts - 1, part, xor ^ f.at(part), found, budget)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::values::{Method, What, compute};
    use super::*;

    /// The periods with a saltus that the first values of a code suggest, and which of them are accepted; each of those
    /// holds for five times as many.
    fn accepted(text: &str) -> Vec<Period> {
        let rule = Ruleset::parse(text).unwrap();
        let heaps = 240;
        let mut budget = Budget::new(u64::MAX);
        let long = compute(&rule, heaps, What::Values, Method::Definition, &mut budget, &mut |_, _| Ok(())).unwrap();
        let (short, numbers) = (&long[..100], Numbers::of(&rule).unwrap());
        let mut accepted = Vec::new();
        for p in 1..=12_usize {
            for last in [40, 60, 99] {
                let Some(saltus @ 1..) = short[last].checked_sub(short[last - p]) else { continue };
                let q = (p..=last).rev().take_while(|&n| short[n] == short[n - p] + saltus).last();
                let Some(q) = q.map(|n| (n - p) as u64) else { continue };
                let claim = Period { preperiod: q, period: p as u64, saltus: saltus.into() };
                let common = if p % 2 == 0 { p as u64 } else { 2 * p as u64 };
                let (most_taken, most_parts) = (numbers.most_taken, numbers.most_parts);
                for first in most_parts * q.max(1) + most_taken + 1..100 - common {
                    let named = Named { most_taken, most_parts, common, first };
                    if applies(&rule, claim, named).is_ok() && holds(&rule, claim, named, short, &mut budget).is_ok() {
                        let breaks = (q as usize..long.len() - p).find(|&n| long[n + p] != long[n] + saltus);
                        assert_eq!(breaks, None, "{text} {claim:?}");
                        accepted.push(claim);
                        break;
                    }
                }
            }
        }
        accepted
    }

    #[test]
    fn periods_of_codes_with_three_heaps_are_accepted_and_hold() {
        for (text, preperiod, period, saltus) in
            [("0.8", 1, 3, 1), ("0.08", 1, 4, 1), ("0.B8", 9, 7, 4), ("0.F8", 7, 6, 4)]
        {
            let claim = Period { preperiod, period, saltus };
            assert!(accepted(text).contains(&claim), "{text}: {:?}", accepted(text));
        }
        assert_eq!((accepted("0.2048"), accepted("0.205200C")), (Vec::new(), Vec::new()));
    }

    #[test]
    fn what_is_accepted_of_short_codes_holds() {
        let (digits, mut all) = ("0123456789ABCDEF", 0);
        for a in digits.chars() {
            for b in ["", "8", "A", "3", "C"] {
                let text = format!("0.{a}{b}");
                if Ruleset::parse(&text).is_ok_and(|rule| Numbers::of(&rule).is_ok()) {
                    all += accepted(&text).len();
                }
            }
        }
        assert!(all > 20, "{all}");
    }
}
