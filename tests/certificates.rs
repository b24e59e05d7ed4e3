//! Certificates: those of each theorem are verified, and no changed number, cut file or hostile text is.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use sgtab::export::{Certificate, CertificateError};
use sgtab::pattern::Sequence;
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::study::{Range, study};
use sgtab::table::{EngineName, Settings, SgTable, Visited};
use sgtab::verify::{Limits, Refusal, Verified, verify};
use sha2::{Digest, Sha256};

fn sgtab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap()
}

fn checked(text: &str) -> Result<Verified, Refusal> {
    verify(text.as_bytes(), &Limits::default(), &mut |_| {})
}

fn certificate(rule: &Ruleset, sequence: Sequence) -> Result<String, CertificateError> {
    let found =
        study(rule, sequence, Range::Until(5000), &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    let mut text = Vec::new();
    Certificate::of(rule, &found)?.write(&mut text).unwrap();
    Ok(String::from_utf8(text).unwrap())
}

/// The text with the checksum that belongs to its other members: those, a line each, without white space between.
fn with_checksum(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("  \"checksum\"")).collect();
    let members = &lines[1..lines.len() - 1];
    let members = members.iter().map(|line| line.trim().trim_end_matches(',')).collect::<Vec<_>>().join(",");
    let sum = Sha256::digest(without_spaces(&format!("{{{members}}}")));
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut lines: Vec<String> = lines.iter().map(|line| line.trim_end_matches(',').to_owned()).collect();
    let last = lines.len() - 2;
    lines[1..=last].iter_mut().for_each(|line| line.push(','));
    lines.insert(last + 1, format!("  \"checksum\": \"{sum}\""));
    lines.join("\n") + "\n"
}

fn without_spaces(json: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let kept = json.chars().filter(|&c| {
        let keep = inside || c != ' ';
        if c == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && c == '\\' && !escaped;
        keep
    });
    kept.collect()
}

/// A certificate written by hand, its values those of the definition.
#[derive(Debug, Clone)]
struct ByHand {
    rule: &'static str,
    sequence: &'static str,
    claim: (u64, u64, u64),
    theorem: &'static str,
    hypotheses: &'static str,
    heaps: u64,
    text: &'static str,
}

impl ByHand {
    fn write(&self) -> String {
        let rule = Ruleset::parse(self.rule).unwrap();
        let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
        let table = SgTable::compute(&rule, self.heaps - 1, &settings).unwrap();
        let outcomes = self.sequence == "outcome";
        let values = table.values().map(|value| if outcomes { value.min(1) } else { value }.to_string());
        let (preperiod, period, saltus) = self.claim;
        let mut lines = vec![
            "  \"certificate\": 1".to_owned(),
            "  \"made_by\": \"a test\"".to_owned(),
            format!("  \"rule\": \"{rule}\""),
            "  \"convention\": \"normal\"".to_owned(),
            format!("  \"fingerprint\": \"{}\"", rule.fingerprint()),
            format!("  \"sequence\": \"{}\"", self.sequence),
            format!("  \"claim\": \"{}\"", if saltus > 0 { "arithmetic-periodic" } else { "periodic" }),
            format!("  \"preperiod\": {preperiod}"),
            format!("  \"period\": {period}"),
        ];
        lines.extend((saltus > 0).then(|| format!("  \"saltus\": {saltus}")));
        lines.extend([
            format!("  \"theorem\": \"{}\"", self.theorem),
            format!("  \"hypotheses\": {}", self.hypotheses),
            format!("  \"heaps\": {}", self.heaps),
            format!("  \"values\": [{}]", values.collect::<Vec<_>>().join(",")),
            format!("  \"text\": \"{}\"", self.text),
        ]);
        with_checksum(&format!("{{\n{}\n}}", lines.join(",\n")))
    }
}

const BY_HAND: [ByHand; 10] = [
    ByHand {
        rule: "odd",
        sequence: "sg",
        claim: (0, 2, 0),
        theorem: "window",
        hypotheses: r#"{"case": "eventually periodic", "from_amount": 1, "modulus": 2, "heap": 2, "recurs_at": 4, "rise": 0}"#,
        heaps: 4,
        text: "period 2, preperiod 0: proved (window: what decides heap 2 recurs at heap 4)",
    },
    ByHand {
        rule: "(odd) & 3..",
        sequence: "sg",
        claim: (0, 3, 1),
        theorem: "window",
        hypotheses: r#"{"case": "eventually periodic", "from_amount": 2, "modulus": 2, "heap": 12, "recurs_at": 18, "rise": 2}"#,
        heaps: 18,
        text: "period 3, saltus 1, preperiod 0: proved (window: what decides heap 12 recurs at heap 18, raised by the saltus)",
    },
    ByHand {
        rule: "2 mod 5",
        sequence: "outcome",
        claim: (2, 5, 0),
        theorem: "window",
        hypotheses: r#"{"case": "eventually periodic", "from_amount": 1, "modulus": 5, "heap": 10, "recurs_at": 15, "rise": 0}"#,
        heaps: 15,
        text: "period 5, preperiod 2: proved (window: what decides heap 10 recurs at heap 15)",
    },
    ByHand {
        rule: "primes | 1",
        sequence: "sg",
        claim: (0, 4, 0),
        theorem: "residue",
        hypotheses: r#"{"case": "residue", "reached": 3}"#,
        heaps: 4,
        text: "period 4, preperiod 0: proved (residue: no move joins equal heaps; heaps through 3 reach all smaller values)",
    },
    ByHand {
        rule: "lucas | 2",
        sequence: "outcome",
        claim: (0, 5, 0),
        theorem: "residue",
        hypotheses: r#"{"case": "residue", "reached": 4}"#,
        heaps: 5,
        text: "period 5, preperiod 0: proved (residue: no move joins P-positions; heaps through 4 show that all others reach one)",
    },
    ByHand {
        rule: "0.8",
        sequence: "sg",
        claim: (1, 3, 1),
        theorem: "arithmetic-take-and-break",
        hypotheses: r#"{"case": "arithmetic take-and-break", "most_taken": 1, "most_parts": 3, "common": 6, "first": 12}"#,
        heaps: 18,
        text: "period 3, saltus 1, preperiod 1: proved (arithmetic-take-and-break: no option of equal value; heaps 12..17 reach all smaller values)",
    },
    ByHand {
        rule: "3..4",
        sequence: "sg",
        claim: (0, 7, 0),
        theorem: "closed",
        hypotheses: r#"{"case": "closed", "form": "interval", "least": 3, "largest": 4}"#,
        heaps: 14,
        text: "period 7, preperiod 0: proved (closed: g(n) = floor((n mod 7) / 3))",
    },
    ByHand {
        rule: "5..",
        sequence: "sg",
        claim: (0, 5, 1),
        theorem: "closed",
        hypotheses: r#"{"case": "closed", "form": "at least", "least": 5}"#,
        heaps: 10,
        text: "period 5, saltus 1, preperiod 0: proved (closed: g(n) = floor(n / 5))",
    },
    ByHand {
        rule: "all but 4",
        sequence: "sg",
        claim: (0, 8, 4),
        theorem: "closed",
        hypotheses: r#"{"case": "closed", "form": "all but", "amount": 4}"#,
        heaps: 16,
        text: "period 8, saltus 4, preperiod 0: proved (closed: g(n) = 4 floor(n / 8) + n mod 4)",
    },
    ByHand {
        rule: "any; 4.0",
        sequence: "sg",
        claim: (1, 4, 4),
        theorem: "closed",
        hypotheses: r#"{"case": "closed", "form": "lasker"}"#,
        heaps: 9,
        text: "period 4, saltus 4, preperiod 1: proved (closed: g(n) = n + 1 for n mod 4 = 3, n - 1 for n mod 4 = 0 and n > 0, else n)",
    },
];

/// Outcomes that follow from a formula.
const OF_VALUES: ByHand = ByHand {
    rule: "all but 4",
    sequence: "outcome",
    claim: (5, 1, 0),
    theorem: "closed",
    hypotheses: r#"{"case": "outcomes of values", "values": {"preperiod": 0, "period": 8, "saltus": 4}, "theorem": "closed", "of": {"case": "closed", "form": "all but", "amount": 4}}"#,
    heaps: 16,
    text: "period 1, preperiod 5: proved (closed: the values have period 8, saltus 4, preperiod 0)",
};

/// Rules whose certificates the program writes.
fn written() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for text in [
        "1..3",
        "3, 5, 6",
        "2, 5, 7",
        "all but 2, 3, 7",
        "5..",
        "any",
        "0.77",
        "0.137",
        "4.0",
        "0.6!",
        "4=.7",
        "0.8?5",
        "0.B?",
        "0.07; 1",
        "squares",
        "fibonacci",
        "0.2; 3",
        "odd",
        "(odd) & 3..",
        "2 mod 5",
        "1 | (2 mod 3)",
        "multiples of 3",
        "all but 4",
        "3..4",
        "laskers-nim",
        "0.8",
        "0.BC",
        "primes | 1",
        "powers of 2",
        "lucas | 2",
        "{4^k - 1 for k in 1..} | 2, 5, 11",
        "{(k^3 - k)/6 + 1 for k in 1..} | 3, 5",
        "squares & (even)",
        "0.F8",
    ] {
        for sequence in [Sequence::Sg, Sequence::Outcome] {
            let rule = Ruleset::parse(text).unwrap();
            if let Ok(certificate) = certificate(&rule, sequence) {
                all.push((format!("{text} {sequence:?}"), certificate));
            }
        }
    }
    for text in ["2, 3", "2 mod 5"] {
        let misere = Ruleset::parse(text).unwrap().with_convention(Convention::Misere);
        all.push((format!("misère {text}"), certificate(&misere, Sequence::Sg).unwrap()));
    }
    assert!(all.len() >= 50, "{}", all.len());
    all
}

fn by_hand() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = BY_HAND.iter().map(|hand| (hand.rule.to_owned(), hand.write())).collect();
    // The values are shown, not the outcomes.
    let values = ByHand { sequence: "sg", ..OF_VALUES }.write();
    all.push((
        "outcomes of all but 4".into(),
        with_checksum(&values.replace("\"sequence\": \"sg\"", "\"sequence\": \"outcome\"")),
    ));
    all
}

#[test]
fn certificates_are_verified() {
    for (name, text) in written().into_iter().chain(by_hand()) {
        assert_eq!(with_checksum(&text), text, "{name}");
        let mut said = Vec::new();
        let verified = verify(text.as_bytes(), &Limits::default(), &mut |line| said.push(line.to_owned()));
        assert!(verified.is_ok(), "{name}: {verified:?}\n{text}");
        assert!(said.iter().any(|line| line.starts_with("to check: ")) && said.len() >= 4, "{name}: {said:?}");
    }
    let verified = checked(&certificate(&Ruleset::parse("1..3").unwrap(), Sequence::Sg).unwrap()).unwrap();
    assert_eq!(verified.to_string(), "verified: period 4, preperiod 0 of 1..3");
}

/// The places of all runs of digits, but for those of the checksum, and those that are not to be changed.
fn numbers(text: &str, but: &str) -> Vec<(usize, usize)> {
    let end = text.find("  \"checksum\"").unwrap();
    let left_out = text.find(&format!("  \"{but}\"")).map(|start| start..start + text[start..].find('\n').unwrap());
    let mut runs = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().take_while(|&(at, _)| at < end) {
        if c.is_ascii_digit() {
            start.get_or_insert(at);
        } else if let Some(start) = start.take()
            && left_out.as_ref().is_none_or(|range| !range.contains(&start))
        {
            runs.push((start, at));
        }
    }
    runs
}

/// The same with one number changed: one more, one less, or another first digit.
fn changed(text: &str, (start, end): (usize, usize)) -> Vec<String> {
    let mut numbers = Vec::new();
    match text[start..end].parse::<u64>() {
        Ok(number) if end - start < 10 => {
            numbers.push((number + 1).to_string());
            numbers.extend(number.checked_sub(1).map(|number| number.to_string()));
        }
        _ => {
            numbers.push(format!("{}{}", if text[start..].starts_with('1') { '2' } else { '1' }, &text[start + 1..end]))
        }
    }
    numbers.into_iter().map(|number| format!("{}{number}{}", &text[..start], &text[end..])).collect()
}

#[test]
fn one_changed_number_is_rejected_whether_or_not_the_checksum_is_made_to_fit() {
    let mut tried = 0;
    for (name, text) in written().into_iter().chain(by_hand()) {
        for run in numbers(&text, "") {
            for edited in changed(&text, run) {
                assert!(checked(&edited).is_err(), "{name}\n{edited}");
            }
        }
        for run in numbers(&text, "made_by") {
            for edited in changed(&text, run) {
                let edited = with_checksum(&edited);
                assert!(checked(&edited).is_err(), "{name}\n{edited}");
                tried += 1;
            }
        }
    }
    assert!(tried > 2000, "{tried}");
}

#[test]
fn the_reason_is_said() {
    let text = certificate(&Ruleset::parse("1..3").unwrap(), Sequence::Sg).unwrap();
    for (from, to, reason) in [
        ("[0,1,2,3,0,1,2]", "[0,1,2,3,0,2,2]", "rejected: heap 5: the certificate says 2, the value is 1"),
        ("\"1..3\"", "\"1, 2, 3\"", "rejected: the rule in normal form is 1..3, not 1, 2, 3"),
        ("\"1..3\"", "\"1..4\"", "rejected: the fingerprint of 1..4 is "),
        ("\"largest\": 3", "\"largest\": 4", "rejected: the largest amount is 3, not 4"),
        ("\"through\": 6", "\"through\": 5", "rejected: the last heap to compare is 6, not 5"),
        ("\"period\": 4", "\"period\": 8", "rejected: the period 8 of the values is not the least: 4 is one"),
        ("\"preperiod\": 0", "\"preperiod\": 2", "rejected: the first heap to compare is 2, the preperiod, not 0"),
        ("\"theorem\": \"window\"", "\"theorem\": \"closed\"", "rejected: the hypotheses are those of another theorem"),
        (
            "proved (",
            "true (",
            "rejected: the text should be: period 4, preperiod 0: proved (window: the values of heaps",
        ),
        ("\"made_by\": \"sgtab", "\"made_by\": \"hand", "rejected: the checksum is not that of the certificate"),
        ("\"certificate\": 1", "\"certificate\": 2", "unreadable: it has format 2, and this program reads format 1"),
        ("\"heaps\": 7", "\"heaps\": 7.5", "unreadable: it is no certificate: invalid type: floating point `7.5`"),
        ("\"heaps\": 7", "\"heaps\": -7", "unreadable: it is no certificate: invalid type: integer `-7`"),
        ("\"heaps\": 7", "\"heaps\": \"7\"", "unreadable: it is no certificate: a string is for numbers from 2^53"),
        ("\"heaps\": 7", "\"heaps\": null", "unreadable: it is no certificate: invalid type: null"),
        ("\"heaps\": 7", "\"heaps\": 7, \"heaps\": 7", "unreadable: it is no certificate: duplicate field `heaps`"),
        ("\"from\": 0", "\"from\": 0, \"from\": 0", "unreadable: it is no certificate: duplicate field `from`"),
        ("\"heaps\": 7", "\"heaps\": 7, \"more\": 7", "unreadable: it is no certificate: unknown field `more`"),
        ("\"from\": 0", "\"from\": 0, \"more\": 0", "unreadable: it is no certificate: unknown field `more`"),
    ] {
        assert!(text.contains(from), "{from}\n{text}");
        let refused = checked(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(refused.starts_with(reason), "{refused}");
    }
}

/// True for ever, and yet not what a certificate claims.
#[test]
fn numbers_that_are_not_the_least_are_rejected() {
    let hand = |claim, hypotheses, heaps, text| ByHand {
        rule: "1..3",
        sequence: "sg",
        claim,
        theorem: "window",
        hypotheses,
        heaps,
        text,
    };
    for (hand, reason) in [
        (
            hand(
                (1, 4, 0),
                r#"{"case": "finite", "largest": 3, "from": 1, "through": 7, "applied_period": 4, "applied_saltus": 0}"#,
                8,
                "period 4, preperiod 1: proved (window: the values of heaps 1..3 recur at 5..7)",
            ),
            "rejected: the preperiod 1 of the values is not the least: 0 is one",
        ),
        (
            hand(
                (0, 8, 0),
                r#"{"case": "finite", "largest": 3, "from": 0, "through": 10, "applied_period": 8, "applied_saltus": 0}"#,
                11,
                "period 8, preperiod 0: proved (window: the values of heaps 0..2 recur at 8..10)",
            ),
            "rejected: the period 8 of the values is not the least: 4 is one",
        ),
    ] {
        assert_eq!(checked(&hand.write()).unwrap_err().to_string(), reason);
    }
}

/// A theorem that gives a period is no proof that there is none, and the other way round.
#[test]
fn a_claim_needs_a_theorem_of_its_kind() {
    let aperiodic = "no eventual period: the set has a multiple of every number (proved)";
    for (rule, sequence) in [("1..3", Sequence::Sg), ("all but 4", Sequence::Outcome), ("0.77", Sequence::Outcome)] {
        let text = certificate(&Ruleset::parse(rule).unwrap(), sequence).unwrap();
        let line =
            |name: &str| text.lines().find(|line| line.starts_with(&format!("  \"{name}\""))).unwrap().to_owned();
        let mut edited = text.replace(&line("claim"), "  \"claim\": \"aperiodic\",");
        edited = edited.replace(&line("text"), &format!("  \"text\": \"{aperiodic}\","));
        for name in ["preperiod", "period"] {
            edited = edited.replace(&(line(name) + "\n"), "");
        }
        let refused = checked(&with_checksum(&edited));
        assert!(matches!(refused, Err(Refusal::Rejected(_))), "{rule}: {refused:?}\n{edited}");
    }
    let text = certificate(&Ruleset::parse("squares").unwrap(), Sequence::Sg).unwrap();
    let edited = text.replace("\"aperiodic\"", "\"periodic\",\n  \"preperiod\": 0,\n  \"period\": 4");
    let refused = checked(&with_checksum(&edited)).unwrap_err();
    assert_eq!(refused.to_string(), "rejected: the theorem excludes periods, and one is claimed");
}

#[test]
fn what_was_cut_is_unreadable() {
    for (name, text) in written().into_iter().take(12).chain(by_hand()) {
        let whole = text.trim_end().len();
        for cut in (0..whole).step_by(50).chain([whole - 1]) {
            assert!(matches!(checked(&text[..cut]), Err(Refusal::Unreadable(_))), "{name} {cut}");
        }
    }
}

/// No harm comes of it: little time, little memory, no panic.
#[test]
fn hostile_texts_are_refused() {
    let text = certificate(&Ruleset::parse("0.77").unwrap(), Sequence::Sg).unwrap();
    let zeros = |count: usize| "0,".repeat(count) + "0";
    let values = text.lines().find(|line| line.starts_with("  \"values\"")).unwrap();
    let digest = "  \"digest\": {\"sha256\": \"00\", \"of\": \"x\"},";
    let huge = |heaps: &str| {
        let text = text.replace(values, digest).replace("\"through\": 167", "\"through\": 1999999999");
        text.replace("\"heaps\": 168", &format!("\"heaps\": {heaps}"))
    };
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let of = r#"{"case": "outcomes of values", "values": {"preperiod": 0, "period": 1, "saltus": 0}, "theorem": "window", "of": "#;
    let wrapped = |depth: usize| of.repeat(depth) + "{}" + &"}".repeat(depth);
    let hypotheses = text.lines().find(|line| line.starts_with("  \"hypotheses\"")).unwrap();
    for hostile in [
        String::new(),
        "null".into(),
        "{}".into(),
        nested(1_000_000),
        format!("{{\"certificate\": {}}}", nested(100_000)),
        text.replace(hypotheses, &format!("  \"hypotheses\": {},", wrapped(100))),
        text.replace(hypotheses, &format!("  \"hypotheses\": {},", wrapped(10_000))),
        text.replace(values, &format!("  \"values\": [{}],", zeros(200_000))),
        text.replace(values, &format!("  \"values\": [{}],", "18446744073709551616")),
        text.replace(values, &format!("  \"values\": [{}],", "1e400")),
        text.replace(values, &format!("  \"values\": [{}],", "9".repeat(100_000))),
        text.replace("\"0.77\"", &format!("\"{}\"", "(".repeat(60_000))),
        text.replace("\"0.77\"", &format!("\"{}\"", "1, ".repeat(5_000_000))),
        text.replace("\"0.77\"", "\"[n - 1] for a in 1..n for b in 1..n for c in 1..n for d in 1..n\""),
        huge("2000000000"),
        huge("1000000000"),
        huge("\"18446744073709551615\""),
        text.replace("\"period\": 12", "\"period\": \"18446744073709551615\""),
        text.replace("\"applied_period\": 12", "\"applied_period\": \"18446744073709551615\""),
        text.replace("\"preperiod\": 71", "\"preperiod\": \"18446744073709551615\""),
        text.replace("0.77", "0.77\u{0}"),
        " ".repeat(20 << 20),
    ] {
        let refused = checked(&hostile);
        assert!(refused.is_err(), "{}", &hostile[..hostile.len().min(3000)]);
    }
    // Not even UTF-8.
    assert!(matches!(verify(&[0xff; 1000], &Limits::default(), &mut |_| {}), Err(Refusal::Unreadable(_))));
}

/// Numbers from 2^53 on are strings, here of a rule with a formula.
/// The same members in another form or order are not a certificate; more white space is.
#[test]
fn members_stand_as_they_are_written() {
    let text = certificate(&Ruleset::parse("1..3").unwrap(), Sequence::Sg).unwrap();
    checked(&text.replace("\": ", "\"\t: ").replace("[0,1", "[ 0 ,\r\n 1")).unwrap();
    let object =
        r#"{"case": "finite", "largest": 3, "from": 0, "through": 6, "applied_period": 4, "applied_saltus": 0}"#;
    assert!(text.contains(object));
    let list = text.replace(object, r#"["finite", 3, 0, 6, 4, 0]"#);
    let turned = text.replace("  \"preperiod\": 0,\n  \"period\": 4,\n", "  \"period\": 4,\n  \"preperiod\": 0,\n");
    assert_ne!(turned, text);
    let escaped = text.replace("\"1..3\"", "\"\\u0031..3\"");
    assert_ne!(escaped, text);
    for altered in [list, turned, escaped] {
        assert!(matches!(checked(&altered), Err(Refusal::Unreadable(_))), "{altered}");
    }
}

#[test]
fn large_numbers_are_strings() {
    let hand = ByHand {
        rule: "1..9007199254740993",
        sequence: "sg",
        claim: (0, 0, 0),
        theorem: "closed",
        hypotheses: r#"{"case": "closed", "form": "interval", "least": 1, "largest": "9007199254740993"}"#,
        heaps: 1000,
        text: "period 9007199254740994, preperiod 0: proved (closed: g(n) = n mod 9007199254740994)",
    };
    let text = hand.write().replace("\"period\": 0", "\"period\": \"9007199254740994\"");
    let text = with_checksum(&text);
    assert_eq!(checked(&text).unwrap().claim, "period 9007199254740994, preperiod 0");
    for (from, to) in [("9007199254740993\"}", "9007199254740992\"}"), ("\"9007199254740994\"", "9007199254740994")] {
        assert!(checked(&with_checksum(&text.replacen(from, to, 1))).is_err(), "{to}");
    }
}

/// A longer table has a digest, and a code is checked by the second method.
#[test]
fn long_tables_have_a_digest() {
    let rule = Ruleset::parse("0.45").unwrap();
    let text = certificate(&rule, Sequence::Sg).unwrap();
    let heaps: u64 = serde_json::from_str::<Value>(&text).unwrap()["heaps"].as_u64().unwrap();
    assert!(heaps < 2000);
    // A finite set whose period is long.
    let rule = Ruleset::parse("2, 27, 99, 101").unwrap();
    let range = Range::Until(200_000);
    let found = study(&rule, Sequence::Sg, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    let mut text = Vec::new();
    Certificate::of(&rule, &found).unwrap().write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    if json["heaps"].as_u64().unwrap() > 100_000 {
        assert!(json.get("values").is_none());
    }
    assert!(checked(&text).is_ok(), "{:?}", checked(&text));
    let sum = json["digest"]["sha256"].as_str().map(str::to_owned);
    if let Some(sum) = sum {
        let other = if sum.starts_with('0') { "1" } else { "0" };
        let edited = with_checksum(&text.replace(&sum, &format!("{other}{}", &sum[1..])));
        assert!(checked(&edited).unwrap_err().to_string().contains("have the digest"));
    }
}

/// Published numbers that are wrong are named, with the heaps that show it.
#[test]
fn notes_name_what_is_wrong_in_print() {
    let notes = |rule: &str, sequence| {
        let rule = Ruleset::parse(rule).unwrap();
        let (range, settings) = (Range::Operations(1e8), Settings::default());
        let found = study(&rule, sequence, range, &settings, &mut Visited::default(), &mut ()).unwrap();
        let mut text = Vec::new();
        Certificate::of(&rule, &found).unwrap().write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(checked(&text).is_ok(), "{:?}", checked(&text));
        let json: Value = serde_json::from_str(&text).unwrap();
        json["notes"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(
        notes("fibonacci", Sequence::Sg),
        [
            "OEIS A001581 (generating function by S. Plouffe) says period 36, preperiod 0 of the outcomes; heaps 108 and 144 \
          show that it is wrong"
        ]
    );
    assert_eq!(
        notes("1, 4, 13, 17", Sequence::Outcome),
        ["autotool, Shift/Type.hs says period 118, preperiod 17 of the outcomes; it holds from heap 0 on"]
    );
    assert_eq!(
        notes("2, 27, 99, 101", Sequence::Outcome),
        [
            "autotool, Shift/Funf.hs says period 69090, preperiod 4764 of the outcomes; heaps 4776 and 73866 show that it is \
          wrong"
        ]
    );
    assert_eq!(
        notes("3, 5, 6", Sequence::Sg),
        ["the README of syedmabdullah says that heap 6 has the value 1; it has 2"]
    );
    assert!(notes("0.77", Sequence::Sg).is_empty());
}

/// From the command line: a file or stdout, an error where nothing is proved, exit statuses.
#[test]
fn the_command_line_writes_and_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let kayles = path("kayles.json");
    let written = sgtab(&["pattern", "kayles", "--certificate", &kayles]);
    assert!(written.status.success() && String::from_utf8_lossy(&written.stdout).contains("period 12"));
    let alone = sgtab(&["pattern", "kayles", "--certificate", "-"]);
    assert_eq!(alone.stdout, fs::read(&kayles).unwrap());

    let verified = sgtab(&["verify", &kayles]);
    let said = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(0), "{said}");
    assert!(said.ends_with("\n  verified: period 12, preperiod 71 of 0.77\n"), "{said}");

    let none = path("none.json");
    let refused = sgtab(&["pattern", "0.007", "-n", "1000", "--certificate", &none]);
    let why = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), Path::new(&none).exists()), (Some(1), false));
    assert!(why.starts_with("error: nothing is proved of 0.007, so there is no certificate; known is: "), "{why}");

    let (edited, cut) = (path("edited.json"), path("cut.json"));
    let text = fs::read_to_string(&kayles).unwrap();
    fs::write(&edited, text.replace("\"from\": 71", "\"from\": 72")).unwrap();
    fs::write(&cut, &text[..200]).unwrap();
    assert_eq!(sgtab(&["verify", &kayles, &edited]).status.code(), Some(1));
    let all = sgtab(&["verify", &kayles, &edited, &cut, &none, "--json"]);
    assert_eq!(all.status.code(), Some(2));
    let json: Value = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!((json["rejected"].as_u64(), json["errors"].as_u64()), (Some(1), Some(2)));
    let verdicts: Vec<_> =
        json["certificates"].as_array().unwrap().iter().map(|file| file["verdict"].clone()).collect();
    assert_eq!(verdicts, ["verified", "rejected", "unreadable", "unreadable"]);
}

#[test]
fn a_batch_writes_certificates_that_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, output) = (folder.path().join("rules"), folder.path().join("output"));
    fs::create_dir(&rules).unwrap();
    for name in ["kayles", "bash-3", "squares", "all-but-2-5-7", "subtraction-2-7", "couples-are-forever"] {
        let file = format!("{name}.toml");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets").join(&file), rules.join(&file)).unwrap();
    }
    let done = sgtab(&["batch", rules.to_str().unwrap(), "-o", output.to_str().unwrap(), "--certificates"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let certificate = |name: &str| output.join(format!("{name}.certificate.json"));
    for name in ["kayles", "bash-3", "squares", "all-but-2-5-7", "subtraction-2-7"] {
        let text = fs::read_to_string(certificate(name)).unwrap();
        assert!(checked(&text).is_ok(), "{name}: {:?}", checked(&text));
    }
    assert!(!certificate("couples-are-forever").exists());
}

/// The example of the documentation is what the program writes.
#[test]
fn the_documented_example_is_current() {
    let doc = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("doc/certificates.md")).unwrap();
    let example = doc.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(certificate(&Ruleset::parse("1..3").unwrap(), Sequence::Sg).unwrap(), example);
    assert!(checked(example).is_ok());
}
