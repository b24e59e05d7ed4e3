//! P-positions: the differences between one and the next, and how often each comes.

use super::Values;
use super::held::held;

/// What the P-positions keep to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PPositions {
    /// From each P-position to the next it is one of these; with how often each came.
    Differences(Vec<(u64, u64)>),
    /// There are only these.
    Only(Vec<u64>),
}

/// The pattern, the last heap that it covers, and what broke it: the P-position, and its difference to the one before.
pub type FoundPPositions = (PPositions, u64, Option<(u64, u64)>);

/// More different differences than this are no pattern.
const FEW: usize = 6;

/// The few differences that the P-positions (values 0) keep to, if they do.
pub fn p_positions<V: Values + ?Sized>(values: &V) -> Option<FoundPPositions> {
    let mut differences: Vec<(u64, u64)> = Vec::new();
    let mut last = None;
    for n in (0..values.len()).filter(|&n| values.at(n) == 0) {
        if let Some(last) = last.replace(n) {
            differences.push(((n - last) as u64, n as u64));
        }
    }
    let mut found = held(&differences, FEW)?;
    let broken = found.broken.map(|(difference, place)| (differences[place].1, difference));
    found.symbols.sort_unstable();
    // Where nothing broke, the heaps after the last P-position are covered too.
    let through = if broken.is_some() { found.through } else { values.len() as u64 - 1 };
    Some((PPositions::Differences(found.symbols), through, broken))
}
