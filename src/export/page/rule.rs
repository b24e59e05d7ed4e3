//! The section of one rule.

use maud::{Markup, html};

use super::chart::charts;
use super::data::{Download, PeriodData, RuleData, embedded};
use super::moves::playable;
use super::proof::{Told, told};
use super::slug;
use super::standing::Known;
use crate::export::json::Integer;
use crate::export::{ChartError, Language, TableView, write_code};
use crate::proof::Verdict;
use crate::ruleset::{Convention, MoveError, Ruleset};

/// A page shows so many heaps of a rule: longer tables are for files.
const MOST_HEAPS: u64 = 4000;
/// The moves of heaps up to this are written out, so many of each.
const MOVES_OF: u64 = 8;
const MOST_MOVES: usize = 12;

/// What a page says of one rule; see [`Page`](super::Page).
#[derive(Debug, Clone)]
pub struct PageRule {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) verdict: String,
    pub(super) known: Known,
    body: Markup,
}

/// Why a rule has no place on a page.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// A move is not one.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl PageRule {
    /// The rule of `view`, with what is known of it, the most important first. Of a longer table the first heaps are
    /// shown.
    ///
    /// # Errors
    /// When a chart cannot be drawn, or a move of a small heap is not one.
    pub fn new(view: &TableView<'_>, verdicts: &[Verdict]) -> Result<PageRule, PageError> {
        let cut = view.len() > MOST_HEAPS + 1;
        let view = &TableView { last: view.last.min(MOST_HEAPS), ..*view };
        let rule = view.rule;
        let first = verdicts.first();
        let period = verdicts.iter().find(|verdict| verdict.period().is_some());
        let period = period.filter(|verdict| !verdict.is_refuted()).and_then(Verdict::period);
        let last = view.len().saturating_sub(1);
        let (largest, moves) = playable(rule, last)?;
        // Misère values have no meaning but whether they are 0.
        let values = view.table.values().map(|value| if view.outcomes { value.min(1) } else { value });
        let data = RuleData {
            title: rule.title(),
            file: &slug(rule.name()),
            misere: rule.convention() == Convention::Misere,
            outcomes: view.outcomes,
            values: values.take(view.len() as usize).map(Integer).collect(),
            period: period.map(|period| PeriodData {
                preperiod: Integer(period.preperiod),
                period: Integer(period.period),
                saltus: Integer(period.saltus),
            }),
            largest,
            moves,
            charts: charts(view, first, period.copied())?,
            downloads: downloads(view),
        };
        Ok(PageRule {
            name: rule.name().into(),
            title: rule.headline(),
            verdict: first.map(Verdict::to_string).unwrap_or_default(),
            known: first.map_or(Known::Open, Known::from),
            body: html! {
                (about(rule))
                (verdicts_shown(rule, verdicts))
                (shown(last, cut))
                (examples(rule, last)?)
                p.end { a.to-game href="#play" { "Play this game" } " " a href="#index" { "Back to the list" } }
                (embedded("data", &data))
            },
        })
    }

    pub(super) fn section(&self, anchor: &str) -> Markup {
        let title = format!("{anchor}-title");
        html! {
            section.rule id=(anchor) data-standing=(self.known.name()) aria-labelledby=(title) {
                h2 id=(title) { (self.title) " " (self.known.badge()) }
                (self.body)
            }
        }
    }
}

/// Texts that may be saved, beside the CSV that the script makes.
fn downloads(view: &TableView<'_>) -> Vec<Download> {
    let program = |language| {
        let (label, ending, mime) = match language {
            Language::Cpp => ("C++", "cpp", "text/x-c++src"),
            Language::Python => ("Python", "py", "text/x-python"),
            Language::Rust => ("Rust", "rs", "text/rust"),
        };
        let mut code = Vec::new();
        write_code(&mut code, language, view).ok()?;
        Some(Download {
            label,
            file: format!("{}.{ending}", slug(view.rule.name())),
            mime,
            text: String::from_utf8(code).ok()?,
        })
    };
    Language::ALL.into_iter().filter_map(program).collect()
}

fn about(rule: &Ruleset) -> Markup {
    let ending = match rule.convention() {
        Convention::Normal => "Who cannot move loses.",
        Convention::Misere => "Misère play: who cannot move wins.",
    };
    let normal = rule.to_string();
    html! {
        p.words { (capital(&rule.in_words())) ". " (ending) }
        dl {
            dt { "Rule" } dd { code { (rule.written()) } @if normal != rule.written() { ", which comes to " code { (normal) } } }
            @if rule.name() != rule.written() { dt { "Name" } dd { code { (rule.name()) } } }
            @if !rule.expect().source.is_empty() { dt { "Source" } dd { (rule.expect().source) } }
        }
    }
}

fn verdicts_shown(rule: &Ruleset, verdicts: &[Verdict]) -> Markup {
    html! {
        @if let Some((first, others)) = verdicts.split_first() {
            @let Told { claim, theorem, reasons } = told(rule, first);
            div class={ "verdict " (Known::from(first).name()) } {
                p.claim { (Known::from(first).badge()) " " (claim) }
                @if let Some(theorem) = theorem { p { "By the " strong { (theorem) } "." } }
                @if !reasons.is_empty() { ul { @for reason in reasons { li { (reason) } } } }
            }
            @if !others.is_empty() {
                ul.also { @for verdict in others { li { (Known::from(verdict).badge()) " " (capital(&verdict.to_string())) "." } } }
            }
        }
    }
}

/// Where the script puts table, charts and downloads.
fn shown(last: u64, cut: bool) -> Markup {
    html! {
        h3 { "Table" }
        @if cut { p.note { "The page shows heaps 0 to " (last) "; longer tables are written by " code { "sgtab table" } "." } }
        div.table {}
        h3.screen { "Charts" }
        div.charts {}
        h3.screen { "Downloads" }
        div.downloads {}
    }
}

fn examples(rule: &Ruleset, last: u64) -> Result<Markup, MoveError> {
    let of_heap = |heap| rule.options(heap).map(|options| (heap, options));
    let moves = (1..=MOVES_OF.min(last)).map(of_heap).collect::<Result<Vec<_>, MoveError>>()?;
    Ok(html! {
        details {
            summary { "Moves of small heaps" }
            ul { @for (heap, options) in moves { li { (heap) ": " (moves_text(&options)) } } }
        }
    })
}

fn moves_text(options: &[Vec<u64>]) -> String {
    let heaps = |heaps: &Vec<u64>| match heaps.as_slice() {
        [] => "0".to_owned(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
    };
    let mut shown: Vec<String> = options.iter().take(MOST_MOVES).map(heaps).collect();
    if options.len() > MOST_MOVES {
        shown.push(format!("and {} more", options.len() - MOST_MOVES));
    }
    if shown.is_empty() { "no move".into() } else { format!("to {}", shown.join(", ")) }
}

/// A sentence; a formula stays as it is.
pub(super) fn capital(text: &str) -> String {
    if text.starts_with("g(n)") {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
