//! Arithmetic on `u64` that the sets and the notation share: primality, roots, divisors.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// Whether `n` is prime; exact for every `u64` (Miller-Rabin with the first twelve primes as bases,
/// which decides all numbers below 3.3 * 10^24: Sorenson and Webster, Math. Comp. 86, 2017).
pub(crate) fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(&p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power_mod(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = multiply_mod(x, x, n);
            x == n - 1
        })
    })
}

fn multiply_mod(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power_mod(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1 % modulus;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply_mod(result, base, modulus);
        }
        base = multiply_mod(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// The largest `r` with `r^k <= n`, for `k >= 1`.
pub(crate) fn root(n: u64, k: u32) -> u64 {
    match k {
        1 => return n,
        2 => return n.isqrt(),
        _ => {}
    }
    let fits = |r: u64| r.checked_pow(k).is_some_and(|power| power <= n);
    let mut r = (n as f64).powf(1.0 / f64::from(k)) as u64;
    while !fits(r) {
        r -= 1;
    }
    while fits(r + 1) {
        r += 1;
    }
    r
}

/// Whether `n` is a prime to a power of 1 or more.
pub(crate) fn is_prime_power(n: u64) -> bool {
    (1..=63).any(|k| {
        let r = root(n, k);
        r.checked_pow(k) == Some(n) && is_prime(r)
    })
}

/// The primes up to `n`, ascending (sieve of Eratosthenes over the odd numbers).
pub(crate) fn primes_up_to(n: u64) -> Vec<u64> {
    if n < 2 {
        return Vec::new();
    }
    // Place i stands for 2 i + 1.
    let places = n.div_ceil(2) as usize;
    let mut composite = vec![false; places];
    let mut primes = vec![2];
    for i in 1..places {
        if composite[i] {
            continue;
        }
        let p = 2 * i + 1;
        primes.push(p as u64);
        for j in (p.saturating_mul(p) / 2..places).step_by(p) {
            composite[j] = true;
        }
    }
    primes
}

pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The distinct states `start`, `next(start)`, ... and the place of the first one that recurs.
pub(crate) fn orbit<T: Copy + Eq + Hash>(start: T, next: impl Fn(T) -> T) -> (Vec<T>, usize) {
    let (mut states, mut places) = (Vec::new(), HashMap::new());
    let mut state = start;
    loop {
        match places.entry(state) {
            Entry::Occupied(place) => return (states, *place.get()),
            Entry::Vacant(place) => place.insert(states.len()),
        };
        states.push(state);
        state = next(state);
    }
}

/// The distinct primes that divide `n` >= 1, ascending; by trial division.
pub(crate) fn distinct_primes(n: u64) -> Vec<u64> {
    factors(n).into_iter().map(|(prime, _)| prime).collect()
}

/// The divisors of `n` >= 1, ascending; none for 0.
pub(crate) fn divisors(n: u64) -> Vec<u64> {
    if n == 0 {
        return Vec::new();
    }
    let mut all = vec![1];
    for (prime, power) in factors(n) {
        let before = all.len();
        let mut factor = 1;
        for _ in 0..power {
            factor *= prime;
            for at in 0..before {
                all.push(all[at] * factor);
            }
        }
    }
    all.sort_unstable();
    all
}

/// The primes that divide `n` >= 1 and how often, ascending.
fn factors(mut n: u64) -> Vec<(u64, u32)> {
    let mut all = Vec::new();
    let twos = n.trailing_zeros();
    if twos > 0 && n > 0 {
        all.push((2, twos));
        n >>= twos;
    }
    let mut d = 3;
    while d * d <= n {
        let mut power = 0;
        while n.is_multiple_of(d) {
            n /= d;
            power += 1;
        }
        if power > 0 {
            all.push((d, power));
        }
        d += 2;
    }
    if n > 1 {
        all.push((n, 1));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primality_agrees_with_the_sieve_and_holds_for_known_hard_numbers() {
        let primes = primes_up_to(20_000);
        assert_eq!(primes, (0..=20_000).filter(|&n| is_prime(n)).collect::<Vec<_>>());
        assert_eq!(primes_up_to(2), [2]);
        assert_eq!(primes_up_to(3), [2, 3]);
        assert!(is_prime(18_446_744_073_709_551_557)); // the largest prime below 2^64
        assert!(!is_prime(3_215_031_751)); // a strong pseudoprime to 2, 3, 5 and 7
        assert!(!is_prime(u64::MAX));
    }

    #[test]
    fn roots_are_exact_at_the_edges() {
        assert_eq!(root(u64::MAX, 2), 4_294_967_295);
        assert_eq!(root(u64::MAX, 63), 2);
        assert_eq!(root(46_341 * 46_341 - 1, 2), 46_340);
        assert_eq!(root(0, 3), 0);
        assert_eq!((1..40).filter(|&n| is_prime_power(n)).count(), 19);
    }
}
