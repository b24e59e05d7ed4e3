//! The least period of a sequence that is known to be periodic for ever.
//!
//! It divides every other one and has the same preperiod, so it is the least divisor that shows no exception in one
//! repetition. Time: the period for each of its divisors, at most.

use crate::pattern::Values;
use crate::ruleset::divisors;
use crate::table::Period;

/// The least period, with its least preperiod, of a sequence of which `proved` is a period for ever. `values` must reach
/// its first repetition.
pub(super) fn least<V: Values + ?Sized>(values: &V, proved: &Period) -> Period {
    let Period { preperiod: n, period: p, saltus: s } = *proved;
    let at = |heap: u64| match heap.checked_sub(p) {
        Some(before) if before >= n => values.at(before as usize) + s,
        _ => values.at(heap as usize),
    };
    let holds = |d: u64| (s * d).is_multiple_of(p) && (n..n + p).all(|heap| at(heap + d) == at(heap) + s * d / p);
    let period = divisors(p).into_iter().find(|&d| holds(d)).unwrap_or(p);
    let saltus = s * period / p;
    let preperiod = (0..n).rev().find(|&heap| at(heap + period) != at(heap) + saltus).map_or(0, |heap| heap + 1);
    Period { preperiod, period, saltus }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_least_period_is_found(
            head in prop::collection::vec(0u64..3, 0..10),
            word in prop::collection::vec(0u64..3, 1..7),
            saltus in 0u64..3,
            times in 1u64..6,
            late in 0u64..10,
        ) {
            let tail = (0..120).map(|n| word[n % word.len()] + (n / word.len()) as u64 * saltus);
            let values: Vec<u64> = head.iter().copied().chain(tail).collect();
            let proved = Period {
                preperiod: head.len() as u64 + late,
                period: word.len() as u64 * times,
                saltus: saltus * times,
            };
            let found = least(&values[..], &proved);
            // By the definition.
            let holds = |q: usize, p: usize| {
                let rise = values[values.len() - 1].checked_sub(values[values.len() - 1 - p])?;
                (q..values.len() - p).all(|n| values[n + p] == values[n] + rise).then_some(rise)
            };
            let (period, rise) = (1..).find_map(|p| Some((p, holds(head.len(), p)?))).unwrap();
            let preperiod = (0..).find(|&q| holds(q, period).is_some()).unwrap() as u64;
            prop_assert_eq!(found, Period { preperiod, period: period as u64, saltus: rise });
        }
    }
}
