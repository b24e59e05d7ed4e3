//! A RULE or a folder of rule files, as named on the command line.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use sgtab::ruleset::{RuleError, Ruleset, shipped};

/// A path when it ends in `.toml` or has a separator; else a shipped name, a code, moves or a set.
pub(crate) fn rule(text: &str) -> Result<Ruleset, Failure> {
    let path = Path::new(text);
    // A separator may also be a division: what is no file, and reads as a rule or has signs of one, is not a path.
    let separated = text.contains(std::path::MAIN_SEPARATOR);
    let signs = ['.', ',', ' ', '[', '{', ';', '(', '+', '*', '%', '^'];
    let sum = || text.chars().all(|c| c.is_ascii_digit() || c == 'n' || c == std::path::MAIN_SEPARATOR);
    let like_a_rule = || text.contains(signs) || sum();
    if text.ends_with(".toml") || (separated && (path.exists() || !like_a_rule())) {
        return Ok(Ruleset::read(path)?);
    }
    Ok(Ruleset::parse(text)?)
}

/// A rule file, and the rule or what is wrong with it.
pub(crate) type Named = (String, Result<Ruleset, RuleError>);

/// The rule files of a folder, by name.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<Named>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|why| Failure::file("read the folder", folder, &why))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    if files.is_empty() {
        let what = format!("the folder {} has no rule files", folder.display());
        return Err(Failure::with_help(what, "a rule file is TOML text whose name ends in .toml"));
    }
    let name = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(files.iter().map(|path| (name(path), Ruleset::read(path))).collect())
}

/// The shipped rules, by name.
pub(crate) fn all_shipped() -> Vec<Named> {
    shipped().map(|shipped| (shipped.name.to_owned(), shipped.ruleset())).collect()
}
