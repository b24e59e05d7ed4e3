//! What a rule comes to, however it was written: `[n - s] for s in 1..3`, `0.333` and `1..3` are one set, and
//! `[a, n - a] for a in 1..n/2` is the code `4.0`. Engines and theorems go by the shape.

use super::code::Code;
use super::comprehension::{Comprehension, Image, Item, Source};
use super::described::Images;
use super::formula::{Comparison, Condition, Formula, Linear, Lows, Operator, Quasi, Variable};
use super::periodic::Periodic;
use super::set::Set;
use super::take::{Amounts, Take};

/// The moves of a rule, sorted by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    /// Amounts that are taken from any heap, whatever is left.
    pub set: Option<Set>,
    /// Moves that a take-and-break code says.
    pub code: Option<Code>,
    /// Whether there are moves besides.
    pub others: bool,
}

/// So many amounts are written out as digits.
const MOST_DIGITS: u64 = 1024;

impl Shape {
    pub(super) fn of(take: Option<&Take>, code: Option<&Code>, moves: &[Comprehension]) -> Shape {
        let mut shape = Shape::default();
        match take {
            Some(Take::Set(set)) => shape.add_set(set.clone()),
            Some(Take::Amounts(amounts)) => match of_amounts(amounts) {
                Some(set) => shape.add_set(set),
                None => shape.others = true,
            },
            None => {}
        }
        if let Some(code) = code {
            shape.add_code(code.clone());
        }
        for moves in moves {
            if let Some(set) = as_set(moves) {
                shape.add_set(set);
            } else if let Some(code) = as_code(moves) {
                shape.add_code(code);
            } else {
                shape.others = true;
            }
        }
        shape
    }

    fn add_set(&mut self, set: Set) {
        self.set = Some(match self.set.take() {
            Some(other) => other.union(set),
            None => set,
        });
    }

    fn add_code(&mut self, code: Code) {
        if let Some(set) = code.as_set() {
            return self.add_set(set);
        }
        match self.code.take() {
            None => self.code = Some(code),
            Some(other) => match other.clone().union(code) {
                Some(both) => self.code = Some(both),
                None => (self.code, self.others) = (Some(other), true),
            },
        }
    }
}

/// x, where a formula is n - x and n is not in x.
fn taken(formula: &Formula) -> Option<Formula> {
    let Formula::Binary(operator, a, b) = formula else {
        return formula.is_variable(0).then_some(Formula::Number(0));
    };
    match operator {
        Operator::Subtract if !b.mentions(0) => Some(match taken(a)? {
            Formula::Number(0) => (**b).clone(),
            x => Formula::binary(Operator::Add, x, (**b).clone()),
        }),
        Operator::Add if !b.mentions(0) => Some(taken(a)?.minus((**b).clone())),
        Operator::Add if !a.mentions(0) => Some(taken(b)?.minus((**a).clone())),
        _ => None,
    }
}

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
                Source::Range(low, Some(high))
                    if !low.mentions(0) && high.is_variable(0) && exceeds(&Formula::Variable(variable.clone())) =>
                {
                    Source::Range(low.clone(), None)
                }
                _ => return None,
            };
            free.push((variable.clone(), source));
        }
        let parts = match condition {
            Condition::And(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut kept = Condition::TRUE;
        for part in parts {
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
    if amount == bounded {
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

fn of_amounts(amounts: &Amounts) -> Option<Set> {
    of_source(&amounts.source, (amounts.variables, amounts.lists))
}

fn of_source(source: &Source, sizes: (usize, usize)) -> Option<Set> {
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
            image(image_of.value().clone(), &loops.sources(), loops.condition(), sizes)
        }
    }
    .filter(|set| !set.is_empty())
}

/// The set, where the moves leave one heap, n - s, for every s of a set.
fn as_set(moves: &Comprehension) -> Option<Set> {
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

/// The code, where the moves leave nothing, one heap, or two, of what remains when a constant is taken.
fn as_code(moves: &Comprehension) -> Option<Code> {
    if moves.times().as_number() != Some(1) {
        return None;
    }
    match moves.items() {
        [] => nothing_left(moves),
        [Item::Heap(heap)] => one_left(moves, heap),
        [Item::Heap(a), Item::Heap(b)] => two_left(moves, a, b).or_else(|| two_left(moves, b, a)),
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

/// `[a, n - c - a] for a in 1..(n - c)/2`, and `for s in S` before it with s in the place of c.
fn two_left(moves: &Comprehension, first: &Formula, second: &Formula) -> Option<Code> {
    let loops = moves.loops().sources();
    let (inner, outer) = loops.split_last()?;
    let (Variable { slot, .. }, Source::Range(low, Some(high))) = (&inner.0, &inner.1) else { return None };
    if !first.is_variable(*slot) {
        return None;
    }
    // What is split: n - c = a + (n - c - a).
    let rest = Linear::of(second)?;
    if rest.coefficient(*slot) != -1 || rest.coefficient(0) != 1 {
        return None;
    }
    let split = rest.without(*slot);
    let amounts = Linear::default().minus(&split.without(0))?;
    let unequal = match moves.loops().condition() {
        condition if condition.is_true() => false,
        Condition::Compare(Comparison::NotEqual, a, b) => (a, b) == (first, second) || (b, a) == (first, second),
        Condition::Compare(Comparison::Less, a, b) => (a, b) == (first, second),
        _ => return None,
    };
    if !moves.loops().condition().is_true() && !unequal {
        return None;
    }
    let halved = |formula: &Formula| match formula {
        Formula::Binary(Operator::Divide, whole, two) if two.as_number() == Some(2) => Linear::of(whole),
        _ => None,
    };
    let one_less = split.less(1)?;
    let digit = match (low.as_number()?, halved(high), Linear::of(high)) {
        (0, Some(half), _) if half == split => {
            if unequal {
                "{1,2!}"
            } else {
                "7"
            }
        }
        (0, _, Some(all)) if all == split => {
            if unequal {
                "{1,2!}"
            } else {
                "7"
            }
        }
        (1, Some(half), _) if half == split => {
            if unequal {
                "4!"
            } else {
                "4"
            }
        }
        (1, _, Some(all)) if all == one_less => {
            if unequal {
                "4!"
            } else {
                "4"
            }
        }
        (1, Some(half), _) if half == one_less => "4!",
        _ => return None,
    };
    let listed = match (outer, amounts.as_number(), amounts.as_shifted_variable()) {
        ([], Some(amount), _) => vec![u64::try_from(amount).ok()?],
        ([(variable, source)], _, Some((slot, 0))) if variable.slot == slot => {
            let set = of_source(source, moves.sizes())?;
            let finite = set.as_periodic().filter(|p| p.is_finite() && p.count(u64::MAX) <= MOST_DIGITS)?;
            finite.members(u64::MAX).collect()
        }
        _ => return None,
    };
    if listed.iter().any(|&amount| amount >= MOST_DIGITS) {
        return None;
    }
    Code::with_digit(listed.into_iter().map(|amount| amount as usize), digit)
}
