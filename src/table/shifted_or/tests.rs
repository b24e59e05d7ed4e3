use super::shifts::Shifts;
use super::wheel::Wheel;
use super::*;

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn every_path_shifts_bits() {
    let mut state = 1;
    let numbers: Vec<usize> = (0..5000).filter(|_| random(&mut state).is_multiple_of(3)).collect();
    let shifts = Shifts::new(numbers.iter().copied(), 5000);
    for base in [LANES, LANES + 1, LANES + 700, 3 * LANES + 13, LANES + 5000] {
        let mut heaps: Vec<u32> = (0..20).map(|_| (random(&mut state) % (base - 1)) as u32).collect();
        heaps.sort_unstable();
        let mut row = [0; LANES / 64];
        shifts.or_each(&mut row, base, &heaps);
        assert_eq!(row, shifts.or_each_plainly(base, &heaps));
        for lane in 0..LANES {
            let is_in = |heap: u32| {
                (base + lane)
                    .checked_sub(heap as usize + LANES)
                    .is_some_and(|number| numbers.binary_search(&number).is_ok())
            };
            assert_eq!(row[lane / 64] >> (lane % 64) & 1 == 1, heaps.iter().any(|&heap| is_in(heap)), "{base} {lane}");
        }
    }
}

/// Primes to n, by division.
pub(crate) fn primes(n: u64) -> Vec<u64> {
    (2..=n).filter(|&p| (2..).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d))).collect()
}

#[test]
fn the_wheel_keeps_every_member_once() {
    let wheel = Wheel::new(&primes(300_000), 300_000, usize::MAX);
    let remainders: Vec<usize> = wheel.classes.iter().map(|class| class.remainder).collect();
    assert_eq!((wheel.modulus, &remainders[..], &wheel.few[..]), (6, &[1, 5][..], &[2, 3][..]));
    // No class is empty, so there is nothing to gain.
    let members: Vec<u64> = (1..=10_000).filter(|s| s % 1000 != 7).collect();
    assert_eq!(Wheel::new(&members, 10_000, usize::MAX).modulus, 1);
}

/// The textbook loop.
pub(crate) fn textbook(members: &[u64], n: usize, terminal: u32) -> Vec<u32> {
    let mut values = vec![0; n + 1];
    let mut seen = vec![usize::MAX; n + 2];
    for heap in 0..=n {
        let options = members.iter().take_while(|&&s| s as usize <= heap);
        let count = options.map(|&s| seen[values[heap - s as usize] as usize] = heap).count();
        values[heap] = if count == 0 { terminal } else { (0..).find(|&v| seen[v as usize] != heap).unwrap() };
    }
    values
}

/// Sets with and without classes, that end and that do not, with few values and with many.
pub(crate) fn sets(n: u64) -> Vec<Vec<u64>> {
    let mut state = 7;
    let primes = primes(n);
    let odd = primes.iter().copied().filter(|s| s % 2 == 1).collect();
    let with_one = std::iter::once(1).chain(primes.iter().copied()).collect();
    let even_too =
        primes.iter().copied().chain([n / 2 / 6 * 6, n / 6 * 6 + 2]).collect::<std::collections::BTreeSet<_>>();
    vec![
        odd,
        with_one,
        even_too.into_iter().filter(|&s| s <= n).collect(),
        (1..=n).filter(|s| matches!(s * s % 5, 1 | 4)).collect(),
        (1..=n).filter(|s| s % 2 == 1 && *s != 9).collect(),
        (5..=n).filter(|_| random(&mut state).is_multiple_of(9)).collect(),
        (5..=n.min(3000)).filter(|_| random(&mut state).is_multiple_of(40)).collect(),
        (1..=100).collect(),
        (1..=n).map(|k| k * k).take_while(|&s| s <= n).collect(),
        primes,
    ]
}

/// What an engine gives that is begun after some heaps and asked for the rest in pieces, on one thread and on two.
pub(crate) fn agrees<E: Send>(
    expected: &[u32],
    begin: impl Fn(&[u32]) -> E + Send + Sync,
    fill: impl Fn(&mut E, &mut [u32], usize) -> Result<(), usize> + Send + Sync,
) {
    for (threads, known, piece) in [(1, 0, expected.len()), (2, 0, 4096), (2, 1, 1500), (1, expected.len() / 3, 999)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let cells = pool.install(|| {
            let mut cells = vec![0; expected.len()];
            cells[..known].copy_from_slice(&expected[..known]);
            let mut engine = begin(&expected[..known]);
            let mut from = known;
            while from < cells.len() {
                let stop = cells.len().min(from + piece);
                fill(&mut engine, &mut cells[..stop], from).unwrap();
                from = stop;
            }
            cells
        });
        let differ = cells.iter().zip(expected).position(|(a, b)| a != b);
        assert_eq!(differ, None, "{threads} threads, {known} known, pieces of {piece}");
    }
}

#[test]
fn across_blocks_and_superblocks() {
    let n = 30_000;
    for members in sets(n) {
        for terminal in [0, 1] {
            let expected = textbook(&members, n as usize, terminal);
            let begin = |known: &[u32]| ShiftedOr::new(&members, n, terminal, known);
            agrees(&expected, begin, |engine, cells, from| engine.fill(cells, from));
        }
    }
}

#[test]
fn more_values_than_are_pushed_ahead() {
    let n = 12_000;
    let members: Vec<u64> = (3..=n).collect();
    let expected: Vec<u32> = (0..=n as u32).map(|heap| heap / 3).collect();
    let begin = |known: &[u32]| ShiftedOr::new(&members, n, 0, known);
    agrees(&expected, begin, |engine, cells, from| engine.fill(cells, from));
}
