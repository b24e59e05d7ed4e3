//! Integers of certificates: plain up to 2^53 - 1, as strings from there on, and nothing else.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// From here on other readers of JSON would round.
const FIRST_STRING: u64 = 1 << 53;

/// A number that is written in one way only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Integer(pub(super) u64);

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < FIRST_STRING { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntegerVisitor)
    }
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0 on, in quotation marks from 2^53 on")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Integer, E> {
        if number < FIRST_STRING { Ok(Integer(number)) } else { Err(E::custom("numbers from 2^53 on are strings")) }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Integer, E> {
        let number = text.parse::<u64>().ok().filter(|number| *number >= FIRST_STRING && number.to_string() == text);
        number
            .map(Integer)
            .ok_or_else(|| E::custom("a string is for numbers from 2^53 to 2^64 - 1, without zeros before"))
    }
}

/// For members that may be left out, but not be `null`.
pub(super) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Integer>, D::Error> {
    Integer::deserialize(deserializer).map(Some)
}
