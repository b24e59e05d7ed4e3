//! The values of codes that leave at most two heaps, by rare and common heaps: a second method, for long tables.
//!
//! Choose bits of values (a mask), and where every split takes an even amount perhaps the parity of the heap besides. Call
//! a heap *rare* when these bits, in its number and value, add up to an even number, else *common*. They add up, modulo
//! 2, over the heaps of an option and its value: a pair of heaps has a common value iff one is rare and the other common.
//! So going through the rare heaps gives *all* common values among the options, and the least common value that
//! is missing, m, bounds g(n) from above. A rare value below m needs a witness, two heaps that have it; when
//! all have one, g(n) = m, and else a search of all pairs has shown that the least one without is g(n).
//!
//! The choice decides the time, never the result: it is the one that leaves the fewest rare heaps so far, made again
//! whenever the table has grown by half. Time: rare heaps times heaps, and a search of all pairs for each rare heap.
//! Source: Berlekamp, Conway and Guy, Winning Ways, chapter 4 ("sparse spaces"); Gangolli and Plambeck 1989.

use super::Refusal;
use super::budget::Budget;
use crate::ruleset::{Convention, Ruleset, Take};

/// The moves of a code that leaves at most two heaps.
#[derive(Debug, Default)]
pub(super) struct Octal {
    /// Amounts that may be the whole heap.
    wholes: Vec<u64>,
    /// Amounts that may leave one heap.
    singles: Vec<u64>,
    /// Amounts that may leave two heaps.
    pairs: Vec<u64>,
}

impl Octal {
    /// `None` where the rule is no such code, with a finite set beside it or not.
    pub(super) fn of(rule: &Ruleset) -> Option<Octal> {
        let code = rule.code().filter(|code| !code.repeats() && !code.adds_tokens() && !code.has_marks())?;
        if rule.convention() != Convention::Normal || !rule.moves().is_empty() || code.most_parts() != Some(2) {
            return None;
        }
        let mut octal = Octal::default();
        for (amount, digit) in code.digits() {
            let amount = u64::try_from(amount).ok()?;
            for run in digit.runs() {
                match run.first {
                    0 => octal.wholes.push(amount),
                    1 => octal.singles.push(amount),
                    _ => octal.pairs.push(amount),
                }
            }
        }
        if let Some(take) = rule.take() {
            let set = match take {
                Take::Set(set) => set.as_periodic().filter(|set| set.is_finite() && set.count(u64::MAX) < 1 << 16)?,
                Take::Amounts(_) => return None,
            };
            octal.wholes.extend(set.members(u64::MAX));
            octal.singles.extend(set.members(u64::MAX));
        }
        Some(octal)
    }

    /// About how many steps a table takes where some hundred heaps are rare.
    pub(super) fn steps_about(&self, heaps: u64) -> f64 {
        heaps as f64 * (1000.0 * self.pairs.len() as f64 + self.singles.len() as f64)
    }
}

/// A table as it grows.
#[derive(Debug)]
pub(super) struct Sparse {
    octal: Octal,
    values: Vec<u32>,
    /// Rare heaps from 1 on, ascending.
    rare: Vec<u32>,
    mask: u32,
    with_parity: bool,
    /// The choice is made again at this heap.
    next_choice: u64,
    /// Where a value was last that of an option, as heap + 1; as long as the next power of two after the largest value,
    /// which no XOR reaches.
    seen: Vec<u64>,
}

impl Sparse {
    pub(super) fn new(octal: Octal) -> Sparse {
        let (values, rare, seen) = (Vec::new(), Vec::new(), vec![0]);
        Sparse { octal, values, rare, mask: 0, with_parity: false, next_choice: 64, seen }
    }

    pub(super) fn compute(
        mut self,
        heaps: u64,
        budget: &mut Budget,
        compare: &mut dyn FnMut(u64, u32) -> Result<(), Refusal>,
    ) -> Result<Vec<u32>, Refusal> {
        if heaps > u64::from(u32::MAX) {
            return Err(Refusal::NotChecked("more than 2^32 heaps".into()));
        }
        for n in 0..heaps {
            if n == self.next_choice {
                self.choose();
                self.next_choice += n / 2;
            }
            let value = self.value(n, budget)?;
            compare(n, value)?;
            if n > 0 && self.is_rare(n, value) {
                self.rare.push(n as u32);
            }
            self.values.push(value);
            let room = (value as usize + 1).next_power_of_two();
            self.seen.resize(self.seen.len().max(room), 0);
        }
        Ok(self.values)
    }

    fn is_rare(&self, n: u64, value: u32) -> bool {
        is_even(value & self.mask, self.with_parity && n % 2 == 1)
    }

    /// The mask, and the parity, for which the fewest heaps are rare.
    fn choose(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        let bits = (u32::BITS - largest.leading_zeros()).min(12);
        // Heaps by value and parity.
        let mut count = vec![[0_u64; 2]; 1 << bits];
        for (n, &value) in self.values.iter().enumerate().skip(1) {
            if let Some(counts) = count.get_mut(value as usize) {
                counts[n % 2] += 1;
            }
        }
        let rare = |mask: u32, with_parity: bool| -> u64 {
            let of = |value: u32, odd: usize| u64::from(is_even(value & mask, with_parity && odd == 1));
            (0..).zip(&count).map(|(value, counts)| of(value, 0) * counts[0] + of(value, 1) * counts[1]).sum()
        };
        let parities = if self.octal.pairs.iter().all(|amount| amount % 2 == 0) { 0..2 } else { 0..1 };
        let choices = parities.flat_map(|parity| (0..1_u32 << bits).map(move |mask| (mask, parity == 1)));
        let best = choices.min_by_key(|&(mask, with_parity)| rare(mask, with_parity));
        (self.mask, self.with_parity) = best.unwrap_or_default();
        let heaps = 1..self.values.len();
        self.rare = heaps.filter(|&n| self.is_rare(n as u64, self.values[n])).map(|n| n as u32).collect();
    }

    /// g(n), by the values of all smaller heaps.
    fn value(&mut self, n: u64, budget: &mut Budget) -> Result<u32, Refusal> {
        let stamp = n + 1;
        let mut steps = 1;
        if self.octal.wholes.contains(&n) {
            self.seen[0] = stamp;
        }
        for &amount in self.octal.singles.iter().filter(|&&amount| amount < n) {
            self.seen[self.values[(n - amount) as usize] as usize] = stamp;
        }
        for &amount in &self.octal.pairs {
            let Some(left) = n.checked_sub(amount) else { continue };
            let below = self.rare.partition_point(|&heap| u64::from(heap) < left);
            for &heap in &self.rare[..below] {
                let value = self.values[heap as usize] ^ self.values[left as usize - heap as usize];
                self.seen[value as usize] = stamp;
            }
            steps += below as u64;
        }
        budget.spend(steps)?;
        // No option has a value that is not below the length of `seen`.
        let missing = |value: &u32| self.seen.get(*value as usize) != Some(&stamp);
        let all = 0..self.seen.len() as u32;
        let bound = all.clone().find(|value| !self.is_rare(n, *value) && missing(value)).unwrap_or(all.end);
        let open = (0..bound).filter(missing).count();
        if open > 0 {
            self.search(n, bound, open, budget)?;
        }
        let missing = |value: &u32| self.seen.get(*value as usize) != Some(&stamp);
        Ok(all.clone().find(missing).unwrap_or(all.end))
    }

    /// Looks for pairs with the values below `bound` that are missing, until all `open` ones are found.
    fn search(&mut self, n: u64, bound: u32, mut open: usize, budget: &mut Budget) -> Result<(), Refusal> {
        let stamp = n + 1;
        for &amount in &self.octal.pairs {
            let Some(left) = n.checked_sub(amount).map(|left| left as usize) else { continue };
            for smaller in 1..=left / 2 {
                let value = self.values[smaller] ^ self.values[left - smaller];
                let last = &mut self.seen[value as usize];
                if *last != stamp {
                    *last = stamp;
                    open -= usize::from(value < bound);
                    if open == 0 {
                        return budget.spend(smaller as u64);
                    }
                }
            }
            budget.spend(left as u64 / 2)?;
        }
        Ok(())
    }
}

fn is_even(bits: u32, one_more: bool) -> bool {
    (bits.count_ones() + u32::from(one_more)).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::super::values::{Method, What, compute};
    use super::*;

    /// Both methods give the same values, whether the rare heaps are few or all of them.
    #[test]
    fn the_values_are_those_of_the_definition() {
        for text in [
            "0.77", "0.16", "0.45", "0.07", "4.27", "0.56", "0.04", "0.644", "0.06; 70", "4.0", "0.17", "0.0707", "0.6",
        ] {
            let rule = Ruleset::parse(text).unwrap();
            let values = |method| {
                let mut budget = Budget::new(u64::MAX);
                compute(&rule, 2500, What::Values, method, &mut budget, &mut |_, _| Ok(())).unwrap()
            };
            let octal = Octal::of(&rule).unwrap();
            assert_eq!(values(Method::Sparse(octal)), values(Method::Definition), "{text}");
        }
        for text in ["0.8", "4!.0", "1..3", "80.0", "0.7[7]", "0.77; squares", "0.77; [n/2]"] {
            assert!(Octal::of(&Ruleset::parse(text).unwrap()).is_none(), "{text}");
        }
    }
}
