//! The engines by their names, and an engine at work.

use std::fmt;

use super::TableError;
use super::bit_maps::BitMaps;
use super::cells::{Cell, Cells, Stop, with_cells};
use super::classes::Classes;
use super::cofinite::Cofinite;
use super::convolution::Convolution;
use super::moves::Moves;
use super::naive::Naive;
use super::one_hot::OneHot;
use super::pairs::Pairs;
use super::parts::Parts;
use super::shifted_or::ShiftedOr;
use super::visited::Visited;
use crate::ruleset::{Convention, Ruleset, did_you_mean};

/// The ways to compute a table; each is described at the head of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineName {
    /// The definition, for every rule.
    Naive,
    /// A list of moves, for sets with few members.
    Moves,
    /// Classes of equal values by look-up, for sets with few members.
    OneHot,
    /// Maps of bits for 64 heaps at a time, for sets with many members that are not dense.
    BitMaps,
    /// Bit sets of blocked heaps, for dense sets.
    ShiftedOr,
    /// Fast Fourier transforms, for long tables of dense sets.
    Convolution,
    /// Residue classes, for eventually periodic infinite sets.
    Classes,
    /// The few heaps that are no options, for cofinite sets.
    Cofinite,
    /// Pairs of parts, for codes that split a heap in two.
    Pairs,
    /// Sets of XORs of parts, for codes that leave three heaps or more.
    Parts,
}

impl EngineName {
    /// Every engine, the oracle first.
    pub const ALL: [EngineName; 10] = [
        EngineName::Naive,
        EngineName::Moves,
        EngineName::OneHot,
        EngineName::BitMaps,
        EngineName::ShiftedOr,
        EngineName::Convolution,
        EngineName::Classes,
        EngineName::Cofinite,
        EngineName::Pairs,
        EngineName::Parts,
    ];

    /// The name as it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            EngineName::Naive => "naive",
            EngineName::Moves => "moves",
            EngineName::OneHot => "one-hot",
            EngineName::BitMaps => "bit-maps",
            EngineName::ShiftedOr => "shifted-or",
            EngineName::Convolution => "convolution",
            EngineName::Classes => "classes",
            EngineName::Cofinite => "cofinite",
            EngineName::Pairs => "pairs",
            EngineName::Parts => "parts",
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for EngineName {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, TableError> {
        EngineName::ALL.into_iter().find(|engine| engine.name() == text).ok_or_else(|| {
            let near = did_you_mean(text, EngineName::ALL.iter().map(|engine| engine.name()));
            TableError::UnknownEngine { typed: text.into(), near: near.map(str::to_owned) }
        })
    }
}

/// An engine at work.
pub(crate) enum Engine<'a> {
    Naive(Naive<'a>),
    Moves(Moves),
    OneHot(Box<OneHot>),
    BitMaps(BitMaps),
    ShiftedOr(ShiftedOr),
    Convolution(Box<Convolution>),
    Classes(Classes),
    Cofinite(Cofinite),
    Pairs(Box<Pairs>),
    Parts(Parts),
}

impl<'a> Engine<'a> {
    /// Ready to go on after the heaps in `known`, up to heap n.
    pub(crate) fn start(engine: EngineName, rule: &'a Ruleset, n: u64, known: &Cells) -> Option<Self> {
        let terminal = u32::from(rule.convention() == Convention::Misere);
        Some(match engine {
            EngineName::Naive => Engine::Naive(Naive::new(rule, n, terminal)),
            EngineName::Moves => Engine::Moves(Moves::new(rule.only_set()?, n, terminal)),
            EngineName::OneHot => Engine::OneHot(Box::new(OneHot::new(rule.only_set()?, n, terminal))),
            EngineName::BitMaps => {
                let set = rule.only_set()?;
                Engine::BitMaps(with_cells!(known, cells => BitMaps::new(set, n, terminal, cells)))
            }
            EngineName::ShiftedOr => {
                let members = rule.only_set()?.members(n);
                Engine::ShiftedOr(with_cells!(known, cells => ShiftedOr::new(&members, n, terminal, cells)))
            }
            EngineName::Convolution => {
                let members = rule.only_set()?.members(n);
                let engine = with_cells!(known, cells => Convolution::new(members, n, terminal, cells));
                Engine::Convolution(Box::new(engine))
            }
            EngineName::Classes => {
                let set = rule.only_set()?.as_periodic()?;
                Engine::Classes(with_cells!(known, cells => Classes::new(set, n, terminal, cells)))
            }
            EngineName::Cofinite => {
                let set = rule.only_set()?.as_periodic()?;
                Engine::Cofinite(with_cells!(known, cells => Cofinite::new(set, n, cells)))
            }
            EngineName::Pairs => Engine::Pairs(Box::new(Pairs::new(rule, n)?)),
            EngineName::Parts => Engine::Parts(with_cells!(known, cells => Parts::new(rule, n, cells))?),
        })
    }

    /// Fills `cells[from..]`; all before must hold their values.
    ///
    /// # Errors
    /// The first heap that has no value, or one that is too large for a cell; those before it are filled.
    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize, visited: &mut Visited) -> Result<(), Stop> {
        let filled = match self {
            Engine::Naive(engine) => return engine.fill(cells, from, visited),
            Engine::Moves(engine) => engine.fill(cells, from, visited),
            Engine::OneHot(engine) => engine.fill(cells, from, visited),
            Engine::BitMaps(engine) => engine.fill(cells, from),
            Engine::ShiftedOr(engine) => engine.fill(cells, from),
            Engine::Convolution(engine) => engine.fill(cells, from),
            Engine::Classes(engine) => engine.fill(cells, from, visited),
            Engine::Cofinite(engine) => engine.fill(cells, from),
            Engine::Pairs(engine) => engine.fill(cells, from),
            Engine::Parts(engine) => engine.fill(cells, from),
        };
        filled.map_err(Stop::Narrow)
    }

    /// Elementary operations so far, where their number depends on the values; about a nanosecond each.
    pub(crate) fn operations(&self) -> f64 {
        match self {
            Engine::Pairs(engine) => engine.operations(),
            _ => 0.0,
        }
    }
}
