//! A claim and its standing, and how both are said.

use std::fmt;

use super::{ClosedForm, Proof, Theorem};
use crate::pattern::{Blocks, Claim, PPositions};
use crate::table::Period;

/// How it is known whether a claim is true.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// A theorem gives it for every heap.
    Proved {
        /// The theorem, its hypotheses tested.
        theorem: Theorem,
    },
    /// It holds for every heap of the table.
    Fits {
        /// The largest heap of the table.
        through: u64,
        /// How many full repeats the table shows; 0 for claims that do not repeat.
        repeats: u64,
        /// The largest heap that a theorem would need to decide, where one applies to the rule.
        needs: Option<u64>,
    },
    /// It held for a while and broke, or is known to break.
    Refuted {
        /// The last heap for which it is known to hold.
        through: u64,
        /// The first heap that breaks it; where it was not seen to, it breaks here or before.
        heap: u64,
        /// What the claim says there.
        expected: u64,
        /// How that is known.
        by: Evidence,
    },
}

/// How a claim is known to be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// This was found in its place.
    Found(u64),
    /// Taking this amount joins heaps that the claim makes equal; the table ends before.
    Move(u64),
}

impl Standing {
    /// The name in JSON and in summaries.
    pub fn name(&self) -> &'static str {
        match self {
            Standing::Proved { .. } => "proved",
            Standing::Fits { .. } => "fits",
            Standing::Refuted { .. } => "refuted",
        }
    }

    /// Verdicts are given in this order.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Standing::Proved { .. } => 0,
            Standing::Fits { .. } => 1,
            Standing::Refuted { .. } => 2,
        }
    }
}

/// A claim and its standing.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What is claimed.
    pub claim: Claim,
    /// How it is known.
    pub standing: Standing,
}

impl Verdict {
    /// The period, if the claim is one.
    pub fn period(&self) -> Option<&Period> {
        match &self.claim {
            Claim::Period(period) => Some(period),
            _ => None,
        }
    }

    /// Whether a theorem gives it.
    pub fn is_proved(&self) -> bool {
        matches!(self.standing, Standing::Proved { .. })
    }

    /// Whether it broke, or is known to break.
    pub fn is_refuted(&self) -> bool {
        matches!(self.standing, Standing::Refuted { .. })
    }
}

impl From<Proof> for Verdict {
    fn from(Proof { period, theorem }: Proof) -> Self {
        Verdict { claim: Claim::Period(period), standing: Standing::Proved { theorem } }
    }
}

/// The formula, as a claim of its own.
impl From<ClosedForm> for Verdict {
    fn from(form: ClosedForm) -> Self {
        let claim = Claim::Formula { text: form.to_string(), notation: form.notation() };
        Verdict { claim, standing: Standing::Proved { theorem: Theorem::Closed(form) } }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.claim {
            Claim::Period(period) => period_verdict(f, period, &self.standing),
            Claim::Formula { text, .. } => match &self.standing {
                Standing::Proved { theorem } => write!(f, "g(n) = {text}: proved ({theorem})"),
                Standing::Fits { through, .. } => write!(f, "g(n) = {text} fits heaps 0..{through}, not proved"),
                Standing::Refuted { heap, .. } => write!(f, "g(n) = {text} breaks at heap {heap}"),
            },
            Claim::Blocks(blocks) => blocks_verdict(f, blocks, &self.standing),
            Claim::PPositions(positions) => positions_verdict(f, positions, &self.standing),
            Claim::Aperiodic => f.write_str("no eventual period: the set has a multiple of every number (proved)"),
            Claim::None => match self.standing {
                Standing::Fits { through, .. } => write!(f, "no period found in heaps 0..{through}"),
                _ => f.write_str("no period found"),
            },
        }
    }
}

fn period_verdict(f: &mut fmt::Formatter<'_>, claim: &Period, standing: &Standing) -> fmt::Result {
    let Period { preperiod, period, saltus } = *claim;
    write!(f, "period {period}")?;
    if saltus > 0 {
        write!(f, ", saltus {saltus}")?;
    }
    match standing {
        Standing::Proved { theorem } => {
            write!(f, ", preperiod {preperiod}: proved ({}: {})", theorem.name(), theorem.because(claim))
        }
        Standing::Fits { through, needs, .. } => {
            write!(f, ", preperiod {preperiod} fits heaps 0..{through}, not proved")?;
            match needs {
                Some(heap) => write!(f, ": the theorem needs heaps through {heap}"),
                None => Ok(()),
            }
        }
        Standing::Refuted { through, heap, expected, by } => {
            if preperiod > 0 {
                write!(f, " from heap {preperiod}")?;
            }
            match by {
                Evidence::Found(found) => {
                    write!(f, " held through heap {through} and broke at heap {heap} ")?;
                    write!(f, "(the pattern says {expected}, the value is {found})")
                }
                Evidence::Move(amount) => {
                    write!(f, " cannot last: taking {amount} joins heaps of equal value, so it breaks by heap {heap}")
                }
            }
        }
    }
}

fn blocks_verdict(f: &mut fmt::Formatter<'_>, claim: &Blocks, standing: &Standing) -> fmt::Result {
    let shown: Vec<String> = claim.blocks.iter().map(|(block, _)| block_text(block)).collect();
    write!(f, "{} {}", if shown.len() == 1 { "block" } else { "blocks" }, and(&shown))?;
    match standing {
        Standing::Proved { theorem } => write!(f, ": proved ({theorem})"),
        Standing::Fits { through, .. } => write!(f, " through heap {through}"),
        Standing::Refuted { through, heap, by, .. } => {
            write!(f, " through heap {through}")?;
            match by {
                Evidence::Found(found) => write!(f, "; no block begins with the value {found} of heap {heap}"),
                Evidence::Move(_) => Ok(()),
            }
        }
    }
}

/// 0123 where every value is one digit, else 8 9 10 in brackets.
fn block_text(block: &[u64]) -> String {
    if let [first, .., last] = block
        && block.len() > 16
    {
        format!("[{first}..{last}]")
    } else if block.iter().all(|&value| value < 10) {
        block.iter().map(u64::to_string).collect()
    } else {
        format!("[{}]", block.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
    }
}

fn positions_verdict(f: &mut fmt::Formatter<'_>, claim: &PPositions, standing: &Standing) -> fmt::Result {
    match claim {
        PPositions::Only(heaps) => {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            match heaps.as_slice() {
                [one] => write!(f, "the only P-position is {one}")?,
                many => write!(f, "the only P-positions are {}", and(many))?,
            }
        }
        PPositions::Differences(differences) => {
            let shown: Vec<String> = differences.iter().map(|(difference, _)| difference.to_string()).collect();
            write!(f, "P-position difference{} {}", if shown.len() == 1 { "" } else { "s" }, and(&shown))?;
        }
    }
    let counts = |f: &mut fmt::Formatter<'_>| match claim {
        PPositions::Differences(differences) if differences.len() > 1 => {
            let counts: Vec<String> = differences.iter().map(|(d, count)| format!("{d}: {count}")).collect();
            write!(f, " ({})", counts.join(", "))
        }
        _ => Ok(()),
    };
    match standing {
        Standing::Proved { theorem } => write!(f, ": proved ({theorem})"),
        Standing::Fits { through, .. } => {
            write!(f, " through heap {through}")?;
            counts(f)
        }
        Standing::Refuted { through, heap, by, .. } => {
            write!(f, " through heap {through}")?;
            counts(f)?;
            match by {
                Evidence::Found(found) => write!(f, ", then {found} at heap {heap}"),
                Evidence::Move(_) => Ok(()),
            }
        }
    }
}

fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
