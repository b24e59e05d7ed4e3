//! A position as text: values, the nim-sum in binary columns with their parity, the winner and the winning moves.

use std::fmt;

use super::PositionView;
use crate::play::{Change, Combine, Decided, Move};
use crate::ruleset::Convention;

/// The text of a position; `Display` writes it.
///
/// ```
/// use sgtab::export::{PositionText, PositionView};
/// use sgtab::play::{Combine, Game};
/// use sgtab::ruleset::{Convention, Ruleset};
/// use sgtab::table::Settings;
/// let (combine, convention) = (Combine::Sum, Convention::Normal);
/// let mut nim = Game::new(vec![Ruleset::parse("nim").unwrap()], combine, convention, Settings::default());
/// let position = nim.heaps(&[3, 4, 5]);
/// let (analysis, names) = (nim.analyse(&position).unwrap(), vec!["nim".to_owned(); 3]);
/// let view = PositionView { position: &position, names: &names, combine, convention, analysis: &analysis };
/// let expected = [
///     " heap     size  g  binary",
///     " 1           3  3  0 1 1",
///     " 2           4  4  1 0 0",
///     " 3           5  5  1 0 1",
///     " nim-sum        2  0 1 0",
///     " parity            e o e  (of the ones in a column: even or odd)",
///     "",
///     "The first player wins. 1 winning move:",
///     " heap 1: take 2, leave 1\n",
/// ]
/// .join("\n");
/// assert_eq!(PositionText { view: &view, moves: 20 }.to_string(), expected);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PositionText<'a> {
    /// What is shown.
    pub view: &'a PositionView<'a>,
    /// Winning moves that are written out, at most.
    pub moves: usize,
}

/// Heaps that are written out.
const MOST_ROWS: usize = 64;

/// So many equal heaps that a move leaves are written out one by one.
const MOST_EQUAL: usize = 4;

impl fmt::Display for PositionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionView { convention, analysis, .. } = *self.view;
        self.heaps(f)?;
        let winner = if analysis.first_wins { "first" } else { "second" };
        if convention == Convention::Misere {
            writeln!(f, "Misère play: who cannot move wins.")?;
        }
        let reason = self.reason();
        if !reason.is_empty() {
            writeln!(f, "{reason}")?;
        }
        writeln!(f, "The {winner} player wins.{}", self.count())?;
        for one in analysis.moves.iter().take(self.moves) {
            writeln!(f, " {}", self.says(one))?;
        }
        match analysis.moves.len().saturating_sub(self.moves) {
            0 => Ok(()),
            more => writeln!(f, " and {more} more: --json lists them"),
        }
    }
}

impl PositionText<'_> {
    /// The table of the heaps.
    fn heaps(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PositionView { position, names, combine, analysis, .. } = *self.view;
        let Some(values) = analysis.values.as_ref().filter(|values| !values.is_empty()) else { return Ok(()) };
        let sum = analysis.nim_sum();
        let largest = values.iter().copied().max().unwrap_or(0);
        let bits = (u64::BITS - largest.leading_zeros()).max(1);
        let binary = |value: u64| {
            let digits = (0..bits).rev().map(|bit| if value >> bit & 1 == 1 { "1" } else { "0" });
            digits.collect::<Vec<_>>().join(" ")
        };
        let place = if combine == Combine::Staircase { "step" } else { "heap" };
        let mixed = self.view.is_mixed();
        let mut rows = vec![[place, if mixed { "rule" } else { "" }, "size", "g", "binary"].map(str::to_owned)];
        for (at, (heap, value)) in position.iter().zip(values).enumerate().take(MOST_ROWS) {
            let rule = if mixed { names[at].clone() } else { String::new() };
            rows.push([(at + 1).to_string(), rule, heap.size.to_string(), value.to_string(), binary(*value)]);
        }
        if position.len() > MOST_ROWS {
            let more = format!("({} more)", position.len() - MOST_ROWS);
            rows.push([more, String::new(), String::new(), String::new(), String::new()]);
        }
        if let Some(sum) = sum {
            let [none, also_none] = [const { String::new() }; 2];
            rows.push(["nim-sum".to_owned(), none, also_none, sum.to_string(), binary(sum)]);
            let parity = binary(sum).replace('0', "e").replace('1', "o");
            let parity = format!("{parity}  (of the ones in a column: even or odd)");
            rows.push(["parity".to_owned(), String::new(), String::new(), String::new(), parity]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (first, rule, size, g) = (width(0), width(1), width(2), width(3));
        for [a, b, c, d, e] in &rows {
            let rule = if mixed { format!("  {b:rule$}") } else { String::new() };
            let line = format!(" {a:first$}{rule}  {c:>size$}  {d:>g$}  {e}");
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f)
    }

    fn reason(&self) -> String {
        let text = match self.view.analysis.decided {
            Decided::NimSum => return String::new(),
            Decided::MisereSum => {
                "For sets of amounts the values decide: while all are at most 1 by their parity, else by their nim-sum."
            }
            Decided::OddSteps => "The steps 1, 3, 5, ... decide, by their nim-sum.",
            Decided::DigitSums => {
                let Combine::Moore(most) = self.view.combine else { return String::new() };
                return format!("The ones in each binary column decide, modulo {}.", most + 1);
            }
            Decided::Search => "Every position that can follow was searched.",
        };
        text.to_owned()
    }

    fn count(&self) -> String {
        let analysis = self.view.analysis;
        match (analysis.first_wins, analysis.all_moves, analysis.moves.len()) {
            (false, ..) => String::new(),
            // In misère play who has no move has won.
            (true, true, 0) => " There is no move.".to_owned(),
            (true, true, 1) => " 1 winning move:".to_owned(),
            (true, true, count) => format!(" {count} winning moves:"),
            (true, false, 0) => " The moves are too many to look through.".to_owned(),
            (true, false, _) => " Winning moves, not all of them, which are too many to look through:".to_owned(),
        }
    }

    fn says(&self, one: &Move) -> String {
        if one.is_pass() {
            return "pass".to_owned();
        }
        if self.view.combine == Combine::Staircase {
            let Some(change) = one.main_change() else { return String::new() };
            let coins = change.taken().unwrap_or(0);
            let coins = if coins == 1 { "1 coin".to_owned() } else { format!("{coins} coins") };
            return format!("step {}: move {coins} down, leave {}", change.place + 1, left(change));
        }
        one.changes.iter().map(in_words).collect::<Vec<_>>().join("; ")
    }
}

fn in_words(change: &Change) -> String {
    let total: u128 = change.leave.iter().map(|&heap| u128::from(heap)).sum();
    let does = match u128::from(change.from).checked_sub(total) {
        None => format!("replace it by {}", left(change)),
        Some(0) => format!("split it into {}", left(change)),
        Some(taken) => format!("take {taken}, leave {}", left(change)),
    };
    format!("heap {}: {does}", change.place + 1)
}

/// The heaps that a move leaves: `2 + 3`.
pub(in crate::export) fn left(change: &Change) -> String {
    joined(&change.leave, " + ")
}

/// Numbers with a sign between them, long runs of equal ones as `1 (20 times)`; `0` for none.
pub(in crate::export) fn joined(numbers: &[u64], sign: &str) -> String {
    if numbers.is_empty() {
        return "0".to_owned();
    }
    numbers.chunk_by(u64::eq).map(|run| equal(run, sign)).collect::<Vec<_>>().join(sign)
}

/// Numbers that are equal.
fn equal(run: &[u64], sign: &str) -> String {
    match run {
        [number, ..] if run.len() > MOST_EQUAL => format!("{number} ({} times)", run.len()),
        numbers => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(sign),
    }
}
