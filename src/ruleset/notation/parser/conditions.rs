//! Conditions: `s % 3 != 0 and s <= n/2`.

use super::{Expr, Node, Parser, join};
use crate::ruleset::error::{Fault, RuleErrorKind};
use crate::ruleset::formula::{Comparison, Property};
use crate::ruleset::notation::lexer::Token;

impl Parser<'_> {
    /// A condition; or a set or a number, where there is no sign of one.
    pub(super) fn condition(&mut self) -> Result<Expr, Fault> {
        let mut left = self.conjunction()?;
        while self.takes_word("or") {
            self.count()?;
            left = join(Node::Or, left, self.conjunction()?);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Expr, Fault> {
        let mut left = self.negation()?;
        while self.takes_word("and") {
            self.count()?;
            left = join(Node::And, left, self.negation()?);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Expr, Fault> {
        let start = self.span().start;
        if !self.takes_word("not") {
            return self.comparison();
        }
        let inner = self.nested(Self::negation)?;
        Ok(Expr { node: Node::Not(Box::new(inner)), span: self.since(start) })
    }

    fn comparison(&mut self) -> Result<Expr, Fault> {
        let left = self.union()?;
        let start = left.span.start;
        if self.takes_word("is") {
            let not = self.takes_word("not");
            let _article = self.takes_word("a") || self.takes_word("an");
            let property = self.property()?;
            return Ok(Expr { node: Node::Is { number: Box::new(left), not, property }, span: self.since(start) });
        }
        let not = self.is_word("not");
        if not || self.is_word("in") {
            self.at += 1;
            if not {
                self.expect_word("in")?;
            }
            let set = Box::new(self.union()?);
            return Ok(Expr { node: Node::In { number: Box::new(left), not, set }, span: self.since(start) });
        }
        let mut others = Vec::new();
        while let Some((_, comparison)) = Comparison::ALL.iter().find(|(symbol, _)| self.takes_symbol(symbol)) {
            self.count()?;
            others.push((*comparison, self.union()?));
        }
        if self.is_symbol("=") {
            return Err(self.unexpected("a comparison"));
        }
        if others.is_empty() {
            return Ok(left);
        }
        Ok(Expr { node: Node::Compare(Box::new(left), others), span: self.since(start) })
    }

    fn property(&mut self) -> Result<Property, Fault> {
        if let Token::Word(word) = self.peek()
            && let Some((_, property)) = Property::ALL.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))
        {
            self.at += 1;
            return Ok(*property);
        }
        let mut fault = self.unexpected("`prime`, `square`, `even` or `odd`");
        fault.kind = RuleErrorKind::UnknownName;
        Err(fault.help("for other sets write `in`, as in `s in triangular`"))
    }
}
