//! The rows of a run, as a table and as CSV.

use std::fs::File;
use std::io::Write;
use std::time::Duration;

/// What was measured for a game.
pub struct Row {
    pub game: &'static str,
    /// What is done with it.
    pub work: &'static str,
    pub n: u64,
    /// The peer, and the largest heap of its own.
    pub peer: &'static str,
    pub peer_n: u64,
    pub by_peer: Vec<Duration>,
    /// On one thread, and on two where that is any use.
    pub by_sgtab: [Vec<Duration>; 2],
}

pub struct Report {
    csv: Option<File>,
}

impl Report {
    pub fn new(csv: Option<&str>) -> std::io::Result<Report> {
        let mut csv = csv.map(File::create).transpose()?;
        if let Some(csv) = &mut csv {
            writeln!(csv, "game,work,program,threads,n,run,seconds")?;
        }
        println!(
            "{:<30} {:<9} {:>10} {:>17} {:>11} {:>8} {:>10} {:>6}",
            "game", "work", "n", "peer, ns", "sgtab, ns", "ratio", "2 threads", "1 / 2"
        );
        Ok(Report { csv })
    }

    pub fn row(&mut self, row: &Row) -> std::io::Result<()> {
        let a_heap = |time: f64, n: u64| time * 1e9 / n as f64;
        let peer = a_heap(median(&row.by_peer), row.peer_n);
        let [one, two] = row.by_sgtab.each_ref().map(|times| a_heap(median(times), row.n));
        // The median of the ratios of each round, which the machine was equally busy in.
        let rounds = |a: &[Duration], b: &[Duration]| {
            let ratios = a.iter().cycle().zip(b).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64());
            middle(ratios.collect())
        };
        let ratio = rounds(&row.by_peer, &row.by_sgtab[0]) * row.n as f64 / row.peer_n as f64;
        let (second, gain) = match row.by_sgtab[1].is_empty() {
            true => (String::new(), String::new()),
            false => (format!("{two:.2}"), format!("{:.2}", rounds(&row.by_sgtab[0], &row.by_sgtab[1]))),
        };
        let mark = if ratio < 1.0 { "  loses" } else { "" };
        let by_peer = format!("{} {peer:.2}", row.peer);
        println!(
            "{:<30} {:<9} {:>10.3e} {by_peer:>17} {one:>11.3} {ratio:>8.2} {second:>10} {gain:>6}{mark}",
            row.game, row.work, row.n as f64,
        );
        let Some(csv) = &mut self.csv else { return Ok(()) };
        let programs = [(row.peer, 1, row.peer_n, &row.by_peer)]
            .into_iter()
            .chain([1, 2].into_iter().zip(&row.by_sgtab).map(|(threads, times)| ("sgtab", threads, row.n, times)));
        for (program, threads, n, times) in programs {
            for (run, time) in times.iter().enumerate() {
                let (game, work, seconds) = (row.game, row.work, time.as_secs_f64());
                writeln!(csv, "\"{game}\",{work},{program},{threads},{n},{run},{seconds:.6}")?;
            }
        }
        Ok(())
    }
}

fn median(times: &[Duration]) -> f64 {
    middle(times.iter().map(Duration::as_secs_f64).collect())
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
