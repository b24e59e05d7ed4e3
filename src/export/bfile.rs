//! b-files, as the On-Line Encyclopedia of Integer Sequences keeps them: a line `n a(n)` for each term, without gaps,
//! after lines of comment.

use std::io::{self, Write};

use super::decimal::{Decimal, ROOM};
use super::view::TableView;
use crate::ruleset::Convention;

/// Lines are handed on in pieces of so many bytes.
const PIECE: usize = 1 << 17;

/// Room for a line: two numbers, a space and a newline.
const LINE: usize = 2 * (ROOM + 1);

/// The values with offset 0, `n g(n)`; where they are not to be shown, the P-positions in rising order with offset 1. The
/// comment says the rule, what the terms are, and the offset. ASCII, as b-files are.
///
/// ```
/// use sgtab::export::{TableView, write_bfile};
/// use sgtab::ruleset::Ruleset;
/// use sgtab::table::{Settings, SgTable};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let table = SgTable::compute(&rule, 9, &Settings::default()).unwrap();
/// let lines = |outcomes| {
///     let mut text = Vec::new();
///     let view = TableView { rule: &rule, table: &table, last: 9, outcomes, verdict: None };
///     write_bfile(&mut text, &view).unwrap();
///     let text = String::from_utf8(text).unwrap();
///     text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
/// };
/// assert_eq!(lines(false), ["0 0", "1 1", "2 2", "3 3", "4 0", "5 1", "6 2", "7 3", "8 0", "9 1"]);
/// assert_eq!(lines(true), ["1 0", "2 4", "3 8"]);
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_bfile(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    write_comment(out, view)?;
    let mut lines = Lines { indices: Decimal::default(), terms: Decimal::default(), piece: vec![0; PIECE], len: 0 };
    let mut positions = 0;
    let mut runs = view.runs();
    while let Some((first, run)) = runs.next_run() {
        let mut n = first;
        run.try_for_each(|value| {
            if lines.len + LINE > PIECE {
                lines.write_to(out)?;
            }
            if !view.outcomes {
                lines.add(n, value);
            } else if value == 0 {
                positions += 1;
                lines.add(positions, n);
            }
            n += 1;
            Ok::<_, io::Error>(())
        })?;
    }
    lines.write_to(out)
}

fn write_comment(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    let rule = view.rule;
    let last = view.len().saturating_sub(1);
    writeln!(out, "# {}", ascii(rule.title()))?;
    writeln!(out, "# Rule of sgtab: {}", ascii(rule.written()))?;
    if rule.convention() == Convention::Misere {
        writeln!(out, "# Misere play: who cannot move wins")?;
    }
    if view.outcomes {
        writeln!(out, "# a(n) is the n-th heap that the player to move loses, of heaps 0..{last}; offset 1")?;
    } else {
        writeln!(out, "# a(n) is the Sprague-Grundy value of a heap of n, n = 0..{last}; offset 0")?;
    }
    writeln!(out, "# Computed by sgtab {}", env!("CARGO_PKG_VERSION"))
}

/// One line of ASCII: other letters as their numbers, white space as spaces.
fn ascii(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c {
            ' '..='~' => line.push(c),
            c if c.is_whitespace() => line.push(' '),
            c => line.extend(c.escape_unicode()),
        }
    }
    line
}

/// Lines that were not written yet.
struct Lines {
    indices: Decimal,
    terms: Decimal,
    piece: Vec<u8>,
    len: usize,
}

impl Lines {
    #[inline]
    fn add(&mut self, index: u64, term: u64) {
        let line = &mut self.piece[self.len..self.len + LINE];
        let space = self.indices.write(index, line);
        line[space] = b' ';
        let newline = space + 1 + self.terms.write(term, &mut line[space + 1..]);
        line[newline] = b'\n';
        self.len += newline + 1;
    }

    fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.piece[..self.len])?;
        self.len = 0;
        Ok(())
    }
}
