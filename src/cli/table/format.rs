//! Which format a table is written in.

use std::path::Path;

use super::super::args::{Global, Table, TableFormat};
use super::super::failure::Failure;
use super::super::output;

pub(super) fn format(args: &Table, global: &Global) -> Result<TableFormat, Failure> {
    let to_stdout = args.output.as_deref().is_none_or(output::is_stdout);
    if args.stats && to_stdout && (args.output.is_some() || args.format.is_some()) {
        let what = "--stats prints statistics instead of the rows, as text or with --json as one object";
        return Err(Failure::with_help(what, "write the table to a file by -o FILE, or leave out --stats"));
    }
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output.as_deref().filter(|path| !output::is_stdout(path)) else {
        return Ok(if global.json { TableFormat::Json } else { TableFormat::Text });
    };
    match output::ending(path).as_deref() {
        Some("csv") => Ok(TableFormat::Csv),
        Some("json") => Ok(TableFormat::Json),
        Some("npy") => Ok(TableFormat::Npy),
        Some("txt") if is_bfile_name(path) => Ok(TableFormat::Bfile),
        Some("txt") => Ok(TableFormat::Text),
        Some("tex") => Ok(TableFormat::Latex),
        Some("dat" | "pgf") => Ok(TableFormat::Pgfplots),
        Some("typ") => Ok(TableFormat::Typst),
        Some("md" | "markdown") => Ok(TableFormat::Markdown),
        Some("html" | "htm") => Ok(TableFormat::Html),
        Some("cpp" | "cc" | "cxx" | "h" | "hpp") => Ok(TableFormat::Cpp),
        Some("py") => Ok(TableFormat::Python),
        Some("rs") => Ok(TableFormat::Rust),
        _ => Err(Failure::with_help(
            format!("the name {} does not say which format to write", path.display()),
            "end it in .csv, .json, .npy, .txt, .tex, .dat, .typ, .md, .html, .cpp, .py or .rs, or say --format",
        )),
    }
}

/// The OEIS calls them b000001.txt and so on.
fn is_bfile_name(path: &Path) -> bool {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.strip_prefix('b').is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
