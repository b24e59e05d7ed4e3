//! What a written function computes, before it is said in a language.

use super::super::view::TableView;

/// How many heaps a function may list one by one before it goes over to a rule.
pub(super) const MOST_EXCEPTIONS: usize = 64;

/// A function of the heap: the exceptions, and what all other heaps have. Outcomes are 1 for P and 0 for N.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Law {
    /// Heaps in rising order, each with its value.
    pub(super) exceptions: Vec<(u64, u64)>,
    pub(super) rule: Rule,
}

/// The value of a heap n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rule {
    Formula(Formula),
    /// 1 where the formula is 0, for outcomes.
    IsZero(Formula),
    /// 1 where the test of n % modulus holds, for outcomes.
    Test {
        modulus: u64,
        comparison: Comparison,
        than: u64,
    },
    /// values[x % p] + saltus * (x / p), of p values, x = n - start.
    Cycle {
        start: u64,
        values: Vec<u64>,
        saltus: u64,
    },
    /// Values of heaps 0, 1, 2, ...; those from `from` on repeat, each time higher by the saltus.
    Array {
        values: Vec<u64>,
        from: u64,
        saltus: u64,
    },
    /// Values of heaps 0, 1, 2, ... and of no other.
    Table(Vec<u64>),
    /// The P-positions among heaps 0..=last, nothing beyond.
    Heaps {
        heaps: Vec<u64>,
        last: u64,
    },
}

/// x % modulus / divisor + saltus * (x / period) + plus, of x = n - start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Formula {
    pub(super) start: u64,
    /// Without it there is no first part.
    pub(super) modulus: Option<u64>,
    pub(super) divisor: u64,
    pub(super) period: u64,
    pub(super) saltus: u64,
    pub(super) plus: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Below,
    AtLeast,
}

impl Law {
    pub(super) fn plain(rule: Rule) -> Law {
        Law { exceptions: Vec::new(), rule }
    }

    /// The value of heap n; `None` where it is not given. Values past 64 bits are the largest number.
    pub(super) fn get(&self, n: u64) -> Option<u64> {
        match self.exceptions.binary_search_by_key(&n, |&(heap, _)| heap) {
            Ok(at) => self.exceptions.get(at).map(|&(_, value)| value),
            Err(_) => self.rule.get(n),
        }
    }
}

impl Rule {
    /// No heap below this one follows the rule.
    pub(super) fn start(&self) -> u64 {
        match self {
            Rule::Formula(Formula { start, .. }) | Rule::Cycle { start, .. } => *start,
            _ => 0,
        }
    }

    pub(super) fn get(&self, n: u64) -> Option<u64> {
        let at = |values: &[u64], place: u64| values.get(usize::try_from(place).ok()?).copied();
        match self {
            Rule::Formula(formula) => Some(formula.get(n)),
            Rule::IsZero(formula) => Some(u64::from(formula.get(n) == 0)),
            Rule::Test { modulus, comparison, than } => Some(u64::from(comparison.holds(n % modulus, *than))),
            Rule::Cycle { start, values, saltus } => {
                let (x, period) = (n.saturating_sub(*start), values.len() as u64);
                Some(at(values, x % period)?.saturating_add((x / period).saturating_mul(*saltus)))
            }
            Rule::Array { values, from, saltus } => {
                let period = values.len() as u64 - from;
                let repeats = n.saturating_sub(*from) / period;
                Some(at(values, n - repeats * period)?.saturating_add(repeats.saturating_mul(*saltus)))
            }
            Rule::Table(values) => at(values, n),
            Rule::Heaps { heaps, last } => (n <= *last).then(|| u64::from(heaps.binary_search(&n).is_ok())),
        }
    }
}

impl Formula {
    /// The formula that is 0 everywhere.
    pub(super) const ZERO: Formula = Formula { start: 0, modulus: None, divisor: 1, period: 1, saltus: 0, plus: 0 };

    fn get(&self, n: u64) -> u64 {
        let x = n.saturating_sub(self.start);
        let first = self.modulus.map_or(0, |modulus| x % modulus / self.divisor);
        first.saturating_add((x / self.period).saturating_mul(self.saltus)).saturating_add(self.plus)
    }
}

impl Comparison {
    fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Below => left < right,
            Comparison::AtLeast => left >= right,
        }
    }

    pub(super) fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Below => "<",
            Comparison::AtLeast => ">=",
        }
    }
}

/// The table as it is: the laws that give its heaps and no other.
pub(super) fn tables(view: &TableView<'_>) -> Vec<Law> {
    let mut values = Vec::with_capacity(usize::try_from(view.len()).unwrap_or(0));
    let mut runs = view.runs();
    while let Some((_, run)) = runs.next_run() {
        run.fold((), |(), value| values.push(if view.outcomes { u64::from(value == 0) } else { value }));
    }
    let mut laws = Vec::new();
    if view.outcomes {
        let heaps = (0..).zip(&values).filter(|&(_, &is_p)| is_p == 1).map(|(heap, _)| heap).collect();
        laws.push(Law::plain(Rule::Heaps { heaps, last: view.len().saturating_sub(1) }));
    }
    laws.push(Law::plain(Rule::Table(values)));
    laws
}
