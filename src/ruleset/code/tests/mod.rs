mod brute_force;
mod faults;
mod said;

use super::*;

fn code(text: &str) -> Code {
    text.parse::<Code>().unwrap_or_else(|error| panic!("{}", error.report()))
}

fn options(code: &Code, n: u64) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    code.for_each_option(n, &mut |heaps| {
        assert!(heaps.each.iter().all(|&heap| 0 < heap && heap < n));
        assert!(heaps.times == 1 || heaps.times > 1 && heaps.each.len() == 1);
        all.push(heaps.to_vec());
    });
    all
}

/// "1,1,5  2*3  -": heaps joined by commas, options separated by spaces, nothing as a dash.
fn listed(text: &str) -> Vec<Vec<u64>> {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let heaps = |option: &str| match (option, option.split_once('*')) {
        ("-", _) => vec![],
        (_, Some((heap, times))) => vec![number(heap); number(times) as usize],
        (many, None) => many.split(',').map(number).collect(),
    };
    text.split_whitespace().map(heaps).collect()
}

#[test]
fn options_are_those_of_the_lists() {
    for (text, n, expected) in [
        ("0.3", 9, "8"),
        ("0.7", 9, "8  1,7  2,6  3,5  4,4"),
        ("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"),
        ("4.0", 8, "1,7  2,6  3,5  4,4"),
        ("4.0", 5, "1,4  2,3"),
        ("4!.0", 8, "1,7  2,6  3,5"),
        ("0.3F", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
        ("0.3F?", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
        ("0.3F!", 9, "8  7  1,6  2,5  3,4  1,2,4"),
        ("0.3f?", 11, "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4"),
        ("0.3f!", 11, "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4"),
        ("0.*3", 7, "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5"),
        ("0.*?3", 7, "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5"),
        ("0.*!3", 7, "6  1,5  2,4  1,2,3  5"),
        ("0.[3]", 7, "6 5 4 3 2 1 -"),
        ("0.[2]", 7, "6 5 4 3 2 1"),
        ("0.3[1]", 7, "6 -"),
        ("0.7[03]", 7, "6  1,5  2,4  3,3  4  2  -"),
        ("80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3"),
        ("8.0", 7, "1,1,5 1,2,4 1,3,3 2,2,3"),
        ("0.*=", 11, "10  5,5  2,2,2,2,2  1*10"),
        ("{2+}=.0", 10, "5,5  2*5  1*10"),
        ("*=.0", 10, "5,5  2*5  1*10"),
        ("*0.0", 3, "1,1,2  1,1,1,1"),
        ("0.{0,1,3+}", 1, "-"),
        ("0.{0,1,3+}", 2, "1"),
        ("0.{0,1,3+}", 7, "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1*6"),
        ("0.{1,3+}", 1, ""),
        ("0.{2,3?+}", 7, "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2"),
        ("0.1", 1, "-"),
        ("0.1", 2, ""),
        ("0.G", 5, "1,1,1,1"),
        ("0.{3!,3=}", 10, "1,2,6  1,3,5  2,3,4  3,3,3"),
    ] {
        assert_eq!(options(&code(text), n), listed(expected), "{text} at {n}");
    }
}

#[test]
fn options_are_as_many_as_counted() {
    for (text, n, expected) in [
        ("4!.0", 20, 9),
        ("4!.0", 92_679, 46_339),
        ("0.77", 20, 20),
        ("0.07", 20, 10),
        ("0.3F", 20, 38),
        ("0.*", 61, 966_467),
    ] {
        let mut count = 0;
        code(text).for_each_option(n, &mut |_| count += 1);
        assert_eq!(count, expected, "{text} at {n}");
    }
}

#[test]
fn huge_heaps_and_counts_are_no_trouble() {
    assert_eq!(options(&code("0.3"), u64::MAX), [[u64::MAX - 1]]);
    assert_eq!(options(&code("0.{1000000}"), 1_000_002).len(), 1);
    assert_eq!(options(&code("0.{1000000!}"), 1_000_002), Vec::<Vec<u64>>::new());
    let mut equal = 0;
    code("0.0*=").for_each_option(1_000_000_002, &mut |_| equal += 1);
    assert_eq!(equal, 100); // the divisors of 10^9
}

#[test]
fn heap_zero_has_no_move() {
    for text in ["0.77", "4.0", "80.0", "0.1", "0.V", "0.[3]", "*.*"] {
        assert!(options(&code(text), 0).is_empty(), "{text}");
    }
}

#[test]
fn equal_codes_print_equally() {
    for (typed, normal) in [
        (".77", "0.77"),
        ("0.3f0", "0.3F"),
        ("4.", "4.0"),
        ("4.00", "4.0"),
        ("80.0", "80.0"),
        ("00.7", "0.7"),
        ("0.{1,2!}", "0.6!"),
        ("0.{0!,2!,3!}", "0.D!"),
        ("0.{0!,2!,3}", "0.{0,2!,3}"),
        ("0.{0!,2!,3!+}", "0.{0,2+}!"),
        ("0.{0!,2,3!+}", "0.{0,2,3!+}"),
        ("0.{0!,3+}", "0.{0,3+}"),
        ("0.{0!,2!,4!+}", "0.{0,2,4+}!"),
        ("0.{0!,2!,4+}", "0.{0,2!,4+}"),
        ("0.{0!,2?,4?+}", "0.{0,2,4+}?"),
        ("0.{0!,2=,4?+}", "0.{0,2=,4?+}"),
        ("0.{0!,2=,3?,4?+}", "0.{0,2=,3?+}"),
        ("0.{0,1!,2,3,4+}", "0.*"),
        ("0.{0,1,2!,3!,4!+}", "0.*!"),
        ("0.{0,1,2!,3?+}", "0.*?"),
        ("0.{0+,4}=", "0.*="),
        ("04.30", "4.3"),
        ("04.00[30]", "4.0[03]"),
        ("04.00[00]", "4.0"),
        ("0.3!", "0.3"),
        ("0.4?", "0.4!"),
        ("0.{2!,2=}", "0.4"),
        ("0.{3?,3=}", "0.8"),
        ("0.{3=,3!,3}", "0.8"),
        ("0.{3=,3!}", "0.{3!,3=}"),
        ("0.{0+!,0=+}", "0.{0!+,0=+}"),
        ("0.{ 3+! , 2 }", "0.{2,3!+}"),
        ("0.{2,3}!", "0.C!"),
        ("0.{5=+,1000000!+}", "0.{5=+,1000000!+,1000000=+}"),
        ("0.{5=+,1000000!}", "0.{5=+,1000000!,1000000=,1000001=+}"),
        ("0.{1000000=+,1000000!}", "0.{1000000!,1000000=,1000001=+}"),
        ("*!.0", "{2+}!.0"),
        ("*00.0", "{4+}00.0"),
        ("0*.[{1,0}]", "{2+}.[3]"),
        ("0.3[3]", "0.[3]"),
        ("0.[33]", "0.[3]"),
        ("0.7[0]", "0.7"),
        ("0.1[31]", "0.[13]"),
        ("3!.", ""),
        (".3[03]", "0.[30]"),
        ("80.00[3]", "80.00[3]"),
        ("80.[3]", "80.[3]"),
        ("0.[0{1}0{1}]", "0.[02]"),
    ] {
        if normal.is_empty() {
            assert!(typed.parse::<Code>().is_err());
            continue;
        }
        assert_eq!(code(typed).to_string(), normal, "{typed}");
        assert_eq!(code(normal), code(typed), "{typed}");
    }
}

#[test]
fn queries_know_the_code() {
    let nim = code("0.[3]");
    assert!(nim.repeats() && !nim.splits() && !nim.has_marks() && !nim.adds_tokens());
    assert_eq!((nim.most_taken(), nim.most_parts(), nim.repeats_from(), nim.period()), (None, Some(1), Some(1), 1));
    let kayles = code("0.77");
    assert!(!kayles.repeats() && kayles.splits() && !kayles.has_marks());
    assert_eq!((kayles.most_taken(), kayles.most_parts()), (Some(2), Some(2)));
    assert_eq!((code("80.0").most_taken(), code("80.0").most_parts()), (Some(0), Some(3)));
    assert_eq!(code("0.*").most_parts(), None);
    assert!(code("80.0").adds_tokens() && code("*.0").splits());
    assert!(code("0.*!").has_marks() && !code("0.*").has_marks() && !code("0.3!").has_marks());
    assert_eq!(code("0.7[03]").digit(5), code("0.[3]").digit(1));
    assert!(code("0.7[03]").digit(4).is_nothing() && code("0.7").digit(i64::MAX).is_nothing());
    assert_eq!(code("80.0").digit(-1).to_string(), "8");
    assert!(code("0.7").digit(i64::MIN).is_nothing());

    let digit = |text: &str| code(text).digit(1).clone();
    assert!(digit("0.4!").has_unequal_pairs_only() && digit("0.{2=,3}").has_equal_pairs_only());
    assert!(!digit("0.*").has_unequal_pairs_only() && !digit("0.*").has_equal_pairs_only());
    assert!(!digit("0.{2=,3}").has_marks_beyond_pairs() && digit("0.{2,3=}").has_marks_beyond_pairs());
    assert!(digit("0.{2,9?}").has_not_all_equal_beyond_pairs() && !digit("0.{2?,9!}").has_not_all_equal_beyond_pairs());
    assert!(
        digit("0.8!").has_different_or_equal_beyond_pairs() && !digit("0.8?").has_different_or_equal_beyond_pairs()
    );
    assert!(digit("0.*").with_parts(1 << 40).is_everything() && digit("0.{2,9}").with_parts(3).is_nothing());
}

#[test]
fn codes_without_splits_are_sets() {
    for (text, set) in [
        ("0.333", "1..3"),
        ("0.[3]", "any"),
        ("0.3003330[3]", "all but 2, 3, 7"),
        ("0.03[003]", "2 mod 3"),
        ("0.30[03]", "1 | (4 mod 2) & 4.."),
    ] {
        let expected = crate::ruleset::notation::parse_take(set).expect(set);
        assert_eq!(code(text).as_set().as_ref(), expected.as_set(), "{text}");
    }
    for text in ["0.7", "4.3", "0.31", "0.2", "0.[32]", "80.3", "0.{1,0,9!}"] {
        assert_eq!(code(text).as_set(), None, "{text}");
    }
}
