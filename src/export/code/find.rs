//! The laws that give a known sequence: whichever is said in the fewest letters is written.
//!
//! Each is tested on the preperiod and one period. From the preperiod on, law and sequence both rise by the saltus from
//! one period to the next, so the two are equal everywhere.

use super::known::{Known, least_period};
use super::law::{Comparison, Formula, Law, MOST_EXCEPTIONS, Rule};
use crate::export::view::TableView;
use crate::proof::ClosedForm;
use crate::table::Period;

/// The laws of a known sequence.
pub(super) fn laws(known: &Known, outcomes: bool) -> Vec<Law> {
    let Period { preperiod, .. } = known.period;
    let mut rules = Vec::new();
    if outcomes {
        rules.extend(test(known));
    }
    for start in [0, preperiod] {
        if let Some(cycle) = Cycle::of(known, start) {
            let formula = cycle.formula().filter(|formula| !outcomes || formula.is_truth());
            rules.extend(formula.map(Rule::Formula));
            rules.push(Rule::Cycle { start, values: cycle.values, saltus: known.period.saltus });
        }
        if preperiod == 0 {
            break;
        }
    }
    let mut laws: Vec<Law> = rules.into_iter().filter_map(|rule| with_exceptions(rule, known)).collect();
    if preperiod > 0 {
        laws.extend(arrays(known));
    }
    laws.retain(|law| (0..).zip(&known.values).all(|(heap, &value)| law.get(heap) == Some(value)));
    laws
}

/// The law of a closed form whose period has too many values to be listed.
pub(super) fn closed(view: &TableView<'_>) -> Option<Law> {
    let formula = match ClosedForm::for_rule(view.rule)? {
        ClosedForm::Interval { least, largest } => {
            Formula { modulus: Some(least.checked_add(largest)?), divisor: least, ..Formula::ZERO }
        }
        ClosedForm::AtLeast(least) => Formula { period: least, saltus: 1, ..Formula::ZERO },
        ClosedForm::AllBut(amount) => {
            Formula { modulus: Some(amount), period: amount.checked_mul(2)?, saltus: amount, ..Formula::ZERO }
        }
        ClosedForm::Lasker => return None,
    };
    Some(Law::plain(if view.outcomes { Rule::IsZero(formula) } else { Rule::Formula(formula) }))
}

/// A rule with the heaps that do not follow it, if they are few.
fn with_exceptions(rule: Rule, known: &Known) -> Option<Law> {
    let heaps = (0..known.period.preperiod).zip(known.values.iter().copied());
    let exceptions = heaps.filter(|&(heap, value)| heap < rule.start() || rule.get(heap) != Some(value));
    let exceptions: Vec<(u64, u64)> = exceptions.take(MOST_EXCEPTIONS + 1).collect();
    (exceptions.len() <= MOST_EXCEPTIONS).then_some(Law { exceptions, rule })
}

/// Preperiod and period in one array; from a multiple of the period on, too, where the index is shorter.
fn arrays(known: &Known) -> Vec<Law> {
    let Period { preperiod, period, saltus } = known.period;
    let aligned = (saltus == 0).then(|| preperiod.next_multiple_of(period)).filter(|&from| from != preperiod);
    let array = |from: u64| {
        let values = (0..from + period).map(|heap| known.at(heap)).collect();
        Law::plain(Rule::Array { values, from, saltus })
    };
    // More than one line of values more is no gain.
    let aligned = aligned.filter(|from| from - preperiod < 64);
    std::iter::once(preperiod).chain(aligned).map(array).collect()
}

/// What the values of heaps from the preperiod on are by their place in the period, counted from some heap.
struct Cycle {
    start: u64,
    values: Vec<u64>,
    saltus: u64,
}

impl Cycle {
    /// `None` where some value would be negative.
    fn of(known: &Known, start: u64) -> Option<Cycle> {
        let Period { preperiod, period, saltus } = known.period;
        let mut values = vec![0; period as usize];
        for heap in preperiod..preperiod + period {
            let x = heap - start;
            values[(x % period) as usize] =
                known.values[heap as usize].checked_sub((x / period).checked_mul(saltus)?)?;
        }
        Some(Cycle { start, values, saltus })
    }

    /// The formula of these values.
    fn formula(&self) -> Option<Formula> {
        let period = self.values.len() as u64;
        let plus = self.values[0];
        let raised = self.values.iter().map(|value| value.checked_sub(plus)).collect::<Option<Vec<u64>>>()?;
        let formula = Formula { start: self.start, period, saltus: self.saltus, plus, ..Formula::ZERO };
        let divisor = raised.iter().take_while(|&&value| value == 0).count() as u64;
        if divisor == period {
            return Some(formula);
        }
        let modulus = least_period(&raised, period);
        let holds = (0..).zip(&raised).all(|(place, &value)| value == place % modulus / divisor);
        holds.then_some(Formula { modulus: Some(modulus), divisor, ..formula })
    }
}

impl Formula {
    /// Whether it is 0 or 1 everywhere.
    fn is_truth(&self) -> bool {
        self.modulus.is_none() && self.saltus == 0 && self.plus <= 1
    }
}

/// One comparison of n % period that tells P from N.
fn test(known: &Known) -> Option<Rule> {
    let cycle = Cycle::of(known, 0)?.values;
    let modulus = cycle.len() as u64;
    let count = cycle.iter().sum::<u64>();
    let first = |wanted: u64| cycle.iter().position(|&is_p| is_p == wanted).map(|place| place as u64);
    let all = |from: u64, to: u64, wanted: u64| cycle[from as usize..to as usize].iter().all(|&is_p| is_p == wanted);
    let (comparison, than) = if modulus == 1 {
        return None;
    } else if count == 1 {
        (Comparison::Equal, first(1)?)
    } else if count + 1 == modulus {
        (Comparison::Unequal, first(0)?)
    } else if all(0, count, 1) {
        (Comparison::Below, count)
    } else if all(0, modulus - count, 0) {
        (Comparison::AtLeast, modulus - count)
    } else {
        return None;
    };
    Some(Rule::Test { modulus, comparison, than })
}
