//! The independent checker: a certificate, the definition of the moves, mex and arithmetic.
//!
//! It shares nothing with what finds and proves patterns. It reads the rule again, computes the values again, tests each
//! hypothesis of the theorem that is named, by code of its own, and compares to see that the numbers are the least. One file
//! for each theorem; the format is in doc/certificates.md.

mod arithmetic;
mod budget;
mod classes;
mod closed;
mod cost;
mod format;
mod formula;
mod image;
mod integer;
mod multiples;
mod residue;
mod sequence;
mod sparse;
mod state;
mod take_and_break;
mod theorem;
mod values;
mod window;
mod words;

use std::fmt;
use std::io::{self, Read};

use sha2::{Digest, Sha256};

use self::budget::Budget;
use self::format::{Certificate, Hypotheses, MOST_BYTES, MOST_LISTED, Sequence, hexadecimal};
use self::sequence::{Continued, Period};
use self::theorem::{Plan, claimed};
use self::values::{Method, What, compute, method};
use crate::published::{Known, notes};
use crate::ruleset::{Convention, Ruleset, Set};

pub use self::cost::Limits;

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It is no certificate, or not one that can be read.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// Checking it would take more than is allowed, or more than this checker knows of sets; nothing is said of its truth.
    #[error("not checked: {0}")]
    NotChecked(String),
    /// Something in it is not so.
    #[error("rejected: {0}")]
    Rejected(String),
}

impl Refusal {
    fn rejected(why: impl Into<String>) -> Refusal {
        Refusal::Rejected(why.into())
    }

    /// Something is not known of a set: where formulas or conditions say what it is, it may be so all the same.
    fn unknown(set: &Set, what: &str) -> Refusal {
        let why = format!("it is not known {what}");
        if is_described(set) { Refusal::NotChecked(why) } else { Refusal::Rejected(why) }
    }
}

fn is_described(set: &Set) -> bool {
    match set {
        Set::Where(_) | Set::Images(_) => true,
        Set::Periodic(_) | Set::Named(_) => false,
        Set::Union(a, b) | Set::Intersection(a, b) | Set::Difference(a, b) => is_described(a) || is_described(b),
    }
}

/// What a certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The rule in normal form.
    pub rule: String,
    /// "period 4, preperiod 0"
    pub claim: String,
}

/// "verified: period 4, preperiod 0 of 1..3"
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "verified: {} of {}", self.claim, self.rule)
    }
}

/// The bytes of a certificate, and no more than one may have.
///
/// # Errors
/// Those of `input`.
pub fn read(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks a certificate; `says` hears what it will cost, and then what was checked, line by line.
///
/// # Errors
/// When it is not accepted: see [`Refusal`].
///
/// ```
/// use sgtab::verify::{Limits, Refusal, verify};
/// let refused = verify(b"{\"certificate\": 1}", &Limits::default(), &mut |_| {});
/// assert!(matches!(refused, Err(Refusal::Unreadable(_))));
/// ```
pub fn verify(bytes: &[u8], limits: &Limits, says: &mut dyn FnMut(&str)) -> Result<Verified, Refusal> {
    let certificate = Certificate::read(bytes)?;
    let rule = rule(&certificate)?;
    says(&format!("the rule {rule} is read back, with its fingerprint"));

    let claim = claimed(&certificate)?;
    let direct = if certificate.sequence == Sequence::Sg { What::Values } else { What::Outcomes };
    // Outcomes may follow from values, of which another period is known.
    let (what, of_values, hypotheses) = match &certificate.hypotheses {
        Hypotheses::OfValues { values, theorem, of } => {
            if direct != What::Outcomes || claim.is_none() || *theorem != of.theorem() {
                return Err(Refusal::rejected("it is no theorem about the values that outcomes follow from"));
            }
            (What::Values, Some(Period::from(*values)), &**of)
        }
        own => (direct, None, own),
    };
    if certificate.theorem != hypotheses.theorem() {
        return Err(Refusal::rejected("the hypotheses are those of another theorem"));
    }
    if what == What::Values && rule.convention() == Convention::Misere {
        return Err(Refusal::rejected("a rule of misère play has outcomes, not values"));
    }
    let (plan, needs) = Plan::new(&rule, what, of_values.or(claim), hypotheses)?;
    let heaps = certificate.heaps.0;
    if let Some(needs) = needs.filter(|&needs| needs != heaps) {
        return Err(Refusal::rejected(format!("the check needs the values of {needs} heaps, not of {heaps}")));
    }

    let mut budget = Budget::new(limits.steps);
    let values = values(&certificate, &rule, what, limits, &mut budget, says)?;
    let known = plan.holds(&rule, what, &values, &mut budget)?;
    says(&plan.in_words());
    if let (Some(claim), Some(known)) = (claim, &known) {
        least(known, plan, what, of_values, claim, &mut budget)?;
        says("period and preperiod are the least");
    }
    let text = words::text(&certificate)?;
    if certificate.text != text {
        return Err(Refusal::rejected(format!("the text should be: {text}")));
    }
    check_notes(&certificate, &rule, what, &values, known.as_ref())?;
    if certificate.checksum != certificate.sum() {
        return Err(Refusal::rejected("the checksum is not that of the certificate: it was edited"));
    }
    says("the words and the checksum are those of the certificate");
    let claim = claim.map_or_else(|| "no eventual period".into(), words::period);
    let outcomes = if certificate.sequence == Sequence::Outcome { " of the outcomes" } else { "" };
    Ok(Verified { rule: rule.to_string(), claim: claim + outcomes })
}

/// The rule, which must be in normal form.
fn rule(certificate: &Certificate) -> Result<Ruleset, Refusal> {
    let convention = match certificate.convention {
        format::Convention::Normal => Convention::Normal,
        format::Convention::Misere => Convention::Misere,
    };
    let rule = Ruleset::parse(&certificate.rule);
    let rule = rule.map_err(|why| Refusal::rejected(format!("the rule cannot be read: {why}")))?;
    let rule = rule.with_convention(convention);
    if rule.to_string() != certificate.rule {
        return Err(Refusal::rejected(format!("the rule in normal form is {rule}, not {}", certificate.rule)));
    }
    if rule.fingerprint() != certificate.fingerprint {
        let (found, said) = (rule.fingerprint(), &certificate.fingerprint);
        return Err(Refusal::rejected(format!("the fingerprint of {rule} is {found}, not {said}")));
    }
    Ok(rule)
}

/// Computes the values and compares them with those of the certificate.
fn values(
    certificate: &Certificate,
    rule: &Ruleset,
    what: What,
    limits: &Limits,
    budget: &mut Budget,
    says: &mut dyn FnMut(&str),
) -> Result<Vec<u32>, Refusal> {
    let heaps = certificate.heaps.0;
    let listed = certificate.values.as_ref();
    let belongs = match (listed, &certificate.digest) {
        (Some(values), None) => heaps <= MOST_LISTED && values.len() as u64 == heaps,
        (None, Some(_)) => heaps > MOST_LISTED,
        _ => false,
    };
    if !belongs {
        return Err(Refusal::rejected(format!("the values that are given are not those of {heaps} heaps")));
    }
    let method = method(rule, heaps);
    says(&format!("to check: {}", cost::cost(rule, heaps, &method, limits)?));
    let by = match method {
        Method::Definition => "from the definition",
        Method::Sparse(_) => "by rare and common heaps, a second method for long tables",
    };
    let mut hash = Hash::default();
    let mut compare = |n: u64, value: u32| match listed.and_then(|values| values.get(n as usize)) {
        Some(said) if said.0 != u64::from(value) => {
            Err(Refusal::rejected(format!("heap {n}: the certificate says {}, the value is {value}", said.0)))
        }
        Some(_) => Ok(()),
        None => {
            hash.add(value);
            Ok(())
        }
    };
    let values = compute(rule, heaps, what, method, budget, &mut compare)?;
    if let Some(digest) = &certificate.digest {
        let last = heaps - 1;
        let of = format!("the values of heaps 0..{last} as decimal numbers, each followed by a newline");
        if digest.of != of {
            return Err(Refusal::rejected(format!("the digest should be of {of}")));
        }
        let found = hash.finish();
        if digest.sha256 != found {
            return Err(Refusal::rejected(format!("the values of heaps 0..{last} have the digest {found}")));
        }
    }
    let shown = if what == What::Values { "values" } else { "outcomes" };
    match heaps.checked_sub(1) {
        Some(last) => {
            says(&format!("the {shown} of heaps 0..{last} are computed again, {by}: all as they are said to be"))
        }
        None => says("no values are needed"),
    }
    Ok(values)
}

/// SHA-256 of numbers, each followed by a newline.
#[derive(Default)]
struct Hash {
    hash: Sha256,
    piece: String,
}

impl Hash {
    fn add(&mut self, value: u32) {
        self.piece += &value.to_string();
        self.piece.push('\n');
        if self.piece.len() > 1 << 16 {
            self.hash.update(&self.piece);
            self.piece.clear();
        }
    }

    fn finish(mut self) -> String {
        self.hash.update(&self.piece);
        hexadecimal(&self.hash.finalize())
    }
}

/// Checks that the numbers of the claim are right and the least, and those of the values that outcomes follow from.
fn least(
    known: &Continued<'_>,
    plan: Plan,
    what: What,
    of_values: Option<Period>,
    claim: Period,
    budget: &mut Budget,
) -> Result<(), Refusal> {
    // The period of a formula was compared with that of its family.
    let is_least = matches!(plan, Plan::Closed(..));
    if let Some(values) = of_values {
        if !is_least {
            known.check(values, "values", budget)?;
        }
        return known.outcomes().check(claim, "outcomes", budget);
    }
    let shown = if what == What::Values { "values" } else { "outcomes" };
    if is_least { Ok(()) } else { known.check(claim, shown, budget) }
}

/// Each note must be one that the values give.
fn check_notes(
    certificate: &Certificate,
    rule: &Ruleset,
    what: What,
    values: &[u32],
    known: Option<&Continued<'_>>,
) -> Result<(), Refusal> {
    let at = |n: u64| match known {
        Some(known) => known.at(n),
        None => values.get(n as usize).copied().map(u64::from),
    };
    let period = known.map(Continued::repeats);
    let found = notes(rule, &Known { at: &at, values: what == What::Values, period });
    match certificate.notes.iter().find(|note| !found.contains(note)) {
        None => Ok(()),
        Some(note) => Err(Refusal::rejected(format!("the note is not so: {note}"))),
    }
}
