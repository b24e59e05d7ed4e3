//! Options from the values of the formulas for their heaps: negative heaps are not offered, empty ones are left out,
//! and one that is not smaller is an error.

use super::walk::Trouble;
use crate::ruleset::formula::Steps;
use crate::ruleset::heaps::Heaps;

fn within(heap: i64, n: i64) -> bool {
    0 < heap && heap < n
}

/// Visits one option, if it is offered.
pub(super) fn offer<const K: usize>(
    heaps: [i64; K],
    times: u64,
    n: i64,
    visit: &mut impl FnMut(Heaps<'_>),
) -> Result<(), Trouble> {
    if heaps.iter().any(|&heap| heap < 0) {
        return Ok(());
    }
    if let Some(&large) = heaps.iter().find(|&&heap| heap >= n) {
        return Err(Trouble::NotSmaller(large));
    }
    let mut left = [0; K];
    let mut kept = 0;
    for heap in heaps.into_iter().filter(|&heap| heap > 0) {
        left[kept] = heap as u64;
        kept += 1;
    }
    visit(Heaps { each: &left[..kept], times });
    Ok(())
}

/// Visits the options of K heaps each; on trouble, the place of the option as well.
pub(super) fn each_of_list<const K: usize>(
    columns: [&[i64]; K],
    ends_are_extremes: bool,
    n: i64,
    visit: &mut impl FnMut(Heaps<'_>),
) -> Result<(), (usize, Trouble)> {
    let count = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    let columns = columns.map(|column| &column[..count]);
    let usual = |column: &[i64]| match column {
        [first, .., last] if ends_are_extremes => within(*first, n) && within(*last, n),
        all => all.iter().fold(true, |usual, &heap| usual & within(heap, n)),
    };
    if columns.iter().all(|column| usual(column)) {
        for lane in 0..count {
            visit(Heaps::of(&columns.map(|column| column[lane] as u64)));
        }
        return Ok(());
    }
    (0..count).try_for_each(|lane| {
        let heaps = columns.map(|column| column[lane]);
        offer(heaps, 1, n, visit).map_err(|trouble| (lane, trouble))
    })
}

/// Visits `count` options of K heaps each, whose sizes go by steps; on trouble, the place of the option as well.
pub(super) fn each_of_run<const K: usize>(
    mut steps: [Steps; K],
    count: i64,
    n: i64,
    visit: &mut impl FnMut(Heaps<'_>),
) -> Result<(), (i64, Trouble)> {
    let usual = |steps: &[Steps; K]| steps.iter().all(|each| within(each.value, n));
    let ahead = |steps: &[Steps; K], by: i64| steps.map(|each| each.ahead(by));
    // Heaps of 0 and n are met at the ends, if at all; between usual ends of what only rises or falls all is usual.
    let mut at = 0;
    while at < count && !usual(&steps) {
        offer(steps.map(|each| each.value), 1, n, visit).map_err(|trouble| (at, trouble))?;
        steps.iter_mut().for_each(Steps::advance);
        at += 1;
    }
    let mut end = count;
    while end > at + 1 && !usual(&ahead(&steps, end - 1 - at)) {
        end -= 1;
    }
    if let Some(slopes) = slopes(&steps) {
        let mut heaps = steps.map(|each| each.value as u64);
        steps = ahead(&steps, end - at);
        while at < end {
            visit(Heaps::of(&heaps));
            heaps.iter_mut().zip(&slopes).for_each(|(heap, &slope)| *heap = heap.wrapping_add(slope));
            at += 1;
        }
    } else if steps.iter().all(|each| each.is_monotone(end - 1 - at)) {
        while at < end {
            visit(Heaps::of(&steps.map(|each| each.value as u64)));
            steps.iter_mut().for_each(Steps::advance);
            at += 1;
        }
    }
    while at < count {
        offer(steps.map(|each| each.value), 1, n, visit).map_err(|trouble| (at, trouble))?;
        steps.iter_mut().for_each(Steps::advance);
        at += 1;
    }
    Ok(())
}

/// What is added to each heap from option to option, where that is always the same.
fn slopes<const K: usize>(steps: &[Steps; K]) -> Option<[u64; K]> {
    let mut slopes = [0; K];
    for (slope, each) in slopes.iter_mut().zip(steps) {
        *slope = each.slope()? as u64;
    }
    Some(slopes)
}
