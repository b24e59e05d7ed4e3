//! How positions follow each other in a stream.

use std::fmt;
use std::str::FromStr;

use crate::ruleset::did_you_mean;

/// How positions follow each other in a stream.
///
/// `Lines` and `UntilZero` go by lines, and skip blank ones; the others read number after number, however they are
/// spread over lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A position on each line.
    Lines,
    /// The number of cases, then for each the number of heaps and the heaps.
    Cases,
    /// The number of heaps and the heaps, once.
    Single,
    /// A position on each line, until a line of zeros or the end; what follows the zeros is not read.
    UntilZero,
    /// The number of amounts and the amounts, the number of queries, and for each the number of heaps and the heaps;
    /// again and again, until a 0 in place of the number of amounts.
    SNim,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 5] = [Layout::Lines, Layout::Cases, Layout::Single, Layout::UntilZero, Layout::SNim];

    /// The name as it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Lines => "lines",
            Layout::Cases => "cases",
            Layout::Single => "single",
            Layout::UntilZero => "until-zero",
            Layout::SNim => "s-nim",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No layout has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no layout is called {typed:?}")]
pub struct UnknownLayout {
    /// What was typed.
    pub typed: String,
    /// The name that was meant, if one is near.
    pub near: Option<&'static str>,
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    /// ```
    /// use sgtab::play::stream::Layout;
    /// assert_eq!("until-zero".parse(), Ok(Layout::UntilZero));
    /// assert_eq!("case".parse::<Layout>().unwrap_err().near, Some("cases"));
    /// ```
    fn from_str(typed: &str) -> Result<Self, UnknownLayout> {
        Layout::ALL.into_iter().find(|layout| layout.name() == typed).ok_or_else(|| UnknownLayout {
            typed: typed.into(),
            near: did_you_mean(typed, Layout::ALL.map(Layout::name)),
        })
    }
}
