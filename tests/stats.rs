//! Statistics against counting one by one, and against published ones.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use proptest::prelude::*;
use serde_json::{Value, json};
use sgtab::pattern::Sequence;
use sgtab::ruleset::Ruleset;
use sgtab::stats::{Stats, ValueCount, breaking};
use sgtab::study::tabulate;
use sgtab::table::{Breaking, EngineName, Period, Settings, SgTable, Visited};

/// All of it, heap by heap.
fn by_counting(rule: &Ruleset, table: &SgTable, sequence: Sequence, last: u64, of: &Stats) {
    let value = |n: u64| table.get(n).map(|v| if sequence == Sequence::Outcome { v.min(1) } else { v }).unwrap();
    let mut seen: BTreeMap<u64, ValueCount> = BTreeMap::new();
    for n in 0..=last {
        let new = ValueCount { value: value(n), first: n, count: 0 };
        seen.entry(value(n)).or_insert(new).count += 1;
    }
    let values: Vec<ValueCount> = seen.into_values().collect();
    assert_eq!(of.distinct, values.len() as u64);
    assert_eq!(of.values, values[..of.values.len()]);
    let largest = values.last().unwrap();
    assert_eq!((of.largest, of.largest_at), (largest.value, largest.first));
    let Some(rare) = of.rare else { return };
    let is_rare = |mask: u64, heap: bool, parity: u32, n: u64| {
        ((value(n) & mask).count_ones() % 2) ^ (u32::from(heap) & (n % 2) as u32) == parity
    };
    let heaps: Vec<u64> = (0..=last)
        .filter(|&n| is_rare(rare.split.mask.into(), rare.split.of_heap, rare.split.rare_parity, n))
        .collect();
    assert_eq!((rare.heaps, rare.last), (heaps.len() as u64, heaps.last().copied()));
    // No other mask over the bits of the largest value has fewer.
    let which = breaking(rule).unwrap();
    for mask in 1..(largest.value + 1).next_power_of_two() {
        for heap in [false, true] {
            if heap && which == Breaking::Both {
                continue;
            }
            let parity = u32::from(heap && which == Breaking::Odd);
            let rivals = (0..=last).filter(|&n| is_rare(mask, heap, parity, n)).count() as u64;
            assert!(rivals >= rare.heaps, "{mask:x} {heap}");
        }
    }
}

const RULES: [&str; 5] = ["0.77", "0.07", "0.6", "4!.0", "0.106"];

proptest! {
    #[test]
    fn what_is_stored_is_counted(values in prop::collection::vec(0u32..40, 1..300), rule in 0..5usize, cut in 0u64..10) {
        let rule = Ruleset::parse(RULES[rule]).unwrap();
        let last = (values.len() as u64 - 1).saturating_sub(cut);
        let table = SgTable::from_values(values, EngineName::Naive);
        for sequence in [Sequence::Sg, Sequence::Outcome] {
            let stats = Stats::of(&rule, &table, sequence, last).unwrap();
            prop_assert_eq!(stats.rare.is_some(), sequence == Sequence::Sg && stats.largest > 0);
            by_counting(&rule, &table, sequence, last, &stats);
        }
    }

    #[test]
    fn whole_repetitions_are_counted_at_once(
        values in prop::collection::vec(0u32..20, 1..30),
        places in 1u64..30,
        saltus in 0u64..9,
        last in 0u64..500,
        rule in 0..5usize,
    ) {
        let rule = Ruleset::parse(RULES[rule]).unwrap();
        let len = values.len() as u64;
        let period = places.min(len);
        let mut table = SgTable::from_values(values, EngineName::Naive);
        table.set_tail(Period { preperiod: len - period, period, saltus });
        table.extend(&rule, last, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        for sequence in [Sequence::Sg, Sequence::Outcome] {
            by_counting(&rule, &table, sequence, last, &Stats::of(&rule, &table, sequence, last).unwrap());
        }
    }
}

fn stats(rule: &str, n: u64) -> Stats {
    let rule = Ruleset::parse(rule).unwrap();
    let (table, _) = tabulate(&rule, n, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    Stats::of(&rule, &table, Sequence::Sg, n).unwrap()
}

fn published(code: &str, n: u64) {
    let rows = fs::read_to_string("tests/data/rare_heaps.tsv").unwrap();
    let row: Vec<&str> =
        rows.lines().find_map(|row| row.strip_prefix(&format!("{code}\t"))).unwrap().split('\t').collect();
    let number = |at: usize| row[at].parse::<u64>().unwrap();
    let found = stats(code, n);
    let rare = found.rare.unwrap();
    let mask = (u32::from_str_radix(row[4], 16).unwrap(), false);
    if n >= number(0) {
        assert_eq!((found.largest_at, found.largest), (number(0), number(1)), "{code}");
    }
    assert_eq!((rare.split.mask, rare.split.of_heap), mask, "{code}");
    assert_eq!((rare.heaps, rare.last), (number(2), Some(number(3))), "{code}");
}

#[test]
fn published_rare_heaps() {
    for code in ["0.45", "0.156", "0.356", "0.644", "0.354"] {
        published(code, 6000);
    }
    // As far as the largest value of 0.56, and as far as the rare heaps of 0.16.
    published("0.56", 23_000);
    published("0.16", 15_000);
}

/// 0.45 has period 20 from heap 498 on.
#[test]
fn a_proved_tail_is_counted_to_heap_2_to_the_40() {
    let (far, near) = (stats("0.45", 1 << 40), stats("0.45", 20_000));
    assert_eq!((far.distinct, far.largest, far.largest_at), (near.distinct, near.largest, near.largest_at));
    assert_eq!(far.rare, near.rare);
    assert_eq!(far.values.iter().map(|seen| seen.count).sum::<u64>(), (1 << 40) + 1);
    assert!(far.values.iter().zip(&near.values).all(|(a, b)| (a.value, a.first) == (b.value, b.first)));
    assert_eq!(stats("0.45", i64::MAX as u64 - 1).rare, near.rare);

    let nim = stats("any", 1 << 40);
    assert_eq!((nim.distinct, nim.largest, nim.largest_at), ((1 << 40) + 1, 1 << 40, 1 << 40));
    assert_eq!(nim.values[70], ValueCount { value: 70, first: 70, count: 1 });
    // 9 values twice every 24 heaps, and then 9 more.
    let rule = Ruleset::parse("all but 2, 5, 6, 8").unwrap();
    let (table, _) = tabulate(&rule, 1 << 40, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
    let few = Stats::of(&rule, &table, Sequence::Sg, 100_000).unwrap();
    by_counting(&rule, &table, Sequence::Sg, 100_000, &few);
    let all = Stats::of(&rule, &table, Sequence::Sg, 1 << 40).unwrap();
    assert_eq!(all.largest, table.get(all.largest_at).unwrap());
    assert_eq!(all.values[..1000], few.values[..1000]);
    let outcomes = Stats::of(&rule, &table, Sequence::Outcome, 1 << 40).unwrap();
    assert_eq!(outcomes.values[0], ValueCount { value: 0, first: 0, count: 3 });
}

#[test]
fn what_breaks_after_which_amounts() {
    let of = |rule: &str| breaking(&Ruleset::parse(rule).unwrap());
    for (rule, expected) in [
        ("1..3", None),
        ("0.77", Some(Breaking::Both)),
        ("0.45", Some(Breaking::Both)),
        ("0.07", Some(Breaking::Even)),
        ("0.106", Some(Breaking::Odd)),
        ("4!.0", Some(Breaking::Even)),
        ("4.4", Some(Breaking::Both)),
        ("80.0", None),
        ("0.0[7]", Some(Breaking::Both)),
        ("0.0[70]", Some(Breaking::Even)),
        ("[a, n - a] for a in 1..n/2", Some(Breaking::Even)),
        ("[a, n - a] for a in 1..n/3", None),
    ] {
        assert_eq!(of(rule), expected, "{rule}");
    }
}

fn stdout(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn statistics_are_printed() {
    insta::assert_snapshot!("table_stats", stdout(&["table", "0.45", "-n", "2000", "--stats"]));
    insta::assert_snapshot!("table_stats_outcomes", stdout(&["table", "kayles", "-n", "50", "--stats", "--outcomes"]));
    insta::assert_snapshot!("table_stats_many", stdout(&["table", "nim", "-n", "2^40", "--stats"]));
    insta::assert_snapshot!("pattern_stats", stdout(&["pattern", "0.106", "-n", "3000", "--stats"]));
}

#[test]
fn statistics_as_json() {
    let read = |args: &[&str]| -> Value { serde_json::from_str(&stdout(args)).unwrap() };
    let table = read(&["table", "0.45", "-n", "2000", "--stats", "--json"]);
    assert_eq!((&table["rule"], &table["n"], &table["values"]), (&json!("0.45"), &json!(2000), &Value::Null));
    let stats = &table["stats"];
    assert_eq!((&stats["largest"], &stats["largest_at"], &stats["distinct"]), (&json!(8), &json!(37), &json!(9)));
    let rare = json!({"mask": "f", "heap_parity": false, "rare_parity": 0, "count": 11, "last": 198});
    assert_eq!(stats["rare"], rare);
    assert_eq!(stats["values"].as_array().unwrap().len(), 9);
    assert_eq!(stats["values"][0]["first"], 0);
    let pattern = read(&["pattern", "1..3", "-n", "99", "--stats", "--json"]);
    assert_eq!(pattern["verdicts"][0]["period"], 4);
    assert_eq!(pattern["stats"]["values"][2], json!({"value": 2, "first": 2, "count": 25}));
    assert_eq!(pattern["stats"]["rare"], Value::Null);
}

#[test]
fn the_table_goes_to_its_file_and_the_statistics_to_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bash.csv");
    let printed = stdout(&["table", "1..3", "-n", "5", "--stats", "-o", path.to_str().unwrap()]);
    assert!(printed.contains("largest value 3, first at heap 3"), "{printed}");
    assert!(fs::read_to_string(&path).unwrap().ends_with("\n5,1,N\n"));
}

#[test]
fn misere_rules_have_statistics_of_outcomes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last-loses.toml");
    fs::write(&path, "take = '1..3'\nconvention = 'misere'\n").unwrap();
    let printed = stdout(&["table", path.to_str().unwrap(), "-n", "1000", "--stats"]);
    assert!(printed.contains("\n        P           1    250\n") && !printed.contains("largest"), "{printed}");
}

#[test]
fn statistics_and_rows_do_not_share_stdout() {
    for format in [&["-o", "-", "--format", "csv"][..], &["--format", "csv"]] {
        let args = [&["table", "1..3", "--stats"][..], format].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert!(message.contains("write the table to a file by -o FILE, or leave out --stats"), "{message}");
    }
}
