//! CSV tables: `n,sg,outcome`.

use std::io::{self, Write};

use super::decimal::{Decimal, ROOM};
use super::view::{TableView, outcome};

/// Rows are handed on in pieces of so many bytes, more than the writers below put into buffers of their own.
const PIECE: usize = 1 << 17;

/// Room for a row: two numbers with a comma between them, and then a comma, a letter and a newline.
const ROW: usize = 2 * (ROOM + 1) + 3;

/// A header and one row for each heap; `n,outcome` where the values are not to be shown. Lines end in `\n`.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    out.write_all(if view.outcomes { b"n,outcome\n" } else { b"n,sg,outcome\n" })?;
    let mut rows = Rows { heaps: Decimal::default(), values: Decimal::default(), piece: vec![0; PIECE], len: 0 };
    let mut runs = view.runs();
    while let Some((first, run)) = runs.next_run() {
        let mut n = first;
        run.try_for_each(|value| {
            if rows.len + ROW > PIECE {
                rows.write_to(out)?;
            }
            rows.add(n, (!view.outcomes).then_some(value), outcome(value));
            n += 1;
            Ok::<_, io::Error>(())
        })?;
    }
    rows.write_to(out)
}

/// Rows that were not written yet.
struct Rows {
    heaps: Decimal,
    values: Decimal,
    piece: Vec<u8>,
    len: usize,
}

impl Rows {
    #[inline]
    fn add(&mut self, n: u64, value: Option<u64>, outcome: &str) {
        let row = &mut self.piece[self.len..self.len + ROW];
        let mut at = self.heaps.write(n, row);
        if let Some(value) = value {
            row[at] = b',';
            at += 1;
            at += self.values.write(value, &mut row[at..]);
        }
        row[at..at + 3].copy_from_slice(&[b',', outcome.as_bytes()[0], b'\n']);
        self.len += at + 3;
    }

    fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.piece[..self.len])?;
        self.len = 0;
        Ok(())
    }
}

/// The error of the writer below, its kind kept: a closed pipe must be seen as one.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
