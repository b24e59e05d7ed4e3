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
    csv.write_record(header)?;
    for (n, value) in view.values().enumerate() {
        let (n, sg) = (n.to_string(), value.to_string());
        if view.outcomes {
            csv.write_record([n.as_str(), outcome(value)])?;
        } else {
            csv.write_record([n.as_str(), sg.as_str(), outcome(value)])?;
        }
    }
    csv.flush()
}
