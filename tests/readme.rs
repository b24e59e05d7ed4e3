//! The commands in the documents print and write what these show.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands of the ```console blocks, each with the output that follows it.
fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push((command.to_owned(), Vec::new())),
                None => commands.last_mut().unwrap().1.push(line.to_owned()),
            }
        }
    }
    commands
}

/// The words of a command; single quotes hold spaces.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in command.split('\'').enumerate() {
        for (j, word) in part.split(if i % 2 == 0 { " " } else { "\u{0}" }).enumerate() {
            if j > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A line `...` stands for any number of lines.
fn matches(expected: &[String], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        Some((line, rest)) => printed.first() == Some(&line.as_str()) && matches(rest, &printed[1..]),
    }
}

/// Runs the commands of a document in a copy of the folders that they read. What they print is what is shown, and what
/// they write to `doc` is what is there.
fn assert_true(document: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for files in ["rulesets", "doc/samples", "tests/data/judge", "doc/gallery"] {
        fs::create_dir_all(folder.path().join(files)).unwrap();
    }
    for files in ["rulesets", "doc/samples", "tests/data/judge"] {
        for path in files_of(&root.join(files)) {
            fs::copy(&path, folder.path().join(files).join(path.file_name().unwrap())).unwrap();
        }
    }
    let commands = commands(&fs::read_to_string(root.join(document)).unwrap());
    assert!(commands.len() >= least, "{document} has {} commands", commands.len());
    for (command, expected) in commands {
        let words = words(&command);
        assert_eq!(words[0], "sgtab", "{command}");
        let (words, input) = match words.iter().position(|word| word == "<") {
            Some(at) => (&words[..at], fs::File::open(folder.path().join(&words[at + 1])).unwrap().into()),
            None => (&words[..], Stdio::null()),
        };
        let mut run = Command::new(env!("CARGO_BIN_EXE_sgtab"));
        let run = run.args(&words[1..]).stdin(input).current_dir(folder.path()).output().unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        let printed = String::from_utf8(run.stdout).unwrap();
        assert!(matches(&expected, &printed.lines().collect::<Vec<_>>()), "{command} prints\n{printed}");
    }
    for written in ["doc", "doc/gallery"] {
        for path in files_of(&folder.path().join(written)) {
            let file = Path::new(written).join(path.file_name().unwrap());
            let current = fs::read(root.join(&file)).ok() == Some(fs::read(&path).unwrap());
            assert!(current, "{} is not what the command in {document} writes", file.display());
        }
    }
}

/// The files of a folder, without its folders.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

/// What a document and its translation have in common, in order: headings by their level, paragraphs and items without
/// their words, tables by cells and code, blocks of commands as they are, blocks of code without comments.
fn skeleton(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut block = None;
    let mut after_text = false;
    for line in text.lines() {
        let fence = line.strip_prefix("```");
        let part = match block {
            _ if fence.is_some() => Some(line.to_owned()),
            Some("console") => Some(line.to_owned()),
            Some(_) => line.split('#').next().map(|code| code.trim_end().to_owned()).filter(|code| !code.is_empty()),
            None if line.starts_with('#') => line.split(' ').next().map(str::to_owned),
            None if line.starts_with('|') => Some(row(line)),
            None if line.starts_with("- ") => Some("- an item".to_owned()),
            None => (!line.is_empty() && !after_text).then(|| "a paragraph".to_owned()),
        };
        block = fence.map_or(block, |language| Some(language).filter(|_| block.is_none()));
        after_text = block.is_none() && fence.is_none() && !line.is_empty() && !line.starts_with(['#', '|']);
        parts.extend(part);
    }
    parts
}

/// The number of cells of a table's row, and its code; words may change the order.
fn row(line: &str) -> String {
    let cells = line.replace("\\|", "").matches('|').count() - 1;
    let mut code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
    code.sort_unstable();
    format!("a row of {cells} cells with {code:?}")
}

/// Where the links and pictures of a document lead, without the links between translations.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut links: Vec<&str> = targets.filter(|target| !target.starts_with("README")).collect();
    links.sort_unstable();
    links
}

#[test]
fn the_readme_tells_the_truth() {
    assert_true("README.md", 20);
}

#[test]
fn the_chinese_readme_tells_the_truth() {
    assert_true("README.zh-CN.md", 20);
}

#[test]
fn the_chinese_readme_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [english, chinese] = ["README.md", "README.zh-CN.md"].map(|file| fs::read_to_string(root.join(file)).unwrap());
    let (parts, translated) = (skeleton(&english), skeleton(&chinese));
    for (i, (part, translation)) in parts.iter().zip(&translated).enumerate() {
        let before = &parts[i.saturating_sub(3)..i];
        assert_eq!(part, translation, "README.md and README.zh-CN.md (right) differ after {before:#?}");
    }
    assert_eq!(parts.len(), translated.len(), "one of README.md and README.zh-CN.md (right) goes on");
    assert_eq!(links(&english), links(&chinese), "the links of README.md and README.zh-CN.md (right)");
    assert!(english.contains("](README.zh-CN.md)") && chinese.contains("](README.md)"), "each leads to the other");
}

#[test]
fn the_gallery_is_current() {
    assert_true("doc/gallery.md", 13);
}

#[test]
fn the_page_on_programs_tells_the_truth() {
    assert_true("doc/code.md", 5);
}
