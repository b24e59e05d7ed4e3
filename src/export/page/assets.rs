//! Style and script, and the policy that lets no others in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("style.css");

/// One module; the order is that of use.
const SCRIPT: &str = concat!(
    include_str!("script/dom.js"),
    include_str!("script/sets.js"),
    include_str!("script/sequence.js"),
    include_str!("script/table.js"),
    include_str!("script/rules.js"),
    include_str!("script/explorer.js"),
    include_str!("script/game.js"),
    include_str!("script/board.js"),
    include_str!("script/play.js"),
    include_str!("script/start.js"),
);

pub(super) fn style() -> Markup {
    html! { style { (PreEscaped(STYLE)) } }
}

pub(super) fn script() -> Markup {
    html! { script type="module" { (PreEscaped(SCRIPT)) } }
}

/// Only this style and this script; pictures only from the page itself.
pub(super) fn content_security_policy() -> String {
    format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; img-src blob:; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_and_script_end_where_their_elements_end() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
    }
}
