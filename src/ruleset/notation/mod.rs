//! The notation of sets: text to [`Set`], and numbers as people write them.

mod lexer;
mod parser;

use self::parser::{Expr, Node, Operator};
use super::code::Code;
use super::error::{Fault, RuleError, RuleErrorKind, did_you_mean};
use super::named::Named;
use super::periodic::{MOST_AMOUNT, Periodic};
use super::set::Set;

/// Longer texts are refused before they are read.
const MOST_TEXT: usize = 1 << 20;

/// The set that `text` says.
pub(crate) fn parse_set(text: &str) -> Result<Set, Fault> {
    if Code::looks_like(text) && Code::parse(text.trim()).is_ok() {
        let message = format!("`{}` is a take-and-break code, not a set", text.trim());
        let fault = Fault::new(RuleErrorKind::Syntax, 0..text.len(), message);
        return Err(fault.help(format!("write `code = \"{}\"` instead of `take`", text.trim())));
    }
    let expr = parse(text)?;
    let set = set(&expr)?;
    if set.is_empty() {
        return Err(Fault::new(RuleErrorKind::NoMoves, expr.span, "the set has no members, so there is no move"));
    }
    Ok(set)
}

/// The whole number that `text` says: `1000`, `1_000`, `1e6`, `10^6`, `2^20`, or any arithmetic on such.
///
/// # Errors
/// When the text is no number, or one past 2^127.
///
/// ```
/// assert_eq!(sgtab::ruleset::parse_number("2^20").unwrap(), 1_048_576);
/// ```
pub fn parse_number(text: &str) -> Result<i128, RuleError> {
    parse(text).and_then(|expr| number(&expr)).map_err(|fault| fault.within("number", text))
}

/// Whether `word` is probably the name of a set with a slip in it.
pub(crate) fn is_nearly_a_set(word: &str) -> bool {
    did_you_mean(word, parser::NAMES).is_some()
}

fn parse(text: &str) -> Result<Expr, Fault> {
    if text.len() > MOST_TEXT {
        let message = format!("the text has {} bytes; at most {MOST_TEXT} are read", text.len());
        return Err(Fault::new(RuleErrorKind::Syntax, 0..0, message));
    }
    if text.trim().is_empty() {
        return Err(Fault::new(RuleErrorKind::Syntax, 0..text.len(), "there is no text").help("for example `1, 3, 4`"));
    }
    parser::parse(&lexer::tokens(text)?)
}

fn set(expr: &Expr) -> Result<Set, Fault> {
    Ok(match &expr.node {
        Node::Number(_) | Node::Negate(_) | Node::Arithmetic(..) => {
            let amount = amount(expr)?;
            Periodic::from_ranges([amount..=amount]).into()
        }
        Node::Any => Periodic::at_least(1).into(),
        Node::Named(named) => (*named).into(),
        Node::Range(low, None) => Periodic::at_least(amount(low)?).into(),
        Node::Range(low, Some(high)) => {
            let (a, b) = (amount(low)?, amount(high)?);
            if a > b {
                let fault = Fault::new(RuleErrorKind::Empty, expr.span.clone(), format!("the range {a}..{b} is empty"));
                return Err(fault.help(format!("write the smaller end first: `{b}..{a}`")));
            }
            Periodic::from_ranges([a..=b]).into()
        }
        Node::Residue(residue, modulus) => {
            let (r, m) = (number(residue)?, number(modulus)?);
            let class = u64::try_from(m).ok().filter(|&m| (1..=MOST_AMOUNT).contains(&m));
            let class = class.and_then(|m| Periodic::residue_class(r.rem_euclid(i128::from(m)) as u64, m));
            let fault = || Fault::new(RuleErrorKind::Number, modulus.span.clone(), "the modulus must be at least 1");
            class.ok_or_else(fault)?.into()
        }
        Node::MultiplesOf(step) => {
            let step = amount(step)?;
            Periodic::residue_class(0, step).unwrap_or_else(|| Periodic::at_least(1)).into()
        }
        Node::PowersOf(base) => match amount(base)? {
            1 => Periodic::from_ranges([1..=1]).into(),
            base => Named::PowersOf(base).into(),
        },
        Node::AllBut(out) => Set::from(Periodic::at_least(1)).difference(set(out)?),
        Node::Union(members) => union(members)?,
        Node::Intersection(a, b) => set(a)?.intersection(set(b)?),
        Node::Difference(a, b) => set(a)?.difference(set(b)?),
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

/// A number that can be an amount.
fn amount(expr: &Expr) -> Result<u64, Fault> {
    let value = number(expr)?;
    let fault = |message: String| Err(Fault::new(RuleErrorKind::Number, expr.span.clone(), message));
    match u64::try_from(value) {
        Ok(0) => fault("0 is not an amount: a move takes at least 1".into()),
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

/// The value of a constant expression.
fn number(expr: &Expr) -> Result<i128, Fault> {
    let overflow = || Fault::new(RuleErrorKind::Number, expr.span.clone(), "the number is too large");
    match &expr.node {
        Node::Number(n) => Ok(*n),
        Node::Negate(inner) => number(inner)?.checked_neg().ok_or_else(overflow),
        Node::Arithmetic(operator, a, b) => {
            let (x, y) = (number(a)?, number(b)?);
            let value = match operator {
                Operator::Add => x.checked_add(y),
                Operator::Subtract => x.checked_sub(y),
                Operator::Multiply => x.checked_mul(y),
                Operator::Divide | Operator::Remainder if y == 0 => {
                    return Err(Fault::new(RuleErrorKind::Number, b.span.clone(), "division by zero"));
                }
                // Rounds down, as the rule language says.
                Operator::Divide => {
                    x.checked_div_euclid(y).map(|q| if y < 0 && x.rem_euclid(y) != 0 { q - 1 } else { q })
                }
                Operator::Remainder => {
                    let r = x.rem_euclid(y);
                    Some(if y < 0 && r != 0 { r + y } else { r })
                }
                Operator::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
            };
            value.ok_or_else(overflow)
        }
        _ => Err(Fault::new(RuleErrorKind::Syntax, expr.span.clone(), "this is a set where a number belongs")
            .label("expected a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(text: &str) -> Vec<u64> {
        parse_set(text).unwrap_or_else(|fault| panic!("{}", fault.within("test", text).report())).members(20)
    }

    fn is_odd(a: &u64) -> bool {
        a % 2 == 1
    }

    #[test]
    fn every_set_of_the_language() {
        let up_to_20 = |keep: fn(&u64) -> bool| (1..=20).filter(keep).collect::<Vec<u64>>();
        for (text, expected) in [
            ("any", up_to_20(|_| true)),
            ("5", vec![5]),
            ("1..3", vec![1, 2, 3]),
            ("18..", vec![18, 19, 20]),
            ("1, 3, 4", vec![1, 3, 4]),
            ("{1, 3, 4}", vec![1, 3, 4]),
            ("all but 2, 5", up_to_20(|&a| a != 2 && a != 5)),
            ("odd", up_to_20(is_odd)),
            ("even", up_to_20(|a| !is_odd(a))),
            ("squares", vec![1, 4, 9, 16]),
            ("cubes", vec![1, 8]),
            ("triangular", vec![1, 3, 6, 10, 15]),
            ("primes", vec![2, 3, 5, 7, 11, 13, 17, 19]),
            ("prime powers", vec![2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19]),
            ("fibonacci", vec![1, 2, 3, 5, 8, 13]),
            ("lucas", vec![1, 3, 4, 7, 11, 18]),
            ("factorials", vec![1, 2, 6]),
            ("powers of 2", vec![1, 2, 4, 8, 16]),
            ("multiples of 6", vec![6, 12, 18]),
            ("2 mod 5", vec![2, 7, 12, 17]),
            ("Fibonacci", vec![1, 2, 3, 5, 8, 13]),
            ("17.. & odd, 2", vec![2, 17, 19]),
            ("all but odd, 2", (4..=20).step_by(2).collect()),
            ("2, odd & 1..3, {2 mod 9}, (4 mod 9)", vec![1, 2, 3, 4, 11, 13, 20]),
        ] {
            assert_eq!(members(text), expected, "{text}");
        }
    }

    #[test]
    fn operators_bind_as_documented() {
        assert_eq!(members("2^2*3 + 1..15"), [13, 14, 15]); // arithmetic before `..`
        assert_eq!(members("1..9 except 2..8"), [1, 9]); // `..` before `except`
        assert_eq!(members("odd & 1..9 except 3"), [1, 5, 7, 9]); // `except` before `&`
        assert_eq!(members("18, odd & 1..5"), [1, 3, 5, 18]); // `&` before `,`
        assert_eq!(members("1 | 3, 4"), [1, 3, 4]);
        assert_eq!(members("(1..9) except (1..9 & odd)"), [2, 4, 6, 8]);
        assert_eq!(members("odd & all but 1..15"), [17, 19]);
        assert_eq!(members("(all but 1..15) & odd, 2"), [2, 17, 19]);
        assert_eq!(members("2^3^0"), [2]);
        assert_eq!(members("1 | (2 mod 9)"), [1, 2, 11, 20]);
        assert_eq!(members("7/2, 10 % 4"), [2, 3]);
    }

    #[test]
    fn finite_sets_are_recognised_however_they_are_written() {
        for text in [
            "squares & 1..20",
            "1..16 & squares",
            "1, 4, 9, 16",
            "{1, 4} | 9 | 16",
            "1..16 except (any except squares)",
        ] {
            assert_eq!(parse_set(text).expect(text), parse_set("1, 4, 9, 16").expect("a set"), "{text}");
        }
    }

    #[test]
    fn what_a_set_prints_reads_back_as_the_same_set() {
        for text in [
            "any",
            "1..3",
            "1, 2",
            "5..",
            "all but 2, 5..7",
            "odd",
            "even",
            "2 mod 5",
            "1 | (2 mod 5)",
            "(2 mod 6) & 9..",
            "(1 mod 3) | (multiples of 5)",
            "odd & 5..",
            "odd except 3",
            "primes | 1",
            "odd & primes",
            "any except squares",
            "prime powers | 1 | (2 mod 4)",
            "(squares | cubes) except powers of 2",
            "4 | ((2 mod 6) | (4 mod 6)) & 9..",
        ] {
            let set = parse_set(text).expect(text);
            assert_eq!(parse_set(&set.to_string()).unwrap_or_else(|_| panic!("{set}")), set, "{text} -> {set}");
        }
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (text, value) in [
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("10^6", 1_000_000),
            ("2^20", 1 << 20),
            ("-1", -1),
        ] {
            assert_eq!(parse_number(text).expect(text), value);
        }
        for text in ["", "1..3", "x", "10^10^10", "1__0", "1e"] {
            assert!(parse_number(text).is_err(), "{text}");
        }
    }
}
