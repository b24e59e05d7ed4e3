//! Whole numbers along an axis.

/// Round steps are 1, 2 or 5 times a power of ten.
pub(super) fn round_up(least: f64) -> u64 {
    let mut step = 1u64;
    loop {
        for factor in [1, 2, 5] {
            match step.checked_mul(factor) {
                Some(found) if found as f64 >= least => return found,
                Some(_) => {}
                None => return step,
            }
        }
        match step.checked_mul(10) {
            Some(longer) => step = longer,
            None => return step,
        }
    }
}

/// Multiples of a round step from 0 to `last`, such that `length` pixels hold them when each needs `room` pixels
/// and `width` of them in a row is `last` wide.
pub(super) fn ticks(last: u64, length: f64, room: f64) -> Vec<u64> {
    let most = (length / room).floor().max(1.0);
    let step = round_up(last as f64 / most);
    (0..=last / step).map(|i| i * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_fit() {
        assert_eq!(ticks(3, 400.0, 40.0), [0, 1, 2, 3]);
        assert_eq!(ticks(0, 400.0, 40.0), [0]);
        assert_eq!(ticks(40, 400.0, 40.0), [0, 5, 10, 15, 20, 25, 30, 35, 40]);
        assert_eq!(ticks(7, 10.0, 40.0), [0]);
        for last in [1, 9, 99, 1_000_000, 999_999_999, u64::MAX] {
            let ticks = ticks(last, 1000.0, 100.0);
            assert!(ticks.len() <= 11 && ticks.len() > last.min(2) as usize, "{last}: {ticks:?}");
        }
    }

    #[test]
    fn steps_are_round() {
        let steps: Vec<u64> = [0.0, 1.0, 1.1, 3.0, 6.0, 100.0, 101.0].map(round_up).to_vec();
        assert_eq!(steps, [1, 1, 2, 5, 10, 100, 200]);
        assert!(round_up(f64::INFINITY) >= 1 << 60);
    }
}
