//! How the number of P-positions grows: by a share of every period, by a share of the heaps, or by a power of n.

use super::super::TableData;
use super::super::axis::written;
use super::super::series;

/// What the number of P-positions among the heaps 0..=n is about.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// c and e of the line c n^e, if there is one.
    pub line: Option<(f64, f64)>,
    /// The same in words.
    pub words: Vec<String>,
}

/// Fewer heaps or P-positions than these show no power: the first heaps bend the line too much.
pub(super) const LEAST_HEAPS: u64 = 1000;
pub(super) const LEAST_POSITIONS: u64 = 20;
/// So many times the heap where the fit begins is the last one, about.
const FITTED: u64 = 1000;
/// The same for the second fit, which shows how far the first is to be believed.
const FITTED_AGAIN: u64 = 10;
/// A fit begins here at the earliest, if the table goes a hundred times as far.
const EARLIEST: u64 = 100;
/// Fits whose exponents are farther apart than this are of no power.
const MOST_APART: f64 = 0.1;
/// An exponent this near to 1 is that of a density.
const NEAR_ONE: f64 = 0.005;

/// `counts[i]` of the heaps 0..=`heaps[i]` are P-positions; the heaps are spaced evenly by their logarithms.
pub(super) fn growth(input: &TableData<'_>, heaps: &[u64], counts: &[u64]) -> Growth {
    let (Some(&last), Some(&count)) = (heaps.last(), counts.last()) else { return Growth::default() };
    let found = period(input, count).or_else(|| power(heaps, counts, last));
    found.unwrap_or_else(|| {
        Growth::without_line(format!("{count} P-positions among heaps 0..{last}: too few for an exponent"))
    })
}

impl Growth {
    fn without_line(words: String) -> Self {
        Growth { line: None, words: vec![words] }
    }
}

/// Where a period holds, each has as many P-positions.
fn period(input: &TableData<'_>, count: u64) -> Option<Growth> {
    let period = input.period?;
    if period.saltus > 0 {
        return Some(Growth::without_line(format!("P-positions: {count} in all, for the values rise")));
    }
    let end = period.preperiod.checked_add(period.period).filter(|&end| end <= series::heaps(input))?;
    let before = period.preperiod.checked_sub(1);
    let rows = series::counts_at(input.table, &[0], &before.into_iter().chain([end - 1]).collect::<Vec<_>>());
    let until = |row: Option<&Vec<u64>>| row.map_or(0, |row| row[0]);
    let each = until(rows.last()) - before.map_or(0, |_| until(rows.first()));
    if each == 0 {
        return Some(Growth::without_line(format!(
            "P-positions: {count} in all, none in the period {}",
            period.period
        )));
    }
    let density = each as f64 / period.period as f64;
    let words = format!("P-positions: {each} in each period of {}, density {density:.4}", period.period);
    Some(Growth { line: Some((density, 1.0)), words: vec![words] })
}

/// A straight line through the logarithms, by least squares over the last decades and again over the last one.
fn power(heaps: &[u64], counts: &[u64], last: u64) -> Option<Growth> {
    if last < LEAST_HEAPS || counts.last().is_none_or(|&count| count < LEAST_POSITIONS) {
        return None;
    }
    // A power of ten, not so early that a single P-position bends the line.
    let from = |times: u64| 10u64.pow((last / times).max(EARLIEST.min(last / 100)).max(10).ilog10());
    let points = |from: u64| {
        let points = heaps.iter().zip(counts).filter(move |&(&heap, &count)| heap >= from && count > 0);
        points.map(|(&heap, &count)| ((heap as f64).ln(), (count as f64).ln()))
    };
    let (early, late) = (from(FITTED), from(FITTED_AGAIN));
    let (slope, start) = least_squares(points(early))?;
    let (again, _) = least_squares(points(late))?;
    if (slope - 1.0).abs() < NEAR_ONE && (again - 1.0).abs() < NEAR_ONE {
        let share = |count: u64, heap: u64| count as f64 / (heap as f64 + 1.0);
        let middle = heaps.partition_point(|&heap| heap < late);
        let now = share(*counts.last()?, last);
        let words = vec![
            format!("P-positions: density {now:.4} among heaps 0..{}", written(last)),
            format!("{:.4} among heaps 0..{}", share(counts[middle], heaps[middle]), written(heaps[middle])),
        ];
        return Some(Growth { line: Some((now, 1.0)), words });
    }
    let late_words = format!("n^{again:.3} from heap {} on", written(late));
    if (slope - again).abs() > MOST_APART {
        let fits = format!("n^{slope:.3} for heaps {}..{}", written(early), written(last));
        let words = vec![format!("P-positions: no one power of n; {fits}"), late_words];
        return Some(Growth { line: None, words });
    }
    let factor = start.exp();
    let fit = format!("P-positions: {factor:.3} n^{slope:.3}, fitted to heaps {}..{}", written(early), written(last));
    let words = vec![fit, late_words];
    Some(Growth { line: Some((factor, slope)), words })
}

/// The slope of a line and its height at 0; `None` for points that have none.
fn least_squares(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<(f64, f64)> {
    let n = points.clone().count() as f64;
    if n < 3.0 {
        return None;
    }
    let (x, y) = points.clone().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let (xx, xy) = points.fold((0.0, 0.0), |(xx, xy), (px, py)| (xx + (px - x) * (px - x), xy + (px - x) * (py - y)));
    (xx > 0.0).then(|| (xy / xx, y - xy / xx * x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_a_line_and_the_best_where_there_is_none() {
        let line = |x: f64| (x, 3.0 - 0.5 * x);
        let (slope, start) = least_squares((0..10).map(|x| line(x.into()))).unwrap();
        assert!((slope + 0.5).abs() < 1e-12 && (start - 3.0).abs() < 1e-12);
        let (slope, start) = least_squares([(0.0, 0.0), (1.0, 3.0), (2.0, 3.0)].into_iter()).unwrap();
        assert!((slope - 1.5).abs() < 1e-12 && (start - 0.5).abs() < 1e-12);
        assert_eq!(least_squares([(1.0, 2.0); 5].into_iter()), None);
        assert_eq!(least_squares([(1.0, 2.0), (2.0, 3.0)].into_iter()), None);
    }

    fn of_counts(last: u32, count: impl Fn(f64) -> f64) -> Growth {
        let heaps: Vec<u64> = (0..=300).map(|i| f64::from(last).powf(f64::from(i) / 300.0).round() as u64).collect();
        let counts: Vec<u64> = heaps.iter().map(|&n| count(n as f64) as u64).collect();
        power(&heaps, &counts, last.into()).unwrap()
    }

    #[test]
    fn a_power_is_found() {
        let Growth { line, words } = of_counts(1_000_000, |n| 2.0 * n.powf(0.7));
        let (factor, exponent) = line.unwrap();
        assert!((exponent - 0.7).abs() < 0.001 && (factor - 2.0).abs() < 0.02, "{factor} {exponent}");
        assert_eq!(words.len(), 2);
        assert!(words[0].ends_with("n^0.700, fitted to heaps 1000..10⁶"), "{words:?}");
        assert_eq!(words[1], "n^0.700 from heap 10⁵ on");
    }

    #[test]
    fn a_density_is_no_power() {
        let Growth { line, words } = of_counts(100_000, |n| (n / 4.0).floor() + 1.0);
        assert!((line.unwrap().0 - 0.25).abs() < 1e-4);
        assert_eq!(words[0], "P-positions: density 0.2500 among heaps 0..10⁵");
    }

    #[test]
    fn what_bends_is_no_power() {
        let Growth { line, words } = of_counts(100_000, |n| n.min(1000.0));
        assert_eq!(line, None);
        assert!(words[0].starts_with("P-positions: no one power of n; n^0."), "{words:?}");
        assert_eq!(words[1], "n^0.000 from heap 10⁴ on");
    }

    #[test]
    fn few_heaps_have_none() {
        assert!(power(&[1, 10, 999], &[25, 30, 40], 999).is_none());
        assert!(power(&[1, 10, 1000], &[1, 2, 3], 1000).is_none());
    }
}
