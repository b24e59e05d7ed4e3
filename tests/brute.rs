//! Values against a search of all sums of up to three heaps: every shipped rule agrees, and wrong values are found out.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that meets an error has failed")]

use proptest::prelude::*;
use sgtab::play::{Disagreement, Outcomes, PlayError, Reach, brute};
use sgtab::ruleset::{Convention, Ruleset, shipped};
use sgtab::table::{EngineName, Settings, SgTable, TableError};

const MEMORY: u64 = 1 << 30;

fn rule(text: &str, convention: Convention) -> Ruleset {
    Ruleset::parse(text).unwrap().with_convention(convention)
}

#[test]
fn every_shipped_rule_agrees() {
    for shipped in shipped() {
        let rule = shipped.ruleset().unwrap();
        let conventions =
            if rule.splits() { &[Convention::Normal][..] } else { &[Convention::Normal, Convention::Misere] };
        for &convention in conventions {
            let found = brute(&rule.clone().with_convention(convention), &Settings::default(), Reach::Work(1 << 18));
            let found = found.unwrap();
            assert_eq!(found.disagreement, None, "{}: {found}", shipped.name);
            assert!(found.largest >= 4 && found.compared > found.largest, "{}: {found}", shipped.name);
            assert!(convention == Convention::Misere || found.compared == found.sums, "{}: {found}", shipped.name);
        }
    }
}

const RULES: [&str; 12] = [
    "nim",
    "1..3",
    "2, 7",
    "squares",
    "all but 2, 5",
    "1..n/2",
    "divisors of n",
    "0.77",
    "0.137",
    "4!.0",
    "any; [a, n - a] for a in 1..n/2",
    "1; [n/2] * 3 if n % 2 == 0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// One heap with the value of another: the sum of the two, at the latest, is found out.
    #[test]
    fn one_wrong_value_is_found(text in prop::sample::select(RULES.to_vec()), heap in 0..=10_u64, like in 0..=10_u64) {
        let rule = rule(text, Convention::Normal);
        let table = SgTable::compute(&rule, 10, &Settings::default()).unwrap();
        let value = |n: u64| table.get(n).unwrap();
        prop_assume!(value(heap) != value(like));
        let outcomes = Outcomes::search(&rule, Reach::Exactly(10), MEMORY).unwrap();
        let compare = |value: &dyn Fn(u64) -> u64| {
            outcomes.disagreement(|[a, b, c]| Some(value(a) ^ value(b) ^ value(c) != 0))
        };
        prop_assert_eq!(compare(&value), None);
        let found = compare(&|n| value(if n == heap { like } else { n })).unwrap();
        prop_assert!(found.heaps.contains(&heap), "{text} heap {heap} like {like}: {found:?}");
    }
}

#[test]
fn wrong_misere_outcomes_are_found() {
    let nim = Outcomes::search(&rule("nim", Convention::Misere), Reach::Exactly(6), MEMORY).unwrap();
    assert_eq!(nim.iter().count(), 84);
    let normal = |[a, b, c]: [u64; 3]| Some(a ^ b ^ c != 0);
    // Without heaps the player to move has won.
    assert_eq!(nim.disagreement(normal), Some(Disagreement { heaps: [0; 3], first_wins: true }));
    let large = |heaps: [u64; 3]| normal(heaps).filter(|_| heaps[2] > 1);
    assert_eq!(nim.disagreement(large), None);
}

#[test]
fn misere_sums_as_far_as_a_theorem_goes() {
    let found = |text| brute(&rule(text, Convention::Misere), &Settings::default(), Reach::Exactly(12));
    let nim = found("1..3").unwrap();
    assert_eq!((nim.sums, nim.compared, nim.disagreement), (455, 455, None));
    // Heap 5 has value 0, a move, and none to a heap of value 1: below it all sums, from it on single heaps.
    let divisors = found("proper divisors of n").unwrap();
    assert_eq!((divisors.sums, divisors.compared, divisors.disagreement), (455, 35 + 8, None));
    assert!(matches!(found("kayles"), Err(PlayError::Table(TableError::MisereSplits { .. }))));
}

#[test]
fn the_named_engine_alone_is_compared() {
    let naive = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
    assert_eq!(brute(&rule("kayles", Convention::Normal), &naive, Reach::Exactly(5)).unwrap().disagreement, None);
    let classes = Settings { engine: Some(EngineName::Classes), ..naive };
    let refused = brute(&rule("kayles", Convention::Normal), &classes, Reach::Exactly(5)).unwrap_err();
    assert!(matches!(refused, PlayError::Table(TableError::UnfitEngine { .. })));
}

#[test]
fn work_is_limited_for_every_rule() {
    let search = |text, reach| Outcomes::search(&rule(text, Convention::Normal), reach, MEMORY);
    let huge = search("0.77", Reach::Exactly(u64::MAX)).unwrap_err();
    let PlayError::TooManySums { size: u64::MAX, fits, .. } = huge else { panic!("{huge}") };
    assert!(search("0.77", Reach::Exactly(fits)).is_ok());
    // No moves, very many moves, very many heaps.
    for text in ["1000000", "[n - 1] * a for a in 1..1000", "[n - 1] * 1000000"] {
        let work = 1 << 14;
        let outcomes = search(text, Reach::Work(work)).unwrap();
        assert!(outcomes.positions() as u64 <= work && outcomes.largest() < 50, "{text}");
    }
    assert!(matches!(search("[n - 1] * 1000000000", Reach::Work(1000)), Err(PlayError::Table(TableError::Move(_)))));
    assert_eq!(search("nim", Reach::Work(0)).unwrap().largest(), 0);
}

#[test]
fn memory_is_limited_for_every_rule() {
    let search = |text, reach, memory| Outcomes::search(&rule(text, Convention::Normal), reach, memory);
    for text in ["nim", "0.77", "[n - 1] * 1000"] {
        let error = search(text, Reach::Exactly(100), 1 << 18).unwrap_err();
        let PlayError::SumsBeyondMemory { size: 100, allowed: 0x40000, fits, .. } = error else { panic!("{error}") };
        let found = search(text, Reach::Exactly(fits), 1 << 18).unwrap();
        assert!(fits > 0 && found.positions() <= 1 << 11, "{text}: {fits}");
        // Without a size, as far as memory goes.
        assert_eq!(search(text, Reach::Work(u64::MAX), 1 << 18).unwrap().largest(), fits, "{text}");
    }
    assert_eq!(search("nim", Reach::Work(u64::MAX), 0).unwrap().largest(), 0);
}
