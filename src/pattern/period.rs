//! Periods: f(n + p) = f(n) + s for every n >= q.
//!
//! [`Periods`] finds, for every p at once, the least q from which p holds to the end: the Z-function of the
//! reversed sequence says how far the end matches itself p heaps earlier. With a saltus the same is asked of the
//! differences f(n + 1) - f(n). Source: Main and Lorentz 1984; Gusfield, Algorithms on Strings, 1.4. Time and
//! memory are linear (4 bytes a heap).
//!
//! [`longest_broken`] finds the longest stretch that a period held before it broke.

use super::Values;
use crate::table::Period;

/// For every p, how far back from the end of a sequence p is a period.
///
/// ```
/// use sgtab::pattern::Periods;
/// let values: [u64; 16] = [7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2];
/// let periods = Periods::of(&values[..], false);
/// let best = periods.fitting().unwrap();
/// assert_eq!((best.preperiod, best.period, best.saltus), (1, 3, 0));
/// ```
#[derive(Debug)]
pub struct Periods<'a, V: ?Sized> {
    values: &'a V,
    arithmetic: bool,
    /// How many values are looked at.
    len: usize,
    /// Place p - 1: how many symbols at the end equal those p before them.
    matches: Vec<u32>,
}

/// Longer sequences are looked at up to here only.
const MOST_HEAPS: usize = u32::MAX as usize;

impl<'a, V: Values + ?Sized> Periods<'a, V> {
    /// Looks at all of `values`; with `arithmetic`, a saltus is allowed.
    pub fn of(values: &'a V, arithmetic: bool) -> Self {
        let symbols = Symbols { values, arithmetic };
        let len = values.len().min(MOST_HEAPS);
        let last = len.saturating_sub(usize::from(arithmetic));
        let matches = reversed_z(last, |i, j| symbols.equal(last - 1 - i, last - 1 - j));
        Periods { values, arithmetic, len, matches }
    }

    /// Each p with the period that it gives and the number of heaps n at the end for which f(n) and f(n + p)
    /// are compared and agree. By ascending p. Those with a negative saltus are left out.
    pub fn each(&self) -> impl Iterator<Item = (Period, u64)> + '_ {
        let len = self.len as u64;
        self.matches.iter().zip(1u64..).filter_map(move |(&matches, period)| {
            // Equal differences give one more heap; without any, one heap alone "agrees" by some saltus.
            let agree = u64::from(matches) + u64::from(self.arithmetic);
            let last = len as usize - 1;
            let saltus = match self.arithmetic {
                true => self.values.at(last).checked_sub(self.values.at(last - period as usize))?,
                false => 0,
            };
            Some((Period { preperiod: len - period - agree, period, saltus }, agree))
        })
    }

    /// The least p that `enough(period, agreeing heaps)` accepts.
    pub fn least(&self, enough: impl Fn(&Period, u64) -> bool) -> Option<Period> {
        self.each().find(|(period, agree)| enough(period, *agree)).map(|(period, _)| period)
    }

    /// The period that fits: it holds to the end with at least two full repeats, on enough heaps not to be a
    /// chance (2 log2 of the length, beyond what states it) and on a quarter of the sequence at
    /// least, or on a sixteenth with four full repeats;
    /// of several the one with the least preperiod + period.
    pub fn fitting(&self) -> Option<Period> {
        let len = self.len as u64;
        let chance = 2 * u64::from(len.max(1).ilog2());
        let fits = self.each().filter(|(period, agree)| {
            let held = len - period.preperiod;
            let share = if held >= 4 * period.period { 16 } else { 4 };
            *agree >= period.period && *agree >= chance && share * held >= len
        });
        fits.map(|(period, _)| period).min_by_key(|found| (found.preperiod + found.period, found.period))
    }
}

/// A sequence, or its differences.
struct Symbols<'a, V: ?Sized> {
    values: &'a V,
    arithmetic: bool,
}

impl<V: Values + ?Sized> Symbols<'_, V> {
    fn len(&self) -> usize {
        self.values.len().saturating_sub(usize::from(self.arithmetic))
    }

    #[inline]
    fn equal(&self, i: usize, j: usize) -> bool {
        let (a, b) = (self.values.at(i), self.values.at(j));
        if self.arithmetic {
            // f(i + 1) - f(i) = f(j + 1) - f(j), without negative numbers
            self.values.at(i + 1).wrapping_sub(a) == self.values.at(j + 1).wrapping_sub(b)
        } else {
            a == b
        }
    }
}

/// For p = 1, 2, ..., len - 1 how many of the first symbols equal those p later.
fn reversed_z(len: usize, equal: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut z = vec![0u32; len.saturating_sub(1)];
    // [left, right) is the match that reaches farthest.
    let (mut left, mut right) = (0usize, 0usize);
    for p in 1..len {
        let mut matched = match right.checked_sub(p) {
            Some(within) if left < p => (z[p - left - 1] as usize).min(within),
            _ => 0,
        };
        if p + matched >= right {
            while p + matched < len && equal(matched, p + matched) {
                matched += 1;
            }
            (left, right) = (p, p + matched);
        }
        z[p - 1] = matched as u32;
    }
    z
}

/// A period that held for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenPeriod {
    /// The period, its preperiod being the heap from which it held.
    pub period: Period,
    /// The last heap that agreed.
    pub through: u64,
    /// What the period says of the next heap.
    pub expected: u64,
    /// The value of the next heap.
    pub found: u64,
}

/// A period must have held over this many heaps, and over three repetitions, to be worth refuting.
const LEAST_RUN: usize = 64;

/// Stretches are looked for from starts below this heap.
const MOST_START: usize = 1 << 20;

/// The longest stretch of max(3p, 64) heaps or more on which some p is a period, and after which it breaks.
/// Stretches that begin past heap 2^20 are not looked for. Time: about 4 comparisons a heap and power of two.
///
/// For each power of two P, periods in (P/2, P] are looked for from anchors at most P/2 apart: a stretch of 3p
/// holds an anchor with 2p after it, and there the sequence matches itself p later, which a Z-function shows.
pub fn longest_broken<V: Values + ?Sized>(values: &V, arithmetic: bool) -> Option<BrokenPeriod> {
    let symbols = Symbols { values, arithmetic };
    let len = symbols.len();
    let slack = usize::from(arithmetic);
    let mut best: Option<(usize, usize, usize)> = None; // first symbol, end, p
    let mut scale = 1;
    while 3 * scale / 2 < len && scale <= MOST_START {
        // Only longer stretches than the best one matter, so anchors may be that far apart.
        let mut anchor = 0;
        let mut seen_until = vec![0; scale + 1];
        while anchor < len.min(MOST_START) {
            let window = (2 * scale).min(len - anchor);
            let z = reversed_z(window, |i, j| symbols.equal(anchor + i, anchor + j));
            // How far some smaller period reaches: where that is 2p, p is a multiple of it and gives the same stretch.
            let reach = |periods: &[u32]| periods.iter().zip(1..).map(|(&matched, r)| r + matched as usize).max();
            let mut smaller = reach(&z[..z.len().min(scale / 2)]).unwrap_or(0);
            for p in scale / 2 + 1..=scale.min(window.saturating_sub(1)) {
                let matched = z[p - 1] as usize;
                let primitive = smaller < 2 * p;
                smaller = smaller.max(p + matched);
                if matched < p || !primitive || seen_until[p] > anchor {
                    continue;
                }
                let end = (anchor + p + matched..len).find(|&i| !symbols.equal(i, i - p)).unwrap_or(len);
                let start = (0..anchor).rev().find(|&i| !symbols.equal(i, i + p)).map_or(0, |i| i + 1);
                seen_until[p] = end;
                let run = end - start + slack;
                let longer = best.is_none_or(|(first, last, _)| run > last - first + slack);
                let rises = values.at(start + p) >= values.at(start);
                if end < len && run >= (3 * p).max(LEAST_RUN) && longer && rises {
                    best = Some((start, end, p));
                }
            }
            let shortest = best.map_or(LEAST_RUN, |(first, last, _)| last - first);
            anchor += (scale / 2).max(shortest.saturating_sub(2 * scale + 1)).max(1);
        }
        scale *= 2;
    }
    best.map(|(start, end, p)| broken(values, start, end - 1 + slack, p))
}

/// The longest stretch from heap 0 on, of max(3p, 64) heaps or more, on which some p is a period, and after which
/// it breaks: what a shorter table would have shown. Linear in the first 2^20 heaps, where the stretch must break.
pub fn longest_broken_from_start<V: Values + ?Sized>(values: &V, arithmetic: bool) -> Option<BrokenPeriod> {
    let symbols = Symbols { values, arithmetic };
    let len = symbols.len().min(MOST_START);
    let slack = usize::from(arithmetic);
    let z = reversed_z(len, |i, j| symbols.equal(i, j));
    let runs = z.iter().zip(1..).map(|(&matched, p)| (p + matched as usize + slack, p));
    let held = runs.filter(|&(run, p)| run < len && run >= (3 * p).max(LEAST_RUN) && values.at(p) >= values.at(0));
    held.max_by_key(|&(run, p)| (run, std::cmp::Reverse(p))).map(|(run, p)| broken(values, 0, run - 1, p))
}

fn broken<V: Values + ?Sized>(values: &V, start: usize, through: usize, p: usize) -> BrokenPeriod {
    let saltus = values.at(start + p).saturating_sub(values.at(start));
    let period = Period { preperiod: start as u64, period: p as u64, saltus };
    let expected = values.at(through + 1 - p) + saltus;
    BrokenPeriod { period, through: through as u64, expected, found: values.at(through + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By the definition, p by p.
    fn naive(values: &[u64], p: usize, arithmetic: bool) -> Option<(Period, u64)> {
        let len = values.len();
        let last = len - 1;
        let saltus = if arithmetic { values[last].checked_sub(values[last - p])? } else { 0 };
        let q = (0..len - p).rev().find(|&n| values[n + p] != values[n] + saltus).map_or(0, |n| n + 1);
        Some((Period { preperiod: q as u64, period: p as u64, saltus }, (len - p - q) as u64))
    }

    fn naive_broken(values: &[u64], arithmetic: bool) -> usize {
        let len = values.len();
        let mut longest = 0;
        for p in 1..len {
            for start in 0..len - p {
                let Some(saltus) = values[start + p].checked_sub(values[start]) else { continue };
                if saltus > 0 && !arithmetic {
                    continue;
                }
                let holds = |n: usize| values[n + p] == values[n] + saltus;
                let end = (start..len - p).find(|&n| !holds(n));
                if let Some(end) = end
                    && end + p - start >= (3 * p).max(LEAST_RUN)
                {
                    longest = longest.max(end + p - start);
                }
            }
        }
        longest
    }

    /// Pieces that repeat for a while, some with a rise.
    fn piecewise() -> impl Strategy<Value = Vec<u64>> {
        let piece = (prop::collection::vec(0u64..4, 1..12), 1usize..20, 0u64..2);
        prop::collection::vec(piece, 1..5).prop_map(|pieces| {
            pieces
                .into_iter()
                .flat_map(|(word, times, rise)| {
                    (0..times as u64).flat_map(move |k| word.clone().into_iter().map(move |v| v + k * rise))
                })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn every_period_is_the_one_of_the_definition(values in piecewise(), arithmetic: bool) {
            let periods = Periods::of(&values[..], arithmetic);
            let found: Vec<_> = periods.each().collect();
            // With a saltus, the last p would compare one heap with one other.
            let most = values.len().saturating_sub(usize::from(arithmetic));
            let expected: Vec<_> = (1..most).filter_map(|p| naive(&values, p, arithmetic)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn the_longest_broken_stretch_is_found(values in piecewise(), arithmetic: bool) {
            let found = longest_broken(&values[..], arithmetic);
            let length = found.map_or(0, |broken| (broken.through + 1 - broken.period.preperiod) as usize);
            prop_assert_eq!(length, naive_broken(&values, arithmetic));
            if let Some(broken) = found {
                prop_assert_eq!(values[broken.through as usize + 1], broken.found);
                prop_assert_ne!(broken.expected, broken.found);
            }
        }
    }

    #[test]
    fn a_period_from_the_start_may_be_shorter_than_the_longest() {
        let mut values: Vec<u64> = (0..70).map(|n| n % 7).collect();
        values.extend((0..200).map(|n| 10 + n % 3));
        values.extend([0, 1]);
        let longest = longest_broken(&values[..], true).unwrap();
        assert_eq!((longest.period.preperiod, longest.period.period, longest.through), (70, 3, 269));
        let first = longest_broken_from_start(&values[..], true).unwrap();
        assert_eq!((first.period.period, first.through, first.expected, first.found), (7, 69, 0, 10));
    }

    #[test]
    fn short_sequences_have_no_period() {
        for values in [&[][..], &[0], &[0, 0], &[0, 1], &[1, 0, 0]] {
            assert_eq!(Periods::of(values, true).fitting(), None);
            assert_eq!(Periods::of(values, false).fitting(), None);
            assert_eq!(longest_broken(values, true), None);
        }
    }
}
