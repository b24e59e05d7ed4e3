//! Residue classes of settled heaps, for sets that are periodic from some amount on.
//!
//! From the amount m on, a is in S iff a mod r is in R. Heap j is settled for n once n - j >= m: then it blocks
//! its value exactly in the classes (j + R) mod r, for ever. So each value needs one bit set of r blocked
//! classes, the few heaps nearer than m are looked up, and a value blocked in all classes is dead and leaves.
//! What is blocked by settled heaps stays so, so for each class the search for the least free value goes on where it was;
//! only the few free values that a near heap had are kept behind it.
//! Time: n times the members below m; each value is met once in each class, and takes r / 64 words for each new class of
//! its own. Memory: r / 8 bytes for each value alive, some 32 for each class. Right for eventually periodic infinite
//! sets, cofinite ones (r = 1) among them.

use std::collections::VecDeque;

use super::cells::Cell;
use super::visited::Visited;
use crate::ruleset::Periodic;

pub(crate) struct Classes {
    /// Members below `from`, ascending.
    near: Vec<usize>,
    from: usize,
    modulus: usize,
    residues: Vec<usize>,
    least: usize,
    terminal: u32,
    /// All values below are dead.
    lowest: u32,
    alive: VecDeque<Blocked>,
    settled: usize,
    /// One for each class.
    searches: Vec<Search>,
}

/// How far the values were looked through for a class.
#[derive(Debug, Clone, Default)]
struct Search {
    /// No settled heap blocks these, ascending; all others below `seen` are blocked.
    free: Vec<u32>,
    seen: u32,
}

/// The classes in which a value is blocked by settled heaps.
struct Blocked {
    heaps_in: Vec<u64>,
    blocked_in: Vec<u64>,
    free: usize,
}

impl Classes {
    pub(crate) fn new<C: Cell>(set: &Periodic, n: u64, terminal: u32, known: &[C]) -> Self {
        // Members past n play no part; neither do the residues when all near members are listed.
        let from = set.from().min(n + 1);
        let mut engine = Classes {
            near: set.members(from - 1).map(|a| a as usize).collect(),
            from: from as usize,
            modulus: set.modulus() as usize,
            residues: set.residues().iter().map(|&r| r as usize).collect(),
            least: set.least().map_or(usize::MAX, |a| a as usize),
            terminal,
            lowest: 0,
            alive: VecDeque::new(),
            settled: 0,
            searches: vec![Search::default(); (set.modulus() as usize).min(n as usize + 1)],
        };
        engine.settle(known, known.len().saturating_sub(1));
        engine
    }

    /// Settles every heap j with n - j >= from.
    fn settle<C: Cell>(&mut self, cells: &[C], n: usize) {
        while self.settled + self.from <= n {
            let value = cells[self.settled].get();
            self.block(value, self.settled % self.modulus);
            self.settled += 1;
        }
    }

    fn block(&mut self, value: u32, class: usize) {
        let Some(at) = value.checked_sub(self.lowest) else { return };
        let words = self.modulus.div_ceil(64);
        while self.alive.len() <= at as usize {
            let free = self.modulus;
            self.alive.push_back(Blocked { heaps_in: vec![0; words], blocked_in: vec![0; words], free });
        }
        let entry = &mut self.alive[at as usize];
        if bit(&entry.heaps_in, class) {
            return;
        }
        set_bit(&mut entry.heaps_in, class);
        for &residue in &self.residues {
            let target = (class + residue) % self.modulus;
            entry.free -= usize::from(!bit(&entry.blocked_in, target));
            set_bit(&mut entry.blocked_in, target);
        }
        while self.alive.front().is_some_and(|entry| entry.free == 0) {
            self.alive.pop_front();
            self.lowest += 1;
        }
    }

    /// The least value that is neither taken nor blocked in a class by a settled heap.
    fn least_free(&mut self, class: usize, taken: impl Fn(u32) -> bool) -> u32 {
        let Classes { alive, lowest, searches, .. } = self;
        let blocked = |value: u32| match value.checked_sub(*lowest) {
            None => true,
            Some(at) => alive.get(at as usize).is_some_and(|entry| bit(&entry.blocked_in, class)),
        };
        let Search { free, seen } = &mut searches[class];
        free.retain(|&value| !blocked(value));
        if let Some(&value) = free.iter().find(|&&value| !taken(value)) {
            return value;
        }
        *seen = (*seen).max(*lowest);
        loop {
            let value = *seen;
            *seen += 1;
            if !blocked(value) {
                free.push(value);
                if !taken(value) {
                    return value;
                }
            }
        }
    }

    pub(crate) fn fill<C: Cell>(&mut self, cells: &mut [C], from: usize, visited: &mut Visited) -> Result<(), usize> {
        for n in from..cells.len() {
            self.settle(cells, n);
            let value = if n < self.least {
                self.terminal
            } else {
                visited.next_heap();
                self.near.iter().take_while(|&&a| a <= n).for_each(|&a| visited.mark(cells[n - a].get()));
                self.least_free(n % self.modulus, |value| visited.is_marked(value))
            };
            cells[n] = C::narrow(value).ok_or(n)?;
        }
        Ok(())
    }
}

fn bit(words: &[u64], at: usize) -> bool {
    words[at / 64] >> (at % 64) & 1 == 1
}

fn set_bit(words: &mut [u64], at: usize) {
    words[at / 64] |= 1 << (at % 64);
}

#[cfg(test)]
mod tests {
    use crate::ruleset::Ruleset;
    use crate::table::{EngineName, Settings, SgTable};

    /// A small value stays free in one class for ever, while others rise: no value is met twice in a class.
    #[test]
    fn values_that_rise_beside_one_that_stays_take_no_longer() {
        let rule = Ruleset::parse("2, 3 | ((1 mod 3) & 7..)").unwrap();
        let settings = Settings { engine: Some(EngineName::Classes), ..Settings::default() };
        let table = SgTable::compute(&rule, 3_000_000, &settings).unwrap();
        // From heap 30 on: 2 on 3 mod 6, 6 on 4 mod 6, elsewhere one more every 6 heaps.
        assert_eq!((table.get(2_999_997), table.get(2_999_998)), (Some(2), Some(6)));
        assert!((30..2_999_994).all(|n| {
            let rise = u64::from(!matches!(n % 6, 3 | 4));
            table.get(n + 6) == table.get(n).map(|value| value + rise)
        }));
    }
}
