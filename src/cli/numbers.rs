//! Numbers and sizes as they are typed.

use std::str::FromStr;
use std::time::Duration;

use num_bigint::BigUint;

use sgtab::ruleset::{MOST_AMOUNT, RuleErrorKind, parse_number};

/// A largest heap: `1000`, `1_000`, `1e6`, `10^6`, `2^20`.
pub(crate) fn heaps(text: &str) -> Result<u64, String> {
    let example = "write a whole number such as 1000, 1_000, 1e6, 10^6 or 2^20";
    let number = parse_number(text).map_err(|why| match why.kind() {
        RuleErrorKind::Number => format!("heaps go up to {MOST_AMOUNT} (2^63 - 1)"),
        _ => example.to_owned(),
    })?;
    match u64::try_from(number) {
        Ok(n) if n <= MOST_AMOUNT => Ok(n),
        _ if number < 0 => Err("heaps are counted from 0".into()),
        _ => Err(format!("heaps go up to {MOST_AMOUNT} (2^63 - 1)")),
    }
}

/// Digits of the largest heap whose value can be asked for.
const MOST_DIGITS: u32 = 10_000;

/// A heap of any size: as above, and with more digits, `1e100` or `2^200 + 1` without the sum.
pub(crate) fn any_heap(text: &str) -> Result<BigUint, String> {
    let example = "write a whole number such as 1000, 1_000, 1e18, 10^100 or all its digits";
    let digits = |text: &str| BigUint::from_str(&text.replace('_', "")).map_err(|_| example.to_owned());
    let text = text.trim();
    if text.starts_with('-') {
        return Err("heaps are counted from 0".into());
    }
    let power = match text.split_once(['e', 'E']) {
        Some((factor, exponent)) => Some((digits(factor)?, BigUint::from(10_u32), exponent)),
        None => match text.split_once('^') {
            Some((base, exponent)) => Some((BigUint::from(1_u32), digits(base)?, exponent)),
            None => None,
        },
    };
    let too_large = || format!("heaps of up to {MOST_DIGITS} digits can be asked for");
    if text.len() > MOST_DIGITS as usize {
        return Err(too_large());
    }
    let Some((factor, base, exponent)) = power else { return digits(text) };
    let exponent = exponent.parse::<u32>().map_err(|_| example.to_owned())?;
    // A digit has more than three bits.
    let bits = factor.bits().saturating_add(base.bits().saturating_mul(exponent.into()));
    if base.bits() > 1 && bits / 4 > MOST_DIGITS.into() { Err(too_large()) } else { Ok(factor * base.pow(exponent)) }
}

/// A largest heap of sums, at least 1.
pub(crate) fn sums(text: &str) -> Result<u64, String> {
    heaps(text).and_then(|n| if n > 0 { Ok(n) } else { Err("sums are searched for heaps up to 1 or more".into()) })
}

/// Bytes: `512M`, `4GiB`, `1e9`. K, M, G and T are powers of 1024.
pub(crate) fn memory_size(text: &str) -> Result<u64, String> {
    let example = "write a size such as 512M, 4GiB or 1e9";
    let upper = text.trim().to_uppercase();
    let digits = upper.trim_end_matches(['I', 'B']);
    let (digits, shift) = match digits.char_indices().last() {
        Some((at, unit @ ('K' | 'M' | 'G' | 'T'))) => (&digits[..at], 10 * (1 + "KMGT".find(unit).unwrap_or(0))),
        _ => (digits, 0),
    };
    let number = parse_number(digits).map_err(|_| example.to_owned())?;
    u64::try_from(number)
        .ok()
        .and_then(|n| n.checked_mul(1 << shift))
        .filter(|&n| n > 0)
        .ok_or_else(|| example.to_owned())
}

/// A time in seconds: `180`, `0.5`.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "write a number of seconds such as 180 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_of_any_size() {
        for (text, digits) in [
            ("0", "0"),
            ("1_000", "1000"),
            ("2e3", "2000"),
            ("10^18", "1000000000000000000"),
            ("2^70", "1180591620717411303424"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1^4000000000", "1"),
        ] {
            assert_eq!(any_heap(text).unwrap().to_string(), digits, "{text}");
        }
        assert_eq!(any_heap("1e100").unwrap().to_string().len(), 101);
        for text in ["", "-1", "x", "1.5", "10^", "^3", "e5", "1e-2", "10^100000", "2^4294967295", "3 4"] {
            assert!(any_heap(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_as_people_write_them() {
        for (text, bytes) in
            [("512M", 512 << 20), ("4GiB", 4 << 30), ("4gb", 4 << 30), ("1e9", 1_000_000_000), ("10", 10)]
        {
            assert_eq!(memory_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "0", "-1", "4X", "1e30"] {
            assert!(memory_size(text).is_err(), "{text}");
        }
    }
}
