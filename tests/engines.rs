//! Every engine gives the values of the definition, however a table is begun and continued.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::{EngineName, Settings, SgTable, TableError, Visited};

/// Sets in the notation, small enough to be interesting on short tables.
fn sets() -> impl Strategy<Value = String> {
    let finite = prop::collection::btree_set(1u64..40, 1..8)
        .prop_map(|set| set.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    let leaf = prop_oneof![
        3 => finite.clone(),
        2 => finite.prop_map(|set| format!("all but {set}")),
        1 => (1u64..9, 2u64..9).prop_map(|(r, m)| format!("{r} mod {m}")),
        1 => (1u64..20).prop_map(|n| format!("{n}..")),
        2 => prop::sample::select(vec![
            "any", "odd", "even", "squares", "cubes", "triangular", "primes", "prime powers", "fibonacci", "lucas",
            "factorials", "powers of 2", "powers of 3", "{s : s is prime and s + 2 is prime}", "{k*k + 1 for k in 1..}",
            "{a*a + b*b for a in 1.. for b in a..}", "{2^k - 1 for k in 2..}", "{s : s^2 % 5 in squares}",
        ]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        (inner.clone(), inner, prop::sample::select(vec!["|", "&", "except"]))
            .prop_map(|(a, b, op)| format!("({a}) {op} ({b})"))
    })
}

fn codes() -> impl Strategy<Value = String> {
    let digit = || prop::sample::select("0123456789ABCDEFGHV".chars().collect::<Vec<char>>());
    (prop::sample::select(vec!["0", "4", "8", "C"]), prop::collection::vec(digit(), 1..5))
        .prop_map(|(d0, digits)| format!("{d0}.{}", digits.into_iter().collect::<String>()))
}

/// Codes that leave at most two heaps, with marks, and perhaps a set beside them.
fn pair_codes() -> impl Strategy<Value = String> {
    let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "4!", "4=", "{0,2!}", "{1,2=}", "{0,1,2!}"];
    let digit = || prop::sample::select(digits.to_vec());
    let d0 = prop::sample::select(vec!["0", "4", "4!", "4="]);
    let set = prop::sample::select(vec!["", "", "", "; 2, 5", "; squares", "; any"]);
    (d0, prop::collection::vec(digit(), 0..6), set)
        .prop_map(|(d0, digits, set)| format!("{d0}.{}{set}", digits.concat()))
}

/// What `naive` finds, and `pairs` on one thread and on two, begun and continued.
fn pairs_agree(text: &str, n: u64, stops: &[u64]) {
    let Ok(rule) = Ruleset::parse(text) else { return };
    let expected = compute(&rule, EngineName::Naive, &[n]).unwrap();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for stops in [&[n], stops] {
            let Some(values) = pool.install(|| compute(&rule, EngineName::Pairs, stops)) else { return };
            let differ = values.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!((values.len(), differ), (expected.len(), None), "{text} on {threads} threads");
        }
    }
}

/// Codes with marks on two heaps at the most, and now and then a set beside them.
fn codes_with_many_parts() -> impl Strategy<Value = String> {
    let digit = || {
        prop_oneof![
            4 => prop::sample::select("0123789ABCDEFGHV".chars().collect::<Vec<_>>()).prop_map(String::from),
            1 => prop::sample::select(vec!["{2!,3}", "{2=,3}", "{1,2!}", "{0,2=}", "{2,4}", "{3,5}"])
                .prop_map(str::to_owned),
        ]
    };
    let before = prop::sample::select(vec!["0", "0", "0", "4", "8", "C", "G", "80", "G00", "{2!,3}"]);
    let beside = prop::sample::select(vec!["", "", "", "; odd", "; squares", "; any"]);
    (before, prop::collection::vec(digit(), 1..5), beside)
        .prop_map(|(before, digits, beside)| format!("{before}.{}{beside}", digits.concat()))
}

fn naive(rule: &Ruleset, n: u64) -> Vec<u64> {
    // Not the engine: the moves, and a mex that is written out.
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=n {
        let mut seen = Vec::new();
        rule.for_each_option(heap, |heaps| {
            // Nothing left is what heap 0 is worth: 1 in misère play.
            seen.push(if heaps.is_empty() {
                values[0]
            } else {
                heaps.iter().fold(0, |xor, &h| xor ^ values[h as usize])
            });
        })
        .unwrap();
        let terminal = seen.is_empty() && rule.convention() == Convention::Misere;
        values.push(if terminal { 1 } else { (0..).find(|v| !seen.contains(v)).unwrap() });
    }
    values
}

fn compute(rule: &Ruleset, engine: EngineName, stops: &[u64]) -> Option<Vec<u64>> {
    let settings = Settings { engine: Some(engine), ..Settings::default() };
    let mut table = SgTable::empty();
    let mut visited = Visited::default();
    for &n in stops {
        match table.extend(rule, n, &settings, &mut visited, &mut ()) {
            Ok(()) => {}
            Err(TableError::UnfitEngine { .. }) => return None,
            Err(error) => panic!("{error}"),
        }
    }
    Some(table.values().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn engines_for_sets_equal_the_definition(set in sets(), misere: bool, stop in 0u64..150) {
        let Ok(rule) = Ruleset::parse(&set) else { return Ok(()) };
        let text = format!("take = '{rule}'\nconvention = '{}'", if misere { "misere" } else { "normal" });
        let rule = Ruleset::from_toml("random", "random", &text).unwrap();
        let expected = naive(&rule, 150);
        for engine in EngineName::ALL {
            for stops in [&[150][..], &[0, 1, stop, 150]] {
                if let Some(values) = compute(&rule, engine, stops) {
                    prop_assert_eq!(&values, &expected, "{} by {}", rule, engine);
                }
            }
        }
        prop_assert_eq!(compute(&rule, EngineName::Moves, &[150]).is_some(), true);
    }

    /// Moves within and past a block of 64 heaps, and values that need more than 32 or 64 bits.
    #[test]
    fn one_hot_equals_naive(
        most in prop::sample::select(vec![8u64, 63, 64, 65, 130, 700]),
        moves in prop::collection::vec(0u64..1 << 20, 1..90),
        misere: bool,
        stop in 0u64..2500,
    ) {
        let moves: Vec<String> = moves.iter().map(|s| (s % most + 1).to_string()).collect();
        let convention = if misere { "misere" } else { "normal" };
        let text = format!("take = '{}'\nconvention = '{convention}'", moves.join(", "));
        let rule = Ruleset::from_toml("random", "random", &text).unwrap();
        let expected = compute(&rule, EngineName::Naive, &[2500]).unwrap();
        for stops in [&[2500][..], &[0, stop, 2500]] {
            prop_assert_eq!(&compute(&rule, EngineName::OneHot, stops).unwrap(), &expected, "{}", text);
        }
    }

    #[test]
    fn codes_equal_the_definition(code in codes()) {
        let Ok(rule) = Ruleset::parse(&code) else { return Ok(()) };
        prop_assert_eq!(compute(&rule, EngineName::Naive, &[20, 40]).unwrap(), naive(&rule, 40));
    }

    #[test]
    fn pairs_equal_naive(code in pair_codes(), stop in 0u64..500) {
        pairs_agree(&code, 500, &[0, 1, stop, 500]);
    }

    #[test]
    fn sets_of_parts_equal_the_definition(code in codes_with_many_parts(), stop in 0u64..45) {
        let Ok(rule) = Ruleset::parse(&code) else { return Ok(()) };
        let splits_more = rule.shape().code.as_ref().is_some_and(|code| code.most_parts() > Some(2));
        let values = compute(&rule, EngineName::Parts, &[0, 1, stop, 45]);
        prop_assert_eq!(values.is_some(), splits_more, "{}", code);
        if let Some(values) = values {
            prop_assert_eq!(&values, &compute(&rule, EngineName::Naive, &[45]).unwrap(), "{}", code);
            prop_assert_eq!(values, compute(&rule, EngineName::Parts, &[45]).unwrap(), "{}", code);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    #[ignore = "a quarter of an hour; cargo test --release --test engines -- --ignored"]
    fn pairs_equal_naive_on_ten_thousand_codes(code in pair_codes(), stop in 0u64..3000) {
        pairs_agree(&code, 3000, &[stop, 3000]);
    }
}

/// Long enough for larger values, other splits and several threads.
#[test]
fn pairs_equal_naive_on_long_tables() {
    for text in
        ["0.77", "0.16", "0.106", "0.127", "0.56", "0.376", "4!.0", "4.0 ; any", "0.[3]4", "0.{0,2!}00{1,2=}", "0.644"]
    {
        pairs_agree(text, 6000, &[100, 4095, 6000]);
    }
    for text in ["0.04", "0.06", "0.007"] {
        pairs_agree(text, 24_000, &[5000, 24_000]);
    }
}

/// The square of 46341 passes 2^31, and that of 92679 passes 2^33.
#[test]
fn pairs_pass_the_square_root_of_two_to_the_31() {
    let kayles = Ruleset::parse("0.77").unwrap();
    let values = compute(&kayles, EngineName::Pairs, &[46_341, 92_679]).unwrap();
    assert!((71..values.len() - 12).all(|n| values[n] == values[n + 12]));
    assert_eq!(values.len(), 92_680);
}

#[test]
fn sets_of_parts_of_all_short_hexadecimal_codes() {
    let digits = "0123456789ABCDEF";
    let two = digits.chars().flat_map(|a| digits.chars().map(move |b| format!("0.{a}{b}")));
    let zero = digits.chars().map(|a| format!("8.{a}"));
    let mut compared = 0;
    for code in two.chain(zero) {
        let Ok(rule) = Ruleset::parse(&code) else { continue };
        if let Some(values) = compute(&rule, EngineName::Parts, &[30, 60]) {
            assert_eq!(values, compute(&rule, EngineName::Naive, &[60]).unwrap(), "{code}");
            compared += 1;
        }
    }
    assert_eq!(compared, 16 * 16 - 8 * 8 + 16);
}

#[test]
fn longer_tables_of_sets_of_parts() {
    for code in ["0.8", "0.28", "0.9C", "0.205200C", "8.0", "0.E8", "0.88; primes", "0.C; any", "80.3", "0.{2!,3}3"] {
        let rule = Ruleset::parse(code).unwrap();
        let expected = compute(&rule, EngineName::Naive, &[300]).unwrap();
        assert_eq!(compute(&rule, EngineName::Parts, &[100, 101, 227, 300]).unwrap(), expected, "{code}");
    }
    for code in ["0.G", "0.2G", "0.{5}", "G00.01", "G00.0"] {
        let rule = Ruleset::parse(code).unwrap();
        let expected = compute(&rule, EngineName::Naive, &[90]).unwrap();
        assert_eq!(compute(&rule, EngineName::Parts, &[3, 64, 90]).unwrap(), expected, "{code}");
    }
}

/// g(n) = n past 65535, beside sets of parts: `cargo test --release --test engines -- --ignored`, about a minute and
/// half a GiB.
#[test]
#[ignore = "takes long"]
fn cells_of_sets_of_parts_widen_twice() {
    let rule = Ruleset::parse("0.8; any").unwrap();
    let values = compute(&rule, EngineName::Parts, &[65_600]).unwrap();
    assert!(values.into_iter().eq(0..=65_600));
}

#[test]
fn cells_widen_unseen() {
    // g(n) = n passes one and two bytes; powers of two and their neighbours are where it happens.
    let rule = Ruleset::parse("any").unwrap();
    // No heap is left in pairs or parts.
    let for_sets = |engine: &EngineName| !matches!(engine, EngineName::Pairs | EngineName::Parts);
    for engine in EngineName::ALL.into_iter().filter(for_sets) {
        for n in [0, 1, 254, 255, 256, 257, 700] {
            assert_eq!(compute(&rule, engine, &[n]).unwrap(), (0..=n).collect::<Vec<_>>(), "{engine} to {n}");
        }
    }
    for engine in [EngineName::Classes, EngineName::Cofinite] {
        let wide = compute(&rule, engine, &[255, 256, 65_535, 65_536, 100_000]).unwrap();
        assert!(wide.into_iter().eq(0..=100_000), "{engine}");
    }
}

#[test]
fn long_tables_agree() {
    for text in ["fibonacci", "squares", "primes", "1, 3, 40000", "all but 400", "46341", "powers of 2 | 46341"] {
        let rule = Ruleset::parse(text).unwrap();
        let n = 92_700; // past 2 * 46341, whose square passes 2^32
        // No heap is left in pairs or parts.
        let for_sets =
            |engine: &EngineName| !matches!(engine, EngineName::Naive | EngineName::Pairs | EngineName::Parts);
        let tables: Vec<_> = EngineName::ALL
            .into_iter()
            .filter(for_sets)
            .filter(|engine| match text {
                // As many values as heaps.
                "all but 400" => matches!(engine, EngineName::Classes | EngineName::Cofinite),
                "primes" => !matches!(engine, EngineName::Moves | EngineName::OneHot | EngineName::BitMaps),
                _ => true,
            })
            .filter_map(|engine| compute(&rule, engine, &[n]))
            .collect();
        assert!(tables.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
    }
}

#[test]
fn more_than_64_moves_use_the_visited_array() {
    let rule = Ruleset::parse("1..100").unwrap();
    let expected: Vec<u64> = (0..=500).map(|n| n % 101).collect();
    for engine in EngineName::ALL {
        if let Some(values) = compute(&rule, engine, &[500]) {
            assert_eq!(values, expected, "{engine}");
        }
    }
}

/// What `bit-maps` finds on one thread and on two, in one go and continued.
fn bit_maps(rule: &Ruleset, stops: &[u64]) -> Vec<u64> {
    let on = |threads: usize, stops: &[u64]| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| compute(rule, EngineName::BitMaps, stops)).unwrap()
    };
    let values = on(1, stops);
    assert!(values == on(2, stops) && values == on(2, &stops[stops.len() - 1..]), "{rule}");
    values
}

/// Past runs of 64 heaps and sections of several, some of them shared between threads, and values of two bytes.
#[test]
fn bit_maps_equal_moves() {
    for set in ["squares", "triangular", "cubes", "squares | 1..300", "squares except 1", "5..700", "primes & 3 mod 8"]
    {
        for convention in ["normal", "misere"] {
            let text = format!("take = '{set}'\nconvention = '{convention}'");
            let rule = Ruleset::from_toml("set", "set", &text).unwrap();
            let n = if set == "triangular" { 250_000 } else { 40_000 };
            let stops = [0, 63, 64, 65, 1000, 16_383, 30_001, n];
            assert!(bit_maps(&rule, &stops) == compute(&rule, EngineName::Moves, &[n]).unwrap(), "{rule}");
        }
    }
}

/// Values that reach the bound of the maps again and again, and that of a byte.
#[test]
fn bit_maps_of_rising_values() {
    for (set, period, saltus) in [("any", 1, 1), ("3..", 3, 1), ("1..300", 301, 0), ("2..1000", 1002, 0)] {
        let rule = Ruleset::parse(set).unwrap();
        let values = bit_maps(&rule, &[100, 255, 256, 700, 6000]);
        assert!((period..=6000).all(|n| values[n] == values[n - period] + saltus), "{set}");
        assert_eq!(values, compute(&rule, EngineName::Moves, &[6000]).unwrap(), "{set}");
    }
}

/// What a table is begun with is taken as it is, however large.
#[test]
fn bit_maps_go_on_from_any_values() {
    let rule = Ruleset::parse("1..200").unwrap();
    let mut expected: Vec<u64> = (0..150).map(|n| n * n * 190_000).collect();
    let known = expected.iter().map(|&value| value as u32);
    let mut table = SgTable::from_values(known, EngineName::Naive);
    for n in expected.len()..1000 {
        let options = &expected[n.saturating_sub(200)..];
        expected.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let settings = Settings { engine: Some(EngineName::BitMaps), ..Settings::default() };
    table.extend(&rule, 999, &settings, &mut Visited::default(), &mut ()).unwrap();
    assert_eq!(table.values().collect::<Vec<_>>(), expected);
}

#[test]
fn what_does_not_fit_is_refused_before_it_starts() {
    for text in ["squares", "any", "primes", "0.77", "1..3", "odd", "primes & odd"] {
        let rule = Ruleset::parse(text).unwrap();
        for n in [1 << 40, u64::MAX / 2, u64::MAX] {
            let error = SgTable::compute(&rule, n, &Settings::default()).unwrap_err();
            let TableError::Memory { fits, allowed, .. } = error else { panic!("{error}") };
            assert!(fits < n && allowed == 4 << 30, "{text}: {error}");
        }
    }
}
