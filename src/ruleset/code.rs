//! Take-and-break codes: `0.77` is Kayles.
//!
//! `d0.d1d2d3...`: bit k of digit i says that taking i may leave exactly k heaps. Digits left of `d0` add
//! tokens first. Source: Guy and Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956).

use std::fmt;

use super::error::{Fault, RuleErrorKind};

/// A take-and-break code with plain digits, 0-9 and A-V (31: any number of heaps from 0 to 4).
///
/// ```
/// use sgtab::ruleset::Code;
/// let kayles: Code = "0.77".parse().unwrap();
/// let mut options = Vec::new();
/// kayles.for_each_option(4, &mut |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// Digit i stands for taking i - `added` tokens; the last digit is not 0.
    digits: Vec<u8>,
    added: usize,
}

/// A digit has five bits: no option leaves more heaps than this.
pub const MOST_PARTS: usize = 4;

impl Code {
    pub(crate) fn parse(text: &str) -> Result<Code, Fault> {
        let end = text.len();
        let point = text.find('.').ok_or_else(|| {
            Fault::new(RuleErrorKind::Syntax, 0..end, "a take-and-break code has a point").help("for example `0.77`")
        })?;
        let added = text[..point].chars().count().saturating_sub(1);
        let mut digits = Vec::new();
        if point == 0 {
            digits.push(0);
        }
        for (at, digit) in text.char_indices().filter(|&(at, _)| at != point) {
            let span = at..at + digit.len_utf8();
            let value = match digit.to_digit(32) {
                Some(value) => value as u8,
                None if "!?=*[]{}+".contains(digit) => {
                    let what =
                        format!("`{digit}`: marks, braces and repeating tails are not supported by this version");
                    return Err(Fault::new(RuleErrorKind::Syntax, span, what).label("expected a digit"));
                }
                None => {
                    return Err(Fault::new(RuleErrorKind::Syntax, span, format!("`{digit}` is not a digit of a code"))
                        .label("expected 0-9 or A-V")
                        .help("a digit is the sum of 1 (leave nothing), 2 (leave one heap), 4 (two), 8 (three), 16 (four)"));
                }
            };
            // Adding t tokens must still leave only smaller heaps: at least t + 2 parts, 2 where t = 0.
            if at < point {
                let tokens = text[at..point].chars().count() - 1;
                let least = tokens + 2;
                if usize::from(value) & ((1 << least.min(8)) - 1) != 0 {
                    let message = match tokens {
                        0 => format!(
                            "the digit {digit} before the point offers a move that takes nothing and does not split"
                        ),
                        _ => format!("the digit {digit} adds {tokens} and could leave a heap that is no smaller"),
                    };
                    let digits: Vec<String> = (least..=MOST_PARTS).map(|k| (1u32 << k).to_string()).collect();
                    let help = match digits.as_slice() {
                        [] => "no digit can stand here but 0".into(),
                        some => format!("here a digit must be 0 or a sum of {}", some.join(" and ")),
                    };
                    return Err(Fault::new(RuleErrorKind::Contradiction, span, message).help(help));
                }
            }
            digits.push(value);
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let idle = digits.iter().take(added).take_while(|&&digit| digit == 0).count();
        digits.drain(..idle);
        let added = added - idle;
        if digits.is_empty() {
            return Err(Fault::new(RuleErrorKind::NoMoves, 0..end, "the code has no digit but 0, so there is no move")
                .help("for example `0.3` lets one take 1"));
        }
        Ok(Code { digits, added })
    }

    /// Whether `text` is meant as a code: it has a point that is not part of `..`.
    pub(crate) fn looks_like(text: &str) -> bool {
        text.contains('.') && !text.contains("..")
    }

    /// Visits every option of a heap of `n`: the heaps that replace it, ascending. Each option comes once,
    /// by tokens taken (added ones first), then number of heaps, then the heaps.
    pub fn for_each_option(&self, n: u64, visit: &mut impl FnMut(&[u64])) {
        for (place, &digit) in self.digits.iter().enumerate() {
            let rest = match n.checked_add(self.added as u64).and_then(|tokens| tokens.checked_sub(place as u64)) {
                Some(rest) if n > 0 => rest,
                _ => return,
            };
            for parts in (0..=MOST_PARTS).filter(|k| digit >> k & 1 == 1) {
                for_each_partition(rest, parts, visit);
            }
        }
    }

    /// The digit of taking `amount`, 0 where there is none.
    pub fn digit(&self, amount: usize) -> u8 {
        self.digits.get(amount + self.added).copied().unwrap_or(0)
    }

    /// The digits, from the one that adds most tokens to the last that is not 0.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether some move adds tokens before it splits.
    pub fn adds_tokens(&self) -> bool {
        self.added > 0
    }

    /// The most tokens that a move takes.
    pub fn most_taken(&self) -> usize {
        (self.digits.len() - 1).saturating_sub(self.added)
    }

    /// The most heaps that a move leaves.
    pub fn most_parts(&self) -> usize {
        (0..=MOST_PARTS).rev().find(|k| self.digits.iter().any(|d| d >> k & 1 == 1)).unwrap_or(0)
    }

    /// The rule in plain words.
    pub fn in_words(&self) -> String {
        let mut rules: Vec<(u8, Vec<i64>)> = Vec::new();
        for (place, &digit) in self.digits.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            let amount = place as i64 - self.added as i64;
            match rules.iter_mut().find(|(other, amounts)| *other == digit && amounts[0] > 0) {
                Some((_, amounts)) => amounts.push(amount),
                None => rules.push((digit, vec![amount])),
            }
        }
        let say = |(digit, amounts): &(u8, Vec<i64>)| {
            let heaps: Vec<String> = (0..=MOST_PARTS).filter(|k| digit >> k & 1 == 1).map(|k| k.to_string()).collect();
            let heaps = or(&heaps);
            match amounts[0] {
                0 => format!("split a heap into {heaps} without taking"),
                added if added < 0 => format!("add {} to a heap and split it into {heaps}", -added),
                _ => {
                    let amounts: Vec<String> = amounts.iter().map(i64::to_string).collect();
                    let one = if heaps == "1" { "heap" } else { "heaps" };
                    format!("take {}, leaving exactly {heaps} {one} of what remains", or(&amounts))
                }
            }
        };
        rules.iter().map(say).collect::<Vec<_>>().join("; or ")
    }
}

fn or(words: &[String]) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// Visits the ways to write `total` as a sum of exactly `parts` positive heaps, ascending in each.
fn for_each_partition(total: u64, parts: usize, visit: &mut impl FnMut(&[u64])) {
    let mut heaps = [0; MOST_PARTS];
    match parts {
        0 if total == 0 => visit(&[]),
        0 => {}
        _ => place_parts(total, 0, 1, &mut heaps[..parts], visit),
    }
}

fn place_parts(rest: u64, at: usize, least: u64, heaps: &mut [u64], visit: &mut impl FnMut(&[u64])) {
    let left = (heaps.len() - at) as u64;
    if left == 1 {
        if rest >= least {
            heaps[at] = rest;
            visit(heaps);
        }
        return;
    }
    for part in least..=rest / left {
        heaps[at] = part;
        place_parts(rest - part, at + 1, part, heaps, visit);
    }
}

/// The normal form: `0.77`, `4.0`; capitals, no trailing zeros.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |d: &u8| char::from_digit(u32::from(*d), 32).unwrap_or('0').to_ascii_uppercase();
        let (left, right) = self.digits.split_at_checked(self.added + 1).unwrap_or((&self.digits, &[]));
        let pad = "0".repeat(self.added + 1 - left.len());
        let right: String = if right.is_empty() { "0".into() } else { right.iter().map(digit).collect() };
        write!(f, "{}{pad}.{right}", left.iter().map(digit).collect::<String>())
    }
}

impl std::str::FromStr for Code {
    type Err = super::RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Code::parse(text).map_err(|fault| fault.within("code", text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(code: &str, n: u64) -> Vec<Vec<u64>> {
        let code: Code = code.parse().expect("a code");
        let mut all = Vec::new();
        code.for_each_option(n, &mut |heaps| all.push(heaps.to_vec()));
        all
    }

    #[test]
    fn splits_come_once_and_ascending() {
        assert_eq!(options("8.0", 7), [[1, 1, 5], [1, 2, 4], [1, 3, 3], [2, 2, 3]]);
        assert_eq!(options("80.0", 7), [[1, 1, 6], [1, 2, 5], [1, 3, 4], [2, 2, 4], [2, 3, 3]]);
        assert_eq!(options("4.0", 5), [[1, 4], [2, 3]]);
        assert_eq!(options("0.1", 1), [Vec::<u64>::new()]);
        assert_eq!(options("0.1", 2), Vec::<Vec<u64>>::new());
        assert_eq!(options("0.G", 5), [[1, 1, 1, 1]]);
    }

    #[test]
    fn heap_zero_has_no_move() {
        for code in ["0.77", "4.0", "80.0", "0.1", "0.V"] {
            assert!(options(code, 0).is_empty(), "{code}");
        }
    }

    #[test]
    fn equal_codes_print_equally() {
        for (typed, normal) in
            [(".77", "0.77"), ("0.3f0", "0.3F"), ("4.", "4.0"), ("4.00", "4.0"), ("80.0", "80.0"), ("00.7", "0.7")]
        {
            assert_eq!(typed.parse::<Code>().expect("a code").to_string(), normal);
        }
    }
}
