//! The rules that a sequence is compared with: the shipped ones, octal codes, and families of sets.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::ruleset::{Convention, Ruleset, shipped};
use crate::table::{Settings, SgTable, heaps_within};

/// The first heaps of an entry, through this one, sort out most of them.
pub(super) const SCREEN: u64 = 320;
/// A rule whose moves are slow to list is kept as far as so many operations go.
const SCREEN_OPERATIONS: f64 = 1e7;

/// Known rules, each once, with their first values.
#[derive(Debug, Clone)]
pub struct Catalogue {
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) rule: Ruleset,
    /// The shipped rules with these moves.
    pub(super) shipped: Vec<String>,
    pub(super) normal_form: String,
    pub(super) screen: SgTable,
}

impl Catalogue {
    /// Tabulates the first heaps of every rule: a few thousand short tables.
    pub fn compute() -> Catalogue {
        let families = families();
        let parsed: Vec<Ruleset> = families.par_iter().filter_map(|text| Ruleset::parse(text).ok()).collect();
        let shipped = shipped().filter_map(|shipped| shipped.ruleset().ok()).map(|rule| (rule, true));
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut rules: Vec<(Ruleset, Vec<String>, String)> = Vec::new();
        for (rule, is_shipped) in shipped.chain(parsed.into_iter().map(|rule| (rule, false))) {
            if rule.convention() == Convention::Misere {
                continue;
            }
            let normal_form = rule.to_string();
            let place = *places.entry(normal_form.clone()).or_insert(rules.len());
            let name = is_shipped.then(|| rule.name().to_owned());
            if place == rules.len() {
                rules.push((rule, Vec::new(), normal_form));
            }
            rules[place].1.extend(name);
        }
        let entries = rules.into_par_iter().filter_map(|(rule, shipped, normal_form)| {
            let settings = Settings::default();
            let last = heaps_within(&rule, None, SCREEN_OPERATIONS, 0.0, settings.memory).min(SCREEN);
            let screen = SgTable::compute(&rule, last, &settings).ok()?;
            Some(Entry { rule, shipped, normal_form, screen })
        });
        Catalogue { entries: entries.collect() }
    }

    /// How many rules it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Entry {
    /// The normal form where that is a set or a code; what is written out is better known by the name of its file.
    pub(super) fn name(&self) -> &str {
        if self.rule.shape().others { self.rule.name() } else { &self.normal_form }
    }
}

/// The rules that are not shipped, as they are typed.
fn families() -> Vec<String> {
    let mut rules = Vec::new();
    // Octal codes of up to three digits.
    for digits in 0..0o1000 {
        let code = format!("{digits:03o}");
        let code = code.trim_end_matches('0');
        if !code.is_empty() {
            rules.push(format!("0.{code}"));
        }
        rules.push(format!("4.{}", if code.is_empty() { "0" } else { code }));
    }
    // Finite sets: every set of small amounts, pairs and intervals of larger ones, and triples between.
    for members in 1u32..1 << 9 {
        let amounts = (1..=9).filter(|amount| members >> (amount - 1) & 1 == 1);
        rules.push(amounts.map(|amount| amount.to_string()).collect::<Vec<_>>().join(", "));
    }
    for b in 1..=30 {
        rules.push(format!("{b}"));
        for a in 1..b {
            rules.push(format!("{a}, {b}"));
            rules.push(format!("{a}..{b}"));
            if b <= 16 {
                rules.extend((1..a).map(|least| format!("{least}, {a}, {b}")));
            }
        }
    }
    // All but a few.
    for c in 1..=20 {
        rules.push(format!("all but {c}"));
        rules.push(format!("{}..", c + 1));
        for b in (1..c).filter(|_| c <= 12) {
            rules.push(format!("all but {b}, {c}"));
            rules.extend((1..b).filter(|_| c <= 9).map(|a| format!("all but {a}, {b}, {c}")));
        }
    }
    // Arithmetic progressions, and all but the multiples.
    for modulus in 2..=12 {
        rules.push(format!("multiples of {modulus}"));
        rules.push(format!("all but multiples of {modulus}"));
        rules.extend((1..modulus).map(|residue| format!("{residue} mod {modulus}")));
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// None is lost for being mistyped, and none is there twice.
    #[test]
    fn every_rule_has_its_place() {
        assert!(families().iter().all(|text| Ruleset::parse(text).is_ok()));
        let catalogue = Catalogue::compute();
        let mut forms: Vec<&str> = catalogue.entries.iter().map(|entry| entry.normal_form.as_str()).collect();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), catalogue.len());
        let named: usize = catalogue.entries.iter().map(|entry| entry.shipped.len()).sum();
        assert_eq!(named, shipped().count());
    }
}
