//! The syntax tree.

use std::ops::Range;

use crate::ruleset::formula::{Comparison, Operator, Property};
use crate::ruleset::named::Named;

/// A node and the text that it came from. Numbers, sets and conditions share one tree; which of them a node is, and
/// whether that is what belongs in its place, is seen when it is given a meaning.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum Node {
    Number(i128),
    /// `n`, or a variable.
    Name(String),
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
    DivisorsOf {
        number: Box<Expr>,
        proper: bool,
    },
    CoprimeTo(Box<Expr>),
    AllBut(Box<Expr>),
    /// Two or more.
    Union(Vec<Expr>),
    Intersection(Box<Expr>, Box<Expr>),
    Difference(Box<Expr>, Box<Expr>),
    /// `{s : condition}`
    Builder(Name, Box<Expr>),
    /// `{value for k in set if condition}`
    Image(Box<Expr>, Loops),
    /// `a < b <= c`
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    Is {
        number: Box<Expr>,
        not: bool,
        property: Property,
    },
    In {
        number: Box<Expr>,
        not: bool,
        set: Box<Expr>,
    },
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

/// A variable where it is bound.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
}

/// `for a in A for b in B if C`
#[derive(Debug, Clone)]
pub(crate) struct Loops {
    pub(crate) each: Vec<(Name, Expr)>,
    pub(crate) condition: Option<Box<Expr>>,
}

/// `[a, n - a] * k for a in A if C`
#[derive(Debug, Clone)]
pub(crate) struct Moves {
    pub(crate) items: Vec<Expr>,
    pub(crate) times: Option<Expr>,
    pub(crate) loops: Loops,
}
