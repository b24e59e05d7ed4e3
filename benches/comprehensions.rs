//! Moves written out in a rule against the loop that one would write by hand, option by option.
//!
//! `cargo bench --bench comprehensions` ends in a table: nanoseconds an option, both ways, and their ratio within this
//! run (the less, the better; 3 is aimed at, and missed where a heap has one or two options). Both tables are compared before
//! anything is timed; with `-- --test` that is all.

#![allow(clippy::unwrap_used, reason = "a bench that meets an error has failed")]

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Settings, SgTable};

/// The table so far, and the visited array with the stamp of the current heap.
struct Hand {
    values: Vec<i32>,
    visited: Vec<i32>,
    options: u64,
}

impl Hand {
    #[inline(always)]
    fn mark(&mut self, heap: usize, value: i32) {
        self.visited[value as usize] = heap as i32;
        self.options += 1;
    }

    /// The usual program, with the options of one heap marked by `mark_options`.
    fn table(n: usize, mark_options: impl Fn(&mut Hand, usize)) -> Hand {
        let mut hand = Hand { values: vec![0; n + 1], visited: vec![-1; 2 * n + 64], options: 0 };
        for heap in 1..=n {
            mark_options(&mut hand, heap);
            let mut mex = 0;
            while hand.visited[mex] == heap as i32 {
                mex += 1;
            }
            hand.values[heap] = mex as i32;
        }
        hand
    }
}

/// A rule, the largest heap, and the same by hand.
struct Case {
    rule: &'static str,
    n: usize,
    by_hand: fn(&mut Hand, usize),
}

const CASES: [Case; 10] = [
    Case {
        rule: "[a, n - a] for a in 1..n/2",
        n: 6000,
        by_hand: |hand, n| (1..=n / 2).for_each(|a| hand.mark(n, hand.values[a] ^ hand.values[n - a])),
    },
    Case {
        rule: "[a, n - a] for a in 1..n/2 if a % 3 != 1",
        n: 6000,
        by_hand: |hand, n| {
            for a in (1..=n / 2).filter(|a| a % 3 != 1) {
                hand.mark(n, hand.values[a] ^ hand.values[n - a]);
            }
        },
    },
    Case {
        rule: "[a, n - a] for a in 1..n/2 if gcd(a, n) == 1",
        n: 2000,
        by_hand: |hand, n| {
            let gcd = |mut a: usize, mut b: usize| {
                while b > 0 {
                    (a, b) = (b, a % b);
                }
                a
            };
            for a in (1..=n / 2).filter(|&a| gcd(a, n) == 1) {
                hand.mark(n, hand.values[a] ^ hand.values[n - a]);
            }
        },
    },
    Case {
        rule: "[a, n - s - a] for s in primes for a in 0..(n - s)/2",
        n: 800,
        by_hand: |hand, n| {
            let is_prime = |s: usize| s > 1 && (2..s).take_while(|d| d * d <= s).all(|d| !s.is_multiple_of(d));
            for s in (2..=n).filter(|&s| is_prime(s)) {
                (0..=(n - s) / 2).for_each(|a| hand.mark(n, hand.values[a] ^ hand.values[n - s - a]));
            }
        },
    },
    Case {
        rule: "[a, b, n - a - b] for a in 1..n/3 for b in a..(n - a)/2",
        n: 400,
        by_hand: |hand, n| {
            for a in 1..=n / 3 {
                for b in a..=(n - a) / 2 {
                    hand.mark(n, hand.values[a] ^ hand.values[b] ^ hand.values[n - a - b]);
                }
            }
        },
    },
    Case {
        rule: "[n - k*k, k] for k in 1..n - 1 if k*k <= n",
        n: 200_000,
        by_hand: |hand, n| {
            for k in (1..n).take_while(|k| k * k <= n) {
                hand.mark(n, hand.values[n - k * k] ^ hand.values[k]);
            }
        },
    },
    Case {
        rule: "[n/k] * k for k in 2..n if n % k == 0",
        n: 6000,
        by_hand: |hand, n| {
            for k in (2..=n).filter(|k| n % k == 0) {
                hand.mark(n, if k % 2 == 0 { 0 } else { hand.values[n / k] });
            }
        },
    },
    Case { rule: "1..n/2", n: 6000, by_hand: |hand, n| (1..=n / 2).for_each(|s| hand.mark(n, hand.values[n - s])) },
    // Few options a heap: what is done once a heap weighs most.
    Case {
        rule: "[n / d] for d in 2..6",
        n: 200_000,
        by_hand: |hand, n| (2..=6).for_each(|d| hand.mark(n, hand.values[n / d])),
    },
    Case {
        rule: "[n - 1]; [n/2] * 3 if n % 2 == 0",
        n: 200_000,
        by_hand: |hand, n| {
            hand.mark(n, hand.values[n - 1]);
            if n % 2 == 0 {
                hand.mark(n, hand.values[n / 2]);
            }
        },
    },
];

fn main() {
    let test_only = std::env::args().any(|arg| arg == "--test");
    let mut out = std::io::stdout().lock();
    if !test_only {
        writeln!(out, "{:<58} {:>10} {:>10} {:>8}", "rule", "by hand", "sgtab", "ratio").unwrap();
    }
    for Case { rule: text, n, by_hand } in &CASES {
        let rule = Ruleset::parse(text).unwrap();
        let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
        let sgtab = || SgTable::compute(&rule, *n as u64, &settings).unwrap();
        let hand = Hand::table(*n, by_hand);
        assert!(sgtab().values().eq(hand.values.iter().map(|&value| value as u64)), "{text}");
        if test_only {
            continue;
        }
        // Turn by turn, so that a slow moment of the machine falls on both.
        let (mut by_hand_best, mut sgtab_best) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..5 {
            let start = Instant::now();
            black_box(Hand::table(black_box(*n), by_hand));
            by_hand_best = by_hand_best.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            black_box(sgtab());
            sgtab_best = sgtab_best.min(start.elapsed().as_secs_f64());
        }
        let each = |time: f64| time * 1e9 / hand.options as f64;
        let (hand, ours) = (each(by_hand_best), each(sgtab_best));
        writeln!(out, "{text:<58} {hand:>7.2} ns {ours:>7.2} ns {:>8.2}", ours / hand).unwrap();
    }
}
