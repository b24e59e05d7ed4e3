//! The window theorem for sets S that are eventually periodic: what decides a heap recurs.
//!
//! From the amount m on, a is in S iff a mod r is in R. *The state at n*: the values of the m - 1 heaps before n, and for
//! each value v the classes (n - j) mod r of the heaps j <= n - m that have it. v is *dead* when these block it in every
//! class, so that no heap from n on has it. L is the least value that is not dead; dead values are one symbol, also
//! for heaps that do not exist, and of the others v - L is looked at. *If the states at n and n + p are the same, L
//! having risen by s, then g(i + p) = g(i) + s for all i >= n.* Outcomes alone need the P-positions only, and in misère
//! play a heap n that has a move: their state always recurs. Proof in doc/proofs.md. Dead values must keep their
//! places: without them {1} with 5 <= a = 2 or 4 mod 6 would get the period 18, which breaks at heap 71.
//!
//! *Which p*: equal states stay equal, so it is enough to compare the state at the end of a table with those p before it,
//! where the values have period p for two repetitions. If g is periodic or arithmetic periodic at all, the state recurs
//! after its least period or after the least common multiple of that and r, so a long enough table proves it.
//!
//! Source: the windows of Siegel, Combinatorial Game Theory (2013), IV.2, carried over to infinite sets. Time: linear in
//! the table, the members of R for each new class of a value, and a comparison of states for each p that is tried, of
//! which there are O(log n). Memory: r / 4 bytes for each value that occurred and is not dead; where there are too many
//! of them, there is no proof.

mod classes;
mod past;

use std::fmt;

use self::past::Past;
use super::least::least;
use super::{Proof, Theorem};
use crate::pattern::{Periods, Sequence, Values};
use crate::ruleset::{Convention, Ruleset, Set, gcd};
use crate::table::Period;

/// The theorem for one set and sequence.
#[derive(Debug, Clone)]
pub struct State {
    /// m: the amounts from here on are members by their class.
    from: usize,
    modulus: usize,
    residues: Vec<usize>,
    /// Only the P-positions are looked at.
    outcomes: bool,
    /// The state decides the heaps from here on.
    first: u64,
}

/// Classes of a larger modulus are not told apart.
const MOST_MODULUS: u64 = 1 << 20;

impl State {
    /// `None` where the hypotheses do not hold: the rule is no infinite eventually periodic set, or of a modulus beyond
    /// 2^20.
    pub fn for_rule(rule: &Ruleset, sequence: Sequence) -> Option<State> {
        let set = rule.only_set().and_then(Set::as_periodic).filter(|set| !set.is_finite())?;
        let misere = rule.convention() == Convention::Misere;
        if set.modulus() > MOST_MODULUS || (misere && sequence == Sequence::Sg) {
            return None;
        }
        Some(State {
            from: usize::try_from(set.from()).unwrap_or(usize::MAX),
            modulus: set.modulus() as usize,
            residues: set.residues().iter().map(|&residue| residue as usize).collect(),
            outcomes: sequence == Sequence::Outcome,
            // In misère play a heap without a move is no P-position.
            first: if misere { set.least()? } else { 0 },
        })
    }

    /// A table of so many heaps shows what recurs soon.
    pub fn first_heaps(&self) -> u64 {
        (self.from as u64).saturating_add(self.modulus as u64).saturating_mul(4)
    }

    /// The rise of the values from heap n on to those p later, if the states at n and n + p are the same. `values` must
    /// reach heap n + p - 1. `None` also where it would take too much memory to say.
    ///
    /// ```
    /// use sgtab::pattern::Sequence;
    /// use sgtab::proof::State;
    /// use sgtab::ruleset::Ruleset;
    /// let odd_but_1 = State::for_rule(&Ruleset::parse("odd except 1").unwrap(), Sequence::Sg).unwrap();
    /// let values: Vec<u64> = (0..100).map(|n| n / 3).collect();
    /// assert_eq!(odd_but_1.recurs(&values[..], 10, 3), Some(1));
    /// assert_eq!(odd_but_1.recurs(&values[..], 10, 2), None);
    /// ```
    pub fn recurs<V: Values + ?Sized>(&self, values: &V, n: usize, p: usize) -> Option<u64> {
        let (before, after) = go_on((Past::new(self), Past::new(self)), values, n, p)?;
        after.rise_since(&before, values).filter(|_| n as u64 >= self.first)
    }

    /// Whether heaps of this value can keep later ones from it.
    fn matters(&self, value: u64) -> bool {
        !self.outcomes || value == 0
    }

    /// The least period that the heaps of `values` prove, with its preperiod; applied to the least p for which the state
    /// at the end is that p before it, from the least heap on whose state recurs so.
    pub fn proof<V: Values + ?Sized>(&self, values: &V, periods: &Periods<'_, V>) -> Option<Proof> {
        let (len, candidates) = self.candidates(periods);
        if candidates.is_empty() {
            return None;
        }
        let mut past = Past::new(self);
        let mut before = Vec::new();
        for candidate in candidates {
            past.go_on(values, (len - candidate.period) as usize)?;
            before.push((candidate, past.clone()));
        }
        past.go_on(values, len as usize)?;
        // Where the values are those of the set, they rise as L does.
        let recurs = |(found, before): &(Period, Past<'_>)| past.rise_since(before, values) == Some(found.saltus);
        let (found, _) = before.into_iter().rev().find(recurs)?;
        let applied_to = Period { preperiod: self.least_heap(values, &found, len)?, ..found };
        let sequence = if self.outcomes { Sequence::Outcome } else { Sequence::Sg };
        Some(Proof { period: least(values, &applied_to), theorem: Theorem::State { sequence, applied_to } })
    }

    /// The length of the table, and the distances to compare, the largest first: each is a period of the end of the table
    /// with two repetitions. Of those with the same preperiod the others are multiples of the first.
    fn candidates<V: Values + ?Sized>(&self, periods: &Periods<'_, V>) -> (u64, Vec<Period>) {
        let (mut len, mut least) = (0, u64::MAX);
        let mut candidates = Vec::new();
        for (period, agree) in periods.each() {
            let Period { preperiod, period: p, saltus } = period;
            len = preperiod + p + agree;
            if agree < p || preperiod >= least {
                continue;
            }
            least = preperiod;
            let times = self.modulus as u64 / gcd(p, self.modulus as u64);
            for times in [1, times] {
                let distance = p.saturating_mul(times);
                if distance <= len - preperiod.max(self.first).min(len) {
                    candidates.push(Period { preperiod, period: distance, saltus: saltus.saturating_mul(times) });
                }
            }
        }
        candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.period));
        candidates.dedup();
        (len, candidates)
    }

    /// The least heap whose state recurs after the period that was found, given that it does so at the end of the table.
    fn least_heap<V: Values + ?Sized>(&self, values: &V, found: &Period, len: u64) -> Option<u64> {
        let p = found.period as usize;
        let recurs = |(before, after): &(Past<'_>, Past<'_>)| after.rise_since(before, values).is_some();
        let (mut low, mut high) = (found.preperiod.max(self.first) as usize, len as usize - p);
        let mut at_low = go_on((Past::new(self), Past::new(self)), values, low, p)?;
        if recurs(&at_low) {
            return Some(low as u64);
        }
        // It recurs at `high`, not at `low`; once it does, it does at every later heap.
        while high > low + 1 {
            let middle = low + (high - low) / 2;
            let at_middle = go_on(at_low.clone(), values, middle, p)?;
            if recurs(&at_middle) {
                high = middle;
            } else {
                (low, at_low) = (middle, at_middle);
            }
        }
        Some(high as u64)
    }
}

/// From two heaps to heap n and the one p later; `None` where that takes too much memory.
fn go_on<'a, V: Values + ?Sized>(
    (mut before, mut after): (Past<'a>, Past<'a>),
    values: &V,
    n: usize,
    p: usize,
) -> Option<(Past<'a>, Past<'a>)> {
    before.go_on(values, n)?;
    after.go_on(values, n + p)?;
    Some((before, after))
}

/// "the 4 values before it, and the classes modulo 6 of the earlier heaps of each value".
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, heaps) = if self.outcomes { ("outcome", "P-positions") } else { ("value", "heaps of each value") };
        match self.from - 1 {
            0 => {}
            1 => write!(f, "the {what} before it, and ")?,
            near => write!(f, "the {near} {what}s before it, and ")?,
        }
        write!(f, "the classes modulo {} of the earlier {heaps}", self.modulus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Periodic;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set() -> impl Strategy<Value = Periodic> {
        let classes = (2u64..9).prop_flat_map(|r| (Just(r), prop::collection::vec(0..r, 1..4)));
        (classes, 1u64..7, prop::collection::btree_set(1u64..7, 0..4)).prop_map(|((r, residues), from, head)| {
            let tail = residues.into_iter().map(|residue| Periodic::residue_class(residue, r).unwrap());
            let tail = tail.reduce(|a, b| a.union(&b).unwrap()).unwrap();
            let tail = tail.intersection(&Periodic::at_least(from)).unwrap();
            tail.union(&Periodic::from_ranges(head.into_iter().map(|a| a..=a))).unwrap()
        })
    }

    /// L and the state at heap n by their definition.
    type Spelled = (u64, (Vec<Option<u64>>, Vec<Option<BTreeSet<u64>>>));

    fn spelled(set: &Periodic, values: &[u64], n: u64, outcomes: bool) -> Spelled {
        let (m, r) = (set.from(), set.modulus());
        let matters = |value: u64| !outcomes || value == 0;
        let seen = |value: u64| -> BTreeSet<u64> {
            let heaps = (0..=n).filter(|j| j + m <= n && matters(value) && values[*j as usize] == value);
            heaps.map(|j| (n - j) % r).collect()
        };
        let blocked = |distances: &BTreeSet<u64>, ahead: u64| {
            distances.iter().any(|distance| set.residues().contains(&((distance + ahead) % r)))
        };
        let dead = |value: u64| (0..r).all(|ahead| blocked(&seen(value), ahead));
        let lowest = (0..).find(|&value| !dead(value)).unwrap();
        let near = (1..m).map(|distance| {
            let value = values[n.checked_sub(distance)? as usize];
            (matters(value) && !dead(value)).then(|| value - lowest)
        });
        let most = values.iter().max().copied().unwrap_or(0).max(lowest);
        let places = (lowest..=most).map(|value| (!dead(value)).then(|| seen(value)));
        let mut places: Vec<_> = places.collect();
        while places.last().is_some_and(|place| place.as_ref().is_some_and(BTreeSet::is_empty)) {
            places.pop();
        }
        (lowest, (near.collect(), places))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Of any sequence, also of one that is not that of the set.
        #[test]
        fn states_are_compared_as_they_are_defined(
            set in set(),
            steps in prop::collection::vec((0u64..3, 0u64..2), 40),
            outcomes: bool,
        ) {
            // Values that rise slowly, so that some die and states are equal now and then.
            let values: Vec<u64> = steps.iter().enumerate().map(|(n, (v, late))| v + late * (n as u64 / 8)).collect();
            let sequence = if outcomes { Sequence::Outcome } else { Sequence::Sg };
            let rule = Ruleset::from_set(set.clone().into()).unwrap();
            let state = State::for_rule(&rule, sequence).unwrap();
            let spelled: Vec<_> = (0..=40).map(|n| spelled(&set, &values, n, outcomes)).collect();
            for n in 0..40 {
                for p in 1..=40 - n {
                    let (before, after) = (&spelled[n], &spelled[n + p]);
                    let rise = after.0.checked_sub(before.0).filter(|&rise| rise == 0 || !outcomes);
                    let expected = rise.filter(|_| before.1 == after.1);
                    prop_assert_eq!(state.recurs(&values[..], n, p), expected, "{} {:?} {} {}", rule, values, n, p);
                }
            }
        }
    }

    #[test]
    fn only_infinite_eventually_periodic_sets_have_a_state() {
        let state = |text: &str, sequence| State::for_rule(&Ruleset::parse(text).unwrap(), sequence);
        for text in ["1..3", "squares", "1..n/2", "0.77", "odd; 4.0", "3 mod 2000000"] {
            assert!(state(text, Sequence::Sg).is_none() && state(text, Sequence::Outcome).is_none(), "{text}");
        }
        assert!(state("odd", Sequence::Sg).is_some() && state("all but 2", Sequence::Outcome).is_some());
        let misere = Ruleset::parse("odd").unwrap().with_convention(Convention::Misere);
        assert!(State::for_rule(&misere, Sequence::Sg).is_none());
    }

    /// Values that never die, and more of them than are kept: no proof, and no harm.
    #[test]
    fn too_much_to_remember_is_no_proof() {
        let values: Vec<u64> = (0..100_000).map(|n| n / 2).collect();
        let state = State::for_rule(&Ruleset::parse("7 mod 10").unwrap(), Sequence::Sg).unwrap();
        assert_eq!(state.recurs(&values[..], 90_000, 10), None);
        assert_eq!(state.recurs(&values[..], 200, 10), None);
        let late = Periodic::with_tail(&Periodic::from_ranges([5..=5]), u64::MAX, 7, vec![3]);
        let late = State::for_rule(&Ruleset::from_set(late.into()).unwrap(), Sequence::Sg).unwrap();
        assert_eq!((late.recurs(&values[..], 200, 10), late.first_heaps()), (None, u64::MAX));
    }
}
