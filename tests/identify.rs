//! Rules are recognised by their values: published equivalences, and games whose relatives are known.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::sync::LazyLock;

use sgtab::identify::{Catalogue, End, Identified, IdentifyError, Match};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::{Settings, SgTable, heaps_within};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::compute);

fn identified(rule: &str) -> Identified {
    CATALOGUE.identify(&Ruleset::parse(rule).unwrap(), &Settings::default()).unwrap()
}

/// The match that names a rule, first or among others.
fn naming<'a>(found: &'a Identified, name: &str) -> &'a Match {
    let names = |found: &&Match| found.name == name || found.others.iter().any(|other| other == name);
    found.matches.iter().find(names).unwrap_or_else(|| panic!("{name} is not in {found:#?}"))
}

/// All that is said of `rule` is true of heaps up to 600, by the definition alone.
fn verify(rule: &str) {
    let definition = Settings { engine: Some("naive".parse().unwrap()), ..Settings::default() };
    let values = |rule: &str| -> Vec<u64> {
        let rule = Ruleset::parse(rule).unwrap();
        // Some rules have far too many moves.
        let last = heaps_within(&rule, definition.engine, 1e8, 0.0, definition.memory).min(600);
        SgTable::compute(&rule, last, &definition).unwrap().values().collect()
    };
    let own = values(rule);
    for found in identified(rule).matches {
        for name in [&found.name].into_iter().chain(found.others.first()) {
            let theirs = values(name);
            let their = |n: u64| theirs.get(n.checked_add_signed(found.shift).unwrap() as usize);
            let last = if found.end == End::Proved { u64::MAX } else { found.through };
            for (n, value) in own.iter().enumerate().skip(found.from as usize) {
                let Some(their) = their(n as u64) else { break };
                match found.end {
                    _ if n as u64 <= last => assert_eq!(value, their, "heap {n} of {rule}: {found}"),
                    End::Differs { value: own, other } if n as u64 == last + 1 => {
                        assert_eq!((*value, *their), (own, other), "heap {n} of {rule}: {found}");
                    }
                    _ => {}
                }
            }
            let before = own.iter().take(found.from as usize).all(|&value| value == 0);
            assert_eq!(before, found.zeros_before, "{rule}: {found}");
        }
    }
}

#[test]
fn dawsons_chess_is_dawsons_kayles_shifted() {
    let found = identified("0.137");
    let itself = &found.matches[0];
    assert!(itself.same_rule && itself.shipped == ["dawsons-chess"], "{itself}");
    let kayles = naming(&found, "0.07");
    assert_eq!((kayles.shift, kayles.from, kayles.end), (1, 0, End::Proved));
    let back = identified("0.07");
    let chess = naming(&back, "0.137");
    assert_eq!((chess.shift, chess.from, chess.zeros_before, chess.end), (-1, 1, true, End::Proved));
}

/// One table in print has 0.161 and 0.36 as the same.
#[test]
fn a_near_miss_is_told() {
    let found = identified("0.161");
    let near = naming(&found, "0.36");
    assert_eq!((near.shift, near.through, near.end), (0, 518, End::Differs { value: 2, other: 4 }));
    assert_eq!(
        near.to_string(),
        "agrees with 0.36 through heap 518 and differs at heap 519: 2 here, 4 there; so with 0.361"
    );
}

#[test]
fn what_is_not_proved_is_not_called_equal() {
    // No period of Treblecross is known.
    let treblecross = identified("0.007");
    let same = naming(&treblecross, "0.04");
    assert_eq!((same.shift, same.end), (1, End::Open));
    assert!(same.to_string().starts_with("agrees with 0.04 shifted by 1 heap") && same.through >= 1000, "{same}");
}

#[test]
fn the_same_rule_in_other_words() {
    for nim in ["any", "nim", "1..", "0.[3]", "[n - a] for a in 1..n"] {
        let found = identified(nim);
        assert!(found.matches[0].same_rule && found.matches[0].shipped == ["nim"], "{nim}");
    }
    let found = identified("0.333");
    assert!(found.matches[0].same_rule && found.matches[0].name == "1..3");
    assert_eq!(found.matches.iter().filter(|found| found.same_rule).count(), 1);
}

#[test]
fn relatives_of_kayles() {
    let found = identified("kayles");
    assert_eq!(naming(&found, "0.771").end, End::Proved);
    let split = naming(&found, "4.6");
    assert_eq!((split.shift, split.end), (1, End::Proved));
}

#[test]
fn sets_are_recognised_too() {
    let found = identified("2, 4");
    let interval = naming(&found, "2..4");
    assert_eq!((interval.shift, interval.end), (0, End::Proved));
    // The next Fibonacci number, 89, changes nothing; 144 does.
    let found = identified("1, 2, 3, 5, 8, 13, 21, 34, 55");
    assert_eq!(found.matches[0].end, End::Differs { value: 0, other: 6 });
    assert_eq!((found.matches[0].name.as_str(), found.matches[0].through), ("fibonacci", 143));
}

/// Different cofinite sets may have the same values.
#[test]
fn a_saltus_is_compared_too() {
    let found = identified("any except 4 | 5..");
    assert!(found.matches[0].same_rule, "{found:?}");
    let mut proved = 0;
    for rule in ["all but 1, 4", "all but 2", "3..", "all but 3, 9", "all but 1, 3, 5, 7"] {
        let found = identified(rule);
        proved += found.matches.iter().filter(|found| !found.same_rule && found.end == End::Proved).count();
        verify(rule);
    }
    assert!(proved > 0);
}

#[test]
fn a_rule_like_no_other() {
    let found = identified("[n - 1]; [n/3, n/4] if n % 2 == 0; [n - 7] if n % 5 == 1");
    assert_eq!(found.matches, []);
    assert!(!found.all_zero);
    let nothing = identified("100000");
    assert!(nothing.all_zero && nothing.matches.is_empty());
}

#[test]
fn misere_rules_are_refused() {
    let misere = Ruleset::parse("1..3").unwrap().with_convention(Convention::Misere);
    let refused = CATALOGUE.identify(&misere, &Settings::default());
    assert_eq!(refused, Err(IdentifyError::Misere { rule: "1..3".into() }));
}

#[test]
fn all_that_is_said_is_true() {
    for rule in
        ["0.137", "0.161", "0.77", "4.0", "0.3", "0.1", "2, 7", "1..64", "0.156", "4.13", "3, 5, 9", "odd", "2..6, 11"]
    {
        verify(rule);
    }
}

/// Rows of `tests/data/octal_equivalences.tsv`: a code, and a shorter one with the same values but for leading zeros.
fn equivalences_hold(every: usize) {
    let text = fs::read_to_string("tests/data/octal_equivalences.tsv").unwrap();
    let code = |text: &str| if text.contains('.') { text.to_owned() } else { format!("{text}.") };
    for row in text.lines().filter(|row| !row.starts_with('#')).step_by(every) {
        let row: Vec<&str> = row.split('\t').collect();
        let representative = Ruleset::parse(&code(row[1])).unwrap().to_string();
        let shift: i64 = row[2].parse().unwrap();
        let found = identified(&code(row[0]));
        let found = naming(&found, &representative);
        assert_eq!(found.shift, -shift, "{row:?}: {found}");
        assert!(!matches!(found.end, End::Differs { .. }), "{row:?}: {found}");
    }
}

#[test]
fn published_equivalences_are_found() {
    equivalences_hold(25);
}

#[test]
#[ignore = "takes minutes: all rows, by cargo test --release --test identify -- --ignored"]
fn all_published_equivalences_are_found() {
    equivalences_hold(1);
}
