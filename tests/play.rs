//! Who wins, and by which moves, against a search that knows nothing of values or theorems.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use sgtab::play::{Combine, Decided, Game, Heap, PlayError, Worth};
use sgtab::ruleset::{Convention, Ruleset};
use sgtab::table::{EngineName, Settings, SgTable};

/// The game as its rules say it, and nothing else: positions are lists of heaps, moves lead from list to list.
struct Oracle {
    rules: Vec<Ruleset>,
    combine: Combine,
    misere: bool,
    known: HashMap<(Vec<(usize, u64)>, bool), bool>,
}

/// What a move makes of the places that it touches; nothing touched is a pass.
type Touched = Vec<(usize, Vec<u64>)>;

impl Oracle {
    fn new(rules: &[Ruleset], combine: Combine, convention: Convention) -> Self {
        let misere = convention == Convention::Misere;
        Oracle { rules: rules.to_vec(), combine, misere, known: HashMap::new() }
    }

    fn options(&self, (rule, size): (usize, u64)) -> BTreeSet<Vec<u64>> {
        let mut all = BTreeSet::new();
        let visit = |heaps: &[u64]| {
            let mut heaps = heaps.to_vec();
            heaps.sort_unstable();
            all.insert(heaps);
        };
        self.rules[rule].for_each_option(size, visit).unwrap();
        all
    }

    fn moves(&self, position: &[(usize, u64)], pass_left: bool) -> Vec<Touched> {
        let mut all: Vec<Touched> = Vec::new();
        match self.combine {
            Combine::Sum | Combine::Pass => {
                for (place, &heap) in position.iter().enumerate() {
                    all.extend(self.options(heap).into_iter().map(|left| vec![(place, left)]));
                }
                if self.combine == Combine::Pass && pass_left && !all.is_empty() {
                    all.push(Vec::new());
                }
            }
            Combine::Staircase => {
                for (place, &heap) in position.iter().enumerate() {
                    for left in self.options(heap) {
                        let moved = heap.1 - left.iter().sum::<u64>();
                        let mut touched = vec![(place, left)];
                        if place > 0 {
                            touched.insert(0, (place - 1, vec![position[place - 1].1 + moved]));
                        }
                        all.push(touched);
                    }
                }
            }
            Combine::Moore(most) => {
                // Every heap is left alone or moved in; at least one, at most so many.
                let mut partial: Vec<Touched> = vec![Vec::new()];
                for (place, &heap) in position.iter().enumerate() {
                    let mut longer = partial.clone();
                    for made in partial.iter().filter(|made| made.len() < most) {
                        for left in self.options(heap) {
                            let mut made = made.clone();
                            made.push((place, left));
                            longer.push(made);
                        }
                    }
                    partial = longer;
                }
                all.extend(partial.into_iter().filter(|made| !made.is_empty()));
            }
        }
        all
    }

    fn after(&self, position: &[(usize, u64)], touched: &Touched) -> Vec<(usize, u64)> {
        let mut after = Vec::new();
        for (place, &(rule, size)) in position.iter().enumerate() {
            match touched.iter().find(|(at, _)| *at == place) {
                None => after.push((rule, size)),
                Some((_, left)) if left.is_empty() => after.push((rule, 0)),
                Some((_, left)) => after.extend(left.iter().map(|&size| (rule, size))),
            }
        }
        after
    }

    fn first_wins(&mut self, position: &[(usize, u64)], pass_left: bool) -> bool {
        let mut key = position.to_vec();
        if self.combine != Combine::Staircase {
            key.retain(|heap| heap.1 > 0);
            key.sort_unstable();
        }
        if let Some(&wins) = self.known.get(&(key.clone(), pass_left)) {
            return wins;
        }
        let moves = self.moves(&key, pass_left);
        let wins = if moves.is_empty() {
            self.misere
        } else {
            moves.iter().any(|touched| {
                let after = self.after(&key, touched);
                !self.first_wins(&after, pass_left && !touched.is_empty())
            })
        };
        self.known.insert((key, pass_left), wins);
        wins
    }

    fn winning_moves(&mut self, position: &[(usize, u64)]) -> BTreeSet<Touched> {
        let moves = self.moves(position, true);
        let wins = |touched: &Touched| {
            let after = self.after(position, touched);
            !self.first_wins(&after, !touched.is_empty())
        };
        moves.into_iter().filter(wins).collect()
    }
}

/// Compares the whole analysis of a position with the search.
fn compare(rules: &[&str], combine: Combine, convention: Convention, position: &[(usize, u64)]) -> Decided {
    let rules: Vec<Ruleset> = rules.iter().map(|text| Ruleset::parse(text).unwrap()).collect();
    let mut oracle = Oracle::new(&rules, combine, convention);
    let mut game = Game::new(rules, combine, convention, Settings::default());
    let heaps: Vec<Heap> = position.iter().map(|&(rule, size)| Heap { rule, size }).collect();
    let found = game.analyse(&heaps).unwrap();
    let what = format!("{combine:?} {convention:?} {position:?}");
    assert_eq!(found.first_wins, oracle.first_wins(position, true), "{what}: {:?}", found.decided);
    assert_eq!(found.first_wins, game.first_wins(&heaps).unwrap(), "{what}");
    assert!(found.all_moves, "{what}");
    let listed = |touched: &sgtab::play::Move| -> Touched {
        touched.changes.iter().map(|change| (change.place, change.leave.clone())).collect()
    };
    let moves: Vec<Touched> = found.moves.iter().map(listed).collect();
    let set: BTreeSet<Touched> = moves.iter().cloned().collect();
    assert_eq!(set.len(), moves.len(), "{what}: a move is listed twice");
    assert_eq!(set, oracle.winning_moves(position), "{what}: {:?}", found.decided);
    assert_eq!(
        found.first_wins,
        !moves.is_empty() || (convention == Convention::Misere && !found.moves_exist(&oracle, position))
    );
    for one in &found.moves {
        for change in &one.changes {
            assert_eq!(change.from, position[change.place].1);
        }
    }
    found.decided
}

trait MovesExist {
    fn moves_exist(&self, oracle: &Oracle, position: &[(usize, u64)]) -> bool;
}

impl MovesExist for sgtab::play::Analysis {
    fn moves_exist(&self, oracle: &Oracle, position: &[(usize, u64)]) -> bool {
        !oracle.moves(position, true).is_empty()
    }
}

const SETS: [&str; 9] = ["nim", "1..3", "2..4", "2, 3", "fibonacci", "all but 2", "2 mod 3", "5", "odd"];
const OTHERS: [&str; 8] = [
    "kayles",
    "grundys-game",
    "any; [a, n - a] for a in 1..n/2",
    "1..n/2",
    "divisors of n",
    "proper divisors of n",
    "[n / d] for d in 2..6",
    "[n - 1]; [n/2] * 3 if n % 2 == 0",
];

fn rule() -> impl Strategy<Value = &'static str> {
    prop_oneof![proptest::sample::select(SETS.to_vec()), proptest::sample::select(OTHERS.to_vec())]
}

fn convention() -> impl Strategy<Value = Convention> {
    prop_oneof![Just(Convention::Normal), Just(Convention::Misere)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sums(rules in [rule(), rule()], convention in convention(),
            position in proptest::collection::vec((0..2_usize, 0..9_u64), 0..4)) {
        compare(&rules, Combine::Sum, convention, &position);
    }

    #[test]
    fn sums_with_a_pass(rules in [rule(), rule()], convention in convention(),
            position in proptest::collection::vec((0..2_usize, 0..7_u64), 0..4)) {
        compare(&rules, Combine::Pass, convention, &position);
    }

    #[test]
    fn staircases(rule in proptest::sample::select([&SETS[..], &["1..n/2", "divisors of n"]].concat()),
            convention in convention(), sizes in proptest::collection::vec(0..5_u64, 0..5)) {
        let position: Vec<(usize, u64)> = sizes.into_iter().map(|size| (0, size)).collect();
        compare(&[rule], Combine::Staircase, convention, &position);
    }

    #[test]
    fn several_heaps_at_once(most in 1..4_usize, sizes in proptest::collection::vec(0..5_u64, 0..5)) {
        let position: Vec<(usize, u64)> = sizes.into_iter().map(|size| (0, size)).collect();
        compare(&["nim"], Combine::Moore(most), Convention::Normal, &position);
    }

    #[test]
    fn several_heaps_of_other_games_at_once(most in 1..3_usize, rules in [rule(), rule()], convention in convention(),
            position in proptest::collection::vec((0..2_usize, 0..5_u64), 0..4)) {
        compare(&rules, Combine::Moore(most), convention, &position);
    }
}

#[test]
fn what_decides() {
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    for (rule, combine, convention, decided) in [
        ("kayles", Combine::Sum, normal, Decided::NimSum),
        ("nim", Combine::Sum, misere, Decided::MisereSum),
        ("2, 3", Combine::Sum, misere, Decided::MisereSum),
        ("squares", Combine::Sum, misere, Decided::MisereSum),
        // Fails at heap 5 of THEOREMS' example, holds for smaller heaps.
        ("proper divisors of n", Combine::Sum, misere, Decided::Search),
        ("kayles", Combine::Sum, misere, Decided::Search),
        ("nim", Combine::Staircase, normal, Decided::OddSteps),
        ("1..n/2", Combine::Staircase, normal, Decided::Search),
        ("nim", Combine::Moore(2), normal, Decided::DigitSums),
        ("1..3", Combine::Moore(2), normal, Decided::Search),
        ("nim", Combine::Pass, normal, Decided::Search),
    ] {
        let position = [(0, 5), (0, 3), (0, 6)];
        assert_eq!(compare(&[rule], combine, convention, &position), decided, "{rule} {combine:?} {convention:?}");
    }
    assert_eq!(compare(&["proper divisors of n"], Combine::Sum, misere, &[(0, 4), (0, 3)]), Decided::MisereSum);
}

fn game(rule: &str, combine: Combine, convention: Convention) -> Game {
    Game::new(vec![Ruleset::parse(rule).unwrap()], combine, convention, Settings::default())
}

#[test]
fn heaps_of_any_size_where_a_theorem_gives_the_values() {
    let mut nim = game("nim", Combine::Sum, Convention::Normal);
    let found = nim.analyse(&nim.heaps(&[10_u64.pow(18), 10_u64.pow(17), 7])).unwrap();
    let leave = 10_u64.pow(17) ^ 7;
    assert!(found.all_moves);
    assert_eq!(found.moves.len(), 1);
    assert_eq!(found.moves[0].changes[0].leave, [leave]);

    let mut set = game("2, 3", Combine::Sum, Convention::Normal);
    // 10^18 = 0 mod 5; by 3 to 2 mod 5, whose value is 1, and by 2 to 3 mod 5, whose value is 1.
    assert!(!set.first_wins(&set.heaps(&[10_u64.pow(18)])).unwrap());
    let found = set.analyse(&set.heaps(&[10_u64.pow(18) + 4])).unwrap();
    let left: Vec<u64> = found.moves.iter().map(|one| one.changes[0].leave[0] % 5).collect();
    assert_eq!((left, found.all_moves), (vec![1], true));

    let mut all_but = game("all but 2", Combine::Sum, Convention::Normal);
    let found = all_but.analyse(&all_but.heaps(&[4 * 10_u64.pow(17) + 1, 12])).unwrap();
    assert!(found.first_wins && found.all_moves && !found.moves.is_empty());

    // More moves than can be looked through: who wins is known, and it is said that moves are left out.
    let mut kayles = game("kayles", Combine::Sum, Convention::Normal);
    let found = kayles.analyse(&kayles.heaps(&[10_u64.pow(17)])).unwrap();
    assert_eq!((found.first_wins, found.all_moves), (true, false));
}

#[test]
fn sets_without_gaps_have_a_formula() {
    for a in 1..8 {
        for b in a..14 {
            let rule = Ruleset::parse(&format!("{a}..{b}")).unwrap();
            let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
            let table = SgTable::compute(&rule, 200, &settings).unwrap();
            let mut worth = Worth::new(rule, Settings::default());
            for n in 0..=200 {
                assert_eq!(worth.value(n).unwrap(), table.get(n).unwrap(), "{a}..{b} at {n}");
            }
        }
    }
    let mut vast = game("5..1000000", Combine::Sum, Convention::Normal);
    let found = vast.analyse(&vast.heaps(&[10_u64.pow(18) + 7])).unwrap();
    // Heaps of value 0 are 0 to 4 modulo 1000005.
    let left = |one: &sgtab::play::Move| one.changes[0].leave[0] % 1_000_005;
    assert!(found.all_moves && !found.moves.is_empty() && found.moves.iter().all(|one| left(one) < 5));
    // All of the 10^7 moves to heaps of value 0 cannot be listed.
    let mut wide = game("10000000..90000000", Combine::Sum, Convention::Normal);
    let found = wide.analyse(&wide.heaps(&[25_000_000])).unwrap();
    assert!(found.first_wins && !found.all_moves);
}

#[test]
fn vast_staircases_and_moore() {
    let mut stairs = game("nim", Combine::Staircase, Convention::Normal);
    let found = stairs.analyse(&stairs.heaps(&[3, 10_u64.pow(15), 10_u64.pow(16)])).unwrap();
    assert!(found.first_wins && found.all_moves);
    // From step 3 down to 3 coins, or from step 2 until step 1 has as many as step 3 has... which it cannot.
    assert_eq!(found.moves.len(), 1);
    let found = stairs.analyse(&stairs.heaps(&[3, 10_u64.pow(16), 10_u64.pow(15)])).unwrap();
    assert_eq!(found.moves.len(), 2);

    let mut moore = game("nim", Combine::Moore(2), Convention::Normal);
    assert!(!moore.first_wins(&moore.heaps(&[1 << 60, 1 << 60, 1 << 60])).unwrap());
    assert!(moore.first_wins(&moore.heaps(&[1 << 60, 1 << 60, (1 << 60) + 1])).unwrap());
}

/// Each question may take so many positions, however many were asked before it.
#[test]
fn many_questions_are_searched_one_after_the_other() {
    let mut pass = game("nim", Combine::Pass, Convention::Normal).searching(300);
    for (a, b) in (1..40).flat_map(|a| (1..5).map(move |b| (a, b))) {
        let fresh = game("nim", Combine::Pass, Convention::Normal);
        let expected = fresh.clone().first_wins(&fresh.heaps(&[a, b])).unwrap();
        assert_eq!(pass.first_wins(&pass.heaps(&[a, b])), Ok(expected), "{a} {b}");
    }
}

#[test]
fn what_is_too_much_to_search_is_refused_with_the_reason() {
    let mut kayles = game("kayles", Combine::Sum, Convention::Misere).searching(1000);
    let error = kayles.first_wins(&kayles.heaps(&[50, 60, 70])).unwrap_err();
    assert!(matches!(error, PlayError::TooManyPositions { most: 1000, .. }));
    assert_eq!(
        error.to_string(),
        "misère sums of 0.77, which splits heaps, do not follow from its values, so positions are searched one by one, up to \
         1000 of them, and here there are more"
    );
    let mut pass = game("nim", Combine::Pass, Convention::Normal);
    assert!(pass.first_wins(&pass.heaps(&[10_u64.pow(15); 3])).is_err());
    let mut stairs = game("kayles", Combine::Staircase, Convention::Normal);
    assert!(matches!(stairs.first_wins(&stairs.heaps(&[3])), Err(PlayError::SplitsOnStaircase { .. })));
}

#[test]
fn options_of_very_many_heaps() {
    let rule = "[n - 1] * 1000000001";
    let mut sum = game(rule, Combine::Sum, Convention::Normal);
    let found = sum.analyse(&sum.heaps(&[3])).unwrap();
    assert_eq!((found.first_wins, found.all_moves, found.moves), (true, false, vec![]));
    let mut pass = game(rule, Combine::Pass, Convention::Normal);
    assert!(matches!(pass.first_wins(&pass.heaps(&[3])), Err(PlayError::Table(_))));
}
