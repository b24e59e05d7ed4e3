//! Whole numbers along an axis, in equal steps or in powers of ten.

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

/// Where numbers from 1 on stand along an axis whose decades are of one length.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogScale {
    /// The greatest number, 10 at least.
    pub last: f64,
    /// The place of the number 1.
    pub start: f64,
    /// The place of the last number.
    pub end: f64,
}

impl LogScale {
    pub fn new(last: u64, start: f64, end: f64) -> Self {
        LogScale { last: (last as f64).max(10.0), start, end }
    }

    pub fn at(&self, number: f64) -> f64 {
        self.start + (self.end - self.start) * number.max(f64::MIN_POSITIVE).ln() / self.last.ln()
    }

    /// Powers of ten such that each has `room`, and between two of them also twice and five times the lower one where
    /// each of all has `more`, since those are not written short.
    pub fn ticks(&self, room: f64, more: f64) -> Vec<u64> {
        let decade = (self.end - self.start).abs() / self.last.log10();
        let every = (room / decade).ceil().max(1.0) as u32;
        // The least of the three distances is that from 1 to 2 and from 5 to 10.
        let factors: &[u64] = if decade * 2f64.log10() >= more { &[1, 2, 5] } else { &[1] };
        let powers = (0..=19).step_by(every as usize).map(|exponent| 10u64.pow(exponent));
        let numbers = powers.flat_map(|power| factors.iter().map(move |factor| power.saturating_mul(*factor)));
        numbers.filter(|&number| number as f64 <= self.last).collect()
    }
}

/// How a number along an axis is written: powers of ten from 10^4 on as such.
pub(super) fn written(number: u64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match number.checked_ilog10() {
        Some(exponent @ 4..) if number == 10u64.pow(exponent) => {
            let digits = exponent.to_string().into_bytes();
            "10".chars().chain(digits.into_iter().map(|digit| DIGITS[usize::from(digit - b'0')])).collect()
        }
        _ => number.to_string(),
    }
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

    #[test]
    fn decades_have_one_length_and_their_ticks_fit() {
        let scale = LogScale::new(1_000_000, 100.0, 700.0);
        assert_eq!([1.0, 10.0, 1e6].map(|number| scale.at(number).round()), [100.0, 200.0, 700.0]);
        assert_eq!(scale.ticks(50.0, 50.0), [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
        assert_eq!(scale.ticks(150.0, 150.0), [1, 100, 10_000, 1_000_000]);
        assert_eq!(LogScale::new(30, 500.0, 0.0).ticks(50.0, 50.0), [1, 2, 5, 10, 20]);
        assert_eq!(LogScale::new(30, 500.0, 0.0).ticks(50.0, 150.0), [1, 10]);
        for last in [0, 1, 2, 9, 10, 11, u64::MAX] {
            let scale = LogScale::new(last, 0.0, 300.0);
            let at: Vec<f64> = scale.ticks(40.0, 40.0).into_iter().map(|number| scale.at(number as f64)).collect();
            assert!(at.len() > 1 && at[0] == 0.0 && at.windows(2).all(|pair| pair[1] - pair[0] >= 40.0), "{last}");
        }
    }

    #[test]
    fn powers_of_ten_are_written_short() {
        assert_eq!([1, 1000, 10_000, 20_000].map(written), ["1", "1000", "10⁴", "20000"]);
        assert_eq!(written(10_000_000_000_000_000_000), "10¹⁹");
    }
}
