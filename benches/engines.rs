//! Engines by rules by sizes, against the textbook loop. Every table is checked by a checksum before it is timed.
//!
//! `cargo bench --bench engines` ends in one plain table: time a heap, the ratio to the textbook within this run (below
//! 1 the engine loses), and the estimate of `src/table/choose.rs` over the time. With `-- primes` it runs one rule, with
//! `-- --test` it only compares the checksums of the smallest size.

#![allow(clippy::unwrap_used, reason = "a bench that meets an error has failed")]

#[path = "shared/textbook.rs"]
mod textbook;

use std::fmt;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use sgtab::ruleset::{Code, Ruleset};
use sgtab::table::{EngineName, Settings, SgTable, choose};

use self::textbook::textbook;

/// A rule, the checksums of its tables by size, and the largest table that is affordable.
struct Case {
    rule: &'static str,
    /// From a program of its own: the textbook loop in C, or the known period.
    checksums: [u64; SIZES.len()],
    /// By what goes through the options of every heap: the textbook, naive, moves, bit-maps.
    by_options: u64,
    by_shifted_or: u64,
    by_convolution: u64,
    /// By the engines that use the structure of the set.
    by_structure: u64,
}

const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];
const SMALL_SIZES: [u64; SIZES.len()] = [1_000, 3_000, 10_000];

/// Rules with few moves, with many, without end, periodic and not, and some that split.
const CASES: [Case; 12] = [
    Case {
        rule: "1..3",
        checksums: [0x8438_783f_8fbe_de98, 0x3e9d_932b_fe85_a7f0, 0x0a3e_1d8c_df66_a760],
        by_options: 1_000_000,
        by_shifted_or: 100_000,
        by_convolution: 100_000,
        by_structure: 0,
    },
    Case {
        rule: "4, 5, 10, 26, 42, 53, 61, 64",
        checksums: [0x3da9_2b00_80eb_01a6, 0x2bc0_c663_bad0_0b7a, 0x551f_4b7a_2217_0614],
        by_options: 1_000_000,
        by_shifted_or: 100_000,
        by_convolution: 100_000,
        by_structure: 0,
    },
    Case {
        rule: "1..100",
        checksums: [0xeca9_bc73_ea38_3ed3, 0x29fe_7c47_355f_f621, 0xc8f8_62de_ec68_677a],
        by_options: 1_000_000,
        by_shifted_or: 100_000,
        by_convolution: 100_000,
        by_structure: 0,
    },
    Case {
        rule: "fibonacci",
        checksums: [0x3b3a_d8e9_41ae_869b, 0xffe8_a5b9_1cc0_16a5, 0xc24a_87d3_86d2_0fb5],
        by_options: 1_000_000,
        by_shifted_or: 100_000,
        by_convolution: 100_000,
        by_structure: 0,
    },
    Case {
        rule: "squares",
        checksums: [0x0937_919d_7d88_b429, 0xd4c0_26b2_b2a7_8bea, 0x2903_8cbc_60e8_e54b],
        by_options: 1_000_000,
        by_shifted_or: 1_000_000,
        by_convolution: 1_000_000,
        by_structure: 0,
    },
    Case {
        rule: "primes",
        checksums: [0x38c7_b2ce_2c61_b426, 0x3edd_8288_86ae_4645, 0x3419_070f_af34_4469],
        by_options: 100_000,
        by_shifted_or: 1_000_000,
        by_convolution: 1_000_000,
        by_structure: 0,
    },
    Case {
        rule: "odd",
        checksums: [0xcdaa_40eb_c692_1938, 0x18d0_7fbc_e975_5a30, 0xa330_b472_c350_3de0],
        by_options: 100_000,
        by_shifted_or: 100_000,
        by_convolution: 100_000,
        by_structure: 1_000_000,
    },
    // As many values as heaps: the time of shifted-or grows with the square of n.
    Case {
        rule: "all but 2, 5, 6, 8",
        checksums: [0xd12c_ce1a_c893_b534, 0x078d_ba0b_b6da_6414, 0x60e0_db22_d3d4_4d14],
        by_options: 100_000,
        by_shifted_or: 10_000,
        by_convolution: 10_000,
        by_structure: 1_000_000,
    },
    Case {
        rule: "0.77",
        checksums: [0xacf0_10c8_29c9_acb1, 0xe11b_4324_326f_0e55, 0x7f3d_c043_d34a_c9bd],
        by_options: 10_000,
        by_shifted_or: 0,
        by_convolution: 0,
        by_structure: 0,
    },
    // Three heaps: the definition is cubic, so these have smaller sizes.
    Case {
        rule: "0.8",
        checksums: [0xeeaf_03e3_2b14_905f, 0x1d7b_7b41_99fe_8bc4, 0x1156_3924_85b6_47ab],
        by_options: 3_000,
        by_shifted_or: 0,
        by_convolution: 0,
        by_structure: 10_000,
    },
    Case {
        rule: "0.28",
        checksums: [0xdff7_1719_bf87_eb65, 0xc3f6_e640_26e0_30f0, 0xc7e4_7952_d23f_6df0],
        by_options: 3_000,
        by_shifted_or: 0,
        by_convolution: 0,
        by_structure: 10_000,
    },
    Case {
        rule: "0.E8",
        checksums: [0xde53_77db_fda4_90d4, 0x88e7_5281_8cac_857c, 0xe768_0501_1c14_2548],
        by_options: 3_000,
        by_shifted_or: 0,
        by_convolution: 0,
        by_structure: 10_000,
    },
];

impl Case {
    fn sizes(&self) -> [u64; SIZES.len()] {
        if self.by_options < SIZES[0] { SMALL_SIZES } else { SIZES }
    }

    fn affords(&self, program: Program, n: u64) -> bool {
        let most = match program {
            Program::Textbook
            | Program::Engine(EngineName::Naive | EngineName::Moves | EngineName::OneHot | EngineName::BitMaps) => {
                self.by_options
            }
            Program::Engine(EngineName::ShiftedOr) => self.by_shifted_or,
            Program::Engine(EngineName::Convolution) => self.by_convolution,
            Program::Engine(_) => self.by_structure,
        };
        n <= most
    }
}

/// What fills a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    /// As it stands in textbooks.
    Textbook,
    /// An engine of the library, through its whole way from rule to table.
    Engine(EngineName),
}

impl Program {
    /// The yardstick first.
    fn all() -> impl Iterator<Item = Program> {
        std::iter::once(Program::Textbook).chain(EngineName::ALL.map(Program::Engine))
    }

    /// The table of heaps 0..=n; `None` where the program is not right for the rule.
    fn run(self, rule: &Ruleset, n: u64) -> Option<Filled> {
        match self {
            Program::Textbook => match (rule.only_set(), rule.shape().code.as_ref()) {
                (Some(set), _) => {
                    let moves: Vec<usize> = set.members(n).into_iter().map(|s| s as usize).collect();
                    Some(Filled::Plain(textbook(&moves, n as usize)))
                }
                (None, code) => code.map(|code| Filled::Plain(textbook_of_code(code, n))),
            },
            Program::Engine(engine) => {
                let settings = Settings { engine: Some(engine), ..Settings::default() };
                choose(rule, n, &settings).ok()?;
                Some(Filled::Table(SgTable::compute(rule, n, &settings).unwrap()))
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Textbook => f.pad("textbook"),
            Program::Engine(engine) => f.pad(engine.name()),
        }
    }
}

enum Filled {
    Plain(Vec<i32>),
    Table(SgTable),
}

impl Filled {
    /// A number that tells tables apart: the values as digits to a large base, modulo 2^64.
    fn checksum(&self) -> u64 {
        let fold = |sum: u64, value: u64| sum.wrapping_mul(1_000_003).wrapping_add(value);
        match self {
            Filled::Plain(values) => values.iter().map(|&value| value as u64).fold(0, fold),
            Filled::Table(table) => table.values().fold(0, fold),
        }
    }
}

/// The textbook program for a code without marks that leaves up to three heaps: a loop for each heap but the last.
fn textbook_of_code(code: &Code, n: u64) -> Vec<i32> {
    let most = code.most_taken().unwrap() as i64;
    let may_leave = |taken, parts| !code.digit(taken).with_parts(parts).is_nothing();
    let digits: Vec<[bool; 4]> = (0..=most).map(|taken| [0, 1, 2, 3].map(|parts| may_leave(taken, parts))).collect();
    let size = n as usize + 1;
    let mut values = vec![0i32; size];
    let mut visited = vec![-1i32; 2 * size + 1];
    for heap in 1..size {
        let stamp = heap as i32;
        for (taken, &[none, one, two, three]) in digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if none && rest == 0 {
                visited[0] = stamp;
            }
            if one && rest > 0 {
                visited[values[rest] as usize] = stamp;
            }
            if two {
                for a in 1..=rest / 2 {
                    visited[(values[a] ^ values[rest - a]) as usize] = stamp;
                }
            }
            if three {
                for a in 1..=rest / 3 {
                    for b in a..=(rest - a) / 2 {
                        visited[(values[a] ^ values[b] ^ values[rest - a - b]) as usize] = stamp;
                    }
                }
            }
        }
        values[heap] = (0..).find(|&value| visited[value as usize] != stamp).unwrap();
    }
    values
}

/// What takes longer is timed once, by the run that gives the checksum, and not sampled.
const PATIENCE: Duration = Duration::from_millis(80);

struct Row {
    rule: &'static str,
    n: u64,
    program: Program,
    time: f64,
    textbook: Option<f64>,
    /// Operations that `choose` estimates.
    estimate: Option<f64>,
    chosen: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.first().filter(|argument| !argument.starts_with('-'));
    let is_test = arguments.iter().any(|argument| argument == "--test" || argument == "--list");
    let sizes = if is_test { 1 } else { SIZES.len() };
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(300))
        .configure_from_args();
    let mut rows = Vec::new();
    for case in CASES.iter().filter(|case| only.is_none_or(|only| case.rule.contains(only.as_str()))) {
        let rule = Ruleset::parse(case.rule).unwrap();
        let mut group = criterion.benchmark_group(case.rule);
        for (n, checksum) in case.sizes().into_iter().zip(case.checksums).take(sizes) {
            group.throughput(Throughput::Elements(n));
            rows.extend(one_size(&mut group, case, &rule, (n, checksum)));
        }
        group.finish();
    }
    criterion.final_summary();
    if !is_test {
        print(&rows).unwrap();
    }
}

fn one_size(
    group: &mut BenchmarkGroup<'_, WallTime>,
    case: &Case,
    rule: &Ruleset,
    (n, checksum): (u64, u64),
) -> Vec<Row> {
    let chosen = choose(rule, n, &Settings::default()).unwrap().engine;
    let mut textbook = None;
    let mut rows = Vec::new();
    for program in Program::all().filter(|&program| case.affords(program, n)) {
        let start = Instant::now();
        let Some(filled) = program.run(rule, n) else { continue };
        let mut time = start.elapsed().as_secs_f64();
        assert_eq!(filled.checksum(), checksum, "{program} is wrong on {} to heap {n}", case.rule);
        drop(filled);
        if time < PATIENCE.as_secs_f64() {
            let mut fastest = f64::INFINITY;
            group.bench_function(BenchmarkId::new(program.to_string(), n), |bench| {
                bench.iter_custom(|times| {
                    let start = Instant::now();
                    (0..times).for_each(|_| drop(black_box(program.run(black_box(rule), n))));
                    let elapsed = start.elapsed();
                    fastest = fastest.min(elapsed.as_secs_f64() / times as f64);
                    elapsed
                });
            });
            // Of the samples the fastest: the others say what else the machine did. None where a filter skipped them.
            time = time.min(fastest);
        }
        let (estimate, chosen) = match program {
            Program::Textbook => {
                textbook = Some(time);
                (None, false)
            }
            Program::Engine(engine) => {
                let settings = Settings { engine: Some(engine), ..Settings::default() };
                (Some(choose(rule, n, &settings).unwrap().cost), engine == chosen)
            }
        };
        rows.push(Row { rule: case.rule, n, program, time, textbook, estimate, chosen });
    }
    rows
}

fn print(rows: &[Row]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let (rule, n, program) = ("rule", "n", "program");
    let (heap, ratio, off) = ("ns/heap", "x textbook", "estimate/time");
    writeln!(out, "\n{rule:30} {n:>8}  {program:11} {heap:>10} {ratio:>11} {off:>14}")?;
    for Row { rule, n, program, time, textbook, estimate, chosen } in rows {
        let heap = time * 1e9 / *n as f64;
        let ratio = textbook.map_or_else(|| "-".into(), |textbook| format!("{:.3}", textbook / time));
        let off = estimate.map_or_else(|| "-".into(), |estimate| format!("{:.2}", estimate / (time * 1e9)));
        let mark = if *chosen { "  chosen" } else { "" };
        writeln!(out, "{rule:30} {n:>8}  {program:11} {heap:>10.2} {ratio:>11} {off:>14}{mark}")?;
    }
    Ok(())
}
