//! Tokens to a syntax tree.
//!
//! Binding, tightest first: arithmetic (`^`, then `* / %`, then `+ -`); `..` and `mod`; `except`; `&`;
//! then `,` and `|`, which both mean union. `all but` reaches to the end of its parentheses.

use std::ops::Range;

use super::lexer::{Spanned, Token};
use crate::ruleset::error::{Fault, RuleErrorKind, did_you_mean};
use crate::ruleset::named::Named;

/// A node and the text that it came from.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum Node {
    Number(i128),
    Negate(Box<Expr>),
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    Any,
    Named(Named),
    /// `a..b`, or `a..` without an end.
    Range(Box<Expr>, Option<Box<Expr>>),
    /// `r mod m`
    Residue(Box<Expr>, Box<Expr>),
    MultiplesOf(Box<Expr>),
    PowersOf(Box<Expr>),
    AllBut(Box<Expr>),
    /// Two or more.
    Union(Vec<Expr>),
    Intersection(Box<Expr>, Box<Expr>),
    Difference(Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

/// Words that name a set, for suggestions.
pub(crate) const NAMES: [&str; 14] = [
    "any",
    "all but",
    "odd",
    "even",
    "squares",
    "cubes",
    "triangular",
    "primes",
    "prime powers",
    "fibonacci",
    "lucas",
    "factorials",
    "powers of",
    "multiples of",
];

/// Parentheses nest at most this deep.
const MOST_DEPTH: usize = 100;
/// So many `&`, `except` or signs of arithmetic may follow each other; `,` and `|` without limit.
const MOST_OPERATORS: usize = 1000;

pub(crate) fn parse(tokens: &[Spanned]) -> Result<Expr, Fault> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let set = parser.union()?;
    match parser.peek() {
        Token::End => Ok(set),
        _ => Err(parser.unexpected("the end, or an operator such as `,`, `|`, `&`, `except`")),
    }
}

struct Parser<'a> {
    tokens: &'a [Spanned],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn spanned(&self) -> &Spanned {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &Token {
        &self.spanned().token
    }

    fn span(&self) -> Range<usize> {
        self.spanned().span.clone()
    }

    fn takes_symbol(&mut self, symbol: &str) -> bool {
        let here = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        self.at += usize::from(here);
        here
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let here = matches!(self.peek(), Token::Word(w) if w.eq_ignore_ascii_case(word));
        self.at += usize::from(here);
        here
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<(), Fault> {
        if self.takes_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.peek() {
            Token::End => "the end".into(),
            Token::Number(n) => format!("`{n}`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
        };
        let fault =
            Fault::new(RuleErrorKind::Syntax, self.span(), format!("found {found} where something else belongs"))
                .label(format!("expected {expected}"));
        match self.peek() {
            Token::Symbol("[") => fault.help("a set on the command line or in quotes has no brackets: `1, 3, 4`"),
            Token::Number(_) => fault.help("amounts are separated by commas: `1, 3, 4`"),
            _ => fault,
        }
    }

    fn union(&mut self) -> Result<Expr, Fault> {
        let mut members = vec![self.intersection()?];
        loop {
            let comma = matches!(self.peek(), Token::Symbol(","));
            if !self.takes_symbol(",") && !self.takes_symbol("|") {
                break;
            }
            let right = self.intersection()?;
            if comma && let Some(left) = members.last() {
                self.refuse_bare_mod(left, &right)?;
            }
            members.push(right);
        }
        if members.len() == 1 {
            return Ok(members.remove(0));
        }
        let span = members[0].span.start..members[members.len() - 1].span.end;
        Ok(Expr { node: Node::Union(members), span })
    }

    /// `1, 2 mod 5` could mean two things; the author must say which.
    fn refuse_bare_mod(&self, left: &Expr, right: &Expr) -> Result<(), Fault> {
        // `odd` and `even` are such classes too, but by name.
        let bare = |e: &Expr| matches!(e.node, Node::Residue(..)) && !self.begins_with_bracket_or_name(e);
        if !bare(left) && !bare(right) {
            return Ok(());
        }
        let whole = left.span.start..right.span.end;
        let guarded = |e: &Expr| if bare(e) { format!("({})", self.text(e)) } else { self.text(e) };
        Err(Fault::new(RuleErrorKind::Syntax, whole, "it is not clear what `mod` belongs to in a list with commas")
            .help(format!("write `{} | {}`", guarded(left), guarded(right))))
    }

    fn begins_with_bracket_or_name(&self, e: &Expr) -> bool {
        let at = self.tokens.partition_point(|t| t.span.start < e.span.start);
        matches!(self.tokens[at].token, Token::Symbol("(" | "{") | Token::Word(_))
    }

    /// The tokens of `e`, with single spaces where the author had any.
    fn text(&self, e: &Expr) -> String {
        let mut text = String::new();
        let mut end = e.span.start;
        for t in self.tokens.iter().filter(|t| e.span.start <= t.span.start && t.span.end <= e.span.end) {
            if t.span.start > end {
                text.push(' ');
            }
            match &t.token {
                Token::Number(n) => text += &n.to_string(),
                Token::Word(word) => text += word,
                Token::Symbol(symbol) => text += symbol,
                Token::End => {}
            }
            end = t.span.end;
        }
        text
    }

    fn intersection(&mut self) -> Result<Expr, Fault> {
        let mut left = self.difference()?;
        let mut operators = 0;
        while self.takes_symbol("&") {
            self.count(&mut operators)?;
            left = join(Node::Intersection, left, self.difference()?);
        }
        Ok(left)
    }

    fn difference(&mut self) -> Result<Expr, Fault> {
        let mut left = self.range()?;
        let mut operators = 0;
        while self.takes_word("except") {
            self.count(&mut operators)?;
            left = join(Node::Difference, left, self.range()?);
        }
        Ok(left)
    }

    fn range(&mut self) -> Result<Expr, Fault> {
        let low = self.sum()?;
        if self.takes_word("mod") {
            return Ok(join(Node::Residue, low, self.sum()?));
        }
        if !self.takes_symbol("..") {
            return Ok(low);
        }
        let open = match self.peek() {
            Token::End => true,
            Token::Symbol(s) => ![")", "}", ",", "|", "&"].iter().all(|end| end != s),
            Token::Word(word) => word == "except",
            Token::Number(_) => false,
        };
        if open {
            let span = low.span.start..self.tokens[self.at - 1].span.end;
            return Ok(Expr { node: Node::Range(Box::new(low), None), span });
        }
        let high = self.sum()?;
        let span = low.span.start..high.span.end;
        Ok(Expr { node: Node::Range(Box::new(low), Some(Box::new(high))), span })
    }

    fn sum(&mut self) -> Result<Expr, Fault> {
        self.left_to_right(&[("+", Operator::Add), ("-", Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Result<Expr, Fault> {
        let operators = [("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)];
        self.left_to_right(&operators, Self::power)
    }

    fn left_to_right(
        &mut self,
        operators: &[(&str, Operator)],
        operand: fn(&mut Self) -> Result<Expr, Fault>,
    ) -> Result<Expr, Fault> {
        let mut left = operand(self)?;
        let mut seen = 0;
        while let Some((_, operator)) = operators.iter().find(|(symbol, _)| self.takes_symbol(symbol)) {
            self.count(&mut seen)?;
            let right = operand(self)?;
            left = join(|a, b| Node::Arithmetic(*operator, a, b), left, right);
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Expr, Fault> {
        let start = self.span().start;
        if self.takes_symbol("-") {
            let inner = self.nested(Self::power)?;
            let span = start..inner.span.end;
            return Ok(Expr { node: Node::Negate(Box::new(inner)), span });
        }
        let base = self.atom()?;
        if !self.takes_symbol("^") {
            return Ok(base);
        }
        let exponent = self.nested(Self::power)?;
        Ok(join(|a, b| Node::Arithmetic(Operator::Power, a, b), base, exponent))
    }

    /// Chains of operators are trees as deep as they are long.
    fn count(&self, operators: &mut usize) -> Result<(), Fault> {
        *operators += 1;
        if *operators > MOST_OPERATORS {
            let message = format!("more than {MOST_OPERATORS} operators of one kind in a row");
            return Err(Fault::new(RuleErrorKind::Syntax, self.span(), message));
        }
        Ok(())
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == MOST_DEPTH {
            return Err(Fault::new(RuleErrorKind::Syntax, self.span(), format!("nested more than {MOST_DEPTH} deep")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn atom(&mut self) -> Result<Expr, Fault> {
        let span = self.span();
        let node = match self.peek().clone() {
            Token::Number(n) => {
                self.at += 1;
                Node::Number(n)
            }
            Token::Symbol(open @ ("(" | "{")) => {
                self.at += 1;
                let inner = self.nested(Self::union)?;
                self.expect_symbol(if open == "(" { ")" } else { "}" })?;
                inner.node
            }
            Token::Word(word) => {
                self.at += 1;
                self.named(&word, &span)?
            }
            _ => return Err(self.unexpected("a number or a set")),
        };
        Ok(Expr { node, span: span.start..self.tokens[self.at - 1].span.end })
    }

    fn named(&mut self, word: &str, span: &Range<usize>) -> Result<Node, Fault> {
        let number = |n| Box::new(Expr { node: Node::Number(n), span: span.clone() });
        Ok(match word.to_lowercase().as_str() {
            "any" => Node::Any,
            "odd" => Node::Residue(number(1), number(2)),
            "even" => Node::Residue(number(0), number(2)),
            "prime" if self.takes_word("powers") => Node::Named(Named::PrimePowers),
            "all" if self.takes_word("but") => Node::AllBut(Box::new(self.nested(Self::union)?)),
            "powers" if self.takes_word("of") => Node::PowersOf(Box::new(self.power()?)),
            "multiples" if self.takes_word("of") => Node::MultiplesOf(Box::new(self.power()?)),
            lower => match Named::PLAIN.iter().find(|(name, _)| *name == lower) {
                Some((_, named)) => Node::Named(*named),
                None => return Err(unknown(word, span.clone())),
            },
        })
    }
}

fn join(make: impl FnOnce(Box<Expr>, Box<Expr>) -> Node, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr { node: make(Box::new(left), Box::new(right)), span }
}

fn unknown(word: &str, span: Range<usize>) -> Fault {
    let fault = Fault::new(RuleErrorKind::UnknownName, span, format!("`{word}` is not a set"));
    match did_you_mean(word, NAMES) {
        Some(name) => fault.help(format!("did you mean `{name}`?")),
        None => fault.help(format!("the sets with a name are {}", NAMES.join(", "))),
    }
}
