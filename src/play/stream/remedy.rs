//! What to do about a mistake in a stream.

use super::error::{Expected, Found, Mistake, Within};
use super::heap::Heap;
use crate::ruleset::parse_number;

const LARGEST: &str = "the largest number is 18446744073709551615, which is 2^64 - 1";

impl Mistake {
    /// What to do about it.
    ///
    /// ```
    /// use sgtab::play::stream::{Expected, Found, Mistake};
    /// let (found, expected) = (Found::Word("10^6".into()), Expected::Heap);
    /// let mistake = Mistake { line: 1, column: 1, found, expected, form: "a number" };
    /// assert_eq!(mistake.help(), "write it in digits: 1000000");
    /// ```
    pub fn help(&self) -> String {
        match (&self.found, self.expected) {
            (Found::End, expected) => missing(expected).into(),
            (_, Expected::End) => "take out what follows, or raise the number that announces too little".into(),
            (Found::Negative(_), _) => "all numbers are 0 or more".into(),
            (Found::TooLarge(_), _) => LARGEST.into(),
            (Found::Word(word), _) => self.digits_for(word),
        }
    }

    fn digits_for(&self, word: &str) -> String {
        let is_heap = matches!(self.expected, Expected::Heap | Expected::HeapOf { .. });
        if word.contains('/') {
            return if is_heap && self.form == u64::FORM {
                "heaps have limits, as in 10/3, with --combine bounded alone".into()
            } else if is_heap {
                "write the heap, a slash and its limit, without blanks, as in 10/3".into()
            } else {
                "only heaps have limits".into()
            };
        }
        match parse_number(word).map(u64::try_from) {
            Ok(Ok(number)) => format!("write it in digits: {number}"),
            Ok(Err(_)) => LARGEST.into(),
            Err(_) => "write whole numbers in digits, with blanks between them".into(),
        }
    }
}

/// Where the stream ends too early.
fn missing(expected: Expected) -> &'static str {
    match expected {
        Expected::Cases => "begin with the number of cases",
        Expected::Heaps(Within::Single) => "begin with the number of heaps",
        Expected::Amounts { .. } => "end with a 0 in place of the next set",
        _ => "add what is missing, or lower the number that announces it",
    }
}
