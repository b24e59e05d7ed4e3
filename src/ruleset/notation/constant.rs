//! Sets and numbers that do not use n: a syntax tree to a [`Set`].

use super::open::Scope;
use super::parser::{Expr, Loops, Node};
use crate::ruleset::comprehension::Image;
use crate::ruleset::error::{Fault, RuleErrorKind};
use crate::ruleset::formula::{Operator, set_where};
use crate::ruleset::named::Named;
use crate::ruleset::number::{distinct_primes, divisors};
use crate::ruleset::periodic::{MOST_AMOUNT, Periodic};
use crate::ruleset::set::{Images, Set};

pub(super) fn set(expr: &Expr) -> Result<Set, Fault> {
    Ok(match &expr.node {
        Node::Number(_) | Node::Name(_) | Node::Negate(_) | Node::Arithmetic(..) => {
            let amount = amount(expr)?;
            Periodic::from_ranges([amount..=amount]).into()
        }
        Node::Any => Periodic::at_least(1).into(),
        Node::Named(named) => (*named).into(),
        Node::Range(low, None) => Periodic::at_least(amount(low)?).into(),
        Node::Range(low, Some(high)) => {
            let (a, b) = (amount(low)?, amount(high)?);
            if a > b {
                return Err(empty_range(expr, a, b));
            }
            Periodic::from_ranges([a..=b]).into()
        }
        Node::Residue(residue, modulus) => {
            let (r, m) = (number(residue)?, number(modulus)?);
            let class = u64::try_from(m).ok().filter(|&m| (1..=MOST_AMOUNT).contains(&m));
            let class = class.and_then(|m| Periodic::residue_class(r.rem_euclid(i128::from(m)) as u64, m));
            let fault = || {
                Fault::new(RuleErrorKind::Number, modulus.span.clone(), "the modulus must be at least 1")
                    .help("for example `2 mod 5`: 2, 7, 12, ...")
            };
            class.ok_or_else(fault)?.into()
        }
        Node::MultiplesOf(step) => {
            let step = positive(step, "the step")?;
            Periodic::residue_class(0, step).unwrap_or_else(|| Periodic::at_least(1)).into()
        }
        Node::PowersOf(base) => match positive(base, "the base")? {
            1 => Periodic::from_ranges([1..=1]).into(),
            base => Named::PowersOf(base).into(),
        },
        Node::DivisorsOf { number, proper } => {
            let number = factored(number)?;
            let all = divisors(number).into_iter().filter(|&d| !(*proper && d == number));
            Periodic::from_ranges(all.map(|d| d..=d)).into()
        }
        Node::CoprimeTo(number) => {
            let primes = distinct_primes(factored(number)?);
            let multiples = primes.into_iter().filter_map(|prime| Periodic::residue_class(0, prime));
            multiples.fold(Periodic::at_least(1).into(), |set: Set, multiples| set.difference(multiples.into()))
        }
        Node::AllBut(out) => Set::from(Periodic::at_least(1)).difference(set(out)?),
        Node::Union(members) => union(members)?,
        Node::Intersection(a, b) => set(a)?.intersection(set(b)?),
        Node::Difference(a, b) => set(a)?.difference(set(b)?),
        Node::Builder(name, condition) => {
            let mut scope = Scope::closed();
            let variable = scope.bind(name)?;
            set_where(&scope.condition(condition)?, &variable)
        }
        Node::Image(value, loops) => {
            let mut scope = Scope::closed();
            let image = scope.image(value, loops)?;
            image_set(expr, loops, image, &scope)?
        }
        Node::Compare(..) | Node::Is { .. } | Node::In { .. } | Node::Not(_) | Node::And(..) | Node::Or(..) => {
            return Err(Fault::new(
                RuleErrorKind::Syntax,
                expr.span.clone(),
                "this is a condition where a set belongs",
            )
            .help("a condition stands in a builder, `{s : s <= n/2}`, or after the `if` of a move"));
        }
    })
}

/// The finite members at once, since long lists of numbers are common; the others one by one.
fn union(members: &[Expr]) -> Result<Set, Fault> {
    let (mut ranges, mut others) = (Vec::new(), Vec::new());
    for member in members {
        match set(member)? {
            Set::Periodic(finite) if finite.is_finite() => ranges.extend(finite.head()),
            other => others.push(other),
        }
    }
    Ok(others.into_iter().fold(Periodic::from_ranges(ranges).into(), Set::union))
}

fn image_set(expr: &Expr, written: &Loops, image: Image, scope: &Scope) -> Result<Set, Fault> {
    if let Some(endless) = image.loops().endless() {
        return Err(super::open::endless(endless, written));
    }
    let (variables, lists) = scope.sizes();
    Images::new(image, variables, lists).into_set().map_err(|why| {
        let message = format!("this set {why}");
        Fault::new(RuleErrorKind::Number, expr.span.clone(), message)
    })
}

pub(super) fn empty_range(expr: &Expr, a: impl std::fmt::Display, b: impl std::fmt::Display) -> Fault {
    Fault::new(RuleErrorKind::Empty, expr.span.clone(), format!("the range {a}..{b} is empty"))
        .help(format!("write the smaller end first: `{b}..{a}`"))
}

fn positive(expr: &Expr, what: &str) -> Result<u64, Fault> {
    if number(expr)? >= 1 {
        return amount(expr);
    }
    Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), format!("{what} must be at least 1")))
}

/// A number that is small enough to be factored at once.
fn factored(expr: &Expr) -> Result<u64, Fault> {
    let value = amount(expr)?;
    if value < 1 << 48 {
        return Ok(value);
    }
    Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), "numbers from 2^48 on are not factored"))
}

/// A number that can be an amount.
pub(super) fn amount(expr: &Expr) -> Result<u64, Fault> {
    let value = number(expr)?;
    let fault = |message: String| Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), message));
    match u64::try_from(value) {
        Ok(0) => fault("0 is not an amount: a move takes at least 1".into()).map_err(|fault| match expr.span.len() {
            3 => fault.help("thousands are written with `_`, as in `1_000`"),
            _ => fault.help("leave it out; ranges of amounts begin at 1: `1..3`"),
        }),
        Ok(amount) if amount <= MOST_AMOUNT => Ok(amount),
        Err(_) if value < 0 => {
            let fault = fault(format!("{value} is not an amount: a move takes at least 1"));
            match &expr.node {
                Node::Arithmetic(Operator::Subtract, a, b) => match (number(a), number(b)) {
                    (Ok(a), Ok(b)) => fault.map_err(|f| f.help(format!("for {a} to {b} write `{a}..{b}`"))),
                    _ => fault,
                },
                _ => fault,
            }
        }
        _ => fault(format!("the number is too large: amounts go up to {MOST_AMOUNT} (2^63 - 1)")),
    }
}

pub(super) fn too_large(expr: &Expr) -> Fault {
    Fault::new(RuleErrorKind::Number, expr.span.clone(), "the number is too large")
        .help("numbers go from -2^63 to 2^63 - 1")
}

/// The value of a constant expression.
pub(super) fn number(expr: &Expr) -> Result<i128, Fault> {
    let overflow = || too_large(expr);
    match &expr.node {
        Node::Number(n) => Ok(*n),
        Node::Name(name) => {
            let message = format!("`{name}` stands where only a constant can stand");
            let fault = Fault::new(RuleErrorKind::Contradiction, expr.span.clone(), message);
            Err(match name.as_str() {
                "n" => {
                    fault.help("sets that use n are `1..n/2`, `divisors of n`, `coprime to n`, `{s : s % 3 == n % 3}`")
                }
                _ => fault,
            })
        }
        Node::Negate(inner) => number(inner)?.checked_neg().ok_or_else(overflow),
        Node::Arithmetic(operator, a, b) => {
            let (x, y) = (number(a)?, number(b)?);
            let value = match operator {
                Operator::Add => x.checked_add(y),
                Operator::Subtract => x.checked_sub(y),
                Operator::Multiply => x.checked_mul(y),
                Operator::Power if y < 0 => {
                    return Err(Fault::new(RuleErrorKind::Number, b.span.clone(), "a negative exponent"));
                }
                Operator::Divide | Operator::Remainder if y == 0 => {
                    return Err(Fault::new(RuleErrorKind::Number, b.span.clone(), "division by zero"));
                }
                // Rounds down, as the rule language says.
                Operator::Divide => {
                    x.checked_div_euclid(y).map(|q| if y < 0 && x.rem_euclid(y) != 0 { q - 1 } else { q })
                }
                Operator::Remainder => {
                    let r = x.checked_rem_euclid(y);
                    r.map(|r| if y < 0 && r != 0 { r + y } else { r })
                }
                Operator::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
                Operator::Gcd | Operator::Min | Operator::Max => {
                    let (Ok(x), Ok(y)) = (i64::try_from(x), i64::try_from(y)) else { return Err(overflow()) };
                    operator.apply(x, y).ok().map(i128::from)
                }
            };
            value.ok_or_else(overflow)
        }
        node => {
            let fault = Fault::new(RuleErrorKind::Syntax, expr.span.clone(), "this is a set where a number belongs");
            let fault = fault.label("expected a number");
            Err(match node {
                Node::DivisorsOf { .. } | Node::CoprimeTo(_) | Node::MultiplesOf(_) | Node::PowersOf(_) => {
                    fault.help("a number with more than one part stands in parentheses: `divisors of (n - 1)`")
                }
                Node::Intersection(..) => fault.help("conditions are joined by `and`"),
                _ => fault,
            })
        }
    }
}
