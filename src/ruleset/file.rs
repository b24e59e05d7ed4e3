//! TOML rule files: text to [`Ruleset`], every mistake with its place.

use std::io::Read;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::comprehension::Comprehension;
use super::error::{Fault, RuleError, RuleErrorKind, did_you_mean};
use super::periodic::{MOST_AMOUNT, Periodic};
use super::take::Take;
use super::{Code, Convention, Expect, Part, Parts, Ruleset, notation};

type Value<'a> = Spanned<DeValue<'a>>;

const RULE_KEYS: [&str; 7] = ["title", "take", "code", "moves", "heaps", "convention", "expect"];
const EXPECT_KEYS: [&str; 8] =
    ["values", "preperiod", "period", "saltus", "p_positions", "outcome_preperiod", "outcome_period", "source"];

/// Longer files are not read.
const MOST_BYTES: u64 = 4 << 20;

impl Ruleset {
    /// Reads a rule file.
    ///
    /// # Errors
    /// When the file cannot be read, is not TOML, or says no rule; with the place in the file.
    pub fn read(path: &Path) -> Result<Ruleset, RuleError> {
        let shown = path.display().to_string();
        let fault = |why: &dyn std::fmt::Display| {
            Fault::new(RuleErrorKind::File, 0..0, format!("cannot read the rule file {shown}: {why}")).without_place()
        };
        let mut text = String::new();
        let file = std::fs::File::open(path).map_err(|why| fault(&why))?;
        file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|why| fault(&why))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(fault(&format!("it is longer than {} MiB", MOST_BYTES >> 20)));
        }
        let name = path.file_stem().map_or_else(|| shown.clone(), |stem| stem.to_string_lossy().into_owned());
        Ruleset::from_toml(&name, &shown, &text)
    }

    /// The rule that a TOML text says. `name` is what the rule is called; `origin` is named in errors.
    ///
    /// # Errors
    /// When the text is not TOML or says no rule; with the place in the text.
    ///
    /// ```
    /// use sgtab::ruleset::Ruleset;
    /// let rule = Ruleset::from_toml("bash-3", "bash-3.toml", "take = '1..3'").unwrap();
    /// assert_eq!(rule.title(), "Take 1 to 3");
    /// ```
    pub fn from_toml(name: &str, origin: &str, text: &str) -> Result<Ruleset, RuleError> {
        read_rule(name, text).map_err(|fault| fault.within(origin, text))
    }
}

fn read_rule(name: &str, text: &str) -> Result<Ruleset, Fault> {
    let document = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..text.len());
        Fault::new(RuleErrorKind::Syntax, span, format!("this is not TOML: {}", error.message()))
            .help("text stands in quotes: `take = \"1..3\"`")
    })?;
    let table = document.get_ref();
    refuse_unknown_keys(table, &RULE_KEYS, "a rule file")?;

    let take = match table.get("take") {
        None => None,
        Some(value) => Some(Part { value: take_value(value, text)?, span: value.span() }),
    };
    let code = match table.get("code") {
        None => None,
        Some(value) => {
            let code = string(value, "code", "\"0.77\"")?;
            if code.contains("..") {
                let fault =
                    Fault::new(RuleErrorKind::Syntax, value.span(), format!("`{code}` is no take-and-break code"));
                return Err(fault.help("sets of amounts stand under `take`, and moves in brackets under `moves`"));
            }
            Some(Code::parse(code).map_err(|fault| placed(fault, value, text))?)
        }
    };
    let moves = table.get("moves").map_or(Ok(Vec::new()), |value| moves_value(value, text))?;
    let written = ["take", "code", "moves"].iter().filter_map(|key| table.get(*key)).flat_map(texts).collect();
    let parts = Parts { take, code, moves, written };
    if parts.is_empty() {
        return Err(Fault::new(RuleErrorKind::NoMoves, 0..0, "the file offers no move")
            .help("add `take = \"...\"`, `code = \"...\"` or `moves = [\"...\"]`"));
    }
    let mut rule = parts.ruleset(name)?;

    if let Some(value) = table.get("title") {
        let title = string(value, "title", "\"Take 1 to 3\"")?;
        if title.chars().any(char::is_control) {
            let message = "the title has a line break or another control character";
            return Err(Fault::new(RuleErrorKind::Syntax, value.span(), message).help("a title is one line of text"));
        }
        rule.title = title.to_owned();
    }
    if let Some(value) = table.get("heaps") {
        rule.heaps = natural(value, "heaps")?;
    }
    if let Some(value) = table.get("convention") {
        rule.convention = match string(value, "convention", "\"normal\"")? {
            "normal" => Convention::Normal,
            "misere" | "misère" => Convention::Misere,
            other => {
                let message = format!("`{other}` is no convention");
                return Err(Fault::new(RuleErrorKind::UnknownName, value.span(), message)
                    .help("write `normal` (who cannot move loses) or `misere` (who cannot move wins)"));
            }
        };
    }
    if let Some(value) = table.get("expect") {
        rule.expect = expect(value)?;
    }
    Ok(rule)
}

/// The text or texts of a key; numbers as in a set.
fn texts(value: &Value<'_>) -> Vec<String> {
    let number = |value: &Value<'_>| value.get_ref().as_integer().map(|digits| digits.to_string());
    let text = |value: &Value<'_>| value.get_ref().as_str().map(str::to_owned);
    match value.get_ref() {
        DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_integer()) => {
            vec![items.iter().filter_map(number).collect::<Vec<_>>().join(", ")]
        }
        DeValue::Array(items) => items.iter().filter_map(text).collect(),
        _ => text(value).or_else(|| number(value)).into_iter().collect(),
    }
}

fn moves_value(value: &Value<'_>, text: &str) -> Result<Vec<Part<Comprehension>>, Fault> {
    let example = "a list of texts: `moves = [\"[a, n - a] for a in 1..n/2\"]`";
    let one = |value: &Value<'_>| match value.get_ref() {
        DeValue::String(moves) => {
            let moves = notation::parse_moves(moves).map_err(|fault| placed(fault, value, text))?;
            Ok(Part { value: moves, span: value.span() })
        }
        other => Err(wrong_type(value.span(), "moves", other, example)),
    };
    match value.get_ref() {
        DeValue::String(_) => Ok(vec![one(value)?]),
        DeValue::Array(items) if items.is_empty() => {
            Err(Fault::new(RuleErrorKind::NoMoves, value.span(), "the list is empty, so there is no move"))
        }
        DeValue::Array(items) => items.iter().map(one).collect(),
        other => Err(wrong_type(value.span(), "moves", other, example)),
    }
}

fn take_value(value: &Value<'_>, text: &str) -> Result<Take, Fault> {
    match value.get_ref() {
        DeValue::String(set) => notation::parse_take(set).map_err(|fault| placed(fault, value, text)),
        DeValue::Integer(_) => {
            let amount = amount(value)?;
            Ok(Take::Set(Periodic::from_ranges([amount..=amount]).into()))
        }
        DeValue::Array(items) => {
            if let Some(text) = items.iter().find(|item| item.get_ref().as_str().is_some()) {
                let fault = Fault::new(RuleErrorKind::Syntax, text.span(), "a list has whole numbers only");
                return Err(fault.help("write the set as one text: `take = \"1..3 | squares\"`"));
            }
            let amounts = items.iter().map(amount).collect::<Result<Vec<u64>, Fault>>()?;
            if amounts.is_empty() {
                return Err(Fault::new(RuleErrorKind::NoMoves, value.span(), "the list is empty, so there is no move"));
            }
            Ok(Take::Set(Periodic::from_ranges(amounts.into_iter().map(|a| a..=a)).into()))
        }
        other => Err(wrong_type(value.span(), "take", other, "a set such as \"1..3\", or a list of numbers")),
    }
}

fn amount(value: &Value<'_>) -> Result<u64, Fault> {
    match integer(value, "an amount")? {
        amount if amount >= 1 => Ok(amount as u64),
        other => {
            let message = format!("{other} is not an amount: a move takes at least 1");
            Err(Fault::new(RuleErrorKind::Number, value.span(), message))
        }
    }
}

fn expect(value: &Value<'_>) -> Result<Expect, Fault> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(wrong_type(value.span(), "expect", value.get_ref(), "a table: `[expect]`"));
    };
    refuse_unknown_keys(table, &EXPECT_KEYS, "[expect]")?;
    let number = |key: &str| table.get(key).map(|value| natural(value, key)).transpose();
    let list = |key: &str| {
        table.get(key).map_or(Ok(Vec::new()), |value| match value.get_ref() {
            DeValue::Array(items) => items.iter().map(|item| natural(item, key)).collect(),
            other => Err(wrong_type(value.span(), key, other, "a list of numbers: `[0, 1, 2]`")),
        })
    };
    let expect = Expect {
        values: list("values")?,
        p_positions: list("p_positions")?,
        preperiod: number("preperiod")?,
        period: number("period")?,
        saltus: number("saltus")?,
        outcome_preperiod: number("outcome_preperiod")?,
        outcome_period: number("outcome_period")?,
        source: match table.get("source") {
            Some(source) => string(source, "source", "\"where this is published\"")?.to_owned(),
            None => String::new(),
        },
    };
    for (needed, period, by) in [
        ("preperiod", expect.period, expect.preperiod.or(expect.saltus)),
        ("outcome_preperiod", expect.outcome_period, expect.outcome_preperiod),
    ] {
        if period.is_none() && by.is_some() {
            let message = format!("[expect] has part of a period but no `{}`", needed.replace("preperiod", "period"));
            return Err(Fault::new(RuleErrorKind::Contradiction, value.span(), message));
        }
    }
    Ok(expect)
}

fn refuse_unknown_keys(table: &DeTable<'_>, known: &[&str], place: &str) -> Result<(), Fault> {
    // Keys come in alphabetical order; report the one that comes first in the file.
    let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
    let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
    let fault = Fault::new(RuleErrorKind::UnknownName, key.span(), format!("`{}` is no key of {place}", key.get_ref()));
    Err(match did_you_mean(key.get_ref(), known.iter().copied()) {
        Some(name) => fault.help(format!("did you mean `{name}`?")),
        None => fault.help(format!("the keys are {}", known.join(", "))),
    })
}

fn string<'a>(value: &'a Value<'_>, key: &str, example: &str) -> Result<&'a str, Fault> {
    value
        .get_ref()
        .as_str()
        .ok_or_else(|| wrong_type(value.span(), key, value.get_ref(), &format!("text: `{key} = {example}`")))
}

fn natural(value: &Value<'_>, key: &str) -> Result<u64, Fault> {
    match u64::try_from(integer(value, key)?) {
        Ok(n) => Ok(n),
        Err(_) => Err(Fault::new(RuleErrorKind::Number, value.span(), format!("`{key}` cannot be negative"))),
    }
}

fn integer(value: &Value<'_>, key: &str) -> Result<i64, Fault> {
    let DeValue::Integer(digits) = value.get_ref() else {
        return Err(wrong_type(value.span(), key, value.get_ref(), "a whole number"));
    };
    i64::from_str_radix(digits.as_str(), digits.radix()).map_err(|_| {
        let message = format!("the number is too large: numbers go up to {MOST_AMOUNT} (2^63 - 1)");
        Fault::new(RuleErrorKind::Number, value.span(), message)
    })
}

fn wrong_type(span: Range<usize>, key: &str, found: &DeValue<'_>, expected: &str) -> Fault {
    Fault::new(
        RuleErrorKind::Syntax,
        span,
        format!("`{key}` is of type {} where something else belongs", found.type_str()),
    )
    .label(format!("expected {expected}"))
}

/// The place of a mistake in the text of a TOML string: exact where the string has no escapes.
fn placed(fault: Fault, value: &Value<'_>, text: &str) -> Fault {
    let span = value.span();
    let raw = &text[span.clone()];
    let inner = value.get_ref().as_str().unwrap_or_default();
    let quotes = raw.len().saturating_sub(inner.len()) / 2;
    if quotes >= 1 && raw.get(quotes..quotes + inner.len()) == Some(inner) {
        fault.shifted(span.start + quotes)
    } else {
        fault.at(span)
    }
}
