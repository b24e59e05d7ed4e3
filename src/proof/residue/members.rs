//! Members of a set, as far as they are cheap to list.

use crate::ruleset::{Named, Set};

/// So many members, or choices that lead to them, are listed of each part of a set.
const MOST_LISTED: u64 = 1 << 18;

/// Members in ascending order, with no claim that they are all; of sets that grow quickly, all below 2^64.
pub(super) fn known_members(set: &Set) -> Vec<u64> {
    let mut members = listed(set);
    members.sort_unstable();
    members.dedup();
    members
}

fn listed(set: &Set) -> Vec<u64> {
    match set {
        Set::Periodic(set) => set.members(u64::MAX).take(MOST_LISTED as usize).collect(),
        Set::Named(named) => named.members(farthest(*named)),
        Set::Where(set) => set.members(MOST_LISTED),
        Set::Images(set) => {
            let far = (0..63).step_by(4).map(|shift| i64::MAX as u64 >> shift);
            far.into_iter().find_map(|n| set.members_within(n, MOST_LISTED)).unwrap_or_default()
        }
        Set::Union(a, b) => {
            let mut all = listed(a);
            all.extend(listed(b));
            all
        }
        Set::Intersection(a, b) => {
            let listed_first = if a.as_periodic().is_some() { (b, a) } else { (a, b) };
            kept(listed_first.0, listed_first.1, true)
        }
        Set::Difference(a, b) => kept(a, b, false),
    }
}

/// The largest power of two up to which the members are few enough.
fn farthest(named: Named) -> u64 {
    let far = (0..64).map(|shift| u64::MAX >> shift);
    far.into_iter().find(|&n| named.about(n) <= MOST_LISTED as f64).unwrap_or(0)
}

/// The listed members of `set` that are in `other`, or that are not.
fn kept(set: &Set, other: &Set, inside: bool) -> Vec<u64> {
    let mut members = listed(set);
    if other.has_images() {
        // There is no test but a list.
        members.retain(|&a| a <= MOST_LISTED);
    }
    let test = other.membership(MOST_LISTED);
    members.retain(|&a| test(a) == inside);
    members
}
