//! Sets of amounts: eventually periodic ones, named infinite ones, and what the operators make of them.

use std::fmt;

use super::comprehension::Trouble;
use super::formula::Fault;
use super::named::Named;
use super::periodic::Periodic;

pub use super::described::{Images, Where};

/// The amounts that a move may take; 0 is never one.
///
/// Operations are carried out at once where both sides are eventually periodic (or one is finite), so a
/// finite set is [`Set::Periodic`] however it was written. What remains is kept as a tree.
///
/// ```
/// use sgtab::ruleset::{Named, Periodic, Set};
/// let odd = Set::from(Periodic::residue_class(1, 2).unwrap());
/// let odd_primes = odd.intersection(Set::from(Named::Primes));
/// assert_eq!(odd_primes.members(20), [3, 5, 7, 11, 13, 17, 19]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Set {
    /// Finite, cofinite, or periodic from some amount on.
    Periodic(Periodic),
    /// An infinite set with a name.
    Named(Named),
    /// The amounts that satisfy a condition.
    Where(Box<Where>),
    /// The values of a formula.
    Images(Box<Images>),
    /// Members of either.
    Union(Box<Set>, Box<Set>),
    /// Members of both.
    Intersection(Box<Set>, Box<Set>),
    /// Members of the first that the second lacks.
    Difference(Box<Set>, Box<Set>),
}

impl From<Periodic> for Set {
    fn from(set: Periodic) -> Self {
        Set::Periodic(set)
    }
}

impl From<Named> for Set {
    fn from(set: Named) -> Self {
        Set::Named(set)
    }
}

/// A finite set is filtered member by member only up to this many.
const MOST_FILTERED: u64 = 1 << 20;

impl Set {
    /// Members of `self` or `other`.
    pub fn union(self, other: Set) -> Set {
        match (self, other) {
            (Set::Periodic(a), Set::Periodic(b)) => match a.union(&b) {
                Some(set) => set.into(),
                None => Set::Union(Box::new(a.into()), Box::new(b.into())),
            },
            // Gather the periodic parts on the right, so that `primes | 1 | 4` has one.
            (Set::Union(a, b), c @ Set::Periodic(_)) => Set::Union(a, Box::new(b.union(c))),
            (a @ Set::Periodic(_), b) => b.union(a),
            (a, b) if a == b || b.is_empty() => a,
            (a, b) => Set::Union(Box::new(a), Box::new(b)),
        }
    }

    /// Members of both `self` and `other`.
    pub fn intersection(self, other: Set) -> Set {
        match (self, other) {
            (Set::Periodic(a), Set::Periodic(b)) => match a.intersection(&b) {
                Some(set) => set.into(),
                None => Set::Intersection(Box::new(a.into()), Box::new(b.into())),
            },
            (a, b) => match a.filtered(|x| b.contains(x)).or_else(|| b.filtered(|x| a.contains(x))) {
                Some(set) => set.into(),
                None if a == b || b.is_everything() => a,
                None if a.is_everything() => b,
                None => Set::Intersection(Box::new(a), Box::new(b)),
            },
        }
    }

    /// Members of `self` that `other` lacks.
    pub fn difference(self, other: Set) -> Set {
        match (self, other) {
            (Set::Periodic(a), Set::Periodic(b)) => match a.difference(&b) {
                Some(set) => set.into(),
                None => Set::Difference(Box::new(a.into()), Box::new(b.into())),
            },
            (a, b) => match a.filtered(|x| !b.contains(x)) {
                Some(set) => set.into(),
                None if b.is_empty() => a,
                None => Set::Difference(Box::new(a), Box::new(b)),
            },
        }
    }

    /// The members that `keep` accepts, for a finite set that is small enough to list.
    fn filtered(&self, keep: impl Fn(u64) -> bool) -> Option<Periodic> {
        match self {
            Set::Periodic(p) if p.is_finite() && p.count(u64::MAX) <= MOST_FILTERED => {
                Some(Periodic::from_ranges(p.members(u64::MAX).filter(|&a| keep(a)).map(|a| a..=a)))
            }
            _ => None,
        }
    }

    /// Whether `a` is a member.
    pub fn contains(&self, a: u64) -> bool {
        match self {
            Set::Periodic(p) => p.contains(a),
            Set::Named(named) => named.contains(a),
            Set::Where(set) => set.contains(a),
            Set::Images(set) => set.contains(a),
            Set::Union(x, y) => x.contains(a) || y.contains(a),
            Set::Intersection(x, y) => x.contains(a) && y.contains(a),
            Set::Difference(x, y) => x.contains(a) && !y.contains(a),
        }
    }

    /// Whether `a` is a member, where a condition or a formula of the set may have no value for it.
    pub(crate) fn try_contains(&self, a: u64) -> Result<bool, Fault> {
        match self {
            Set::Where(set) => set.try_contains(a),
            Set::Union(x, y) => Ok(x.try_contains(a)? || y.try_contains(a)?),
            Set::Intersection(x, y) => Ok(x.try_contains(a)? && y.try_contains(a)?),
            Set::Difference(x, y) => Ok(x.try_contains(a)? && !y.try_contains(a)?),
            Set::Periodic(_) | Set::Named(_) | Set::Images(_) => Ok(self.contains(a)),
        }
    }

    /// The members up to `n`, ascending.
    pub fn members(&self, n: u64) -> Vec<u64> {
        match self {
            Set::Periodic(p) => p.members(n).collect(),
            Set::Named(named) => named.members(n),
            Set::Where(set) => set.members(n),
            Set::Images(set) => set.members(n),
            Set::Union(x, y) => {
                let mut all = x.members(n);
                all.extend(y.members(n));
                all.sort_unstable();
                all.dedup();
                all
            }
            Set::Intersection(x, y) => {
                // List the side that is no periodic set: it is the sparser one.
                let (listed, other) = if matches!(**x, Set::Periodic(_)) { (y, x) } else { (x, y) };
                let mut kept = listed.members(n);
                let test = other.membership(n);
                kept.retain(|&a| test(a));
                kept
            }
            Set::Difference(x, y) => {
                let mut kept = x.members(n);
                let test = y.membership(n);
                kept.retain(|&a| !test(a));
                kept
            }
        }
    }

    /// [`Set::contains`] for many amounts up to `n`: what has no test of its own is listed once.
    pub(crate) fn membership(&self, n: u64) -> Box<dyn Fn(u64) -> bool + '_> {
        if self.has_images() {
            let members = self.members(n);
            Box::new(move |a| members.binary_search(&a).is_ok())
        } else {
            Box::new(|a| self.contains(a))
        }
    }

    pub(crate) fn has_images(&self) -> bool {
        match self {
            Set::Images(_) => true,
            Set::Periodic(_) | Set::Named(_) | Set::Where(_) => false,
            Set::Union(a, b) | Set::Intersection(a, b) | Set::Difference(a, b) => a.has_images() || b.has_images(),
        }
    }

    /// Why it is not known which amounts up to `n` are members: the amount, if there is one to name, and the trouble.
    pub(crate) fn trouble(&self, n: u64) -> Option<(Option<i64>, Trouble)> {
        match self {
            Set::Periodic(_) | Set::Named(_) => None,
            Set::Where(set) => set.trouble(n).map(|(amount, fault)| (Some(amount), fault.into())),
            Set::Images(set) => set.trouble(n).map(|trouble| (None, trouble)),
            Set::Union(a, b) | Set::Intersection(a, b) | Set::Difference(a, b) => a.trouble(n).or_else(|| b.trouble(n)),
        }
    }

    /// About how many steps it takes to list the members up to `n`.
    pub(crate) fn listing_cost(&self, n: u64) -> f64 {
        match self {
            Set::Periodic(p) => p.count(n) as f64,
            Set::Named(Named::Primes | Named::PrimePowers) | Set::Where(_) => n as f64,
            Set::Named(_) | Set::Images(_) => self.about(n),
            Set::Union(a, b) => a.listing_cost(n) + b.listing_cost(n),
            Set::Intersection(a, b) => {
                if matches!(**a, Set::Periodic(_)) {
                    b.listing_cost(n)
                } else {
                    a.listing_cost(n)
                }
            }
            Set::Difference(a, _) => a.listing_cost(n),
        }
    }

    /// Whether it is known to have no member at all.
    pub fn is_empty(&self) -> bool {
        matches!(self, Set::Periodic(p) if p.is_empty())
    }

    fn is_everything(&self) -> bool {
        self.as_periodic().is_some_and(|p| p.largest_left_out() == Some(0))
    }

    /// The set, if it is eventually periodic.
    pub fn as_periodic(&self) -> Option<&Periodic> {
        match self {
            Set::Periodic(p) => Some(p),
            _ => None,
        }
    }

    /// About how many members are at most `n`; exact for eventually periodic sets, cheap for any `n`.
    pub fn about(&self, n: u64) -> f64 {
        match self {
            Set::Periodic(p) => p.count(n) as f64,
            Set::Named(named) => named.about(n),
            Set::Where(set) => set.about(n),
            Set::Images(set) => set.about(n),
            Set::Union(a, b) => a.about(n) + b.about(n),
            Set::Intersection(a, b) => a.about(n).min(b.about(n)),
            Set::Difference(a, _) => a.about(n),
        }
    }

    /// What one may take, in plain words: "1, 3 or 4", "any number but 2, 5".
    pub fn in_words(&self) -> String {
        match self {
            Set::Periodic(p) => periodic_in_words(p),
            Set::Named(named) => named.in_words(),
            Set::Where(set) => format!("{} with {}", set.variable.name, set.condition),
            Set::Images(set) => set.in_words(),
            Set::Union(a, b) => format!("{} or {}", a.in_words(), b.in_words()),
            Set::Intersection(a, b) => format!("{} that is also {}", a.in_words(), b.in_words()),
            Set::Difference(a, b) => format!("{} but not {}", a.in_words(), b.in_words()),
        }
    }
}

/// The notation of the rule language; reading it back gives an equal set.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |set: &Set| match set {
            Set::Named(_) | Set::Where(_) | Set::Images(_) => set.to_string(),
            other => in_parentheses(&other.to_string()),
        };
        match self {
            Set::Periodic(p) => f.write_str(&periodic_notation(p)),
            Set::Named(named) => write!(f, "{named}"),
            Set::Where(set) => write!(f, "{set}"),
            Set::Images(set) => write!(f, "{set}"),
            Set::Union(a, b) => write!(f, "{} | {}", part(a), part(b)),
            Set::Intersection(a, b) => write!(f, "{} & {}", part(a), part(b)),
            Set::Difference(a, b) => write!(f, "{} except {}", part(a), part(b)),
        }
    }
}

/// What is more than a name, a number or a range stands in parentheses.
pub(super) fn in_parentheses(text: &str) -> String {
    let simple = text.chars().all(|c| c.is_alphanumeric() || c == '.');
    if simple { text.to_owned() } else { format!("({text})") }
}

fn ranges(p: &Periodic, dots: &str) -> Vec<String> {
    p.head()
        .flat_map(|r| match r.end() - r.start() {
            0 => vec![r.start().to_string()],
            1 => vec![r.start().to_string(), r.end().to_string()],
            _ => vec![format!("{}{dots}{}", r.start(), r.end())],
        })
        .collect()
}

/// The amounts that a cofinite set leaves out, as ranges.
fn left_out(p: &Periodic) -> Option<Periodic> {
    p.largest_left_out()?;
    Periodic::at_least(1).difference(p)
}

fn periodic_notation(p: &Periodic) -> String {
    if let Some(out) = left_out(p) {
        return match (p.least(), out.head().count()) {
            (_, 0) => "any".into(),
            (Some(least), 1) if least > 1 => format!("{least}.."),
            _ => format!("all but {}", ranges(&out, "..").join(", ")),
        };
    }
    let mut terms = ranges(p, "..");
    let classes: Vec<String> = p
        .residues()
        .iter()
        .map(|&r| match (r, p.modulus()) {
            (1, 2) => "odd".into(),
            (0, 2) => "even".into(),
            (0, m) => format!("multiples of {m}"),
            (r, m) => format!("{r} mod {m}"),
        })
        .collect();
    match (classes.as_slice(), is_cut(p)) {
        ([], _) => return terms.join(", "),
        ([one], true) => terms.push(format!("({one}) & {}..", p.from())),
        (many, true) => terms.push(format!("({}) & {}..", parenthesized(many).join(" | "), p.from())),
        ([one], false) if terms.is_empty() => return one.clone(),
        (many, false) => terms.extend(parenthesized(many)),
    }
    terms.join(" | ")
}

/// Whether the classes, said without `from`, would have a member below it. (`from` is least: the set lacks one.)
fn is_cut(p: &Periodic) -> bool {
    p.residues().iter().any(|&r| r.max(u64::from(r == 0) * p.modulus()) < p.from())
}

fn parenthesized(classes: &[String]) -> Vec<String> {
    classes.iter().map(|class| format!("({class})")).collect()
}

fn periodic_in_words(p: &Periodic) -> String {
    if let Some(out) = left_out(p) {
        return match (p.least(), out.head().count()) {
            (_, 0) => "any number".into(),
            (Some(least), 1) if least > 1 => format!("{least} or more"),
            _ => format!("any number but {}", ranges(&out, " to ").join(", ")),
        };
    }
    let mut terms = ranges(p, " to ");
    let classes: Vec<String> = p
        .residues()
        .iter()
        .map(|&r| match (r, p.modulus()) {
            (1, 2) => "an odd number".into(),
            (0, 2) => "an even number".into(),
            (0, m) => format!("a multiple of {m}"),
            (r, m) => format!("a number that is {r} mod {m}"),
        })
        .collect();
    let from = if is_cut(p) { format!(" from {} on", p.from()) } else { String::new() };
    terms.extend(classes.into_iter().map(|class| class + &from));
    match terms.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
