//! The value of a heap of any size, of more than 64 bits too: where a theorem gives a period, a division is enough.

use num_bigint::BigUint;

use super::{PlayError, Worth};
use crate::table::Period;

/// How the value of a heap is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// It was computed, as were those of all smaller heaps.
    Table,
    /// A theorem gives it.
    Proved,
}

impl Known {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Known::Table => "table",
            Known::Proved => "proved",
        }
    }
}

impl Worth {
    /// g(n) of a heap of any size, and how it is known.
    ///
    /// # Errors
    /// Where no theorem gives it, and a table so long is too large; or a move on the way is none.
    ///
    /// ```
    /// use sgtab::play::{Known, Worth};
    /// use sgtab::ruleset::Ruleset;
    /// use sgtab::table::Settings;
    /// let mut nim = Worth::new(Ruleset::parse("any").unwrap(), Settings::default());
    /// let googol = num_bigint::BigUint::from(10_u32).pow(100);
    /// assert_eq!(nim.any_value(&googol).unwrap(), (googol, Known::Proved));
    /// ```
    pub fn any_value(&mut self, n: &BigUint) -> Result<(BigUint, Known), PlayError> {
        if let Ok(small) = u64::try_from(n)
            && let Some(known) = self.computed(small)?
        {
            return Ok(known);
        }
        let Period { preperiod, period, saltus } = match self.period()? {
            Some(period) => period,
            None => return Err(self.unknown(n)),
        };
        // From the preperiod on, n is `place` and some full repeats.
        let beyond = n - preperiod;
        let place = u64::try_from(&beyond % period).unwrap_or(0);
        let first = self.value(preperiod + place)?;
        Ok((beyond / period * saltus + first, Known::Proved))
    }
}
