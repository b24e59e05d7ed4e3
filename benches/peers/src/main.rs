//! sgtab beside the textbook program and beside `ogs`, in one process: medians of interleaved runs.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml` prints one table: nanoseconds a heap of the peer, of
//! sgtab on one thread and on two, how many times faster one thread is than the peer, and two threads than one. A ratio
//! below 1 is a loss, and marked. All programs of a row have the same checksum, or the run ends. With words after it (`-- primes 0.04`)
//! only the games that begin with one of them run; `--csv FILE` writes every single time. Takes about ten minutes.
//!
//! For sets the peer is the textbook program (`shared/textbook.rs`); for codes the best method of ogs 0.0.6 for the game
//! (`octal.rs`). Where the peer cannot be waited for, it has a shorter table, and its time a heap is that of this one: it
//! grows with n for sets that have more and more moves, so the ratio is then too small.

mod octal;
mod report;
mod sets;
#[path = "../../shared/textbook.rs"]
mod textbook;

use rayon::{ThreadPool, ThreadPoolBuilder};

use self::report::Report;

fn main() -> std::io::Result<()> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let csv = wanted.iter().position(|word| word == "--csv").map(|at| wanted.drain(at..at + 2).last().expect("a file"));
    let is_wanted = |game: &str| wanted.is_empty() || wanted.iter().any(|word| game.starts_with(word.as_str()));
    let mut report = Report::new(csv.as_deref())?;
    for case in sets::CASES.iter().filter(|case| is_wanted(case.game)) {
        report.row(&sets::run(case))?;
    }
    for case in octal::CASES.iter().filter(|case| is_wanted(case.code)) {
        report.row(&octal::run(case))?;
    }
    Ok(())
}

/// One thread and two.
fn pools() -> [ThreadPool; 2] {
    [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads"))
}

/// The values and their order: the sum of each value times its place.
fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.zip(1u64..).fold(0, |sum, (value, place)| sum.wrapping_add(value.wrapping_mul(place)))
}
