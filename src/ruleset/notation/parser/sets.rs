//! Sets: `1, 3, 4`, `odd & 3..`, `{s : s % 3 != 0}`.

use std::ops::Range;

use super::{Expr, Name, Node, Parser, join};
use crate::ruleset::error::{Fault, RuleErrorKind, did_you_mean};
use crate::ruleset::formula::Operator;
use crate::ruleset::named::Named;
use crate::ruleset::notation::lexer::Token;

/// Words that name a set, for suggestions.
pub(crate) const NAMES: [&str; 17] = [
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
    "divisors of",
    "proper divisors of",
    "coprime to",
];

impl Parser<'_> {
    pub(super) fn union(&mut self) -> Result<Expr, Fault> {
        let mut members = vec![self.intersection()?];
        loop {
            let comma = self.is_symbol(",");
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
        while self.takes_symbol("&") {
            self.count()?;
            left = join(Node::Intersection, left, self.difference()?);
        }
        Ok(left)
    }

    fn difference(&mut self) -> Result<Expr, Fault> {
        let mut left = self.range()?;
        while self.takes_word("except") {
            self.count()?;
            left = join(Node::Difference, left, self.range()?);
        }
        Ok(left)
    }

    pub(super) fn range(&mut self) -> Result<Expr, Fault> {
        let low = self.sum()?;
        let start = low.span.start;
        if self.takes_word("mod") {
            return Ok(join(Node::Residue, low, self.sum()?));
        }
        if !self.takes_symbol("..") {
            return Ok(low);
        }
        let high = if self.begins_expression() { Some(Box::new(self.sum()?)) } else { None };
        Ok(Expr { node: Node::Range(Box::new(low), high), span: self.since(start) })
    }

    pub(super) fn atom(&mut self) -> Result<Expr, Fault> {
        let span = self.span();
        let node = match self.peek().clone() {
            Token::Number(n) => {
                self.at += 1;
                Node::Number(n)
            }
            Token::Symbol("(") => {
                self.at += 1;
                let inner = self.nested(Self::condition)?;
                self.expect_symbol(")")?;
                inner.node
            }
            Token::Symbol("{") => {
                self.at += 1;
                let inner = self.nested(Self::in_braces)?;
                self.expect_symbol("}")?;
                inner
            }
            Token::Word(word) => {
                self.at += 1;
                self.named(&word, &span)?
            }
            _ => return Err(self.unexpected("a number or a set")),
        };
        Ok(Expr { node, span: self.since(span.start) })
    }

    /// A list, a builder or an image.
    fn in_braces(&mut self) -> Result<Node, Fault> {
        if matches!(self.tokens.get(self.at + 1).map(|next| &next.token), Some(Token::Symbol(":"))) {
            let Name { text, span } = self.binding()?;
            self.at += 1;
            let condition = self.condition()?;
            return Ok(Node::Builder(Name { text, span }, Box::new(condition)));
        }
        let inner = self.union()?;
        if self.is_word("for") {
            return Ok(Node::Image(Box::new(inner), self.loops()?));
        }
        if self.is_condition() {
            let fault = self.unexpected("`}`, `,` or `for`");
            return Err(fault.help("a condition comes after a variable and a colon: `{s : s <= n/2}`"));
        }
        Ok(inner.node)
    }

    fn named(&mut self, word: &str, span: &Range<usize>) -> Result<Node, Fault> {
        if self.is_bound(word) {
            return Ok(Node::Name(word.to_owned()));
        }
        let number = |n| Box::new(Expr { node: Node::Number(n), span: span.clone() });
        Ok(match word.to_lowercase().as_str() {
            "any" => Node::Any,
            "odd" => Node::Residue(number(1), number(2)),
            "even" => Node::Residue(number(0), number(2)),
            "gcd" => self.call(Operator::Gcd)?,
            "min" => self.call(Operator::Min)?,
            "max" => self.call(Operator::Max)?,
            "prime" if self.takes_word("powers") => Node::Named(Named::PrimePowers),
            "all" if self.takes_word("but") => {
                if !self.begins_expression() {
                    let fault = self.unexpected("the amounts that are left out");
                    return Err(fault.help("for example `all but 2, 5`; every amount is `any`"));
                }
                Node::AllBut(Box::new(self.nested(Self::union)?))
            }
            "powers" if self.takes_word("of") => Node::PowersOf(Box::new(self.nested(Self::power)?)),
            "multiples" if self.takes_word("of") => Node::MultiplesOf(Box::new(self.nested(Self::power)?)),
            "divisors" if self.takes_word("of") => {
                Node::DivisorsOf { number: Box::new(self.nested(Self::power)?), proper: false }
            }
            "proper" if self.takes_word("divisors") => {
                self.expect_word("of")?;
                Node::DivisorsOf { number: Box::new(self.nested(Self::power)?), proper: true }
            }
            "coprime" if self.takes_word("to") => Node::CoprimeTo(Box::new(self.nested(Self::power)?)),
            lower => match Named::PLAIN.iter().find(|(name, _)| *name == lower) {
                Some((_, named)) => Node::Named(*named),
                None => return Err(self.unknown(word, span.clone())),
            },
        })
    }

    fn unknown(&self, word: &str, span: Range<usize>) -> Fault {
        let letter = word.chars().count() == 1;
        let message = match self.peek() {
            Token::Symbol("(") => format!("`{word}` is not a function"),
            _ if letter => format!("`{word}` is not known"),
            _ => format!("`{word}` is not a set"),
        };
        let fault = Fault::new(RuleErrorKind::UnknownName, span, message);
        if let Token::Symbol("(") = self.peek() {
            return fault.help("the functions are gcd, min and max");
        }
        if word == "N" {
            return fault.help("the size of the heap is written `n`");
        }
        match did_you_mean(word, NAMES) {
            Some(name) => fault.help(format!("did you mean `{name}`?")),
            None if letter && self.in_moves => {
                fault.help(format!("a variable is bound by `for`, as in `[n - {word}] for {word} in 1..n`"))
            }
            None if letter => fault.help(format!(
                "a variable is bound by `for`, as in `{{{word}*{word} for {word} in 1..}}`, or by a colon, as in \
                 `{{{word} : {word} <= n/2}}`"
            )),
            None => fault.help(format!("the sets with a name are {}", NAMES.join(", "))),
        }
    }
}
