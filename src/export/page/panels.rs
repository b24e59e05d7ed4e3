//! The explorer and the game: what they look like before the script fills them.

use maud::{Markup, html};

/// Type a set, see its values.
pub(super) fn explorer() -> Markup {
    html! {
        section #explorer.panel aria-labelledby="explorer-title" {
            h2 #explorer-title { "Explorer" }
            p { "One heap; a move takes one of the amounts that you name; who cannot move loses." }
            form.controls {
                label.wide { "Amounts "
                    input #amounts type="text" value="1, 3, 4" autocomplete="off" autocapitalize="off" spellcheck="false"
                        aria-describedby="amounts-help";
                }
                label { "Largest heap " input #limit type="number" value="100" min="1" max="20000" autocomplete="off"; }
                button type="submit" { "Show" }
            }
            p #amounts-help.help {
                "For example " code { "1..3" } ", " code { "1, 3, 4" } ", " code { "1..3, 7" } ", " code { "2.." } ", "
                code { "all but 2, 5" } ", " code { "odd" } ", " code { "even except 4" } ", " code { "squares" } ", "
                code { "primes" } ", " code { "powers of 2" } ", " code { "multiples of 3" } ", " code { "1 | (2 mod 5)" } "."
            }
            div #explored aria-live="polite" {}
            div #explored-table {}
        }
    }
}

/// A sum of heaps against the page.
pub(super) fn play() -> Markup {
    html! {
        section #play.panel aria-labelledby="play-title" {
            h2 #play-title { "Play" }
            p { "A move replaces one heap as the rule says. The opponent makes no mistakes: whoever starts well must go on well." }
            form.controls {
                label.wide { "Rule " select #play-rule autocomplete="off" {} }
                label { "Heaps " input #play-heaps type="text" value="3, 4, 5" inputmode="text" autocomplete="off"
                    aria-describedby="play-range"; }
                button #play-random type="button" { "Random heaps" }
                label { "First move " select #play-first autocomplete="off" {
                    option value="you" { "you" }
                    option value="opponent" { "the opponent" }
                } }
                label { "Who cannot move " select #play-convention autocomplete="off" {
                    option value="normal" { "loses" }
                    option value="misere" { "wins (misère)" }
                } }
                button type="submit" { "New game" }
            }
            p #play-range.help {}
            p #play-status.status role="status" aria-live="polite" {}
            div #play-board tabindex="-1" role="group" aria-label="Heaps" {}
            div.controls {
                button #play-hint type="button" aria-pressed="false" disabled { "Hints" }
                button #play-undo type="button" disabled { "Undo" }
            }
            div #play-hints {}
            details { summary { "Moves so far" } ol #play-log {} }
        }
    }
}
