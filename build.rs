//! Embeds `rulesets/*.toml`: writes the list that `src/ruleset/catalogue.rs` includes.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=rulesets");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files: Vec<PathBuf> =
        fs::read_dir(root.join("rulesets"))?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let name = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let rows: String = files.iter().map(|path| format!("    ({:?}, include_str!({path:?})),\n", name(path))).collect();
    fs::write(out.join("shipped.rs"), format!("static SHIPPED: &[(&str, &str)] = &[\n{rows}];\n"))
}
