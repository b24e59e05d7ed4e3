//! Progress on a terminal.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::interrupt::{self, Held};
use indicatif::{ProgressBar, ProgressStyle};
use sgtab::table::Observer;

/// Shows a bar once a table has taken longer than this.
const PATIENCE: Duration = Duration::from_millis(500);

/// The bar of one table; nothing where stderr is no terminal.
pub(crate) struct TableProgress {
    since: Instant,
    bar: Option<ProgressBar>,
    held: Option<Held>,
}

impl TableProgress {
    pub(crate) fn new() -> Self {
        TableProgress { since: Instant::now(), bar: None, held: None }
    }

    /// The first Ctrl-C stops the table instead of ending the program, as long as there is this.
    pub(crate) fn that_stops() -> Self {
        TableProgress { since: Instant::now(), bar: None, held: Some(Held::new()) }
    }
}

impl Observer for TableProgress {
    fn block(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        if self.bar.is_none() && self.since.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
            self.bar = Some(bar(total, "{bar:40} {percent}% of {human_len} heaps, {eta} left"));
        }
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
        }
        match &self.held {
            Some(_) if interrupt::requested() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Drop for TableProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar on stderr; hidden where that is no terminal.
pub(crate) fn bar(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
