//! Certificates as they are read: strictly, every member known, none twice, every size bounded before memory is taken.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

use super::Refusal;
use super::integer::{Integer, present};
use super::sequence::Period;

/// The number of the format that is read here.
pub(super) const FORMAT: u64 = 1;

/// Longer files are refused.
pub(super) const MOST_BYTES: usize = 16 << 20;

/// The values of so many heaps are listed; of more there is a digest.
pub(super) const MOST_LISTED: u64 = 100_000;

/// A longer rule is refused.
const LONGEST_RULE: usize = 1 << 21;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Certificate {
    pub(super) certificate: Integer,
    pub(super) made_by: String,
    pub(super) rule: String,
    pub(super) convention: Convention,
    pub(super) fingerprint: String,
    pub(super) sequence: Sequence,
    pub(super) claim: Claim,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) preperiod: Option<Integer>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) period: Option<Integer>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) saltus: Option<Integer>,
    pub(super) theorem: Theorem,
    pub(super) hypotheses: Hypotheses,
    pub(super) heaps: Integer,
    #[serde(default, deserialize_with = "listed", skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<Vec<Integer>>,
    #[serde(default, deserialize_with = "digest", skip_serializing_if = "Option::is_none")]
    pub(super) digest: Option<Digest>,
    pub(super) text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    /// Kept apart where the others are written out.
    #[serde(skip_serializing)]
    pub(super) checksum: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Convention {
    Normal,
    Misere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sequence {
    Sg,
    Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Claim {
    Periodic,
    ArithmeticPeriodic,
    Aperiodic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Theorem {
    Window,
    TakeAndBreak,
    Residue,
    ArithmeticTakeAndBreak,
    Closed,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Digest {
    pub(super) sha256: String,
    pub(super) of: String,
}

/// What the hypotheses of a theorem are said to come to.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "case", deny_unknown_fields)]
pub(super) enum Hypotheses {
    #[serde(rename = "finite")]
    Finite { largest: Integer, from: Integer, through: Integer, applied_period: Integer, applied_saltus: Integer },
    #[serde(rename = "cofinite")]
    Cofinite {
        largest_left_out: Integer,
        from: Integer,
        through: Integer,
        applied_period: Integer,
        applied_saltus: Integer,
    },
    #[serde(rename = "eventually periodic")]
    State { from_amount: Integer, modulus: Integer, heap: Integer, recurs_at: Integer, rise: Integer },
    #[serde(rename = "take-and-break")]
    TakeAndBreak { most_taken: Integer, most_parts: Integer, from: Integer, through: Integer, applied_period: Integer },
    #[serde(rename = "residue")]
    Residue { reached: Integer },
    #[serde(rename = "arithmetic take-and-break")]
    Arithmetic { most_taken: Integer, most_parts: Integer, common: Integer, first: Integer },
    #[serde(rename = "closed")]
    Closed {
        form: Form,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        least: Option<Integer>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        largest: Option<Integer>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        amount: Option<Integer>,
    },
    #[serde(rename = "every number has a multiple in the set")]
    Multiples {},
    #[serde(rename = "outcomes of values")]
    OfValues { values: PeriodOfValues, theorem: Theorem, of: Box<Hypotheses> },
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeriodOfValues {
    preperiod: Integer,
    period: Integer,
    saltus: Integer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    Interval,
    #[serde(rename = "at least")]
    AtLeast,
    #[serde(rename = "all but")]
    AllBut,
    Lasker,
}

impl Theorem {
    pub(super) fn name(self) -> &'static str {
        match self {
            Theorem::Window => "window",
            Theorem::TakeAndBreak => "take-and-break",
            Theorem::Residue => "residue",
            Theorem::ArithmeticTakeAndBreak => "arithmetic-take-and-break",
            Theorem::Closed => "closed",
        }
    }
}

impl Hypotheses {
    /// The theorem that they belong to.
    pub(super) fn theorem(&self) -> Theorem {
        match self {
            Hypotheses::Finite { .. } | Hypotheses::Cofinite { .. } | Hypotheses::State { .. } => Theorem::Window,
            Hypotheses::TakeAndBreak { .. } => Theorem::TakeAndBreak,
            Hypotheses::Residue { .. } | Hypotheses::Multiples {} => Theorem::Residue,
            Hypotheses::Arithmetic { .. } => Theorem::ArithmeticTakeAndBreak,
            Hypotheses::Closed { .. } => Theorem::Closed,
            Hypotheses::OfValues { of, .. } => of.theorem(),
        }
    }
}

impl From<PeriodOfValues> for Period {
    fn from(of: PeriodOfValues) -> Period {
        Period { preperiod: of.preperiod.0, period: of.period.0, saltus: of.saltus.0 }
    }
}

impl Certificate {
    /// Reads one of this format.
    pub(super) fn read(bytes: &[u8]) -> Result<Certificate, Refusal> {
        if bytes.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(Refusal::Unreadable(format!("it has more than {most} MiB, which no certificate has")));
        }
        let certificate: Certificate =
            serde_json::from_slice(bytes).map_err(|why| Refusal::Unreadable(format!("it is no certificate: {why}")))?;
        if certificate.rule.len() > LONGEST_RULE {
            return Err(Refusal::Unreadable(format!("its rule has more than {LONGEST_RULE} bytes")));
        }
        if certificate.certificate.0 != FORMAT {
            let format = certificate.certificate.0;
            return Err(Refusal::Unreadable(format!("it has format {format}, and this program reads format {FORMAT}")));
        }
        if !certificate.is_written_as(bytes) {
            let why = "its members do not stand as they do in a certificate: each object as one, in their order";
            return Err(Refusal::Unreadable(why.into()));
        }
        Ok(certificate)
    }

    /// SHA-256 of the object of the members before the checksum, in their order and without white space.
    pub(super) fn sum(&self) -> String {
        hexadecimal(&Sha256::digest(self.without_checksum()))
    }

    fn without_checksum(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Whether the bytes are what this certificate is written as, but for white space.
    fn is_written_as(&self, bytes: &[u8]) -> bool {
        let mut written = self.without_checksum();
        written.pop();
        written.extend_from_slice(b",\"checksum\":");
        written.extend(serde_json::to_vec(&self.checksum).unwrap_or_default());
        written.push(b'}');
        written.iter().copied().eq(without_white_space(bytes))
    }
}

/// The bytes but for white space outside strings.
fn without_white_space(bytes: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let (mut in_string, mut escaped) = (false, false);
    bytes.iter().copied().filter(move |&byte| {
        if in_string {
            in_string = byte != b'"' || escaped;
            escaped = byte == b'\\' && !escaped;
            return true;
        }
        in_string = byte == b'"';
        !byte.is_ascii_whitespace()
    })
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Digest>, D::Error> {
    Digest::deserialize(deserializer).map(Some)
}

fn listed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Integer>>, D::Error> {
    deserializer.deserialize_seq(ListVisitor).map(Some)
}

struct ListVisitor;

impl<'de> Visitor<'de> for ListVisitor {
    type Value = Vec<Integer>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST_LISTED} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Vec<Integer>, A::Error> {
        let mut list = Vec::new();
        while let Some(number) = numbers.next_element()? {
            if list.len() as u64 == MOST_LISTED {
                return Err(A::Error::custom(format_args!("more than {MOST_LISTED} values are not listed")));
            }
            list.push(number);
        }
        Ok(list)
    }
}
