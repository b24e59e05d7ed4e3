//! A code in plain words.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::Code;
use super::digit::{Allowed, Digit, Run, Unequal};
use crate::ruleset::{Periodic, Set};

impl Code {
    /// The rule in plain words: "take 1 or 2, leaving exactly 0, 1 or 2 heaps of what remains".
    pub fn in_words(&self) -> String {
        let mut said = HashSet::new();
        let mut rules = Vec::new();
        for (amount, digit) in self.digits().filter(|(_, digit)| !digit.is_nothing()) {
            match amount {
                ..0 => rules.push(format!("add {} to a heap and split it into {}", -amount, parts(digit))),
                0 => rules.push(format!("split a heap into {} without taking", parts(digit))),
                _ if said.insert(digit) => {
                    // Amounts that are too many to gather are said by their first.
                    let amounts =
                        self.amounts(|other| other == digit).map_or_else(|| amount.to_string(), |p| amounts(&p));
                    rules.push(format!("take {amounts}, leaving {} of what remains", heaps(digit)));
                }
                _ => {}
            }
        }
        rules.join("; or ")
    }
}

fn or(words: &[String]) -> String {
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// "2 or 3" where all ways are allowed, else as [`heaps`].
fn parts(digit: &Digit) -> String {
    match digit.has_marks() {
        true => said_by_kind(digit),
        false => or(&numbers(digit.runs())),
    }
}

/// "exactly 0 or 1 heaps", "2 or more equal heaps".
fn heaps(digit: &Digit) -> String {
    let exactly = if digit.most_parts().is_some() { "exactly " } else { "" };
    exactly.to_owned() + &said_by_kind(digit)
}

/// Numbers of heaps, gathered by what they must be: "0 or 1 heaps, or 2 unequal heaps".
fn said_by_kind(digit: &Digit) -> String {
    let mut kinds: Vec<(Allowed, Vec<Run>)> = Vec::new();
    let different = digit.runs().iter().map(|run| run.allowed).find(|allowed| allowed.is_all_different());
    for &run in digit.runs() {
        // Of two heaps both mean the same.
        let unequal_pair = run.first == 2 && !run.allowed.equal;
        let run = match different {
            Some(allowed) if unequal_pair && !digit.has_not_all_equal_beyond_pairs() => Run { allowed, ..run },
            _ => run,
        };
        match kinds.iter_mut().find(|(allowed, _)| *allowed == run.allowed) {
            Some((_, runs)) => runs.push(run),
            None => kinds.push((run.allowed, vec![run])),
        }
    }
    let say = |(allowed, runs): &(Allowed, Vec<Run>)| {
        let numbers = or(&numbers(runs));
        match (allowed.unequal, allowed.equal) {
            (Unequal::Any, true) if numbers == "1" => "1 heap".to_owned(),
            (Unequal::Any, true) if numbers == "0 or more" => "any number of heaps".to_owned(),
            (Unequal::Any, true) => format!("{numbers} heaps"),
            (Unequal::None, _) => format!("{numbers} equal heaps"),
            (Unequal::Any, false) if numbers == "2" => "2 unequal heaps".to_owned(),
            (Unequal::Any, false) => format!("{numbers} heaps that are not all equal"),
            (Unequal::AllDifferent, false) => format!("{numbers} heaps that are all different"),
            (Unequal::AllDifferent, true) => format!("{numbers} heaps that are all different or all equal"),
        }
    };
    kinds.iter().map(say).collect::<Vec<_>>().join(", or ")
}

/// The numbers of heaps of some runs: "0", "1", "3 or more".
fn numbers(runs: &[Run]) -> Vec<String> {
    let joined = |run: &Run, next: &Run| run.last.is_some_and(|last| last + 1 == next.first);
    let say = |runs: &[Run]| -> Vec<String> {
        let Some((first, last)) = runs.first().zip(runs.last()).map(|(first, last)| (first.first, last.last)) else {
            return Vec::new();
        };
        match last {
            None => vec![format!("{first} or more")],
            Some(last) if last - first < 5 => (first..=last).map(|k| k.to_string()).collect(),
            Some(last) => vec![format!("{first} to {last}")],
        }
    };
    runs.chunk_by(joined).flat_map(say).collect()
}

/// "1 to 3", "any number but 2", "1 or an even number from 4 on".
fn amounts(set: &Periodic) -> String {
    if set.is_finite() || set.largest_left_out().is_some() {
        return Set::from(set.clone()).in_words();
    }
    let (from, modulus) = (set.from(), set.modulus());
    if set.residues().len() > 2 {
        // Two periods show the pattern.
        let some = set.members(from + 2 * modulus - 1).map(|amount| amount.to_string());
        return format!("{}, ... (and so on, by {modulus})", some.collect::<Vec<_>>().join(", "));
    }
    let listed = set.head().flat_map(|range: RangeInclusive<u64>| match range.end() - range.start() {
        0 | 1 => range.map(|amount| amount.to_string()).collect(),
        _ => vec![format!("{} to {}", range.start(), range.end())],
    });
    let class = |&residue: &u64| {
        let first = from + (residue + modulus - from % modulus) % modulus;
        let class = match (residue, modulus) {
            (1, 2) => "an odd number".to_owned(),
            (0, 2) => "an even number".to_owned(),
            (0, m) => format!("a multiple of {m}"),
            (r, m) => format!("a number that is {r} mod {m}"),
        };
        let least = if residue == 0 { modulus } else { residue };
        if first > least { format!("{class} from {first} on") } else { class }
    };
    or(&listed.chain(set.residues().iter().map(class)).collect::<Vec<_>>())
}
