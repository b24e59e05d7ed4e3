//! Sets of amounts in other spellings: `[n - s] for s in S`, `1..n`.

use super::taken;
use crate::ruleset::comprehension::{Comprehension, Image, Item, Source};
use crate::ruleset::described::Images;
use crate::ruleset::formula::{Comparison, Condition, Formula, Linear, Lows, Operator, Quasi, Variable};
use crate::ruleset::periodic::Periodic;
use crate::ruleset::set::Set;
use crate::ruleset::take::Amounts;

/// Loops and a condition that say the same of all amounts up to n, without n: `k <= n` and the end of `1..n` go, for
/// what they exclude would take more than n.
struct Unbounded {
    loops: Vec<(Variable, Source)>,
    condition: Condition,
}

impl Unbounded {
    fn of(loops: &[(Variable, Source)], condition: &Condition, amount: &Formula) -> Option<Unbounded> {
        let exceeds = |bounded: &Formula| at_least(amount, bounded, loops);
        let mut free = Vec::new();
        for (variable, source) in loops {
            let source = match source {
                source if !source.mentions(0) => source.clone(),
                Source::Range(low, Some(high)) if !low.mentions(0) => {
                    // The loop ends where this passes n.
                    let variable = Formula::Variable(variable.clone());
                    let bounded = match high {
                        n if n.is_variable(0) => variable,
                        Formula::Binary(Operator::Divide, n, by)
                            if n.is_variable(0) && by.as_number().is_some_and(|by| by > 0) =>
                        {
                            Formula::binary(Operator::Multiply, (**by).clone(), variable)
                        }
                        _ => return None,
                    };
                    if !exceeds(&bounded) {
                        return None;
                    }
                    match low.as_number().and_then(|low| u64::try_from(low).ok()) {
                        // As it is read back; an interval is never listed.
                        Some(low @ 1..) => Source::Set { set: Periodic::at_least(low).into(), list: 0 },
                        _ => Source::Range(low.clone(), None),
                    }
                }
                _ => return None,
            };
            free.push((variable.clone(), source));
        }
        let mut kept = Condition::TRUE;
        for part in condition.conjuncts() {
            match part {
                part if !part.mentions(0) => kept = kept.and(part.clone()),
                Condition::Compare(Comparison::AtMost, a, b) if b.is_variable(0) && exceeds(a) => {}
                Condition::Compare(Comparison::AtLeast, a, b) if a.is_variable(0) && exceeds(b) => {}
                _ => return None,
            }
        }
        Some(Unbounded { loops: free, condition: kept })
    }
}

/// Whether `amount` is known to be never less than `bounded`, which may be one of the variables.
fn at_least(amount: &Formula, bounded: &Formula, loops: &[(Variable, Source)]) -> bool {
    if amount == bounded || Linear::of(amount).is_some_and(|amount| Some(amount) == Linear::of(bounded)) {
        return true;
    }
    let [(variable, source)] = loops else { return false };
    let Some(first) = source.least().as_number() else { return false };
    let difference = amount.clone().minus(bounded.clone());
    let at_first = difference.substitute(variable.slot, &Formula::Number(first)).as_number();
    let rises = Quasi::of(&difference, variable.slot).and_then(|quasi| quasi.rises_from());
    at_first.is_some_and(|value| value >= 0) && rises.is_some_and(|from| from <= i128::from(first))
}

/// The set of the values of `amount`, where neither it nor the loops need n.
fn image(
    amount: Formula,
    loops: &[(Variable, Source)],
    condition: &Condition,
    (variables, lists): (usize, usize),
) -> Option<Set> {
    let Unbounded { loops, condition } = Unbounded::of(loops, condition, &amount)?;
    let upto = Variable { slot: variables, name: "upto".into() };
    let lows: &Lows = &[None];
    let image = Image::new(amount, loops, condition, upto, lows, false);
    if image.loops().endless().is_some() {
        return None;
    }
    Images::new(image, variables + 1, lists).into_set().ok()
}

pub(super) fn of_amounts(amounts: &Amounts) -> Option<Set> {
    of_source(&amounts.source, (amounts.variables, amounts.lists))
}

pub(super) fn of_source(source: &Source, sizes: (usize, usize)) -> Option<Set> {
    match source {
        Source::Set { set, .. } => Some(set.clone()),
        Source::Range(low, high) => {
            let low = u64::try_from(low.as_number()?).ok().filter(|&low| low > 0)?;
            match high {
                Some(high) if !high.is_variable(0) => {
                    let high = u64::try_from(high.as_number()?).ok()?;
                    Some(Periodic::from_ranges([low..=high]).into())
                }
                _ => Some(Periodic::at_least(low).into()),
            }
        }
        Source::One(_) | Source::Divisors { .. } | Source::Coprime(_) => None,
        Source::Union(pieces) => {
            let sets = pieces.iter().map(|piece| of_source(piece, sizes)).collect::<Option<Vec<Set>>>()?;
            sets.into_iter().reduce(Set::union)
        }
        Source::Filtered { base, other, inside, .. } => {
            let (base, other) = (of_source(base, sizes)?, of_source(other, sizes)?);
            Some(if *inside { base.intersection(other) } else { base.difference(other) })
        }
        Source::Image(image_of) => {
            let loops = image_of.loops();
            if image_of.value().mentions(0) {
                return None;
            }
            image(image_of.value().clone(), &loops.sources(), loops.condition(), sizes)
        }
    }
    .filter(|set| !set.is_empty())
}

/// The set, where the moves leave one heap, n - s, for every s of a set.
pub(super) fn as_set(moves: &Comprehension) -> Option<Set> {
    let ([Item::Heap(heap)], Some(1)) = (moves.items(), moves.times().as_number()) else { return None };
    let (loops, condition) = (moves.loops().sources(), moves.loops().condition());
    if let [(variable, Source::Range(low, Some(high)))] = loops.as_slice()
        && heap.is_variable(variable.slot)
        && low.as_number() == Some(0)
        && condition.is_true()
    {
        // `[a] for a in 0..n - c`: every amount from c on.
        let least = taken(high)?.as_number()?;
        return u64::try_from(least).ok().filter(|&least| least > 0).map(|least| Periodic::at_least(least).into());
    }
    let amount = taken(heap)?;
    if loops.is_empty() && amount.as_number().is_none_or(|amount| amount < 1) {
        return None;
    }
    image(amount, &loops, condition, moves.sizes()).filter(|set| !set.is_empty())
}
