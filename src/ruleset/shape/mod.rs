//! What a rule comes to, however it was written: `[n - s] for s in 1..3`, `0.333` and `1..3` are one set, and
//! `[a, n - a] for a in 1..n/2` is the code `4.0`. Engines and theorems go by the shape.

mod codes;
mod sets;

use self::codes::as_code;
use self::sets::{as_set, of_amounts};
use super::code::Code;
use super::comprehension::Comprehension;
use super::formula::{Formula, Operator};
use super::set::Set;
use super::take::Take;

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
        shape.join();
        shape
    }

    /// A finite set beside a code is a digit 3 for each of its amounts.
    fn join(&mut self) {
        let (Some(set), Some(code)) = (&self.set, &self.code) else { return };
        let finite = set.as_periodic().and_then(|p| p.largest()).filter(|&largest| largest < MOST_DIGITS);
        let digits = finite
            .and_then(|largest| Code::with_digit(set.members(largest).into_iter().map(|amount| amount as usize), "3"));
        if let Some(both) = digits.and_then(|digits| code.clone().union(digits)) {
            (self.set, self.code) = (None, Some(both));
        }
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
