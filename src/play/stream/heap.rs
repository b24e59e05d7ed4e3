//! What stands for one heap in a stream.

use std::fmt;

/// A heap as it is written in a stream: a number, or with [`Heap::LIMITS`] also `HEAP/LIMIT`.
///
/// The counts of a stream are plain numbers, whatever its heaps are.
pub trait Heap: Copy + fmt::Display {
    /// Whether `HEAP/LIMIT` is read.
    const LIMITS: bool;
    /// How a heap is written, for messages.
    const FORM: &'static str;

    /// The heap of a token; it has a limit only where [`Heap::LIMITS`] says that limits are read.
    fn new(size: u64, limit: Option<u64>) -> Self;
    /// How many tokens lie in it.
    fn size(self) -> u64;
    /// Its own limit, if it has one.
    fn limit(self) -> Option<u64>;
}

impl Heap for u64 {
    const LIMITS: bool = false;
    const FORM: &'static str = "a number up to 2^64 - 1";

    #[inline]
    fn new(size: u64, _limit: Option<u64>) -> Self {
        size
    }

    #[inline]
    fn size(self) -> u64 {
        self
    }

    #[inline]
    fn limit(self) -> Option<u64> {
        None
    }
}

/// A heap that may have a limit of its own, written `10/3`.
///
/// ```
/// use sgtab::play::stream::Limited;
/// assert_eq!(Limited { size: 10, limit: Some(3) }.to_string(), "10/3");
/// assert_eq!(Limited { size: 10, limit: None }.to_string(), "10");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limited {
    /// How many tokens lie in it.
    pub size: u64,
    /// Its own limit, if it has one.
    pub limit: Option<u64>,
}

impl Heap for Limited {
    const LIMITS: bool = true;
    const FORM: &'static str = "HEAP or HEAP/LIMIT, numbers up to 2^64 - 1";

    fn new(size: u64, limit: Option<u64>) -> Self {
        Limited { size, limit }
    }

    fn size(self) -> u64 {
        self.size
    }

    fn limit(self) -> Option<u64> {
        self.limit
    }
}

impl fmt::Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Some(limit) => write!(f, "{}/{limit}", self.size),
            None => write!(f, "{}", self.size),
        }
    }
}
