//! The command line: one file for each subcommand.

mod args;
mod batch;
mod check;
mod document;
mod explain;
mod failure;
mod graph;
mod identify;
mod interrupt;
mod long;
mod manual;
mod numbers;
mod output;
mod pattern;
mod plot;
mod progress;
mod report;
mod rules;
mod solve;
mod stream;
mod table;
mod value;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use self::args::{Cli, Command, Global};
use self::failure::Failure;
use sgtab::pattern::Sequence;
use sgtab::proof::Methods;
use sgtab::ruleset::Ruleset;
use sgtab::table::{Settings, choose};

/// What a command came to, as its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    /// 0
    Done,
    /// 1
    CheckFailed,
    /// 2, everything said already
    BadInput,
    /// 130, everything said already
    Interrupted,
}

/// Parses, runs, reports.
pub(crate) fn run() -> ExitCode {
    let Cli { command, global } = Cli::parse();
    interrupt::listen();
    let status = start_threads(&global).and_then(|()| match command {
        Command::Table(args) => table::run(&args, &global),
        Command::Pattern(args) => pattern::run(&args, &global),
        Command::Value(args) => value::run(&args, &global),
        Command::Solve(args) => solve::run(&args, &global),
        Command::Plot(args) => plot::run(&args, &global),
        Command::Batch(args) => batch::run(&args, &global),
        Command::Report(args) => report::run(&args, &global),
        Command::Graph(args) => graph::run(&args, &global),
        Command::Explain(args) => explain::run(&args, &global),
        Command::Identify(args) => identify::run(&args, &global),
        Command::Check(args) => check::run(&args, &global),
        Command::Verify(args) => verify::run(&args, &global),
        Command::Completions(args) => manual::completions(&args),
        Command::Manual(args) => manual::manual(&args),
    });
    match status {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::CheckFailed) => ExitCode::from(1),
        Ok(Status::BadInput) => ExitCode::from(2),
        Ok(Status::Interrupted) => ExitCode::from(interrupt::STATUS),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            ExitCode::from(2)
        }
    }
}

fn start_threads(global: &Global) -> Result<(), Failure> {
    let Some(threads) = global.threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
    pool.build_global().map_err(|why| Failure::other(format!("cannot start {threads} threads: {why}")))
}

impl Global {
    fn settings(&self) -> Settings {
        Settings { engine: self.engine, memory: self.memory, ..Settings::default() }
    }

    /// Says which engine is used, when asked to, and warns of long work.
    fn announce(&self, rule: &Ruleset, n: u64) -> Result<(), Failure> {
        let choice = choose(rule, n, &self.settings())?;
        if self.verbose {
            failure::say(&format!("engine {}: {}", choice.engine, choice.reason));
        }
        // An operation takes about a nanosecond. A theorem may end the work early.
        let minutes = choice.cost / 60e9;
        let runs_to_the_end = choice.memory <= self.memory && Methods::for_rule(rule, Sequence::Sg).most_heaps() < n;
        if minutes > 1.0 && runs_to_the_end {
            failure::say(&format!("warning: heaps 0..{n} of {rule} may take about {minutes:.0} minutes"));
        }
        Ok(())
    }
}
