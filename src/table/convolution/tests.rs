use super::far::Far;
use super::spectra::{Sums, Transform, is_certain};
use super::*;
use crate::table::shifted_or::tests::{agrees, primes, sets, textbook};

/// Segments of 1024 heaps for each remainder: some thirty segments where there is one remainder.
const SHORT: u32 = 11;

#[test]
fn across_segments() {
    let n = 33_000;
    for (members, terminal) in sets(n).into_iter().zip([0, 1].into_iter().cycle()) {
        let expected = textbook(&members, n as usize, terminal);
        let begin = |known: &[u32]| Convolution::with_length(members.clone(), n, terminal, known, SHORT);
        assert!(begin(&[]).segment < n as usize);
        agrees(&expected, begin, |engine, cells, from| engine.fill(cells, from));
    }
}

#[test]
fn long_tables_are_those_of_shifted_or() {
    let n = 1 << 18;
    for members in [primes(n), (1..=n).filter(|s| s * s % 7 == 2 || s.is_multiple_of(11)).collect()] {
        let mut expected = vec![0u16; n as usize + 1];
        ShiftedOr::new(&members, n, 0, &expected[..0]).fill(&mut expected, 0).unwrap();
        let mut cells = vec![0u16; n as usize + 1];
        let mut engine = Convolution::with_length(members, n, 0, &cells[..0], 12);
        assert!(engine.segment <= n as usize / 4);
        engine.fill(&mut cells, 0).unwrap();
        assert!(cells == expected);
    }
}

#[test]
fn more_values_than_are_transformed() {
    let n = 12_000;
    let members: Vec<u64> = (3..=n).collect();
    let expected: Vec<u32> = (0..=n as u32).map(|heap| heap / 3).collect();
    let begin = |known: &[u32]| Convolution::with_length(members.clone(), n, 0, known, SHORT);
    agrees(&expected, begin, |engine, cells, from| engine.fill(cells, from));
}

/// What is added up is off by far less than what is proved.
#[test]
fn errors_are_within_the_bound() {
    let log = 14;
    let transform = Transform::new(log);
    let mut state = 3u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let half = 1usize << (log - 1);
    let a: Vec<f64> = (0..half)
        .map(|_| f64::from(u32::from(random() % 3 == 0)) * 1e6 + f64::from(u32::from(random() % 7 == 0)))
        .collect();
    let b: Vec<f64> = (0..2 * half).map(|_| f64::from(u32::from(random() % 5 == 0))).collect();
    let spectrum = |numbers: &[f64]| transform.spectrum(numbers.iter().copied().enumerate()).unwrap();
    let (x, y) = (spectrum(&a), spectrum(&b));
    let mut sums = Sums::default();
    let pairs = vec![vec![(&x, &y)], vec![(&x, &y), (&x, &y)]];
    transform.add(&mut sums, &pairs);
    let norm = |numbers: &[f64]| numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (index, times) in [(0, 1.0), (1, 2.0)] {
        let numbers = transform.invert(&sums, index, <[f64]>::to_vec).unwrap();
        let bound = bound::error_bound(log, 2, times * norm(&a) * norm(&b));
        let mut largest = 0f64;
        for place in (half..2 * half).step_by(97) {
            let exact: f64 = (0..half).map(|i| a[i] * b[place - i]).sum();
            largest = largest.max((numbers[place] / (2 * half) as f64 - times * exact).abs());
        }
        assert!(largest < bound / 100.0 && bound < 0.25, "{largest} {bound}");
    }
}

/// The bound grows with all that it depends on, and is refused where it says nothing.
#[test]
fn what_cannot_be_rounded_is_not_certain() {
    assert!(is_certain(20, 10, 1e11) && !is_certain(20, 10, 1e13) && !is_certain(20, 10, f64::INFINITY));
    assert!(bound::error_bound(20, 10, 1e11) < bound::error_bound(21, 10, 1e11));
    assert!(bound::error_bound(20, 10, 1e11) < bound::error_bound(20, 20, 1e11));
    // The theorem itself, for length 2^20 and one term: 60 roundings and roots, 61 products.
    let rounding = 0.5f64.powi(53);
    let exact = 60.0 * rounding + 61.0 * 5f64.sqrt() * rounding + 60.0 * 12.0 * rounding;
    assert!(bound::error_bound(20, 1, 1.0) > exact);
    // Long tables of dense sets have one value a transform.
    assert_eq!(Far::together(1e7, 664_579.0, 18), 2);
    assert_eq!(Far::together(1e9, 5e8, 21), 1);
}

#[test]
fn every_path_adds_products() {
    let transform = Transform::new(12);
    let numbers = |seed: usize| (0..2048).map(move |i| (i, ((i * i + seed) % 17) as f64));
    let (x, y) = (transform.spectrum(numbers(1)).unwrap(), transform.spectrum(numbers(5)).unwrap());
    let pairs = [(&x, &y), (&y, &y)];
    for bins in [0..512, 512..1024, 2048..2049, 7..12] {
        let (mut fast, mut plain) = (vec![0.0; 2 * bins.len()], vec![0.0; 2 * bins.len()]);
        spectra::add_products(&mut fast, &pairs, bins.clone());
        spectra::add_products_plainly(&mut plain, &pairs, bins);
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * (1.0 + b.abs());
        assert!(fast.iter().zip(&plain).all(close));
    }
}
