//! Files that are written whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Runs `write` on a temporary file beside `path`, then renames it; on an error nothing is left behind and what
/// was at `path` before stays. A device or a named pipe is written to as it is.
///
/// # Errors
/// Those of the file system, and those of `write`.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays one: what it points to is written.
    let resolved = path.canonicalize();
    let path = resolved.as_deref().unwrap_or(path);
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if path.exists() && !path.is_file() {
        // A device or a pipe is written to; a rename would put a file in its place.
        let mut out = BufWriter::with_capacity(1 << 16, File::options().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sgtab-");
    // As for any file that a program creates: what the user's mask leaves of read and write for all.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(|why| io::Error::new(why.kind(), plain(&why)))?;
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(before) = path.metadata() {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(path).map(drop).map_err(|why| why.error)
}

/// The message without the name of the temporary file, which nobody chose.
fn plain(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::NotFound => "there is no such folder".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => why.to_string(),
    }
}
