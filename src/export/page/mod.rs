//! One HTML file that shows rules, and lets a visitor explore and play: [`Page`].
//!
//! The file stands alone: style, script, values, charts and downloads are in it, and it asks no network for anything,
//! which a content security policy in it makes sure of. What is known of a rule is written here; the script wraps the
//! values to the width, unpacks charts, and runs the explorer and the game (`script/`, plain JavaScript).

mod assets;
mod chart;
mod data;
mod index;
mod moves;
mod panels;
mod proof;
mod rule;
mod standing;

use std::collections::HashMap;
use std::io::{self, Write};

use maud::{DOCTYPE, Markup, html};

pub use self::rule::{PageError, PageRule};
use self::standing::Known;

/// A page of rules; [`Page::write`] makes it a file.
///
/// ```
/// use sgtab::export::{Page, PageRule, TableView};
/// use sgtab::pattern::Sequence;
/// use sgtab::ruleset::Ruleset;
/// use sgtab::study::{Range, study};
/// use sgtab::table::{Settings, Visited};
/// let rule = Ruleset::parse("1..3").unwrap();
/// let (range, settings) = (Range::Exactly(40), Settings::default());
/// let study = study(&rule, Sequence::Sg, range, &settings, &mut Visited::default(), &mut ()).unwrap();
/// let view = TableView { rule: &rule, table: &study.table, last: 40, outcomes: false, verdict: None };
/// let rules = [PageRule::new(&view, &study.verdicts).unwrap()];
/// let mut html = Vec::new();
/// Page { title: "Take 1 to 3", rules: &rules }.write(&mut html).unwrap();
/// assert!(html.starts_with(b"<!DOCTYPE html>"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The title of the page.
    pub title: &'a str,
    /// Its rules, in this order.
    pub rules: &'a [PageRule],
}

impl Page<'_> {
    /// Writes the page, the same bytes for the same rules.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(assets::content_security_policy());
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content=(concat!("sgtab ", env!("CARGO_PKG_VERSION")));
                    title { (self.title) }
                    (assets::style())
                }
                body { (self.body()) }
            }
        };
        out.write_all(head.into_string().as_bytes())?;
        writeln!(out)
    }

    fn body(&self) -> Markup {
        let anchors = anchors(self.rules);
        html! {
            a.skip href="#rules" { "Skip to the rules" }
            header {
                h1 { (self.title) }
                p { (summary(self.rules)) }
                nav aria-label="Parts of this page" {
                    a href="#index" { "Rules" }
                    a href="#explorer" { "Explorer" }
                    a href="#play" { "Play" }
                }
                noscript {
                    p.note { "What is known of the rules is below. The tables of values, the charts, the explorer and the game "
                        "are made by the script of this page, which is not allowed to run." }
                }
            }
            main {
                (index::index(self.rules, &anchors))
                (panels::explorer())
                (panels::play())
                div #rules {
                    @for (rule, anchor) in self.rules.iter().zip(&anchors) { (rule.section(anchor)) }
                }
            }
            footer {
                p { "Made by sgtab " (env!("CARGO_PKG_VERSION")) ". A pattern is called proved only where a theorem gives it for every heap." }
            }
            (assets::script())
        }
    }
}

/// How many rules there are of each standing.
fn summary(rules: &[PageRule]) -> String {
    let counted = Known::ALL.map(|known| (known, rules.iter().filter(|rule| rule.known == known).count()));
    let counts: Vec<String> = counted
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(known, count)| format!("{count} {}", known.phrase()))
        .collect();
    let rules = match rules.len() {
        1 => "1 heap game".to_owned(),
        many => format!("{many} heap games"),
    };
    format!("{rules}: {}.", counts.join(", "))
}

/// A name for each section, from the name of its rule, none of them twice.
fn anchors(rules: &[PageRule]) -> Vec<String> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut unique = |slug: &str| {
        let count = taken.entry(slug.to_owned()).or_default();
        *count += 1;
        // No slug has two hyphens in a row.
        if *count == 1 { format!("rule-{slug}") } else { format!("rule-{slug}--{count}") }
    };
    rules.iter().map(|rule| unique(&slug(&rule.name))).collect()
}

/// A name for anchors and files: small letters, digits, and single hyphens for all else.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let text: String = name.chars().map(plain).collect();
    let slug = text.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.is_empty() { "unnamed".into() } else { slug }
}
