//! Where results go: standard output, or a file written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use super::failure::Failure;
use super::interrupt::{self, Watched};
use sgtab::export::write_whole;

/// `-` is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// What the name of a file ends in, in lower case.
pub(crate) fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase())
}

/// Runs `write` on standard output.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Runs `write` on the file, or on standard output for `-`.
pub(crate) fn to(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_stdout(path) {
        return to_stdout(write);
    }
    file(path, write)
}

/// Runs `write` on the file, and `record` on the one beside it, where the first is no device or pipe, beside which there
/// is no place for it. An error or Ctrl-C leaves both as they were, or comes too late.
pub(crate) fn both(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    beside: &Path,
    record: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let has_place = path.is_file() || !path.exists();
    let mut failed = path;
    let written = interrupt::unless_interrupted(|| {
        // The first one takes its name when the second one is there.
        write_whole(path, |out| {
            write(&mut Watched(out))?;
            out.flush()?;
            if !has_place {
                return Ok(());
            }
            write_whole(beside, |out| record(&mut Watched(out))).inspect_err(|_| failed = beside)
        })
    });
    written.map_err(|why| Failure::file("write", failed, &why))
}

/// Runs `write` on the file; Ctrl-C leaves no part of it behind.
pub(crate) fn file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let written = interrupt::unless_interrupted(|| write_whole(path, |out| write(&mut Watched(out))));
    written.map_err(|why| Failure::file("write", path, &why))
}

/// One JSON object and a newline on standard output.
pub(crate) fn json(object: &impl Serialize) -> Result<(), Failure> {
    to_stdout(|out| {
        serde_json::to_writer(&mut *out, object)?;
        writeln!(out)
    })
}
