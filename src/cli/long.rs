//! Long runs: a table that is saved while it grows, and goes on from what was saved.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::args::{Global, Table};
use super::failure::{Failure, say};
use super::output::is_stdout;
use super::progress::TableProgress;
use sgtab::export::{
    Checkpoint, CheckpointError, is_checkpoint, meta_path, read_checkpoint, write_checkpoint, write_whole,
};
use sgtab::ruleset::Ruleset;
use sgtab::table::{Observer, SgTable, TableError};

/// From one checkpoint to the next.
const EVERY: Duration = Duration::from_secs(180);

/// Saving takes a tenth of the time at most, however short the intervals and however long the table.
const SHARE: u32 = 10;

/// Where a table is saved.
struct Saved<'a> {
    rule: &'a Ruleset,
    path: PathBuf,
    every: Duration,
    /// So many heaps are in the file.
    heaps: u64,
    /// Whether this run has written it.
    written: bool,
    /// When work went on after the last one.
    since: Instant,
    /// Why the run cannot go on.
    failed: Option<Failure>,
}

/// The observer of a table that may be saved.
pub(super) struct LongRun<'a> {
    progress: TableProgress,
    saved: Option<Saved<'a>>,
}

impl<'a> LongRun<'a> {
    /// With the table to begin from: that of a checkpoint, or none.
    pub(super) fn new(args: &Table, rule: &'a Ruleset, n: u64, global: &Global) -> Result<(Self, SgTable), Failure> {
        let path = args.checkpoint.as_ref().or(args.resume.as_ref());
        for path in [&args.checkpoint, &args.resume].into_iter().flatten() {
            refuse_what_is_no_file(path)?;
        }
        let other = args.checkpoint.as_deref().filter(|new| args.resume.as_deref().is_none_or(|from| !same(new, from)));
        if let Some(new) = other {
            keep_what_is_there(new)?;
        }
        if let (Some(path), Some(output)) = (path, &args.output) {
            keep_apart(path, output)?;
        }
        let (mut start, mut heaps) = (SgTable::empty(), 0);
        if let Some(from) = &args.resume {
            let checkpoint = read(from, rule, n, global)?;
            start = checkpoint.table;
            // Another file has nothing yet.
            heaps = if other.is_none() { checkpoint.heaps } else { 0 };
        }
        let (every, since) = (args.every.unwrap_or(EVERY), Instant::now());
        let saved =
            |path: &PathBuf| Saved { rule, path: path.clone(), every, heaps, written: false, since, failed: None };
        Ok((LongRun { progress: TableProgress::that_stops(), saved: path.map(saved) }, start))
    }

    /// Runs `step`, which makes a table longer while this observer looks on, and saves what comes of it.
    pub(super) fn run<T>(
        mut self,
        step: impl FnOnce(&mut LongRun<'a>) -> Result<(SgTable, T), TableError>,
    ) -> Result<(SgTable, T), Failure> {
        let (table, found) = step(&mut self)?;
        if let Some(mut saved) = self.saved {
            if let Some(failed) = saved.failed {
                return Err(failed);
            }
            saved.save(&table, true)?;
        }
        Ok((table, found))
    }
}

impl Saved<'_> {
    fn save(&mut self, table: &SgTable, ends: bool) -> Result<(), Failure> {
        // A file with more heaps is worth more: it may be of a run that went farther.
        if table.stored() > self.heaps {
            match write_whole(&self.path, |out| write_checkpoint(out, self.rule, table)) {
                Ok(()) => (self.heaps, self.written) = (table.stored(), true),
                Err(why) if ends || !self.written => return Err(Failure::file("write", &self.path, &why)),
                // Hours of work are not thrown away for a full disk.
                Err(why) => say(&format!("warning: cannot write {}: {why}", self.path.display())),
            }
        }
        Ok(())
    }
}

impl Observer for LongRun<'_> {
    fn block(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        self.progress.block(done, total)
    }

    fn wants_values(&mut self) -> bool {
        // The first one is saved at once: a file that cannot be written is known of before hours have gone.
        self.saved.as_ref().is_some_and(|saved| !saved.written || saved.since.elapsed() >= saved.every)
    }

    fn values(&mut self, so_far: &SgTable) -> ControlFlow<()> {
        let Some(saved) = &mut self.saved else { return ControlFlow::Continue(()) };
        let begun = Instant::now();
        if let Err(failed) = saved.save(so_far, false) {
            saved.failed = Some(failed);
            return ControlFlow::Break(());
        }
        saved.every = saved.every.max(begun.elapsed() * SHARE);
        saved.since = Instant::now();
        ControlFlow::Continue(())
    }
}

fn read(path: &Path, rule: &Ruleset, n: u64, global: &Global) -> Result<Checkpoint, Failure> {
    let failed =
        |why: CheckpointError| Failure::with_help(format!("cannot go on from {}: {why}", path.display()), remedy(&why));
    let file = File::open(path).map_err(|why| failed(why.into()))?;
    let length = file.metadata().map_err(|why| failed(why.into()))?.len();
    read_checkpoint(&mut BufReader::new(file), length, rule, n, &global.settings()).map_err(failed)
}

fn remedy(why: &CheckpointError) -> &'static str {
    match why {
        CheckpointError::OtherRule { .. } => "name the checkpoint of this rule, or begin one by --checkpoint FILE",
        CheckpointError::Table(_) => "leave out --engine",
        CheckpointError::Version { .. } => {
            "take the version of sgtab that wrote it, or begin anew by --checkpoint FILE"
        }
        CheckpointError::Io(_) => "begin one by --checkpoint FILE",
        CheckpointError::NotOne => "name a file that --checkpoint wrote, or begin one by --checkpoint FILE",
        _ => "remove it and begin anew by --checkpoint FILE, or name another one",
    }
}

/// Whether two names are of one file, which need not be there yet.
fn same(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        path.canonicalize()
            .or_else(|_| Ok::<_, io::Error>(folder.canonicalize()?.join(path.file_name().unwrap_or_default())))
    };
    a == b || whole(a).is_ok_and(|a| whole(b).is_ok_and(|b| a == b))
}

/// A checkpoint is a file: it is read again, and replaced as a whole.
fn refuse_what_is_no_file(path: &Path) -> Result<(), Failure> {
    if is_stdout(path) || (path.exists() && !path.is_file()) {
        let what = format!("a checkpoint cannot be saved to {}, which is no file", path.display());
        return Err(Failure::with_help(what, "name a file"));
    }
    Ok(())
}

/// Hours of work are not written over because --resume was forgotten, nor is any other file.
fn keep_what_is_there(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut start));
    let (what, help) = match (read, is_checkpoint(&start)) {
        (Ok(0), _) => return Ok(()),
        (Ok(_), true) => ("is a checkpoint already, and", format!("go on from it by --resume {}, ", path.display())),
        _ => ("is there already, and is no checkpoint; it", String::new()),
    };
    let what = format!("{} {what} would be written over", path.display());
    Err(Failure::with_help(what, format!("{help}name another file, or remove it first")))
}

/// The table is not written over its checkpoint.
fn keep_apart(checkpoint: &Path, output: &Path) -> Result<(), Failure> {
    if !same(checkpoint, output) && !same(checkpoint, &meta_path(output)) {
        return Ok(());
    }
    let what = format!("the table would be written over its checkpoint {}", checkpoint.display());
    Err(Failure::with_help(what, "write one of them to another file"))
}

/// The command that was typed, but for where it goes on from.
pub(super) fn command_to_resume(path: &Path) -> String {
    resume(std::env::args(), path)
}

fn resume(typed: impl Iterator<Item = String>, path: &Path) -> String {
    let mut words = Vec::new();
    let mut said = false;
    let mut typed = typed.peekable();
    while let Some(word) = typed.next() {
        let (option, value) = word.split_once('=').map_or((&*word, None), |(option, value)| (option, Some(value)));
        if !matches!(option, "--checkpoint" | "--resume") {
            words.push(quoted(&word));
            continue;
        }
        if value.is_none() {
            typed.next();
        }
        if !said {
            words.extend(["--resume".to_owned(), quoted(&path.display().to_string())]);
            said = true;
        }
    }
    words.join(" ")
}

/// As a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@\\".contains(c);
    let is_plain = !word.is_empty() && word.chars().all(plain) && !(cfg!(unix) && word.contains('\\'));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_resume_is_what_was_typed() {
        for (typed, expected) in [
            (&["sgtab", "table", "4!.0", "--checkpoint", "a b", "-n", "9"][..], "sgtab table '4!.0' --resume ck -n 9"),
            (&["sgtab", "table", "0.6", "--resume=x", "--checkpoint=y"], "sgtab table 0.6 --resume ck"),
            (&["sgtab", "--checkpoint", "--", "table", "it's"], r"sgtab --resume ck table 'it'\''s'"),
        ] {
            assert_eq!(resume(typed.iter().map(|&word| word.to_owned()), Path::new("ck")), expected);
        }
    }
}
