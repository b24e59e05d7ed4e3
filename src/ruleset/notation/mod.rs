//! The notation of rules: text to sets, amounts and comprehensions, and numbers as people write them.

mod constant;
mod lexer;
mod open;
mod parser;

use self::open::Scope;
use self::parser::{Expr, Node};
use super::code::Code;
use super::comprehension::{Comprehension, Item};
use super::error::{Fault, RuleError, RuleErrorKind, did_you_mean};
use super::formula::Formula;
use super::set::Set;
use super::take::{Amounts, Take};

/// Longer texts are refused before they are read.
const MOST_TEXT: usize = 1 << 20;

/// The amounts that `text` says.
pub(crate) fn parse_take(text: &str) -> Result<Take, Fault> {
    if let Some(fault) = another_key(text) {
        return Err(fault);
    }
    let expr = parse(text)?;
    let take = take(&expr)?;
    if take.as_set().is_some_and(Set::is_empty) {
        let fault = Fault::new(RuleErrorKind::NoMoves, expr.span, "the set has no members, so there is no move");
        return Err(match expr.node {
            Node::AllBut(_) => fault
                .help("`all but` leaves nothing here: name the amounts that may not be taken, as in `all but 2, 5`"),
            _ => fault,
        });
    }
    Ok(take)
}

fn take(expr: &Expr) -> Result<Take, Fault> {
    let mut scope = Scope::with_n();
    if !scope.is_open(expr) {
        return constant::set(expr).map(Take::Set);
    }
    let source = scope.source(expr, true)?;
    let (variables, lists) = scope.sizes();
    Ok(Take::Amounts(Amounts { source, variables, lists }))
}

/// A text that belongs to `code` or `moves`, under `take`.
fn another_key(text: &str) -> Option<Fault> {
    let text_shown = text.trim();
    let syntax = |message: String| Fault::new(RuleErrorKind::Syntax, 0..text.len(), message);
    if Code::looks_like(text) && Code::parse(text_shown).is_ok() {
        let fault = syntax(format!("`{text_shown}` is a take-and-break code, not a set"));
        return Some(fault.help(format!("write `code = \"{text_shown}\"` instead of `take`")));
    }
    if !text_shown.starts_with('[') {
        return None;
    }
    if let Some(inner) = bracketed_set(text_shown) {
        let fault = syntax("a set has no brackets around it".into());
        return Some(fault.help(format!("write `{inner}`")));
    }
    parse_moves(text).is_ok().then(|| {
        let fault = syntax(format!("`{text_shown}` lists the heaps that replace n, and is not a set"));
        fault.help("write `moves = [\"...\"]` instead of `take`")
    })
}

/// `1..3`, where the text is `[1..3]`: a slip for the set, not a list of heaps.
pub(crate) fn bracketed_set(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let is_set = || parse(inner).and_then(|expr| take(&expr)).is_ok_and(|take| take.as_set().is_some());
    (!inner.contains('[') && is_set()).then_some(inner)
}

/// The moves that `text` says.
pub(crate) fn parse_moves(text: &str) -> Result<Comprehension, Fault> {
    refuse_long(text)?;
    let moves = parser::parse_moves(&lexer::tokens(text)?)?;
    let mut scope = Scope::with_n();
    let (loops, condition) = scope.loops(&moves.loops)?;
    let items = moves.items.iter().map(|item| match &item.node {
        Node::Range(first, Some(last)) => Ok(Item::Heaps(scope.formula(first)?, scope.formula(last)?)),
        _ => scope.formula(item).map(Item::Heap),
    });
    let items = items.collect::<Result<Vec<Item>, Fault>>()?;
    let times = moves.times.as_ref().map_or(Ok(Formula::Number(1)), |times| scope.formula(times))?;
    let comprehension = Comprehension::new(items, times, loops, condition, scope.sizes());
    match comprehension.loops().endless() {
        Some(endless) => Err(open::endless(endless, &moves.loops)),
        None => Ok(comprehension),
    }
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
    parse(text).and_then(|expr| constant::number(&expr)).map_err(|fault| fault.within("number", text))
}

/// Whether `word` is probably the name of a set with a slip in it.
pub(crate) fn is_nearly_a_set(word: &str) -> bool {
    did_you_mean(word, parser::NAMES).is_some()
}

fn refuse_long(text: &str) -> Result<(), Fault> {
    if text.len() > MOST_TEXT {
        let message = format!("the text has {} bytes; at most {MOST_TEXT} are read", text.len());
        return Err(Fault::new(RuleErrorKind::Syntax, 0..0, message));
    }
    if text.trim().is_empty() {
        return Err(Fault::new(RuleErrorKind::Syntax, 0..text.len(), "there is no text").help("for example `1, 3, 4`"));
    }
    Ok(())
}

fn parse(text: &str) -> Result<Expr, Fault> {
    refuse_long(text)?;
    parser::parse_set(&lexer::tokens(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_set(text: &str) -> Result<Set, Fault> {
        match parse_take(text)? {
            Take::Set(set) => Ok(set),
            Take::Amounts(_) => panic!("{text} uses n"),
        }
    }

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
