//! `sgtab verify`: certificates, checked.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{Global, Verify};
use super::failure::Failure;
use super::{Status, output};
use sgtab::verify::{Limits, Refusal, Verified, read, verify};

#[derive(Serialize)]
struct Report {
    certificates: Vec<FileReport>,
    rejected: usize,
    /// Unreadable, or not checked.
    errors: usize,
}

/// Fields that do not apply are left out.
#[derive(Serialize)]
struct FileReport {
    file: PathBuf,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    checked: Vec<String>,
    text: String,
}

pub(super) fn run(args: &Verify, global: &Global) -> Result<Status, Failure> {
    let steps = if args.any_cost { u64::MAX } else { Limits::default().steps };
    let limits = Limits { steps, memory: global.memory };
    let (mut rejected, mut errors, mut certificates) = (0, 0, Vec::new());
    for file in &args.files {
        let mut checked = Vec::new();
        let mut told = Ok(());
        if !global.json {
            output::to_stdout(|out| writeln!(out, "{}", file.display()))?;
        }
        let result = one_file(file, &limits, &mut |line| {
            // What is to come is said before it is done.
            if !global.json && told.is_ok() {
                told = output::to_stdout(|out| writeln!(out, "  {line}"));
            }
            checked.push(line.to_owned());
        });
        told?;
        match &result {
            Ok(_) => {}
            Err(Refusal::Rejected(_)) => rejected += 1,
            Err(_) => errors += 1,
        }
        let text = result.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        if global.json {
            certificates.push(report(file, result, checked, text));
        } else {
            output::to_stdout(|out| writeln!(out, "  {text}"))?;
        }
    }
    if global.json {
        output::json(&Report { certificates, rejected, errors })?;
    }
    Ok(match (errors, rejected) {
        (0, 0) => Status::Done,
        (0, _) => Status::CheckFailed,
        _ => Status::BadInput,
    })
}

fn one_file(path: &Path, limits: &Limits, says: &mut dyn FnMut(&str)) -> Result<Verified, Refusal> {
    let bytes = if output::is_stdout(path) { read(io::stdin()) } else { File::open(path).and_then(read) };
    verify(&bytes.map_err(|why| Refusal::Unreadable(why.to_string()))?, limits, says)
}

fn report(file: &Path, result: Result<Verified, Refusal>, checked: Vec<String>, text: String) -> FileReport {
    let verdict = match &result {
        Ok(_) => "verified",
        Err(Refusal::Rejected(_)) => "rejected",
        Err(Refusal::NotChecked(_)) => "not checked",
        Err(_) => "unreadable",
    };
    let (rule, claim) = result.ok().map(|verified| (verified.rule, verified.claim)).unzip();
    FileReport { file: file.to_owned(), verdict, rule, claim, checked, text }
}
