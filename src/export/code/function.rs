//! A law as a function in some language: what all languages share.

use std::collections::BTreeMap;

use super::array::{Array, Packing};
use super::law::{Formula, Law, Rule};
use crate::pattern::Sequence;

/// A function before its lines are laid out.
#[derive(Debug)]
pub(super) struct Function<'a> {
    pub(super) sequence: Sequence,
    /// The list that is declared as `a`.
    pub(super) array: Option<Array<'a>>,
    /// Values that are given a name, in order.
    pub(super) lets: Vec<(&'static str, String)>,
    /// Values, each with the heaps that have it, against the rule.
    pub(super) exceptions: Vec<(u64, Vec<u64>)>,
    /// The largest heap that is given, where not all are.
    pub(super) last: Option<u64>,
    /// What the others have.
    pub(super) result: String,
}

/// How a language says the parts of a function; what is given here is said so in C++ and in Rust.
pub(super) trait Syntax {
    /// What a comment begins with.
    const COMMENT: &'static str = "//";
    /// Whole numbers divided, rounded down.
    const DIVIDED_BY: &'static str = "/";
    const OR: &'static str = "||";
    const AND: &'static str = "&&";
    /// Whether numbers end at 64 bits.
    const HAS_64_BITS: bool = true;

    fn truth(value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    /// A number, wherever one stands.
    fn number(n: u64) -> String {
        n.to_string()
    }

    /// One of two expressions.
    fn choose(condition: &str, yes: &str, no: &str) -> String;

    /// n - from, 0 where n is less.
    fn past(from: &str) -> String;

    /// The value at a place of the list; of outcomes whether it is 1. It may give parts of it a name.
    fn element(function: &mut Function<'_>, array: Array<'_>, place: String) -> String;

    /// Whether n is in a list of rising heaps, declared as `a` if the function says so.
    fn contains<'a>(function: &mut Function<'a>, heaps: Array<'a>) -> String;

    /// Whether n is one of these.
    fn is_one_of(heaps: &[String]) -> String;

    /// Whether n is none of these.
    fn is_none_of(heaps: &[String]) -> String;

    /// The lines of the function.
    fn write(function: &Function<'_>) -> String;
}

/// So many exceptional outcomes stand in one expression.
const MOST_IN_ONE_EXPRESSION: usize = 8;

/// The text of a law.
pub(super) fn text<S: Syntax>(law: &Law, packing: Packing, sequence: Sequence) -> String {
    let mut function =
        Function { sequence, array: None, lets: Vec::new(), exceptions: Vec::new(), last: None, result: String::new() };
    function.result = function.rule::<S>(&law.rule, packing);
    function.except::<S>(law);
    S::write(&function)
}

impl<'a> Function<'a> {
    /// Whether the heap makes any difference: compilers warn of a parameter that does not.
    pub(super) fn uses_n(&self) -> bool {
        let constant = self.last.is_none() && self.lets.is_empty() && self.exceptions.is_empty();
        !constant || self.result.contains('n')
    }

    /// A name for an expression that is used more than once, or none where it is one.
    pub(super) fn named(&mut self, name: &'static str, expression: String) -> String {
        if expression == "n" {
            return expression;
        }
        self.lets.push((name, expression));
        name.into()
    }

    /// The value at a place of a list, which is declared where it is long.
    fn element<S: Syntax>(&mut self, array: Array<'a>, place: String) -> String {
        self.array = (!array.is_inline()).then_some(array);
        S::element(self, array, place)
    }

    /// The expression for heaps that follow the rule.
    fn rule<S: Syntax>(&mut self, rule: &'a Rule, packing: Packing) -> String {
        let one_more =
            |text: String, what: Option<String>| what.map_or(text.clone(), |what| format!("{text} + {what}"));
        match rule {
            Rule::Formula(formula) if self.sequence == Sequence::Outcome => S::truth(formula.plus == 1).into(),
            Rule::Formula(formula) => formula.text::<S>(),
            Rule::IsZero(formula) => format!("{} == 0", formula.text::<S>()),
            Rule::Test { modulus, comparison, than } => {
                format!("n % {} {} {}", S::number(*modulus), comparison.sign(), S::number(*than))
            }
            Rule::Cycle { start, values, saltus } => {
                let (x, period) = (since::<S>(*start), S::number(values.len() as u64));
                let element = self.element::<S>(Array { values, packing }, format!("{x} % {period}"));
                let rise = (*saltus > 0).then(|| times::<S>(over::<S>(x, values.len() as u64), *saltus));
                one_more(element, rise)
            }
            Rule::Array { values, from, saltus } => {
                let period = values.len() as u64 - from;
                let (start, length) = (S::number(*from), S::number(period));
                let rise = (*saltus > 0).then(|| {
                    self.lets.push(("k", over::<S>(S::past(&start), period)));
                    times::<S>("k".into(), *saltus)
                });
                let place = if rise.is_some() {
                    if period == 1 { "n - k".to_owned() } else { format!("n - k * {length}") }
                } else if period == 1 {
                    S::choose(&format!("n < {start}"), "n", &start)
                } else if from.is_multiple_of(period) {
                    S::choose(&format!("n < {start}"), "n", &format!("{start} + n % {length}"))
                } else {
                    S::choose(&format!("n < {start}"), "n", &format!("{start} + (n - {start}) % {length}"))
                };
                let element = self.element::<S>(Array { values, packing }, place);
                one_more(element, rise)
            }
            Rule::Table(values) => {
                self.last = Some((values.len() as u64).saturating_sub(1));
                self.element::<S>(Array { values, packing }, "n".into())
            }
            Rule::Heaps { heaps, last } => {
                self.last = Some(*last);
                S::contains(self, Array { values: heaps, packing: Packing::Numbers })
            }
        }
    }

    /// Sets the exceptions apart, or takes them into the result where they are a few outcomes of one kind.
    fn except<S: Syntax>(&mut self, law: &Law) {
        let mut groups: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        law.exceptions.iter().for_each(|&(heap, value)| groups.entry(value).or_default().push(heap));
        let groups: Vec<(u64, Vec<u64>)> = groups.into_iter().collect();
        match &*groups {
            [(is_p, heaps)] if self.sequence == Sequence::Outcome && heaps.len() <= MOST_IN_ONE_EXPRESSION => {
                let heaps: Vec<String> = heaps.iter().map(|&heap| S::number(heap)).collect();
                let (words, sign) =
                    if *is_p == 1 { (S::is_one_of(&heaps), S::OR) } else { (S::is_none_of(&heaps), S::AND) };
                // Where all others are of the other kind there is no more to say.
                let alone = self.result == S::truth(*is_p != 1);
                self.result = if alone { words } else { format!("{words} {sign} {}", self.result) };
            }
            _ => self.exceptions = groups,
        }
    }
}

impl Formula {
    fn text<S: Syntax>(&self) -> String {
        let Formula { start, modulus, divisor, period, saltus, plus } = *self;
        if modulus.is_none() && (period, saltus) == (1, 1) {
            return match plus.cmp(&start) {
                std::cmp::Ordering::Equal => "n".into(),
                std::cmp::Ordering::Greater => format!("n + {}", S::number(plus - start)),
                std::cmp::Ordering::Less => format!("n - {}", S::number(start - plus)),
            };
        }
        let x = since::<S>(start);
        let rise = (saltus > 0).then(|| times::<S>(over::<S>(x.clone(), period), saltus));
        let place = modulus.map(|modulus| over::<S>(format!("{x} % {}", S::number(modulus)), divisor));
        let plus = (plus > 0).then(|| S::number(plus));
        let terms: Vec<String> = [rise, place, plus].into_iter().flatten().collect();
        if terms.is_empty() { "0".into() } else { terms.join(" + ") }
    }
}

/// n - start.
fn since<S: Syntax>(start: u64) -> String {
    if start == 0 { "n".into() } else { format!("(n - {})", S::number(start)) }
}

fn over<S: Syntax>(text: String, by: u64) -> String {
    if by == 1 { text } else { format!("{text} {} {}", S::DIVIDED_BY, S::number(by)) }
}

fn times<S: Syntax>(text: String, by: u64) -> String {
    if by == 1 { text } else { format!("{text} * {}", S::number(by)) }
}
