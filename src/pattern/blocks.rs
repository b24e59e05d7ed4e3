//! Blocks: the sequence as a concatenation of a few increasing runs, each a step of 1: 0123 012345 0123 ...

use super::Values;
use super::held::held;

/// The table is a concatenation of these runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocks {
    /// Each run with how often it came, in order of first appearance.
    pub blocks: Vec<(Vec<u64>, u64)>,
}

/// The blocks, the last heap that they cover, and what broke them: the heap where a block had to begin, the
/// value that a block begins with, the value found.
pub type FoundBlocks = (Blocks, u64, Option<(u64, u64, u64)>);

/// More different runs than this are no pattern.
const FEW: usize = 4;

/// The few increasing runs that the sequence is made of, if it is; the last run may be cut off by the end.
pub fn blocks<V: Values + ?Sized>(values: &V) -> Option<FoundBlocks> {
    let mut runs: Vec<(Vec<u64>, u64)> = Vec::new();
    let mut run = Vec::new();
    for n in 0..values.len() {
        let value = values.at(n);
        if run.last().is_some_and(|&last| value != last + 1) {
            runs.push((std::mem::take(&mut run), n as u64 - 1));
            // Long tables without this pattern are not listed to the end.
            if runs.len() == 64 && held(&runs, FEW).is_none() && distinct(&runs) > FEW {
                return None;
            }
        }
        run.push(value);
    }
    // The last run may be cut off by the end: then it agrees with the blocks, and is not counted.
    if !run.is_empty() && !runs.iter().any(|(block, _)| block.len() > run.len() && block.starts_with(&run)) {
        runs.push((run, values.len() as u64 - 1));
    }
    let mut found = held(&runs, FEW)?;
    // Runs of one heap are no structure, and one run is the whole of Nim.
    if found.symbols.iter().all(|(block, _)| block.len() == 1) {
        return None;
    }
    let mut through = if found.broken.is_some() { found.through } else { values.len() as u64 - 1 };
    let broken = found.broken.take().map(|(run, _)| {
        // The new run may begin with a known block and only then go wrong.
        let starts: Vec<u64> = found.symbols.iter().map(|(block, _)| block[0]).collect();
        let covering = found.symbols.iter_mut().filter(|(block, _)| run.starts_with(block));
        let covered = covering.max_by_key(|(block, _)| block.len()).map_or(0, |(block, count)| {
            *count += 1;
            block.len() as u64
        });
        through += covered;
        let found = run.get(covered as usize).copied().unwrap_or(0);
        (through + 1, starts.into_iter().min().unwrap_or(0), found)
    });
    Some((Blocks { blocks: found.symbols }, through, broken))
}

fn distinct(runs: &[(Vec<u64>, u64)]) -> usize {
    let mut kinds: Vec<&Vec<u64>> = runs.iter().map(|(run, _)| run).collect();
    kinds.sort();
    kinds.dedup();
    kinds.len()
}
