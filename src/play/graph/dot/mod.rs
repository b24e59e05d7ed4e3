//! DOT, the language of Graphviz: a `digraph` of nodes and edges; attributes are passed over.
//!
//! The grammar is that of <https://graphviz.org/doc/info/lang.html>; each of its rules is one function.

mod lexer;

use std::borrow::Cow;
use std::ops::Range;

use self::lexer::{Lexer, Token};
use super::source::{Mistake, Source};
use super::{Builder, GraphError};

pub(super) fn read(source: Source<'_>, builder: &mut Builder) -> Result<(), GraphError> {
    let mut lexer = Lexer::new(source);
    let (token, span) = lexer.next()?;
    Parser { lexer, token, span, builder, groups: Vec::new() }.graph()
}

/// Whether a text is rather DOT than anything else.
pub(super) fn begins(source: Source<'_>) -> bool {
    matches!(Lexer::new(source).next(), Ok((Token::Keyword("strict" | "digraph" | "graph"), _)))
}

struct Parser<'a, 'b> {
    lexer: Lexer<'a>,
    /// The next token, which is not yet taken.
    token: Token<'a>,
    span: Range<usize>,
    builder: &'b mut Builder,
    /// The nodes that the groups around this place have so far.
    groups: Vec<Vec<u32>>,
}

/// A name and its place.
type Name<'a> = (Cow<'a, str>, Range<usize>);

/// Groups may stand in one another so deep.
const MOST_NESTED: usize = 100;

/// The nodes at one end of an edge.
enum Ends {
    Node(u32),
    Group(Vec<u32>),
}

impl Ends {
    fn nodes(&self) -> &[u32] {
        match self {
            Ends::Node(node) => std::slice::from_ref(node),
            Ends::Group(nodes) => nodes,
        }
    }
}

impl<'a> Parser<'a, '_> {
    fn graph(&mut self) -> Result<(), GraphError> {
        self.takes(&Token::Keyword("strict"))?;
        if self.token == Token::Keyword("graph") {
            return Err(self.without_direction("`graph` has edges without direction, and moves have one").into());
        }
        if !self.takes(&Token::Keyword("digraph"))? {
            return Err(self.unexpected("`digraph`").help("a DOT file begins `digraph {`").into());
        }
        self.take_name()?;
        self.expect("{")?;
        self.statements()?;
        if self.token != Token::End {
            let mistake = self.unexpected("the end of the file");
            return Err(mistake.help("a file holds one graph: put the others into files of their own").into());
        }
        Ok(())
    }

    /// Up to and with the closing brace.
    fn statements(&mut self) -> Result<(), GraphError> {
        while !self.takes(&Token::Symbol("}"))? {
            self.statement()?;
            self.takes(&Token::Symbol(";"))?;
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<(), GraphError> {
        match &self.token {
            Token::Symbol(";") => return Ok(()),
            &Token::Keyword(word @ ("graph" | "node" | "edge")) => {
                self.advance()?;
                if self.token != Token::Symbol("[") {
                    let help = format!("a node called `{word}` stands in quotes: `\"{word}\"`");
                    return Err(self.unexpected("`[`, after a keyword").help(help).into());
                }
                return self.attributes();
            }
            _ => {}
        }
        let mut from = match self.take_name()? {
            // An attribute of the graph.
            Some(_) if self.takes(&Token::Symbol("="))? => return Ok(self.value()?),
            Some((name, span)) => self.node(&name, span)?,
            None if self.at_group() => self.group()?,
            None => return Err(self.unexpected("a node, `{` or `}`").into()),
        };
        loop {
            if self.token == Token::Symbol("--") {
                return Err(self.without_direction("`--` has no direction, and moves have one").into());
            }
            if !self.takes(&Token::Symbol("->"))? {
                break;
            }
            let to = match self.take_name()? {
                Some((name, span)) => self.node(&name, span)?,
                None if self.at_group() => self.group()?,
                None => {
                    let help = "a move leads to a node: `a -> b`; a node without moves stands alone: `a`";
                    return Err(self.unexpected("a node or `{`").help(help).into());
                }
            };
            for &from in from.nodes() {
                to.nodes().iter().try_for_each(|&to| self.builder.link(from, to))?;
            }
            from = to;
        }
        self.attributes()
    }

    /// A node and what may follow its name: `:port` and `:port:compass`.
    fn node(&mut self, name: &str, span: Range<usize>) -> Result<Ends, GraphError> {
        if name.trim_ascii().is_empty() {
            let mistake = self.lexer.source.mistake(span, "a node has an empty name");
            return Err(mistake.help("give it a name, and what is to be shown as its label: `a [label=\"\"]`").into());
        }
        let node = self.builder.node(name)?;
        if let Some(group) = self.groups.last_mut() {
            group.push(node);
        }
        while self.takes(&Token::Symbol(":"))? {
            self.value()?;
        }
        Ok(Ends::Node(node))
    }

    fn at_group(&self) -> bool {
        matches!(self.token, Token::Symbol("{") | Token::Keyword("subgraph"))
    }

    /// `subgraph name { ... }`; both words may be left out.
    fn group(&mut self) -> Result<Ends, GraphError> {
        if self.takes(&Token::Keyword("subgraph"))? {
            self.take_name()?;
        }
        if self.groups.len() == MOST_NESTED {
            let message = format!("groups are nested more than {MOST_NESTED} deep");
            let mistake = self.lexer.source.mistake(self.span.clone(), message);
            return Err(mistake.help("write some of the moves one by one: `a -> b`").into());
        }
        self.expect("{")?;
        self.groups.push(Vec::new());
        self.statements()?;
        let mut nodes = self.groups.pop().unwrap_or_default();
        nodes.sort_unstable();
        nodes.dedup();
        if let Some(around) = self.groups.last_mut() {
            around.extend(&nodes);
        }
        Ok(Ends::Group(nodes))
    }

    /// Lists of attributes, as many as there are.
    fn attributes(&mut self) -> Result<(), GraphError> {
        while self.takes(&Token::Symbol("["))? {
            while !self.takes(&Token::Symbol("]"))? {
                if self.take_name()?.is_none() {
                    return Err(self.unexpected("the name of an attribute, or `]`").into());
                }
                if self.takes(&Token::Symbol("="))? {
                    self.value()?;
                }
                let _separated = self.takes(&Token::Symbol(","))? || self.takes(&Token::Symbol(";"))?;
            }
        }
        Ok(())
    }

    /// What follows `=` or `:` and says nothing about moves.
    fn value(&mut self) -> Result<(), Mistake> {
        match self.take_name()? {
            Some(_) => Ok(()),
            None => Err(self.unexpected("a value").help("an empty value is written `\"\"`")),
        }
    }

    /// A name if there is one; names in quotes that are joined by `+` are one.
    fn take_name(&mut self) -> Result<Option<Name<'a>>, Mistake> {
        let mut span = self.span.clone();
        let mut name = match &mut self.token {
            Token::Name(name) => {
                let name = Cow::Borrowed(*name);
                self.advance()?;
                return Ok(Some((name, span)));
            }
            Token::Quoted(name) => std::mem::take(name),
            _ => return Ok(None),
        };
        self.advance()?;
        while self.takes(&Token::Symbol("+"))? {
            let Token::Quoted(more) = &self.token else { return Err(self.unexpected("a name in quotes")) };
            name.push_str(more);
            span.end = self.span.end;
            self.advance()?;
        }
        Ok(Some((name.into(), span)))
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), Mistake> {
        if self.takes(&Token::Symbol(symbol))? { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    /// Whether the next token is this one, which is then taken.
    fn takes(&mut self, token: &Token<'_>) -> Result<bool, Mistake> {
        let found = self.token == *token;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Goes on to the next token.
    fn advance(&mut self) -> Result<(), Mistake> {
        (self.token, self.span) = self.lexer.next()?;
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> Mistake {
        let found = match &self.token {
            Token::Name(name) => format!("the name `{name}`"),
            Token::Quoted(name) => format!("the name `{name}`"),
            Token::Keyword(word) => format!("the keyword `{word}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".into(),
        };
        let mistake = self.lexer.source.mistake(self.span.clone(), format!("{found} has no place here"));
        let mistake = mistake.label(format!("expected {expected}"));
        match &self.token {
            Token::Keyword(word) => mistake.help(format!("a node of that name stands in quotes: `\"{word}\"`")),
            Token::Symbol("+") => {
                mistake.help("a name with other signs than letters, digits and `_` stands in quotes: `\"3+4\"`")
            }
            Token::End => mistake.help("close what was opened: `{` by `}`, `[` by `]`"),
            _ => mistake,
        }
    }

    fn without_direction(&self, message: &str) -> Mistake {
        let mistake = self.lexer.source.mistake(self.span.clone(), message);
        mistake.label("expected a directed graph").help("write `digraph`, and `->` for each move")
    }
}
