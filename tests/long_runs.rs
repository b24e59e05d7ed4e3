//! Runs that are killed, interrupted and gone on with.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sgtab::export::{CheckpointError, read_checkpoint, write_checkpoint};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::{EngineName, Settings, SgTable};

/// Some seconds by the definition, and no theorem ends it.
const SLOW: [&str; 6] = ["table", "4!.0", "--engine", "naive", "-n", "14000"];

/// Longer than anybody waits.
const ENDLESS: [&str; 6] = ["table", "4!.0", "--engine", "naive", "-n", "200000"];

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgtab"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn done(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn failure(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Waits until `ready`, while the program runs.
fn wait_until(child: &mut Child, ready: impl Fn() -> bool) {
    let since = Instant::now();
    while !ready() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        assert!(since.elapsed() < Duration::from_secs(120));
        sleep(Duration::from_millis(10));
    }
}

fn heaps(checkpoint: &Path) -> u64 {
    let bytes = fs::read(checkpoint).unwrap_or_default();
    bytes.get(16..24).map_or(0, |heaps| u64::from_le_bytes(heaps.try_into().unwrap()))
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Names of what is in it, temporary files too.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let folder = Folder::new();
    let (saved, csv, whole) = (folder.text("saved"), folder.text("resumed.csv"), folder.text("whole.csv"));
    let mut child =
        command(&[&SLOW[..], &["--checkpoint", &saved, "--every", "0.05", "-o", &csv]].concat()).spawn().unwrap();
    wait_until(&mut child, || heaps(&folder.path("saved")) > 3000);
    child.kill().unwrap();
    child.wait().unwrap();
    let reached = heaps(&folder.path("saved"));
    assert!((3001..14_001).contains(&reached) && !folder.path("resumed.csv").exists());

    // Killed again on its way.
    let mut child =
        command(&[&SLOW[..], &["--resume", &saved, "--every", "0.05", "-o", &csv]].concat()).spawn().unwrap();
    wait_until(&mut child, || heaps(&folder.path("saved")) > reached + 1000);
    child.kill().unwrap();
    child.wait().unwrap();

    assert_eq!(done(&[&SLOW[..], &["--resume", &saved, "-o", &csv]].concat()), "");
    assert_eq!(done(&[&SLOW[..], &["-o", &whole]].concat()), "");
    for (a, b) in [("resumed.csv", "whole.csv"), ("resumed.meta.json", "whole.meta.json")] {
        assert!(fs::read(folder.path(a)).unwrap() == fs::read(folder.path(b)).unwrap(), "{a}");
    }
    // What is saved is all of it: at once with other outputs, and with fewer heaps it stays as it is.
    assert_eq!(heaps(&folder.path("saved")), 14_001);
    let short = [&SLOW[..5], &["100", "--resume", &saved, "--json"]].concat();
    assert_eq!(done(&short), done(&[&SLOW[..5], &["100", "--json"]].concat()));
    assert_eq!(heaps(&folder.path("saved")), 14_001);
}

/// Wherever a run stops, the engine and the verdict are those of a run that did not.
#[test]
fn any_beginning_leads_to_the_same_end() {
    let folder = Folder::new();
    let saved = folder.path("saved");
    for (text, n) in
        [("0.77", "5000"), ("squares", "3000"), ("2, 27, 99, 101", "20000"), ("all but 2, 5, 6, 8", "3000")]
    {
        let rule = Ruleset::parse(text).unwrap();
        for arguments in [&["--json"][..], &[], &["--outcomes"], &["--stats"]] {
            let whole = done(&[&["table", text, "-n", n], arguments].concat());
            for heaps in [0, 1, 100, 1023, 1024, 1025, 2999] {
                let full = SgTable::compute(&rule, heaps, &Settings::default()).unwrap();
                let values = full.values().take(heaps as usize).map(|value| value as u32);
                let mut bytes = Vec::new();
                write_checkpoint(&mut bytes, &rule, &SgTable::from_values(values, EngineName::Naive)).unwrap();
                fs::write(&saved, &bytes).unwrap();
                let resumed =
                    done(&[&["table", text, "-n", n, "--resume", saved.to_str().unwrap()], arguments].concat());
                assert!(resumed == whole, "{text} from {heaps} heaps, {arguments:?}:\n{resumed}\n{whole}");
            }
        }
    }
}

#[test]
fn a_table_with_a_proved_tail_is_saved_too() {
    let folder = Folder::new();
    let saved = folder.text("saved");
    let far = ["table", "0.77", "-n", "2^40", "--stats"];
    let printed = done(&[&far[..], &["--checkpoint", &saved]].concat());
    // Preperiod and period; more where it was saved before that was known.
    assert!(heaps(&folder.path("saved")) >= 83);
    assert_eq!(done(&[&far[..], &["--resume", &saved]].concat()), printed);
}

#[test]
fn what_cannot_be_gone_on_from_is_refused() {
    let folder = Folder::new();
    let (saved, other, new) = (folder.text("saved"), folder.text("other"), folder.text("new"));
    done(&["table", "squares", "-n", "100", "--checkpoint", &saved]);
    let refused = |rule: &str, file: &str| {
        let message = failure(&["table", rule, "-n", "200", "--resume", file]);
        message.replace(file, "FILE").replace('\\', "/")
    };
    insta::assert_snapshot!("other_rule", refused("cubes", &saved));
    fs::write(folder.path("misere.toml"), "take = 'squares'\nconvention = 'misere'\n").unwrap();
    insta::assert_snapshot!("other_convention", refused(&folder.text("misere.toml"), &saved));
    let bytes = fs::read(&saved).unwrap();
    fs::write(&other, &bytes[..bytes.len() - 50]).unwrap();
    insta::assert_snapshot!("truncated", refused("squares", &other));
    let mut altered = bytes.clone();
    altered[100] ^= 1;
    fs::write(&other, &altered).unwrap();
    insta::assert_snapshot!("altered", refused("squares", &other));
    fs::write(&other, "n,sg,outcome\n").unwrap();
    insta::assert_snapshot!("no_checkpoint", refused("squares", &other));
    assert!(refused("squares", &new).contains("cannot go on from FILE: "));
    // Nothing is written over by oversight, and a bad place is known of at once.
    let message = failure(&["table", "squares", "-n", "200", "--checkpoint", &saved]).replace(&saved, "FILE");
    insta::assert_snapshot!("already_there", message.replace('\\', "/"));
    assert!(fs::read(&saved).unwrap() == bytes);
    let message = failure(&["table", "squares", "-n", "200", "--checkpoint", &folder.text("missing/saved")]);
    assert!(message.contains("there is no such folder"), "{message}");
    assert!(failure(&["table", "squares", "--every", "1"]).contains("--checkpoint"));
    assert_eq!(folder.names(), ["misere.toml", "other", "saved"]);
    done(&["table", "squares", "-n", "200", "--resume", &saved, "--checkpoint", &new]);
    assert_eq!((heaps(&folder.path("saved")), heaps(&folder.path("new"))), (101, 201));
}

fn bytes_of(rule: &Ruleset, n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_checkpoint(&mut bytes, rule, &SgTable::compute(rule, n, &Settings::default()).unwrap()).unwrap();
    bytes
}

fn read(bytes: &[u8], length: u64, rule: &Ruleset) -> Result<SgTable, CheckpointError> {
    read_checkpoint(&mut &*bytes, length, rule, u64::MAX, &Settings::default()).map(|read| read.table)
}

#[test]
fn every_changed_bit_and_every_cut_is_refused() {
    let rule = Ruleset::parse("4!.0").unwrap();
    let bytes = bytes_of(&rule, 60);
    let length = bytes.len() as u64;
    assert_eq!(read(&bytes, length, &rule).unwrap().len(), 61);
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&changed, length, &rule).is_err(), "bit {bit}");
    }
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len], len as u64, &rule).is_err(), "{len} bytes");
        // A file that became shorter after it was looked at.
        assert!(matches!(read(&bytes[..len], length, &rule), Err(CheckpointError::Io(_))), "{len} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(read(&longer, length + 1, &rule), Err(CheckpointError::Length { .. })));
    // Vast numbers of heaps take no memory.
    for byte in 16..24 {
        let mut changed = bytes.clone();
        changed[byte] = 0xff;
        assert!(matches!(read(&changed, length, &rule), Err(CheckpointError::Length { .. })), "byte {byte}");
    }
    let misere = Ruleset::parse("squares").unwrap().with_convention(Convention::Misere);
    let normal = Ruleset::parse("squares").unwrap();
    let bytes = bytes_of(&normal, 9);
    assert!(matches!(read(&bytes, bytes.len() as u64, &misere), Err(CheckpointError::OtherRule { .. })));
    // The same rule, written in another way.
    let bytes = bytes_of(&Ruleset::parse("0.333").unwrap(), 9);
    assert!(read(&bytes, bytes.len() as u64, &Ruleset::parse("1..3").unwrap()).is_ok());
}

#[test]
fn cells_of_every_width_are_read_back() {
    let rule = Ruleset::parse("nim").unwrap();
    let doubling = |bits: u32| std::iter::once(0).chain((0..bits).map(|bit| 1 << bit));
    let wide = doubling(32).chain([u32::MAX; 40_000]).collect();
    let tables: [Vec<u32>; 7] = [
        vec![],
        vec![0],
        doubling(8).chain([255]).collect(),
        doubling(9).collect(),
        doubling(16).chain([65_535, 1]).collect(),
        doubling(17).collect(),
        wide,
    ];
    for values in tables {
        let mut bytes = Vec::new();
        write_checkpoint(&mut bytes, &rule, &SgTable::from_values(values.clone(), EngineName::Naive)).unwrap();
        let table = read(&bytes, bytes.len() as u64, &rule).unwrap();
        assert!(table.values().eq(values.into_iter().map(u64::from)));
    }
}

/// A checksum says that nothing changed, not that the values can be those of a rule.
#[test]
fn impossible_values_are_refused() {
    for (rule, values) in [
        ("nim", vec![1]),
        ("nim", vec![0, 2]),
        ("0.77", vec![u32::MAX, u32::MAX]),
        ("0.77", vec![0, 1, 2, 3, 5]),
        ("all but 2, 5", vec![1, 1]),
    ] {
        let rule = Ruleset::parse(rule).unwrap();
        let mut bytes = Vec::new();
        write_checkpoint(&mut bytes, &rule, &SgTable::from_values(values, EngineName::Naive)).unwrap();
        assert!(matches!(read(&bytes, bytes.len() as u64, &rule), Err(CheckpointError::Altered)));
    }
}

#[test]
fn a_checkpoint_is_a_file_of_its_own() {
    let folder = Folder::new();
    let (saved, notes) = (folder.text("saved"), folder.text("notes"));
    for output in [&saved, &folder.text("./saved")] {
        let message =
            failure(&["table", "kayles", "-n", "100", "--checkpoint", &saved, "-o", output, "--format", "csv"]);
        assert!(message.contains("written over its checkpoint"), "{message}");
    }
    let (record, csv) = (folder.text("t.meta.json"), folder.text("t.csv"));
    assert!(failure(&["table", "kayles", "--checkpoint", &record, "-o", &csv]).contains("written over its checkpoint"));
    std::fs::write(&notes, "not mine").unwrap();
    assert!(failure(&["table", "kayles", "--checkpoint", &notes]).contains("is there already"));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "not mine");
    for option in ["--checkpoint", "--resume"] {
        assert!(failure(&["table", "kayles", option, "-"]).contains("is no file"));
        assert!(failure(&["table", "kayles", option, &folder.text("")]).contains("is no file"));
    }
    assert_eq!(folder.names(), ["notes"]);
}

/// However often it is asked for, saving does not take more time than the table.
#[test]
fn saving_all_the_time_costs_little() {
    let folder = Folder::new();
    let begun = std::time::Instant::now();
    let plain = done(&["table", "4!.0", "-n", "60000", "--format", "csv", "-o", "-"]);
    let alone = begun.elapsed();
    let begun = std::time::Instant::now();
    let saved = folder.text("saved");
    let with =
        done(&["table", "4!.0", "-n", "60000", "--format", "csv", "-o", "-", "--checkpoint", &saved, "--every", "0"]);
    assert!(begun.elapsed() < 4 * alone + std::time::Duration::from_secs(2), "{alone:?} {:?}", begun.elapsed());
    assert_eq!(plain, with);
}

/// Signals are sent by `kill`.
#[cfg(unix)]
mod signals {
    use super::*;

    fn signal(child: &Child, name: &str) {
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    }

    /// Interrupts it after a while.
    fn interrupted(args: &[&str], name: &str) -> (Option<i32>, String, String) {
        let mut child = command(args).spawn().unwrap();
        sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// The number in "heap 1234 of".
    fn heap(message: &str) -> u64 {
        message.split("heap ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn ctrl_c_saves_and_says_how_to_go_on() {
        let folder = Folder::new();
        let (saved, csv) = (folder.text("saved"), folder.text("x.csv"));
        for name in ["-INT", "-TERM"] {
            let args = [&ENDLESS[..], &["--checkpoint", &saved, "-o", &csv]].concat();
            let (status, stdout, stderr) = interrupted(&args, name);
            assert_eq!((status, &*stdout), (Some(130), ""), "{stderr}");
            assert!(stderr.contains(" of 200000; the values are in "), "{stderr}");
            let expected = format!("table '4!.0' --engine naive -n 200000 --resume {saved} -o {csv}\n");
            assert!(stderr.ends_with(&expected), "{stderr}");
            assert_eq!(heaps(&folder.path("saved")), heap(&stderr) + 1);
            assert_eq!(folder.names(), ["saved"]);
            fs::remove_file(&saved).unwrap();
        }
    }

    #[test]
    fn without_a_checkpoint_what_is_known_is_printed() {
        let (status, stdout, stderr) = interrupted(&[&ENDLESS[..], &["--format", "csv"]].concat(), "-INT");
        assert_eq!(status, Some(130), "{stderr}");
        assert!(stderr.contains("warning: interrupted at heap "), "{stderr}");
        assert_eq!(stdout.lines().count() as u64, heap(&stderr) + 2);

        let folder = Folder::new();
        let (status, stdout, stderr) = interrupted(&[&ENDLESS[..], &["-o", &folder.text("x.csv")]].concat(), "-INT");
        assert_eq!((status, &*stdout), (Some(130), ""));
        assert!(stderr.contains("x.csv is not written\nhelp: with --checkpoint FILE the values are kept"), "{stderr}");
        assert!(folder.names().is_empty());

        let args = ["pattern", "4!.0", "--engine", "naive", "-n", "200000", "--stats"];
        let (status, stdout, stderr) = interrupted(&args, "-INT");
        assert_eq!(status, Some(130));
        let warning = stderr.lines().last().unwrap();
        let reached = warning.strip_prefix("warning: interrupted; this is what heaps 0..").unwrap();
        let reached = reached.strip_suffix(" show").unwrap();
        assert!(stdout.contains(&format!("distinct values in heaps 0..{reached}\n")), "{stdout}");
    }

    /// What cannot be stopped on its way ends at once.
    #[test]
    fn other_commands_end_at_once() {
        let folder = Folder::new();
        let image = folder.text("x.svg");
        let plot = ["plot", "4!.0", "--engine", "naive", "-n", "200000", "-o", &image];
        for args in [&plot[..], &["check", "squares", "--brute=180"], &["solve", "4!.0", "200000", "--engine", "naive"]]
        {
            let since = Instant::now();
            let (status, stdout, _) = interrupted(args, "-INT");
            assert_eq!((status, &*stdout), (Some(130), ""), "{args:?}");
            assert!(since.elapsed() < Duration::from_secs(5));
        }
        assert!(folder.names().is_empty());
    }

    /// A file that is being written is left whole or not at all.
    #[test]
    fn no_part_of_a_file_stays() {
        let folder = Folder::new();
        let csv = folder.text("x.csv");
        let mut child = command(&["table", "1..3", "-n", "1e9", "-o", &csv]).spawn().unwrap();
        wait_until(&mut child, || !folder.names().is_empty());
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(folder.names().is_empty());
    }
}
