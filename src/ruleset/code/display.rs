//! The normal form of a code, which reads back as an equal one.

use std::fmt;

use super::digit::{Allowed, Digit, Mark, Run};
use super::{Code, NO_MOVE};

/// The normal form: `0.77`, `4.0`, `0.D!`, `0.{0,2,4+}!`, `0.7[03]`; no trailing zeros. It reads back as an equal code.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in 0..=self.added {
            write!(f, "{}", self.digits.get(place).unwrap_or(&NO_MOVE))?;
        }
        f.write_str(".")?;
        let right = self.digits.get(self.added + 1..).unwrap_or_default();
        right.iter().try_for_each(|digit| write!(f, "{digit}"))?;
        if self.repeats() {
            f.write_str("[")?;
            self.tail.iter().try_for_each(|digit| write!(f, "{digit}"))?;
            f.write_str("]")
        } else if right.is_empty() {
            f.write_str("0")
        } else {
            Ok(())
        }
    }
}

/// The normal form: `7`, `D!`, `*?`, `{0,2,4+}!`.
impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common = self.common_mark();
        let after = common.unwrap_or(Mark::Free);
        if let Some(Run { first: 0, .. }) = self.tail().filter(|_| common.is_some()) {
            return write!(f, "*{after}");
        }
        if let (Some(0..=4), Some(_)) = (self.most_parts(), common) {
            let value =
                self.runs().iter().flat_map(|run| run.first..=run.last.unwrap_or(run.first)).map(|k| 1 << k).sum();
            let digit = char::from_digit(value, 32).unwrap_or('0').to_ascii_uppercase();
            // The mark says nothing where there is at most one heap, and `Mark::Free` is found first.
            return write!(f, "{digit}{after}");
        }
        let items = self.items(common).into_iter();
        let items = items.map(|(parts, mark, or_more)| format!("{parts}{mark}{}", if or_more { "+" } else { "" }));
        write!(f, "{{{}}}{after}", items.collect::<Vec<_>>().join(","))
    }
}

/// Longer runs are not written out where `+` can stand for them.
const LONG: u64 = 8;

impl Digit {
    /// The least number that `3+` could be written for: from it on all is allowed under one rule.
    fn tail(&self) -> Option<Run> {
        let run = *self.runs().last().filter(|run| run.last.is_none())?;
        let agrees = |&parts: &u64| self.with_parts(parts) == run.allowed.with_parts(parts);
        let before = (0..run.first.min(3)).rev().take_while(agrees).count() as u64;
        Some(if run.first == 3 { Run { first: run.first - before, ..run } } else { run })
    }

    /// The one mark that all numbers of two and more heaps can have.
    fn common_mark(&self) -> Option<Mark> {
        let fits = |mark: &Mark| self.runs().iter().all(|run| mark.allows().with_parts(run.first) == run.allowed);
        Mark::ALL.into_iter().find(fits)
    }

    /// The items of the normal form, without the common mark where there is one.
    fn items(&self, common: Option<Mark>) -> Vec<(u64, Mark, bool)> {
        let tail = self.tail();
        let end = tail.map_or(u64::MAX, |tail| tail.first);
        let mut items = Vec::new();
        // Backwards, to know what every later number of heaps allows.
        let mut later: Option<(u64, Allowed)> = None;
        for run in self.runs().iter().rev() {
            let always = match later {
                _ if run.last.is_none() => Some(run.allowed),
                Some((next, allowed)) if run.last == Some(next - 1) => Some(run.allowed.and(allowed)),
                _ => None,
            };
            later = always.map(|allowed| (run.first, allowed));
            let marks = match (common, run.first) {
                (Some(_), _) => &[Mark::Free],
                (None, 2) if run.allowed == Mark::NotAllEqual.allows() => &[Mark::Different],
                _ => run.allowed.marks(),
            };
            let mut push = |parts, or_more| items.extend(marks.iter().rev().map(|&mark| (parts, mark, or_more)));
            match (tail, run.last) {
                (Some(tail), None) => push(tail.first, true),
                // A long run can only come from `3+`; written out it could be longer than any text.
                (_, Some(last)) if last - run.first > LONG && always == Some(run.allowed) => push(run.first, true),
                (_, last) => {
                    (run.first..=last.unwrap_or(run.first)).rev().filter(|&k| k < end).for_each(|k| push(k, false))
                }
            }
        }
        items.reverse();
        items
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Free => "",
            Mark::Different => "!",
            Mark::NotAllEqual => "?",
            Mark::Equal => "=",
        })
    }
}
