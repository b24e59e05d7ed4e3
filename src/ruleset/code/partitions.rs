//! The ways to divide what remains into heaps.

use super::digit::{Run, Unequal};
use crate::ruleset::Heaps;

/// Visits what `run` allows of the ways to write `rest` as a sum of positive heaps: fewest heaps first, then the
/// heaps, ascending in each, in lexicographic order. `buffer` is for the heaps; what is in it does not matter.
pub(super) fn for_each_partition(rest: u64, run: &Run, buffer: &mut Vec<u64>, visit: &mut impl FnMut(Heaps<'_>)) {
    if rest == 0 {
        if run.first == 0 {
            visit(Heaps::of(&[]));
        }
        return;
    }
    let (first, last) = (run.first.max(1), run.last.unwrap_or(u64::MAX).min(rest));
    let step = u64::from(run.allowed.unequal == Unequal::AllDifferent);
    let most_unequal = match run.allowed.unequal {
        Unequal::None => 0,
        Unequal::AllDifferent => most_different(rest),
        Unequal::Any => rest - 1,
    };
    for parts in first..=last.min(most_unequal) {
        if parts > 1 {
            for_each_unequal(rest, parts, step, buffer, visit);
        }
        // Equal heaps come last in the order.
        if run.allowed.equal && rest.is_multiple_of(parts) {
            visit(Heaps { each: &[rest / parts], times: parts });
        }
    }
    if run.allowed.equal {
        for_each_divisor(rest, first.max(most_unequal + 1), last, &mut |parts| {
            visit(Heaps { each: &[rest / parts], times: parts });
        });
    }
}

/// The most heaps, no two equal, that `rest` can be divided into.
fn most_different(rest: u64) -> u64 {
    (((8 * u128::from(rest) + 1).isqrt() - 1) / 2) as u64
}

/// The divisors of `n` (not 0) from `low` (not 0) to `high`, ascending, in time of the square root of `n`.
fn for_each_divisor(n: u64, low: u64, high: u64, visit: &mut impl FnMut(u64)) {
    if low > high {
        return;
    }
    let root = n.isqrt();
    (low..=high.min(root)).filter(|&d| n.is_multiple_of(d)).for_each(&mut *visit);
    let large = (n.div_ceil(high)..=root.min(n / low)).rev().filter(|&d| n.is_multiple_of(d)).map(|d| n / d);
    large.filter(|&d| d > root).for_each(visit);
}

/// Visits the ways to write `rest` as a sum of at least two heaps that ascend by `step` or more (0 or 1) and are not
/// all equal; there must be one.
fn for_each_unequal(rest: u64, parts: u64, step: u64, heaps: &mut Vec<u64>, visit: &mut impl FnMut(Heaps<'_>)) {
    heaps.clear();
    heaps.extend((0..parts).map(|at| 1 + step * at));
    let last = heaps.len() - 1;
    heaps[last] = rest - heaps[..last].iter().sum::<u64>();
    loop {
        visit(Heaps::of(heaps));
        // The last heap that can be raised by 1, with the least that can follow it.
        let mut sum = heaps[last];
        let raised = (0..last).rev().find(|&at| {
            sum += heaps[at];
            let count = (last - at + 1) as u64;
            sum - (count * heaps[at] + step * (count * (count - 1) / 2)) >= count
        });
        let Some(raised) = raised else { return };
        let mut next = heaps[raised] + 1;
        for heap in &mut heaps[raised..last] {
            *heap = next;
            sum -= next;
            next += step;
        }
        heaps[last] = sum;
        if raised == 0 && heaps[0] == sum {
            return; // all are equal, and none comes after that
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_within_bounds() {
        for n in 1..200u64 {
            for (low, high) in [(1, n), (1, 1), (2, n), (3, 10), (5, 5), (n, n), (12, 40), (n + 1, u64::MAX)] {
                let mut found = Vec::new();
                for_each_divisor(n, low, high, &mut |d| found.push(d));
                let expected: Vec<u64> = (low..=high.min(n)).filter(|d| n % d == 0).collect();
                assert_eq!(found, expected, "{n}: {low}..={high}");
            }
        }
    }

    #[test]
    fn most_different_is_the_triangular_root() {
        for (rest, most) in [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 3), (10, 4), (u64::MAX, 6_074_000_999)] {
            assert_eq!(most_different(rest), most, "{rest}");
        }
    }
}
