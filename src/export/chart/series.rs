//! A table as what charts draw: points, bins, P-positions and their differences, counts.
//!
//! Whole runs are read, and of a tail only what does not repeat: a chart of 10^12 heaps with a short period is made
//! in no time, and memory does not grow with the heaps.

use std::collections::BTreeMap;
use std::ops::Range;

use super::TableData;
use super::axis::round_up;
use crate::table::{Run, SgTable, with_run};

/// How many heaps there are to draw.
pub(super) fn heaps(input: &TableData<'_>) -> u64 {
    input.last.saturating_add(1).min(input.table.len())
}

/// So many heaps are read at most where all of them are looked at in `parts` parts.
pub(super) fn heaps_read(input: &TableData<'_>, parts: u64) -> u64 {
    let (heaps, stored) = (heaps(input), input.table.stored());
    let repeated = input.table.tail().map_or(u64::MAX, |tail| tail.period.saturating_mul(2).saturating_mul(parts));
    heaps.min(stored.saturating_add(repeated))
}

/// Values of the heaps to draw, from heap 0 on.
pub(super) fn values<'a>(input: &TableData<'a>) -> impl Iterator<Item = u64> + use<'a> {
    let most = usize::try_from(heaps(input)).unwrap_or(usize::MAX);
    input.table.values().take(most)
}

/// Consecutive heaps, and how often they come one after the other, each time with the saltus added.
struct Piece {
    heaps: Range<u64>,
    times: u64,
}

/// A range in pieces. Before one that is repeated there is a whole repetition of the tail.
fn pieces(table: &SgTable, heaps: Range<u64>) -> impl Iterator<Item = Piece> {
    let Range { start, end } = heaps;
    let once = |heaps| Piece { heaps, times: 1 };
    let repeated = table.tail().and_then(|tail| {
        let from = tail.preperiod.saturating_add(tail.period).max(start);
        let times = end.saturating_sub(from).checked_div(tail.period)?;
        (times > 1).then_some((from..from + tail.period, times))
    });
    let pieces = match repeated {
        None => [Some(once(start..end)), None, None],
        Some((heaps, times)) => {
            let rest = heaps.start + times * (heaps.end - heaps.start)..end;
            [Some(once(start..heaps.start)), Some(Piece { heaps, times }), Some(once(rest))]
        }
    };
    pieces.into_iter().flatten().filter(|piece| !piece.heaps.is_empty())
}

/// Consecutive heaps, seen as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bin {
    pub least: u64,
    pub largest: u64,
    pub sum: u128,
    pub heaps: u64,
    pub p_position: bool,
}

impl Bin {
    const EMPTY: Bin = Bin { least: u64::MAX, largest: 0, sum: 0, heaps: 0, p_position: false };

    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.heaps as f64
    }

    fn of(table: &SgTable, heaps: Range<u64>) -> Bin {
        let saltus = table.tail().map_or(0, |tail| tail.saltus);
        pieces(table, heaps).fold(Bin::EMPTY, |bin, piece| {
            let mut part = Bin::EMPTY;
            let mut runs = table.runs(piece.heaps);
            while let Some((_, run)) = runs.next_run() {
                part = part.and(Bin::of_run(run));
            }
            bin.and(part.repeated(piece.times, saltus))
        })
    }

    fn of_run(run: Run<'_>) -> Bin {
        let least = with_run!(run, values => values.iter().copied().min().map_or(u64::MAX, u64::from));
        let sum = match run {
            Run::U64(values) => values.iter().map(|&value| u128::from(value)).sum(),
            // 65 536 values of 32 bits have a sum below 2^48.
            _ => run.fold(0u64, |sum, value| sum + value).into(),
        };
        Bin { least, largest: run.largest(), sum, heaps: run.len() as u64, p_position: least == 0 }
    }

    fn and(self, other: Bin) -> Bin {
        Bin {
            least: self.least.min(other.least),
            largest: self.largest.max(other.largest),
            sum: self.sum.saturating_add(other.sum),
            heaps: self.heaps + other.heaps,
            p_position: self.p_position || other.p_position,
        }
    }

    fn repeated(self, times: u64, saltus: u64) -> Bin {
        let raises = u128::from(times) * u128::from(times - 1) / 2;
        let raised = raises.saturating_mul(saltus.into()).saturating_mul(self.heaps.into());
        Bin {
            largest: self.largest.saturating_add(saltus.saturating_mul(times - 1)),
            sum: self.sum.saturating_mul(times.into()).saturating_add(raised),
            heaps: self.heaps * times,
            ..self
        }
    }
}

/// The table in bins of a round number of heaps, at most `most` of them; the last may be shorter. Returns that
/// number too.
pub(super) fn bins(input: &TableData<'_>, most: u64) -> (u64, Vec<Bin>) {
    let heaps = heaps(input);
    let size = round_up(heaps as f64 / most.max(1) as f64);
    let bin = |i: u64| Bin::of(input.table, i * size..i.saturating_add(1).saturating_mul(size).min(heaps));
    (size, (0..heaps.div_ceil(size)).map(bin).collect())
}

/// The P-positions among the first `heaps` heaps.
pub(super) fn p_positions(table: &SgTable, heaps: u64) -> Vec<u64> {
    let mut found = Vec::new();
    each_p_position(table, 0..heaps, |heap| found.push(heap));
    found
}

fn each_p_position(table: &SgTable, heaps: Range<u64>, mut visit: impl FnMut(u64)) {
    let mut runs = table.runs(heaps);
    while let Some((first, run)) = runs.next_run() {
        run.fold(first, |heap, value| {
            if value == 0 {
                visit(heap);
            }
            heap + 1
        });
    }
}

/// How many P-positions there are, and how often each difference between consecutive ones occurs, by ascending
/// difference: of N heaps at most about sqrt(2N) distinct ones.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub p_positions: u64,
    pub counts: BTreeMap<u64, u64>,
}

/// Smaller differences are counted in an array.
const MOST_IN_ARRAY: u64 = 1 << 12;

impl Differences {
    pub fn of(input: &TableData<'_>) -> Differences {
        let mut found = Differences::default();
        let mut small = vec![0; MOST_IN_ARRAY as usize];
        let mut before: Option<u64> = None;
        for Piece { heaps, times } in pieces(input.table, 0..heaps(input)) {
            let again = (times - 1) * (heaps.end - heaps.start);
            let so_far = found.p_positions;
            each_p_position(input.table, heaps, |heap| {
                found.p_positions += times;
                match before.replace(heap).map(|before| heap - before) {
                    Some(difference @ ..MOST_IN_ARRAY) => small[difference as usize] += times,
                    Some(difference) => *found.counts.entry(difference).or_default() += times,
                    None => {}
                }
            });
            if found.p_positions > so_far {
                before = before.map(|heap| heap + again);
            }
        }
        found.counts.extend((0..).zip(small).filter(|&(_, count)| count > 0));
        found
    }
}

/// How many of the heaps 0..=n have each of the values, for each n of `at`, which ascends: a row for each n.
pub(super) fn counts_at(table: &SgTable, values: &[u64], at: &[u64]) -> Vec<Vec<u64>> {
    // Where values rise, none of these comes again from some heap on.
    let rising = table.tail().filter(|tail| tail.saltus > 0);
    let most = values.iter().copied().max().unwrap_or(0);
    let end = rising.map_or(u64::MAX, |tail| {
        let repetitions = (most / tail.saltus).saturating_add(1);
        tail.preperiod.saturating_add(tail.period.saturating_mul(repetitions))
    });
    let mut counts = vec![0; values.len()];
    let mut from = 0;
    let mut rows = Vec::with_capacity(at.len());
    for &heap in at {
        let to = heap.saturating_add(1).min(end);
        if rising.is_some() {
            add_counts(table, values, Piece { heaps: from..to, times: 1 }, &mut counts);
        } else {
            pieces(table, from..to).for_each(|piece| add_counts(table, values, piece, &mut counts));
        }
        from = to;
        rows.push(counts.clone());
    }
    rows
}

fn add_counts(table: &SgTable, values: &[u64], piece: Piece, counts: &mut [u64]) {
    let mut runs = table.runs(piece.heaps);
    while let Some((_, run)) = runs.next_run() {
        for (&value, count) in values.iter().zip(counts.iter_mut()) {
            *count += piece.times * with_run!(run, cells => occurrences(cells, value));
        }
    }
}

/// A run is short enough for counts of 32 bits, of which more are added at a time.
fn occurrences<T: Copy + PartialEq + TryFrom<u64>>(cells: &[T], value: u64) -> u64 {
    let Ok(value) = T::try_from(value) else { return 0 };
    cells.iter().map(|&cell| u32::from(cell == value)).sum::<u32>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::table::{EngineName, Period, Settings, Visited};

    fn table(rule: &str, n: u64) -> SgTable {
        SgTable::compute(&Ruleset::parse(rule).unwrap(), n, &Settings::default()).unwrap()
    }

    fn input(table: &SgTable, last: u64) -> TableData<'_> {
        TableData { table, last, period: None, outcomes: false }
    }

    #[test]
    fn bins_cover_the_table() {
        let table = table("any", 100);
        let (size, bins) = bins(&input(&table, 100), 11);
        assert_eq!((size, bins.len()), (10, 11));
        assert_eq!(bins[0], Bin { least: 0, largest: 9, sum: 45, heaps: 10, p_position: true });
        assert_eq!(bins[10], Bin { least: 100, largest: 100, sum: 100, heaps: 1, p_position: false });
        assert_eq!(super::bins(&input(&table, u64::MAX), 1000).1.len(), 101);
    }

    #[test]
    fn differences_of_fibonacci() {
        let table = table("fibonacci", 200);
        let found = Differences::of(&input(&table, 138));
        assert_eq!(found.counts.keys().collect::<Vec<_>>(), [&4, &6]);
        assert_eq!(p_positions(&table, 15), [0, 4, 10, 14]);
        assert!(Differences::of(&input(&table, 0)).counts.is_empty());
        assert_eq!(Differences::of(&input(&SgTable::empty(), 9)).p_positions, 0);
    }

    /// The same table with a tail and with all values stored.
    fn both(values: &[u32], tail: Period, n: u64) -> (SgTable, SgTable) {
        let mut tailed = SgTable::from_values(values.iter().copied(), EngineName::Naive);
        tailed.set_tail(tail);
        let rule = Ruleset::parse("any").unwrap();
        tailed.extend(&rule, n, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
        let stored = SgTable::from_values(tailed.values().map(|value| value as u32), EngineName::Naive);
        (tailed, stored)
    }

    #[test]
    fn a_tail_is_counted_as_if_it_were_stored() {
        let values = [0, 3, 1, 0, 2, 0, 0, 5, 1, 1, 2];
        for saltus in [0, 1, 4] {
            for (preperiod, period) in [(0, 11), (4, 7), (7, 4), (8, 3), (10, 1), (3, 2)] {
                let first = &values[..(preperiod + period) as usize];
                for n in [20, 37, 38, 39, 500] {
                    let (tailed, stored) = both(first, Period { preperiod, period, saltus }, n);
                    let name = format!("preperiod {preperiod}, period {period}, saltus {saltus}, to heap {n}");
                    let (a, b) = (input(&tailed, n), input(&stored, n));
                    for most in [1, 3, 1000] {
                        assert_eq!(bins(&a, most), bins(&b, most), "{name}");
                    }
                    let (of_a, of_b) = (Differences::of(&a), Differences::of(&b));
                    assert_eq!((of_a.p_positions, of_a.counts), (of_b.p_positions, of_b.counts), "{name}");
                    let at = [0, 1, 5, n / 3, n / 2, n - 1, n];
                    let found = counts_at(&tailed, &[0, 1, 5, 9], &at);
                    assert_eq!(found, counts_at(&stored, &[0, 1, 5, 9], &at), "{name}");
                    let zeros = stored.values().filter(|&value| value == 0).count() as u64;
                    assert_eq!(found[6][0], zeros, "{name}");
                }
            }
        }
    }
}
