//! Sets, formulas and conditions that use n or variables.

use super::constant;
use super::parser::{Expr, Loops, Name, Node};
use crate::ruleset::comprehension::{Image, Loop, Source};
use crate::ruleset::error::{Fault, RuleErrorKind, did_you_mean};
use crate::ruleset::formula::{Comparison, Condition, Formula, Lows, Mask, Operator, Variable, low};
use crate::ruleset::periodic::Periodic;
use crate::ruleset::set::Set;

/// The variables that can be named at a place, and the places that have been given out.
pub(super) struct Scope {
    variables: Vec<Variable>,
    /// What each place is never below.
    lows: Vec<Option<i64>>,
    lists: usize,
    /// Formulas may have so many operators in all.
    operators: usize,
}

/// A rule's formulas may have so many operators; constants are not counted.
const MOST_OPERATORS: usize = 300;

impl Scope {
    /// Where n is a name.
    pub(super) fn with_n() -> Self {
        let n = Variable { slot: 0, name: "n".into() };
        Scope { variables: vec![n], ..Scope::closed() }
    }

    /// Where it is not.
    pub(super) fn closed() -> Self {
        Scope { variables: Vec::new(), lows: vec![Some(1)], lists: 0, operators: 0 }
    }

    /// How many variables and lists a walk needs.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.lows.len(), self.lists)
    }

    fn place(&mut self, name: &str) -> Variable {
        self.lows.push(None);
        Variable { slot: self.lows.len() - 1, name: name.into() }
    }

    /// A new variable, which hides none.
    pub(super) fn bind(&mut self, name: &Name) -> Result<Variable, Fault> {
        if self.variables.iter().any(|variable| *variable.name == *name.text) {
            let message = format!("there is a variable `{}` already", name.text);
            return Err(
                Fault::new(RuleErrorKind::Contradiction, name.span.clone(), message).help("give this one another name")
            );
        }
        let variable = self.place(&name.text);
        self.variables.push(variable.clone());
        Ok(variable)
    }

    fn lows(&self) -> &Lows {
        &self.lows
    }

    /// Whether an expression has a name that it does not bind itself.
    pub(super) fn is_open(&self, expr: &Expr) -> bool {
        fn open(expr: &Expr, bound: &mut Vec<String>) -> bool {
            let loops = |loops: &Loops, value: Option<&Expr>, bound: &mut Vec<String>| {
                let depth = bound.len();
                let mut found = false;
                for (name, source) in &loops.each {
                    found |= open(source, bound);
                    bound.push(name.text.clone());
                }
                found |= value.is_some_and(|value| open(value, bound));
                found |= loops.condition.as_ref().is_some_and(|condition| open(condition, bound));
                bound.truncate(depth);
                found
            };
            match &expr.node {
                Node::Number(_) | Node::Any | Node::Named(_) => false,
                Node::Name(name) => !bound.contains(name),
                Node::Negate(a)
                | Node::MultiplesOf(a)
                | Node::PowersOf(a)
                | Node::DivisorsOf { number: a, .. }
                | Node::CoprimeTo(a)
                | Node::AllBut(a)
                | Node::Range(a, None)
                | Node::Is { number: a, .. }
                | Node::Not(a) => open(a, bound),
                Node::Arithmetic(_, a, b)
                | Node::Range(a, Some(b))
                | Node::Residue(a, b)
                | Node::Intersection(a, b)
                | Node::Difference(a, b)
                | Node::In { number: a, set: b, .. }
                | Node::And(a, b)
                | Node::Or(a, b) => open(a, bound) || open(b, bound),
                Node::Union(all) => all.iter().any(|one| open(one, bound)),
                Node::Compare(a, others) => open(a, bound) || others.iter().any(|(_, b)| open(b, bound)),
                Node::Builder(name, condition) => {
                    bound.push(name.text.clone());
                    let found = open(condition, bound);
                    bound.pop();
                    found
                }
                Node::Image(value, inner) => loops(inner, Some(value), bound),
            }
        }
        open(expr, &mut Vec::new())
    }

    pub(super) fn formula(&mut self, expr: &Expr) -> Result<Formula, Fault> {
        if !self.is_open(expr) {
            let value = constant::number(expr)?;
            return i64::try_from(value).map(Formula::Number).map_err(|_| constant::too_large(expr));
        }
        match &expr.node {
            Node::Name(name) => self.named(name, expr),
            Node::Negate(inner) => Ok(Formula::Number(0).minus(self.formula(inner)?)),
            Node::Arithmetic(operator, a, b) => {
                self.count(expr)?;
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                if matches!(operator, Operator::Divide | Operator::Remainder) && b.as_number() == Some(0) {
                    return Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), "division by zero"));
                }
                Ok(Formula::binary(*operator, a, b))
            }
            _ => constant::number(expr).map(|_| Formula::Number(0)),
        }
    }

    fn named(&self, name: &str, expr: &Expr) -> Result<Formula, Fault> {
        if let Some(variable) = self.variables.iter().find(|variable| *variable.name == *name) {
            return Ok(Formula::Variable(variable.clone()));
        }
        let message = format!("`{name}` is not known here");
        let fault = Fault::new(RuleErrorKind::UnknownName, expr.span.clone(), message);
        Err(match did_you_mean(name, self.variables.iter().map(|variable| &*variable.name)) {
            Some(near) if name.chars().count() > 1 => fault.help(format!("did you mean `{near}`?")),
            _ => fault.help("a variable can be used to the right of its `for`, in the list, and in the condition"),
        })
    }

    fn count(&mut self, expr: &Expr) -> Result<(), Fault> {
        self.operators += 1;
        if self.operators <= MOST_OPERATORS {
            return Ok(());
        }
        let message = format!("more than {MOST_OPERATORS} operators in formulas that use n or variables");
        Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), message))
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> Result<Condition, Fault> {
        Ok(match &expr.node {
            Node::Compare(first, others) => {
                let mut left = self.formula(first)?;
                let mut all = Condition::TRUE;
                for (comparison, right) in others {
                    self.count(expr)?;
                    let right = self.formula(right)?;
                    all = all.and(Condition::Compare(*comparison, left, right.clone()));
                    left = right;
                }
                all
            }
            Node::Is { number, not, property } => negated_if(*not, Condition::Is(self.formula(number)?, *property)),
            Node::In { number, not, set } => {
                let number = self.formula(number)?;
                negated_if(*not, self.membership(&number, set)?)
            }
            Node::Not(inner) => negated_if(true, self.condition(inner)?),
            Node::And(a, b) => self.condition(a)?.and(self.condition(b)?),
            Node::Or(a, b) => self.condition(a)?.or(self.condition(b)?),
            _ => {
                return Err(Fault::new(RuleErrorKind::Syntax, expr.span.clone(), "this is no condition")
                    .label("expected a comparison, `is` or `in`")
                    .help("for example `n % 2 == 0`, `a is prime`, `a in squares`"));
            }
        })
    }

    /// That a number is a member of a set, as a condition.
    pub(super) fn membership(&mut self, number: &Formula, set: &Expr) -> Result<Condition, Fault> {
        self.count(set)?;
        let compare = |comparison, a: &Formula, b: &Formula| Condition::Compare(comparison, a.clone(), b.clone());
        let zero = Formula::Number(0);
        if !self.is_open(set) {
            // Sets hold amounts; lists and ranges may have other integers too.
            match (constant::set(set), &set.node) {
                (Ok(set), _) if set.is_empty() => return Ok(never(number)),
                (Ok(set), _) => return Ok(Condition::In(number.clone(), set)),
                (Err(_), Node::Number(_) | Node::Negate(_) | Node::Arithmetic(..)) => {
                    return Ok(compare(Comparison::Equal, number, &self.formula(set)?));
                }
                (Err(_), Node::Union(_) | Node::Range(..)) => {}
                (Err(fault), _) => return Err(fault),
            }
        }
        if let Node::Range(low, high) = &set.node {
            let above = compare(Comparison::AtMost, &self.formula(low)?, number);
            return Ok(match high {
                Some(high) => above.and(compare(Comparison::AtMost, number, &self.formula(high)?)),
                None => above,
            });
        }
        Ok(match &set.node {
            Node::Name(_) | Node::Negate(_) | Node::Arithmetic(..) => {
                compare(Comparison::Equal, number, &self.formula(set)?)
            }
            Node::DivisorsOf { number: of, proper } => {
                let of = self.formula(of)?;
                if number.as_number().is_some_and(|number| number < 1) {
                    return Ok(never(&of));
                }
                let rest = Formula::binary(Operator::Remainder, of.clone(), number.clone());
                let both_count = compare(Comparison::Less, &zero, number).and(compare(Comparison::Less, &zero, &of));
                let divides = both_count.and(compare(Comparison::Equal, &rest, &zero));
                let not_all = compare(Comparison::NotEqual, number, &of);
                if *proper { divides.and(not_all) } else { divides }
            }
            Node::CoprimeTo(to) => {
                let common = Formula::binary(Operator::Gcd, number.clone(), self.formula(to)?);
                compare(Comparison::Less, &zero, number).and(compare(Comparison::Equal, &common, &Formula::Number(1)))
            }
            Node::AllBut(out) => {
                let outside = negated_if(true, self.membership(number, out)?);
                compare(Comparison::Less, &zero, number).and(outside)
            }
            Node::Union(members) => self.any_of(number, members)?,
            Node::Intersection(a, b) => self.membership(number, a)?.and(self.membership(number, b)?),
            Node::Difference(a, b) => self.membership(number, a)?.and(negated_if(true, self.membership(number, b)?)),
            Node::Builder(name, condition) => {
                let depth = self.variables.len();
                let variable = self.bind(name)?;
                let condition = self.condition(condition)?.substitute(variable.slot, number);
                self.variables.truncate(depth);
                compare(Comparison::Less, &zero, number).and(condition)
            }
            Node::Image(..) => {
                let message = "whether a number is in an image that uses n or a variable is not decided";
                return Err(Fault::new(RuleErrorKind::Syntax, set.span.clone(), message)
                    .help("write a builder instead, as in `{s : s is square and s <= n}`"));
            }
            _ => return constant::set(set).map(|set| Condition::In(number.clone(), set)),
        })
    }

    fn any_of(&mut self, number: &Formula, members: &[Expr]) -> Result<Condition, Fault> {
        members.iter().try_fold(Condition::FALSE, |any, member| Ok(any.or(self.membership(number, member)?)))
    }

    /// What a variable may range over. Where `amounts` is set, numbers stand for amounts and 0 is an error; else ranges
    /// and numbers are of all integers.
    pub(super) fn source(&mut self, expr: &Expr, amounts: bool) -> Result<Source, Fault> {
        let is_open = self.is_open(expr);
        if !is_open {
            match (constant::set(expr), &expr.node) {
                (Ok(set), Node::Builder(name, _)) if set.is_empty() => return Ok(self.nothing(&name.text)),
                (Ok(set), Node::Image(..)) if set.is_empty() => return Ok(self.nothing("s")),
                (Ok(set), _) if set.is_empty() => {
                    return Err(Fault::new(RuleErrorKind::Empty, expr.span.clone(), "the set has no members"));
                }
                (Ok(set), _) => return Ok(self.listed(set)),
                // As integers, these may have 0 and negative numbers.
                (Err(_), node) if !amounts && is_list(node) => {}
                (Err(fault), _) => return Err(fault),
            }
        }
        Ok(match &expr.node {
            Node::Range(low, high) => {
                let start = self.formula(low)?;
                if amounts && start.as_number().is_some() {
                    constant::amount(low)?;
                }
                let end = high.as_ref().map(|high| self.formula(high)).transpose()?;
                match (start.as_number(), end.as_ref().and_then(Formula::as_number)) {
                    (Some(a), Some(b)) if a > b => return Err(constant::empty_range(expr, a, b)),
                    _ => Source::Range(start, end),
                }
            }
            Node::Number(_) | Node::Name(_) | Node::Negate(_) | Node::Arithmetic(..) => {
                Source::One(self.formula(expr)?)
            }
            Node::Union(members) => {
                let pieces = members.iter().map(|member| self.source(member, amounts)).collect::<Result<_, Fault>>()?;
                Source::Union(pieces)
            }
            Node::Intersection(a, b) => self.both(a, b, amounts)?,
            Node::Difference(a, b) => {
                let (walked, second) = (self.source(a, amounts)?, self.source(b, amounts)?);
                self.filtered(walked, second, b, false)?
            }
            Node::AllBut(out) => {
                let everything = self.listed(Periodic::at_least(1).into());
                let second = self.source(out, amounts)?;
                self.filtered(everything, second, out, false)?
            }
            Node::DivisorsOf { number, proper } => Source::Divisors { of: self.formula(number)?, proper: *proper },
            Node::CoprimeTo(number) => Source::Coprime(self.formula(number)?),
            Node::Builder(name, condition) => {
                let depth = self.variables.len();
                let variable = self.bind(name)?;
                self.lows[variable.slot] = Some(1);
                let condition = self.condition(condition)?;
                self.variables.truncate(depth);
                let any = self.listed(Periodic::at_least(1).into());
                let upto = self.place("upto");
                let value = Formula::Variable(variable.clone());
                let image = Image::new(value, vec![(variable, any)], condition, upto, self.lows(), true);
                Source::Image(Box::new(image))
            }
            Node::Image(value, loops) => Source::Image(Box::new(self.image(value, loops)?)),
            _ => self.listed(constant::set(expr)?),
        })
    }

    /// `{s : 0 != 0}`: what no number satisfies has no other notation.
    fn nothing(&mut self, name: &str) -> Source {
        let variable = self.place(name);
        let any = self.listed(Periodic::at_least(1).into());
        let (value, upto) = (Formula::Variable(variable.clone()), self.place("upto"));
        Source::Image(Box::new(Image::new(
            value,
            vec![(variable, any)],
            never(&Formula::Number(0)),
            upto,
            self.lows(),
            true,
        )))
    }

    fn listed(&mut self, set: Set) -> Source {
        self.lists += 1;
        Source::Set { set, list: self.lists - 1 }
    }

    /// The intersection, walking a list of few members, or else the side that has an end.
    fn both(&mut self, a: &Expr, b: &Expr, amounts: bool) -> Result<Source, Fault> {
        let (left, right) = (self.source(a, amounts)?, self.source(b, amounts)?);
        let image = |source: &Source| matches!(source, Source::Image(image) if !image.is_builder());
        let sparse = |source: &Source| match source {
            Source::Set { set, .. } => set.as_periodic().is_none_or(Periodic::is_finite),
            _ => false,
        };
        let bounded = |source: &Source| !source.is_endless();
        let better = sparse(&right) && !sparse(&left) || bounded(&right) && !bounded(&left) && !sparse(&left);
        let swapped = image(&right) || (better && !image(&left));
        if swapped { self.filtered(right, left, a, true) } else { self.filtered(left, right, b, true) }
    }

    /// The members of `walked` that are in `second`, or are not; `second` is what `expr` says.
    fn filtered(&mut self, walked: Source, second: Source, expr: &Expr, inside: bool) -> Result<Source, Fault> {
        let variable = self.place("s");
        let member = self.membership(&Formula::Variable(variable.clone()), expr)?;
        let condition = negated_if(!inside, member);
        let test = Mask::new(&condition, variable.slot);
        Ok(Source::Filtered { base: Box::new(walked), other: Box::new(second), inside, test })
    }

    /// The variables with what they range over, and the condition; they stay in scope.
    pub(super) fn loops(&mut self, loops: &Loops) -> Result<(Vec<(Variable, Source)>, Condition), Fault> {
        let mut each = Vec::new();
        for (name, source) in &loops.each {
            let source = self.source(source, false)?;
            let variable = self.bind(name)?;
            self.lows[variable.slot] = low(&source.least(), &self.lows);
            each.push((variable, source));
        }
        let condition = loops.condition.as_ref().map_or(Ok(Condition::TRUE), |condition| self.condition(condition))?;
        Ok((each, condition))
    }

    pub(super) fn image(&mut self, value: &Expr, loops: &Loops) -> Result<Image, Fault> {
        let depth = self.variables.len();
        let (each, condition) = self.loops(loops)?;
        let value = self.formula(value)?;
        self.variables.truncate(depth);
        let upto = self.place("upto");
        Ok(Image::new(value, each, condition, upto, self.lows(), false))
    }
}

/// Whether an expression may stand for integers, and not only for amounts.
fn is_list(node: &Node) -> bool {
    use Node::{Arithmetic, Difference, Intersection, Negate, Number, Range, Union};
    matches!(node, Number(_) | Negate(_) | Arithmetic(..) | Range(..) | Union(_) | Intersection(..) | Difference(..))
}

/// What never holds, with the variables of a formula in it, so that it is read back as the same kind of rule.
fn never(formula: &Formula) -> Condition {
    Condition::Compare(Comparison::NotEqual, formula.clone(), formula.clone())
}

fn negated_if(not: bool, condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) if not => *inner,
        condition if not => Condition::Not(Box::new(condition)),
        condition => condition,
    }
}

/// A loop that never ends, among those that were written.
pub(super) fn endless(endless: &Loop, written: &Loops) -> Fault {
    let name = &endless.variable.name;
    let place = written.each.iter().find(|(variable, _)| *variable.text == **name);
    let span = place.map_or(0..0, |(variable, source)| variable.span.start..source.span.end);
    Fault::new(RuleErrorKind::Number, span, format!("there is no end to the values of `{name}`"))
        .help(format!("give them one that depends on n, as in `for {name} in 1..n`"))
}
