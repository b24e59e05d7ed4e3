//! Why a command could not do its work, and how that is said.

use std::io::{self, Write};
use std::path::Path;

use sgtab::export::CertificateError;
use sgtab::play::PlayError;
use sgtab::play::graph::GraphError;
use sgtab::ruleset::{MoveError, RuleError};
use sgtab::table::TableError;

/// Bad usage or bad input: exit status 2.
#[derive(Debug)]
pub(crate) enum Failure {
    Rule(RuleError),
    Table(TableError),
    Graph(GraphError),
    Play(PlayError),
    /// Standard output could not be written.
    Stdout(io::Error),
    /// What, and the remedy.
    Other(String, Option<String>),
}

impl Failure {
    pub(crate) fn other(what: impl Into<String>) -> Self {
        Failure::Other(what.into(), None)
    }

    pub(crate) fn with_help(what: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::Other(what.into(), Some(help.into()))
    }

    pub(crate) fn file(doing: &str, path: &Path, why: &io::Error) -> Self {
        Failure::other(format!("cannot {doing} {}: {why}", path.display()))
    }

    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Stdout(why) if why.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The same, said of a place in the input.
    pub(crate) fn at(self, place: &str) -> Self {
        let said = |what: String| format!("{place}: {what}");
        match self {
            Failure::Table(error) => Failure::Other(said(error.to_string()), remedy(&error)),
            Failure::Play(PlayError::Table(error)) => Failure::Other(said(error.to_string()), remedy(&error)),
            Failure::Play(error) => Failure::Other(said(error.to_string()), play_remedy(&error)),
            Failure::Other(what, help) => Failure::Other(said(what), help),
            other => other,
        }
    }

    /// The whole message, without a final newline.
    pub(crate) fn message(&self) -> String {
        let (what, help) = match self {
            Failure::Rule(error) => return error.report(),
            Failure::Table(error) => (error.to_string(), remedy(error)),
            Failure::Graph(GraphError::Mistake(mistake)) => return mistake.report(),
            Failure::Graph(error) => (error.to_string(), graph_remedy(error)),
            Failure::Play(PlayError::Table(error)) => (error.to_string(), remedy(error)),
            Failure::Play(error) => (error.to_string(), play_remedy(error)),
            Failure::Stdout(why) => (format!("cannot write to standard output: {why}"), None),
            Failure::Other(what, help) => (what.clone(), help.clone()),
        };
        match help {
            Some(help) => format!("error: {what}\nhelp: {help}"),
            None => format!("error: {what}"),
        }
    }

    pub(crate) fn report(&self) {
        say(&self.message());
    }
}

fn remedy(error: &TableError) -> Option<String> {
    match error {
        TableError::Memory { .. } => Some("ask for fewer heaps, or allow more by --memory".into()),
        TableError::UnfitEngine { .. } => {
            Some("leave out --engine, or say naive, which is right for every rule".into())
        }
        TableError::Move(error) => error.help().map(str::to_owned),
        TableError::UnknownEngine { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
        _ => None,
    }
}

fn graph_remedy(error: &GraphError) -> Option<String> {
    match error {
        GraphError::TooLarge { .. } => Some("take a smaller graph, or allow more by --memory".into()),
        GraphError::Positions { .. } => Some("ask for fewer heaps by -n".into()),
        error => error.help(),
    }
}

fn play_remedy(error: &PlayError) -> Option<String> {
    match error {
        PlayError::TooManySums { fits: fits @ 1.., .. } => {
            Some(format!("say --brute={fits}, or --brute without a size"))
        }
        PlayError::SumsBeyondMemory { fits: fits @ 1.., .. } => {
            Some(format!("allow more by --memory, or say --brute={fits}, or --brute without a size"))
        }
        PlayError::SumsBeyondMemory { .. } => Some("allow more by --memory".into()),
        PlayError::TooManyPositions { .. } => Some("ask about smaller heaps, or fewer of them".into()),
        PlayError::NoLimit { .. } => Some("take a rule such as nim, 1..3 or fibonacci".into()),
        PlayError::NotOneHeap => Some("ask for the winner (--say) or the number of winning moves (--count)".into()),
        PlayError::TooManyMoves => Some("ask for the winner alone (--say)".into()),
        _ => None,
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        Failure::Rule(error)
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Failure::Table(error)
    }
}

impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        Failure::Graph(error)
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        Failure::Play(error)
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        Failure::Table(TableError::Move(error))
    }
}

impl From<CertificateError> for Failure {
    fn from(error: CertificateError) -> Self {
        Failure::other(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Stdout(error)
    }
}

/// One message on stderr. When even that cannot be written, there is nobody to tell.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
