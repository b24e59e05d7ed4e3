//! Numbers: `2*k + 1`, `gcd(a, n)`.

use super::{Expr, Node, Parser, join};
use crate::ruleset::error::Fault;
use crate::ruleset::formula::Operator;

impl Parser<'_> {
    pub(super) fn sum(&mut self) -> Result<Expr, Fault> {
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
        while let Some((_, operator)) = operators.iter().find(|(symbol, _)| self.takes_symbol(symbol)) {
            self.count()?;
            let right = operand(self)?;
            left = join(|a, b| Node::Arithmetic(*operator, a, b), left, right);
        }
        Ok(left)
    }

    pub(super) fn power(&mut self) -> Result<Expr, Fault> {
        let start = self.span().start;
        if self.takes_symbol("-") {
            let inner = self.nested(Self::power)?;
            return Ok(Expr { node: Node::Negate(Box::new(inner)), span: self.since(start) });
        }
        let base = self.atom()?;
        if !self.takes_symbol("^") {
            return Ok(base);
        }
        self.count()?;
        let exponent = self.nested(Self::power)?;
        Ok(join(|a, b| Node::Arithmetic(Operator::Power, a, b), base, exponent))
    }

    /// The arguments of gcd, min or max: two or more.
    pub(super) fn call(&mut self, operator: Operator) -> Result<Node, Fault> {
        self.expect_symbol("(")?;
        let mut value = self.nested(Self::sum)?;
        self.expect_symbol(",")?;
        loop {
            self.count()?;
            let argument = self.nested(Self::sum)?;
            value = join(|a, b| Node::Arithmetic(operator, a, b), value, argument);
            if !self.takes_symbol(",") {
                break;
            }
        }
        self.expect_symbol(")").map(|()| value.node)
    }
}
