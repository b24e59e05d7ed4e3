//! The command line contract: what is printed, what is written, exit statuses, and every message of bad usage.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn sgtab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap()
}

fn stdout(args: &[&str]) -> String {
    let output = sgtab(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--json"]].concat())).unwrap()
}

/// Exit status 2, nothing on stdout; the message on stderr.
fn failure(args: &[&str]) -> String {
    let output = sgtab(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    String::from_utf8(output.stderr).unwrap().replace('\\', "/")
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn bad_usage_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[&str]); 22] = [
        ("unknown_set", &["table", "sqares"]),
        ("unknown_rule", &["table", "kayls"]),
        ("empty_range", &["table", "3..1"]),
        ("broken_code", &["explain", "0.8Z"]),
        ("past_u64", &["table", "1, 99999999999999999999"]),
        ("negative_n", &["table", "1..3", "-n", "-1"]),
        ("huge_n", &["table", "1..3", "-n", "1e30"]),
        ("no_number", &["table", "1..3", "-n", "ten"]),
        ("n_and_limit", &["pattern", "1..3", "-n", "10", "--limit", "20"]),
        ("missing_file", &["table", "missing.toml"]),
        ("missing_folder", &["batch", "tests/missing"]),
        ("no_rule_files", &["batch", "src"]),
        ("not_toml", &["table", "tests/bad_rulesets/not_toml.toml"]),
        ("beyond_memory", &["table", "squares", "-n", "1e9", "--memory", "100M"]),
        ("pattern_beyond_memory", &["pattern", "fibonacci", "-n", "1e9"]),
        ("bad_memory", &["table", "squares", "--memory", "much"]),
        ("unknown_engine", &["table", "squares", "--engine", "naiv"]),
        ("unfit_engine", &["table", "0.77", "--engine", "moves"]),
        ("no_format", &["table", "1..3", "-o", "tests/table"]),
        ("unwritable", &["table", "1..3", "-o", "tests/missing/table.csv"]),
        ("output_is_a_folder", &["plot", "1..3", "-o", "tests/data", "--format", "svg"]),
        ("no_image_format", &["plot", "1..3", "-o", "tests/chart.jpg"]),
    ];
    for (name, args) in cases {
        insta::assert_snapshot!(name, failure(args));
    }
    assert!(!Path::new("tests/table").exists() && !Path::new("tests/chart.jpg").exists());
    assert!(files(folder.path()).is_empty());
}

#[test]
fn misere_play_of_splitting_games_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.toml");
    fs::write(&path, "code = '0.77'\nconvention = 'misere'\n").unwrap();
    let message = failure(&["table", path.to_str().unwrap()]);
    assert!(message.contains("misère play of 0.77 splits heaps"), "{message}");
}

#[test]
fn misere_tables_have_outcomes_and_no_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last-loses.toml");
    fs::write(&path, "take = '1..3'\nconvention = 'misere'\n").unwrap();
    let path = path.to_str().unwrap();
    let table = json(&["table", path, "-n", "6"]);
    assert_eq!(table["outcomes"], json!(["N", "P", "N", "N", "N", "P", "N"]));
    assert_eq!(table.get("values"), None);
    let pattern = json(&["pattern", path]);
    assert_eq!(pattern["sequence"], "outcome");
    let first = &pattern["verdicts"][0];
    assert_eq!((&first["period"], &first["preperiod"], &first["standing"]), (&json!(4), &json!(0), &json!("proved")));
    for kind in ["sequence", "grid"] {
        assert!(failure(&["plot", path, "-o", "-", "--kind", kind]).contains("say --kind outcomes"));
    }
    assert!(stdout(&["pattern", path]).starts_with("Take 1 to 3 (misère: who cannot move wins)\n"));
    let csv = stdout(&["table", path, "-n", "1", "--format", "csv"]);
    assert_eq!(csv, "n,outcome\n0,N\n1,P\n");
}

#[test]
fn table_json() {
    let table = json(&["table", "fibonacci", "-n", "20"]);
    let values = json!([0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0]);
    assert_eq!((&table["rule"], &table["n"], &table["values"]), (&json!("fibonacci"), &json!(20), &values));
    assert!(table["engine"].is_string());
    assert_eq!(json(&["table", "nim", "-n", "0"])["values"], json!([0]));
    // Every way to write a number.
    for n in ["1000", "1_000", "1e3", "10^3"] {
        assert_eq!(json(&["table", "nim", "-n", n])["values"].as_array().unwrap().len(), 1001);
    }
}

#[test]
fn proved_tails_are_streamed() {
    // 3 * 10^6 heaps within 64 KiB: all but the first few come from the tail.
    let csv = stdout(&["table", "1..3", "-n", "3e6", "--format", "csv", "--memory", "64K"]);
    assert_eq!(csv.lines().count(), 3_000_002);
    assert!(csv.ends_with("\n2999999,3,N\n3000000,0,P\n"));
}

#[test]
fn pattern_json() {
    let pattern = json(&["pattern", "1..3"]);
    assert_eq!(pattern["sequence"], "sg");
    let first = &pattern["verdicts"][0];
    let expected = json!({
        "claim": "periodic", "preperiod": 0, "period": 4, "standing": "proved", "theorem": "window",
        "text": "period 4, preperiod 0: proved (window: the values of heaps 0..2 recur at 4..6)",
    });
    assert_eq!(*first, expected);

    let nim = &json(&["pattern", "any"])["verdicts"][0];
    assert_eq!((&nim["claim"], &nim["period"], &nim["saltus"]), (&json!("arithmetic-periodic"), &json!(1), &json!(1)));

    let long = json(&["pattern", "2, 27, 99, 101", "--outcomes"]);
    assert_eq!(long["sequence"], "outcome");
    let long = &long["verdicts"][0];
    assert_eq!(
        (&long["period"], &long["preperiod"], &long["standing"]),
        (&json!(69090), &json!(8820), &json!("proved"))
    );
}

#[test]
fn fibonacci_is_refuted_at_144() {
    let pattern = json(&["pattern", "fibonacci", "-n", "1000"]);
    let verdicts = pattern["verdicts"].as_array().unwrap();
    let find = |claim: &str| verdicts.iter().find(|verdict| verdict["claim"] == claim).unwrap();
    let period = find("periodic");
    let facts =
        ["period", "preperiod", "standing", "through", "refuted_at", "expected", "found"].map(|key| &period[key]);
    let expected = [json!(36), json!(0), json!("refuted"), json!(143), json!(144), json!(0), json!(6)];
    assert!(facts.iter().zip(&expected).all(|(a, b)| *a == b), "{period}");
    assert_eq!(find("blocks")["through"], 143);
    let positions = find("p-positions");
    assert_eq!(
        (&positions["through"], &positions["refuted_at"], &positions["found"]),
        (&json!(138), &json!(150), &json!(12))
    );
    let differences: Vec<&Value> = positions["differences"].as_array().unwrap().iter().map(|d| &d["is"]).collect();
    assert_eq!(differences, [4, 6]);
    assert!(!verdicts.iter().any(|verdict| verdict["claim"] == "periodic" && verdict["standing"] != "refuted"));
}

#[test]
fn kayles_fits_and_says_so() {
    let pattern = json(&["pattern", "0.77", "-n", "120"]);
    let first = &pattern["verdicts"][0];
    assert_eq!((&first["preperiod"], &first["period"], &first["through"]), (&json!(71), &json!(12), &json!(120)));
    assert_eq!(first["standing"], "fits");
}

#[test]
fn explain_says_what_was_typed() {
    insta::assert_snapshot!("explain_dawsons_kayles", stdout(&["explain", "0.07"]));
    insta::assert_snapshot!("explain_all_but", stdout(&["explain", "all but 2, 5"]));
    let explanation = json(&["explain", "0.77"]);
    assert_eq!(explanation["moves"][3], json!({"heap": 4, "options": [[3], [1, 2], [2], [1, 1]]}));
}

#[test]
fn table_text_marks_p_positions() {
    insta::assert_snapshot!("table_text", stdout(&["table", "kayles", "-n", "30"]));
    insta::assert_snapshot!("table_outcomes", stdout(&["table", "fibonacci", "-n", "30", "--outcomes"]));
}

#[test]
fn csv_has_its_record_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bash.csv");
    let csv = path.to_str().unwrap();
    assert_eq!(stdout(&["table", "1..3", "-n", "5", "-o", csv]), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), "n,sg,outcome\n0,0,P\n1,1,N\n2,2,N\n3,3,N\n4,0,P\n5,1,N\n");
    let meta: Value = serde_json::from_slice(&fs::read(folder.path().join("bash.meta.json")).unwrap()).unwrap();
    assert_eq!(
        (&meta["rule"], &meta["n"], &meta["version"]),
        (&json!("1..3"), &json!(5), &json!(env!("CARGO_PKG_VERSION")))
    );
    assert!(meta["engine"].is_string());
    assert_eq!(files(folder.path()).len(), 2, "no temporary file stays");
}

#[test]
fn charts_are_written_in_both_formats() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["sequence", "grid", "outcomes", "density", "values"] {
        let svg = folder.path().join(format!("{kind}.svg"));
        stdout(&["plot", "kayles", "--kind", kind, "-o", svg.to_str().unwrap()]);
        assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
        let png = folder.path().join(format!("{kind}.png"));
        stdout(&["plot", "kayles", "--kind", kind, "-o", png.to_str().unwrap(), "--width", "800"]);
        assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    }
    assert!(stdout(&["plot", "1..3", "-o", "-", "--columns", "8", "--kind", "grid"]).starts_with("<svg"));
    let output = sgtab(&["plot", "1..3", "-o", "-", "--title", "取石子"]);
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains("the font lacks these characters of the title or the caption: 取石子"), "{warning}");
    assert!(output.status.success());
}

const THREE_RULES: [(&str, &str); 3] = [
    ("one", "take = '1..3'"),
    ("two", "code = '0.77'\nheaps = 40"),
    ("three", "take = 'all but 2, 3, 7'\ntitle = 'A, B'"),
];

#[test]
fn batch_is_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).unwrap();
    for (name, text) in THREE_RULES {
        fs::write(rules.join(format!("{name}.toml")), text).unwrap();
    }
    let run = |threads: &str| {
        let output = folder.path().join(format!("output-{threads}"));
        stdout(&["batch", rules.to_str().unwrap(), "-o", output.to_str().unwrap(), "--threads", threads]);
        files(&output)
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    assert!(one == two);
    // Three kinds of charts for each rule, and of the two whose values do not rise the values; a summary and a page of all.
    assert_eq!(one.len(), 3 * (2 + 3 * 2) + 2 * 2 + 2);
    insta::assert_snapshot!("batch_summary", String::from_utf8(one["summary.csv"].clone()).unwrap());
}

#[test]
fn batch_does_the_good_rules_beside_a_bad_one() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).unwrap();
    fs::write(rules.join("good.toml"), "take = '1..3'").unwrap();
    fs::write(rules.join("bad.toml"), "take = '3..1'").unwrap();
    let output = folder.path().join("output");
    let run = sgtab(&["batch", rules.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(2));
    let message = String::from_utf8(run.stderr).unwrap();
    assert!(message.contains("the range 3..1 is empty") && message.contains("bad.toml:1:9"), "{message}");
    assert!(message.contains("1 of 2 rules failed"));
    assert!(files(&output).contains_key("good.csv") && !files(&output).contains_key("bad.csv"));
    assert!(fs::read_to_string(output.join("summary.csv")).unwrap().contains("\ngood,"));
}

#[test]
fn without_a_folder_the_shipped_rules_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_sgtab")).args(["batch"]).current_dir(folder.path()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let summary = fs::read_to_string(folder.path().join("output/summary.csv")).unwrap();
    assert!(summary.lines().count() > 80);
    let from_folder = tempfile::tempdir().unwrap();
    stdout(&["batch", "rulesets", "-o", from_folder.path().to_str().unwrap()]);
    assert!(files(&folder.path().join("output")) == files(from_folder.path()));
}

#[test]
fn check_tells_what_does_not_hold() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "right.toml",
        "take = '1..3'\n[expect]\nvalues = [0, 1, 2, 3, 0]\nperiod = 4\npreperiod = 0\np_positions = [0, 4]\n",
    );
    write("wrong.toml", "take = '1..3'\n[expect]\nvalues = [0, 1, 2, 4]\nperiod = 3\n");
    let right = folder.path().join("right.toml");
    assert!(stdout(&["check", right.to_str().unwrap()]).starts_with("right: ok\n"));
    let run = sgtab(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(1));
    insta::assert_snapshot!("check", String::from_utf8(run.stdout).unwrap());
}

#[test]
fn check_by_brute_force() {
    insta::assert_snapshot!("check_brute", stdout(&["check", "squares", "--brute=20"]));
    let report = json(&["check", "4!.0; 1", "--brute=9"]);
    let finding = json!({
        "fact": "brute force",
        "holds": "yes",
        "text": "all 220 sums of up to three heaps up to 9 agree with a search of 5529 positions",
    });
    assert_eq!(report, json!({"rules": [{"rule": "4!.0; 1", "findings": [finding]}], "failed": 0}));
}

#[test]
fn brute_force_that_is_too_much_or_impossible_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.toml");
    fs::write(&path, "code = '0.77'\nconvention = 'misere'\n").unwrap();
    for (rule, size, memory, message) in [
        ("0.77", "--brute=50", "4G", "say --brute=18, or --brute without a size"),
        ("nim", "--brute=57", "1M", "allow more by --memory, or say --brute=32, or --brute without a size"),
        (path.to_str().unwrap(), "--brute", "4G", "misère play of 0.77 splits heaps"),
    ] {
        let run = sgtab(&["check", rule, size, "--memory", memory]);
        let printed = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.code() == Some(2) && printed.contains(message), "{printed}");
        // A check that was not made did not fail.
        assert!(printed.contains(": ERROR\n") && printed.ends_with("1 rule, 0 failed, 1 with an error\n"), "{printed}");
    }
    let report: Value = serde_json::from_slice(&sgtab(&["check", "0.77", "--brute=50", "--json"]).stdout).unwrap();
    assert_eq!((&report["failed"], &report["errors"]), (&json!(0), &json!(1)));
    assert!(failure(&["check", "0.77", "--brute=0"]).contains("sums are searched for heaps up to 1 or more"));
    for size in ["--brute=3^2", "--brute=0_9"] {
        assert_eq!(json(&["check", "4!.0; 1", size]), json(&["check", "4!.0; 1", "--brute=9"]), "{size}");
    }
}

#[test]
fn identify_json() {
    let found = json(&["identify", "0.161"]);
    assert_eq!((&found["rule"], &found["n"]), (&json!("0.161"), &json!(5000)));
    let near = json!({
        "name": "0.36", "others": ["0.361"], "same_rule": false, "shift": 0, "from": 0, "through": 518, "proved": false,
        "differs_at": 519, "value": 2, "other_value": 4,
        "text": "agrees with 0.36 through heap 518 and differs at heap 519: 2 here, 4 there; so with 0.361",
    });
    assert_eq!(found["matches"][1], near);
    assert_eq!(found["matches"][0]["same_rule"], true);
    let shifted = &json(&["identify", "0.137"])["matches"][1];
    assert_eq!(
        (&shifted["name"], &shifted["shift"], &shifted["proved"], shifted.get("differs_at")),
        (&json!("0.07"), &json!(1), &json!(true), None)
    );
}

#[test]
fn identify_is_the_same_for_any_number_of_threads() {
    let printed = |threads: &str| stdout(&["identify", "4.0", "--json", "--threads", threads]);
    assert_eq!(printed("1"), printed("3"));
}

#[test]
fn identify_says_when_there_is_nothing_to_say() {
    assert!(stdout(&["identify", "squares"]).contains("no other of "));
    assert!(stdout(&["identify", "100000"]).contains("every value through heap 5000 is 0: nothing to compare"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last-loses.toml");
    fs::write(&path, "take = '1..3'\nconvention = 'misere'\n").unwrap();
    let message = failure(&["identify", path.to_str().unwrap()]);
    assert!(message.contains("last-loses is played misère"), "{message}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sgtab"))
        .args(["table", "1..3", "-n", "1e7", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn verbose_names_engine_and_reason() {
    let output = sgtab(&["table", "all but 2", "-n", "5", "-v"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("engine ") && message.contains(": "), "{message}");
    for engine in ["naive", "moves", "one-hot", "bit-maps", "shifted-or", "convolution", "classes", "cofinite"] {
        assert_eq!(json(&["table", "all but 2", "-n", "50", "--engine", engine])["engine"], engine);
    }
    assert_eq!(json(&["table", "0.8", "-n", "50", "--engine", "parts"])["engine"], "parts");
}

#[test]
fn long_lists_and_chains_end_well() {
    let list: Vec<String> = (1..20_000).step_by(2).map(|n| n.to_string()).collect();
    assert_eq!(json(&["table", &list.join(","), "-n", "3"])["values"], json!([0, 1, 0, 1]));
    for operator in ["+", " & ", " except "] {
        let message = failure(&["table", &list.join(operator)]);
        assert!(message.contains("more than 1000 operators besides"));
    }
    for nested in ["(".repeat(5000), "all but ".repeat(5000), "2^".repeat(5000)] {
        assert!(failure(&["table", &nested]).contains("nested more than 100 deep"));
    }
}

/// A rename over a device would put a file in its place.
#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    stdout(&["table", "1..3", "-n", "10", "-o", "/dev/null", "--format", "json"]);
    stdout(&["table", "1..3", "-n", "10", "-o", "/dev/null", "--format", "csv"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(!Path::new("/dev/null.meta.json").exists());
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target.csv"), folder.path().join("link.csv"));
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, &link).unwrap();
    stdout(&["table", "1..3", "-n", "1", "-o", link.to_str().unwrap()]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "n,sg,outcome\n0,0,P\n1,1,N\n");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_rule_called_summary_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("summary.toml"), "take = '1..3'").unwrap();
    let run = sgtab(&["batch", folder.path().to_str().unwrap(), "-o", folder.path().join("out").to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("would be written over by the summary"));
}

#[test]
fn exactly_n_is_exactly_n() {
    for extra in [&[][..], &["--outcomes"]] {
        assert_eq!(json(&[&["pattern", "8, 10", "-n", "1417"], extra].concat())["n"], 1417);
    }
}

/// The end of a table may look periodic by chance.
#[test]
fn the_tail_of_a_table_is_no_pattern() {
    let pattern = json(&["pattern", "fibonacci", "-n", "600", "--outcomes"]);
    assert!(pattern["verdicts"].as_array().unwrap().iter().all(|verdict| verdict["period"] != 16));
}

#[test]
fn dense_sets_with_many_values_take_no_more_than_they_may() {
    let rules = ["1..1000000000000", "all but 50000", "2..1000000", "any except squares", "odd | primes"];
    for rule in rules {
        let pattern = json(&["pattern", rule, "--memory", "500M"]);
        let first = &pattern["verdicts"][0];
        assert!(first["standing"] != "refuted", "{rule}: {first}");
    }
}
