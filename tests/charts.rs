//! Charts from the command line: fonts, long tables, misère rules, what `batch` draws.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sgtab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).args(args).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The file that a chart is written to.
fn plot(folder: &Path, name: &str, args: &[&str]) -> Vec<u8> {
    let file = folder.join(name);
    let output = sgtab(&[&["plot", "-o", file.to_str().unwrap()], args].concat());
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    fs::read(file).unwrap()
}

fn svg(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(plot(folder, "chart.svg", args)).unwrap()
}

/// A font with Chinese letters, where one is installed; where it must be, its lack is an error.
fn chinese_font() -> Option<PathBuf> {
    let known = [
        "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
        "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf",
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/System/Library/Fonts/STHeiti Light.ttc",
        "C:/Windows/Fonts/simsun.ttc",
    ];
    let found = known.into_iter().map(PathBuf::from).find(|path| path.is_file());
    if found.is_none() {
        assert!(std::env::var_os("SGTAB_REQUIRE_TOOLS").is_none(), "no Chinese font is installed");
        eprintln!("skipped: no Chinese font is installed");
    }
    found
}

#[test]
fn chinese_titles_are_drawn_with_a_font_that_has_them() {
    let Some(font) = chinese_font() else { return };
    let folder = tempfile::tempdir().unwrap();
    let with = |title: &str, name: &str| {
        let file = folder.path().join(name);
        let (file, font) = (file.to_str().unwrap(), font.to_str().unwrap());
        let output =
            sgtab(&["plot", "1..3", "-n", "9", "--title", title, "--font", font, "-o", file, "--width", "500"]);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
        fs::read(file).unwrap()
    };
    let svg = String::from_utf8(with("取石子 n ≤ 9", "a.svg")).unwrap();
    assert!(svg.contains("取石子 n ≤ 9"));
    // Boxes in place of letters would be the same in any order.
    assert_ne!(with("取石子", "a.png"), with("子石取", "b.png"));
    // What this font may lack is taken from the embedded one.
    assert_ne!(with("取 ≤ ∀", "a.png"), with("取 ∀ ≤", "b.png"));
}

#[test]
fn letters_that_no_font_has_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("chart.png");
    let output = sgtab(&["plot", "1..3", "-n", "9", "--title", "取石子 n ≤ 9", "-o", png.to_str().unwrap()]);
    assert!(output.status.success());
    let expected = "warning: the font lacks these characters of the title or the caption: 取石子; name one that has them \
        by --font FILE\n";
    assert_eq!(stderr(&output), expected);
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_file_that_is_no_font_is_refused() {
    let output = sgtab(&["plot", "1..3", "-o", "-", "--font", env!("CARGO_MANIFEST_DIR")]);
    assert_eq!(output.status.code(), Some(2));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = sgtab(&["plot", "1..3", "-o", "-", "--font", file]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("Cargo.toml is no font for charts: it is not in TrueType or OpenType format"), "{said}");
    assert!(said.contains("help: name a .ttf, .otf or .ttc file"), "{said}");
}

#[test]
fn long_tables_make_small_charts() {
    let folder = tempfile::tempdir().unwrap();
    for (rule, n) in [("1..3", "1e12"), ("kayles", "1e8"), ("nim", "1e12"), ("fibonacci", "2e6")] {
        for kind in ["sequence", "grid", "outcomes", "density", "values"] {
            let svg = svg(folder.path(), &[rule, "-n", n, "--kind", kind]);
            assert!(svg.len() < 1_000_000, "{kind} of {rule}: {} bytes", svg.len());
            assert!(!svg.contains("NaN"), "{kind} of {rule}");
        }
    }
    let svg = svg(folder.path(), &["1..3", "-n", "1e12", "--kind", "outcomes"]);
    assert!(svg.contains("P-position (250000000001 of 1000000000001 heaps)"));
}

/// What is proved of the first heaps of a table too long to be searched for patterns is said under the title.
#[test]
fn long_tables_say_what_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let caption = |rule, n| svg(folder.path(), &[rule, "-n", n, "--kind", "outcomes"]);
    assert!(caption("kayles", "2e6").contains("proved"));
    assert!(caption("fibonacci", "2e6").contains("no eventual period"));
    assert!(caption("take-1-or-halve", "1100000").contains("no period is proved; heaps 0..1048576 alone are searched"));
}

#[test]
fn the_density_of_squares_has_the_exponent_of_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let svg = svg(folder.path(), &["squares", "-n", "1e5", "--kind", "density"]);
    let start = svg.find("P-positions: 0.9").unwrap();
    let words = &svg[start..start + svg[start..].find('\n').unwrap()];
    let exponent: f64 = words.split("n^").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!((0.65..0.75).contains(&exponent) && words.contains("fitted to heaps 100..10⁵"), "{words}");
}

#[test]
fn periods_have_their_density_and_values_that_never_come_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let density = svg(folder.path(), &["1..3", "-n", "1000", "--kind", "density"]);
    assert!(density.contains("P-positions: 1 in each period of 4, density 0.2500"));
    let values = svg(folder.path(), &["0.16", "-n", "2000", "--kind", "values"]);
    assert!(values.contains("4 values that no heap has: 10, 11, 12, 13"));
}

#[test]
fn misere_rules_have_charts_of_outcomes() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).unwrap();
    let rule = rules.join("misere.toml");
    fs::write(&rule, "take = 'squares'\nconvention = 'misere'\nheaps = 1000").unwrap();
    let rule = rule.to_str().unwrap();
    for kind in ["outcomes", "density"] {
        let svg = svg(folder.path(), &[rule, "--kind", kind]);
        assert!(svg.contains("P-position") && !svg.contains("g(n)"), "{kind}");
    }
    for kind in ["sequence", "grid", "values"] {
        let output = sgtab(&["plot", rule, "--kind", kind, "-o", "-"]);
        assert_eq!(output.status.code(), Some(2), "{kind}");
        assert!(stderr(&output).contains("say --kind outcomes or --kind density"));
    }
    let output = folder.path().join("output");
    assert!(sgtab(&["batch", rules.to_str().unwrap(), "-o", output.to_str().unwrap()]).status.success());
    let mut drawn: Vec<String> =
        fs::read_dir(output).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    drawn.retain(|name| name.ends_with(".svg"));
    drawn.sort();
    assert_eq!(drawn, ["misere-density.svg", "misere-outcomes.svg"]);
}
