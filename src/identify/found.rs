//! What is reported: rules of which the same can be said, in one sentence.

use std::fmt;

use super::agreement::{Agreement, End};
use super::candidate::{rank, zeros_before};
use super::catalogue::Entry;
use crate::table::SgTable;

/// So many near misses are reported, the longest first.
const MOST_NEAR: usize = 5;

/// Rules of the catalogue of which the same can be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// One of the rules: a shipped one if there is one, else the one with the shortest normal form.
    pub name: String,
    /// The names of the shipped rules that have the moves of this one.
    pub shipped: Vec<String>,
    /// The other rules.
    pub others: Vec<String>,
    /// Whether it is the rule itself, perhaps in other words.
    pub same_rule: bool,
    /// g(n) of the rule is g(n + shift) of the other.
    pub shift: i64,
    /// The first heap that agrees.
    pub from: u64,
    /// Whether all heaps before it are worth 0.
    pub zeros_before: bool,
    /// The last heap that was compared and agrees.
    pub through: u64,
    /// What is known of the heaps after that.
    pub end: End,
}

impl Match {
    /// `group` is not empty.
    pub(super) fn new(table: &SgTable, group: &[(&Entry, Agreement)], same_rule: bool) -> Match {
        let (entry, agreement) = group[0];
        Match {
            name: entry.name().to_owned(),
            shipped: entry.shipped.clone(),
            others: group[1..].iter().map(|(entry, _)| entry.name().to_owned()).collect(),
            same_rule,
            shift: agreement.shift,
            from: agreement.from,
            zeros_before: zeros_before(table, &agreement),
            through: agreement.through,
            end: agreement.end,
        }
    }

    /// One match for all entries of which the same can be said, the best first.
    pub(super) fn groups(table: &SgTable, mut found: Vec<(&Entry, Agreement)>) -> Vec<Match> {
        let said = |&(_, agreement): &(&Entry, Agreement)| {
            let Agreement { shift, from, through, end } = agreement;
            (rank(table, &agreement), shift.abs(), shift, from, through, end)
        };
        found.sort_by_cached_key(|found| {
            let (entry, name) = (found.0, found.0.name());
            (said(found), entry.shipped.is_empty(), name.len(), name.to_owned())
        });
        let groups = found.chunk_by(|a, b| said(a) == said(b));
        let mut matches: Vec<Match> = groups.map(|group| Match::new(table, group, false)).collect();
        if let Some(near) = matches.iter().position(|found| matches!(found.end, End::Differs { .. })) {
            matches.truncate(near + MOST_NEAR);
        }
        matches
    }
}

/// "equals 0.07 (dawsons-kayles) shifted by 1 heap, heap n as its heap n + 1: proved (both are periodic)". What is not
/// proved only "agrees with" it.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { name, shift, from, through, .. } = self;
        let verb = match self.end {
            _ if self.same_rule => "the same rule as",
            End::Proved => "equals",
            End::Open | End::Differs { .. } => "agrees with",
        };
        write!(f, "{verb} {}", quoted(name))?;
        let shipped: Vec<&str> = self.shipped.iter().map(String::as_str).filter(|shipped| shipped != name).collect();
        if !shipped.is_empty() {
            write!(f, " ({})", shipped.join(", "))?;
        }
        if *shift != 0 {
            let (sign, size) = (if *shift < 0 { '-' } else { '+' }, shift.unsigned_abs());
            let heaps = if size == 1 { "heap" } else { "heaps" };
            write!(f, " shifted by {shift} {heaps}, heap n as its heap n {sign} {size}")?;
        }
        if *from > 0 {
            write!(f, ", from heap {from} on{}", if self.zeros_before { " (0 before)" } else { "" })?;
        }
        match self.end {
            _ if self.same_rule => {}
            End::Proved => f.write_str(": proved (both are periodic)")?,
            End::Open => write!(f, " through heap {through}, the last compared")?,
            End::Differs { value, other } => {
                write!(f, " through heap {through} and differs at heap {}: {value} here, {other} there", through + 1)?;
            }
        }
        match self.others.as_slice() {
            [] => Ok(()),
            [one] => write!(f, "; so with {}", quoted(one)),
            [one, two] => write!(f, "; so with {} and {}", quoted(one), quoted(two)),
            [one, two, rest @ ..] => {
                write!(f, "; so with {}, {} and {} more", quoted(one), quoted(two), rest.len())
            }
        }
    }
}

/// Names with spaces would run together in a list.
fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("'{name}'") } else { name.to_owned() }
}
