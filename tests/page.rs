//! The HTML page as a file: well formed, alone, safe against what rules are called, the same each time. What it does in a
//! browser is tested by tests/browser/run.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read;
use std::process::{Command, Output};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;
use sgtab::export::{Page, PageRule, TableView};
use sgtab::pattern::Sequence;
use sgtab::ruleset::{Ruleset, shipped};
use sgtab::study::{Range, study};
use sgtab::table::{Settings, Visited};
use sha2::{Digest, Sha256};

/// Elements without an end.
const VOID: [&str; 5] = ["meta", "input", "img", "br", "link"];

/// An element as its tag says it, and the text that follows directly.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: HashMap<String, String>,
    text: String,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}

/// Reads HTML as strictly as XML: every element ends, every attribute is quoted, and no letter is markup by accident.
fn read(html: &str) -> Vec<Element> {
    let mut rest = html.strip_prefix("<!DOCTYPE html>").unwrap();
    let (mut elements, mut open) = (Vec::new(), Vec::new());
    while let Some(at) = rest.find('<') {
        let text = plain(&rest[..at]);
        if let Some(&last) = open.last() {
            let last: &mut Element = &mut elements[last];
            last.text += &text;
        } else {
            assert_eq!(text.trim(), "", "text outside of all elements");
        }
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let ended: usize = open.pop().unwrap();
            assert_eq!(elements[ended].name, name, "{} ends as {name}", elements[ended].name);
            continue;
        }
        let mut element = tag_read(tag);
        if ["script", "style"].contains(&element.name.as_str()) {
            let end = rest.find("</").unwrap();
            element.text = rest[..end].to_owned();
            rest = &rest[end..];
        }
        if !VOID.contains(&element.name.as_str()) {
            open.push(elements.len());
        }
        elements.push(element);
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "the page ends within an element");
    elements
}

fn tag_read(tag: &str) -> Element {
    let (name, mut rest) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
    assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "<{tag}>");
    let mut attributes = HashMap::new();
    while let Some(attribute) = rest.strip_prefix(' ') {
        let end = attribute.find(['=', ' ']).unwrap_or(attribute.len());
        let name = &attribute[..end];
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name} in <{tag}>");
        let value = match attribute[end..].strip_prefix("=\"") {
            Some(value) => {
                let quote = value.find('"').unwrap();
                rest = &value[quote + 1..];
                plain(&value[..quote])
            }
            None => {
                rest = &attribute[end..];
                String::new()
            }
        };
        assert!(attributes.insert(name.to_owned(), value).is_none(), "{name} twice in <{tag}>");
    }
    assert_eq!(rest, "", "<{tag}>");
    Element { name: name.to_owned(), attributes, text: String::new() }
}

/// Text without its escapes; a letter that should have been one is an error.
fn plain(text: &str) -> String {
    assert!(!text.contains('>'), "{text}");
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').unwrap();
        plain += match name {
            "lt" => "<",
            "gt" => ">",
            "amp" => "&",
            "quot" => "\"",
            other => panic!("&{other};"),
        };
        plain += after;
    }
    plain
}

fn page_rule(rule: &Ruleset) -> PageRule {
    let (last, settings) = (rule.heaps(), Settings::default());
    let study = study(rule, Sequence::Sg, Range::Exactly(last), &settings, &mut Visited::default(), &mut ()).unwrap();
    let outcomes = study.sequence == Sequence::Outcome;
    let view = TableView { rule, table: &study.table, last, outcomes, verdict: None };
    PageRule::new(&view, &study.verdicts).unwrap()
}

fn page(title: &str, rules: &[PageRule]) -> String {
    let mut html = Vec::new();
    Page { title, rules }.write(&mut html).unwrap();
    String::from_utf8(html).unwrap()
}

/// The JSON of each rule.
fn data(elements: &[Element]) -> Vec<Value> {
    let scripts = elements.iter().filter(|element| element.attribute("class") == "data");
    scripts.map(|script| serde_json::from_str(&script.text).unwrap()).collect()
}

#[test]
fn the_page_of_the_shipped_rules_is_well_formed_and_alone() {
    let rules: Vec<Ruleset> = shipped().map(|shipped| shipped.ruleset().unwrap()).collect();
    let page_rules: Vec<PageRule> = rules.iter().map(page_rule).collect();
    let html = page("All rules", &page_rules);
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    assert!(!html.contains("http://") && !html.contains("https://"), "an address in the page");

    let elements = read(&html);
    let ids: Vec<&str> = elements.iter().map(|element| element.attribute("id")).filter(|id| !id.is_empty()).collect();
    let known: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "an id twice");
    for element in &elements {
        for reference in ["aria-labelledby", "aria-describedby", "for"] {
            for id in element.attribute(reference).split_whitespace() {
                assert!(known.contains(id), "{reference} of {element:?}");
            }
        }
        if let Some(href) = element.attributes.get("href") {
            assert!(href.strip_prefix('#').is_some_and(|id| known.contains(id)), "{element:?}");
        }
        assert!(!element.attributes.contains_key("style") && !element.attributes.contains_key("src"), "{element:?}");
        assert!(!element.attributes.keys().any(|name| name.starts_with("on")), "{element:?}");
    }

    let data = data(&elements);
    assert_eq!(data.len(), rules.len());
    for (rule, data) in rules.iter().zip(&data) {
        assert_eq!(data["title"], rule.title());
        assert_eq!(data["values"].as_array().unwrap().len() as u64, rule.heaps() + 1, "{}", rule.name());
        let charts = data["charts"].as_array().unwrap();
        let kinds: Vec<&str> = charts.iter().map(|chart| chart["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds[..3], ["sequence", "grid", "outcomes"]);
        assert!(kinds[3..].iter().all(|kind| ["density", "values"].contains(kind)), "{kinds:?}");
        for chart in charts {
            let mut svg = String::new();
            let packed = STANDARD.decode(chart["packed"].as_str().unwrap()).unwrap();
            GzDecoder::new(&packed[..]).read_to_string(&mut svg).unwrap();
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            let addresses = svg.replace("http://www.w3.org/", "");
            assert!(!addresses.contains("http") && !svg.contains("<script"), "{}", rule.name());
        }
    }
}

#[test]
fn the_policy_lets_in_this_style_and_this_script() {
    let html = page("One rule", &[page_rule(&Ruleset::parse("1..3").unwrap())]);
    let elements = read(&html);
    let policy = elements.iter().find(|e| e.attribute("http-equiv") == "Content-Security-Policy").unwrap();
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let text =
        |name: &str, kind: &str| &elements.iter().find(|e| e.name == name && e.attribute("type") == kind).unwrap().text;
    let (style, script) = (hash(text("style", "")), hash(text("script", "module")));
    let expected = format!(
        "default-src 'none'; style-src {style}; script-src {script}; img-src blob:; base-uri 'none'; form-action 'none'"
    );
    assert_eq!(policy.attribute("content"), expected);
}

#[test]
fn hostile_titles_stay_text() {
    let title = "</script><img src=x onerror=alert(1)>&amp;\"' <!-- \u{2028}";
    let toml = format!("title = {title:?}\ntake = '1..3'\n[expect]\nsource = '<b>&</b>'");
    let toml = toml.replace("\\u{2028}", "\\u2028");
    let rule = Ruleset::from_toml("<b>\"'--><i>", "hostile.toml", &toml).unwrap();
    let html = page(title, &[page_rule(&rule), page_rule(&rule)]);
    let elements = read(&html);
    assert!(elements.iter().all(|element| !["img", "b", "i"].contains(&element.name.as_str())));
    assert_eq!(elements.iter().find(|element| element.name == "title").unwrap().text, title);
    for data in data(&elements) {
        assert_eq!((&data["title"], &data["file"]), (&Value::from(title), &Value::from("b-i")));
    }
    for anchor in ["rule-b-i", "rule-b-i--2"] {
        assert!(elements.iter().any(|element| element.name == "section" && element.attribute("id") == anchor));
    }
}

#[test]
fn misere_rules_have_outcomes_and_no_values() {
    let toml = "take = '1..3'\nconvention = 'misere'\nheaps = 9";
    let elements = read(&page("Misère", &[page_rule(&Ruleset::from_toml("m", "m.toml", toml).unwrap())]));
    let [data] = &data(&elements)[..] else { panic!() };
    assert_eq!((&data["misere"], &data["outcomes"]), (&Value::Bool(true), &Value::Bool(true)));
    let outcomes: Vec<u64> = data["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
    assert_eq!(outcomes, [1, 0, 1, 1, 1, 0, 1, 1, 1, 0]);
    assert_eq!(data["charts"].as_array().unwrap().len(), 1);
}

#[test]
fn long_tables_are_cut_and_it_is_said() {
    let rule = Ruleset::from_toml("long", "long.toml", "take = '1, 4'\nheaps = 20000").unwrap();
    let html = page("Long", &[page_rule(&rule)]);
    assert_eq!(data(&read(&html))[0]["values"].as_array().unwrap().len(), 4001);
    assert!(html.contains("The page shows heaps 0 to 4000;"));
    assert!(html.len() < 300_000, "{} bytes", html.len());
}

#[test]
fn proofs_are_spelled_out() {
    for (rule, said) in [
        ("1, 3, 4", "at most M = 4. So the values of M heaps in a row decide all that follow"),
        ("all but 2, 5", "the largest left out is M = 5"),
        ("any", "Every amount may be taken; M = 1."),
        ("any", "g(n) = n: proved (closed)"),
        ("guiles", "once g(n + p) = g(n) for q ≤ n &lt; 2q + p + 2, q ≥ 1"),
        ("odd", "depends on its remainder modulo 2 alone"),
        ("powers of 2", "no amount of the set joins two heaps"),
        ("hexadecimal-0-3f", "by options that stay or rise with the pattern"),
        ("laskers-nim", "by induction on n"),
        ("squares", "For every p the set has a multiple of p."),
        ("take-1-or-all", "no theorem that is known here covers such a rule"),
        ("all but 2, 90", "It is not proved: the theorem needs the table through heap 183."),
        ("grundys-game", "That does not mean that there is none."),
    ] {
        let html = page("One rule", &[page_rule(&Ruleset::parse(rule).unwrap())]);
        assert!(html.contains(said), "{rule}");
    }
}

fn sgtab(folder: &std::path::Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgtab")).current_dir(folder).args(args).output().unwrap()
}

#[test]
fn report_writes_the_rules_in_the_order_that_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let out =
        sgtab(folder.path(), &["report", "nim", "1..3", "kayles", "-n", "30", "-o", "a.html", "--title", "Three"]);
    assert!(out.status.success());
    assert!(String::from_utf8(out.stdout).unwrap().starts_with("nim  period 1, saltus 1"));
    let html = fs::read_to_string(folder.path().join("a.html")).unwrap();
    let elements = read(&html);
    let sections: Vec<&str> =
        elements.iter().filter(|e| e.attribute("class") == "rule").map(|e| e.attribute("id")).collect();
    assert_eq!(sections, ["rule-nim", "rule-1-3", "rule-kayles"]);
    assert!(elements.iter().any(|e| e.name == "h1" && e.text == "Three"));
    assert_eq!(data(&elements)[2]["values"].as_array().unwrap().len(), 31);
    // The same again, on standard output.
    let args = ["report", "nim", "1..3", "kayles", "-n", "30", "-o", "-", "--title", "Three", "--threads", "1"];
    assert!(sgtab(folder.path(), &args).stdout == html.as_bytes());
}

#[test]
fn report_names_the_rule_that_it_cannot_read_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = sgtab(folder.path(), &["report", "nim", "no such rule", "-o", "a.html"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("no such rule"));
    assert!(!folder.path().join("a.html").exists());
}

#[test]
fn batch_writes_the_page_of_the_rules_that_do_not_fail() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).unwrap();
    fs::write(rules.join("good.toml"), "take = '1..3'").unwrap();
    fs::write(rules.join("bad.toml"), "take = '3..1'").unwrap();
    let out = sgtab(folder.path(), &["batch", "rules", "-o", "out"]);
    assert_eq!(out.status.code(), Some(2));
    let html = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    let data = data(&read(&html));
    assert_eq!((data.len(), &data[0]["title"]), (1, &Value::from("Take 1 to 3")));
}
