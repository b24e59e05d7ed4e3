//! NPY: one array that numpy loads.
//!
//! Format: numpy.lib.format, version 1.0. The header is padded so that the numbers begin at a multiple of 64 bytes.

use std::io::{self, Write};

use super::numbers::{for_each_piece, width};
use super::view::TableView;
use crate::table::with_run;

/// The values of heaps 0, 1, 2, ... as an array of one dimension, in the narrowest unsigned type that holds them all (one,
/// two, four or eight bytes, little-endian). Where the values are not to be shown, an array of `bool`: whether the heap
/// is a P-position.
///
/// ```
/// use sgtab::export::{TableView, write_npy};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 5, &Settings::default()).unwrap();
/// let mut bytes = Vec::new();
/// let view = TableView { rule: &rule, table: &table, last: 5, outcomes: false, verdict: None };
/// write_npy(&mut bytes, &view).unwrap();
/// assert!(bytes.starts_with(b"\x93NUMPY") && bytes.ends_with(&[b'\n', 0, 1, 2, 3, 0, 1]));
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_npy(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    if !view.outcomes {
        let width = width(view.largest());
        // A byte has no order.
        let order = if width == 1 { '|' } else { '<' };
        write_header(out, &format!("{order}u{width}"), view.len())?;
        return for_each_piece(view.runs(), width, |piece| out.write_all(piece));
    }
    write_header(out, "|b1", view.len())?;
    let mut piece = Vec::new();
    let mut runs = view.runs();
    while let Some((_, run)) = runs.next_run() {
        piece.clear();
        with_run!(run, values => piece.extend(values.iter().map(|&value| u8::from(value == 0))));
        out.write_all(&piece)?;
    }
    Ok(())
}

fn write_header(out: &mut dyn Write, descr: &str, heaps: u64) -> io::Result<()> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({heaps},), }}");
    // Ten bytes come before it, and it ends in a newline.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{header:0$}", length - 1)
}
