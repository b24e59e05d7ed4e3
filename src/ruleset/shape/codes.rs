//! Take-and-break codes in other spellings: `[a, n - s - a] for a in 0..(n - s)/2`.

use super::sets::of_source;
use super::{MOST_DIGITS, taken};
use crate::ruleset::code::Code;
use crate::ruleset::comprehension::{Comprehension, Item, Source};
use crate::ruleset::formula::{Comparison, Condition, Formula, Linear, Operator, Variable};

/// The code, where the moves leave nothing, one heap, or two to four, of what remains when a constant is taken.
pub(super) fn as_code(moves: &Comprehension) -> Option<Code> {
    if moves.times().as_number() != Some(1) {
        return None;
    }
    match moves.items() {
        [] => nothing_left(moves),
        [Item::Heap(heap)] => one_left(moves, heap),
        [Item::Heap(a), Item::Heap(b)] => two_left(moves, a, b).or_else(|| two_left(moves, b, a)),
        [_, _, _] => ascending_left(moves, "8"),
        [_, _, _, _] => ascending_left(moves, "G"),
        _ => None,
    }
}

/// `[] if n == c`, or `[]` for every heap.
fn nothing_left(moves: &Comprehension) -> Option<Code> {
    if !moves.loops().loops().is_empty() {
        return None;
    }
    match moves.loops().condition() {
        condition if condition.is_true() => Code::parse("0.[1]").ok(),
        Condition::Compare(Comparison::Equal, n, amount) if n.is_variable(0) => {
            let amount = u64::try_from(amount.as_number()?).ok().filter(|amount| (1..MOST_DIGITS).contains(amount))?;
            Code::with_digit([amount as usize], "1")
        }
        _ => None,
    }
}

/// `[n - c] if n > c`
fn one_left(moves: &Comprehension, heap: &Formula) -> Option<Code> {
    if !moves.loops().loops().is_empty() {
        return None;
    }
    let amount = taken(heap)?.as_number()?;
    let needed = match moves.loops().condition() {
        Condition::Compare(Comparison::Greater, n, than) if n.is_variable(0) => than.as_number()?,
        Condition::Compare(Comparison::AtLeast, n, least) if n.is_variable(0) => least.as_number()?.checked_sub(1)?,
        _ => return None,
    };
    let amount = u64::try_from(amount).ok().filter(|amount| (1..MOST_DIGITS).contains(amount))?;
    (needed == amount as i64).then(|| Code::with_digit([amount as usize], "2"))?
}

/// What is split, where `rest` is what is left of it when `parts` are cut off: n - c, or n - s with a variable s.
fn split(rest: &Formula, parts: &[usize]) -> Option<Linear> {
    let rest = Linear::of(rest)?;
    let cut_off = parts.iter().all(|&slot| rest.coefficient(slot) == -1) && rest.coefficient(0) == 1;
    cut_off.then(|| parts.iter().fold(rest, |rest, &slot| rest.without(slot)))
}

/// The amounts that are taken before `split` is split: a constant, or the members of a set that the one outer loop
/// goes through.
fn amounts(moves: &Comprehension, outer: &[(Variable, Source)], split: &Linear) -> Option<Vec<usize>> {
    let taken = Linear::default().minus(&split.without(0))?;
    let listed = match (outer, taken.as_number(), taken.as_shifted_variable()) {
        ([], Some(amount), _) => vec![u64::try_from(amount).ok()?],
        ([(variable, source)], _, Some((slot, 0))) if variable.slot == slot => {
            let set = of_source(source, moves.sizes())?;
            let finite = set.as_periodic().filter(|p| p.is_finite() && p.count(u64::MAX) <= MOST_DIGITS)?;
            finite.members(u64::MAX).collect()
        }
        _ => return None,
    };
    let all_small = listed.iter().all(|&amount| amount < MOST_DIGITS);
    all_small.then(|| listed.into_iter().map(|amount| amount as usize).collect())
}

/// x, where a formula is x / by.
fn divided(formula: &Formula, by: i64) -> Option<Linear> {
    match formula {
        Formula::Binary(Operator::Divide, whole, divisor) if divisor.as_number() == Some(by) => Linear::of(whole),
        _ => None,
    }
}

/// `[a, n - c - a] for a in 1..(n - c)/2`, and `for s in S` before it with s in the place of c.
fn two_left(moves: &Comprehension, first: &Formula, second: &Formula) -> Option<Code> {
    let loops = moves.loops().sources();
    let (inner, outer) = loops.split_last()?;
    let (Variable { slot, .. }, Source::Range(low, Some(high))) = (&inner.0, &inner.1) else { return None };
    if !first.is_variable(*slot) {
        return None;
    }
    let split = split(second, &[*slot])?;
    let one_less = split.less(1)?;
    let unequal = match moves.loops().condition() {
        condition if condition.is_true() => false,
        Condition::Compare(Comparison::NotEqual, a, b) if (a, b) == (first, second) || (b, a) == (first, second) => {
            true
        }
        Condition::Compare(Comparison::Less, a, b) if (a, b) == (first, second) => true,
        _ => return None,
    };
    let half = divided(high, 2);
    let digit = match (low.as_number()?, Linear::of(high)) {
        (0, all) if half.as_ref() == Some(&split) || all.as_ref() == Some(&split) => ["7", "{1,2!}"],
        (1, all) if half.as_ref() == Some(&split) || all.as_ref() == Some(&one_less) => ["4", "4!"],
        (1, _) if half.as_ref() == Some(&one_less) => ["4!", "4!"],
        _ => return None,
    };
    Code::with_digit(amounts(moves, outer, &split)?, digit[usize::from(unequal)])
}

/// `[a, b, n - c - a - b] for a in 1..(n - c)/3 for b in a..(n - c - a)/2`, and so with four heaps.
fn ascending_left(moves: &Comprehension, digit: &str) -> Option<Code> {
    let heaps = moves.items().iter().map(|item| match item {
        Item::Heap(heap) => Some(heap),
        Item::Heaps(..) => None,
    });
    let heaps = heaps.collect::<Option<Vec<&Formula>>>()?;
    let (rest, parts) = heaps.split_last()?;
    let loops = moves.loops().sources();
    let (outer, inner) = loops.split_at_checked(loops.len().checked_sub(parts.len())?)?;
    let slots: Vec<usize> = inner.iter().map(|(variable, _)| variable.slot).collect();
    let split = split(rest, &slots)?;
    let mut left = split.clone();
    for (at, (_, source)) in inner.iter().enumerate() {
        let Source::Range(low, Some(high)) = source else { return None };
        let begins = match at.checked_sub(1) {
            None => low.as_number() == Some(1),
            Some(before) => low.is_variable(slots[before]),
        };
        let ends = divided(high, heaps.len() as i64 - at as i64)? == left;
        if !begins || !ends || !parts[at].is_variable(slots[at]) {
            return None;
        }
        left = left.minus(&Linear::of(parts[at])?)?;
    }
    let plain = moves.loops().condition().is_true();
    plain.then(|| Code::with_digit(amounts(moves, outer, &split)?, digit))?
}
