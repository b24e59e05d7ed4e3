//! Images of formulas, `{(k^3 - k)/6 + 1 for k in 1..}`, modulo p.
//!
//! In a formula of numbers, one variable k, sums, differences, products, powers with a number as exponent, and division by
//! numbers (rounded down), k mod p times all divisors decides the value mod p: for E / d mod p, E mod pd. Anything else,
//! conditions and several variables too, is not known.

use super::Refusal;
use super::budget::Budget;

/// Longer formulas, and deeper ones, are not read.
const MOST_TOKENS: usize = 200;

/// Names every class mod p that a value of the formula has; whether the text is such a formula.
pub(super) fn classes(text: &str, p: u64, budget: &mut Budget, mut meets: impl FnMut(u64)) -> Result<bool, Refusal> {
    let Some(formula) = read(text) else { return Ok(false) };
    let Some(period) = formula.divisors().and_then(|divisors| divisors.checked_mul(u128::from(p))) else {
        return Ok(false);
    };
    let steps = u64::try_from(period).map_err(|_| Refusal::TooCostly(format!("the formula {text} modulo {p}")))?;
    budget.spend(steps.saturating_mul(MOST_TOKENS as u64 / 10))?;
    for k in 0..period {
        match formula.modulo(k, u128::from(p)) {
            Some(class) => meets(class as u64),
            None => return Ok(false),
        }
    }
    Ok(true)
}

#[derive(Debug, PartialEq)]
enum Formula {
    Number(u64),
    Variable,
    Sum(Box<Formula>, Box<Formula>),
    Difference(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
    Power(Box<Formula>, u64),
    Quotient(Box<Formula>, u64),
}

impl Formula {
    /// The product of the numbers that are divided by.
    fn divisors(&self) -> Option<u128> {
        match self {
            Formula::Number(_) | Formula::Variable => Some(1),
            Formula::Sum(a, b) | Formula::Difference(a, b) | Formula::Product(a, b) => {
                a.divisors()?.checked_mul(b.divisors()?)
            }
            Formula::Power(a, _) => a.divisors(),
            Formula::Quotient(a, by) => a.divisors()?.checked_mul(u128::from(*by)),
        }
    }

    /// The value mod `m`, 0 <= value < m; `None` where numbers get too large.
    fn modulo(&self, k: u128, m: u128) -> Option<u128> {
        if m >= 1 << 63 {
            return None;
        }
        Some(match self {
            Formula::Number(number) => u128::from(*number) % m,
            Formula::Variable => k % m,
            Formula::Sum(a, b) => (a.modulo(k, m)? + b.modulo(k, m)?) % m,
            Formula::Difference(a, b) => (a.modulo(k, m)? + m - b.modulo(k, m)?) % m,
            Formula::Product(a, b) => a.modulo(k, m)? * b.modulo(k, m)? % m,
            Formula::Power(a, exponent) => {
                let base = a.modulo(k, m)?;
                (0..*exponent).fold(1 % m, |power, _| power * base % m)
            }
            Formula::Quotient(a, by) => a.modulo(k, m.checked_mul(u128::from(*by))?)? / u128::from(*by),
        })
    }
}

/// `{FORMULA for NAME in A..}`, or in `any`; the least k does not matter for classes that recur.
fn read(text: &str) -> Option<Formula> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let (formula, loops) = inside.split_once(" for ")?;
    let (name, range) = loops.split_once(" in ")?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    let is_number = |from: &str| from.strip_prefix('-').unwrap_or(from).chars().all(|c| c.is_ascii_digit());
    if !is_name || range != "any" && !range.strip_suffix("..").is_some_and(is_number) {
        return None;
    }
    let mut reader = Reader { tokens: tokens(formula)?, at: 0, name };
    let formula = reader.sum()?;
    (reader.at == reader.tokens.len()).then_some(formula)
}

fn tokens(text: &str) -> Option<Vec<String>> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            match tokens.last_mut().filter(|_| word) {
                Some(last) => last.push(c),
                None => tokens.push(c.to_string()),
            }
            word = true;
        } else {
            word = false;
            if "+-*/^()".contains(c) {
                tokens.push(c.to_string());
            } else if c != ' ' {
                return None;
            }
        }
    }
    (tokens.len() <= MOST_TOKENS).then_some(tokens)
}

struct Reader<'a> {
    tokens: Vec<String>,
    at: usize,
    name: &'a str,
}

impl Reader<'_> {
    fn next_is(&mut self, token: &str) -> bool {
        let is = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(is);
        is
    }

    fn sum(&mut self) -> Option<Formula> {
        let mut sum = if self.next_is("-") {
            Formula::Difference(Box::new(Formula::Number(0)), Box::new(self.product()?))
        } else {
            self.product()?
        };
        loop {
            if self.next_is("+") {
                sum = Formula::Sum(Box::new(sum), Box::new(self.product()?));
            } else if self.next_is("-") {
                sum = Formula::Difference(Box::new(sum), Box::new(self.product()?));
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Formula> {
        let mut product = self.power()?;
        loop {
            if self.next_is("*") {
                product = Formula::Product(Box::new(product), Box::new(self.power()?));
            } else if self.next_is("/") {
                let Formula::Number(by @ 1..) = self.power()? else { return None };
                product = Formula::Quotient(Box::new(product), by);
            } else {
                return Some(product);
            }
        }
    }

    /// A power binds to the right: only one, with a small number as exponent, is read.
    fn power(&mut self) -> Option<Formula> {
        let base = self.atom()?;
        if !self.next_is("^") {
            return Some(base);
        }
        let Formula::Number(exponent @ ..=64) = self.atom()? else { return None };
        let again = self.tokens.get(self.at).is_some_and(|next| next == "^");
        (!again).then(|| Formula::Power(Box::new(base), exponent))
    }

    fn atom(&mut self) -> Option<Formula> {
        if self.next_is("(") {
            let inside = self.sum()?;
            return self.next_is(")").then_some(inside);
        }
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        if token == self.name { Some(Formula::Variable) } else { token.parse().ok().map(Formula::Number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{Ruleset, Take};

    /// The classes are those of many members, for every modulus.
    #[test]
    fn classes_are_those_of_the_members() {
        for text in ["{k*k + 1 for k in 1..}", "{(k^3 - k)/6 + 1 for k in 1..}", "{k*(k + 3)/2/3 + 7 for k in 0..}"] {
            let rule = Ruleset::parse(text).unwrap();
            let Some(Take::Set(set)) = rule.take() else { panic!("{text}") };
            let members = set.members(3_000_000);
            for p in 1..=20 {
                let mut met = vec![false; p as usize];
                let known =
                    classes(&set.to_string(), p, &mut Budget::new(u64::MAX), |class| met[class as usize] = true);
                assert!(known.unwrap(), "{set}");
                let expected: Vec<bool> = (0..p).map(|class| members.iter().any(|a| a % p == class)).collect();
                assert_eq!(met, expected, "{set} mod {p}");
            }
        }
        for text in
            ["{k^k for k in 1..}", "{k for k in 1.. if k > 3}", "{a*b for a in 1.. for b in 1..}", "{k/n for k in 1..}"]
        {
            assert!(!classes(text, 5, &mut Budget::new(u64::MAX), |_| {}).unwrap(), "{text}");
        }
    }
}
