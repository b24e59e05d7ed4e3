//! A verdict spelled out: what is claimed, by which theorem it is proved and what was seen of its hypotheses, or how far
//! it is known to hold. The proofs of the theorems are in doc/proofs.md.

use crate::pattern::{Claim, Sequence};
use crate::proof::{Evidence, Methods, Recurrence, Standing, Theorem, Verdict};
use crate::ruleset::{Convention, Periodic, Ruleset, Set};
use crate::table::Period;

/// A verdict in sentences.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) claim: String,
    /// The name of the theorem, where one proves it.
    pub(super) theorem: Option<&'static str>,
    /// Its statement and what was seen; or how far the claim goes.
    pub(super) reasons: Vec<String>,
}

pub(super) fn told(rule: &Ruleset, verdict: &Verdict) -> Told {
    let outcomes = rule.convention() == Convention::Misere;
    let claim = match &verdict.claim {
        Claim::Period(period) => period_claimed(period, outcomes, &verdict.standing),
        Claim::Aperiodic => "The values have no period, however late it would begin, with or without a saltus.".into(),
        Claim::None => "No pattern is known.".into(),
        Claim::Formula { .. } | Claim::Blocks(_) | Claim::PPositions(_) => super::rule::capital(&verdict.to_string()),
    };
    match &verdict.standing {
        Standing::Proved { theorem } => {
            let mut reasons = vec![statement(rule, theorem)];
            reasons.extend(seen(theorem, verdict.period()));
            Told { claim, theorem: Some(name(theorem)), reasons }
        }
        Standing::Fits { through, repeats, needs } => {
            Told { claim, theorem: None, reasons: fits(rule, verdict, *through, *repeats, *needs) }
        }
        Standing::Refuted { through, heap, expected, by } => {
            let reason = match by {
                Evidence::Found(found) => format!(
                    "It held through heap {through} and broke at heap {heap}: the pattern says {expected}, the value is {found}."
                ),
                Evidence::Move(amount) => format!(
                    "It holds through heap {through}, where the table ends, but cannot last: taking {amount} joins heaps that \
                     it makes equal, and no move joins equal heaps. It breaks by heap {heap}."
                ),
            };
            Told { claim, theorem: None, reasons: vec![reason] }
        }
    }
}

fn period_claimed(claim: &Period, outcomes: bool, standing: &Standing) -> String {
    let Period { preperiod, period, saltus } = *claim;
    let heaps = match standing {
        Standing::Proved { .. } => format!("for every heap n from {preperiod} on"),
        Standing::Fits { through, .. } => {
            format!("from heap {preperiod} to the end of the table, heap {through}")
        }
        Standing::Refuted { .. } => format!("from heap {preperiod} on, as it seemed"),
    };
    let rise = if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    if outcomes {
        return format!("Period {period}: heaps n and n + {period} are won by the same player, {heaps}.");
    }
    let raised = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    let last = match preperiod {
        0 => String::new(),
        heap => format!(" The last exception is heap {}.", heap - 1),
    };
    format!("Period {period}{rise}: g(n + {period}) = g(n){raised} {heaps}.{last}")
}

fn name(theorem: &Theorem) -> &'static str {
    match theorem {
        Theorem::Recurrence { theorem: Recurrence::Window(window), .. } if window.allows_saltus() => {
            "window theorem for all amounts but a few"
        }
        Theorem::Recurrence { theorem: Recurrence::Window(_), .. } => "window theorem for finite sets (Golomb; Austin)",
        Theorem::Recurrence { theorem: Recurrence::TakeAndBreak(_), .. } => {
            "take-and-break theorem (Guy and Smith, 1956)"
        }
        Theorem::State { .. } => "window theorem for eventually periodic sets",
        Theorem::Residue { .. } => "residue theorem",
        Theorem::Arithmetic { .. } => "arithmetic take-and-break theorem",
        Theorem::Closed(_) => "formula of its family, proved by induction",
        Theorem::Multiples => "theorem that a multiple of every number excludes every period",
        Theorem::OfValues { theorem, .. } => name(theorem),
    }
}

/// What the theorem says, with the numbers of the rule in it.
fn statement(rule: &Ruleset, theorem: &Theorem) -> String {
    let set = rule.only_set().and_then(Set::as_periodic);
    match theorem {
        Theorem::Recurrence { theorem: Recurrence::Window(window), sequence, .. } => {
            let what = if *sequence == Sequence::Sg { "values" } else { "outcomes" };
            match set.and_then(Periodic::largest_left_out).filter(|_| window.allows_saltus()) {
                Some(amount) => {
                    let left_out = match amount {
                        0 => "Every amount may be taken; M = 1.".to_owned(),
                        _ => format!("All amounts but a few may be taken; the largest left out is M = {amount}."),
                    };
                    format!(
                        "{left_out} Heaps more than M apart have different values, so the values of 2M heaps in a row decide all \
                         that follow: where they recur, all raised by the same number, everything after them does too."
                    )
                }
                None => format!(
                    "The same amounts may be taken from every heap, at most M = {}. So the {what} of M heaps in a row decide all \
                     that follow: where they recur, everything after them does too.",
                    window.width()
                ),
            }
        }
        Theorem::Recurrence { theorem: Recurrence::TakeAndBreak(theorem), .. } => format!(
            "A move takes at most {} and leaves at most {}. A period p from heap q on is proved {}: then every option of \
             a later heap has a part that can be made shorter or longer by p, and its value stays the same.",
            counted(theorem.most_taken(), "token"),
            counted(theorem.most_parts(), "heap"),
            theorem.to_string().replace("<=", "≤").replace(">=", "≥")
        ),
        Theorem::State { .. } => {
            let (from, modulus) = set.map_or((1, 1), |set| (set.from(), set.modulus()));
            format!(
                "From {from} on, whether an amount may be taken depends on its remainder modulo {modulus} alone. So the last few \
                 values, and for each value that can still occur the remainders of the heaps that have it, decide all that \
                 follow: where this state recurs, but for a rise of all values, everything after it does too."
            )
        }
        Theorem::Residue { sequence: Sequence::Sg, .. } => {
            "By their remainders modulo the period, no amount of the set joins two heaps to which the pattern gives equal \
             values; and each smaller value is reached by a move that every later heap of its class has too. So the pattern \
             is the mex of every heap."
                .into()
        }
        Theorem::Residue { sequence: Sequence::Outcome, .. } => {
            "By their remainders modulo the period, no amount of the set joins two P-positions of the pattern; and every other \
             heap has a move to one, which every later heap of its class has too."
                .into()
        }
        Theorem::Arithmetic { most_taken, most_parts, .. } => format!(
            "A move takes at most {} and leaves at most {}. No option of any heap has the value that the pattern gives to the \
             heap, and all smaller values are reached over one whole span, by options that stay or rise with the pattern. So \
             the pattern is the mex of every heap.",
            counted(*most_taken, "token"),
            counted(*most_parts, "heap")
        ),
        Theorem::Closed(form) => format!(
            "g(n) = {form}, by induction on n: no option of heap n has this value, and each smaller value is that of one."
        ),
        Theorem::Multiples => {
            "For every p the set has a multiple of p. Taking it joins two heaps that a period p would make equal, and no move \
             joins equal heaps. And the set is too thin for the values to rise with a saltus."
                .into()
        }
        Theorem::OfValues { theorem, .. } => {
            format!("P-positions are the heaps of value 0, so the period of the values decides. {}", statement(rule, theorem))
        }
    }
}

/// What was seen of the hypotheses in the table.
fn seen(theorem: &Theorem, claim: Option<&Period>) -> Option<String> {
    // A formula, and a set with multiples, ask for no table.
    if matches!(theorem, Theorem::Closed(_) | Theorem::Multiples) {
        return None;
    }
    claim.map(|claim| format!("Seen here: {}.", theorem.because(claim)))
}

fn fits(rule: &Ruleset, verdict: &Verdict, through: u64, repeats: u64, needs: Option<u64>) -> Vec<String> {
    if verdict.claim == Claim::None {
        return vec![format!("No period shows in heaps 0 to {through}. That does not mean that there is none.")];
    }
    let mut reasons = vec![match repeats {
        0 => format!("It holds for heaps 0 to {through}."),
        _ => format!("The table shows {} of it.", counted(repeats, "full repeat")),
    }];
    let sequence = if rule.convention() == Convention::Misere { Sequence::Outcome } else { Sequence::Sg };
    reasons.push(match needs {
        Some(heap) => format!("It is not proved: the theorem needs the table through heap {heap}."),
        None if Methods::for_rule(rule, sequence).is_empty() => {
            "It is not proved: no theorem that is known here covers such a rule.".into()
        }
        None => "It is not proved: the theorem for such rules does not decide it from this table.".into(),
    });
    reasons
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
