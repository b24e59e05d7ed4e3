//! `sgtab value`: any heap, as far as a theorem or a table goes.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::{Command, Output};

use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::Value;
use sgtab::play::{Known, PlayError, Worth};
use sgtab::ruleset::Ruleset;
use sgtab::table::{Settings, SgTable};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).arg("value").args(args).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_slice(&run(&[&["--json"], args].concat()).stdout).unwrap()
}

fn failure(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn rules() -> impl Strategy<Value = String> {
    prop_oneof![
        (1u64..9, 0u64..9).prop_map(|(a, more)| format!("{a}..{}", a + more)),
        (1u64..9).prop_map(|a| format!("{a}..")),
        (1u64..9).prop_map(|a| format!("all but {a}")),
        prop::collection::btree_set(1u64..12, 1..4).prop_map(|set| set
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(", ")),
        prop::sample::select(vec!["kayles", "0.07", "laskers-nim", "0.137", "all but 2, 5", "primes", "[n / 2]"])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every heap is worth what the definition says; in a heap of many digits it is what the period says of a smaller one.
    #[test]
    fn values_are_those_of_the_definition(text in rules(), heaps in prop::collection::vec(0u64..400, 1..5), digits in 20u32..120) {
        let rule = Ruleset::parse(&text).unwrap();
        let naive = Settings { engine: Some("naive".parse().unwrap()), ..Settings::default() };
        let table = SgTable::compute(&rule, 1000, &naive).unwrap();
        let mut worth = Worth::new(rule, Settings::default());
        for n in heaps {
            prop_assert_eq!(Some(worth.any_value(&n.into()).unwrap().0), table.get(n).map(BigUint::from), "{} {}", text, n);
        }
        if matches!(text.as_str(), "primes" | "[n / 2]") {
            return Ok(());
        }
        // All these have a period that divides this number of heaps, seen from heap 500 on.
        let period: u64 = (1..=200).find(|p| {
            let rise = table.get(500 + p).unwrap().checked_sub(table.get(500).unwrap());
            rise.is_some_and(|rise| (500..=800 - p).all(|n| table.get(n + p) == table.get(n).map(|g| g + rise)))
        }).unwrap();
        let saltus = table.get(500 + period).unwrap() - table.get(500).unwrap();
        let large = BigUint::from(10_u32).pow(digits);
        let (found, known) = worth.any_value(&large).unwrap();
        let place = u64::try_from(&large % period).unwrap();
        let like = (500..500 + period).find(|n| n % period == place).unwrap();
        let expected = table.get(like).unwrap() + (large - like) / period * saltus;
        prop_assert_eq!((found, known), (expected, Known::Proved), "{}", text);
    }
}

#[test]
fn a_heap_is_computed_or_proved() {
    assert_eq!(
        json(&["2, 3", "1000000000000000000", "7"]),
        serde_json::json!({"rule": "2, 3", "values": [
            {"n": "1000000000000000000", "sg": 0, "by": "proved"},
            {"n": 7, "sg": 1, "by": "proved"},
        ]})
    );
    assert_eq!(
        json(&["kayles", "20", "10^100"]),
        serde_json::json!({"rule": "kayles", "values": [
            {"n": 20, "sg": 1, "by": "table"},
            {"n": format!("1{}", "0".repeat(100)), "sg": 1, "by": "proved"},
        ]})
    );
    let googol = format!("1{}", "0".repeat(100));
    assert_eq!(json(&["nim", &googol])["values"][0]["sg"], Value::String(googol));
    assert_eq!(json(&["primes", "1000"])["values"][0]["by"], "table");
    // An interval with more amounts than a table could hold.
    assert_eq!(json(&["2..10^12", "2e12"])["values"][0]["sg"].as_u64(), Some(999_999_999_998 / 2));
    let text = String::from_utf8(run(&["3..4", "1e18"]).stdout).unwrap();
    assert_eq!(
        text,
        "Take 3 or 4\n  g(n) = floor((n mod 7) / 3): proved (closed)\n  g(1000000000000000000) = 0  (proved)\n"
    );
}

#[test]
fn what_is_not_known_is_refused_with_its_cost() {
    let message = failure(&["primes", "5", "1e12"]);
    assert!(message.contains("heap 1000000000000 of primes is not known: no theorem gives it"), "{message}");
    assert!(message.contains("years"), "{message}");
    assert!(failure(&["squares", "10^50"]).contains("more than a million years"));
    let mut worth = Worth::new(Ruleset::parse("4!.0").unwrap(), Settings::default());
    assert!(matches!(worth.any_value(&BigUint::from(10_u32).pow(30)), Err(PlayError::Value { .. })));
    let message = failure(&["4!.0", "1e9"]);
    assert!(message.contains("of memory") && message.contains("--memory"), "{message}");
    assert!(failure(&["2, 3", "-1"]).contains("heaps are counted from 0"));
    assert!(failure(&["2, 3", "ten"]).contains("write a whole number"));
    assert!(failure(&["2, 3", "10^100000"]).contains("10000 digits"));
    assert!(failure(&["2, 3"]).contains("<HEAP>"));
}

#[test]
fn misere_heaps_have_no_values() {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), "take = \"1..3\"\nconvention = \"misere\"\n").unwrap();
    let message = failure(&[file.path().to_str().unwrap(), "3"]);
    assert!(message.contains("misère") && message.contains("normal play"), "{message}");
}
