//! The period of outcomes without a table, for finite sets: the window theorem where no table could hold what it needs.
//!
//! The outcomes of max S heaps decide the next (see `window.rs`), so they are the state of a machine, and a state that is
//! seen twice proves a period. Brent's search keeps one earlier state, at steps that double, and watches for it
//! (`runner.rs`); what it finds is a multiple of the period. Its divisors are tried from the kept state on; the preperiod is
//! found by two machines, one a period ahead.
//! Source: Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980).
//! Time: at most about 3 (preperiod + period) heaps to find it, and as many for the rest (`table/outcomes.rs` has the time
//! of a heap). Memory: a few times max S bits.

mod runner;

use self::runner::{Runner, WORD, joined};
use crate::ruleset::{Ruleset, Set, distinct_primes};
use crate::table::{Observer, Outcomes, Period};

/// The observer is asked after so many words.
const WORDS_A_BLOCK: u64 = 1 << 20;

/// How far a search may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// The largest heap.
    pub heaps: u64,
    /// Elementary operations, about a nanosecond each.
    pub operations: f64,
    /// Bytes.
    pub memory: u64,
}

impl Search {
    /// The heaps that it may look at for a rule; `None` where it is not for the rule, or cannot see anything twice.
    fn heaps_of(self, rule: &Ruleset) -> Option<u64> {
        let set = rule.only_set().and_then(Set::as_periodic)?;
        let largest = set.largest()?;
        // A word takes 8 look-ups, and more or less a nanosecond for each move above 64.
        let of_word = 20.0 + set.count(largest) as f64;
        let heaps = self.heaps.min(((self.operations / of_word) as u64).saturating_mul(WORD));
        // Four machines, with a move each of 16 bytes and a few KiB besides.
        let bytes = 4.0 * (largest as f64 / 8.0 + 24.0 * set.count(largest) as f64 + 65_536.0);
        (largest <= heaps / 4 && bytes <= self.memory as f64).then_some(heaps)
    }
}

/// The least period and preperiod of the outcomes of a finite set, when a state recurs within the bounds of the search;
/// `None` where it does not, or the observer broke off.
pub(super) fn cycle(rule: &Ruleset, search: Search, observer: &mut impl Observer) -> Option<Period> {
    let heaps = search.heaps_of(rule)?;
    let (anchor, multiple) = recurrence(Outcomes::of(rule)?, heaps, observer)?;
    let period = least_period(&anchor, multiple);
    let preperiod = preperiod(Outcomes::of(rule)?, Outcomes::of(rule)?, period);
    Some(Period { preperiod, period, saltus: 0 })
}

/// A machine whose state recurs, and after how many heaps.
fn recurrence(mut machine: Outcomes, heaps: u64, observer: &mut impl Observer) -> Option<(Outcomes, u64)> {
    // Heaps without a move are as the convention says, not as the state before them.
    machine.skip(machine.state().len() as u64);
    let mut runner = Runner::new(machine);
    let (mut stretch, mut asked) = (1, 0);
    loop {
        let (start, anchor) = (runner.machine.clone(), runner.anchor());
        let mut done = 0;
        while done < stretch {
            let (words, before) = runner.until(&anchor, (stretch - done).min(WORDS_A_BLOCK));
            done += words;
            if let Some(before) = before {
                return Some((start, done * WORD + before));
            }
            if runner.machine.heaps() > heaps {
                return None;
            }
            if runner.machine.heaps() - asked > WORDS_A_BLOCK * WORD {
                asked = runner.machine.heaps();
                if observer.block(asked, heaps).is_break() {
                    return None;
                }
            }
        }
        stretch *= 2;
    }
}

/// The least period of a machine whose state recurs after `multiple` heaps.
fn least_period(anchor: &Outcomes, multiple: u64) -> u64 {
    let mut period = multiple;
    for prime in distinct_primes(multiple) {
        while period.is_multiple_of(prime) && recurs(anchor, period / prime) {
            period /= prime;
        }
    }
    period
}

/// Whether the state recurs after so many heaps.
fn recurs(anchor: &Outcomes, heaps: u64) -> bool {
    let mut later = anchor.clone();
    let words = heaps.div_ceil(WORD);
    later.skip(words);
    let beyond = (words * WORD - heaps) as u32;
    // All but the first word decide what follows.
    let state = &anchor.state()[1..];
    let ahead = later.last_words(state.len() + 1);
    state.iter().zip(ahead.windows(2)).all(|(&word, pair)| word == joined(pair[0], pair[1], WORD as u32 - beyond))
}

/// The first heap from which the outcomes have the period, which they have from some heap on.
fn preperiod(mut now: Outcomes, mut ahead: Outcomes, period: u64) -> u64 {
    ahead.skip(period / WORD);
    let bits = (period % WORD) as u32;
    let mut earlier = ahead.next_words(1)[0];
    let mut from = 0;
    // Once so many agree, the state of both is the same.
    let enough = now.state().len() as u64 * WORD;
    while now.heaps() < from + enough {
        let heap = now.heaps();
        let words = now.next_words(usize::MAX);
        for ((&word, &later), start) in
            words.iter().zip(ahead.next_words(words.len())).zip((heap..).step_by(WORD as usize))
        {
            let differ = word ^ joined(earlier, later, bits);
            if differ != 0 {
                from = start + u64::from(u64::BITS - differ.leading_zeros());
            }
            earlier = later;
        }
    }
    from
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pattern::Sequence;
    use crate::study::{Range, study};
    use crate::table::{Settings, Visited};

    const NO_BOUND: Search = Search { heaps: u64::MAX, operations: 1e9, memory: 1 << 30 };

    proptest! {
        #[test]
        fn the_period_is_that_of_a_table(
            most in prop::sample::select(vec![5u64, 12, 24, 40, 70]),
            moves in prop::collection::vec(0u64..1 << 20, 1..5),
            misere: bool,
        ) {
            let moves: Vec<String> = moves.iter().map(|s| (s % most + 1).to_string()).collect();
            let convention = if misere { "misere" } else { "normal" };
            let text = format!("take = '{}'\nconvention = '{convention}'", moves.join(", "));
            let rule = Ruleset::from_toml("random", "random", &text).unwrap();
            let range = Range::Until(1 << 20);
            let study =
                study(&rule, Sequence::Outcome, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
            if let Some(proved) = study.period().filter(|verdict| verdict.is_proved()) {
                let found = cycle(&rule, NO_BOUND, &mut ());
                prop_assert_eq!(found.as_ref(), proved.period(), "{}", text);
            }
        }
    }

    /// Beyond what is proved by tables here: 56 s^3 + 52 s^2 + 9 s + 1 for {s, 4s, 12s + 1, 16s + 1}.
    #[test]
    fn a_long_period_is_found_in_little_memory() {
        for s in [1u64, 2, 7, 30] {
            let rule = Ruleset::parse(&format!("{s}, {}, {}, {}", 4 * s, 12 * s + 1, 16 * s + 1)).unwrap();
            let found = cycle(&rule, NO_BOUND, &mut ()).unwrap();
            assert_eq!(found.period, 56 * s.pow(3) + 52 * s.pow(2) + 9 * s + 1, "{s}");
        }
    }

    /// The first 70 heaps have no move, and are N-positions in misère play.
    #[test]
    fn heaps_without_a_move_are_no_state() {
        let rule = Ruleset::from_toml("late", "late", "take = 70\nconvention = 'misere'").unwrap();
        let expected = Period { preperiod: 0, period: 140, saltus: 0 };
        assert_eq!(cycle(&rule, NO_BOUND, &mut ()), Some(expected));
    }

    #[test]
    fn bounds_are_kept() {
        let rule = Ruleset::parse("30, 120, 361, 481").unwrap();
        assert_eq!(cycle(&rule, Search { heaps: 1_000_000, ..NO_BOUND }, &mut ()), None);
        assert_eq!(cycle(&rule, Search { operations: 1e5, ..NO_BOUND }, &mut ()), None);
        assert_eq!(cycle(&rule, Search { memory: 1000, ..NO_BOUND }, &mut ()), None);
        let far = Ruleset::parse("1, 10^15").unwrap();
        assert_eq!(cycle(&far, NO_BOUND, &mut ()), None);
        assert_eq!(cycle(&Ruleset::parse("squares").unwrap(), NO_BOUND, &mut ()), None);
    }
}
