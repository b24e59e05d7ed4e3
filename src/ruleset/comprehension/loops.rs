//! Nested loops over variables, with one condition: `for a in A for b in B if C`.

use std::fmt;

use super::lanes::Lanes;
use super::source::{Block, Source};
use super::walk::{Trouble, UNBOUND, Walk};
use crate::ruleset::formula::{
    Comparison, Condition, Formula, Lows, Mask, Operator, Trend, Variable, low, plain_trend, trend,
};

/// The loops of a comprehension, outermost first.
#[derive(Debug, Clone)]
pub(crate) struct Loops {
    loops: Vec<Loop>,
    condition: Condition,
    /// The part of the condition that no variable of a loop is in.
    before: Condition,
}

#[derive(Debug, Clone)]
pub(crate) struct Loop {
    pub(crate) variable: Variable,
    pub(crate) source: Source,
    /// The part of the condition that is decided once this variable is bound.
    mask: Mask,
    stops: Vec<Stop>,
    /// The mask leaves it to the stops to end the loop.
    always_ends: bool,
}

/// A formula that falls as the variable of a loop rises; once it is negative nothing more is offered.
#[derive(Debug, Clone)]
struct Stop {
    formula: Formula,
    /// Whether parts of it cancel, so that numbers on the way may be too large and the value is not.
    cancels: bool,
}

/// The weight of a choice that is not the innermost.
const OUTER: usize = 12;

/// A loop whose end is looked for only from so many values on.
const LONG: i64 = 512;

impl Loops {
    /// `wanted` are formulas that must not be negative for anything to be offered; `lows` says what the
    /// variables outside are never below.
    pub(crate) fn new(loops: Vec<(Variable, Source)>, condition: Condition, wanted: &[Formula], lows: &Lows) -> Loops {
        let parts = by_level(&condition, &loops);
        let lows = with_loops(lows, &loops);
        let mut wanted = wanted.to_vec();
        wanted.extend(condition.conjuncts().iter().flat_map(wanted_by));
        let stops: Vec<Vec<Formula>> = (0..loops.len()).map(|at| stops(&loops, at, &wanted, &lows)).collect();
        let mut parts = parts.into_iter();
        let before = parts.next().unwrap_or(Condition::TRUE);
        let each = loops.into_iter().zip(parts).zip(stops);
        let loops = each
            .map(|(((variable, source), part), stops)| {
                // What holds up to the end of the loop, and no further, need not be tested for each value.
                let natural = low(&source.least(), &lows).is_some_and(|low| low >= 0);
                let by_end =
                    |part: &&Condition| natural && matches!(wanted_by(part).as_slice(), [one] if stops.contains(one));
                let tested = part.conjuncts().iter().filter(|part| !by_end(part)).cloned();
                let mask = Mask::new(&tested.fold(Condition::TRUE, Condition::and), variable.slot);
                let always_ends = part.conjuncts().iter().any(|part| by_end(&part));
                let cancels = |stop: &Formula| plain_trend(stop, variable.slot, &lows) != Trend::Down;
                let stops = stops.into_iter().map(|formula| Stop { cancels: cancels(&formula), formula }).collect();
                Loop { variable, source, mask, stops, always_ends }
            })
            .collect();
        Loops { loops, condition, before }
    }

    pub(crate) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// The variables with what they range over.
    pub(crate) fn sources(&self) -> Vec<(Variable, Source)> {
        self.loops.iter().map(|each| (each.variable.clone(), each.source.clone())).collect()
    }

    pub(crate) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// The place of the innermost variable; that of no variable where there is no loop.
    pub(crate) fn innermost(&self) -> usize {
        self.loops.last().map_or(0, |innermost| innermost.variable.slot)
    }

    /// Whether the values of a block come in ascending order.
    pub(crate) fn is_ascending(&self) -> bool {
        self.loops.last().is_none_or(|innermost| innermost.source.is_ascending())
    }

    /// The first loop that has no end, if there is one.
    pub(crate) fn endless(&self) -> Option<&Loop> {
        self.loops.iter().find(|each| each.source.is_endless() && each.stops.is_empty())
    }

    /// Gives all values of the innermost variable that satisfy the condition, in blocks, once for each choice of
    /// the others; one block with n where there is no loop.
    pub(crate) fn walk(&self, walk: &mut Walk, block: &mut Block<'_>) -> Result<(), Trouble> {
        if !self.before.holds(&walk.env)? {
            return Ok(());
        }
        if self.loops.is_empty() {
            let n = walk.env[0];
            return block(walk, Lanes::Run(n, n));
        }
        self.level(0, walk, block)
    }

    fn level(&self, at: usize, walk: &mut Walk, block: &mut Block<'_>) -> Result<(), Trouble> {
        let Loop { variable, source, mask, .. } = &self.loops[at];
        let upto = self.loops[at].last(walk)?;
        let innermost = at + 1 == self.loops.len();
        source.walk_to(walk, upto, &mut |walk, lanes| {
            // An outer choice takes as long as some inner ones, which share the work of a block.
            walk.spend(if innermost { lanes.len() } else { lanes.len().saturating_mul(OUTER) })?;
            let mut hear = |walk: &mut Walk, lanes: Lanes<'_>| {
                if innermost {
                    return block(walk, lanes);
                }
                lanes.each(|value| {
                    walk.env[variable.slot] = value;
                    self.level(at + 1, walk, block)
                })
            };
            if mask.is_true() {
                return hear(walk, lanes);
            }
            lanes.lists(|lanes| {
                let kept = mask.keep(&mut walk.env, lanes).map_err(|(value, fault)| {
                    walk.env[variable.slot] = value;
                    fault
                })?;
                if kept > 0 { hear(walk, Lanes::List(&mut lanes[..kept])) } else { Ok(()) }
            })
        })?;
        walk.env[variable.slot] = UNBOUND;
        Ok(())
    }

    pub(crate) fn mentions(&self, slot: usize) -> bool {
        self.condition.mentions(slot) || self.loops.iter().any(|each| each.source.mentions(slot))
    }
}

impl Loop {
    /// Whether it has an end that does not depend on a variable.
    pub(crate) fn stops_without(&self, slot: usize) -> bool {
        self.stops.iter().any(|stop| !stop.formula.mentions(slot))
    }

    /// No value above this one can lead to anything.
    fn last(&self, walk: &mut Walk) -> Result<i64, Trouble> {
        let mut last = self.source.upper(&walk.env)?.unwrap_or(i64::MAX);
        let slot = self.variable.slot;
        let walk_end = walk.ends[slot];
        for Stop { formula: stop, cancels } in &self.stops {
            // The only fault that a stop can have is an overflow: the loop is past all that is offered, or what is
            // offered cannot be computed and is met as a fault.
            let goes_on = |walk: &mut Walk, stop: &Formula, value: i64| {
                walk.env[slot] = value;
                match stop.value(&walk.env) {
                    Ok(value) => value >= 0,
                    Err(_) => *cancels && stop.is_natural(&walk.env).unwrap_or(false),
                }
            };
            if last < 0 || (last <= LONG && !self.always_ends) || goes_on(walk, stop, last) {
                continue;
            }
            // Without any growth of this variable it is a fault of the rule, and met where it matters.
            walk.env[slot] = 0;
            match stop.value(&walk.env) {
                Err(fault) if self.always_ends => return Err(fault.into()),
                Err(_) => continue,
                Ok(_) => {}
            }
            // Near where it ended last time, and from there in steps that double.
            let (mut low, mut high) = (walk_end.clamp(0, last), last);
            let mut step = 1;
            if goes_on(walk, stop, low) {
                while high - low > step && goes_on(walk, stop, low + step) {
                    low += step;
                    step *= 2;
                }
                high = high.min(low.saturating_add(step));
            } else {
                high = low;
                while low > 0 && !goes_on(walk, stop, low) {
                    high = low;
                    low = (low - step).max(0);
                    step *= 2;
                }
            }
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if goes_on(walk, stop, middle) { low = middle } else { high = middle }
            }
            last = if low > 0 || goes_on(walk, stop, 0) { low } else { -1 };
        }
        walk.env[slot] = UNBOUND;
        walk.ends[slot] = last.max(0);
        Ok(last)
    }
}

fn with_loops(lows: &Lows, loops: &[(Variable, Source)]) -> Vec<Option<i64>> {
    let mut lows = lows.to_vec();
    for (variable, source) in loops {
        lows.resize(lows.len().max(variable.slot + 1), None);
        lows[variable.slot] = low(&source.least(), &lows);
    }
    lows
}

/// The parts of the condition: first what needs no loop, then for each loop what is decided there. A part that may
/// fail to have a value stays behind those that the author wrote before it.
fn by_level(condition: &Condition, loops: &[(Variable, Source)]) -> Vec<Condition> {
    let mut levels = vec![Condition::TRUE; loops.len() + 1];
    let mut reached = 0;
    for part in condition.conjuncts() {
        let own = loops.iter().rposition(|(variable, _)| part.mentions(variable.slot)).map_or(0, |at| at + 1);
        let level = if may_fail(part) { own.max(reached) } else { own };
        reached = reached.max(level);
        let before = std::mem::replace(&mut levels[level], Condition::TRUE);
        levels[level] = before.and(part.clone());
    }
    levels
}

fn may_fail(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, a, b) => has_faults(a, &[]) || has_faults(b, &[]),
        Condition::Is(a, _) | Condition::In(a, _) => has_faults(a, &[]),
        Condition::Not(inner) => may_fail(inner),
        Condition::And(all) | Condition::Or(all) => all.iter().any(may_fail),
    }
}

/// Whether a formula may divide by zero or have a negative exponent.
fn has_faults(formula: &Formula, lows: &Lows) -> bool {
    let least = |formula: &Formula, least: i64| low(formula, lows).is_some_and(|low| low >= least);
    match formula {
        Formula::Number(_) | Formula::Variable(_) => false,
        Formula::Binary(operator, a, b) => {
            let fails = match operator {
                Operator::Divide | Operator::Remainder => !least(b, 1),
                Operator::Power => !least(b, 0),
                _ => false,
            };
            fails || has_faults(a, lows) || has_faults(b, lows)
        }
    }
}

/// Formulas that are not negative where a condition holds.
fn wanted_by(condition: &Condition) -> Vec<Formula> {
    let Condition::Compare(comparison, a, b) = condition else { return Vec::new() };
    let at_most = |a: &Formula, b: &Formula| b.clone().minus(a.clone());
    let less = |a: &Formula, b: &Formula| at_most(a, b).minus(Formula::Number(1));
    match comparison {
        Comparison::AtMost => vec![at_most(a, b)],
        Comparison::Less => vec![less(a, b)],
        Comparison::AtLeast => vec![at_most(b, a)],
        Comparison::Greater => vec![less(b, a)],
        Comparison::Equal => vec![at_most(a, b), at_most(b, a)],
        Comparison::NotEqual => Vec::new(),
    }
}

/// The formulas by which the loop `at` knows its end: wanted ones, and that ranges further inside are not empty,
/// with the variables further inside replaced by the bound that makes the formula largest.
fn stops(loops: &[(Variable, Source)], at: usize, wanted: &[Formula], lows: &Lows) -> Vec<Formula> {
    let not_empty = loops[at + 1..].iter().filter_map(|(_, source)| match source {
        Source::Range(low, Some(high)) => Some(high.clone().minus(low.clone())),
        _ => None,
    });
    let slot = loops[at].0.slot;
    let largest = |formula: Formula| {
        loops[at + 1..].iter().rev().try_fold(formula, |formula, (variable, source)| {
            match trend(&formula, variable.slot, lows) {
                Trend::Constant => Some(formula),
                Trend::Down => Some(formula.substitute(variable.slot, &source.least())),
                Trend::Up => Some(formula.substitute(variable.slot, &source.most()?)),
                Trend::Unknown => None,
            }
        })
    };
    let falls = |formula: &Formula| trend(formula, slot, lows) == Trend::Down && !has_faults(formula, lows);
    let mut stops: Vec<Formula> = Vec::new();
    for stop in wanted.iter().cloned().chain(not_empty).filter_map(largest).filter(falls) {
        if !stops.contains(&stop) {
            stops.push(stop);
        }
    }
    stops
}

/// `for a in A for b in B if C`
impl fmt::Display for Loops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Loop { variable, source, .. } in &self.loops {
            write!(f, " for {} in {source}", variable.name)?;
        }
        if self.condition.is_true() { Ok(()) } else { write!(f, " if {}", self.condition) }
    }
}
