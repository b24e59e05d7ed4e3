//! Sprague-Grundy tables of impartial heap games: tabulate, find the pattern, say how sure it is.
//!
//! ```text
//! rule text ──ruleset──▶ Ruleset ──table──▶ SgTable ──pattern──▶ Claim ──proof──▶ Verdict ──▶ export
//! ```
//!
//! A [`ruleset::Ruleset`] says what a move is; [`table::SgTable`] holds the SG values g(n) of heaps 0, 1, 2, ...;
//! [`pattern`] finds claims in them; [`proof`] says which are theorems; [`study`] drives all of it; [`stats`] counts
//! values; [`play`] says who wins positions of several heaps; [`export`] writes tables, charts, records and certificates,
//! and [`verify`] checks certificates by itself.
//!
//! ```
//! use sgtab::pattern::Sequence;
//! use sgtab::ruleset::Ruleset;
//! use sgtab::study::{Range, study};
//! use sgtab::table::{Settings, Visited};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let kayles = Ruleset::parse("0.77")?;
//! let found =
//!     study(&kayles, Sequence::Sg, Range::Until(10_000), &Settings::default(), &mut Visited::default(), &mut ())?;
//! let verdict = &found.verdicts[0];
//! assert!(verdict.is_proved());
//! assert_eq!(verdict.period().map(|p| (p.preperiod, p.period)), Some((71, 12)));
//! assert_eq!(found.table.get(20), Some(1));
//! # Ok(())
//! # }
//! ```

// In the order of the flow; blank lines keep rustfmt from sorting them.
pub mod ruleset;

pub mod table;

pub mod pattern;

pub mod proof;

pub mod study;

pub mod stats;

pub mod identify;

pub mod play;

pub mod check;

pub mod published;

pub mod export;

pub mod verify;
