//! Streams of Nim positions against the two programs that one would write by hand.
//!
//! `cargo bench --bench streams` ends in a table: GB/s of each way, and how many times as fast as the better of the two
//! by hand `sgtab` is within this run (the more, the better; a loop over bytes wins where all numbers are short, or as
//! long as each other, for the processor then foresees where they end). "pipe" is a pipe of the system that another
//! thread writes to, "memory" a slice. All ways are compared before anything is timed; with `-- --test`, on smaller
//! streams, that is all.

#![allow(clippy::unwrap_used, reason = "a bench that meets an error has failed")]

use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::Instant;

use sgtab::play::stream::{Answer, Layout, solve};
use sgtab::play::{Combine, Game, Umpire};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::Settings;

fn sgtab(layout: Layout, input: impl Read) -> Vec<u8> {
    let words = Answer::Winner { first: "Win".into(), second: "Lose".into() };
    let (nim, settings) = (Ruleset::parse("nim").unwrap(), Settings::default());
    let game = Game::new(vec![nim], Combine::Sum, Convention::Normal, settings);
    let mut out = Vec::new();
    solve(input, layout, &mut Umpire::<u64>::new(game, settings, &words), &words, &mut out).unwrap();
    out
}

fn say(out: &mut Vec<u8>, nim_sum: u64) {
    out.extend_from_slice(if nim_sum != 0 { b"Win\n" } else { b"Lose\n" });
}

/// Byte after byte, and anything that is no digit ends a number.
fn by_bytes(layout: Layout, mut input: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    let (mut number, mut is_open, mut sum) = (0u64, false, 0);
    // Of `cases`: the number of cases is still to come, then of heaps, then so many heaps.
    let (mut is_first, mut left) = (layout == Layout::Cases, 0);
    loop {
        let count = input.read(&mut buffer).unwrap();
        if count == 0 {
            return out;
        }
        for &byte in &buffer[..count] {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 {
                number = number * 10 + u64::from(digit);
                is_open = true;
                continue;
            }
            if is_open {
                if layout != Layout::Cases {
                    sum ^= number;
                } else if is_first {
                    is_first = false;
                } else if left == 0 {
                    left = number;
                } else {
                    sum ^= number;
                    left -= 1;
                    if left == 0 {
                        say(&mut out, sum);
                        sum = 0;
                    }
                }
                (number, is_open) = (0, false);
            }
            if byte == b'\n' && layout != Layout::Cases {
                say(&mut out, sum);
                sum = 0;
            }
        }
    }
}

fn by_lines(layout: Layout, input: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    let mut lines = BufReader::with_capacity(1 << 16, input).lines().map(Result::unwrap);
    let nim_sum =
        |line: &str| line.split_ascii_whitespace().map(|word| word.parse::<u64>().unwrap()).fold(0, |sum, n| sum ^ n);
    if layout != Layout::Cases {
        lines.for_each(|line| say(&mut out, nim_sum(&line)));
        return out;
    }
    for _ in 0..lines.next().unwrap().parse::<u64>().unwrap() {
        lines.next().unwrap().parse::<u64>().unwrap();
        say(&mut out, nim_sum(&lines.next().unwrap()));
    }
    out
}

/// The usual xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// A stream: its layout, how many positions of how many heaps, and their numbers.
struct Stream {
    name: &'static str,
    layout: Layout,
    positions: u64,
    heaps: fn(&mut Random) -> u64,
    number: fn(&mut Random) -> u64,
}

const BILLION: u64 = 1_000_000_000;

const STREAMS: [Stream; 6] = [
    Stream {
        name: "one line, up to 10^9",
        layout: Layout::Lines,
        positions: 1,
        heaps: |_| 10_000_000,
        number: |random| random.below(BILLION),
    },
    Stream {
        name: "one line, 1 to 10 digits",
        layout: Layout::Lines,
        positions: 1,
        heaps: |_| 10_000_000,
        number: |random| {
            let digits = random.below(10) as u32;
            random.below(10u64.pow(1 + digits))
        },
    },
    Stream {
        name: "one line, up to 99",
        layout: Layout::Lines,
        positions: 1,
        heaps: |_| 10_000_000,
        number: |random| random.below(100),
    },
    Stream {
        name: "lines of 3 to 10, up to 10^9",
        layout: Layout::Lines,
        positions: 1_000_000,
        heaps: |random| 3 + random.below(8),
        number: |random| random.below(BILLION),
    },
    Stream {
        name: "cases of 3 to 10, up to 10^9",
        layout: Layout::Cases,
        positions: 1_000_000,
        heaps: |random| 3 + random.below(8),
        number: |random| random.below(BILLION),
    },
    Stream {
        name: "cases of 3, up to 10^9",
        layout: Layout::Cases,
        positions: 1_000_000,
        heaps: |_| 3,
        number: |random| random.below(BILLION),
    },
];

impl Stream {
    /// Its text, with so many heaps or positions less.
    fn text(&self, shrink: u64) -> Vec<u8> {
        let mut random = Random(88_172_645_463_325_252);
        let mut text = Vec::new();
        let positions = (self.positions / shrink).max(1);
        if self.layout == Layout::Cases {
            writeln!(text, "{positions}").unwrap();
        }
        for _ in 0..positions {
            let heaps = (self.heaps)(&mut random);
            let heaps = if self.positions == 1 { heaps / shrink } else { heaps };
            if self.layout == Layout::Cases {
                writeln!(text, "{heaps}").unwrap();
            }
            for heap in 1..=heaps {
                write!(text, "{}{}", (self.number)(&mut random), if heap < heaps { ' ' } else { '\n' }).unwrap();
            }
        }
        text
    }
}

/// What `read` makes of a pipe with this text in it.
fn through_a_pipe(text: &[u8], read: impl FnOnce(io::PipeReader) -> Vec<u8>) -> Vec<u8> {
    let (reader, mut writer) = io::pipe().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || writer.write_all(text).unwrap());
        read(reader)
    })
}

fn main() {
    let test_only = std::env::args().any(|arg| arg == "--test");
    let mut out = io::stdout().lock();
    if !test_only {
        let (bytes, lines) = ("by bytes", "by lines");
        writeln!(out, "{:<30} {:<6} {bytes:>9} {lines:>9} {:>9} {:>6}", "GB/s", "from", "sgtab", "ratio").unwrap();
    }
    for stream in &STREAMS {
        let (layout, text) = (stream.layout, stream.text(if test_only { 1000 } else { 1 }));
        let ways: [&dyn Fn(bool) -> Vec<u8>; 3] = [
            &|pipe| {
                if pipe { through_a_pipe(&text, |pipe| by_bytes(layout, pipe)) } else { by_bytes(layout, &text[..]) }
            },
            &|pipe| {
                if pipe { through_a_pipe(&text, |pipe| by_lines(layout, pipe)) } else { by_lines(layout, &text[..]) }
            },
            &|pipe| if pipe { through_a_pipe(&text, |pipe| sgtab(layout, pipe)) } else { sgtab(layout, &text[..]) },
        ];
        for pipe in [true, false] {
            let answers = ways.map(|way| way(pipe));
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{}", stream.name);
            if test_only {
                continue;
            }
            // Turn by turn, so that a slow moment of the machine falls on all.
            let mut best = [f64::INFINITY; 3];
            for _ in 0..7 {
                for (best, way) in best.iter_mut().zip(ways) {
                    let start = Instant::now();
                    black_box(way(pipe));
                    *best = best.min(start.elapsed().as_secs_f64());
                }
            }
            let [bytes, lines, ours] = best.map(|time| text.len() as f64 / 1e9 / time);
            let (from, ratio) = (if pipe { "pipe" } else { "memory" }, ours / bytes.max(lines));
            let name = stream.name;
            writeln!(out, "{name:<30} {from:<6} {bytes:>9.2} {lines:>9.2} {ours:>9.2} {ratio:>6.2}").unwrap();
        }
    }
}
