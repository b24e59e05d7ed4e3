//! A sequence that is known for ever: its first values, and how they go on. Whether numbers are the least is decided
//! by comparing.

use super::Refusal;
use super::budget::Budget;
use super::closed::Closed;

/// f(n + period) = f(n) + saltus for every n >= preperiod.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) preperiod: u64,
    pub(super) period: u64,
    pub(super) saltus: u64,
}

#[derive(Debug, Clone, Copy)]
enum Source<'a> {
    Values(&'a [u32]),
    Formula(Closed),
}

/// Values of the first heaps, or a formula, and a period that a theorem gives. It is no longer than the values go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Continued<'a> {
    source: Source<'a>,
    period: Period,
    /// Outcomes of the values, not the values.
    outcomes: bool,
}

impl<'a> Continued<'a> {
    /// The values must reach heap `preperiod + period - 1`.
    pub(super) fn new(values: &'a [u32], period: Period) -> Result<Self, Refusal> {
        let end = period.preperiod.checked_add(period.period);
        if period.period == 0 || end.is_none_or(|end| end > values.len() as u64) {
            return Err(Refusal::rejected("the values end before the first repetition does"));
        }
        Ok(Continued { source: Source::Values(values), period, outcomes: false })
    }

    /// A formula for every heap.
    pub(super) fn by_formula(formula: Closed, period: Period) -> Self {
        Continued { source: Source::Formula(formula), period, outcomes: false }
    }

    /// The outcomes of the values.
    pub(super) fn outcomes(self) -> Self {
        Continued { outcomes: true, ..self }
    }

    /// The value of any heap; `None` where it is beyond 2^64.
    pub(super) fn at(&self, n: u64) -> Option<u64> {
        let value = match self.source {
            Source::Formula(formula) => formula.value(n)?,
            Source::Values(values) => {
                let Period { preperiod, period, saltus } = self.period;
                let (place, repeats) = match n.checked_sub(preperiod) {
                    None => (n, 0),
                    Some(later) => (preperiod + later % period, later / period),
                };
                u64::from(*values.get(place as usize)?).checked_add(repeats.checked_mul(saltus)?)?
            }
        };
        Some(if self.outcomes { value.min(1) } else { value })
    }

    /// Preperiod and period of the values.
    pub(super) fn repeats(&self) -> (u64, u64) {
        (self.period.preperiod, self.period.period)
    }

    /// A period of what is shown: of the values, or of their outcomes.
    fn shown(&self) -> Period {
        let Period { preperiod, period, saltus } = self.period;
        if self.outcomes && saltus > 0 {
            // After one repetition every value is at least the saltus.
            return Period { preperiod: preperiod + period, period: 1, saltus: 0 };
        }
        self.period
    }

    /// Checks that `claim` is true for ever, and that neither its preperiod nor its period could be smaller.
    pub(super) fn check(&self, claim: Period, what: &str, budget: &mut Budget) -> Result<(), Refusal> {
        let known = self.shown();
        let Period { preperiod: q, period: p, saltus: s } = claim;
        if p == 0 {
            return Err(Refusal::rejected(format!("the period of the {what} is said to be 0")));
        }
        if p > known.period {
            return Err(Refusal::rejected(format!(
                "the period {p} of the {what} is not the least: {} is one",
                known.period
            )));
        }
        // What the sequence does in one repetition from the later preperiod on, it does in all.
        let end = known.preperiod.max(q).checked_add(known.period).filter(|end| end.checked_add(p).is_some());
        let end = end.ok_or_else(|| Refusal::rejected("a number is too large"))?;
        budget.spend(end - q.min(end))?;
        if let Some(n) = (q..end).find(|&n| !self.agrees(n, p, s)) {
            let raised = if s > 0 { format!(" + {s}") } else { String::new() };
            return Err(Refusal::rejected(format!(
                "heap {}: with period {p} from heap {q} on the {what} would be {}{raised}, and is {}",
                n + p,
                shown(self.at(n)),
                shown(self.at(n + p)),
            )));
        }
        if q > 0 && self.agrees(q - 1, p, s) {
            return Err(Refusal::rejected(format!(
                "the preperiod {q} of the {what} is not the least: {} is one",
                q - 1
            )));
        }
        // Every period is a multiple of the least, so one that is smaller is seen at a prime divisor.
        for divisor in prime_divisors(p) {
            let smaller = p / divisor;
            if s % divisor == 0 {
                budget.spend(p)?;
                if (q..q + p).all(|n| self.agrees(n, smaller, s / divisor)) {
                    return Err(Refusal::rejected(format!(
                        "the period {p} of the {what} is not the least: {smaller} is one"
                    )));
                }
            }
        }
        Ok(())
    }

    fn agrees(&self, n: u64, period: u64, saltus: u64) -> bool {
        let raised = self.at(n).and_then(|value| value.checked_add(saltus));
        raised.is_some() && n.checked_add(period).and_then(|later| self.at(later)) == raised
    }
}

fn shown(value: Option<u64>) -> String {
    value.map_or_else(|| "beyond 2^64".into(), |value| value.to_string())
}

/// The primes that divide a number, by trial division.
pub(super) fn prime_divisors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2_u64;
    while divisor.saturating_mul(divisor) <= n {
        if n.is_multiple_of(divisor) {
            primes.push(divisor);
            while n.is_multiple_of(divisor) {
                n /= divisor;
            }
        }
        divisor += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
