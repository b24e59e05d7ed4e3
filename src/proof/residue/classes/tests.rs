use super::*;
use crate::ruleset::Ruleset;

fn set(text: &str) -> Set {
    Ruleset::parse(text).unwrap().only_set().unwrap().clone()
}

/// Exact below `bound`, and every class that is called endless has members there, the last of them late.
fn compare(text: &str, bound: u64, late: u64) {
    let set = set(text);
    let members = set.members(bound);
    for m in 1..=40 {
        let classes = Classes::of(&set, m).unwrap_or_else(|| panic!("{text} mod {m}"));
        let finite: Vec<u64> = members.iter().copied().filter(|&a| !classes.is_endless(a)).collect();
        let listed: Vec<u64> = classes.listed().iter().copied().filter(|&a| a <= bound).collect();
        assert_eq!(finite, listed, "{text} mod {m}");
        assert!(listed.last().is_none_or(|&a| a < late), "{text} mod {m}: {listed:?}");
        for class in classes.endless() {
            assert!(members.iter().any(|a| a % m == class && *a >= late), "{text}: {class} mod {m}");
        }
    }
}

#[test]
fn classes_are_those_of_the_members() {
    for text in ["squares", "cubes", "triangular", "squares except 1..50", "cubes & odd", "triangular & 10.."] {
        compare(text, 2_000_000, 1000);
    }
    for text in ["primes", "primes | 1", "primes & odd", "primes except (2 mod 3)", "primes | 6 | 9"] {
        compare(text, 30_000, 1000);
    }
    compare("prime powers", 10_000_000, 40);
    for text in [
        "odd",
        "2, 3 | (7 mod 10)",
        "(1 mod 6) & 30..",
        "all but 5, 9",
        "all but (2 mod 3)",
        "{s : s % 4 != 1 and s > 7}",
        "even | squares",
        "cubes | primes | (5 mod 12)",
    ] {
        compare(text, 110_000, 300);
    }
    for text in [
        "{k*k + 1 for k in 1..}",
        "{(k^3 - k)/6 + 1 for k in 1..}",
        "{k*k - 30 for k in 1..}",
        "{k*k for k in 0..}",
        "{(k*k + k)/2 + 3 for k in 5..}",
        "{k*(3*k - 1)/2 for k in 1..}",
        "{k*k/3 + k for k in 2..}",
        "{k^3 + 2*k + 5 for k in 1..}",
        "{k*k + 1 for k in 1.. if k % 3 != 0}",
        "{k*k + 1 for k in odd}",
        "7 | {k*k + 1 for k in 1..}",
        "{k*k + 1 for k in 1..} except 5, 26",
        "{k*k + 1 for k in 1..} & 3..",
        "{k*k + 1 for k in 1..} & even",
    ] {
        compare(text, 4_000_000, 10_000);
    }
    compare("{p*p + 1 for p in primes}", 40_000_000, 10_000);
}

/// What grows quickly, against its residues in a loop: those that come late are endless, the others known.
#[test]
fn classes_of_quick_sets() {
    let power = |base: u64| move |(k, power): (u64, u64), m: u64| (k + 1, power * base % m);
    let compare = |text: &str,
                   start: (u64, u64),
                   next: &dyn Fn((u64, u64), u64) -> (u64, u64),
                   of: &dyn Fn((u64, u64), u64) -> u64| {
        let set = set(text);
        let members = set.members(u64::MAX);
        for m in 1..=40 {
            let mut state = (start.0, start.1 % m);
            let residues: Vec<u64> = (0..2000)
                .map(|_| {
                    let residue = of(state, m) % m;
                    state = next(state, m);
                    residue
                })
                .collect();
            let classes = Classes::of(&set, m).unwrap_or_else(|| panic!("{text} mod {m}"));
            for class in 0..m {
                let past = residues.iter().rposition(|&r| r == class).is_some_and(|last| last >= 20);
                assert_eq!(classes.is_endless(class), past, "{text}: {class} mod {m}");
            }
            let finite: Vec<u64> = members.iter().copied().filter(|&a| !classes.is_endless(a)).collect();
            assert_eq!(finite, classes.listed(), "{text} mod {m}");
        }
    };
    let itself = |(_, value): (u64, u64), _| value;
    for base in [2, 3, 4, 6, 10, 12] {
        compare(&format!("powers of {base}"), (0, 1), &power(base), &itself);
        compare(&format!("{{{base}^k - 1 for k in 1..}}"), (1, base), &power(base), &|(_, v), m| v + m - 1);
        compare(&format!("{{3*{base}^k + 5 for k in 0..}}"), (0, 1), &power(base), &|(_, v), _| 3 * v + 5);
        compare(&format!("{{{base}^k + k for k in 1..}}"), (1, base), &power(base), &|(k, v), _| v + k);
    }
    let sum = |(a, b): (u64, u64), m: u64| (b, (a + b) % m);
    compare("fibonacci", (1, 2), &sum, &|(a, _), _| a);
    compare("lucas", (1, 3), &sum, &|(a, _), _| a);
    compare("lucas | 2", (1, 3), &sum, &|(a, _), _| a);
    compare("factorials", (1, 1), &|(k, f), m| (k + 1, f * (k + 1) % m), &itself);
}

#[test]
fn what_is_not_known_is_not_claimed() {
    for text in [
        "{s : s is prime and s + 2 is prime}",
        "squares & primes",
        "primes except squares",
        "{a*a + b*b for a in 1.. for b in 1..}",
        "{max(k, 3)^2 for k in 1..}",
    ] {
        assert!(Classes::of(&set(text), 6).is_none(), "{text}");
    }
    assert!(Classes::of(&set("squares"), 1 << 40).is_none());
}

#[test]
fn two_infinite_sets_that_share_no_class_are_known() {
    // 4 k^2 + 1 and 4 k^2 + 3 share no class modulo 4; odd primes and the powers of 2 none modulo 2.
    let text = "{4*k*k + 1 for k in 1..} except {4*k*k + 3 for k in 1..}";
    let classes = Classes::of(&set(text), 4).unwrap();
    assert_eq!(classes.endless().collect::<Vec<_>>(), [1]);
    let classes = Classes::of(&set("primes & powers of 2"), 2).unwrap();
    assert_eq!((classes.endless().count(), classes.listed()), (0, &[2][..]));
}
