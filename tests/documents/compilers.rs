//! LaTeX and Typst, where they are installed.

use std::path::Path;
use std::process::{Command, Output};

fn succeeds(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

/// Whether a tool is there; where the environment variable `SGTAB_REQUIRE_TOOLS` is set, it must be.
fn is_there(tool: &str, found: bool) -> bool {
    assert!(found || std::env::var_os("SGTAB_REQUIRE_TOOLS").is_none(), "{tool} is not installed");
    if !found {
        eprintln!("{tool} is not installed: documents are read, but not compiled");
    }
    found
}

pub fn has_latex() -> bool {
    let packages = ["booktabs.sty", "longtable.sty", "pgfplots.sty", "beamer.cls"];
    is_there("pdflatex, or a package of it,", succeeds("kpsewhich", &packages) && succeeds("pdflatex", &["--version"]))
}

/// Compiles a file, twice if it has long tables; its log.
pub fn latex(folder: &Path, file: &str, times: usize) -> String {
    for _ in 0..times {
        let args = ["-interaction=nonstopmode", "-halt-on-error", file];
        let output = Command::new("pdflatex").args(args).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stdout));
    }
    let log = std::fs::read(folder.join(file).with_extension("log")).unwrap();
    String::from_utf8_lossy(&log).into_owned()
}

/// Compiles files by the program or by Python's module; `false` where there is neither.
pub fn typst(folder: &Path, files: &[&str]) -> bool {
    let run = |program: &str, args: &[&str]| -> Output {
        Command::new(program).args(args).current_dir(folder).output().unwrap()
    };
    let check = |output: Output| assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    if succeeds("typst", &["--version"]) {
        files.iter().for_each(|file| check(run("typst", &["compile", file])));
        return true;
    }
    let script = "import sys, typst\nfor file in sys.argv[1:]: typst.compile(file, output=file + '.pdf')";
    let module = succeeds("python3", &["-c", "import typst"]);
    if is_there("typst", module) {
        check(run("python3", &[&["-c", script], files].concat()));
    }
    module
}
