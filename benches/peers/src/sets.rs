//! Sets, beside the textbook program.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sgtab::ruleset::Ruleset;
use sgtab::study::tabulate;
use sgtab::table::{Outcomes, Run, Settings, SgTable, Visited};

use crate::report::Row;
use crate::textbook::textbook;
use crate::{checksum, pools};

/// A set, and how far.
pub struct Case {
    pub game: &'static str,
    work: Work,
    n: u64,
    /// The largest heap that the textbook program can be waited for.
    peer_n: u64,
    rounds: usize,
    /// The engine uses more than one.
    threads: bool,
}

/// What is asked for.
#[derive(Clone, Copy)]
enum Work {
    /// The table, every value computed.
    Table,
    /// Every value, handed to a consumer that adds them up; a proved period gives what it can.
    Tail,
    /// The P-positions alone, counted.
    Outcomes,
}

use Work::{Outcomes as P, Table, Tail};

const EIGHT: &str = "4, 5, 10, 26, 42, 53, 61, 64";
const FIFTEEN: &str = "7, 33, 61, 93, 120, 166, 201, 290, 333, 402, 411, 430, 459, 477, 512";

#[rustfmt::skip]
pub const CASES: [Case; 22] = [
    case("1..3", Tail, 1_000_000_000, 100_000_000, 3),
    case(EIGHT, Tail, 1_000_000_000, 100_000_000, 3),
    case("1..3", Table, 100_000_000, 100_000_000, 3),
    case(EIGHT, Table, 100_000_000, 100_000_000, 3),
    case(FIFTEEN, Table, 100_000_000, 100_000_000, 3),
    case("1..3", P, 1_000_000_000, 100_000_000, 3),
    case(EIGHT, P, 1_000_000_000, 100_000_000, 3),
    case(FIFTEEN, P, 1_000_000_000, 100_000_000, 3),
    case("fibonacci", Table, 100_000_000, 100_000_000, 3),
    case("powers of 2", Table, 100_000_000, 100_000_000, 3),
    case("factorials", Table, 100_000_000, 100_000_000, 3),
    case("primes", Table, 100_000, 100_000, 5).on_threads(),
    case("primes", Table, 1_000_000, 1_000_000, 1).on_threads(),
    case("primes", Table, 10_000_000, 1_000_000, 1).on_threads(),
    case("squares", Table, 100_000, 100_000, 5).on_threads(),
    case("squares", Table, 1_000_000, 1_000_000, 3).on_threads(),
    case("squares", Table, 10_000_000, 10_000_000, 1).on_threads(),
    case("triangular", Table, 1_000_000, 1_000_000, 3).on_threads(),
    case("1..100", Table, 1_000_000, 1_000_000, 3).on_threads(),
    case("100..1000", Table, 1_000_000, 100_000, 3).on_threads(),
    case("odd", Table, 100_000, 100_000, 3),
    case("1..3", Table, 1000, 1000, 101),
];

const fn case(game: &'static str, work: Work, n: u64, peer_n: u64, rounds: usize) -> Case {
    Case { game, work, n, peer_n, rounds, threads: false }
}

impl Case {
    const fn on_threads(self) -> Case {
        Case { threads: true, ..self }
    }
}

pub fn run(case: &Case) -> Row {
    let rule = Ruleset::parse(case.game).expect("a rule");
    let set = rule.only_set().expect("a set");
    let moves: Vec<usize> = set.members(case.peer_n).into_iter().map(|s| s as usize).collect();
    let pools = pools();
    let (mut by_peer, mut by_sgtab) = (Vec::new(), [Vec::new(), Vec::new()]);
    for _ in 0..case.rounds {
        let start = Instant::now();
        let values = black_box(textbook(&moves, case.peer_n as usize));
        by_peer.push(start.elapsed());
        let threads = if case.threads { 2 } else { 1 };
        for (pool, times) in pools.iter().zip(&mut by_sgtab).take(threads) {
            times.push(pool.install(|| sgtab(case, &rule, &values)));
        }
    }
    let work = match case.work {
        Table => "table",
        Tail => "tail",
        P => "outcomes",
    };
    Row { game: case.game, work, n: case.n, peer: "textbook", peer_n: case.peer_n, by_peer, by_sgtab }
}

/// The time that sgtab takes; what it finds must be what the textbook has found.
fn sgtab(case: &Case, rule: &Ruleset, expected: &[i32]) -> Duration {
    let settings = Settings::default();
    let start = Instant::now();
    match case.work {
        Table => {
            let table = SgTable::compute(rule, case.n, &settings).expect("a table");
            let time = start.elapsed();
            let of = |values: &mut dyn Iterator<Item = u64>| checksum(values);
            let same =
                of(&mut table.values().take(expected.len())) == of(&mut expected.iter().map(|&value| value as u64));
            assert!(same, "{} to {}", case.game, case.n);
            time
        }
        Tail => {
            let mut visited = Visited::default();
            let (table, _) = tabulate(rule, case.n, &settings, &mut visited, &mut ()).expect("a table");
            let sum = black_box(sum(&table, case.n));
            let time = start.elapsed();
            assert!(sum > 0);
            let known = expected.iter().map(|&value| value as u64).sum::<u64>();
            assert_eq!(self::sum(&table, expected.len() as u64 - 1), known, "{} to {}", case.game, case.n);
            time
        }
        P => {
            let mut outcomes = Outcomes::of(rule).expect("a finite set");
            let (mut count, mut begun) = (0, 0);
            let known = expected.iter().filter(|&&value| value == 0).count() as u64;
            while outcomes.heaps() < case.n {
                let first = outcomes.heaps();
                for (word, heap) in outcomes.next_words(1 << 12).iter().zip((first..).step_by(64)) {
                    count += u64::from(word.count_ones());
                    let last = expected.len() as u64;
                    if heap < last && last <= heap + 64 {
                        let before = word & u64::MAX.checked_shr((heap + 64 - last) as u32).unwrap_or(0);
                        begun = count - u64::from(word.count_ones()) + u64::from(before.count_ones());
                    }
                }
            }
            let time = start.elapsed();
            assert_eq!(begun, known, "{} to {}", case.game, case.n);
            black_box(count);
            time
        }
    }
}

/// The sum of the values of heaps 0..=last.
fn sum(table: &SgTable, last: u64) -> u64 {
    let mut runs = table.runs(0..=last);
    let mut sum = 0;
    while let Some((_, run)) = runs.next_run() {
        // A run of bytes adds up to less than 2^32, which keeps its sum in narrow lanes.
        sum += match run {
            Run::U8(values) => u64::from(values.iter().map(|&value| u32::from(value)).sum::<u32>()),
            run => run.fold(0, |sum, value| sum + value),
        };
    }
    sum
}
