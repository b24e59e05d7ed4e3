//! What a check will cost, said before it begins.

use super::Refusal;
use super::values::Method;
use crate::ruleset::Ruleset;

/// How far a check may go.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Elementary steps: options, and comparisons of values.
    pub steps: u64,
    /// Bytes of memory.
    pub memory: u64,
}

impl Default for Limits {
    /// About an hour of work, and 4 GiB.
    fn default() -> Self {
        Limits { steps: 1_000_000_000_000, memory: 4 << 30 }
    }
}

/// Bytes a heap: its value, and what is kept beside it.
const BYTES: u64 = 16;

/// So many options, or pairs of heaps, take about a second.
const OPTIONS_A_SECOND: f64 = 2e8;
const PAIRS_A_SECOND: f64 = 4e8;

/// What the values of heaps 0..heaps cost, in words.
///
/// # Errors
/// When it is more than is allowed.
pub(super) fn cost(rule: &Ruleset, heaps: u64, method: &Method, limits: &Limits) -> Result<String, Refusal> {
    if heaps.saturating_mul(BYTES) > limits.memory {
        let memory = limits.memory >> 20;
        return Err(Refusal::NotChecked(format!(
            "{heaps} heaps take more than the {memory} MiB of memory that are allowed"
        )));
    }
    let (steps, what, a_second) = match method {
        Method::Definition => (options_about(rule, heaps), "options", OPTIONS_A_SECOND),
        Method::Sparse(octal) => (octal.steps_about(heaps), "pairs of heaps, rare and common", PAIRS_A_SECOND),
    };
    let said = format!("{heaps} heaps, about {} {what}, {}", rounded(steps), time(steps / a_second));
    if steps > limits.steps as f64 {
        return Err(Refusal::NotChecked(format!("too much to check: {said}")));
    }
    Ok(said)
}

/// Options are counted for 1, 2, 4, ... heaps, as long as they are few; from there on they grow as they did.
fn options_about(rule: &Ruleset, heaps: u64) -> f64 {
    const MOST_COUNTED: f64 = 65_536.0;
    const LARGEST_SAMPLE: u64 = 1 << 20;
    let count = |n: u64| {
        let mut count = 0.0;
        // A move that is none will be found in its turn.
        let _ = rule.for_each_option(n, |_| count += 1.0);
        count
    };
    let (mut sum, mut n) = (0.0, 1);
    let (mut here, mut growth) = (1.0 + count(1), 2.0_f64);
    while n < heaps {
        let next = (2 * n).min(heaps);
        let later = if here < MOST_COUNTED && next <= LARGEST_SAMPLE {
            // Two neighbours, for what differs between even and odd heaps.
            1.0 + (count(next - 1) + count(next)) / 2.0
        } else {
            here * growth
        };
        growth = (later / here).clamp(1.0, 65_536.0);
        sum += (here + later) / 2.0 * (next - n) as f64;
        (here, n) = (later, next);
    }
    sum
}

/// Two digits are enough.
fn rounded(steps: f64) -> String {
    match steps {
        ..1e4 => format!("{:.0}", steps),
        ..1e6 => format!("{:.0} thousand", steps / 1e3),
        ..1e9 => format!("{:.0} million", steps / 1e6),
        _ => format!("{:.0} thousand million", steps / 1e9),
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        ..1.0 => "less than a second".into(),
        ..120.0 => format!("about {seconds:.0} seconds"),
        ..7200.0 => format!("about {:.0} minutes", seconds / 60.0),
        _ => format!("about {:.0} hours", seconds / 3600.0),
    }
}
