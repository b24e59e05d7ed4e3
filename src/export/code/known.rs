//! What is known of every heap: a proved period with its values, or a closed form.

use super::MOST_LISTED;
use crate::export::view::TableView;
use crate::pattern::Sequence;
use crate::proof::{ClosedForm, Standing, Theorem};
use crate::table::Period;

/// A sequence that is known for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    /// The least one, where there is no saltus.
    pub(super) period: Period,
    /// Heaps 0..preperiod + period.
    pub(super) values: Vec<u64>,
}

impl Known {
    /// What the table and its verdict prove; `None` where that is nothing, or has too many values to be written.
    pub(super) fn of(view: &TableView<'_>) -> Option<Known> {
        let theorem = proof(view);
        let form = ClosedForm::for_rule(view.rule);
        let sequence = if view.outcomes { Sequence::Outcome } else { Sequence::Sg };
        let proved = view.verdict.and_then(|verdict| verdict.period()).copied();
        let proved = proved.zip(theorem).map(|(period, theorem)| (period, theorem.sequence()));
        let (mut period, of) = match (view.table.tail(), form) {
            (Some(tail), _) => (tail, Sequence::Sg),
            (None, Some(form)) => (form.period(), Sequence::Sg),
            (None, None) => proved?,
        };
        if of == Sequence::Outcome && sequence == Sequence::Sg {
            return None;
        }
        if sequence == Sequence::Outcome && period.saltus > 0 {
            // One repetition on, no value is 0 again.
            period = Period { preperiod: period.preperiod.checked_add(period.period)?, period: 1, saltus: 0 };
        }
        let heaps = period.preperiod.checked_add(period.period).filter(|&heaps| heaps <= MOST_LISTED)?;
        let sg = |n| form.map_or_else(|| view.table.known(n), |form| form.value(n));
        let value = |n| sg(n).map(|value| if view.outcomes { u64::from(value == 0) } else { value });
        let values = (0..heaps).map(value).collect::<Option<Vec<u64>>>()?;
        Some(Known { period, values }.least())
    }

    /// The value of any heap of a sequence without saltus; of others, of heaps below preperiod + period.
    pub(super) fn at(&self, n: u64) -> u64 {
        let Period { preperiod, period, .. } = self.period;
        let place = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
        self.values[place as usize]
    }

    /// The same sequence with its least period and preperiod, which is what a period of values may not be of outcomes.
    fn least(mut self) -> Known {
        let Period { preperiod, period, saltus } = self.period;
        if saltus > 0 {
            return self;
        }
        let period = least_period(&self.values[preperiod as usize..], period);
        let mut preperiod = preperiod;
        while preperiod > 0 && self.at(preperiod - 1) == self.at(preperiod - 1 + period) {
            preperiod -= 1;
        }
        self.values.truncate((preperiod + period) as usize);
        Known { period: Period { preperiod, period, saltus }, ..self }
    }

    /// The first heap whose value does not fit 64 bits.
    pub(super) fn first_beyond_64_bits(&self) -> Option<u64> {
        let Period { preperiod, period, saltus } = self.period;
        if saltus == 0 {
            return None;
        }
        let place = |heap: u64| {
            let repeats = ((u64::MAX - self.values[heap as usize]) / saltus).checked_add(1)?;
            heap.checked_add(repeats.checked_mul(period)?)
        };
        (preperiod..preperiod + period).filter_map(place).min()
    }
}

/// The least divisor of `period` with which a cycle repeats.
pub(super) fn least_period<T: PartialEq>(cycle: &[T], period: u64) -> u64 {
    let repeats = |&divisor: &u64| {
        let divisor = divisor as usize;
        period.is_multiple_of(divisor as u64) && cycle[divisor..].iter().zip(cycle).all(|(later, first)| later == first)
    };
    (1..=period / 2).find(repeats).unwrap_or(period)
}

/// The theorem that proves the verdict.
pub(super) fn proof<'a>(view: &TableView<'a>) -> Option<&'a Theorem> {
    match &view.verdict?.standing {
        Standing::Proved { theorem } => Some(theorem),
        _ => None,
    }
}
