//! By sum, the XORs of the values of k parts.

use super::Budget;

/// For k parts from heap 1 to some heap, the XORs that their values have.
pub(super) struct Xors {
    /// Place k: for each sum of k parts the XORs, each once.
    levels: Vec<Vec<Vec<u64>>>,
}

impl Xors {
    /// Of up to `most` parts, each a heap of `values` but heap 0.
    pub(super) fn new(values: &[u64], most: usize, budget: &mut Budget) -> Option<Self> {
        let width = values.iter().max().map_or(1, |&largest| largest as usize + 1).next_power_of_two();
        budget.spend(width)?;
        let mut seen = vec![false; width];
        let mut levels = vec![vec![vec![0]]];
        for parts in 1..=most {
            let fewer = &levels[parts - 1];
            let mut level = Vec::new();
            for sum in 0..=parts * (values.len() - 1) {
                let mut xors = Vec::new();
                for (&value, rest) in values[1..].iter().zip((0..sum).rev()) {
                    let rests = fewer.get(rest).map_or(&[][..], Vec::as_slice);
                    budget.spend(1 + rests.len())?;
                    for xor in rests.iter().map(|rest| rest ^ value) {
                        if !seen[xor as usize] {
                            seen[xor as usize] = true;
                            xors.push(xor);
                        }
                    }
                }
                budget.spend(8 * xors.len())?;
                xors.iter().for_each(|&xor| seen[xor as usize] = false);
                level.push(xors);
            }
            levels.push(level);
        }
        Some(Xors { levels })
    }

    /// Each sum of so many parts, with its XORs.
    pub(super) fn of(&self, parts: usize) -> impl Iterator<Item = (usize, &[u64])> {
        self.levels[parts].iter().enumerate().map(|(sum, xors)| (sum, xors.as_slice()))
    }
}
