//! Comprehensions: `[a, n - a] for a in 1..n/2 if a != 2`.

use super::{Expr, Loops, Moves, Parser};
use crate::ruleset::error::Fault;

impl Parser<'_> {
    pub(super) fn moves(&mut self) -> Result<Moves, Fault> {
        if !self.is_symbol("[") {
            let fault = self.unexpected("`[`, and in brackets the heaps that replace n");
            return Err(fault.help("for example `[a, n - a] for a in 1..n/2`"));
        }
        self.at += 1;
        let mut items = Vec::new();
        while !self.takes_symbol("]") {
            if !items.is_empty() {
                self.expect_symbol(",")?;
            }
            items.push(self.range()?);
            if self.is_word("for") || self.is_word("if") {
                let fault = self.unexpected("`,` or `]`");
                return Err(fault.help("`for` and `if` come after the bracket: `[n - s] for s in 1..3 if n > s`"));
            }
            if !self.is_symbol(",") && !self.is_symbol("]") {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
        let times = if self.takes_symbol("*") { Some(self.power()?) } else { None };
        Ok(Moves { items, times, loops: self.loops()? })
    }

    /// `for a in A for b in B if C`, each part of which may be missing.
    pub(super) fn loops(&mut self) -> Result<Loops, Fault> {
        let mut each: Vec<(_, Expr)> = Vec::new();
        while self.takes_word("for") {
            let name = self.binding()?;
            self.expect_word("in")?;
            each.push((name, self.union()?));
        }
        let condition = if self.takes_word("if") { Some(Box::new(self.condition()?)) } else { None };
        Ok(Loops { each, condition })
    }
}
