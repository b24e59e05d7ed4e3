//! Tokens to a syntax tree.
//!
//! Binding, tightest first: arithmetic (`^`, then `* / %`, then `+ -`); `..` and `mod`; `except`; `&`;
//! then `,` and `|`, which both mean union; then comparisons, `is` and `in`; `not`; `and`; `or`. `all but` reaches to
//! the end of its parentheses.

mod arithmetic;
mod conditions;
mod moves;
mod sets;
mod tree;

use std::ops::Range;

pub(crate) use self::sets::NAMES;
pub(crate) use self::tree::{Expr, Loops, Moves, Name, Node};

use super::lexer::{Spanned, Token};
use crate::ruleset::error::{Fault, RuleErrorKind};

/// Parentheses nest at most this deep.
const MOST_DEPTH: usize = 100;
/// A text may have so many operators besides `,` and `|`.
const MOST_OPERATORS: usize = 1000;
/// And bind so many variables.
const MOST_VARIABLES: usize = 16;

/// The set, or the number, that the tokens say.
pub(crate) fn parse_set(tokens: &[Spanned]) -> Result<Expr, Fault> {
    let mut parser = Parser::new(tokens);
    let set = parser.union()?;
    parser.end("the end, or an operator such as `,`, `|`, `&`, `except`").map(|()| set)
}

/// The comprehension that the tokens say.
pub(crate) fn parse_moves(tokens: &[Spanned]) -> Result<Moves, Fault> {
    let mut parser = Parser::new(tokens);
    parser.in_moves = true;
    let moves = parser.moves()?;
    parser.end("the end, `for`, or `if`").map(|()| moves)
}

struct Parser<'a> {
    tokens: &'a [Spanned],
    at: usize,
    depth: usize,
    operators: usize,
    variables: usize,
    /// Whether the text lists heaps in brackets.
    in_moves: bool,
}

/// Words between expressions.
const KEYWORDS: [&str; 9] = ["except", "for", "in", "if", "and", "or", "is", "mod", "not"];
const FUNCTIONS: [&str; 3] = ["gcd", "min", "max"];

/// Whether a word has a meaning of its own, so that no variable can be called by it.
fn is_reserved(word: &str) -> bool {
    let of_names = NAMES.iter().flat_map(|name| name.split(' '));
    let mut reserved = of_names.chain(KEYWORDS).chain(FUNCTIONS);
    word == "n" || reserved.any(|reserved| word.eq_ignore_ascii_case(reserved))
}

impl Parser<'_> {
    fn new(tokens: &[Spanned]) -> Parser<'_> {
        Parser { tokens, at: 0, depth: 0, operators: 0, variables: 0, in_moves: false }
    }

    fn spanned(&self) -> &Spanned {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &Token {
        &self.spanned().token
    }

    fn span(&self) -> Range<usize> {
        self.spanned().span.clone()
    }

    /// From `start` to the end of the last token that was taken.
    fn since(&self, start: usize) -> Range<usize> {
        start..self.tokens[self.at.saturating_sub(1)].span.end.max(start)
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w.eq_ignore_ascii_case(word))
    }

    fn takes_symbol(&mut self, symbol: &str) -> bool {
        let here = self.is_symbol(symbol);
        self.at += usize::from(here);
        here
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let here = self.is_word(word);
        self.at += usize::from(here);
        here
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<(), Fault> {
        if self.takes_symbol(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Fault> {
        if self.takes_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn end(&self, expected: &str) -> Result<(), Fault> {
        if *self.peek() == Token::End { Ok(()) } else { Err(self.unexpected(expected)) }
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
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at]);
        let after_number = before.filter(|before| matches!(before.token, Token::Number(_)));
        let touches = after_number.is_some_and(|number| number.span.end == self.span().start);
        match self.peek() {
            Token::Symbol("[") => fault.help("a set on the command line or in quotes has no brackets: `1, 3, 4`"),
            Token::Symbol("=") => fault.help("equality is written `==`"),
            Token::Symbol("&" | "|") if self.at > 0 && self.tokens[self.at - 1].token == *self.peek() => {
                fault.help("conditions are joined by `and` and `or`")
            }
            Token::Symbol("<" | ">" | "<=" | ">=" | "==" | "!=") | Token::Word(_) if self.is_condition() => {
                fault.help("a condition stands in a builder, `{s : s <= n/2}`, or after the `if` of a move")
            }
            Token::Number(_) => fault.help("amounts are separated by commas: `1, 3, 4`"),
            Token::Word(name) if touches => fault.help(format!("multiplication is written with `*`, as in `2*{name}`")),
            Token::Word(word) if word == "to" && after_number.is_some() => {
                fault.help("a range is written with two points: `1..3`")
            }
            Token::Symbol(":") => {
                fault.help("`{s : s <= n/2}` has a condition after the colon, `{k*k for k in 1..}` has `for`")
            }
            Token::Word(word) if word == "for" || word == "if" => {
                fault.help("every `for` comes before the one `if`, and conditions are joined by `and`")
            }
            _ => fault,
        }
    }

    fn is_condition(&self) -> bool {
        match self.peek() {
            Token::Symbol(symbol) => matches!(*symbol, "<" | ">" | "<=" | ">=" | "==" | "!="),
            _ => ["and", "or", "is", "in", "not"].iter().any(|word| self.is_word(word)),
        }
    }

    /// Whether an expression can begin here.
    fn begins_expression(&self) -> bool {
        match self.peek() {
            Token::Number(_) => true,
            Token::Symbol(symbol) => ["(", "{", "-"].contains(symbol),
            Token::Word(word) => !KEYWORDS.iter().any(|keyword| word.eq_ignore_ascii_case(keyword)),
            Token::End => false,
        }
    }

    /// Whether some place of the text binds a variable of this name.
    fn is_bound(&self, name: &str) -> bool {
        let is_name = |token: &Spanned| matches!(&token.token, Token::Word(word) if word == name);
        let binds = |pair: &[Spanned]| match (&pair[0].token, &pair[1].token) {
            (Token::Word(word), _) if word.eq_ignore_ascii_case("for") => is_name(&pair[1]),
            (_, Token::Symbol(":")) => is_name(&pair[0]),
            _ => false,
        };
        name == "n" || self.tokens.windows(2).any(binds)
    }

    /// A variable at the place where it is bound.
    fn binding(&mut self) -> Result<Name, Fault> {
        let span = self.span();
        let Token::Word(text) = self.peek().clone() else {
            return Err(self.unexpected("the name of a variable"));
        };
        if is_reserved(&text) {
            let message = format!("`{text}` has a meaning already and cannot be a variable");
            return Err(
                Fault::new(RuleErrorKind::UnknownName, span, message).help("take another letter: `a`, `k`, `s`")
            );
        }
        self.variables += 1;
        if self.variables > MOST_VARIABLES {
            let message = format!("more than {MOST_VARIABLES} variables");
            return Err(Fault::new(RuleErrorKind::Number, span, message));
        }
        self.at += 1;
        Ok(Name { text, span })
    }

    /// Chains of operators are trees as deep as they are long.
    fn count(&mut self) -> Result<(), Fault> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let message = format!("more than {MOST_OPERATORS} operators besides `,` and `|`");
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
}

fn join(make: impl FnOnce(Box<Expr>, Box<Expr>) -> Node, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr { node: make(Box::new(left), Box::new(right)), span }
}
