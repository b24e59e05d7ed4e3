//! The rule files that ship with the program, embedded so that an installed binary has them.

use super::{RuleError, Ruleset};

// `SHIPPED`: name and text of each file in `rulesets/`, by name.
include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A shipped rule file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// The name of the file without `.toml`.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl Shipped {
    /// The rule that the file says.
    ///
    /// # Errors
    /// Never for a release: a test reads them all.
    pub fn ruleset(&self) -> Result<Ruleset, RuleError> {
        Ruleset::from_toml(self.name, &format!("rulesets/{}.toml", self.name), self.text)
    }
}

/// The shipped rule files, by name.
///
/// ```
/// assert!(sgtab::ruleset::shipped().any(|rule| rule.name == "nim"));
/// ```
pub fn shipped() -> impl Iterator<Item = Shipped> {
    SHIPPED.iter().map(|&(name, text)| Shipped { name, text })
}
