//! Cofinite sets, all amounts but those in a finite X: g(n) = min(u, the free values among g(n - x), x in X).
//!
//! The values below heap n are an initial segment 0 .. u - 1 (each value below g(j) is the value of an option of j). One of
//! them is free, the value of no option, iff all heaps that have it lie at distances in X from n; so only the values
//! g(n - x) can be free, and a count of each value says whether they are. Time: n times the members of X up to n;
//! memory: 8 bytes for each distinct value. Right for cofinite sets in normal play; no other engine looks at so few heaps.

use super::cells::Cell;
use crate::ruleset::Periodic;

pub(crate) struct Cofinite {
    /// X up to n, ascending.
    left_out: Vec<usize>,
    /// How many heaps have each value that has occurred.
    total: Vec<u32>,
    /// How many of them lie at distances in X from the current heap; 0 between heaps.
    hits: Vec<u32>,
}

impl Cofinite {
    pub(crate) fn new<C: Cell>(set: &Periodic, n: u64, known: &[C]) -> Self {
        let left_out = (1..=set.from().min(n + 1) - 1).filter(|&a| !set.contains(a)).map(|a| a as usize).collect();
        let mut engine = Cofinite { left_out, total: Vec::new(), hits: Vec::new() };
        known.iter().for_each(|value| engine.occurs(value.get()));
        engine
    }

    fn occurs(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.total.len() {
            self.total.resize(value + 1, 0);
            self.hits.resize(value + 1, 0);
        }
        self.total[value] += 1;
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize) -> Result<(), usize> {
        for n in from..cells.len() {
            let reach = self.left_out.partition_point(|&x| x <= n);
            let mut value = self.total.len() as u32;
            for &x in &self.left_out[..reach] {
                let candidate = cells[n - x].get();
                let hits = &mut self.hits[candidate as usize];
                *hits += 1;
                if *hits == self.total[candidate as usize] {
                    value = value.min(candidate);
                }
            }
            for &x in &self.left_out[..reach] {
                self.hits[cells[n - x].get() as usize] = 0;
            }
            cells[n] = C::narrow(value).ok_or(n)?;
            self.occurs(value);
        }
        Ok(())
    }
}
