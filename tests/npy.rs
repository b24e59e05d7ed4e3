//! NPY files, byte for byte.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};
use sgtab::export::{TableView, write_npy};
use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Period, Settings, SgTable, Visited};

fn sgtab(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn npy(table: &SgTable, last: u64, outcomes: bool) -> Vec<u8> {
    let rule = Ruleset::parse("1").unwrap();
    let mut bytes = Vec::new();
    write_npy(&mut bytes, &TableView { rule: &rule, table, last, outcomes, verdict: None }).unwrap();
    bytes
}

/// What the header says, and the bytes of the numbers. The format has no other freedom than this: the rest is asserted.
fn parts(bytes: &[u8]) -> (String, Vec<u8>) {
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, numbers) = bytes[10..].split_at(length);
    assert!((10 + length).is_multiple_of(64) && header.ends_with(b"\n"));
    let said = str::from_utf8(header).unwrap().trim_end().to_owned();
    assert!(length - said.len() <= 64, "no more is padded than is needed");
    (said, numbers.to_vec())
}

fn header(descr: &str, heaps: u64) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({heaps},), }}")
}

#[test]
fn every_byte_of_a_small_file() {
    let table = SgTable::from_values([0, 1, 2, 300], EngineName::Naive);
    let mut expected = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    expected.extend(b"{'descr': '<u2', 'fortran_order': False, 'shape': (4,), }");
    expected.resize(127, b' ');
    expected.extend(b"\n\x00\x00\x01\x00\x02\x00\x2c\x01");
    assert_eq!(npy(&table, 3, false), expected);
}

#[test]
fn numbers_are_as_narrow_as_the_values_that_are_written() {
    let (long, little): (Vec<u32>, _) = ((0..1000).collect(), |largest: u64, width: usize| {
        (0..=largest).flat_map(|n| n.to_le_bytes()[..width].to_vec()).collect::<Vec<u8>>()
    });
    let table = SgTable::from_values(long, EngineName::Naive);
    assert_eq!(parts(&npy(&table, 255, false)), (header("|u1", 256), little(255, 1)));
    assert_eq!(parts(&npy(&table, 256, false)), (header("<u2", 257), little(256, 2)));
    assert_eq!(parts(&npy(&table, 5000, false)), (header("<u2", 1000), little(999, 2)));
    for (largest, descr, width) in [(65_535, "<u2", 2), (65_536, "<u4", 4), (u32::MAX, "<u4", 4)] {
        let table = SgTable::from_values([0, largest], EngineName::Naive);
        let numbers = [0, u64::from(largest)].iter().flat_map(|n| n.to_le_bytes()[..width].to_vec()).collect();
        assert_eq!(parts(&npy(&table, 1, false)), (header(descr, 2), numbers));
    }
}

/// The largest value is computed, not looked for, where a tail gives it.
#[test]
fn tails_are_written_too() {
    let rule = Ruleset::parse("1").unwrap();
    let with_tail = |values: &[u32], tail: Period, last: u64| {
        let mut table = SgTable::from_values(values.iter().copied(), EngineName::Naive);
        table.set_tail(tail);
        table.extend(&rule, last, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        table
    };
    let level = with_tail(&[300, 2, 1], Period { preperiod: 1, period: 2, saltus: 0 }, 200_000);
    let (said, numbers) = parts(&npy(&level, 200_000, false));
    assert_eq!(said, header("<u2", 200_001));
    let expected = (0..=200_000u32).map(|n| if n == 0 { 300u16 } else { 2 - u16::from(n % 2 == 0) });
    assert!(numbers == expected.flat_map(u16::to_le_bytes).collect::<Vec<u8>>());

    let rising = with_tail(&[0], Period { preperiod: 0, period: 1, saltus: 1 << 20 }, 70_000);
    for (last, descr, width) in [(0, "|u1", 1), (1, "<u4", 4), (4095, "<u4", 4), (4096, "<u8", 8), (70_000, "<u8", 8)] {
        let (said, numbers) = parts(&npy(&rising, last, false));
        assert_eq!(said, header(descr, last + 1));
        let expected = (0..=last).flat_map(|n| (n << 20).to_le_bytes()[..width].to_vec());
        assert!(numbers == expected.collect::<Vec<u8>>(), "{last}");
    }
}

#[test]
fn outcomes_are_true_for_p_positions() {
    let table = SgTable::from_values([0, 1, 0, 70_000], EngineName::Naive);
    assert_eq!(parts(&npy(&table, 3, true)), (header("|b1", 4), vec![1, 0, 1, 0]));
}

#[test]
fn the_command_writes_a_file_with_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bash.npy");
    let name = path.to_str().unwrap();
    let said = sgtab(&["table", "1..3", "-n", "5", "-o", name, "--stats"]);
    assert!(str::from_utf8(&said.stdout).unwrap().contains("largest value 3, first at heap 3"));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(parts(&bytes), (header("|u1", 6), vec![0, 1, 2, 3, 0, 1]));
    let record: Value = serde_json::from_slice(&fs::read(folder.path().join("bash.meta.json")).unwrap()).unwrap();
    assert_eq!((&record["rule"], &record["n"], &record["largest_value"]), (&json!("1..3"), &json!(5), &json!(3)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file stays");
    for to_stdout in [&["-o", "-", "--format", "npy"][..], &["--format", "npy"]] {
        assert!(sgtab(&[&["table", "1..3", "-n", "5"], to_stdout].concat()).stdout == bytes);
    }
    let outcomes = sgtab(&["table", "1..3", "-n", "5", "--outcomes", "--format", "npy"]).stdout;
    assert_eq!(parts(&outcomes), (header("|b1", 6), vec![1, 0, 0, 0, 1, 0]));
}
