//! Checkpoints: the values of a table that is not done, to go on from.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SGTABCK` and a line feed |
//! | 4 | version of the format, 1 |
//! | 1 | 0 for normal play, 1 for misère play |
//! | 1 | w, the bytes of a value: 1, 2 or 4 |
//! | 2 | 0 |
//! | 8 | h, the number of heaps |
//! | 16 | fingerprint of the rule, hexadecimal |
//! | 4 | r, the length of the rule |
//! | r | the rule in normal form, UTF-8 |
//! | w h | values of heaps 0, 1, 2, ... |
//! | 32 | SHA-256 of all that comes before |

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use super::numbers::{for_each_piece, width};
use super::view::TableView;
use crate::ruleset::{Convention, Ruleset};
use crate::table::{EngineName, Settings, SgTable, TableError, choose};

const MAGIC: &[u8; 8] = b"SGTABCK\n";
const VERSION: u32 = 1;
/// Bytes before the rule, and those after the values.
const HEADER: usize = 44;
const DIGEST: usize = 32;

/// Values are read in pieces of so many bytes.
const PIECE: u64 = 1 << 16;

/// Why a checkpoint cannot be gone on from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It does not begin like one.
    #[error("it is no checkpoint")]
    NotOne,
    /// It is of another version of the format.
    #[error("it is a checkpoint of version {found}, and this program reads version {VERSION}")]
    Version {
        /// The version it says.
        found: u32,
    },
    /// It is shorter or longer than it says.
    #[error("it was cut or altered: it has {found} bytes, and should have {expected}")]
    Length {
        /// How long it should be.
        expected: u128,
        /// How long it is.
        found: u64,
    },
    /// Its bytes are not those that were written.
    #[error("its contents were altered: they do not agree with the checksum at the end")]
    Altered,
    /// It is of another rule, or of the same one with another convention.
    #[error("it is of another rule: {found} ({}), not {wanted} ({})", said(*.found_convention), said(*.wanted_convention))]
    OtherRule {
        /// The rule of the checkpoint.
        found: String,
        /// Its convention.
        found_convention: Convention,
        /// The rule that is to be tabulated.
        wanted: String,
        /// Its convention.
        wanted_convention: Convention,
    },
    /// The engine that was asked for is not right for the rule.
    #[error(transparent)]
    Table(TableError),
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn said(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal play",
        Convention::Misere => "misère play",
    }
}

/// What a checkpoint holds.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    /// The values of its heaps, but for those past what was asked for.
    pub table: SgTable,
    /// How many heaps it has.
    pub heaps: u64,
}

/// Writes what `table`, which is of `rule`, has stored. What a tail adds is left out: it is proved again in no time.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// use sgtab::export::{read_checkpoint, write_checkpoint};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("4!.0").unwrap();
/// let table = SgTable::compute(&rule, 50, &Settings::default()).unwrap();
/// let mut bytes = Vec::new();
/// write_checkpoint(&mut bytes, &rule, &table).unwrap();
/// let read = read_checkpoint(&mut &bytes[..], bytes.len() as u64, &rule, 1000, &Settings::default()).unwrap();
/// assert!(read.table.values().eq(table.values()));
/// ```
pub fn write_checkpoint(out: &mut dyn Write, rule: &Ruleset, table: &SgTable) -> io::Result<()> {
    let heaps = table.stored();
    let stored = TableView { rule, table, last: heaps.saturating_sub(1), outcomes: false, verdict: None };
    let width = width(stored.largest());
    let text = rule.to_string();
    let length = u32::try_from(text.len()).map_err(|_| io::Error::other("the rule is too long"))?;
    let mut out = Hashing { out, hash: Sha256::new() };
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&[u8::from(rule.convention() == Convention::Misere), width as u8, 0, 0])?;
    out.write_all(&heaps.to_le_bytes())?;
    out.write_all(rule.fingerprint().as_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    for_each_piece(table.runs(..heaps), width, |piece| out.write_all(piece))?;
    let digest = out.hash.finalize();
    out.out.write_all(&digest)
}

/// Reads a checkpoint of `length` bytes, which must be of `rule`, and keeps its values of heaps 0..=last. The table is
/// said to be computed by the engine that [`choose`] would take, or by the one that the settings name.
///
/// # Errors
/// See [`CheckpointError`]. Any bytes are borne, and no more memory is taken than the bytes are long.
pub fn read_checkpoint(
    input: &mut dyn Read,
    length: u64,
    rule: &Ruleset,
    last: u64,
    settings: &Settings,
) -> Result<Checkpoint, CheckpointError> {
    let mut input = Input { input, hash: Sha256::new() };
    let mut header = [0; HEADER];
    let start = &mut header[..HEADER.min(usize::try_from(length).unwrap_or(HEADER))];
    input.fill(start)?;
    if !start.starts_with(MAGIC) {
        return Err(CheckpointError::NotOne);
    }
    if length < (HEADER + DIGEST) as u64 {
        return Err(CheckpointError::Length { expected: (HEADER + DIGEST) as u128, found: length });
    }
    let version = number(&header[8..12]) as u32;
    if version != VERSION {
        return Err(CheckpointError::Version { found: version });
    }
    let (convention, width) = (header[12], header[13]);
    if convention > 1 || !matches!(width, 1 | 2 | 4) || header[14..16] != [0, 0] {
        return Err(CheckpointError::Altered);
    }
    let (heaps, text) = (number(&header[16..24]), number(&header[40..44]));
    let of_values = u128::from(heaps) * u128::from(width);
    let expected = (HEADER + DIGEST) as u128 + u128::from(text) + of_values;
    if expected != u128::from(length) {
        return Err(CheckpointError::Length { expected, found: length });
    }
    // From here on every length is within the file's.
    let mut name = vec![0; text as usize];
    input.fill(&mut name)?;

    let mut failed = None;
    let mut left = of_values as u64;
    let mut piece = Vec::new();
    let pieces = std::iter::from_fn(|| {
        let size = left.min(PIECE);
        piece.resize(size as usize, 0);
        left -= size;
        failed = if size > 0 { input.fill(&mut piece).err() } else { None };
        (size > 0 && failed.is_none())
            .then(|| piece.chunks_exact(width.into()).map(|cell| number(cell) as u32).collect::<Vec<u32>>())
    });
    let kept = usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1));
    let mut possible = true;
    let mut bound = Bound { largest: None, first: u32::from(convention) };
    let mut values = pieces.flatten().take_while(|&value| {
        possible = bound.allows(value);
        possible
    });
    let about = kept.min(usize::try_from(heaps).unwrap_or(0));
    let table = SgTable::from_about(about, values.by_ref().take(kept), EngineName::Naive);
    values.for_each(drop);
    if let Some(why) = failed {
        return Err(why.into());
    }
    if !possible {
        return Err(CheckpointError::Altered);
    }
    let found = input.hash.clone().finalize();
    let mut digest = [0; DIGEST];
    input.fill(&mut digest)?;
    let name = String::from_utf8(name).ok().filter(|_| found[..] == digest).ok_or(CheckpointError::Altered)?;

    let found_convention = if convention == 1 { Convention::Misere } else { Convention::Normal };
    if header[24..40] != *rule.fingerprint().as_bytes() || found_convention != rule.convention() {
        return Err(CheckpointError::OtherRule {
            found: name,
            found_convention,
            wanted: rule.to_string(),
            wanted_convention: rule.convention(),
        });
    }
    let engine = choose(rule, table.len().saturating_sub(1), settings).map_err(CheckpointError::Table)?.engine;
    Ok(Checkpoint { table: table.computed_by(engine), heaps })
}

/// What the value of a heap may be, whatever the rule: the options are XORs of smaller heaps' values, and the least
/// number that is none of them is at most the power of two above all these.
struct Bound {
    largest: Option<u32>,
    /// The value of heap 0.
    first: u32,
}

impl Bound {
    fn allows(&mut self, value: u32) -> bool {
        let allowed = match self.largest {
            None => value == self.first,
            Some(largest) => u64::from(value) <= (u64::from(largest) + 1).next_power_of_two(),
        };
        self.largest = self.largest.max(Some(value));
        allowed
    }
}

/// Whether bytes begin like a checkpoint.
pub fn is_checkpoint(start: &[u8]) -> bool {
    start.starts_with(MAGIC)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

struct Hashing<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
}

impl Hashing<'_> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }
}

struct Input<'a> {
    input: &'a mut dyn Read,
    hash: Sha256,
}

impl Input<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.input.read_exact(bytes)?;
        self.hash.update(bytes);
        Ok(())
    }
}
