//! Eventually periodic sets of amounts: finite, cofinite, and all between.

use std::ops::RangeInclusive;

use super::number::gcd;

/// A set of amounts that is periodic from some amount on, in least form: equal sets are equal values.
///
/// The members below `from` are listed as ranges; from `from` on, `a` is a member iff `a % modulus`
/// is one of `residues`. `from` and `modulus` are the least that say so.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Periodic {
    /// Disjoint, ascending, not touching, within `1..from`.
    head: Vec<(u64, u64)>,
    from: u64,
    modulus: u64,
    /// Ascending, below `modulus`. Empty for a finite set (with `modulus` 1).
    residues: Vec<u64>,
}

/// The largest amount that a set may mention (as for integers in TOML).
pub const MOST_AMOUNT: u64 = i64::MAX as u64;

/// Sets that would need more ranges or residues than this are kept as they were written.
const MOST_PIECES: u64 = 1 << 20;

impl Periodic {
    /// The members of the ranges; ranges may overlap, and 0 is not an amount.
    pub fn from_ranges(ranges: impl IntoIterator<Item = RangeInclusive<u64>>) -> Self {
        let mut head: Vec<(u64, u64)> =
            ranges.into_iter().map(|r| ((*r.start()).max(1), *r.end())).filter(|(lo, hi)| lo <= hi).collect();
        head.sort_unstable();
        Self::from_head(merge_touching(head))
    }

    fn from_head(head: Vec<(u64, u64)>) -> Self {
        let from = head.last().map_or(1, |&(_, hi)| hi.saturating_add(1));
        Periodic { head, from, modulus: 1, residues: Vec::new() }.normalized()
    }

    /// The members of `head` below `from`, and the amounts from there on that are one of `residues` (ascending, below
    /// `modulus`).
    pub(crate) fn with_tail(head: &Periodic, from: u64, modulus: u64, residues: Vec<u64>) -> Self {
        let head = head.head.iter().map(|&(lo, hi)| (lo, hi.min(from.saturating_sub(1)))).filter(|(lo, hi)| lo <= hi);
        Periodic { head: head.collect(), from: from.max(1), modulus: modulus.max(1), residues }.normalized()
    }

    /// Every amount that is at least `from`.
    pub fn at_least(from: u64) -> Self {
        Periodic { head: Vec::new(), from: from.max(1), modulus: 1, residues: vec![0] }
    }

    /// Every amount that is `residue` modulo `modulus`; `None` when `modulus` is 0.
    pub fn residue_class(residue: u64, modulus: u64) -> Option<Self> {
        let residues = vec![residue.checked_rem(modulus)?];
        Some(Periodic { head: Vec::new(), from: 1, modulus, residues }.normalized())
    }

    /// Whether `a` is a member.
    pub fn contains(&self, a: u64) -> bool {
        if a < self.from {
            let at = self.head.partition_point(|&(_, hi)| hi < a);
            self.head.get(at).is_some_and(|&(lo, _)| lo <= a)
        } else {
            self.residues.binary_search(&(a % self.modulus)).is_ok()
        }
    }

    /// Whether it has no member.
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.residues.is_empty()
    }

    /// The least member.
    pub fn least(&self) -> Option<u64> {
        self.head.first().map(|&(lo, _)| lo).or_else(|| self.tail_from(self.from).next())
    }

    /// The largest member of a finite set that has one.
    pub fn largest(&self) -> Option<u64> {
        self.is_finite().then(|| self.head.last().map(|&(_, hi)| hi)).flatten()
    }

    /// The least and the largest member of a set without gaps, `u64::MAX` standing for no end.
    pub(crate) fn as_interval(&self) -> Option<(u64, u64)> {
        match (self.head.as_slice(), self.modulus, self.residues.as_slice()) {
            (&[(lo, hi)], _, []) => Some((lo, hi)),
            ([], 1, [0]) => Some((self.from, u64::MAX)),
            _ => None,
        }
    }

    /// Whether it has finitely many members.
    pub fn is_finite(&self) -> bool {
        self.residues.is_empty()
    }

    /// The largest amount that a cofinite set leaves out, 0 when it leaves out none;
    /// `None` for a set that leaves out infinitely many.
    pub fn largest_left_out(&self) -> Option<u64> {
        (self.modulus == 1 && !self.is_finite()).then(|| self.from - 1)
    }

    /// From `from()` on, membership has this period.
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The amount from which on membership is periodic.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The classes modulo `modulus()` whose amounts from `from()` on are members, ascending.
    pub fn residues(&self) -> &[u64] {
        &self.residues
    }

    /// Whether the amounts from `from()` on that are `class` modulo `modulus()` are members.
    pub(crate) fn meets_class(&self, class: u64) -> bool {
        self.residues.binary_search(&class).is_ok()
    }

    /// The members below `from()`, as ascending ranges that do not touch.
    pub fn head(&self) -> impl Iterator<Item = RangeInclusive<u64>> + '_ {
        self.head.iter().map(|&(lo, hi)| lo..=hi)
    }

    /// The members up to `n`, ascending.
    pub fn members(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        let head = self.head.iter().flat_map(move |&(lo, hi)| lo..=hi.min(n));
        head.chain(self.tail_from(self.from).take_while(move |&a| a <= n))
    }

    fn tail_from(&self, start: u64) -> impl Iterator<Item = u64> + '_ {
        let block = start / self.modulus;
        (block..)
            .flat_map(move |k| self.residues.iter().map(move |&r| k.checked_mul(self.modulus)?.checked_add(r)))
            .map_while(|a| a)
            .skip_while(move |&a| a < start)
            .take(if self.is_finite() { 0 } else { usize::MAX })
    }

    /// How many members are at most `n`.
    pub fn count(&self, n: u64) -> u64 {
        let head: u64 = self.head.iter().map(|&(lo, hi)| (hi.min(n) + 1).saturating_sub(lo)).sum();
        let below = |end: u64| -> u64 {
            // members of the residue classes among 0..end
            let (blocks, rest) = (end / self.modulus, end % self.modulus);
            blocks * self.residues.len() as u64 + self.residues.partition_point(|&r| r < rest) as u64
        };
        match n.checked_add(1) {
            Some(end) if end > self.from => head + below(end) - below(self.from),
            _ => head,
        }
    }

    /// Members of either.
    pub fn union(&self, other: &Self) -> Option<Self> {
        self.combine(other, |a, b| a || b)
    }

    /// Members of both.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.combine(other, |a, b| a && b)
    }

    /// Members that `other` lacks.
    pub fn difference(&self, other: &Self) -> Option<Self> {
        self.combine(other, |a, b| a && !b)
    }

    /// `None` when the result would need too many ranges or residues to be worth writing out.
    fn combine(&self, other: &Self, keep: fn(bool, bool) -> bool) -> Option<Self> {
        let from = self.from.max(other.from);
        let modulus = (self.modulus / gcd(self.modulus, other.modulus)).checked_mul(other.modulus)?;
        if modulus > MOST_PIECES {
            return None;
        }
        let meets = |set: &Self, class: u64| set.residues.binary_search(&(class % set.modulus)).is_ok();
        let residues = (0..modulus).filter(|&class| keep(meets(self, class), meets(other, class))).collect();
        let head = combine_ranges(&self.ranges_below(from)?, &other.ranges_below(from)?, keep);
        Some(Periodic { head, from, modulus, residues }.normalized())
    }

    /// The members below `end` (which is at least `from`) as ranges; `None` when they are too many.
    fn ranges_below(&self, end: u64) -> Option<Vec<(u64, u64)>> {
        let mut ranges = self.head.clone();
        if end > self.from && !self.is_finite() {
            if self.modulus == 1 {
                ranges.push((self.from, end - 1));
            } else {
                if (end - self.from) / self.modulus > MOST_PIECES / self.residues.len() as u64 {
                    return None;
                }
                ranges.extend(self.tail_from(self.from).take_while(|&a| a < end).map(|a| (a, a)));
            }
        }
        Some(merge_touching(ranges))
    }

    fn normalized(mut self) -> Self {
        if self.residues.is_empty() {
            self.modulus = 1;
            self.from = self.head.last().map_or(1, |&(_, hi)| hi.saturating_add(1));
            return self;
        }
        let full = self.modulus;
        // A period that repeats k times holds the residues in k equal shares.
        let repeats = self.residues.len() as u64;
        self.modulus = (1..=repeats)
            .rev()
            .filter(|k| full.is_multiple_of(*k) && repeats.is_multiple_of(*k))
            .map(|k| full / k)
            .find(|&d| self.residues.iter().all(|&r| self.residues.binary_search(&((r + d) % full)).is_ok()))
            .unwrap_or(full);
        self.residues.retain(|&r| r < self.modulus);
        if self.modulus == 1 {
            if let Some(&(lo, hi)) = self.head.last()
                && hi + 1 == self.from
            {
                self.from = lo;
                self.head.pop();
            }
            return self;
        }
        // The class of an amount below `from` may already agree with the residues.
        while self.from > 1 {
            let last = self.from - 1;
            let member = self.head.last().is_some_and(|&(_, hi)| hi == last);
            if member != self.residues.binary_search(&(last % self.modulus)).is_ok() {
                break;
            }
            if member
                && let Some((lo, hi)) = self.head.pop()
                && lo < hi
            {
                self.head.push((lo, hi - 1));
            }
            self.from = last;
        }
        self
    }
}

fn merge_touching(sorted: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(sorted.len());
    for (lo, hi) in sorted {
        match merged.last_mut() {
            Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
            _ => merged.push((lo, hi)),
        }
    }
    merged
}

/// Walks the ends of both lists and keeps the stretches that `keep` accepts (never where neither has members).
fn combine_ranges(a: &[(u64, u64)], b: &[(u64, u64)], keep: fn(bool, bool) -> bool) -> Vec<(u64, u64)> {
    let mut starts: Vec<u64> = a.iter().chain(b).flat_map(|&(lo, hi)| [lo, hi.saturating_add(1)]).collect();
    starts.sort_unstable();
    starts.dedup();
    let within = |ranges: &[(u64, u64)], x: u64| {
        let at = ranges.partition_point(|&(_, hi)| hi < x);
        ranges.get(at).is_some_and(|&(lo, _)| lo <= x)
    };
    let pieces =
        starts.windows(2).filter(|w| keep(within(a, w[0]), within(b, w[0]))).map(|w| (w[0], w[1] - 1)).collect();
    merge_touching(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn class(residue: u64, modulus: u64) -> Periodic {
        Periodic::residue_class(residue, modulus).expect("a modulus above 0")
    }

    fn any_set() -> impl Strategy<Value = Periodic> {
        let leaf = prop_oneof![
            prop::collection::vec((1u64..40, 0u64..6), 0..4)
                .prop_map(|v| Periodic::from_ranges(v.into_iter().map(|(lo, width)| lo..=lo + width))),
            (1u64..30).prop_map(Periodic::at_least),
            (0u64..12, 1u64..12).prop_map(|(r, m)| class(r, m)),
        ];
        leaf.prop_recursive(3, 8, 2, |inner| {
            (inner.clone(), inner, 0..3).prop_map(|(a, b, op)| {
                let combined = match op {
                    0 => a.union(&b),
                    1 => a.intersection(&b),
                    _ => a.difference(&b),
                };
                combined.expect("small sets combine")
            })
        })
    }

    proptest! {
        #[test]
        fn operations_are_those_of_membership(a in any_set(), b in any_set()) {
            let (or, and, not) = (a.union(&b).unwrap(), a.intersection(&b).unwrap(), a.difference(&b).unwrap());
            for x in 0..200 {
                prop_assert_eq!(or.contains(x), a.contains(x) || b.contains(x));
                prop_assert_eq!(and.contains(x), a.contains(x) && b.contains(x));
                prop_assert_eq!(not.contains(x), a.contains(x) && !b.contains(x));
            }
        }

        #[test]
        fn members_count_and_least_agree_with_membership(a in any_set(), n in 0u64..200) {
            let members: Vec<u64> = (0..=n).filter(|&x| a.contains(x)).collect();
            prop_assert_eq!(a.count(n), members.len() as u64);
            prop_assert_eq!(a.members(n).collect::<Vec<_>>(), members);
            prop_assert_eq!(a.least(), (0..=400).find(|&x| a.contains(x)));
            prop_assert!(!a.contains(0));
        }

        #[test]
        fn equal_sets_have_one_form(a in any_set(), b in any_set()) {
            let same = (0..5000).all(|x| a.contains(x) == b.contains(x));
            prop_assert_eq!(same, a == b);
        }
    }

    #[test]
    fn huge_ranges_cost_nothing() {
        let wide = Periodic::from_ranges([1..=u64::MAX / 2]);
        assert_eq!(wide.largest(), Some(u64::MAX / 2));
        assert_eq!(wide.count(10), 10);
        assert_eq!(wide.union(&Periodic::at_least(5)), Some(Periodic::at_least(1)));
        assert_eq!(class(1, 2).intersection(&wide), None); // 2^62 ranges: kept as written
        let last = MOST_AMOUNT;
        assert_eq!(Periodic::from_ranges([last..=last]).members(u64::MAX).collect::<Vec<_>>(), [last]);
        assert_eq!(class(7, last).members(u64::MAX).collect::<Vec<_>>(), [7, last + 7]);
    }
}
