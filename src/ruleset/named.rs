//! Infinite sets that have a name: their members and their membership test.

use super::number::{is_prime, is_prime_power, primes_up_to, root};

/// An infinite set of amounts with a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// 1, 4, 9, ...
    Squares,
    /// 1, 8, 27, ...
    Cubes,
    /// 1, 3, 6, 10, ...
    Triangular,
    /// 2, 3, 5, 7, ...
    Primes,
    /// 2, 3, 4, 5, 7, 8, 9, ...: without 1
    PrimePowers,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 3, 4, 7, 11, ...: without 2
    Lucas,
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, b, b^2, ... for the base b >= 2
    PowersOf(u64),
}

impl Named {
    /// Every set that has a plain name; powers have a base and are not among them.
    pub(crate) const PLAIN: [(&'static str, Named); 8] = [
        ("squares", Named::Squares),
        ("cubes", Named::Cubes),
        ("triangular", Named::Triangular),
        ("primes", Named::Primes),
        ("prime powers", Named::PrimePowers),
        ("fibonacci", Named::Fibonacci),
        ("lucas", Named::Lucas),
        ("factorials", Named::Factorials),
    ];

    /// The members up to `n`, ascending.
    pub fn members(self, n: u64) -> Vec<u64> {
        match self {
            Named::Squares => (1..=root(n, 2)).map(|k| k * k).collect(),
            Named::Cubes => (1..=root(n, 3)).map(|k| k * k * k).collect(),
            Named::Triangular => ascending(n, (1, 1), |(t, k)| Some((t.checked_add(k + 1)?, k + 1))),
            Named::Primes => primes_up_to(n),
            Named::PrimePowers => {
                let mut all = primes_up_to(n);
                for i in 0..all.len() {
                    let p = all[i];
                    if p > root(n, 2) {
                        break;
                    }
                    all.extend(ascending(n, (p * p, p), |(power, p)| Some((power.checked_mul(p)?, p))));
                }
                all.sort_unstable();
                all
            }
            Named::Fibonacci => ascending(n, (1, 2), |(a, b)| Some((b, a.checked_add(b)?))),
            Named::Lucas => ascending(n, (1, 3), |(a, b)| Some((b, a.checked_add(b)?))),
            Named::Factorials => ascending(n, (1, 2), |(f, k)| Some((f.checked_mul(k)?, k + 1))),
            Named::PowersOf(base) => ascending(n, (1, base), |(power, b)| Some((power.checked_mul(b)?, b))),
        }
    }

    /// Whether `a` is a member.
    pub fn contains(self, a: u64) -> bool {
        match self {
            Named::Squares => a > 0 && root(a, 2).pow(2) == a,
            Named::Cubes => a > 0 && root(a, 3).pow(3) == a,
            Named::Triangular => {
                // a = k (k + 1) / 2 exactly when 8 a + 1 is a square.
                let k = ((8 * u128::from(a) + 1).isqrt() - 1) / 2;
                a > 0 && k * (k + 1) / 2 == u128::from(a)
            }
            Named::Primes => is_prime(a),
            Named::PrimePowers => is_prime_power(a),
            _ => self.members(a).last() == Some(&a),
        }
    }

    /// About how many members are at most `n`; cheap for any `n`.
    pub(crate) fn about(self, n: u64) -> f64 {
        let x = n as f64;
        match self {
            Named::Squares => x.sqrt(),
            Named::Cubes => x.cbrt(),
            Named::Triangular => (2.0 * x).sqrt(),
            Named::Primes | Named::PrimePowers => 1.3 * x / (x + 3.0).ln(),
            // These grow so fast that listing them is nothing.
            _ => self.members(n).len() as f64,
        }
    }

    /// The set in plain words, as what one may take: "a square (1, 4, 9, ...)".
    pub(crate) fn in_words(self) -> String {
        match self {
            Named::Squares => "a square (1, 4, 9, ...)".into(),
            Named::Cubes => "a cube (1, 8, 27, ...)".into(),
            Named::Triangular => "a triangular number (1, 3, 6, 10, ...)".into(),
            Named::Primes => "a prime (2, 3, 5, 7, ...)".into(),
            Named::PrimePowers => "a prime power (2, 3, 4, 5, 7, 8, 9, ...)".into(),
            Named::Fibonacci => "a Fibonacci number (1, 2, 3, 5, 8, ...)".into(),
            Named::Lucas => "a Lucas number (1, 3, 4, 7, 11, ...)".into(),
            Named::Factorials => "a factorial (1, 2, 6, 24, ...)".into(),
            Named::PowersOf(b) => match b.checked_mul(b) {
                Some(square) => format!("a power of {b} (1, {b}, {square}, ...)"),
                None => format!("a power of {b} (1, {b}, ...)"),
            },
        }
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Named::PowersOf(base) => write!(f, "powers of {base}"),
            plain => {
                let name = Named::PLAIN.iter().find(|(_, named)| named == plain).map(|(name, _)| *name);
                f.write_str(name.unwrap_or("?"))
            }
        }
    }
}

/// The first components of `start`, `next(start)`, ... while they are at most `n`.
/// `next` ends the sequence by `None` where it would leave `u64`.
fn ascending(n: u64, start: (u64, u64), next: impl Fn((u64, u64)) -> Option<(u64, u64)>) -> Vec<u64> {
    std::iter::successors(Some(start), |&state| next(state)).map(|(a, _)| a).take_while(|&a| a <= n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Named> {
        Named::PLAIN.iter().map(|(_, named)| *named).chain([Named::PowersOf(2), Named::PowersOf(10)])
    }

    #[test]
    fn members_and_membership_agree() {
        for named in all() {
            let members = named.members(2000);
            assert_eq!(members, (0..=2000).filter(|&a| named.contains(a)).collect::<Vec<_>>(), "{named}");
        }
    }

    #[test]
    fn first_members_are_the_documented_ones() {
        assert_eq!(Named::PrimePowers.members(9), [2, 3, 4, 5, 7, 8, 9]);
        assert_eq!(Named::Fibonacci.members(8), [1, 2, 3, 5, 8]);
        assert_eq!(Named::Lucas.members(11), [1, 3, 4, 7, 11]);
        assert_eq!(Named::Factorials.members(24), [1, 2, 6, 24]);
        assert_eq!(Named::Triangular.members(10), [1, 3, 6, 10]);
        assert_eq!(Named::PowersOf(3).members(26), [1, 3, 9]);
        assert!(Named::Squares.members(0).is_empty());
    }

    #[test]
    fn the_largest_numbers_do_no_harm() {
        for named in [Named::Fibonacci, Named::Lucas, Named::Factorials, Named::PowersOf(2), Named::PowersOf(u64::MAX)]
        {
            assert!(named.members(u64::MAX).len() < 100);
        }
        assert!(!Named::Triangular.contains(u64::MAX));
        assert!(Named::Triangular.contains(6_074_000_999 * 3_037_000_500));
        assert!(!Named::Squares.contains(u64::MAX));
    }
}
