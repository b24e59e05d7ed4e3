//! The charts that are not of one table: odd rules, hostile labels, every width.

use super::super::*;
use super::assert_tidy;
use crate::play::graph::{Builder, Graph};
use crate::play::{Combine, Game};
use crate::ruleset::{Convention, Ruleset};
use crate::table::Settings;

const WIDTHS: [u32; 4] = [300, 800, 1200, 4000];

const LABELS: [&str; 5] = [
    "",
    "取石子游戏：每次取一个或两个相邻的石子，剩下的可以分成两堆，取走最后一个石子的人获胜",
    "a\u{0}b\u{ffff}\tc\n<&>\"'",
    "Bash's game on one heap: the players take one, two or three tokens by turns, and whoever takes the last wins",
    "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
];

fn rule(text: &str) -> Ruleset {
    Ruleset::parse(text).unwrap()
}

/// Draws at every width, under every title, in both formats at one of them.
fn check(name: &str, subject: Subject<'_>) {
    for title in LABELS {
        let input = ChartInput { title, caption: title, subject };
        for width in WIDTHS {
            let style = ChartStyle { width, ..ChartStyle::default() };
            assert_tidy(&page(&input, &style).unwrap(), &format!("{name} at {width}"));
        }
    }
    let input = ChartInput { title: name, caption: name, subject };
    let style = ChartStyle { width: 4000, ..ChartStyle::default() };
    let svg = String::from_utf8(draw(&input, ChartFormat::Svg, &style).unwrap()).unwrap();
    assert!(svg.len() < 1_000_000, "{name}: {} bytes", svg.len());
    assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains(['\u{0}', '\u{ffff}']), "{name}");
    let small = ChartStyle { width: 300, ..ChartStyle::default() };
    let png = draw(&input, ChartFormat::Png, &small).unwrap();
    assert_eq!(png, draw(&input, ChartFormat::Png, &small).unwrap(), "{name}");
}

/// Why it is not drawn.
fn refused(subject: Subject<'_>) -> Option<ChartError> {
    page(&ChartInput { title: "", caption: "", subject }, &ChartStyle::default()).err()
}

fn period(preperiod: u64, period: u64, saltus: u64) -> Option<Period> {
    Some(Period { preperiod, period, saltus })
}

#[test]
fn families_are_tidy() {
    let table = |text: &str, n: u64| SgTable::compute(&rule(text), n, &Settings::default()).unwrap();
    let empty = SgTable::empty();
    let (three, kayles, nim, zeros) = (table("1..3", 60), table("kayles", 300), table("nim", 40), table("100", 9));
    let row = |label, table, period| FamilyRow { label, table, period };
    let mixed = [
        row("Take 1 to 3", &three, period(0, 4, 0)),
        row(LABELS[1], &kayles, period(71, 12, 0)),
        row(LABELS[2], &nim, period(0, 1, 1)),
        row(LABELS[3], &zeros, period(u64::MAX, u64::MAX, u64::MAX)),
        row(LABELS[4], &empty, period(0, 0, 0)),
    ];
    let many: Vec<FamilyRow<'_>> = (0..200).map(|at| row(LABELS[at % 5], &kayles, period(71, 12, 0))).collect();
    for last in [0, 40, 200, u64::MAX] {
        check(&format!("mixed family to {last}"), Subject::Family(Family { rows: &mixed, last }));
    }
    check("one row", Subject::Family(Family { rows: &mixed[..1], last: 60 }));
    check("one row without heaps", Subject::Family(Family { rows: &mixed[4..], last: 60 }));
    check("no rows", Subject::Family(Family { rows: &[], last: 60 }));
    check("200 rows", Subject::Family(Family { rows: &many, last: 300 }));

    let too_many = vec![mixed[0]; 201];
    let subject = Subject::Family(Family { rows: &too_many, last: 60 });
    assert_eq!(refused(subject), Some(ChartError::ManyRules { rules: 201 }));
}

#[test]
fn graphs_are_tidy() {
    let of_rule = |text: &str, n: u64| Graph::of_rule(&rule(text), n, 1 << 24).unwrap();
    let mut graphs = vec![
        ("one heap", of_rule("1..3", 0)),
        ("no moves", of_rule("100", 20)),
        ("1..3", of_rule("1..3", 12)),
        ("60 heaps", of_rule("1..3", 59)),
        ("nim", of_rule("nim", 27)),
        ("squares", of_rule("squares", 40)),
        ("kayles", of_rule("kayles", 8)),
        ("grundys-game", of_rule("grundys-game", 8)),
        ("equal parts", of_rule("[n/k] * k for k in 2..n if n % k == 0", 7)),
    ];
    let mut named = Builder::default();
    named.node(LABELS[1]).unwrap();
    named.add_move(LABELS[2], LABELS[3]).unwrap();
    named.add_move(LABELS[4], LABELS[3]).unwrap();
    named.add_move("\u{1}", LABELS[4]).unwrap();
    let (mut star, mut order) = (Builder::default(), Builder::default());
    for leaf in 0..59 {
        star.add_move("the middle of a star", &format!("the end of ray {leaf}")).unwrap();
    }
    for from in 1..=27 {
        (0..from).for_each(|to| order.add_move(&format!("node {from}"), &format!("node {to}")).unwrap());
    }
    graphs.extend([("named", named.finish()), ("star", star.finish()), ("order", order.finish())]);
    graphs.push(("empty", Builder::default().finish()));
    for (name, graph) in &graphs {
        check(&format!("graph {name}"), Subject::Graph(&graph.values(Convention::Normal).unwrap()));
        if graph.edges() < 40 {
            check(&format!("misère graph {name}"), Subject::Graph(&graph.values(Convention::Misere).unwrap()));
        }
    }
    let large = of_rule("nim", 60);
    let values = large.values(Convention::Normal).unwrap();
    assert_eq!(refused(Subject::Graph(&values)), Some(ChartError::LargeGraph { nodes: 61, moves: 1830 }));
}

fn with_nim_sum<T>(text: &str, heaps: &[u64], combine: Combine, look: impl FnOnce(Subject<'_>) -> T) -> T {
    let mut game = Game::new(vec![rule(text)], combine, Convention::Normal, Settings::default());
    let position = game.heaps(heaps);
    let analysis = game.analyse(&position).unwrap();
    let names = vec![text.to_owned(); heaps.len()];
    let convention = Convention::Normal;
    look(Subject::NimSum(PositionView { position: &position, names: &names, combine, convention, analysis: &analysis }))
}

#[test]
fn nim_sums_are_tidy() {
    let twelve: Vec<u64> = (0..12).map(|bit| (1 << 62) + (1 << (5 * bit))).collect();
    let cases: [(&str, &[u64]); 11] = [
        ("nim", &[3, 4, 5]),
        ("nim", &[1, 2, 3]),
        ("nim", &[0]),
        ("nim", &[0, 0]),
        ("nim", &[7]),
        ("nim", &[1000, 2000, 3000]),
        ("nim", &twelve),
        ("kayles", &[7, 12, 20]),
        ("laskers-nim", &[3, 7, 8]),
        ("equal-parts", &[60, 72, 48]),
        ("1..3", &[u64::MAX, u64::MAX - 1]),
    ];
    for (text, heaps) in cases {
        with_nim_sum(text, heaps, Combine::Sum, |subject| check(&format!("nim-sum {text} {heaps:?}"), subject));
    }
    let found = with_nim_sum("nim", &[1; 13], Combine::Sum, refused);
    assert_eq!(found, Some(ChartError::ManyHeaps { heaps: 13 }));
    assert_eq!(with_nim_sum("nim", &[1, 2], Combine::Staircase, refused), Some(ChartError::NoNimSum));
}

/// The texts of a page.
fn texts(subject: Subject<'_>) -> Vec<String> {
    let canvas = page(&ChartInput { title: "", caption: "", subject }, &ChartStyle::default()).unwrap();
    let text = |shape: &super::Shape| match shape {
        super::Shape::Text(text) => Some(text.text.clone()),
        _ => None,
    };
    canvas.shapes.iter().filter_map(text).collect()
}

#[test]
fn nim_sums_say_the_winning_move() {
    let says = |text: &str, heaps: &[u64]| with_nim_sum(text, heaps, Combine::Sum, texts).join("\n");
    let found = says("nim", &[3, 4, 5]);
    assert!(found.contains("A winning move: take 2 from the heap of 3 (leaves 1)."), "{found}");
    assert!(found.contains("The values 1, 4, 5 have nim-sum 0. There is no other winning move."), "{found}");
    let found = says("nim", &[1, 2, 3]);
    assert!(found.contains("Every column has an even number of ones"), "{found}");
    let found = says("laskers-nim", &[3]);
    assert!(found.contains("take the whole heap of 3"), "{found}");
    let found = says("grundys-game", &[5, 1]);
    assert!(found.contains("split the heap of 5 into 1 + 4"), "{found}");
}

#[test]
fn steps_are_tidy() {
    let conditions = "[a, n - 1 - a] for a in 1..n/2 if n % 2 == 0; [n - 3] if n > 3";
    let cases = [
        ("nim", 0),
        ("nim", 1),
        ("nim", 12),
        ("nim", 30),
        ("nim", 31),
        ("nim", 200),
        ("nim", 10_000),
        ("100", 12),
        ("1..3", 12),
        ("kayles", 12),
        ("kayles", 500),
        ("grundys-game", 40),
        ("equal-parts", 60),
        ("equal-parts", 9_240),
        ("splits-into-three", 40),
        (conditions, 17),
        (conditions, 18),
    ];
    for (text, heap) in cases {
        let steps = Steps::new(&rule(text), heap, &Settings::default()).unwrap();
        check(&format!("steps {text} {heap}"), Subject::Steps(&steps));
    }
    assert!(matches!(Steps::new(&rule("nim"), 10_001, &Settings::default()), Err(StepsError::Large { heap: 10_001 })));
    let many = Steps::new(&rule("splits-into-three"), 9_000, &Settings::default());
    assert!(matches!(many, Err(StepsError::ManyOptions { .. } | StepsError::Table(_))), "{many:?}");
}

#[test]
fn steps_agree_with_the_table() {
    for text in ["nim", "kayles", "laskers-nim", "squares", "equal-parts", "0.8"] {
        let table = SgTable::compute(&rule(text), 40, &Settings::default()).unwrap();
        for heap in 0..=40 {
            let steps = Steps::new(&rule(text), heap, &Settings::default()).unwrap();
            let has = |value: u64| steps.options().iter().any(|option| option.value() == value);
            let mex = (0..).find(|&value| !has(value));
            assert_eq!((Some(steps.value()), mex), (table.get(heap), Some(steps.value())), "{text} {heap}");
        }
    }
}
