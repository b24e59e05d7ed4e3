//! Tables for documents: what is asked for by `--columns`, `--blank` and `--standalone`, and where it goes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::args::{Table, TableFormat};
use super::failure::{Failure, say};
use super::output;
use sgtab::export::{Document, DocumentFormat, Fill, TableView, write_document};

/// Longer tables are many pages long.
const MOST_HEAPS: u64 = 100_000;

/// A table for a document, as it is asked for.
pub(super) struct Request<'a> {
    args: &'a Table,
    format: DocumentFormat,
    command: String,
}

impl<'a> Request<'a> {
    /// `None` where another format is asked for.
    pub(super) fn new(args: &'a Table, format: TableFormat, n: u64) -> Result<Option<Self>, Failure> {
        let document = match format {
            TableFormat::Latex => DocumentFormat::Latex,
            TableFormat::Booktabs => DocumentFormat::Booktabs,
            TableFormat::Pgfplots => DocumentFormat::Pgfplots,
            TableFormat::Typst => DocumentFormat::Typst,
            TableFormat::Markdown => DocumentFormat::Markdown,
            TableFormat::Html => DocumentFormat::Html,
            _ => return refuse_options(args, args.standalone).map(|()| None),
        };
        if !document.has_rows() {
            refuse_options(args, false)?;
        }
        if args.blank && args.output.as_deref().is_none_or(output::is_stdout) {
            let what = "--blank writes two files, and standard output is one";
            return Err(Failure::with_help(
                what,
                "name the first by -o FILE; the answers go to FILE-answers beside it",
            ));
        }
        if n >= MOST_HEAPS {
            let help = "say a smaller -n, or --format csv or npy for programs";
            say(&format!("warning: a table of {n} heaps makes a very long document; {help}"));
        }
        Ok(Some(Request { args, format: document, command: command(args, document, n) }))
    }

    /// To the file that was named, or to standard output.
    pub(super) fn write(&self, view: &TableView<'_>) -> Result<(), Failure> {
        let path = self.args.output.as_deref();
        let name = path.filter(|path| !output::is_stdout(path)).and_then(Path::file_name);
        let file = name.map_or("FILE".into(), |name| name.to_string_lossy());
        let &Table { columns, standalone, .. } = self.args;
        let document = |fill| Document { view, columns, fill, standalone, command: &self.command, file: &file };
        let write = |fill| move |out: &mut dyn std::io::Write| write_document(out, self.format, &document(fill));
        match path {
            None => output::to_stdout(write(Fill::Values)),
            Some(path) if self.args.blank => {
                output::both(path, write(Fill::Blank), &answers(path), write(Fill::Answers))
            }
            Some(path) => output::to(path, write(Fill::Values)),
        }
    }
}

/// Says which of the options that make rows was given for a format that has none.
fn refuse_options(args: &Table, standalone: bool) -> Result<(), Failure> {
    let given = [("--columns", args.columns.is_some()), ("--blank", args.blank), ("--standalone", standalone)];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            let what = format!("{option} is for tables in documents");
            Err(Failure::with_help(what, "say --format latex, booktabs, typst, markdown or html"))
        }
        None => Ok(()),
    }
}

/// `kayles.tex` has its answers in `kayles-answers.tex`.
fn answers(path: &Path) -> PathBuf {
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push("-answers");
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// The command that makes this table again, without threads, engines and folders, which change nothing in it.
fn command(args: &Table, format: DocumentFormat, n: u64) -> String {
    let mut words = vec!["sgtab".to_owned(), "table".to_owned(), quoted(&args.rule)];
    words.extend(["-n".to_owned(), n.to_string(), "--format".to_owned(), format.name().to_owned()]);
    if let Some(columns) = args.columns {
        words.extend(["--columns".to_owned(), columns.to_string()]);
    }
    let flags = [("--outcomes", args.outcomes), ("--blank", args.blank), ("--standalone", args.standalone)];
    words.extend(flags.iter().filter(|(_, given)| *given).map(|(flag, _)| (*flag).to_owned()));
    if let Some(name) = args.output.as_deref().filter(|path| !output::is_stdout(path)).and_then(Path::file_name) {
        words.extend(["-o".to_owned(), quoted(&name.to_string_lossy())]);
    }
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '_' | '-' | '/' | '+' | ':' | '@' | '%');
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    // What would end a comment is written in ASCII, as bash takes it.
    let escaped = word.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_beside() {
        let beside = |path| answers(Path::new(path)).display().to_string().replace('\\', "/");
        assert_eq!(beside("a/kayles.v2.tex"), "a/kayles.v2-answers.tex");
        assert_eq!(beside("kayles"), "kayles-answers");
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        let quoted = ["0.77", "1, 3", "4!.0", "it's", "a\nb'"].map(quoted);
        assert_eq!(quoted, ["0.77", "'1, 3'", "'4!.0'", r"'it'\''s'", r"$'a\u000ab\''"]);
    }
}
