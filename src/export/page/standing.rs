//! What is known of a rule, in a word: the badge beside its title, and the filter of the index.

use maud::{Markup, html};

use crate::pattern::Claim;
use crate::proof::{Standing, Verdict};

/// The standing of a verdict, told apart from there being no claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Proved,
    Fits,
    Refuted,
    Open,
}

impl Known {
    pub(super) const ALL: [Known; 4] = [Known::Proved, Known::Fits, Known::Refuted, Known::Open];

    /// The name in the page and its style.
    pub(super) fn name(self) -> &'static str {
        match self {
            Known::Proved => "proved",
            Known::Fits => "fits",
            Known::Refuted => "refuted",
            Known::Open => "open",
        }
    }

    /// After a number of rules.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Known::Proved => "with a proved pattern",
            Known::Fits => "with a pattern that fits, not proved",
            Known::Refuted => "with a pattern that broke",
            Known::Open => "without a known period",
        }
    }

    /// A sign beside the word, so that colour is not alone.
    fn sign(self) -> &'static str {
        match self {
            Known::Proved => "✓",
            Known::Fits => "≈",
            Known::Refuted => "✗",
            Known::Open => "?",
        }
    }

    pub(super) fn badge(self) -> Markup {
        html! { span class={ "badge " (self.name()) } { span aria-hidden="true" { (self.sign()) } " " (self.name()) } }
    }
}

impl From<&Verdict> for Known {
    fn from(verdict: &Verdict) -> Self {
        match (&verdict.claim, &verdict.standing) {
            (Claim::None, _) => Known::Open,
            (_, Standing::Proved { .. }) => Known::Proved,
            (_, Standing::Fits { .. }) => Known::Fits,
            (_, Standing::Refuted { .. }) => Known::Refuted,
        }
    }
}
