//! The heaps that have a value, where a formula gives the values: its inverse. Time: a few steps for each heap found.

use super::worth::MOST_LOOKED_AT;
use crate::proof::ClosedForm;

/// The heaps from `first` to `last` that are worth `value`, ascending; `None` where they are too many.
pub(super) fn heaps_worth(form: ClosedForm, value: u64, first: u64, last: u64) -> Option<Vec<u64>> {
    match form {
        ClosedForm::Interval { least, largest } => {
            let period = least + largest;
            let Some(low) = value.checked_mul(least).filter(|&low| low < period) else { return Some(Vec::new()) };
            let high = (low + (least - 1)).min(period - 1);
            runs(Some(low), high, period, first, last)
        }
        ClosedForm::AtLeast(least) => {
            let low = value.checked_mul(least);
            runs(low, low.map_or(0, |low| low.saturating_add(least - 1)), 0, first, last)
        }
        ClosedForm::AllBut(amount) => {
            let low = (value / amount).checked_mul(2 * amount).and_then(|low| low.checked_add(value % amount));
            let both = [low, low.and_then(|low| low.checked_add(amount))];
            Some(both.into_iter().flatten().filter(|heap| (first..=last).contains(heap)).collect())
        }
        ClosedForm::Lasker => {
            let heap = match value % 4 {
                3 => value.checked_add(1),
                0 if value > 0 => Some(value - 1),
                _ => Some(value),
            };
            Some(heap.into_iter().filter(|heap| (first..=last).contains(heap)).collect())
        }
    }
}

/// The heaps from `first` to `last` that lie in `low..=high`, or a multiple of `period` further.
fn runs(low: Option<u64>, high: u64, period: u64, first: u64, last: u64) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    let Some(low) = low else { return Some(found) };
    let mut start = first.checked_div(period).map_or(0, |before| before * period);
    loop {
        let (from, to) = (start.checked_add(low), start.saturating_add(high).min(last));
        let Some(from) = from.map(|from| from.max(first)).filter(|&from| from <= last) else { return Some(found) };
        if to.saturating_sub(from) > MOST_LOOKED_AT || found.len() as u64 > MOST_LOOKED_AT {
            return None;
        }
        found.extend(from..=to);
        match start.checked_add(period).filter(|&next| next > start) {
            Some(next) => start = next,
            None => return Some(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaps_are_those_of_a_search() {
        let forms = [
            ClosedForm::Interval { least: 1, largest: 0 },
            ClosedForm::Interval { least: 1, largest: 4 },
            ClosedForm::Interval { least: 3, largest: 7 },
            ClosedForm::AtLeast(1),
            ClosedForm::AtLeast(4),
            ClosedForm::AllBut(3),
            ClosedForm::Lasker,
        ];
        for form in forms {
            for (value, first, last) in (0..30).flat_map(|value| [(value, 0, 60), (value, 7, 20), (value, 9, 9)]) {
                let expected: Vec<u64> = (first..=last).filter(|&n| form.value(n) == Some(value)).collect();
                assert_eq!(heaps_worth(form, value, first, last), Some(expected), "{form:?} {value} {first}..{last}");
            }
            heaps_worth(form, u64::MAX, 0, u64::MAX);
            heaps_worth(form, u64::MAX / 2, u64::MAX - 1, u64::MAX);
        }
    }
}
