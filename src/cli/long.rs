//! Long runs: a table that is saved while it grows, and goes on from what was saved.

use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::args::{Global, Table};
use super::failure::{Failure, say};
use super::interrupt;
use super::progress::TableProgress;
use sgtab::export::{Checkpoint, CheckpointError, is_checkpoint, read_checkpoint, write_checkpoint, write_whole};
use sgtab::ruleset::Ruleset;
use sgtab::table::{Observer, SgTable, TableError};

/// From one checkpoint to the next.
const EVERY: Duration = Duration::from_secs(180);

/// Where a table is saved.
struct Saved {
    path: PathBuf,
    every: Duration,
    /// So many heaps are in the file.
    heaps: u64,
    /// Whether this run has written it.
    written: bool,
    /// When the last one was saved, or rather when work went on: an engine may need some time to start.
    since: Option<Instant>,
}

/// The observer of a table that may be saved.
pub(super) struct LongRun {
    progress: TableProgress,
    saved: Option<Saved>,
}

impl LongRun {
    /// With the table to begin from: that of a checkpoint, or none.
    pub(super) fn new(args: &Table, rule: &Ruleset, n: u64, global: &Global) -> Result<(LongRun, SgTable), Failure> {
        let path = args.checkpoint.as_ref().or(args.resume.as_ref());
        let other = args.checkpoint.as_deref().filter(|new| args.resume.as_deref().is_none_or(|from| !same(new, from)));
        if let Some(new) = other {
            keep_what_is_there(new)?;
        }
        let (mut start, mut heaps) = (SgTable::empty(), 0);
        if let Some(from) = &args.resume {
            let checkpoint = read(from, rule, n, global)?;
            start = checkpoint.table;
            // Another file has nothing yet.
            heaps = if other.is_none() { checkpoint.heaps } else { 0 };
        }
        let every = args.every.unwrap_or(EVERY);
        let saved = path.map(|path| Saved { path: path.clone(), every, heaps, written: false, since: None });
        Ok((LongRun { progress: TableProgress::that_stops(), saved }, start))
    }

    /// Runs `step`, which makes a table longer until this observer stops it, until it has heaps 0..=n.
    pub(super) fn run<T>(
        mut self,
        start: SgTable,
        n: u64,
        rule: &Ruleset,
        mut step: impl FnMut(SgTable, &mut LongRun) -> Result<(SgTable, T), TableError>,
    ) -> Result<(SgTable, T), Failure> {
        let mut table = start;
        loop {
            let (longer, found) = step(table, &mut self)?;
            let ends = longer.len() > n || interrupt::requested();
            match &mut self.saved {
                Some(saved) => saved.save(&longer, rule, ends)?,
                None => return Ok((longer, found)),
            }
            if ends {
                return Ok((longer, found));
            }
            table = longer;
        }
    }
}

impl Saved {
    fn save(&mut self, table: &SgTable, rule: &Ruleset, ends: bool) -> Result<(), Failure> {
        // A file with more heaps is worth more: it may be of a run that went farther.
        if table.stored() > self.heaps {
            match write_whole(&self.path, |out| write_checkpoint(out, rule, table)) {
                Ok(()) => (self.heaps, self.written) = (table.stored(), true),
                Err(why) if ends || !self.written => return Err(Failure::file("write", &self.path, &why)),
                // Hours of work are not thrown away for a full disk.
                Err(why) => say(&format!("warning: cannot write {}: {why}", self.path.display())),
            }
        }
        self.since = None;
        Ok(())
    }
}

impl Observer for LongRun {
    fn block(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        self.progress.block(done, total)?;
        let Some(saved) = &mut self.saved else { return ControlFlow::Continue(()) };
        // The first one is saved at once: a file that cannot be written is known of before hours have gone.
        if !saved.written || saved.since.get_or_insert_with(Instant::now).elapsed() >= saved.every {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

fn read(path: &Path, rule: &Ruleset, n: u64, global: &Global) -> Result<Checkpoint, Failure> {
    let failed =
        |why: CheckpointError| Failure::with_help(format!("cannot go on from {}: {why}", path.display()), remedy(&why));
    let file = File::open(path).map_err(|why| failed(why.into()))?;
    let length = file.metadata().map_err(|why| failed(why.into()))?.len();
    read_checkpoint(&mut BufReader::new(file), length, rule, n, global.engine).map_err(failed)
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

fn same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// Hours of work are not written over because --resume was forgotten.
fn keep_what_is_there(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut start));
    if read.is_err() || !is_checkpoint(&start) {
        return Ok(());
    }
    let what = format!("{} is a checkpoint already, and would be written over", path.display());
    Err(Failure::with_help(what, format!("go on from it by --resume {}, or remove it first", path.display())))
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
