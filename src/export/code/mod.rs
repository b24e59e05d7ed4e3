//! A table as a function in C++, Python or Rust.
//!
//! What is proved gives a function for every heap: a formula, or the values of preperiod and period, with exceptions
//! where that is shorter. Where nothing is proved, or nothing of a period, the function is a table of the heaps that were
//! computed, and refuses all others.

mod array;
mod comment;
mod cpp;
mod find;
mod function;
mod known;
mod law;
mod python;
mod rust;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use self::array::Array;
use self::cpp::Cpp;
use self::function::Syntax;
use self::known::Known;
use self::law::{Law, Rule};
use self::python::Python;
use self::rust::Rust;
use super::view::TableView;
use crate::pattern::Sequence;

/// Programs list the values of at most so many heaps: no compiler would be done soon with more.
pub const MOST_LISTED: u64 = 1 << 22;

/// A language that a function is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++11 and later: `unsigned long long g(unsigned long long n)`.
    Cpp,
    /// Python 3: `g(n)`.
    Python,
    /// Rust: `fn g(n: u64) -> u64`, or `Option<u64>` where not all heaps are given.
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::Cpp, Language::Python, Language::Rust];
}

/// Writes the shortest function found for g(n), with a comment that says how sure it is: `is_p(n)`, whether a heap is a
/// P-position, where the values are not to be shown. The verdict must be of the table's rule.
///
/// Right for every heap where the verdict proves the sequence. Else heaps 0..=last are given; for others the function
/// throws `std::out_of_range`, raises `ValueError` or returns `None`.
///
/// ```
/// use sgtab::export::{Language, TableView, write_code};
/// use sgtab::pattern::Sequence;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::study::{Range, study};
/// use sgtab::table::{Settings, Visited};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let range = Range::Until(1000);
/// let found = study(&rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
/// let verdict = found.verdicts.first();
/// let view = TableView { rule: &rule, table: &found.table, last: 20, outcomes: false, verdict };
/// let mut code = Vec::new();
/// write_code(&mut code, Language::Python, &view).unwrap();
/// let code = String::from_utf8(code).unwrap();
/// assert!(code.ends_with("\ndef g(n):\n    return n % 4\n"), "{code}");
/// assert!(code.contains("# period 4, preperiod 0: proved"), "{code}");
/// ```
///
/// # Errors
/// Those of `out`; [`io::ErrorKind::InvalidInput`] where [`needs_a_list`] says so, and the view
/// has more than [`MOST_LISTED`] heaps.
pub fn write_code(out: &mut dyn Write, language: Language, view: &TableView<'_>) -> io::Result<()> {
    match language {
        Language::Cpp => write_in::<Cpp>(out, view),
        Language::Python => write_in::<Python>(out, view),
        Language::Rust => write_in::<Rust>(out, view),
    }
}

/// Whether nothing is proved by which a function could do without a list of heaps 0..=last.
pub fn needs_a_list(view: &TableView<'_>) -> bool {
    Known::of(view).is_none() && find::closed(view).is_none()
}

fn write_in<S: Syntax>(out: &mut dyn Write, view: &TableView<'_>) -> io::Result<()> {
    let known = Known::of(view);
    let laws = match &known {
        Some(known) => find::laws(known, view.outcomes),
        None => match find::closed(view) {
            Some(law) => vec![law],
            None if view.len() <= MOST_LISTED => law::tables(view),
            None => {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many heaps to be listed in a program"));
            }
        },
    };
    let sequence = if view.outcomes { Sequence::Outcome } else { Sequence::Sg };
    let texts = laws.iter().flat_map(|law| {
        let packings = law.values().map_or(Array::packings(&[]), Array::packings);
        packings.iter().map(move |&packing| (law, function::text::<S>(law, packing, sequence)))
    });
    let Some((law, text)) = texts.min_by_key(|(_, text)| text.len()) else { return Ok(()) };
    for line in comment::comment(view, known.as_ref(), law, S::HAS_64_BITS) {
        writeln!(out, "{} {line}", S::COMMENT)?;
    }
    out.write_all(text.as_bytes())
}

impl Law {
    /// The values that it lists.
    fn values(&self) -> Option<&[u64]> {
        match &self.rule {
            Rule::Cycle { values, .. } | Rule::Array { values, .. } | Rule::Table(values) => Some(values),
            _ => None,
        }
    }

    /// Whether it says nothing of heaps past the last one listed.
    fn is_table(&self) -> bool {
        matches!(self.rule, Rule::Table(_) | Rule::Heaps { .. })
    }
}
