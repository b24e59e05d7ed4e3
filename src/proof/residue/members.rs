//! Members of a set, as far as they are cheap to list.

use crate::ruleset::{Named, Set};

/// Some members of a set.
pub(super) struct Members {
    /// In no order, some perhaps twice.
    pub(super) all: Vec<u64>,
    /// No other member is at most this.
    pub(super) through: u64,
}

impl Members {
    /// About `most` of each part of the set, or what so many choices of its variables lead to; of what grows quickly,
    /// all below 2^64.
    pub(super) fn of(set: &Set, most: u64) -> Members {
        match set {
            Set::Periodic(set) => {
                let all: Vec<u64> = set.members(u64::MAX).take(most as usize).collect();
                let through = if (all.len() as u64) < most { u64::MAX } else { all.last().copied().unwrap_or(0) };
                Members { all, through }
            }
            Set::Named(named) => {
                let through = farthest(*named, most);
                Members { all: named.members(through), through }
            }
            Set::Where(set) => Members { all: set.members(most), through: most },
            Set::Images(set) => {
                let far = (0..63).step_by(4).map(|shift| i64::MAX as u64 >> shift);
                let found = far.into_iter().find_map(|n| Some((set.members_within(n, most)?, n)));
                let (all, through) = found.unwrap_or_default();
                Members { all, through }
            }
            Set::Union(a, b) => {
                let (mut union, other) = (Members::of(a, most), Members::of(b, most));
                union.all.extend(other.all);
                Members { through: union.through.min(other.through), ..union }
            }
            Set::Intersection(a, b) if a.as_periodic().is_some() => Members::of(b, most).kept(a, true, most),
            Set::Intersection(a, b) => Members::of(a, most).kept(b, true, most),
            Set::Difference(a, b) => Members::of(a, most).kept(b, false, most),
        }
    }

    /// Those that are in `other`, or that are not.
    fn kept(mut self, other: &Set, inside: bool, most: u64) -> Members {
        if other.has_images() {
            // There is no test but a list.
            self.through = self.through.min(most);
            self.all.retain(|&a| a <= most);
        }
        let test = other.membership(most);
        self.all.retain(|&a| test(a) == inside);
        self
    }
}

/// One less than the largest power of two below which the members are few enough.
fn farthest(named: Named, most: u64) -> u64 {
    let far = (0..64).map(|shift| u64::MAX >> shift);
    far.into_iter().find(|&n| named.about(n) <= most as f64).unwrap_or(0)
}
