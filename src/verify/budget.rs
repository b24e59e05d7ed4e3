//! How much work a check may be.

use super::Refusal;

/// Counts elementary steps down; a check that is told to take few of them ends when it takes more.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
    all: u64,
}

impl Budget {
    pub(super) fn new(operations: u64) -> Budget {
        Budget { left: operations, all: operations }
    }

    /// Pays for `steps`.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Refusal::NotChecked(format!("it takes more than the {} steps that are allowed", self.all))),
        }
    }
}
