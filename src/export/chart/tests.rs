//! Every kind in every format on odd tables; what must hold of every page.

mod subjects;

use super::canvas::{Canvas, Shape};
use super::*;
use crate::ruleset::Ruleset;
use crate::table::{EngineName, Settings};

const LONG_TITLE: &str = "Bash's game on one heap: the players take one, two or three tokens by turns, and whoever \
    takes the last token of the heap wins the game; the values have the period four, as Bachet de Meziriac knew \
    in the year 1612, when the Problemes plaisans et delectables qui se font par les nombres were printed in Lyon";

fn table(rule: &str, n: u64) -> SgTable {
    SgTable::compute(&Ruleset::parse(rule).unwrap(), n, &Settings::default()).unwrap()
}

/// Heap n has the value n * `saltus`.
fn steep(n: u64, saltus: u64) -> SgTable {
    let rule = Ruleset::parse("any").unwrap();
    let mut table = table("any", 0);
    table.set_tail(Period { preperiod: 0, period: 1, saltus });
    table.extend(&rule, n, &Settings::default(), &mut crate::table::Visited::default(), &mut ()).unwrap();
    table
}

/// Heap n has the value n mod 4.
fn repeating(n: u64) -> SgTable {
    let rule = Ruleset::parse("1..3").unwrap();
    let mut table = table("1..3", 3);
    table.set_tail(Period { preperiod: 0, period: 4, saltus: 0 });
    table.extend(&rule, n, &Settings::default(), &mut crate::table::Visited::default(), &mut ()).unwrap();
    table
}

/// Outcomes of which about n^0.7 are P.
fn outcomes() -> SgTable {
    SgTable::from_values(table("squares", 4000).values().map(|value| value.min(1) as u32), EngineName::Naive)
}

/// Many values that come once each, others between them that never come, and one that comes often.
fn rare() -> SgTable {
    SgTable::from_values((0..5000).map(|n| if n % 7 == 3 { n / 2 * 5 } else { 2 }), EngineName::Naive)
}

struct Case {
    name: &'static str,
    table: SgTable,
    last: u64,
    period: Option<Period>,
    outcomes: bool,
}

fn period(preperiod: u64, period: u64, saltus: u64) -> Option<Period> {
    Some(Period { preperiod, period, saltus })
}

fn cases() -> Vec<Case> {
    let case = |name, table: SgTable, period| Case {
        name,
        last: table.len().saturating_sub(1),
        table,
        period,
        outcomes: false,
    };
    vec![
        case("empty", SgTable::empty(), period(0, 4, 0)),
        case("one heap", table("1..3", 0), None),
        case("one heap, period", table("1..3", 0), period(0, 4, 0)),
        case("two heaps", table("1..3", 1), period(0, 1, 0)),
        case("all zeros", table("100", 40), period(0, 1, 0)),
        case("one other value", table("1", 40), period(0, 2, 0)),
        case("preperiod past the end", table("0.77", 60), period(71, 12, 0)),
        case("preperiod to the end", table("0.77", 70), period(71, 12, 0)),
        case("period of u64::MAX", table("0.77", 70), period(u64::MAX, u64::MAX, u64::MAX)),
        case("period of no heaps", table("0.77", 70), period(0, 0, 0)),
        case("any", table("any", 30), period(0, 1, 1)),
        case("up to a thousand millions", steep(100, 10_000_000), period(0, 1, 10_000_000)),
        case("up to 4e18", steep(40, 100_000_000_000_000_000), None),
        case("Bash's game", table("1..3", 40), period(0, 4, 0)),
        case("arithmetic periodic", table("all but 2, 5, 6, 8", 100), period(14, 24, 9)),
        case("fibonacci", table("fibonacci", 200), None),
        case("Kayles", table("0.77", 150), period(71, 12, 0)),
        case("squares", table("squares", 1000), None),
        case("long period", table("2, 27, 99, 101", 300), period(8820, 69090, 0)),
        case("too dense for differences", table("2, 27, 99, 101", 3000), None),
        case("many differences", table("squares", 20_000), None),
        case("2000 heaps", table("1..3", 1999), period(0, 4, 0)),
        case("2001 heaps", table("primes", 2000), None),
        case("a million heaps", table("1..3", 1_000_000), period(0, 4, 0)),
        Case { name: "part of a table", table: table("1..3", 40), last: 9, period: period(0, 4, 0), outcomes: false },
        Case {
            name: "past the table",
            table: table("1..3", 40),
            last: u64::MAX,
            period: period(0, 4, 0),
            outcomes: false,
        },
        Case { name: "outcomes", table: outcomes(), last: 4000, period: None, outcomes: true },
        case("2^40 heaps that repeat", repeating(1 << 40), period(0, 4, 0)),
        case("2^40 heaps that rise", steep(1 << 40, 3), period(0, 1, 3)),
        case("rare values", rare(), None),
    ]
}

fn input(kind: TableChart, case: &Case) -> ChartInput<'_> {
    let caption = "period 4, preperiod 0: proved (window: the values of heaps 0..2 recur at 4..6)";
    let data = TableData { table: &case.table, last: case.last, period: case.period, outcomes: case.outcomes };
    ChartInput { title: LONG_TITLE, caption, subject: Subject::Table(kind, data) }
}

#[test]
fn every_chart_of_every_table() {
    for case in cases() {
        for kind in TableChart::ALL {
            let style = ChartStyle { width: 800, ..ChartStyle::default() };
            let name = format!("{kind} of {}", case.name);
            let svg = draw(&input(kind, &case), ChartFormat::Svg, &style).unwrap();
            assert_eq!(svg, draw(&input(kind, &case), ChartFormat::Svg, &style).unwrap(), "{name}");
            assert!(svg.len() < 700_000, "{name}: {} bytes", svg.len());
            let svg = String::from_utf8(svg).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
            assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{name}");
            let elements = svg.matches('<').count();
            assert!(elements < 8000, "{name}: {elements} elements");

            let png = draw(&input(kind, &case), ChartFormat::Png, &style).unwrap();
            let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
            let height = page(&input(kind, &case), &style).unwrap().height.ceil() as u32;
            assert_eq!((reader.info().width, reader.info().height), (800, height), "{name}");
            assert!(height < 1600, "{name}: {height} pixels high");
        }
    }
}

#[test]
fn a_png_is_the_same_twice() {
    let case = &cases()[14];
    for kind in TableChart::ALL {
        let png = || draw(&input(kind, case), ChartFormat::Png, &ChartStyle::default()).unwrap();
        assert_eq!(png(), png());
    }
}

/// No text leaves the page or touches another, and no shape leaves it.
fn assert_tidy(canvas: &Canvas, name: &str) {
    let mut texts = Vec::new();
    for shape in &canvas.shapes {
        let (x0, y0, x1, y1) = match shape {
            Shape::Rect { x0, y0, x1, y1, .. } => (*x0, *y0, *x1, *y1),
            Shape::Disc { x, y, r, .. } | Shape::Diamond { x, y, r, .. } => (x - r, y - r, x + r, y + r),
            Shape::Line { points, .. } | Shape::Polygon { points, .. } => points.iter().fold(
                (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
                |(x0, y0, x1, y1), &(x, y)| (x0.min(x), y0.min(y), x1.max(x), y1.max(y)),
            ),
            Shape::Text(text) => {
                texts.push((text, text.bounds(&canvas.font)));
                text.bounds(&canvas.font)
            }
        };
        let inside = x0 >= -0.01 && y0 >= -0.01 && x1 <= canvas.width + 0.01 && y1 <= canvas.height + 0.01;
        assert!(inside && x0 <= x1 && y0 <= y1, "{name}: {shape:?} of {} x {}", canvas.width, canvas.height);
    }
    for (i, (one, a)) in texts.iter().enumerate() {
        for (other, b) in &texts[..i] {
            let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
            assert!(apart, "{name}: {one:?} touches {other:?}");
        }
    }
}

#[test]
fn pages_are_tidy_at_every_width() {
    for case in cases() {
        for kind in TableChart::ALL {
            for width in [300, 400, 800, 1200, 4000] {
                for columns in [None, Some(1), Some(7), Some(400)] {
                    if columns.is_some() && kind != TableChart::Grid {
                        continue;
                    }
                    let style = ChartStyle { width, columns, ..ChartStyle::default() };
                    let canvas = page(&input(kind, &case), &style).unwrap();
                    assert_tidy(&canvas, &format!("{kind} of {} at {width}, columns {columns:?}", case.name));
                }
            }
        }
    }
}

#[test]
fn odd_titles() {
    let table = table("1..3", 12);
    let unbroken = "x".repeat(5000);
    for title in ["", " ", "<&>\"'", "a\u{0}b\u{ffff}\tc\n", "尼姆", &unbroken, &"word ".repeat(1000)] {
        let data = TableData { table: &table, last: 12, period: None, outcomes: false };
        for kind in TableChart::ALL {
            let input = ChartInput { title, caption: title, subject: Subject::Table(kind, data) };
            let canvas = page(&input, &ChartStyle::default()).unwrap();
            assert_tidy(&canvas, title);
            let svg = String::from_utf8(draw(&input, ChartFormat::Svg, &ChartStyle::default()).unwrap()).unwrap();
            assert!(!svg.contains(['\u{0}', '\u{ffff}']), "{title:?}");
            draw(&input, ChartFormat::Png, &ChartStyle::default()).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let table = table("1..3", 12);
    let data = TableData { table: &table, last: 12, period: None, outcomes: false };
    let of = |kind, data| ChartInput { title: "", caption: "", subject: Subject::Table(kind, data) };
    let error = |style| draw(&of(TableChart::Grid, data), ChartFormat::Svg, &style).unwrap_err().to_string();
    let style = ChartStyle::default();
    assert_eq!(error(ChartStyle { width: 0, ..style }), "a chart cannot be 0 pixels wide; from 300 to 4000 it can");
    assert_eq!(error(ChartStyle { columns: Some(0), ..style }), "a grid cannot have 0 columns; from 1 to 400 it can");
    // A period of 2^22 in each of a thousand bins.
    let mut long = SgTable::from_values((0..1 << 22).map(|n| n % 5), EngineName::Naive);
    long.set_tail(Period { preperiod: 0, period: 1 << 22, saltus: 0 });
    let rule = Ruleset::parse("1..4").unwrap();
    long.extend(&rule, 1 << 40, &Settings::default(), &mut crate::table::Visited::default(), &mut ()).unwrap();
    let data = TableData { table: &long, last: u64::MAX, period: None, outcomes: false };
    let found = draw(&of(TableChart::Sequence, data), ChartFormat::Png, &style);
    assert_eq!(found, Err(ChartError::TooLong { heaps: (1 << 40) + 1 }));
    draw(&of(TableChart::Grid, data), ChartFormat::Svg, &style).unwrap();
}

#[test]
fn names() {
    for kind in TableChart::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert_eq!("PNG".parse(), Ok(ChartFormat::Png));
    let near = Some("sequence".to_owned());
    assert_eq!("sequense".parse::<TableChart>(), Err(ChartError::UnknownKind { typed: "sequense".into(), near }));
    assert_eq!("gif".parse::<ChartFormat>(), Err(ChartError::UnknownFormat { typed: "gif".into() }));
}
