//! About how many options a code has.
//!
//! Partitions of m into k parts: about m^(k-1) / (k! (k-1)!); into any number of parts (Hardy and Ramanujan 1918):
//! about e^(pi sqrt(2m/3)) / (4 sqrt(3) m), and into different ones e^(pi sqrt(m/3)) / (4 3^(1/4) m^(3/4)).

use std::f64::consts::PI;

use super::Code;
use super::digit::{Digit, Run, Unequal};

/// Larger estimates are not told apart.
const MOST: f64 = 1e300;

/// With more heaps the formula for any number of heaps is as good.
const MANY_PARTS: u64 = 48;

/// A repeating tail is summed at so many amounts.
const SAMPLES: u32 = 16;

impl Code {
    /// Roughly how many options a heap of at most `n` has on the average; cheap for any `n`.
    pub fn about(&self, n: u64) -> f64 {
        let n = n as f64;
        // Heaps below an amount have no such option.
        let of_digit = |digit: &Digit, rest: f64| of_digit(digit, rest) * ((rest + 1.0) / (n + 1.0)).min(1.0);
        let from = self.repeats_from().unwrap_or(0) as f64;
        let listed = self.digits().take(self.digits.len()).map(|(amount, digit)| (n - amount as f64, digit));
        let listed: f64 = listed.filter(|&(rest, _)| rest >= 0.0).map(|(rest, digit)| of_digit(digit, rest)).sum();
        let width = (n - from + 1.0).max(0.0) / f64::from(SAMPLES);
        let rests = (0..SAMPLES).map(|sample| (f64::from(sample) + 0.5) * width);
        let of_tail = |digit: &Digit| rests.clone().map(|rest| of_digit(digit, rest)).sum::<f64>() * width;
        let tail: f64 = self.tail.iter().map(|digit| of_tail(digit) / self.period() as f64).sum();
        (listed + tail).min(MOST)
    }
}

/// Ways to divide what remains, on the average over 0..=`most`.
fn of_digit(digit: &Digit, most: f64) -> f64 {
    digit.runs().iter().take_while(|run| run.first as f64 <= most).map(|run| of_run(run, most)).sum()
}

fn of_run(run: &Run, most: f64) -> f64 {
    let (first, last) = (run.first as f64, run.last.map_or(most, |last| (last as f64).min(most)));
    // One total in k has k equal parts.
    let equal = if run.allowed.equal { (last / first.max(1.0)).ln() + 1.0 / first.max(1.0) } else { 0.0 };
    let unequal = match run.allowed.unequal {
        Unequal::None => 0.0,
        Unequal::AllDifferent if first * (first + 1.0) / 2.0 > most => 0.0,
        unequal => {
            let listed = run.first..=last.min(MANY_PARTS as f64) as u64;
            let beyond = last > MANY_PARTS as f64;
            let beyond = if beyond { with_any_parts(unequal, first.max(MANY_PARTS as f64), most) } else { 0.0 };
            let listed: f64 = listed.map(|parts| with_parts(unequal, parts, most)).sum();
            (listed + beyond).min(with_any_parts(unequal, first, most))
        }
    };
    match run.first {
        0 => 1.0 / (most + 1.0),
        1 => 1.0,
        _ => (equal + unequal).min(MOST),
    }
}

/// Partitions into exactly `parts`, averaged over totals to `most`.
fn with_parts(unequal: Unequal, parts: u64, most: f64) -> f64 {
    let k = parts as f64;
    // Different parts are any parts with 0, 1, 2, ... added.
    let spread = if unequal == Unequal::AllDifferent { k * (k - 1.0) / 2.0 } else { 0.0 };
    let total = most - spread;
    if total < k {
        return 0.0;
    }
    let shifted = total + k * (k - 3.0).max(0.0) / 4.0;
    (1..parts).map(|i| (i * (i + 1)) as f64).fold(1.0, |product, divisor| product * shifted / divisor) / k
}

/// Partitions into at least `least` parts, averaged over totals to `most`.
fn with_any_parts(unequal: Unequal, least: f64, most: f64) -> f64 {
    // Every part, or every part after the first, has at least that much.
    let (spread, growth) = match unequal {
        Unequal::AllDifferent => (least * (least - 1.0) / 2.0, PI / 3f64.sqrt()),
        _ => (least, PI * (2.0f64 / 3.0).sqrt()),
    };
    if most < spread {
        return 0.0;
    }
    let total = (most - spread).max(1.0);
    let divisor = match unequal {
        Unequal::AllDifferent => 4.0 * 3f64.powf(0.25) * total.powf(0.75),
        _ => 4.0 * 3f64.sqrt() * total,
    };
    let average = (2.0 / (growth * total.sqrt())).min(1.0);
    // That counts the rest of the parts as if it were divided in any way; there are some more.
    let more = least.min((6.0 * total).sqrt() / PI).max(2.0);
    ((growth * total.sqrt()).exp() / divisor * average * more).min(MOST)
}
