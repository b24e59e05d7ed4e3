//! Ctrl-C: it ends the program at once, unless something is held that must be left in order. Then the first one is noted,
//! who holds it finishes, and a second one ends the program at once. SIGTERM and SIGHUP are the same.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::failure::say;

/// The exit status of a program that Ctrl-C ended.
pub(crate) const STATUS: u8 = 130;

/// How many are held.
static HELD: Mutex<usize> = Mutex::new(0);
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Where that cannot be done, Ctrl-C ends the program as it always does.
pub(crate) fn listen() {
    if hangup_is_ignored() {
        return;
    }
    // An error leaves what was there before, which is what is wanted then.
    let _ = ctrlc::set_handler(|| {
        let held = held();
        // The lock is kept: nothing is begun while the program ends.
        if *held == 0 || REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(STATUS.into());
        }
    });
}

/// Whether the program was started by `nohup`, which a handler would undo. Only Linux tells.
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|signals| signals & 1 == 1)
}

fn held() -> MutexGuard<'static, usize> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether Ctrl-C was pressed while something was held.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// While there is one, the first Ctrl-C does not end the program.
#[derive(Debug)]
pub(crate) struct Held(());

impl Held {
    pub(crate) fn new() -> Self {
        *held() += 1;
        Held(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        *held() -= 1;
    }
}

/// Runs `work`, which leaves nothing behind when a write through [`Watched`] fails, and then ends the program if that is
/// why it failed and nothing else is held. Work that is done all the same is done.
pub(crate) fn unless_interrupted<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let hold = Held::new();
    let done = work();
    drop(hold);
    if done.is_err() && requested() {
        let held = held();
        if *held == 0 {
            say("interrupted; what was to be written is as it was");
            std::process::exit(STATUS.into());
        }
    }
    done
}

/// A writer that fails once the program is to end.
pub(crate) struct Watched<'a>(pub(crate) &'a mut dyn Write);

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if requested() { Err(io::Error::other("interrupted")) } else { self.0.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
