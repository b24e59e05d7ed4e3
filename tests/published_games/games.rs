//! The facts of `tests/data/other_games.tsv`.
//!
//! Not in the file: Cram from 4 x 7 on, which has too many positions. Of the table of Strip-and-Streak the corner is
//! compared, for the same reason. Where a row has a formula, it is written out in the test.

use std::collections::{BTreeSet, HashMap};
use std::fs;

use sgtab::play::Combine;
use sgtab::play::graph::Graph;
use sgtab::ruleset::{Convention, Ruleset};

use super::{game, nim, sorted, values, wins, with, xor};

/// Position, value and kind of the facts about a game.
fn facts(game: &str) -> Vec<[String; 3]> {
    let text = fs::read_to_string("tests/data/other_games.tsv").unwrap();
    let rows = text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let facts: Vec<_> = rows.filter(|row| row[0].starts_with(game)).map(|row| row[1..4].to_vec()).collect();
    assert!(!facts.is_empty(), "{game}");
    facts.into_iter().map(|fact| fact.try_into().unwrap()).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().unwrap()).collect()
}

/// Positions such as `0-3-4 0-5-6`, in order.
fn positions(text: &str) -> BTreeSet<Vec<u32>> {
    text.split(' ').map(numbers).collect()
}

/// The P-positions of a game.
fn lost(values: HashMap<Vec<u32>, u32>) -> BTreeSet<Vec<u32>> {
    values.into_iter().filter(|(_, value)| *value == 0).map(|(position, _)| position).collect()
}

#[test]
fn every_fact_has_a_test() {
    let tested = "GenWythoff TakeAway(3) Mem GenMem Lasker's Euclid Welter, Welter Moore's Staircase Green Turning \
                  Cram Quicksort number option Strip-and-Streak:";
    let text = fs::read_to_string("tests/data/other_games.tsv").unwrap();
    for row in text.lines().skip(1) {
        assert!(tested.split(' ').any(|game| row.split([' ', '\t']).next() == Some(game)), "{row}");
    }
}

#[test]
fn wythoff_with_a_difference_below_4() {
    let values = values([vec![17, 73]], |pair: &Vec<u32>| {
        let (a, b) = (pair[0], pair[1]);
        let both = (1..=a).flat_map(|k| (1..=b).filter(move |&l| k.abs_diff(l) < 4).map(move |l| vec![a - k, b - l]));
        nim(pair).into_iter().chain(both).collect()
    });
    let lost: BTreeSet<_> = lost(values).into_iter().filter(|pair| pair[0] <= pair[1]).collect();
    assert_eq!(lost, positions(&facts("GenWythoff")[0][0]));
}

/// A position is a heap and what was taken last.
#[test]
fn memories() {
    type Allowed = fn(u32, u32) -> bool;
    let take_away: Allowed = |last, take| take <= 3 * last;
    let mem: Allowed = |last, take| take >= last;
    let gen_mem: Allowed = |last, take| take != last;
    for (name, allowed) in [("TakeAway(3)", take_away), ("Mem", mem), ("GenMem", gen_mem)] {
        let values = values((0..=20).map(|last| (10, last)), |&(heap, last): &(u32, u32)| {
            (1..=heap).filter(|&take| allowed(last, take)).map(|take| (heap - take, take)).collect()
        });
        let row: Vec<u32> = (0..=20).map(|last| values[&(10, last)]).collect();
        assert_eq!(row, numbers(&facts(name)[0][1]), "{name}");
    }
}

#[test]
fn laskers_nim() {
    let row = numbers(&facts("Lasker's Nim")[0][1]);
    let mut game = game("laskers-nim", Combine::Sum, Convention::Normal);
    for (heap, value) in row.iter().enumerate() {
        let heap = game.heaps(&[heap as u64])[0];
        assert_eq!(game.value(heap).unwrap(), u64::from(*value));
    }
    let values = values([vec![13]], |heaps: &Vec<u32>| {
        let splits = |place: usize| (1..heaps[place]).map(move |part| with(heaps, place, &[part, heaps[place] - part]));
        nim(heaps).into_iter().chain((0..heaps.len()).flat_map(splits)).map(sorted).collect()
    });
    assert!(values.len() > 400);
    for (heaps, value) in values {
        assert_eq!(value, xor(heaps.iter().map(|&heap| row[heap as usize])), "{heaps:?}");
    }
}

#[test]
fn euclid() {
    let pairs = (1..40).flat_map(|a| (1..40).map(move |b| (a, b)));
    let values = values(pairs, |&(a, b): &(u32, u32)| {
        let (low, high) = (a.min(b), a.max(b));
        (1..high).filter(|k| k * low < high).map(|k| (low, high - k * low)).collect()
    });
    for [position, value, kind] in facts("Euclid") {
        if kind == "nim-value" {
            let pair = numbers(&position);
            assert_eq!(values[&(pair[0], pair[1])], value.parse::<u32>().unwrap(), "{position}");
            continue;
        }
        // floor(|a/b - b/a|)
        for (&(a, b), &value) in &values {
            assert_eq!(value, (a * a).abs_diff(b * b) / (a * b), "{a} {b}");
        }
    }
}

/// Coins on different squares; a move takes one of them to a free square further down.
fn welter(start: Vec<u32>) -> HashMap<Vec<u32>, u32> {
    values([start], |coins: &Vec<u32>| {
        let free = nim(coins).into_iter().map(sorted);
        free.filter(|coins| coins.windows(2).all(|two| two[0] < two[1])).collect()
    })
}

#[test]
fn welters_game() {
    for [position, value, kind] in facts("Welter") {
        match kind.as_str() {
            "nim-value" => assert_eq!(welter(numbers(&position))[&numbers(&position)].to_string(), value, "{position}"),
            "nim-value formula" => {
                for (coins, value) in welter(vec![12, 13]) {
                    assert_eq!(value, (coins[0] ^ coins[1]) - 1, "{coins:?}");
                }
            }
            _ => {
                let published = positions(&position);
                let coins = published.first().unwrap().len() as u32;
                assert_eq!(lost(welter((9 - coins..9).collect())), published);
            }
        }
    }
}

/// A move makes 1 to `most` heaps smaller.
fn moore(heaps: &[u32], most: usize) -> Vec<Vec<u32>> {
    let mut after: Vec<Vec<u32>> = vec![vec![]];
    for &heap in heaps {
        after = after.iter().flat_map(|made| (0..=heap).map(|left| [&made[..], &[left]].concat())).collect();
    }
    let changed = |after: &Vec<u32>| after.iter().zip(heaps).filter(|(after, heap)| after != heap).count();
    after.retain(|after| (1..=most).contains(&changed(after)));
    after
}

#[test]
fn moores_nim() {
    let game = |most| game("nim", Combine::Moore(most), Convention::Normal);
    for most in 1..=3 {
        let mut game = game(most);
        for (heaps, value) in values([vec![4, 4, 4, 5]], |heaps: &Vec<u32>| moore(heaps, most)) {
            let ones = |digit: u32| heaps.iter().filter(|&heap| heap >> digit & 1 == 1).count();
            assert_eq!(value == 0, (0..3).all(|digit| ones(digit) % (most + 1) == 0), "{heaps:?}");
            assert_eq!(value == 0, !wins(&mut game, &heaps), "{heaps:?}");
        }
    }
    for (most, facts) in [(2, facts("Moore's Nim_2")), (3, facts("Moore's Nim_3"))] {
        for [position, outcome, _] in facts {
            let heaps = numbers(&position);
            let values = values([heaps.clone()], |heaps| moore(heaps, most));
            assert_eq!(if values[&heaps] > 0 { "N" } else { "P" }, outcome, "{position}");
            assert_eq!(wins(&mut game(most), &heaps), outcome == "N", "{position}");
        }
    }
}

#[test]
fn staircase_nim() {
    let mut game = game("nim", Combine::Staircase, Convention::Normal);
    let values = values([vec![2, 1, 1, 2, 2]], |steps: &Vec<u32>| {
        let mut moves = Vec::new();
        for (step, moved) in (0..steps.len()).flat_map(|step| (1..=steps[step]).map(move |moved| (step, moved))) {
            let mut after = steps.clone();
            after[step] -= moved;
            if step > 0 {
                after[step - 1] += moved;
            }
            moves.push(after);
        }
        moves
    });
    assert!(values.len() > 500);
    for (steps, value) in values {
        assert_eq!(value == 0, steps[0] ^ steps[2] ^ steps[4] == 0, "{steps:?}");
        assert_eq!(value == 0, !wins(&mut game, &steps), "{steps:?}");
    }
}

/// A cycle is its number of edges; what is left of it are two strings.
#[test]
fn green_hackenbush_cycles() {
    for [edges, value, _] in facts("Green Hackenbush") {
        let cycle = numbers(&edges);
        let values = values([cycle.clone()], |edges: &Vec<u32>| match edges[..] {
            [cycle] => (0..cycle).map(|string| vec![string, cycle - 1 - string]).collect(),
            _ => nim(edges),
        });
        assert_eq!(values[&cycle].to_string(), value, "{edges}");
    }
}

/// 1, 2 or 3 coins are turned, of which that furthest right comes to lie tails up.
#[test]
fn mock_turtles() {
    let [coins, value, _] = &facts("Turning Mock Turtles")[0];
    let start: u32 = coins.chars().enumerate().map(|(place, side)| u32::from(side == 'h') << place).sum();
    let values = values([start], |&heads: &u32| {
        let turned = (1..=u32::BITS - heads.leading_zeros()).flat_map(|end| 1 << (end - 1)..1 << end);
        turned
            .filter(|turned: &u32| turned.count_ones() <= 3 && heads >> turned.ilog2() & 1 == 1)
            .map(|turned| heads ^ turned)
            .collect()
    });
    assert_eq!(values[&start].to_string(), *value);
}

#[test]
fn cram() {
    for [board, value, _] in facts("Cram") {
        let (rows, columns) = (numbers(&board)[0], numbers(&board)[1]);
        let across = (0..rows * columns).filter(|cell| (cell + 1) % columns > 0).map(|cell| 0b11 << cell);
        let down = (columns..rows * columns).map(|cell| (1 | 1 << columns) << (cell - columns));
        let dominoes: Vec<u32> = across.chain(down).collect();
        let values = values([0], |&covered: &u32| {
            dominoes.iter().filter(|&domino| covered & domino == 0).map(|domino| covered | domino).collect()
        });
        assert_eq!(values[&0].to_string(), value, "{board}");
    }
}

/// A number is the pivot: the smaller ones come before it, the larger ones behind it, in the order in which they are.
#[test]
fn quicksort_game() {
    for [list, value, _] in facts("Quicksort") {
        let list = numbers(&list);
        let values = values([list.clone()], |list: &Vec<u32>| {
            let part = |keep: &dyn Fn(&u32) -> bool| list.iter().copied().filter(keep).collect::<Vec<_>>();
            let pivots = list.iter().map(|pivot| [part(&|n| n < pivot), vec![*pivot], part(&|n| n > pivot)].concat());
            pivots.filter(|after| after != list).collect()
        });
        assert_eq!(values[&list].to_string(), value, "{list:?}");
    }
}

#[test]
fn options_are_the_published_ones() {
    for [position, count, _] in facts("number of options") {
        let (rule, heap) = position.split_once(" heap ").unwrap();
        let rule = rule.trim_end_matches(" (Grundy)").replace("All-but{", "all but ").replace('}', "");
        let mut options = BTreeSet::new();
        let rule = Ruleset::parse(&rule).unwrap();
        rule.for_each_option(heap.parse().unwrap(), |left| _ = options.insert(sorted(left.to_vec()))).unwrap();
        assert_eq!(options.len().to_string(), count, "{position}");
    }
    for [position, published, _] in facts("option list") {
        let (rule, heap) = position.split_once(" heap ").unwrap();
        let graph = Graph::of_rule(&Ruleset::parse(rule).unwrap(), heap.parse().unwrap(), 1 << 20).unwrap();
        let options = graph.moves(graph.node(heap).unwrap()).iter().map(|&to| graph.name(to).to_owned());
        let published = published.split('|').map(|option| option.replace(',', "+").replace('-', "0"));
        assert_eq!(options.collect::<BTreeSet<_>>(), published.collect(), "{position}");
    }
}

/// A coin is turned, and with it any others above it, or neighbours one after the other to the left of it.
#[test]
fn strip_and_streak() {
    let [_, table, _] = &facts("Strip-and-Streak")[0];
    let table: Vec<Vec<u32>> = table.split(';').map(numbers).collect();
    for (rows, columns) in [(1, 12), (2, 6), (3, 4), (5, 2)] {
        let at = |row: u32, column: u32| 1 << (row * columns + column);
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let values = values(cells().map(|(row, column)| at(row, column)), |&heads: &u32| {
            let mut moves = Vec::new();
            for (row, column) in cells().filter(|&(row, column)| heads & at(row, column) > 0) {
                let above =
                    |set: u32| (0..row).filter(|row| set >> row & 1 == 1).map(|row| at(row, column)).sum::<u32>();
                moves.extend((0..1 << row).map(|set| heads ^ at(row, column) ^ above(set)));
                moves.extend(
                    (0..=column).map(|first| heads ^ (first..=column).map(|column| at(row, column)).sum::<u32>()),
                );
            }
            moves
        });
        for (row, column) in cells() {
            assert_eq!(values[&at(row, column)], table[row as usize][column as usize], "{row} {column}");
        }
    }
}
