//! The index: all rules, to be searched and filtered.

use maud::{Markup, html};

use super::PageRule;
use super::standing::Known;

pub(super) fn index(rules: &[PageRule], anchors: &[String]) -> Markup {
    let present = Known::ALL.into_iter().filter(|known| rules.iter().any(|rule| rule.known == *known));
    html! {
        section #index aria-labelledby="index-title" {
            h2 #index-title { "Rules" }
            form.controls role="search" aria-label="Search the rules" {
                label { "Search " input #search type="search" autocomplete="off" spellcheck="false" placeholder="kayles, prime, period 12"; }
                label { "Standing "
                    select #standing autocomplete="off" {
                        option value="" { "all" }
                        @for known in present { option value=(known.name()) { (known.name()) } }
                    }
                }
                output #count for="search standing" aria-live="polite" { (count(rules.len())) }
            }
            div.index-list tabindex="0" role="region" aria-label="List of rules" {
                ul {
                    @for (rule, anchor) in rules.iter().zip(anchors) {
                        li data-standing=(rule.known.name()) data-rule=(anchor) {
                            a href={ "#" (anchor) } { (rule.title) }
                            " " (rule.known.badge())
                            span.name { (rule.name) ": " (rule.verdict) }
                        }
                    }
                }
            }
        }
    }
}

fn count(rules: usize) -> String {
    if rules == 1 { "1 rule".into() } else { format!("{rules} rules") }
}
