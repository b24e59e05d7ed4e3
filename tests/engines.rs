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

    #[test]
    fn codes_equal_the_definition(code in codes()) {
        let Ok(rule) = Ruleset::parse(&code) else { return Ok(()) };
        prop_assert_eq!(compute(&rule, EngineName::Naive, &[20, 40]).unwrap(), naive(&rule, 40));
    }
}

#[test]
fn cells_widen_unseen() {
    // g(n) = n passes one and two bytes; powers of two and their neighbours are where it happens.
    let rule = Ruleset::parse("any").unwrap();
    for engine in EngineName::ALL {
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
        let tables: Vec<_> = [EngineName::Moves, EngineName::ShiftedOr, EngineName::Classes, EngineName::Cofinite]
            .into_iter()
            .filter(|engine| *engine != EngineName::Moves || !matches!(text, "primes" | "all but 400"))
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
