//! Engines by rules by sizes, against the textbook loop. Each table is checked by a checksum before it is timed.
//!
//! `cargo bench` ends in a table of ratios within this one run, losing rows among them.

// A bench that meets an error has failed.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use sgtab::ruleset::Ruleset;
use sgtab::table::{EngineName, Settings, SgTable, choose};

/// Rules, and the sizes at which the textbook loop is affordable.
const CASES: [(&str, &[u64]); 9] = [
    ("1..3", &[10_000, 1_000_000]),
    ("4, 5, 10, 26, 42, 53, 61, 64", &[10_000, 1_000_000]),
    ("1..100", &[10_000, 1_000_000]),
    ("fibonacci", &[10_000, 1_000_000]),
    ("squares", &[10_000, 100_000]),
    ("primes", &[10_000, 100_000]),
    ("odd", &[10_000, 50_000]),
    ("all but 2, 5, 6, 8", &[10_000, 50_000]),
    ("0.77", &[1_000, 5_000]),
];

/// As it stands in textbooks: a list of moves, a visited array of stamps, a scan for the mex.
fn textbook(moves: &[u64], n: u64) -> Vec<i32> {
    let mut values = vec![0i32; n as usize + 1];
    let mut visited = vec![-1i32; n as usize + 2];
    for heap in 1..=n as usize {
        for &s in moves.iter().take_while(|&&s| s as usize <= heap) {
            visited[values[heap - s as usize] as usize] = heap as i32;
        }
        values[heap] = (0..).find(|&v| visited[v as usize] != heap as i32).unwrap();
    }
    values
}

fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |sum, value| sum.wrapping_mul(1_000_003).wrapping_add(value))
}

fn compute(rule: &Ruleset, n: u64, engine: EngineName) -> Option<SgTable> {
    SgTable::compute(rule, n, &Settings { engine: Some(engine), ..Settings::default() }).ok()
}

/// Slower than this is left out of the samples and timed once in the table at the end.
const PATIENCE: Duration = Duration::from_millis(60);

/// The median of five runs, or the one run of what takes long.
fn seconds(mut work: impl FnMut()) -> f64 {
    let mut once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let first = once();
    if first > 8 * PATIENCE {
        return first.as_secs_f64();
    }
    let mut times: Vec<Duration> = (0..5).map(|_| once()).collect();
    times.sort();
    times[2].as_secs_f64()
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args();
    let mut rows = Vec::new();
    for (text, sizes) in CASES {
        let rule = Ruleset::parse(text).unwrap();
        for &n in sizes {
            let mut group = criterion.benchmark_group(text);
            group.throughput(Throughput::Elements(n));
            let by_textbook = rule.only_set().map(|set| {
                let moves = set.members(n);
                let sum = checksum(textbook(&moves, n).into_iter().map(|value| value as u64));
                (sum, seconds(|| drop(black_box(textbook(&moves, n)))))
            });
            let mut expected = by_textbook.map(|(sum, _)| sum);
            for engine in EngineName::ALL {
                let Some(table) = compute(&rule, n, engine) else { continue };
                let sum = checksum(table.values());
                assert_eq!(*expected.get_or_insert(sum), sum, "{text} to {n} by {engine}");
                let time = seconds(|| drop(black_box(compute(&rule, n, engine))));
                let choice = choose(&rule, n, Some(engine)).unwrap();
                let chosen = choose(&rule, n, None).unwrap().engine == engine;
                rows.push((
                    text,
                    n,
                    engine,
                    time,
                    by_textbook.map(|(_, textbook)| textbook / time),
                    choice.cost,
                    chosen,
                ));
                if time < PATIENCE.as_secs_f64() {
                    group.bench_function(BenchmarkId::new(engine.name(), n), |bench| {
                        bench.iter(|| compute(&rule, n, engine));
                    });
                }
            }
        }
    }
    criterion.final_summary();
    print(&rows).unwrap();
}

type Row = (&'static str, u64, EngineName, f64, Option<f64>, f64, bool);

fn print(rows: &[Row]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let head = ("rule", "n", "engine", "ns/heap", "x textbook", "estimate/time");
    writeln!(out, "\n{:30} {:>8}  {:11} {:>9} {:>11} {:>14}", head.0, head.1, head.2, head.3, head.4, head.5)?;
    for (rule, n, engine, time, ratio, cost, chosen) in rows {
        let ratio = ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.2}"));
        let heap = time * 1e9 / *n as f64;
        let estimate = cost / (time * 1e9);
        let mark = if *chosen { "<- chosen" } else { "" };
        writeln!(out, "{rule:30} {n:>8}  {:11} {heap:>9.2} {ratio:>11} {estimate:>14.2}  {mark}", engine.name())?;
    }
    Ok(())
}
