//! Octal games by sgtab and by `ogs` 0.0.6, medians of interleaved runs in one process.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml` prints one table: nanoseconds a heap of the best
//! method of ogs for the game and of sgtab on one thread and on two, and the ratios; below 1 sgtab loses. Both fill a
//! table and do nothing else: no period is looked for. Every table has the same checksum, or the run ends.
//! With codes after it (`-- 0.04 0.77`) only those games run.

use std::time::{Duration, Instant};

use ogs::{Game, NaiveSolver, RC2Solver, RCSolver, Solver};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Settings, SgTable};

/// A game, the largest heap, and the methods of ogs that can be waited for: the others are slower still.
struct Case {
    code: &'static str,
    exponent: u32,
    methods: &'static [Method],
}

#[derive(Debug, Clone, Copy)]
enum Method {
    Naive,
    Rc,
    Rc2,
}

const CASES: [Case; 8] = [
    Case { code: "0.16", exponent: 20, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.106", exponent: 20, methods: &[Method::Rc2] },
    Case { code: "0.56", exponent: 20, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.127", exponent: 18, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.77", exponent: 16, methods: &[Method::Rc, Method::Rc2] },
    Case { code: "0.06", exponent: 17, methods: &[Method::Naive, Method::Rc2] },
    Case { code: "0.04", exponent: 18, methods: &[Method::Naive, Method::Rc2] },
    Case { code: "0.007", exponent: 18, methods: &[Method::Naive, Method::Rc2] },
];

/// Runs of each program; the median counts.
const RUNS: usize = 3;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:<8}{:>6}{:>14}{:>12}{:>12}{:>8}{:>12}",
        "game", "n", "ogs, ns", "sgtab, ns", "2 threads", "ratio", "1 / 2"
    );
    for case in CASES.iter().filter(|case| wanted.is_empty() || wanted.iter().any(|code| code == case.code)) {
        run(case);
    }
}

fn run(case: &Case) {
    let n = 1 << case.exponent;
    let pools = [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads"));
    let mut by_ogs = vec![Vec::new(); case.methods.len()];
    let mut by_sgtab = [Vec::new(), Vec::new()];
    let mut checksum = None;
    let mut same = |of: u64| assert_eq!(of, *checksum.get_or_insert(of), "{} to 2^{}", case.code, case.exponent);
    for _ in 0..RUNS {
        for (pool, times) in pools.iter().zip(&mut by_sgtab) {
            let (time, of) = sgtab(case.code, n, pool);
            times.push(time);
            same(of);
        }
        for (&method, times) in case.methods.iter().zip(&mut by_ogs) {
            let (time, of) = match method {
                Method::Naive => ogs::<NaiveSolver>(case.code, n),
                Method::Rc => ogs::<RCSolver>(case.code, n),
                Method::Rc2 => ogs::<RC2Solver>(case.code, n),
            };
            times.push(time);
            same(of);
        }
    }
    let best =
        case.methods.iter().zip(by_ogs).map(|(method, times)| (median(times), method)).min_by_key(|&(time, _)| time);
    let (ogs, method) = best.expect("a method");
    let [one, two] = by_sgtab.map(median);
    let a_heap = |time: Duration| time.as_secs_f64() * 1e9 / n as f64;
    let ratio = |of: Duration, to: Duration| of.as_secs_f64() / to.as_secs_f64();
    println!(
        "{:<8}{:>6}{:>14}{:>12.1}{:>12.1}{:>8.2}{:>12.2}",
        case.code,
        format!("2^{}", case.exponent),
        format!("{method:?} {:.1}", a_heap(ogs)).to_lowercase(),
        a_heap(one),
        a_heap(two),
        ratio(ogs, one),
        ratio(one, two),
    );
}

fn sgtab(code: &str, n: usize, pool: &ThreadPool) -> (Duration, u64) {
    let rule = Ruleset::parse(code).expect("a code");
    let settings = Settings { engine: Some(EngineName::Pairs), ..Settings::default() };
    let start = Instant::now();
    let table = pool.install(|| SgTable::compute(&rule, n as u64, &settings)).expect("a table");
    (start.elapsed(), checksum(table.values()))
}

fn ogs<S: Solver>(code: &str, n: usize) -> (Duration, u64)
where
    S::Stats: Default,
{
    let game: Game = code.parse().expect("a code");
    let start = Instant::now();
    let mut solver = S::with_capacity(game, n + 1);
    for _ in 0..=n {
        solver.next();
    }
    (start.elapsed(), checksum(solver.nimbers().iter().map(|&value| value.into())))
}

/// The values and their order: the sum of each value times its place.
fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.zip(1u64..).fold(0, |sum, (value, place)| sum.wrapping_add(value * place))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
