//! Formulas of images, `{(k^3 - k)/6 + 1 for k in 1..}`: numbers, one variable k, sums, differences, products, powers with a
//! number as exponent, b^k, and division by numbers, rounded down. Anything else, conditions and several variables
//! too, is not read.

/// Longer formulas, and deeper ones, are not read.
const MOST_TOKENS: usize = 200;

#[derive(Debug, PartialEq)]
pub(super) enum Formula {
    Number(u64),
    Variable,
    Sum(Box<Formula>, Box<Formula>),
    Difference(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
    Power(Box<Formula>, u64),
    /// A number to the power of k.
    Exponential(u64),
    Quotient(Box<Formula>, u64),
}

impl Formula {
    /// The value; `None` where numbers get too large.
    pub(super) fn value(&self, k: i128) -> Option<i128> {
        match self {
            Formula::Number(number) => Some(i128::from(*number)),
            Formula::Variable => Some(k),
            Formula::Sum(a, b) => a.value(k)?.checked_add(b.value(k)?),
            Formula::Difference(a, b) => a.value(k)?.checked_sub(b.value(k)?),
            Formula::Product(a, b) => a.value(k)?.checked_mul(b.value(k)?),
            Formula::Power(a, exponent) => a.value(k)?.checked_pow(u32::try_from(*exponent).ok()?),
            Formula::Exponential(base) => i128::from(*base).checked_pow(u32::try_from(k).ok()?),
            Formula::Quotient(a, by) => Some(a.value(k)?.div_euclid(i128::from(*by))),
        }
    }

    /// The value mod `m`, 0 <= value < m, of k >= 0; `None` where numbers get too large. For E / d mod m it takes E
    /// mod dm.
    pub(super) fn modulo(&self, k: u128, m: u128) -> Option<u128> {
        if m >= 1 << 63 {
            return None;
        }
        Some(match self {
            Formula::Number(number) => u128::from(*number) % m,
            Formula::Variable => k % m,
            Formula::Sum(a, b) => (a.modulo(k, m)? + b.modulo(k, m)?) % m,
            Formula::Difference(a, b) => (a.modulo(k, m)? + m - b.modulo(k, m)?) % m,
            Formula::Product(a, b) => a.modulo(k, m)? * b.modulo(k, m)? % m,
            Formula::Power(a, exponent) => power(a.modulo(k, m)?, u128::from(*exponent), m),
            Formula::Exponential(base) => power(u128::from(*base), k, m),
            Formula::Quotient(a, by) => a.modulo(k, m.checked_mul(u128::from(*by))?)? / u128::from(*by),
        })
    }
}

/// By squares; `m` is below 2^63.
fn power(base: u128, mut exponent: u128, m: u128) -> u128 {
    let (mut power, mut square) = (1 % m, base % m);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % m;
        }
        square = square * square % m;
        exponent /= 2;
    }
    power
}

/// `{FORMULA for NAME in A..}`, or in `any`: the formula, and the first number that it is of.
pub(super) fn read(text: &str) -> Option<(Formula, i128)> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let (formula, loops) = inside.split_once(" for ")?;
    let (name, range) = loops.split_once(" in ")?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    let first = if range == "any" { 1 } else { range.strip_suffix("..")?.parse().ok()? };
    if !is_name {
        return None;
    }
    let mut reader = Reader { tokens: tokens(formula)?, at: 0, name };
    let formula = reader.sum()?;
    (reader.at == reader.tokens.len()).then_some((formula, first))
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

    /// A power binds to the right: only one is read, of a number or with a small number as exponent.
    fn power(&mut self) -> Option<Formula> {
        let base = self.atom()?;
        if !self.next_is("^") {
            return Some(base);
        }
        let exponent = self.atom()?;
        if self.tokens.get(self.at).is_some_and(|next| next == "^") {
            return None;
        }
        match (base, exponent) {
            (base, Formula::Number(exponent @ ..=64)) => Some(Formula::Power(Box::new(base), exponent)),
            (Formula::Number(base @ 2..), Formula::Variable) => Some(Formula::Exponential(base)),
            _ => None,
        }
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
