//! Which engine computes a table: the only dispatch.

use super::convolution::Convolution;
use super::engine::EngineName;
use super::pairs::Pairs;
use super::parts::Parts;
use super::shifted_or::{ShiftedOr, share};
use super::{Settings, TableError};
use crate::ruleset::{Code, Convention, Named, Periodic, Ruleset, Set};

/// An engine for a rule and a range, and why it was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The engine.
    pub engine: EngineName,
    /// Why, in words.
    pub reason: String,
    /// Estimated elementary operations (about a nanosecond each) for heaps 0..=n.
    pub cost: f64,
    /// Estimated bytes of the table and what the engine needs besides.
    pub memory: u64,
}

/// The engine for heaps 0..=n of a rule: the one that the settings name, or the cheapest of those that are right for it.
/// Where that one finds no room in the memory, another one that does, or needs less, unless it is much slower.
///
/// The weights in the costs are from `benches/engines.rs`.
///
/// # Errors
/// When the forced engine is not right for the rule.
pub fn choose(rule: &Ruleset, n: u64, settings: &Settings) -> Result<Choice, TableError> {
    let unfit = |engine| TableError::UnfitEngine { engine, rule: rule.to_string() };
    if let Some(engine) = settings.engine {
        let choice = estimate(rule, n, engine).ok_or_else(|| unfit(engine))?;
        return Ok(Choice { reason: "asked for".into(), ..choice });
    }
    let choices: Vec<Choice> = EngineName::ALL.into_iter().filter_map(|engine| estimate(rule, n, engine)).collect();
    let least = choices.iter().map(|choice| choice.cost).fold(f64::INFINITY, f64::min);
    let lacks = |choice: &Choice| choice.memory.saturating_sub(settings.memory);
    let order = |a: &Choice, b: &Choice| lacks(a).cmp(&lacks(b)).then(a.cost.total_cmp(&b.cost));
    let best = choices.into_iter().filter(|choice| choice.cost <= MUCH_SLOWER * least).min_by(order);
    // The oracle is right for every rule, so there is always one.
    best.ok_or_else(|| unfit(EngineName::Naive))
}

/// Who waits so many times as long would rather be told what memory is missing.
const MUCH_SLOWER: f64 = 16.0;

/// Cost and memory of an engine for heaps 0..=n; `None` where it is not right for the rule.
fn estimate(rule: &Ruleset, n: u64, engine: EngineName) -> Option<Choice> {
    let heaps = n as f64 + 1.0;
    let moves = rule.shape().set.as_ref().map_or(0.0, |set| set.about(n));
    let (cost, memory, reason) = match engine {
        EngineName::Naive => {
            // Every digit of a repeating tail is looked at, whatever it allows, and equal heaps are found by division.
            let digits = |code: &Code| match (code.repeats(), code.most_parts()) {
                (true, _) => heaps / 2.0,
                (false, None) => heaps.sqrt(),
                (false, Some(_)) => 0.0,
            };
            let of_code = rule.shape().code.as_ref().map_or(0.0, |code| 4.0 * code.about(n) + 2.0 * digits(code));
            let cost = heaps * (1.2 * moves + of_code + 3.0 * rule.choices_about(n) + 5.0);
            let width = if rule.shape().others { width_to(n) } else { 1.0 };
            (cost, 8.0 * moves + heaps * width, "no engine is made for this kind of rule".into())
        }
        EngineName::Moves => {
            rule.only_set()?;
            // Fewer than 64 moves are gathered in one word; of more, heaps below n have half on the average.
            let each = if moves < 64.0 { 0.4 } else { 0.5 };
            let cost = heaps * (each * moves + 2.0);
            (cost, 8.0 * moves + heaps, format!("a set with about {moves:.0} members up to {n}"))
        }
        EngineName::BitMaps => {
            let set = rule.only_set()?;
            // Where no move is short, neighbours have equal values, and their marks wait for each other.
            let each = if set.members(8).is_empty() { 1.7 } else { 0.22 };
            let cost = heaps * (each * moves + 0.5 * set.about(n.min(63)) + 20.0);
            // No value is larger than the number of moves, and a section has a map for every 64 heaps.
            let map = 8.0 * (moves + 32.0).max(256.0);
            let maps = (map * (heaps / 64.0).ceil()).min((1 << 20) as f64).max(map);
            let memory = 8.0 * moves + maps + map / 16.0 + heaps * width_to(moves as u64);
            (cost, memory, format!("a set with about {moves:.0} members up to {n}"))
        }
        EngineName::OneHot => {
            let values = values_of(rule.only_set()?, n).min(moves + 1.0);
            let cost = if values <= 64.0 && moves <= 256.0 {
                heaps * (0.09 * moves + 0.6)
            } else {
                // It goes on by the list of moves.
                heaps * (0.5 * moves + 2.5)
            };
            (cost + 500.0, 16.0 * moves + heaps, format!("a set with about {moves:.0} members up to {n}"))
        }
        EngineName::ShiftedOr => {
            let (set, dense) = (rule.only_set()?, dense(rule, n, moves)?);
            let reach = largest(set).map_or(heaps, |largest| heaps.min(largest as f64));
            // The more values, the fewer heaps a row has of each.
            let ors = reach * dense.share / 2200.0 * (1.0 + dense.values / 120.0);
            let cost = heaps * (ors + 30.0 + 0.1 * dense.values) + 20_000.0;
            (cost, dense.memory, format!("a dense set, with about {moves:.0} members up to {n}"))
        }
        EngineName::Convolution => {
            let dense = dense(rule, n, moves)?;
            // Each value has transforms of its own.
            let values = 5.0 * (dense.values - 32.0).max(0.0);
            let cost = heaps * (170.0 + 0.16 * (heaps * dense.share).sqrt() + values) + 1e7;
            let memory = dense.memory + 8.0 * moves + Convolution::memory(n, moves, dense.share);
            (cost, memory, format!("a dense set, with about {moves:.0} members up to {n}, and a long table"))
        }
        EngineName::Classes => {
            let set = rule.only_set().and_then(Set::as_periodic).filter(|set| !set.is_finite())?;
            let near = set.count(set.from().min(n + 1) - 1) as f64;
            let modulus = set.modulus() as f64;
            let cost = heaps * (2.0 * near + 10.0 + modulus / 64.0);
            let width = if set.modulus() > 1 { 1.0 } else { width_to(n) };
            let searches = 32.0 * modulus.min(heaps);
            let blocked = (near + 64.0) * (modulus / 4.0 + 16.0) + 8.0 * set.residues().len() as f64;
            let memory = blocked + searches + heaps * width;
            (cost, memory, format!("the set is periodic from {} on", set.from()))
        }
        EngineName::Cofinite => {
            let set = rule.only_set().and_then(Set::as_periodic).filter(|_| rule.convention() == Convention::Normal)?;
            let largest = set.largest_left_out()?.min(n);
            let left_out = (largest - set.count(largest)) as f64;
            let memory = 8.0 * heaps + 8.0 * left_out + heaps * width_to(n);
            (heaps * (2.0 * left_out + 4.0), memory, format!("the set leaves out {left_out} amounts up to {n}"))
        }
        EngineName::Pairs => {
            // At the least: how many rare heaps there are is seen only on the way.
            let breaks = Pairs::breaks(rule, n)? as f64;
            let cost = heaps * (0.8 * moves + 20.0 + breaks * 20.0) + 5000.0;
            let width =
                if rule.shape().set.as_ref().is_some_and(|set| set.about(n) > 256.0) { width_to(n) } else { 2.0 };
            // The mirror, and the rare heaps where they are not few.
            let memory = 8.0 * moves + (2.0 * width + 4.0) * heaps;
            (cost, memory, "a code that leaves at most two heaps".into())
        }
        EngineName::Parts => {
            let (code, most) = Parts::code_of(rule, n)?;
            // Values may grow as the heaps do.
            let sets = heaps * heaps.max(64.0) / 8.0;
            let sums: f64 = (3..most).map(|parts| heaps * sets / (parts as f64 * 16.0)).sum();
            let digits = code.digits().filter(|(_, digit)| digit.most_parts() >= Some(most)).count() as f64;
            let cost = heaps * (1.2 * moves + heaps * (1.0 + 6.0 * digits / most as f64) + 100.0) + sums;
            let memory = (most - 2) as f64 * sets + 8.0 * moves + heaps * width_to(n);
            (cost, memory, format!("a code that leaves up to {most} heaps"))
        }
    };
    Some(Choice { engine, reason, cost, memory: memory as u64 })
}

/// What the engines for dense sets go by.
struct Dense {
    /// The share of all heaps that a heap is ORed with.
    share: f64,
    values: f64,
    /// Bytes of the table and of what both engines need.
    memory: f64,
}

fn dense(rule: &Ruleset, n: u64, moves: f64) -> Option<Dense> {
    let set = rule.only_set()?;
    let heaps = n as f64 + 1.0;
    let sample = set.members(n.min(SAMPLE));
    let bound = values_of(set, n).min(moves + 1.0);
    // Past twice the largest move values have long stopped to grow.
    let grows_to = largest(set).map_or(n, |largest| largest.saturating_mul(2).max(SAMPLE));
    let is_told = bound < FEW_VALUES || matches!(set, Set::Named(_));
    let values = if is_told { bound } else { bound.min(values_like(&sample, n.min(grows_to))) };
    let share = share(&sample);
    // Lists of heaps by value and remainder, the members as bits eight times over, and rows of blocks.
    let memory = heaps * (1.0 + 8.0 + share) + 8.0 * moves + values * 1000.0 + 8192.0 * values.min(256.0);
    Some(Dense { share, values, memory })
}

/// The largest member of a finite set.
fn largest(set: &Set) -> Option<u64> {
    set.as_periodic().and_then(Periodic::largest)
}

/// Classes of members, and how values grow, show up to this heap.
const SAMPLE: u64 = 1 << 10;
/// With so few values it hardly matters how many there are.
const FEW_VALUES: f64 = 64.0;

/// How many values heaps 0..=n have if their number goes on growing, as a power of n, as it does on a short table; a
/// guess, where the definition of a set tells nothing.
fn values_like(sample: &[u64], n: u64) -> f64 {
    let mut cells = [0u32; SAMPLE as usize + 1];
    // Values fit u32.
    let _ = ShiftedOr::new(sample, SAMPLE, 0, &cells[..0]).fill(&mut cells, 0);
    let values = |cells: &[u32]| f64::from(1 + cells.iter().fold(0, |most, &value| value.max(most)));
    let (half, all) = (values(&cells[..cells.len() / 2]), values(&cells));
    let growth = (n as f64 / SAMPLE as f64).max(1.0);
    all * growth.powf((all / half).log2().clamp(0.1, 1.0))
}

/// About how many distinct values heaps 0..=n have, on the safe side: named sets have few, but with a periodic part
/// there may be as many as it has members.
fn values_of(set: &Set, n: u64) -> f64 {
    match set {
        // Of squares 376 up to 10^7, of primes 13.
        Set::Named(Named::Squares | Named::Triangular) => (set.about(n) / 6.0).max(32.0),
        Set::Named(_) => 32.0,
        Set::Periodic(p) => p.count(n) as f64 + 1.0,
        Set::Where(_) | Set::Images(_) => set.about(n) + 1.0,
        Set::Union(a, b) => values_of(a, n) + values_of(b, n),
        Set::Intersection(a, b) => values_of(a, n).min(values_of(b, n)),
        Set::Difference(a, _) => values_of(a, n),
    }
}

/// Bytes of a cell where the values grow with n.
fn width_to(n: u64) -> f64 {
    match n {
        0..256 => 1.0,
        256..65_536 => 2.0,
        _ => 4.0,
    }
}

/// No search for a range goes past this heap; a table of so many would not fit any machine.
const MOST_HEAPS: u64 = 1 << 44;

/// The largest n for which the cheapest engine, or the one that is forced, and other work of `besides` operations a
/// heap, need at most `operations`, and the table at most `memory` bytes.
pub fn heaps_within(rule: &Ruleset, forced: Option<EngineName>, operations: f64, besides: f64, memory: u64) -> u64 {
    let settings = Settings { engine: forced, memory, ..Settings::default() };
    let fits = |n: u64| {
        let within = |choice: Choice| choice.cost + besides * n as f64 <= operations && choice.memory <= memory;
        choose(rule, n, &settings).is_ok_and(within)
    };
    let mut low = 0;
    let mut high = 1024;
    while high < MOST_HEAPS && fits(high) {
        low = high;
        high *= 2;
    }
    while high - low > 1 + low / 64 {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}
