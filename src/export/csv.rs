//! CSV tables: `n,sg,outcome`.

use std::io::{self, Write};

use super::view::{TableView, outcome};

/// A header and one row for each heap; `n,outcome` where the values are not to be shown. Lines end in `\n`.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let header: &[&str] = if view.outcomes { &["n", "outcome"] } else { &["n", "sg", "outcome"] };
    csv.write_record(header).map_err(io_error)?;
    for (n, value) in view.values().enumerate() {
        let (n, sg) = (n.to_string(), value.to_string());
        if view.outcomes {
            csv.write_record([n.as_str(), outcome(value)]).map_err(io_error)?;
        } else {
            csv.write_record([n.as_str(), sg.as_str(), outcome(value)]).map_err(io_error)?;
        }
    }
    csv.flush()
}

/// The error of the writer below, its kind kept: a closed pipe must be seen as one.
pub(super) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
