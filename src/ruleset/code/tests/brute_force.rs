use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::options;
use crate::ruleset::{Code, RuleErrorKind};

/// Digits as they are written, with their meaning written out anew.
#[derive(Debug, Clone)]
enum Element {
    Bits(u32, &'static str),
    Any(&'static str),
    Braces(Vec<(usize, &'static str, bool)>, &'static str),
}

const MARKS: [&str; 4] = ["", "!", "?", "="];

fn accepts(mark: &str, heaps: &[u64]) -> bool {
    let all_equal = heaps.windows(2).all(|pair| pair[0] == pair[1]);
    heaps.len() < 2
        || match mark {
            "!" => heaps.windows(2).all(|pair| pair[0] < pair[1]),
            "?" => !all_equal,
            "=" => all_equal,
            _ => true,
        }
}

impl Element {
    fn text(&self) -> String {
        match self {
            Element::Bits(bits, mark) => format!("{}{mark}", char::from_digit(*bits, 32).expect("a digit")),
            Element::Any(mark) => format!("*{mark}"),
            Element::Braces(items, mark) => {
                let item = |(parts, mark, more): &(usize, &str, bool)| match (more, parts % 2) {
                    (false, _) => format!("{parts}{mark}"),
                    (true, 0) => format!("{parts}{mark}+"),
                    (true, _) => format!("{parts}+{mark}"),
                };
                format!("{{{}}}{mark}", items.iter().map(item).collect::<Vec<_>>().join(","))
            }
        }
    }

    fn allows(&self, heaps: &[u64], least: usize) -> bool {
        match self {
            Element::Bits(bits, mark) => heaps.len() < 5 && bits >> heaps.len() & 1 == 1 && accepts(mark, heaps),
            Element::Any(mark) => heaps.len() >= least && accepts(mark, heaps),
            Element::Braces(items, all) => items.iter().any(|&(parts, mark, more)| {
                let mark = if mark.is_empty() { all } else { mark };
                (heaps.len() == parts || more && heaps.len() > parts) && accepts(mark, heaps)
            }),
        }
    }
}

fn element(least: usize) -> impl Strategy<Value = Element> {
    let mark = || prop::sample::select(MARKS.to_vec());
    let item = (least..least + 6, mark(), any::<bool>());
    prop_oneof![
        3 => (0u32..32, mark()).prop_map(move |(bits, mark)| Element::Bits(bits >> least.min(5) << least.min(5), mark)),
        1 => mark().prop_map(Element::Any),
        2 => (prop::collection::vec(item, 1..5), mark()).prop_map(|(items, mark)| Element::Braces(items, mark)),
    ]
}

#[derive(Debug, Clone)]
struct Spelled {
    left: Vec<Element>,
    right: Vec<Element>,
    tail: Vec<Element>,
}

fn spelled() -> impl Strategy<Value = Spelled> {
    let left = prop_oneof![
        4 => element(2).prop_map(|d0| vec![d0]),
        1 => (element(3), element(2)).prop_map(|(a, b)| vec![a, b]),
        1 => (element(4), element(3), element(2)).prop_map(|(a, b, c)| vec![a, b, c]),
    ];
    let few = || prop::collection::vec(element(0), 0..4);
    (left, few(), few()).prop_map(|(left, right, tail)| Spelled { left, right, tail })
}

impl Spelled {
    fn text(&self) -> String {
        let join = |part: &[Element]| part.iter().map(Element::text).collect::<String>();
        let tail = if self.tail.is_empty() { String::new() } else { format!("[{}]", join(&self.tail)) };
        format!("{}.{}{tail}", join(&self.left), join(&self.right))
    }

    /// Every partition of what remains, those kept that an element allows.
    fn options(&self, n: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let left = self
            .left
            .iter()
            .zip((0..self.left.len() as u64).rev())
            .map(|(digit, added)| (digit, n + added, added as usize + 2));
        let right =
            self.right.iter().chain(self.tail.iter().cycle()).zip((0..n).rev()).map(|(digit, rest)| (digit, rest, 0));
        for (digit, rest, least) in left.chain(right).filter(|_| n > 0) {
            let mut partitions = Vec::new();
            every_partition(rest, 1, &mut Vec::new(), &mut partitions);
            partitions.sort_by_key(|heaps: &Vec<u64>| (heaps.len(), heaps.clone()));
            all.extend(partitions.into_iter().filter(|heaps| digit.allows(heaps, least)));
        }
        all
    }
}

fn every_partition(rest: u64, least: u64, heaps: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
    if rest == 0 {
        all.push(heaps.clone());
    }
    for heap in least..=rest {
        heaps.push(heap);
        every_partition(rest - heap, heap, heaps, all);
        heaps.pop();
    }
}

proptest! {
    #![proptest_config(Config { cases: 1000, ..Config::default() })]
    #[test]
    fn options_are_those_of_brute_force_and_the_normal_form_keeps_them(spelled in spelled()) {
        let text = spelled.text();
        let code = match text.parse::<Code>() {
            Ok(code) => code,
            Err(error) => {
                prop_assert_eq!(error.kind(), RuleErrorKind::NoMoves, "{}", error.report());
                prop_assert!((0..=16).all(|n| spelled.options(n).is_empty()), "{}", text);
                return Ok(());
            }
        };
        let normal = code.to_string();
        let again = normal.parse::<Code>().map_err(|error| TestCaseError::fail(error.report()))?;
        prop_assert_eq!(&again, &code, "{} -> {}", text, normal);
        prop_assert_eq!(again.to_string(), normal);
        prop_assert_eq!(code.most_taken().is_none(), code.repeats());
        let mut most = 0;
        for n in 0..=12 {
            let all = options(&code, n);
            prop_assert_eq!(&all, &spelled.options(n), "{} at {}", text, n);
            most = all.iter().map(Vec::len).max().unwrap_or(0).max(most);
        }
        prop_assert!(code.most_parts().is_none_or(|parts| parts >= most as u64));
        if let Some(set) = code.as_set() {
            for n in 1..=12 {
                let amounts: Vec<u64> = options(&code, n).iter().map(|heaps| n - heaps.iter().sum::<u64>()).collect();
                prop_assert_eq!(amounts, set.members(n), "{} at {}", text, n);
            }
        }
    }

    #[test]
    fn equal_values_mean_equal_digits(a in element(0), b in element(0)) {
        let said = [a, b].map(|element| {
            let text = format!("0.8{}", element.text());
            let code = text.parse::<Code>().expect("a code");
            // Every partition to 21 tells apart what items up to 5 and marks can say: six different heaps have so many.
            let mut parts = Vec::new();
            (0..=21).for_each(|rest| every_partition(rest, 1, &mut Vec::new(), &mut parts));
            (code, parts.iter().map(|heaps| element.allows(heaps, 0)).collect::<Vec<_>>())
        });
        prop_assert_eq!(said[0].0 == said[1].0, said[0].1 == said[1].1, "{} {}", said[0].0, said[1].0);
    }
}

#[test]
fn no_text_panics() {
    let letters = prop::sample::select("0123456789AFV.[]{}!?=*+, ".chars().collect::<Vec<char>>());
    let plain = prop::collection::vec(letters.clone(), 0..24);
    // Most of these get past the point.
    let pointed = prop::collection::vec(letters, 0..12).prop_map(|rest| "0.".chars().chain(rest).collect());
    let mut runner = TestRunner::new(Config { cases: 20_000, ..Config::default() });
    let result = runner.run(&prop_oneof![plain, pointed], |letters| {
        let text: String = letters.into_iter().collect();
        if let Ok(code) = text.parse::<Code>().inspect_err(|error| assert!(error.report().len() > 10)) {
            prop_assert_eq!(code.to_string().parse::<Code>().ok(), Some(code.clone()), "{}", code);
            options(&code, 6);
            let _ = (code.in_words(), code.about(100), code.as_set());
        }
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}
