//! Streams of positions: what judges give and expect, every layout, and every mistake with its place.
// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};

use proptest::prelude::*;
use sgtab::play::stream::{
    Answer, Expected, FirstMove, Found, Heap, Layout, Limited, Mistake, Referee, StreamError, Within, solve,
};

/// The games of the samples. A position is won where it has an option that is not.
#[derive(Clone, Copy, PartialEq)]
enum Game {
    Nim,
    Misere,
    Staircase,
    Fibonacci,
    /// Taking one of the amounts of the stream.
    Amounts,
}

struct Judge {
    game: Game,
    heaps: Vec<u64>,
    amounts: Vec<u64>,
    values: HashMap<u64, u64>,
}

#[derive(Debug, thiserror::Error)]
#[error("{0} is too much")]
struct TooMuch(u64);

impl Judge {
    fn new(game: Game) -> Self {
        let amounts = if game == Game::Fibonacci {
            vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]
        } else {
            vec![]
        };
        Judge { game, heaps: Vec::new(), amounts, values: HashMap::new() }
    }

    fn value(&mut self, heap: u64) -> u64 {
        if !matches!(self.game, Game::Fibonacci | Game::Amounts) {
            return heap;
        }
        for heap in 0..=heap {
            if !self.values.contains_key(&heap) {
                let options: Vec<u64> =
                    self.amounts.iter().filter(|&&s| s <= heap).map(|s| self.values[&(heap - s)]).collect();
                let mex = (0..).find(|value| !options.contains(value)).unwrap();
                self.values.insert(heap, mex);
            }
        }
        self.values[&heap]
    }

    fn nim_sum(&mut self) -> u64 {
        let step = if self.game == Game::Staircase { 2 } else { 1 };
        let heaps: Vec<u64> = self.heaps.iter().step_by(step).copied().collect();
        heaps.into_iter().fold(0, |sum, heap| sum ^ self.value(heap))
    }
}

impl Referee for Judge {
    type Heap = u64;
    type Error = TooMuch;

    fn start(&mut self) {
        self.heaps.clear();
    }
    fn add(&mut self, heaps: &[u64]) -> Result<(), TooMuch> {
        assert!(!heaps.is_empty());
        self.heaps.extend(heaps);
        heaps.iter().find(|&&heap| heap == 666).map_or(Ok(()), |&heap| Err(TooMuch(heap)))
    }
    fn first_wins(&mut self) -> Result<bool, TooMuch> {
        let all_small = self.heaps.iter().all(|&heap| heap < 2);
        Ok((self.nim_sum() != 0) != (self.game == Game::Misere && all_small))
    }
    fn winning_moves(&mut self) -> Result<u64, TooMuch> {
        let sum = self.nim_sum();
        Ok(self.heaps.iter().filter(|&heap| heap ^ sum < *heap).count() as u64)
    }
    fn first_winning_move(&mut self, left: &mut Vec<u64>) -> Result<Option<FirstMove>, TooMuch> {
        assert!(left.is_empty());
        let sum = self.nim_sum();
        let Some(at) = self.heaps.iter().position(|heap| heap ^ sum < *heap) else { return Ok(None) };
        left.extend(&self.heaps);
        left[at] ^= sum;
        Ok(Some(FirstMove { place: at as u64 + 1, amount: self.heaps[at] - left[at] }))
    }
    fn set_amounts(&mut self, amounts: &[u64]) -> Result<(), TooMuch> {
        self.values.clear();
        self.amounts = amounts.to_vec();
        amounts.iter().find(|&&amount| amount == 666).map_or(Ok(()), |&amount| Err(TooMuch(amount)))
    }
}

fn words(first: &str, second: &str) -> Answer {
    Answer::Winner { first: first.into(), second: second.into() }
}

fn judged(
    game: Game,
    layout: Layout,
    answer: &Answer,
    input: impl Read,
) -> (String, Result<u64, StreamError<TooMuch>>) {
    let mut out = Vec::new();
    let result = solve(input, layout, &mut Judge::new(game), answer, &mut out);
    (String::from_utf8(out).unwrap(), result)
}

#[test]
fn what_judges_give_is_answered_as_they_expect() {
    let mut seen = 0;
    for entry in fs::read_dir("tests/data/judge").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let layout = Layout::ALL.into_iter().find(|layout| name.starts_with(layout.name())).unwrap();
        let (game, answer) = match name.strip_prefix(layout.name()).unwrap() {
            "-win-lose" if layout == Layout::Single => (Game::Nim, words("win", "lose")),
            "-win-lose" => (Game::Nim, words("Win", "Lose")),
            "-yes-no" => (Game::Nim, words("Yes", "No")),
            "-count" => (Game::Nim, Answer::Count),
            "-move" => (Game::Nim, Answer::Move { lost: "lose".into(), won: "win".into() }),
            "-fibonacci" => (Game::Fibonacci, words("Fibo", "Nacci")),
            "-staircase" => (Game::Staircase, words("First", "Second")),
            "-misere" => (Game::Misere, words("First", "Second")),
            other => panic!("what is {other}?"),
        };
        let (out, result) = judged(game, layout, &answer, fs::File::open(&path).unwrap());
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(out.trim_end(), expected.trim_end(), "{name}");
        let answers = if name == "single-move" { 1 } else { expected.lines().count() };
        assert_eq!(result.unwrap() as usize, answers, "{name}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}

/// Nim, with W and L.
fn nim(layout: Layout, input: &str) -> (String, Result<u64, String>) {
    let (out, result) = judged(Game::Nim, layout, &words("W", "L"), input.as_bytes());
    (out, result.map_err(|error| error.to_string()))
}

#[test]
fn layouts() {
    let cases = [
        (Layout::Lines, "", "", 0),
        (Layout::Lines, "\n \r\n", "", 0),
        (Layout::Lines, "1 2 3\r\n\n\t4\x0b4 1 \r\n0", "L\nW\nL\n", 3),
        (Layout::UntilZero, "1 2 3\n\n7\n0 0\n1 x", "L\nW\n", 2),
        (Layout::UntilZero, "1 2 3\n1 0", "L\nW\n", 2),
        (Layout::UntilZero, "0", "", 0),
        (Layout::Cases, "0", "", 0),
        (Layout::Cases, " 2\n1\n\n5 0 ", "W\nL\n", 2),
        (Layout::Cases, "2 3 1 2 3 1 18446744073709551615", "L\nW\n", 2),
        (Layout::Single, "3\n1 2\n3\n\n", "L\n", 1),
        (Layout::Single, "2 00000000000000000000000000000007 7", "L\n", 1),
        (Layout::SNim, "0", "", 0),
    ];
    for (layout, input, out, count) in cases {
        assert_eq!(nim(layout, input), (out.into(), Ok(count)), "{layout} {input:?}");
    }
}

#[test]
fn sets_of_amounts_have_a_line_each() {
    // The classic sample.
    let input = "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n";
    let (out, result) = judged(Game::Amounts, Layout::SNim, &words("W", "L"), input.as_bytes());
    assert_eq!((out.as_str(), result.unwrap()), ("LWW\nWWL\n", 6));

    let (out, result) = judged(Game::Nim, Layout::SNim, &Answer::Count, "1 1 2 1 7 2 5 5 1 1 0 0".as_bytes());
    assert_eq!((out.as_str(), result.unwrap()), ("1\n0\n", 2));
    let (out, result) = judged(Game::Nim, Layout::SNim, &words("W", "L"), "1 1 2 1 7 2 5 5 1 1 0 0".as_bytes());
    assert_eq!((out.as_str(), result.unwrap()), ("WL\n\n", 2));
    let (out, result) = judged(Game::Nim, Layout::SNim, &words("W", "L"), "1 1 2 1 7 2 5".as_bytes());
    assert_eq!(out, "W\n");
    let message = "line 1, column 14: ends where heap 2 of 2 of query 2 of set 1 was expected";
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn moves_and_counts() {
    let answer = Answer::Move { lost: "lose".into(), won: "win".into() };
    let (out, result) = judged(Game::Nim, Layout::Lines, &answer, "3 6 9\n1 1\n5".as_bytes());
    assert_eq!((out.as_str(), result.unwrap()), ("4 3\n3 6 5\nlose\n5 1\n0\n", 3));
}

#[test]
fn mistakes_are_explained() {
    let number = "(a number up to 2^64 - 1)";
    let long = "9".repeat(100);
    let cases = [
        (Layout::Lines, "1 1\n3 x1\n", "L".into(), format!("line 2, column 3: found \"x1\", expected a heap {number}")),
        (
            Layout::Lines,
            "5\n\n1 -3",
            "W".into(),
            format!("line 3, column 3: found \"-3\", a negative number, expected a heap {number}"),
        ),
        (Layout::Lines, "1.5", "".into(), format!("line 1, column 1: found \"1.5\", expected a heap {number}")),
        (Layout::Lines, "+1", "".into(), format!("line 1, column 1: found \"+1\", expected a heap {number}")),
        (Layout::Lines, "1/2", "".into(), format!("line 1, column 1: found \"1/2\", expected a heap {number}")),
        (
            Layout::Lines,
            "7 18446744073709551616",
            "".into(),
            format!("line 1, column 3: found \"18446744073709551616\", a number too large, expected a heap {number}"),
        ),
        (
            Layout::Lines,
            &long,
            "".into(),
            format!("line 1, column 1: found \"{}…\", a number too large, expected a heap {number}", &long[..40]),
        ),
        (
            Layout::Lines,
            "\0é\u{7}",
            "".into(),
            format!("line 1, column 1: found \"\\0é\\u{{7}}\", expected a heap {number}"),
        ),
        (Layout::UntilZero, "0 1\n0 y", "W".into(), format!("line 2, column 3: found \"y\", expected a heap {number}")),
        (Layout::Cases, "", "".into(), "line 1, column 1: ends where the number of cases was expected".into()),
        (
            Layout::Cases,
            "many",
            "".into(),
            format!("line 1, column 1: found \"many\", expected the number of cases {number}"),
        ),
        (
            Layout::Cases,
            "2\n1 1\n",
            "W".into(),
            "line 3, column 1: ends where the number of heaps of case 2 was expected".into(),
        ),
        (
            Layout::Cases,
            "2\n2 3 3\n5 1 2 3",
            "L".into(),
            "line 3, column 8: ends where heap 4 of 5 of case 2 was expected".into(),
        ),
        (
            Layout::Cases,
            "2\n2 3 3\n2 1 b\n",
            "L".into(),
            format!("line 3, column 5: found \"b\", expected heap 2 of 2 of case 2 {number}"),
        ),
        (Layout::Cases, "1\n1\n3\n3", "W".into(), "line 4, column 1: found \"3\", expected the end".into()),
        (Layout::Cases, "0 end", "".into(), "line 1, column 3: found \"end\", expected the end".into()),
        (
            Layout::Cases,
            "1000000000000000000 1000000000000000000 1",
            "".into(),
            "line 1, column 42: ends where heap 2 of 1000000000000000000 of case 1 was expected".into(),
        ),
        (Layout::Single, "2 1", "".into(), "line 1, column 4: ends where heap 2 of 2 was expected".into()),
        (Layout::Single, "1 5 6", "W".into(), "line 1, column 5: found \"6\", expected the end".into()),
        (
            Layout::SNim,
            "1 1 0\n",
            "\n".into(),
            "line 2, column 1: ends where the number of amounts of set 2, or 0 for the end, was expected".into(),
        ),
        (Layout::SNim, "3 1 2", "".into(), "line 1, column 6: ends where amount 3 of 3 of set 1 was expected".into()),
        (
            Layout::SNim,
            "1 2 q",
            "".into(),
            format!("line 1, column 5: found \"q\", expected the number of queries of set 1 {number}"),
        ),
        (Layout::SNim, "0\n0", "".into(), "line 2, column 1: found \"0\", expected the end".into()),
    ];
    for (layout, input, mut out, message) in cases {
        if layout != Layout::SNim && !String::is_empty(&out) {
            out.push('\n');
        }
        assert_eq!(nim(layout, input), (out, Err(message)), "{layout} {input:?}");
    }
}

#[test]
fn mistakes_have_a_remedy() {
    let numbers = "write whole numbers in digits, with blanks between them";
    let announced = "add what is missing, or lower the number that announces it";
    let largest = "the largest number is 18446744073709551615, which is 2^64 - 1";
    let cases = [
        (Layout::Lines, "x", numbers),
        (Layout::Lines, "1.5", numbers),
        (Layout::Lines, "3,4,5", numbers),
        (Layout::Lines, "-1", "all numbers are 0 or more"),
        (Layout::Lines, "18446744073709551616", largest),
        (Layout::Lines, "10^18", "write it in digits: 1000000000000000000"),
        (Layout::Lines, "1e6", "write it in digits: 1000000"),
        (Layout::Lines, "1_000", "write it in digits: 1000"),
        (Layout::Lines, "2^64", largest),
        (Layout::Lines, "10/3", "heaps have limits, as in 10/3, with --combine bounded alone"),
        (Layout::Cases, "1/2", "only heaps have limits"),
        (Layout::Cases, "", "begin with the number of cases"),
        (Layout::Cases, "1", announced),
        (Layout::Cases, "1 2 3", announced),
        (Layout::Cases, "1 1 1 1", "take out what follows, or raise the number that announces too little"),
        (Layout::Single, "", "begin with the number of heaps"),
        (Layout::SNim, "1 1 0", "end with a 0 in place of the next set"),
    ];
    for (layout, input, help) in cases {
        let Err(StreamError::Mistake(mistake)) = judged(Game::Nim, layout, &words("W", "L"), input.as_bytes()).1 else {
            panic!("{input:?} has no mistake");
        };
        assert_eq!(mistake.help(), help, "{layout} {input:?}");
    }
    let mut echo = Echo(Vec::new());
    let limited = solve("10/x".as_bytes(), Layout::Lines, &mut echo, &Answer::Count, Vec::new()).unwrap_err();
    let StreamError::Mistake(mistake) = limited else { panic!("{limited}") };
    assert_eq!(mistake.help(), "write the heap, a slash and its limit, without blanks, as in 10/3");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let cases: [(&str, &str, Result<u64, &str>); 6] = [
        ("\u{feff}1 1\n7\n", "L\nW\n", Ok(2)),
        ("\u{feff}", "", Ok(0)),
        ("\u{feff}\n\n5", "W\n", Ok(1)),
        ("\u{feff}x", "", Err("line 1, column 1: found \"x\"")),
        ("\u{feff}\u{feff}1", "", Err("line 1, column 1: found \"\\u{feff}1\"")),
        ("1 \u{feff}2", "", Err("line 1, column 3: found \"\\u{feff}2\"")),
    ];
    for (input, out, result) in cases {
        for sizes in [&[usize::MAX][..], &[1], &[2]] {
            let (said, found) =
                judged(Game::Nim, Layout::Lines, &words("W", "L"), Trickle::new(input.as_bytes(), sizes));
            assert_eq!(said, out, "{input:?}");
            match (found, result) {
                (Ok(found), Ok(count)) => assert_eq!(found, count),
                (Err(found), Err(message)) => assert!(found.to_string().starts_with(message), "{found}"),
                (found, _) => panic!("{input:?}: {found:?}"),
            }
        }
    }
    // Its beginning is none.
    let (_, cut) = judged(Game::Nim, Layout::Lines, &words("W", "L"), &b"\xef\xbb1"[..]);
    assert!(cut.unwrap_err().to_string().starts_with("line 1, column 1: found"));
}

#[test]
fn the_referee_is_quoted_with_the_line_of_the_position() {
    assert_eq!(nim(Layout::Lines, "1\n\n2 666\n3"), ("W\n".into(), Err("line 3: 666 is too much".into())));
    assert_eq!(nim(Layout::Cases, "2\n1 1\n2\n3 666"), ("W\n".into(), Err("line 3: 666 is too much".into())));
    assert_eq!(nim(Layout::SNim, "1 1 0\n\n1\n666 0"), ("\n".into(), Err("line 3: 666 is too much".into())));
    // The position begins in a piece that is gone, among other lines.
    let input = format!("2\n1\n5\n90001\n{}666", "1\n2\n3\n".repeat(30_000));
    assert_eq!(nim(Layout::Cases, &input), ("W\n".into(), Err("line 4: 666 is too much".into())));
    let input = format!("{}\n{}666", "7\n".repeat(50_000), "1 ".repeat(90_000));
    assert_eq!(nim(Layout::Lines, &input).1, Err("line 50002: 666 is too much".into()));
}

#[test]
fn a_token_is_not_longer_than_the_window() {
    let zeros = "0".repeat(100_000);
    assert_eq!(nim(Layout::Lines, &format!("1 {zeros}1 {zeros}2")), ("W\n".into(), Ok(1)));
    let (out, result) = nim(Layout::Lines, &format!("1\n {}1", "0".repeat(1_000_000)));
    assert_eq!(out, "W\n");
    let expected = format!("line 2, column 2: found \"{}…\", expected a heap (a number up to 2^64 - 1)", &zeros[..40]);
    assert_eq!(result, Err(expected));
}

/// Heaps with limits, written back as moves.
struct Echo(Vec<Limited>);

impl Referee for Echo {
    type Heap = Limited;
    type Error = TooMuch;

    fn start(&mut self) {
        self.0.clear();
    }
    fn add(&mut self, heaps: &[Limited]) -> Result<(), TooMuch> {
        self.0.extend(heaps);
        Ok(())
    }
    fn first_wins(&mut self) -> Result<bool, TooMuch> {
        Ok(true)
    }
    fn winning_moves(&mut self) -> Result<u64, TooMuch> {
        Ok(self.0.len() as u64)
    }
    fn first_winning_move(&mut self, left: &mut Vec<Limited>) -> Result<Option<FirstMove>, TooMuch> {
        left.extend(&self.0);
        Ok(Some(FirstMove { place: 1, amount: 0 }))
    }
    fn set_amounts(&mut self, _: &[u64]) -> Result<(), TooMuch> {
        Ok(())
    }
}

#[test]
fn heaps_may_have_limits_and_counts_may_not() {
    let echo = |input: &str| {
        let mut out = Vec::new();
        let answer = Answer::Move { lost: String::new(), won: String::new() };
        let result = solve(input.as_bytes(), Layout::Cases, &mut Echo(Vec::new()), &answer, &mut out);
        (String::from_utf8(out).unwrap(), result.map_err(|error| error.to_string()))
    };
    assert_eq!(echo("1 3 10/3 4 18446744073709551615/0"), ("0 1\n10/3 4 18446744073709551615/0\n".into(), Ok(1)));
    let message = "line 1, column 3: found \"3/2\", expected the number of heaps of case 1 (a number up to 2^64 - 1)";
    assert_eq!(echo("1 3/2 1 1 1"), (String::new(), Err(message.into())));
    for token in ["1/", "/1", "1//2", "1/2/3", "1/x", "-1/2", "/"] {
        let form = "(HEAP or HEAP/LIMIT, numbers up to 2^64 - 1)";
        let message = format!("line 1, column 5: found {token:?}, expected heap 1 of 1 of case 1 {form}");
        assert_eq!(echo(&format!("1 1 {token}")), (String::new(), Err(message)));
    }
    assert_eq!(Limited::new(3, None).size(), 3);
}

#[test]
fn ends_that_fail_are_told_apart() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::BrokenPipe))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (out, result) = judged(Game::Nim, Layout::Lines, &words("W", "L"), "1\n2 ".as_bytes().chain(Broken));
    assert_eq!((out.as_str(), result.unwrap_err().to_string().as_str()), ("W\n", "cannot read: unplugged"));
    let written = solve("1".as_bytes(), Layout::Lines, &mut Judge::new(Game::Nim), &Answer::Count, Broken);
    assert!(matches!(written, Err(StreamError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe));
}

/// Gives a few bytes at a time.
struct Trickle<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl<'a> Trickle<'a> {
    fn new(bytes: &'a [u8], sizes: &'a [usize]) -> Self {
        Trickle { bytes, sizes: sizes.iter().cycle() }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = *self.sizes.next().unwrap();
        self.bytes.read(&mut buffer[..size.min(self.bytes.len())])
    }
}

/// Remembers what it was given.
#[derive(Default)]
struct Scribe(Vec<Vec<u64>>);

impl Referee for Scribe {
    type Heap = u64;
    type Error = TooMuch;

    fn start(&mut self) {
        self.0.push(Vec::new());
    }
    fn add(&mut self, heaps: &[u64]) -> Result<(), TooMuch> {
        self.0.last_mut().unwrap().extend(heaps);
        Ok(())
    }
    fn first_wins(&mut self) -> Result<bool, TooMuch> {
        Ok(true)
    }
    fn winning_moves(&mut self) -> Result<u64, TooMuch> {
        Ok(0)
    }
    fn first_winning_move(&mut self, _: &mut Vec<u64>) -> Result<Option<FirstMove>, TooMuch> {
        Ok(None)
    }
    fn set_amounts(&mut self, amounts: &[u64]) -> Result<(), TooMuch> {
        self.0.push(amounts.to_vec());
        Ok(())
    }
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..20, 0u64..2_000_000_000, any::<u64>(), Just(u64::MAX), (0u32..20).prop_map(|e| 10u64.pow(e))]
}

fn positions() -> impl Strategy<Value = Vec<Vec<u64>>> {
    prop::collection::vec(prop::collection::vec(number(), 1..40), 0..30)
}

fn blank(newline: bool) -> impl Strategy<Value = String> {
    let blank = if newline { "[ \t\n\x0b\x0c\r]{1,3}| | |\n" } else { "[ \t\x0b\x0c\r]{1,3}| | " };
    prop_oneof![9 => blank.prop_map(|blank| blank), 1 => Just(" ".repeat(100))]
}

/// A stream in a layout, with what it is to be read as.
fn stream(layout: Layout) -> impl Strategy<Value = (String, Vec<Vec<u64>>)> {
    let blanks = prop::collection::vec(blank(!matches!(layout, Layout::Lines | Layout::UntilZero)), 50);
    (positions(), blanks).prop_map(move |(mut positions, blanks)| {
        let mut blanks = blanks.iter().cycle();
        let mut text = String::new();
        let mut put = |text: &mut String, number: u64| {
            text.push_str(&number.to_string());
            text.push_str(blanks.next().unwrap());
        };
        match layout {
            Layout::Lines | Layout::UntilZero => {
                positions.retain(|heaps| layout == Layout::Lines || heaps.iter().any(|&heap| heap > 0));
                for heaps in &positions {
                    heaps.iter().for_each(|&heap| put(&mut text, heap));
                    text.push_str(if heaps.len() % 3 == 0 { "\n\n" } else { "\r\n" });
                }
            }
            Layout::Cases | Layout::Single => {
                if layout == Layout::Single {
                    positions.resize(1, Vec::new());
                } else {
                    put(&mut text, positions.len() as u64);
                }
                for heaps in &positions {
                    put(&mut text, heaps.len() as u64);
                    heaps.iter().for_each(|&heap| put(&mut text, heap));
                }
            }
            Layout::SNim => {
                for set in positions.chunks(4) {
                    put(&mut text, set[0].len() as u64);
                    set[0].iter().for_each(|&amount| put(&mut text, amount));
                    put(&mut text, set.len() as u64 - 1);
                    for heaps in &set[1..] {
                        put(&mut text, heaps.len() as u64);
                        heaps.iter().for_each(|&heap| put(&mut text, heap));
                    }
                }
                put(&mut text, 0);
            }
        }
        (text, positions)
    })
}

fn any_stream() -> impl Strategy<Value = (Layout, (String, Vec<Vec<u64>>))> {
    prop::sample::select(Layout::ALL.to_vec()).prop_flat_map(|layout| (Just(layout), stream(layout)))
}

fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![Just(vec![usize::MAX]), prop::collection::vec(1usize..100, 1..20), Just(vec![1])]
}

/// Layouts by the book, over a string that is there as a whole: the first mistake, or what is in the stream.
mod book {
    use super::{Expected, Found, Layout, Mistake, Within};

    const FORM: &str = "a number up to 2^64 - 1";

    pub(super) struct Book<'a> {
        text: &'a [u8],
        at: usize,
        pub(super) positions: Vec<Vec<u64>>,
    }

    fn is_blank(byte: u8) -> bool {
        matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
    }

    impl<'a> Book<'a> {
        pub(super) fn new(text: &'a [u8]) -> Self {
            Book { text, at: 0, positions: Vec::new() }
        }

        fn skip(&mut self, blank: impl Fn(u8) -> bool) {
            while self.text.get(self.at).is_some_and(|&byte| blank(byte)) {
                self.at += 1;
            }
        }

        fn mistake(&self, expected: Expected) -> Mistake {
            let before = &self.text[..self.at];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count() as u64;
            let rest = &self.text[self.at..];
            let word = &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())];
            let word = String::from_utf8_lossy(word).into_owned();
            let text = match word.char_indices().nth(40) {
                Some((cut, _)) => format!("{}…", &word[..cut]),
                None => word.clone(),
            };
            let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
            let found = if word.is_empty() {
                Found::End
            } else if word.starts_with('-') && digits(&word[1..]) {
                Found::Negative(text)
            } else if digits(&word) && word.parse::<u64>().is_err() {
                Found::TooLarge(text)
            } else {
                Found::Word(text)
            };
            Mistake { line, column, found, expected, form: if expected == Expected::End { "" } else { FORM } }
        }

        fn number(&mut self, expected: Expected) -> Result<u64, Mistake> {
            self.skip(is_blank);
            let rest = &self.text[self.at..];
            let word = &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())];
            let number = std::str::from_utf8(word).ok().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let number = number.and_then(|word| word.parse().ok()).ok_or_else(|| self.mistake(expected))?;
            self.at += word.len();
            Ok(number)
        }

        fn position(&mut self, within: Within) -> Result<(), Mistake> {
            let of = self.number(Expected::Heaps(within))?;
            let mut heaps = Vec::new();
            for heap in 1..=of {
                heaps.push(self.number(Expected::HeapOf { heap, of, within })?);
            }
            self.positions.push(heaps);
            Ok(())
        }

        pub(super) fn read(&mut self, layout: Layout) -> Result<(), Mistake> {
            match layout {
                Layout::Lines | Layout::UntilZero => {
                    while self.at < self.text.len() {
                        let mut heaps = Vec::new();
                        loop {
                            self.skip(|byte| byte != b'\n' && is_blank(byte));
                            if self.text.get(self.at).is_none_or(|&byte| byte == b'\n') {
                                self.at += 1;
                                break;
                            }
                            heaps.push(self.number(Expected::Heap)?);
                        }
                        if heaps.is_empty() {
                            continue;
                        }
                        if layout == Layout::UntilZero && heaps.iter().all(|&heap| heap == 0) {
                            break;
                        }
                        self.positions.push(heaps);
                    }
                    return Ok(());
                }
                Layout::Single => self.position(Within::Single)?,
                Layout::Cases => {
                    for case in 1..=self.number(Expected::Cases)? {
                        self.position(Within::Case(case))?;
                    }
                }
                Layout::SNim => {
                    for set in 1.. {
                        let of = self.number(Expected::Amounts { set })?;
                        if of == 0 {
                            break;
                        }
                        let mut amounts = Vec::new();
                        for amount in 1..=of {
                            amounts.push(self.number(Expected::AmountOf { amount, of, set })?);
                        }
                        self.positions.push(amounts);
                        for query in 1..=self.number(Expected::Queries { set })? {
                            self.position(Within::Query { query, set })?;
                        }
                    }
                }
            }
            self.skip(is_blank);
            if self.at == self.text.len() { Ok(()) } else { Err(self.mistake(Expected::End)) }
        }
    }
}

/// Lines that are blank, or those zeros that end a stream, begin a position and do not give one.
fn without_blanks(layout: Layout, mut positions: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    if matches!(layout, Layout::Lines | Layout::UntilZero) {
        positions.retain(|heaps| !heaps.is_empty());
    }
    if layout == Layout::UntilZero && positions.last().is_some_and(|heaps| heaps.iter().all(|&heap| heap == 0)) {
        positions.pop();
    }
    positions
}

proptest! {
    #[test]
    fn what_is_written_is_read((layout, (text, positions)) in any_stream(), sizes in sizes()) {
        let mut scribe = Scribe::default();
        let mut out = Vec::new();
        let count = solve(Trickle::new(text.as_bytes(), &sizes), layout, &mut scribe, &words("W", "L"), &mut out);
        prop_assert_eq!(count.unwrap() as usize, out.iter().filter(|&&byte| byte == b'W').count());
        prop_assert_eq!(without_blanks(layout, scribe.0), positions);
    }

    #[test]
    fn mistakes_are_found_where_they_are(
        (layout, (text, _)) in any_stream(),
        sizes in sizes(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![
            prop::sample::select(b"0123456789 \n\r-+/x.".to_vec()), any::<u8>()
        ], 0..3), 0..4),
    ) {
        let mut bytes = text.into_bytes();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len() + 1);
            match how {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.truncate(at),
            }
        }
        let mut book = book::Book::new(&bytes);
        let expected = book.read(layout);
        let mut scribe = Scribe::default();
        let mut out = Vec::new();
        let result = solve(Trickle::new(&bytes, &sizes), layout, &mut scribe, &words("W", "L"), &mut out);
        let mut read = without_blanks(layout, scribe.0);
        match (result, expected) {
            (Ok(_), Ok(())) => prop_assert_eq!(&read, &book.positions),
            (Err(StreamError::Mistake(found)), Err(expected)) => {
                prop_assert_eq!(found, expected);
                // The position with the mistake may have begun.
                read.truncate(book.positions.len());
                prop_assert_eq!(&read, &book.positions);
            }
            (result, expected) => prop_assert!(false, "{result:?}, expected {expected:?}"),
        }
        if layout != Layout::SNim {
            prop_assert_eq!(out.len(), 2 * book.positions.len());
        }
    }
}
