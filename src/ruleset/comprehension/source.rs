//! What a variable ranges over, and sets of amounts that use n.

use std::fmt;

use super::image::Image;
use super::lanes::Lanes;
use super::walk::{Trouble, Walk};
use crate::ruleset::formula::{Fault, Formula, LANES, Mask, Operator};
use crate::ruleset::number::{distinct_primes, divisors};
use crate::ruleset::set::{Set, in_parentheses};

/// A set of integers that may depend on n and on variables.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// Amounts; `list` is the place of their list in a walk.
    Set {
        set: Set,
        list: usize,
    },
    /// `a..b`, which may be empty, or `a..`.
    Range(Formula, Option<Formula>),
    One(Formula),
    Divisors {
        of: Formula,
        proper: bool,
    },
    Coprime(Formula),
    /// Piece by piece; what is in two pieces comes twice.
    Union(Vec<Source>),
    /// Members of the first that are in the second, or that are not.
    Filtered {
        base: Box<Source>,
        other: Box<Source>,
        inside: bool,
        test: Mask,
    },
    Image(Box<Image>),
}

/// Hears of some values of a variable.
pub(crate) type Block<'a> = dyn FnMut(&mut Walk, Lanes<'_>) -> Result<(), Trouble> + 'a;

impl Source {
    /// Gives the members up to `upto` in blocks of at most [`LANES`].
    pub(crate) fn walk(&self, walk: &mut Walk, upto: i64, block: &mut Block<'_>) -> Result<(), Trouble> {
        match self {
            Source::Set { set, list } => {
                if let Some((first, last)) = set.as_periodic().and_then(|p| p.as_interval()) {
                    let first = i64::try_from(first).unwrap_or(i64::MAX);
                    return interval(walk, first, upto.min(i64::try_from(last).unwrap_or(i64::MAX)), block);
                }
                let mut at = 0;
                loop {
                    let mut lanes = [0; LANES];
                    let count = walk.members(*list, set, upto, at, &mut lanes)?;
                    if count > 0 {
                        block(walk, Lanes::List(&mut lanes[..count]))?;
                    }
                    if count < LANES {
                        return Ok(());
                    }
                    at += count;
                }
            }
            Source::Range(low, high) => {
                let low = low.value(&walk.env)?;
                let high = high.as_ref().map_or(Ok(i64::MAX), |high| high.value(&walk.env))?;
                interval(walk, low, high.min(upto), block)
            }
            Source::One(formula) => match formula.value(&walk.env)? {
                value if value <= upto => block(walk, Lanes::Run(value, value)),
                _ => Ok(()),
            },
            Source::Divisors { of, proper } => {
                let Ok(number) = u64::try_from(of.value(&walk.env)?) else { return Ok(()) };
                walk.spend(crate::ruleset::number::root(number, 2) as usize)?;
                let mut all = divisors(number);
                all.retain(|&d| d <= upto.max(0) as u64 && !(*proper && d == number));
                let mut all: Vec<i64> = all.into_iter().map(|d| d as i64).collect();
                all.chunks_mut(LANES).try_for_each(|lanes| block(walk, Lanes::List(lanes)))
            }
            Source::Coprime(to) => {
                let to = to.value(&walk.env)?.unsigned_abs();
                if to == 0 {
                    return if upto >= 1 { block(walk, Lanes::Run(1, 1)) } else { Ok(()) };
                }
                // Where each prime of it comes next.
                let mut primes: Vec<(i64, i64)> =
                    distinct_primes(to).into_iter().map(|p| (p as i64, p as i64)).collect();
                interval(walk, 1, upto, &mut |walk, lanes| {
                    walk.spend(lanes.len())?;
                    lanes.lists(|lanes| {
                        let (mut kept, first) = (0, lanes[0]);
                        let count = lanes.len() as i64;
                        let mut shared = [false; LANES];
                        for (prime, next) in &mut primes {
                            while *next < first + count {
                                shared[(*next - first) as usize] = true;
                                *next = next.saturating_add(*prime);
                            }
                        }
                        for lane in 0..lanes.len() {
                            lanes[kept] = lanes[lane];
                            kept += usize::from(!shared[lane]);
                        }
                        if kept > 0 { block(walk, Lanes::List(&mut lanes[..kept])) } else { Ok(()) }
                    })
                })
            }
            Source::Union(pieces) => pieces.iter().try_for_each(|piece| piece.walk(walk, upto, block)),
            Source::Filtered { base, other, inside, test } => {
                let upto = match other.upper(&walk.env)? {
                    Some(upper) if *inside => upto.min(upper),
                    _ => upto,
                };
                base.walk(walk, upto, &mut |walk, lanes| {
                    walk.spend(lanes.len())?;
                    lanes.lists(|lanes| {
                        let kept = test.keep(&mut walk.env, lanes).map_err(|(_, fault)| fault)?;
                        if kept > 0 { block(walk, Lanes::List(&mut lanes[..kept])) } else { Ok(()) }
                    })
                })
            }
            Source::Image(image) => image.walk(walk, upto, block),
        }
    }

    /// The same, where `upto` is not above [`Source::upper`].
    pub(crate) fn walk_to(&self, walk: &mut Walk, upto: i64, block: &mut Block<'_>) -> Result<(), Trouble> {
        match self {
            Source::Range(low, Some(_)) => interval(walk, low.value(&walk.env)?, upto, block),
            other => other.walk(walk, upto, block),
        }
    }

    /// No member is larger; `None` where that is not known.
    pub(crate) fn upper(&self, env: &[i64]) -> Result<Option<i64>, Fault> {
        Ok(match self {
            Source::Set { set, .. } => {
                set.as_periodic().and_then(|p| p.largest()).and_then(|largest| i64::try_from(largest).ok())
            }
            Source::Range(_, high) => high.as_ref().map(|high| high.value(env)).transpose()?,
            Source::One(formula) | Source::Divisors { of: formula, .. } => Some(formula.value(env)?),
            Source::Coprime(_) | Source::Image(_) => None,
            Source::Union(pieces) => {
                let uppers =
                    pieces.iter().map(|piece| piece.upper(env)).collect::<Result<Option<Vec<i64>>, Fault>>()?;
                uppers.and_then(|uppers| uppers.into_iter().max())
            }
            Source::Filtered { base, other, inside, .. } => match (base.upper(env)?, other.upper(env)?) {
                (Some(a), Some(b)) if *inside => Some(a.min(b)),
                (None, upper) if *inside => upper,
                (upper, _) => upper,
            },
        })
    }

    /// A formula that no member is below.
    pub(crate) fn least(&self) -> Formula {
        match self {
            Source::Set { set, .. } => {
                let least = set.as_periodic().and_then(|p| p.least()).and_then(|least| i64::try_from(least).ok());
                Formula::Number(least.unwrap_or(1))
            }
            Source::Range(low, _) => low.clone(),
            Source::One(formula) => formula.clone(),
            Source::Union(pieces) => {
                let least = pieces.iter().map(Source::least);
                least.reduce(|a, b| Formula::binary(Operator::Min, a, b)).unwrap_or(Formula::Number(1))
            }
            Source::Filtered { base, .. } => base.least(),
            // Amounts.
            _ => Formula::Number(1),
        }
    }

    /// A formula that no member is above, where there is one.
    pub(crate) fn most(&self) -> Option<Formula> {
        match self {
            Source::Range(_, high) => high.clone(),
            Source::One(formula) | Source::Divisors { of: formula, .. } => Some(formula.clone()),
            Source::Set { set, .. } => {
                let largest = set.as_periodic().and_then(|p| p.largest())?;
                i64::try_from(largest).ok().map(Formula::Number)
            }
            Source::Filtered { base, .. } => base.most(),
            _ => None,
        }
    }

    /// Whether members may be without end.
    pub(crate) fn is_endless(&self) -> bool {
        match self {
            Source::Set { set, .. } => set.as_periodic().is_none_or(|p| !p.is_finite()),
            Source::Range(_, high) => high.is_none(),
            Source::One(_) | Source::Divisors { .. } => false,
            Source::Coprime(_) => true,
            Source::Union(pieces) => pieces.iter().any(Source::is_endless),
            Source::Filtered { base, other, inside, .. } => base.is_endless() && (!*inside || other.is_endless()),
            Source::Image(image) => image.is_endless(),
        }
    }

    /// Whether the members come in ascending order within a block.
    pub(crate) fn is_ascending(&self) -> bool {
        match self {
            Source::Image(_) => false,
            Source::Union(pieces) => pieces.iter().all(Source::is_ascending),
            Source::Filtered { base, .. } => base.is_ascending(),
            _ => true,
        }
    }

    pub(crate) fn mentions(&self, slot: usize) -> bool {
        match self {
            Source::Set { .. } => false,
            Source::Range(low, high) => low.mentions(slot) || high.as_ref().is_some_and(|high| high.mentions(slot)),
            Source::One(formula) | Source::Divisors { of: formula, .. } | Source::Coprime(formula) => {
                formula.mentions(slot)
            }
            Source::Union(pieces) => pieces.iter().any(|piece| piece.mentions(slot)),
            Source::Filtered { base, other, .. } => base.mentions(slot) || other.mentions(slot),
            Source::Image(image) => image.mentions(slot),
        }
    }

    /// What one may take, in plain words.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Source::Set { set, .. } => set.in_words(),
            Source::Range(low, Some(high)) => format!("{low} to {high}"),
            Source::Range(low, None) => format!("{low} or more"),
            Source::One(formula) => format!("exactly {formula}"),
            Source::Divisors { of, proper: false } => format!("a divisor of {of}"),
            Source::Divisors { of, proper: true } => format!("a divisor of {of} other than {of}"),
            Source::Coprime(to) => format!("a number that has no factor in common with {to}"),
            Source::Union(pieces) => pieces.iter().map(Source::in_words).collect::<Vec<_>>().join(" or "),
            Source::Filtered { base, other, inside, .. } => {
                let joint = if *inside { "that is also" } else { "but not" };
                let base = base.in_words();
                let base = if base.contains(" or ") { format!("({base})") } else { base };
                format!("{base} {joint} {}", other.in_words())
            }
            Source::Image(image) => image.in_words(),
        }
    }
}

/// The integers from `first` to `last`.
fn interval(walk: &mut Walk, first: i64, last: i64, block: &mut Block<'_>) -> Result<(), Trouble> {
    if first > last {
        return Ok(());
    }
    walk.allows(first, last)?;
    block(walk, Lanes::Run(first, last))
}

/// The notation of the rule language.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |source: &Source| match source {
            Source::Set { set: Set::Named(named), .. } => named.to_string(),
            Source::Image(image) => image.to_string(),
            other => in_parentheses(&other.to_string()),
        };
        match self {
            Source::Set { set, .. } => write!(f, "{set}"),
            Source::Range(low, None) => write!(f, "{low}.."),
            Source::Range(low, Some(high)) => write!(f, "{low}..{high}"),
            Source::One(formula) => write!(f, "{formula}"),
            Source::Divisors { of, proper } => {
                write!(f, "{}divisors of {}", if *proper { "proper " } else { "" }, operand(of))
            }
            Source::Coprime(to) => write!(f, "coprime to {}", operand(to)),
            Source::Union(pieces) => f.write_str(&pieces.iter().map(part).collect::<Vec<_>>().join(" | ")),
            Source::Filtered { base, other, inside, .. } => {
                write!(f, "{} {} {}", part(base), if *inside { "&" } else { "except" }, part(other))
            }
            Source::Image(image) => write!(f, "{image}"),
        }
    }
}

/// `of` and `to` take one number or name; more stands in parentheses.
fn operand(formula: &Formula) -> String {
    match formula {
        Formula::Binary(..) => format!("({formula})"),
        one => one.to_string(),
    }
}
