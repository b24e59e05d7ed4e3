//! The residue theorem on random infinite sets: what it proves holds ten times as far, false claims are refused, and
//! what it refutes breaks where it is said to.

// A test that meets an error has failed.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use sgtab::pattern::{Claim, Periods, Sequence, Values, View};
use sgtab::proof::{Evidence, Residue, Standing, Theorem, Verdict, conflict, never_periodic};
use sgtab::ruleset::Ruleset;
use sgtab::study::{Range, Study, study};
use sgtab::table::{EngineName, Period, Settings, SgTable, Visited};

const SEQUENCES: [Sequence; 2] = [Sequence::Sg, Sequence::Outcome];

fn look(text: &str, sequence: Sequence, n: u64) -> Study {
    let rule = Ruleset::parse(text).unwrap();
    let range = Range::Exactly(n);
    study(&rule, sequence, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap()
}

fn oracle(rule: &Ruleset, n: u64) -> SgTable {
    let settings = Settings { engine: Some(EngineName::Naive), ..Settings::default() };
    SgTable::compute(rule, n, &settings).unwrap()
}

/// The first heap at which a period is wrong.
fn breaks_at(values: &impl Values, period: &Period) -> Option<u64> {
    let (q, p) = (period.preperiod as usize, period.period as usize);
    (q + p..values.len()).find(|&n| values.at(n) != values.at(n - p)).map(|n| n as u64)
}

/// Polynomials of degree 2 and 3, some divided by a number, with any residues or with one residue modulo p.
fn image() -> impl Strategy<Value = String> {
    let coefficients = (0i64..3, 1i64..5, -4i64..5, -6i64..20);
    (coefficients, 1u64..7, 0u64..3, prop_oneof![Just(None), (2u64..9, 1u64..9).prop_map(Some)]).prop_map(
        |((a, b, c, d), divisor, start, residue)| {
            let value = format!("({a}*k^3 + {b}*k^2 + {c}*k + {d})");
            let value = if divisor > 1 { format!("{value}/{divisor}") } else { value };
            match residue {
                Some((p, r)) => format!("{{{p}*({value}) + {r} for k in {start}..}}"),
                None => format!("{{{value} for k in {start}..}}"),
            }
        },
    )
}

fn infinite() -> impl Strategy<Value = String> {
    const NAMED: [&str; 8] =
        ["squares", "cubes", "triangular", "primes", "prime powers", "fibonacci", "lucas", "factorials"];
    prop_oneof![
        (2u64..13).prop_map(|base| format!("powers of {base}")),
        prop::sample::select(&NAMED[..]).prop_map(String::from),
        image(),
        image(),
        (1u64..4, 2u64..8, -3i64..6, 0u64..3)
            .prop_map(|(c, base, d, start)| format!("{{{c}*{base}^k + {d} for k in {start}..}}")),
        (2u64..5, 1u64..4, 0u64..5).prop_map(|(base, c, d)| format!("{{{base}^k + {c}*k + {d} for k in 1..}}")),
        (1u64..12, 2u64..12).prop_map(|(r, m)| format!("({r} mod {m})")),
        (1u64..5, 0u64..9).prop_map(|(a, c)| format!("{{{a}*p*p + {c} for p in primes}}")),
        (2u64..6, 1u64..9).prop_map(|(m, c)| format!("{{k*k + {c} for k in 1.. if k % {m} != 1}}")),
    ]
}

fn sets() -> impl Strategy<Value = String> {
    let amounts = |largest: u64, most: usize| prop::collection::btree_set(1..largest, 0..most);
    let parts = prop::collection::vec(infinite(), 1..4);
    // The first amounts of all make values that repeat likely.
    (parts, amounts(30, 4), amounts(40, 3), 0u64..7).prop_map(|(parts, more, less, first)| {
        let numbers = |set: std::collections::BTreeSet<u64>| {
            let numbers: Vec<String> = set.iter().map(u64::to_string).collect();
            numbers.join(", ")
        };
        let mut text = parts.join(" | ");
        if !less.is_empty() {
            text = format!("({text}) except ({})", numbers(less));
        }
        if first > 1 {
            text = format!("{text} | 1..{}", first - 1);
        }
        if more.is_empty() { text } else { format!("{text} | {}", numbers(more)) }
    })
}

/// Runs a test on many random sets, with a length; the test says what it has seen.
fn on_random_sets(cases: u32, test: impl Fn(&Ruleset, u64) -> Result<(), TestCaseError>) {
    let mut runner = TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let run = runner.run(&(sets(), 40u64..160), |(text, n)| match Ruleset::parse(&text) {
        Ok(rule) => test(&rule, n),
        Err(_) => Ok(()),
    });
    run.unwrap_or_else(|why| panic!("{why}"));
}

fn count(counter: &Cell<usize>) {
    counter.set(counter.get() + 1);
}

#[test]
fn what_is_proved_holds_ten_times_as_far_and_is_least() {
    let proved = [Cell::new(0), Cell::new(0)];
    on_random_sets(3000, |rule, n| {
        for (sequence, proved) in SEQUENCES.into_iter().zip(&proved) {
            let range = Range::Exactly(n);
            let found = study(rule, sequence, range, &Settings::default(), &mut Visited::default(), &mut ()).unwrap();
            let Some(Verdict { claim: Claim::Period(period), standing: Standing::Proved { theorem } }) =
                found.verdicts.first()
            else {
                continue;
            };
            if !matches!(theorem, Theorem::Residue { .. }) {
                continue;
            }
            count(proved);
            let table = oracle(rule, 10 * n);
            let whole = View::new(&table, sequence, u64::MAX);
            prop_assert_eq!(breaks_at(&whole, period), None, "{} {:?}", rule, period);
            let half = whole.len() as u64 / 2;
            let smaller = (1..period.period).map(|p| Period { preperiod: half, period: p, saltus: 0 });
            for claim in smaller {
                prop_assert!(breaks_at(&whole, &claim).is_some(), "{} has {:?}", rule, claim);
            }
            if period.preperiod > 0 {
                let earlier = Period { preperiod: period.preperiod - 1, ..*period };
                prop_assert!(breaks_at(&whole, &earlier).is_some(), "{} {:?}", rule, period);
            }
        }
        Ok(())
    });
    assert!(proved.iter().all(|proved| proved.get() > 200), "{proved:?}");
}

/// All that the starts of a table suggest: accepted or refuted, it is so.
#[test]
fn false_claims_are_refused_and_refutations_are_real() {
    let (accepted, refused, refuted) = (Cell::new(0), Cell::new(0), Cell::new(0));
    on_random_sets(300, |rule, n| {
        let table = oracle(rule, 10 * n);
        for sequence in SEQUENCES {
            let theorem = Residue::for_rule(rule, sequence);
            let whole = View::new(&table, sequence, u64::MAX);
            for len in [n / 8, n / 3, n] {
                let view = View::new(&table, sequence, len);
                let claims: Vec<(Period, u64)> = Periods::of(&view, false).each().collect();
                for (period, agree) in claims {
                    let breaks = breaks_at(&whole, &period);
                    let proved = theorem.as_ref().and_then(|theorem| theorem.proves(&view, &period));
                    if let Some(reached) = proved {
                        count(&accepted);
                        prop_assert_eq!(breaks, None, "{} {:?} from {} heaps", rule, period, len);
                        prop_assert!(reached < len);
                    } else if breaks.is_some() {
                        count(&refused);
                    }
                    // The search may take long, so it is made for claims that would be made.
                    if agree < 2 * period.period {
                        continue;
                    }
                    if let Some(found) = conflict(rule, &view, &period) {
                        prop_assert!(proved.is_none() && found.heap >= len, "{} {:?} {:?}", rule, period, found);
                        if found.heap < table.len() {
                            let by = breaks.is_some_and(|heap| heap <= found.heap);
                            prop_assert!(by, "{} {:?} from {} heaps: {:?}", rule, period, len, found);
                            count(&refuted);
                        }
                    }
                }
            }
        }
        Ok(())
    });
    assert!(
        accepted.get() > 500 && refused.get() > 10_000 && refuted.get() > 200,
        "{accepted:?} {refused:?} {refuted:?}"
    );
}

/// The heap that is named is the least that a member gives, member by member.
#[test]
fn the_least_heap_is_named() {
    let seen = Cell::new(0);
    on_random_sets(400, |rule, n| {
        let members = rule.only_set().unwrap().members(50 * n);
        let table = oracle(rule, n);
        for sequence in SEQUENCES {
            let view = View::new(&table, sequence, u64::MAX);
            let Some(period) = Periods::of(&view, false).least(|period, agree| agree >= period.period) else {
                continue;
            };
            let (q, p) = (period.preperiod, period.period);
            let at = |n: u64| view.at(if n < q { n } else { q + (n - q) % p } as usize);
            let joined = |a: u64| {
                let equal = |j: u64| at(j) == at(j + a) && (sequence == Sequence::Sg || at(j) == 0);
                (q.saturating_sub(a)..q + p).find(|&j| equal(j)).map(|j| j + a)
            };
            let least = members.iter().filter_map(|&a| joined(a)).min();
            if let Some(least) = least.filter(|&heap| heap <= 50 * n) {
                count(&seen);
                let found = conflict(rule, &view, &period).map(|conflict| conflict.heap);
                prop_assert_eq!(found, Some(least), "{} {:?}", rule, period);
            }
        }
        Ok(())
    });
    assert!(seen.get() > 40, "{seen:?}");
}

fn proved_period(text: &str, sequence: Sequence, n: u64) -> Option<(u64, u64)> {
    let found = look(text, sequence, n);
    found.period().filter(|verdict| verdict.is_proved()).and_then(Verdict::period).map(|p| (p.preperiod, p.period))
}

#[test]
fn known_periods_are_proved() {
    for (text, period) in [
        ("powers of 2", 3),
        ("powers of 3", 2),
        ("powers of 4", 5),
        ("powers of 6", 7),
        ("powers of 9", 2),
        ("powers of 10", 11),
        ("prime powers | 1", 6),
        ("primes | 1", 4),
        ("lucas | 2", 5),
        ("{k*k + 1 for k in 0..}", 3),
        ("{3*k*k + 1 for k in 0..} | 2", 3),
        ("powers of 2 | (1 mod 6)", 3),
        ("powers of 2 except 2^40", 3),
    ] {
        for sequence in SEQUENCES {
            for n in [40, 1000, 5000] {
                assert_eq!(proved_period(text, sequence, n), Some((0, period)), "{text} {n}");
            }
        }
    }
}

/// The table of a proved set has its tail, so a heap of any size has its value.
#[test]
fn huge_heaps_have_their_value() {
    let table = look("powers of 2", Sequence::Sg, 10).table;
    assert_eq!(table.known(10_u64.pow(18)), Some(10_u64.pow(18) % 3));
}

#[test]
fn no_period_of_primes_is_proved() {
    for n in [1, 2, 3, 5, 10, 20, 50, 100, 300, 1000, 3000, 20_000] {
        for sequence in SEQUENCES {
            for text in ["primes", "lucas", "primes except 2", "prime powers"] {
                assert_eq!(proved_period(text, sequence, n), None, "{text} {n}");
            }
        }
    }
}

/// Claims that a weaker hypothesis proves.
#[test]
fn known_traps() {
    for (text, preperiod, period, breaks, len) in [
        ("7 | {4^k - 1 for k in 1..}", 78, 2, 256, 200),
        ("prime powers | 1", 6, 4, 10, 10),
        ("{(k^3 - k)/6 + 1 for k in 1..}", 0, 3, 21, 21),
    ] {
        let rule = Ruleset::parse(text).unwrap();
        let table = oracle(&rule, 1000);
        let claim = Period { preperiod, period, saltus: 0 };
        assert_eq!(breaks_at(&View::new(&table, Sequence::Sg, u64::MAX), &claim), Some(breaks), "{text}");
        let short = View::new(&table, Sequence::Sg, len);
        let theorem = Residue::for_rule(&rule, Sequence::Sg);
        assert!(theorem.is_none_or(|theorem| theorem.proves(&short, &claim).is_none()), "{text}");
        assert_eq!(conflict(&rule, &short, &claim).map(|conflict| conflict.heap), Some(breaks), "{text}");
    }
}

#[test]
fn a_refutation_needs_no_table_to_the_heap() {
    let refuted = |text: &str, n: u64, period: u64| {
        let found = look(text, Sequence::Sg, n);
        let of = |verdict: &Verdict| match (verdict.period(), &verdict.standing) {
            (Some(claim), Standing::Refuted { heap, by, .. }) if claim.period == period => Some((*heap, *by)),
            _ => None,
        };
        found.verdicts.iter().find_map(of)
    };
    assert_eq!(refuted("fibonacci", 100, 36), Some((144, Evidence::Move(144))));
    for n in [200, 240, 255] {
        assert_eq!(refuted("7 | {4^k - 1 for k in 1..}", n, 2), Some((256, Evidence::Move(255))), "{n}");
    }
    assert!(matches!(refuted("7 | {4^k - 1 for k in 1..}", 256, 2), Some((256, Evidence::Found(_)))));
    // Far beyond what could be tabulated: 2^62 + 2 is 0 modulo 6.
    let text = "1 | {2^62 + 2 + 0*k for k in 1..3} | (3 mod 6)";
    assert_eq!(refuted(text, 500, 2), Some(((1 << 62) + 2, Evidence::Move((1 << 62) + 2))));
}

#[test]
fn which_sets_have_no_period() {
    for text in [
        "squares",
        "fibonacci",
        "triangular",
        "cubes",
        "{k*k - k for k in 2..}",
        "{k*(3*k - 1)/2 for k in 1..}",
        "{(k - 2)*(k + 5) for k in 3..} | 1, 2",
        "squares & 10..",
        "squares & multiples of 3",
        "squares except odd",
        "{k^3 + k for k in 1..} | primes",
    ] {
        for sequence in SEQUENCES {
            let found = look(text, sequence, 100);
            assert!(never_periodic(&Ruleset::parse(text).unwrap()), "{text}");
            assert!(found.verdicts[0].is_proved() && found.verdicts[0].claim == Claim::Aperiodic, "{text}");
        }
    }
    // No integer root, or no root where the variable goes, or no density 0, or a root that it is not told of.
    for text in [
        "{k*k + 1 for k in 1..}",
        "{4^k - 1 for k in 1..}",
        "{k*k for k in 1.. if k % 2 == 1} & odd",
        "{k*(k + 1) + 2 for k in 1..}",
        "squares | even",
        "squares except even",
        "{k*k - 4 for k in odd}",
    ] {
        assert!(!never_periodic(&Ruleset::parse(text).unwrap()), "{text}");
    }
}

/// Outcomes may repeat where the values do not, or earlier.
#[test]
fn outcomes_are_proved_alone() {
    for (text, values, outcomes) in [
        ("powers of 8 | 16, 21, 22", None, (0, 38)),
        ("{3^k + 2*k + 1 for k in 1..} | 1, 2, 15", None, (240, 4)),
        ("{3^k + 2*k + 1 for k in 1..} | 1, 2, 11", Some((27, 4)), (24, 4)),
    ] {
        assert_eq!(proved_period(text, Sequence::Sg, 2000), values, "{text}");
        assert_eq!(proved_period(text, Sequence::Outcome, 2000), Some(outcomes), "{text}");
    }
}
