//! What the script needs of a rule, as JSON in the page.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::chart::Chart;
use super::moves::Moves;
use crate::export::json::Integer;

/// All of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleData<'a> {
    pub(super) title: &'a str,
    /// Downloads are named after it.
    pub(super) file: &'a str,
    pub(super) misere: bool,
    /// The values are outcomes: 0 for P, 1 for N.
    pub(super) outcomes: bool,
    pub(super) values: Vec<Integer>,
    pub(super) period: Option<PeriodData>,
    /// The largest heap of a game.
    pub(super) largest: u64,
    pub(super) moves: Moves,
    pub(super) charts: Vec<Chart>,
    pub(super) downloads: Vec<Download>,
}

/// A period that holds as far as is known.
#[derive(Debug, Serialize)]
pub(super) struct PeriodData {
    pub(super) preperiod: Integer,
    pub(super) period: Integer,
    pub(super) saltus: Integer,
}

/// A text that a visitor may save. The table as CSV is made by the script, from the values.
#[derive(Debug, Serialize)]
pub(super) struct Download {
    pub(super) label: &'static str,
    pub(super) file: String,
    pub(super) mime: &'static str,
    pub(super) text: String,
}

/// JSON that the script finds by `class`. No text in it ends the element: `<` is written as an escape, as are the two
/// line ends of Unicode.
pub(super) fn embedded(class: &str, data: &impl Serialize) -> Markup {
    // All of these can only be within strings.
    let json = serde_json::to_string(data).unwrap_or_default();
    let json = json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    html! { script class=(class) type="application/json" { (PreEscaped(json)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_element() {
        let html = embedded("data", &["</script><!--\u{2028}\u{2029}&"]).into_string();
        let escaped = r#"["\u003c/script>\u003c!--\u2028\u2029&"]"#;
        assert_eq!(html, format!("<script class=\"data\" type=\"application/json\">{escaped}</script>"));
    }
}
