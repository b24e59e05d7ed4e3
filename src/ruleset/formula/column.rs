//! Formulas for many values of one variable at once: a loop over an array for each operation, so that the cost of
//! walking the formula is shared by all of them.

use super::{Condition, Fault, Formula, Operator, Property, Shape, Steps};

/// So many values are evaluated together.
pub(crate) const LANES: usize = 256;

/// Fewer values are evaluated one by one.
const FEW: usize = 6;

/// A formula, split into what depends on the variable of the columns and what does not.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    formula: Formula,
    slot: usize,
    node: Node,
    ascending: bool,
    /// Where the formula can be followed by [`Steps`].
    shape: Option<Shape>,
}

#[derive(Debug, Clone)]
enum Node {
    Fixed(Formula),
    Lane,
    Binary(Operator, Box<Node>, Box<Node>),
}

impl Node {
    fn of(formula: &Formula, slot: usize) -> Node {
        match formula {
            _ if !formula.mentions(slot) => Node::Fixed(formula.clone()),
            Formula::Binary(operator, a, b) => {
                Node::Binary(*operator, Box::new(Node::of(a, slot)), Box::new(Node::of(b, slot)))
            }
            _ => Node::Lane,
        }
    }

    fn fill(&self, env: &[i64], lanes: &[i64], out: &mut [i64]) -> Result<(), Fault> {
        match self {
            Node::Fixed(formula) => out.fill(formula.value(env)?),
            Node::Lane => out.copy_from_slice(lanes),
            Node::Binary(operator, a, b) => match (&**a, &**b) {
                (Node::Fixed(a), b) => {
                    b.fill(env, lanes, out)?;
                    let a = a.value(env)?;
                    in_place(out, |_, value| (a, value), *operator)?;
                }
                (a, Node::Fixed(b)) => {
                    a.fill(env, lanes, out)?;
                    let b = b.value(env)?;
                    if !divided(out, b, *operator) {
                        in_place(out, |_, value| (value, b), *operator)?;
                    }
                }
                (a, b) => {
                    a.fill(env, lanes, out)?;
                    let mut right = [0; LANES];
                    let right = &mut right[..out.len()];
                    b.fill(env, lanes, right)?;
                    in_place(out, |i, value| (value, right[i]), *operator)?;
                }
            },
        }
        Ok(())
    }
}

/// `out[i] = operator(operands(i, out[i]))`.
fn in_place(out: &mut [i64], operands: impl Fn(usize, i64) -> (i64, i64), operator: Operator) -> Result<(), Fault> {
    let mut overflow = false;
    let mut each = |f: fn(i64, i64) -> (i64, bool)| {
        for (i, value) in out.iter_mut().enumerate() {
            let (a, b) = operands(i, *value);
            let (result, over) = f(a, b);
            *value = result;
            overflow |= over;
        }
    };
    match operator {
        Operator::Add => each(i64::overflowing_add),
        Operator::Subtract => each(i64::overflowing_sub),
        Operator::Multiply => each(i64::overflowing_mul),
        other => {
            for (i, value) in out.iter_mut().enumerate() {
                let (a, b) = operands(i, *value);
                *value = other.apply(a, b)?;
            }
        }
    }
    if overflow { Err(Fault::Overflow) } else { Ok(()) }
}

/// Quotients or remainders by one divisor without a division each: with M = ceil(2^64 / d) the quotient of a 32-bit v
/// is the high half of M v, and the remainder the high half of d times its low half (Lemire, Kaser and Kurz, "Faster
/// remainder by direct computation", 2019). False where a value or the divisor does not fit.
fn divided(out: &mut [i64], divisor: i64, operator: Operator) -> bool {
    let fits = |value: i64| u32::try_from(value).is_ok();
    // With d = 1, M would be 2^64.
    if divisor < 2 || !fits(divisor) || out.iter().fold(0, |all, &value| all | value) >> 32 != 0 {
        return false;
    }
    let factor = u64::MAX / divisor as u64 + 1;
    let high = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 64) as i64;
    match operator {
        Operator::Divide => out.iter_mut().for_each(|value| *value = high(factor, *value as u64)),
        Operator::Remainder => {
            out.iter_mut().for_each(|value| *value = high(factor.wrapping_mul(*value as u64), divisor as u64));
        }
        _ => return false,
    }
    true
}

impl Column {
    /// `ascending` says that the lanes will always be in order.
    pub(crate) fn new(formula: &Formula, slot: usize, ascending: bool) -> Column {
        let shape = Shape::of(formula, slot);
        Column { formula: formula.clone(), slot, node: Node::of(formula, slot), ascending, shape }
    }

    /// The values along a run, if they can be had by steps.
    pub(crate) fn steps(&self, env: &mut [i64], first: i64, last: i64) -> Option<Steps> {
        Steps::along(&self.formula, self.shape?, env, self.slot, first, last)
    }

    /// Whether the first and the last value of a block are its extremes.
    pub(crate) fn ends_are_extremes(&self) -> bool {
        self.slope().is_some()
    }

    /// What is added for each 1 that the variable goes up, where that is always the same and lanes ascend.
    fn slope(&self) -> Option<i64> {
        match self.shape.filter(|_| self.ascending)? {
            Shape::Constant => Some(0),
            Shape::Itself => Some(1),
            Shape::Slope(slope) => Some(slope),
            Shape::Degree1 | Shape::Degree2 => None,
        }
    }

    /// The values where the variable has those of `lanes`, at most [`LANES`] of them.
    ///
    /// # Errors
    /// The first fault that is met, and the lane that has it.
    pub(crate) fn fill(&self, env: &mut [i64], lanes: &[i64], out: &mut [i64]) -> Result<(), (usize, Fault)> {
        let out = &mut out[..lanes.len()];
        if lanes.len() >= FEW && (self.fill_linear(env, lanes, out) || self.node.fill(env, lanes, out).is_ok()) {
            return Ok(());
        }
        for (lane, (&value, out)) in lanes.iter().zip(out).enumerate() {
            env[self.slot] = value;
            *out = self.formula.value(env).map_err(|fault| (lane, fault))?;
        }
        Ok(())
    }
}

impl Column {
    /// From the value at the first lane, by the slope. Nothing overflows between two lanes at which nothing does;
    /// false where that is not so, or the formula is not linear.
    fn fill_linear(&self, env: &mut [i64], lanes: &[i64], out: &mut [i64]) -> bool {
        let (Some(slope), &[low, .., high]) = (self.slope(), lanes) else { return false };
        if matches!(self.node, Node::Lane) {
            out.copy_from_slice(lanes);
            return true;
        }
        let mut at = |value: i64| {
            env[self.slot] = value;
            self.formula.value(env).ok()
        };
        let (Some(start), Some(_)) = (at(low), at(high)) else { return false };
        match slope {
            1 => out.iter_mut().zip(lanes).for_each(|(out, &lane)| *out = start.wrapping_add(lane.wrapping_sub(low))),
            -1 => out.iter_mut().zip(lanes).for_each(|(out, &lane)| *out = start.wrapping_sub(lane.wrapping_sub(low))),
            _ => {
                let step = |lane: i64| slope.wrapping_mul(lane.wrapping_sub(low));
                out.iter_mut().zip(lanes).for_each(|(out, &lane)| *out = start.wrapping_add(step(lane)));
            }
        }
        true
    }
}

/// A condition for many values of one variable at once.
#[derive(Debug, Clone)]
pub(crate) struct Mask {
    condition: Condition,
    slot: usize,
    node: Test,
}

#[derive(Debug, Clone)]
enum Test {
    Fixed(Condition),
    /// A comparison of two columns, and what it says of (less, equal, greater).
    Compare([bool; 3], Node, Node),
    Is(Node, Property),
    /// Tested one by one.
    Other(Condition),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
}

impl Test {
    fn of(condition: &Condition, slot: usize) -> Test {
        if !condition.mentions(slot) {
            return Test::Fixed(condition.clone());
        }
        match condition {
            Condition::Compare(comparison, a, b) => {
                use std::cmp::Ordering::{Equal, Greater, Less};
                let says = [Less, Equal, Greater].map(|order| comparison.holds(order));
                Test::Compare(says, Node::of(a, slot), Node::of(b, slot))
            }
            Condition::Is(formula, property) => Test::Is(Node::of(formula, slot), *property),
            Condition::In(..) => Test::Other(condition.clone()),
            Condition::Not(inner) => Test::Not(Box::new(Test::of(inner, slot))),
            Condition::And(all) => Test::And(all.iter().map(|one| Test::of(one, slot)).collect()),
            Condition::Or(any) => Test::Or(any.iter().map(|one| Test::of(one, slot)).collect()),
        }
    }

    fn fill(&self, env: &mut [i64], slot: usize, lanes: &[i64], out: &mut [bool]) -> Result<(), Fault> {
        match self {
            Test::Fixed(condition) => out.fill(condition.holds(env)?),
            Test::Compare([less, equal, greater], a, b) => {
                let says = |a: i64, b: i64| (*less & (a < b)) | (*equal & (a == b)) | (*greater & (a > b));
                let mut left = [0; LANES];
                let left = &mut left[..lanes.len()];
                a.fill(env, lanes, left)?;
                if let Node::Fixed(b) = b {
                    let b = b.value(env)?;
                    match (less, equal, greater) {
                        // The usual ones are cheaper by themselves.
                        (true, false, true) => out.iter_mut().zip(left).for_each(|(out, a)| *out = *a != b),
                        (false, true, false) => out.iter_mut().zip(left).for_each(|(out, a)| *out = *a == b),
                        _ => out.iter_mut().zip(left).for_each(|(out, a)| *out = says(*a, b)),
                    }
                } else {
                    let mut right = [0; LANES];
                    let right = &mut right[..lanes.len()];
                    b.fill(env, lanes, right)?;
                    out.iter_mut().zip(left).zip(right).for_each(|((out, a), b)| *out = says(*a, *b));
                }
            }
            Test::Is(formula, property) => {
                let mut values = [0; LANES];
                let values = &mut values[..lanes.len()];
                formula.fill(env, lanes, values)?;
                out.iter_mut().zip(values).for_each(|(out, value)| *out = property.holds(*value));
            }
            Test::Other(condition) => {
                for (out, &value) in out.iter_mut().zip(lanes) {
                    env[slot] = value;
                    *out = condition.holds(env)?;
                }
            }
            Test::Not(inner) => {
                inner.fill(env, slot, lanes, out)?;
                out.iter_mut().for_each(|out| *out = !*out);
            }
            Test::And(all) => join(all, env, slot, lanes, out, true)?,
            Test::Or(any) => join(any, env, slot, lanes, out, false)?,
        }
        Ok(())
    }
}

/// All of the tests (`and`), or any of them; stops as soon as all lanes are decided.
fn join(tests: &[Test], env: &mut [i64], slot: usize, lanes: &[i64], out: &mut [bool], and: bool) -> Result<(), Fault> {
    out.fill(and);
    for test in tests {
        let mut one = [false; LANES];
        let one = &mut one[..lanes.len()];
        test.fill(env, slot, lanes, one)?;
        for (out, one) in out.iter_mut().zip(one) {
            *out = if and { *out & *one } else { *out | *one };
        }
        if out.iter().all(|&out| out != and) {
            break;
        }
    }
    Ok(())
}

impl Mask {
    pub(crate) fn new(condition: &Condition, slot: usize) -> Mask {
        Mask { condition: condition.clone(), slot, node: Test::of(condition, slot) }
    }

    pub(crate) fn is_true(&self) -> bool {
        self.condition.is_true()
    }

    /// Keeps the lanes for which the condition holds, in order, and returns how many they are.
    ///
    /// # Errors
    /// The first fault that is met, and the value that has it.
    pub(crate) fn keep(&self, env: &mut [i64], lanes: &mut [i64]) -> Result<usize, (i64, Fault)> {
        if self.condition.is_true() {
            return Ok(lanes.len());
        }
        let mut holds = [false; LANES];
        let holds = &mut holds[..lanes.len()];
        if lanes.len() < FEW || self.node.fill(env, self.slot, lanes, holds).is_err() {
            // One by one, so that what `and` and `or` have decided is not evaluated.
            for (&value, holds) in lanes.iter().zip(holds.iter_mut()) {
                env[self.slot] = value;
                *holds = self.condition.holds(env).map_err(|fault| (value, fault))?;
            }
        }
        let mut kept = 0;
        for i in 0..lanes.len() {
            lanes[kept] = lanes[i];
            kept += usize::from(holds[i]);
        }
        Ok(kept)
    }
}
