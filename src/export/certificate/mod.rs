//! Certificates: what is proved of a rule, written so that another program can check it. The format is in
//! doc/certificates.md.

mod hypotheses;
mod layout;

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use self::hypotheses::{Hypotheses, hypotheses};
use self::layout::MemberALine;
use super::json::Integer;
use crate::pattern::{Claim, Sequence};
use crate::proof::{Standing, Theorem, Verdict};
use crate::published::{Known, heaps_to_look_at, notes};
use crate::ruleset::{Convention, Ruleset};
use crate::study::Study;
use crate::table::{Outcomes, Period, Settings, SgTable};

/// The number of the format.
const FORMAT: u64 = 1;

/// The values of so many heaps are listed; of more there is a digest.
const MOST_LISTED: u64 = 100_000;

/// Of a formula for all heaps at most so many values are shown.
const MOST_SHOWN: u64 = 1000;

/// What is proved of a rule, and what its proof came to. Members that do not apply are left out.
#[derive(Debug, Clone, Serialize)]
pub struct Certificate {
    certificate: u64,
    made_by: &'static str,
    rule: String,
    convention: &'static str,
    fingerprint: String,
    sequence: &'static str,
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<Integer>,
    theorem: &'static str,
    hypotheses: Hypotheses,
    heaps: Integer,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Integer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<ValuesDigest>,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct ValuesDigest {
    sha256: String,
    of: String,
}

/// Why there is no certificate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// There is nothing to certify.
    #[error("nothing is proved of {rule}, so there is no certificate; known is: {known}")]
    NotProved {
        /// The rule.
        rule: String,
        /// The first verdict.
        known: String,
    },
    /// The values that the check needs are not known.
    #[error("the table of {rule} ends before heap {heap}, whose value a certificate needs")]
    TooShort {
        /// The rule.
        rule: String,
        /// The heap.
        heap: u64,
    },
}

impl Certificate {
    /// The certificate of the first verdict that is proved and is a period, or that there is none.
    ///
    /// # Errors
    /// When nothing of the kind is proved.
    ///
    /// ```
    /// use sgtab::export::Certificate;
    /// use sgtab::pattern::Sequence;
    /// use sgtab::ruleset::Ruleset;
    /// use sgtab::study::{Range, study};
    /// use sgtab::table::{Settings, Visited};
    /// let rule = Ruleset::parse("1..3").unwrap();
    /// let (range, settings) = (Range::Until(100), Settings::default());
    /// let study = study(&rule, Sequence::Sg, range, &settings, &mut Visited::default(), &mut ()).unwrap();
    /// let mut text = Vec::new();
    /// Certificate::of(&rule, &study).unwrap().write(&mut text).unwrap();
    /// assert!(String::from_utf8(text).unwrap().contains("\n  \"claim\": \"periodic\",\n  \"preperiod\": 0,\n"));
    /// ```
    pub fn of(rule: &Ruleset, study: &Study) -> Result<Certificate, CertificateError> {
        let proved = study.verdicts.iter().find_map(|verdict| match (&verdict.claim, &verdict.standing) {
            (Claim::Period(_) | Claim::Aperiodic, Standing::Proved { theorem }) => Some((verdict, theorem)),
            _ => None,
        });
        let Some((verdict, theorem)) = proved else {
            let known = study.verdicts.first().map(Verdict::to_string).unwrap_or_default();
            return Err(CertificateError::NotProved { rule: rule.name().into(), known });
        };
        let period = verdict.period();
        let hypotheses = hypotheses(rule, theorem);
        let heaps = heaps(rule, theorem, period);
        let values_shown = shows_values(study.sequence, theorem);
        let known = Source::of(rule, &study.table, heaps, values_shown)?;
        let at = |n: u64| known.at(n).map(|value| if values_shown { value } else { value.min(1) });
        let all = || (0..heaps).map_while(at);
        let listed = heaps <= MOST_LISTED;
        let repeats = match theorem {
            Theorem::OfValues { values, .. } => Some((values.preperiod, values.period)),
            _ => period.map(|period| (period.preperiod, period.period)),
        };
        let mut certificate = Certificate {
            certificate: FORMAT,
            made_by: concat!("sgtab ", env!("CARGO_PKG_VERSION")),
            rule: rule.to_string(),
            convention: match rule.convention() {
                Convention::Normal => "normal",
                Convention::Misere => "misere",
            },
            fingerprint: rule.fingerprint(),
            sequence: study.sequence.name(),
            claim: verdict.claim.name(),
            preperiod: period.map(|period| Integer(period.preperiod)),
            period: period.map(|period| Integer(period.period)),
            saltus: period.map(|period| Integer(period.saltus)).filter(|saltus| saltus.0 > 0),
            theorem: theorem.name(),
            hypotheses,
            heaps: Integer(heaps),
            values: listed.then(|| all().map(Integer).collect()),
            digest: (!listed).then(|| digest(heaps, all())),
            text: verdict.to_string(),
            notes: notes(rule, &Known { at: &at, values: values_shown, period: repeats }),
            checksum: None,
        };
        let canonical = serde_json::to_vec(&certificate).unwrap_or_default();
        certificate.checksum = Some(hexadecimal(&Sha256::digest(canonical)));
        Ok(certificate)
    }

    /// Writes it, a member a line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, MemberALine::default()))?;
        writeln!(out)
    }
}

/// Whether a certificate shows SG values: outcomes that are proved by themselves need no more.
fn shows_values(sequence: Sequence, theorem: &Theorem) -> bool {
    sequence == Sequence::Sg || matches!(theorem, Theorem::OfValues { .. })
}

/// Where the values of enough heaps are from.
enum Source<'a> {
    /// That of the study, but where a formula, or a theorem that asks for no values, ended it early.
    Table(Cow<'a, SgTable>),
    /// Bit i of word k: heap 64 k + i is a P-position.
    Outcomes(Vec<u64>),
}

impl<'a> Source<'a> {
    fn of(rule: &Ruleset, table: &'a SgTable, heaps: u64, values: bool) -> Result<Source<'a>, CertificateError> {
        let Some(last) = heaps.checked_sub(1).filter(|&last| table.known(last).is_none()) else {
            return Ok(Source::Table(Cow::Borrowed(table)));
        };
        let settings = Settings::default();
        let too_short = || CertificateError::TooShort { rule: rule.to_string(), heap: last };
        if let Some(mut outcomes) = Outcomes::of(rule).filter(|_| !values) {
            if heaps / 8 > settings.memory {
                return Err(too_short());
            }
            let mut words = Vec::with_capacity(heaps.div_ceil(64) as usize);
            while outcomes.heaps() < heaps {
                words.extend_from_slice(outcomes.next_words(usize::MAX));
            }
            return Ok(Source::Outcomes(words));
        }
        SgTable::compute(rule, last, &settings).map(|table| Source::Table(Cow::Owned(table))).map_err(|_| too_short())
    }

    fn at(&self, n: u64) -> Option<u64> {
        match self {
            Source::Table(table) => table.known(n),
            Source::Outcomes(words) => words.get((n / 64) as usize).map(|word| 1 - (word >> (n % 64) & 1)),
        }
    }
}

/// The check needs the values of so many heaps.
fn heaps(rule: &Ruleset, theorem: &Theorem, claimed: Option<&Period>) -> u64 {
    match theorem {
        Theorem::Recurrence { theorem, applied_to, .. } => theorem.needs(applied_to).unwrap_or(0) + 1,
        Theorem::State { applied_to, .. } => applied_to.preperiod + applied_to.period,
        Theorem::Residue { reached, .. } => {
            claimed.map_or(0, |period| period.preperiod + period.period).max(reached + 1)
        }
        Theorem::Arithmetic { common, first, .. } => first + common,
        Theorem::Closed(form) => {
            let Period { preperiod, period, .. } = form.period();
            preperiod.saturating_add(period.saturating_mul(2)).min(MOST_SHOWN)
        }
        Theorem::Multiples => heaps_to_look_at(rule),
        Theorem::OfValues { theorem, values } => heaps(rule, theorem, Some(values)),
    }
}

fn digest(heaps: u64, values: impl Iterator<Item = u64>) -> ValuesDigest {
    let mut hash = Sha256::new();
    let mut piece = String::new();
    for value in values {
        match value {
            0..10 => piece.push(char::from(b'0' + value as u8)),
            _ => piece += &value.to_string(),
        }
        piece.push('\n');
        if piece.len() > 1 << 16 {
            hash.update(&piece);
            piece.clear();
        }
    }
    hash.update(&piece);
    let last = heaps.saturating_sub(1);
    let of = format!("the values of heaps 0..{last} as decimal numbers, each followed by a newline");
    ValuesDigest { sha256: hexadecimal(&hash.finalize()), of }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
