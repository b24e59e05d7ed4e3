//! Formulas that are theorems for whole families of rules.
//!
//! - a..b, no gaps: g(n) = floor((n mod (a + b)) / a); a..: g(n) = floor(n / a), so `any` is g(n) = n.
//! - all but {a}: g(n) = a floor(n / 2a) + n mod a.
//! - Lasker's Nim, take any or split in two: g(4k + 3) = 4k + 4, g(4k + 4) = 4k + 3, else g(n) = n.
//!
//! Each by induction in doc/proofs.md. Time: a division or two for a value of any heap; no table.

use std::fmt;

use crate::ruleset::{Convention, Periodic, Ruleset, Set};
use crate::table::Period;

/// A formula for the values of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClosedForm {
    /// Amounts from `least` to `largest`; no amount at all is 1..0.
    Interval {
        /// At least 1.
        least: u64,
        /// The sum of both is below 2^64.
        largest: u64,
    },
    /// All amounts from this one on.
    AtLeast(u64),
    /// All amounts but this one, which is at least 2 and below 2^63.
    AllBut(u64),
    /// Take any number, or split the heap in two.
    Lasker,
}

impl ClosedForm {
    /// The formula of a rule, of normal play; `None` for most.
    ///
    /// ```
    /// use sgtab::proof::ClosedForm;
    /// use sgtab::ruleset::Ruleset;
    /// let form = ClosedForm::for_rule(&Ruleset::parse("3..4").unwrap()).unwrap();
    /// assert_eq!(form.to_string(), "floor((n mod 7) / 3)");
    /// assert_eq!(form.value(10_u64.pow(18)), Some(0));
    /// ```
    pub fn for_rule(rule: &Ruleset) -> Option<ClosedForm> {
        if rule.convention() != Convention::Normal {
            return None;
        }
        if let Some(set) = rule.only_set() {
            return ClosedForm::of_set(set.as_periodic()?);
        }
        let shape = rule.shape();
        let any = Set::from(Periodic::at_least(1));
        let lasker = !shape.others
            && shape.set.as_ref() == Some(&any)
            && shape.code.as_ref().is_some_and(|code| code.to_string() == "4.0");
        lasker.then_some(ClosedForm::Lasker)
    }

    fn of_set(set: &Periodic) -> Option<ClosedForm> {
        match set.as_interval() {
            _ if set.is_empty() => Some(ClosedForm::Interval { least: 1, largest: 0 }),
            Some((least, u64::MAX)) => Some(ClosedForm::AtLeast(least)),
            Some((least, largest)) => least.checked_add(largest).map(|_| ClosedForm::Interval { least, largest }),
            None => {
                let amount = set.largest_left_out()?;
                let all_but = Periodic::at_least(1).difference(&Periodic::from_ranges([amount..=amount]))?;
                (*set == all_but && amount < 1 << 63).then_some(ClosedForm::AllBut(amount))
            }
        }
    }

    /// g(n); `None` where it is 2^64, of the last heap of Lasker's Nim.
    pub fn value(self, n: u64) -> Option<u64> {
        Some(match self {
            ClosedForm::Interval { least, largest } => n % (least + largest) / least,
            ClosedForm::AtLeast(least) => n / least,
            ClosedForm::AllBut(amount) => n / (2 * amount) * amount + n % amount,
            ClosedForm::Lasker => match n % 4 {
                3 => n.checked_add(1)?,
                0 if n > 0 => n - 1,
                _ => n,
            },
        })
    }

    /// Its period, with the least preperiod.
    pub fn period(self) -> Period {
        match self {
            ClosedForm::Interval { least: 1, largest: 0 } => Period { preperiod: 0, period: 1, saltus: 0 },
            ClosedForm::Interval { least, largest } => Period { preperiod: 0, period: least + largest, saltus: 0 },
            ClosedForm::AtLeast(least) => Period { preperiod: 0, period: least, saltus: 1 },
            ClosedForm::AllBut(amount) => Period { preperiod: 0, period: 2 * amount, saltus: amount },
            ClosedForm::Lasker => Period { preperiod: 1, period: 4, saltus: 4 },
        }
    }

    /// The same formula in the notation of rule files, where `/` rounds down and `%` is the remainder; `None` where
    /// it has cases.
    pub fn notation(self) -> Option<String> {
        match self {
            ClosedForm::Interval { least: 1, largest: 0 } => Some("0".into()),
            ClosedForm::Interval { least: 1, largest } => Some(format!("n % {}", largest + 1)),
            ClosedForm::Interval { least, largest } => Some(format!("n % {} / {least}", least + largest)),
            ClosedForm::AtLeast(1) => Some("n".into()),
            ClosedForm::AtLeast(least) => Some(format!("n / {least}")),
            ClosedForm::AllBut(amount) => Some(format!("n / {} * {amount} + n % {amount}", 2 * amount)),
            ClosedForm::Lasker => None,
        }
    }
}

/// As one writes it in a text.
impl fmt::Display for ClosedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClosedForm::Interval { least: 1, largest: 0 } => f.write_str("0"),
            ClosedForm::Interval { least: 1, largest } => write!(f, "n mod {}", largest + 1),
            ClosedForm::Interval { least, largest } => write!(f, "floor((n mod {}) / {least})", least + largest),
            ClosedForm::AtLeast(1) => f.write_str("n"),
            ClosedForm::AtLeast(least) => write!(f, "floor(n / {least})"),
            ClosedForm::AllBut(amount) => write!(f, "{amount} floor(n / {}) + n mod {amount}", 2 * amount),
            ClosedForm::Lasker => f.write_str("n + 1 for n mod 4 = 3, n - 1 for n mod 4 = 0 and n > 0, else n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{EngineName, Settings, SgTable};

    fn form(text: &str) -> Option<ClosedForm> {
        ClosedForm::for_rule(&Ruleset::parse(text).unwrap())
    }

    #[test]
    fn every_formula_is_the_table_of_the_definition() {
        let mut texts: Vec<String> = vec!["any".into(), "laskers-nim".into(), "any; 4.0".into()];
        for a in 1..=12 {
            texts.extend((a..=12).map(|b| format!("{a}..{b}")));
            texts.extend([format!("{a}.."), format!("all but {a}")]);
        }
        for text in texts {
            let rule = Ruleset::parse(&text).unwrap();
            let form = ClosedForm::for_rule(&rule).unwrap();
            let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
            let table = SgTable::compute(&rule, 200, &settings).unwrap();
            assert!((0..=200).all(|n| table.get(n) == form.value(n)), "{text}");
            let Period { preperiod, period, saltus } = form.period();
            assert!(
                (preperiod..=200 - period).all(|n| form.value(n + period) == form.value(n).map(|value| value + saltus)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_formula_is_for_its_family_only() {
        for text in ["1, 3", "all but 2, 5", "odd", "squares", "0.77", "any; 8.0", "0.07; 1..3", "2; 4.0"] {
            assert_eq!(form(text), None, "{text}");
        }
        assert_eq!(form("all but 1"), Some(ClosedForm::AtLeast(2)));
        let misere = Ruleset::parse("1..3").unwrap().with_convention(Convention::Misere);
        assert_eq!(ClosedForm::for_rule(&misere), None);
    }

    #[test]
    fn the_notation_says_the_same() {
        for (text, notation) in [
            ("1..3", "n % 4"),
            ("3..4", "n % 7 / 3"),
            ("any", "n"),
            ("3..", "n / 3"),
            ("all but 4", "n / 8 * 4 + n % 4"),
        ] {
            assert_eq!(form(text).and_then(ClosedForm::notation).as_deref(), Some(notation));
        }
        assert_eq!(form("laskers-nim").and_then(ClosedForm::notation), None);
    }

    #[test]
    fn the_largest_heaps_do_no_harm() {
        for text in
            ["1..9223372036854775807", "9223372036854775807..", "any", "laskers-nim", "all but 9223372036854775807"]
        {
            form(text).map(|form| form.value(u64::MAX));
        }
    }
}
