//! Decimal numbers, written fast one after the other: all digits but the last three are kept from one to the next, and
//! the last three are looked up.

/// The digits of 0 to 999 with leading zeros, and a byte to make it four.
const TRIPLES: [[u8; 4]; 1000] = {
    let mut triples = [[b'0'; 4]; 1000];
    let mut n = 0;
    while n < 1000 {
        triples[n] = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8, 0];
        n += 1;
    }
    triples
};

/// A number takes at most 20 digits, but up to so many bytes are written to: copies of one length are fast.
pub(super) const ROOM: usize = 24;

/// Writes numbers; quick where one shares its thousands with the last one.
#[derive(Debug, Default)]
pub(super) struct Decimal {
    thousands: u64,
    /// Their digits, none for 0.
    digits: [u8; ROOM],
    len: usize,
}

impl Decimal {
    /// Writes `n` at the start of `out`, and anything after it, up to [`ROOM`] bytes; says how long it is.
    #[inline]
    pub(super) fn write(&mut self, n: u64, out: &mut [u8]) -> usize {
        let (thousands, rest) = (n / 1000, (n % 1000) as usize);
        if thousands != self.thousands {
            self.keep(thousands);
        }
        let triple = TRIPLES[rest];
        if thousands == 0 {
            let zeros = usize::from(rest < 100) + usize::from(rest < 10);
            let digits = u32::from_le_bytes(triple) >> (8 * zeros);
            out[..4].copy_from_slice(&digits.to_le_bytes());
            return 3 - zeros;
        }
        out[..ROOM].copy_from_slice(&self.digits);
        out[self.len..self.len + 4].copy_from_slice(&triple);
        self.len + 3
    }

    #[cold]
    fn keep(&mut self, thousands: u64) {
        self.thousands = thousands;
        let text = if thousands == 0 { String::new() } else { thousands.to_string() };
        self.len = text.len();
        self.digits[..text.len()].copy_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_written_as_ever(numbers in prop::collection::vec((any::<u64>(), 0u32..64), 1..50)) {
            let mut decimal = Decimal::default();
            // Neighbours share their thousands, or just do not.
            for n in numbers.iter().map(|&(n, shift)| n >> shift).flat_map(|n| [n, n.saturating_add(1), n / 1000 * 1000]) {
                let mut out = [b'x'; ROOM];
                let len = decimal.write(n, &mut out);
                prop_assert_eq!(str::from_utf8(&out[..len]), Ok(&*n.to_string()));
            }
        }
    }
}
