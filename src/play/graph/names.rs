//! Names of nodes and their numbers.
//!
//! In a large graph nearly every look-up waits for memory. So a name of a few letters stands in the table itself, and
//! many names are looked up side by side, where the waits overlap: that is several times as fast as one by one. A node
//! takes about 40 bytes besides its name.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::list::List;

#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    text: List,
    table: HashTable<(Key, u32)>,
    hasher: RandomState,
}

/// The bytes of a short name; the hash of a long one.
type Key = [u8; 12];

/// What no text has fills a key up, and what no text begins with marks a hash.
const FILL: u8 = 0xff;

struct Hashed {
    key: Key,
    /// Whether the key does not say all of the name.
    is_long: bool,
    hash: u64,
}

impl Names {
    /// The number of a name, which is a new one where the name is new. There must be one left.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let key = self.key(name);
        self.number_of(name, &key)
    }

    /// The number of each name of a list, as [`Names::number`] gives them one after the other.
    pub(super) fn numbers(&mut self, list: &List) -> Vec<u32> {
        let keys: Vec<Hashed> = list.iter().map(|name| self.key(name)).collect();
        let known: Vec<Option<u32>> = list.iter().zip(&keys).map(|(name, key)| self.find_key(name, key)).collect();
        let numbers = list.iter().zip(&keys).zip(known);
        numbers.map(|((name, key), known)| known.unwrap_or_else(|| self.number_of(name, key))).collect()
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.find_key(name, &self.key(name))
    }

    fn number_of(&mut self, name: &str, &Hashed { key, is_long, hash }: &Hashed) -> u32 {
        let Names { text, table, hasher } = self;
        let is_it = |&(other, number): &(Key, u32)| other == key && (!is_long || text.get(number) == name);
        match table.entry(hash, is_it, |(key, _)| hasher.hash_one(key)) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(place) => {
                let number = text.len() as u32;
                place.insert((key, number));
                text.push(name);
                number
            }
        }
    }

    fn find_key(&self, name: &str, &Hashed { key, is_long, hash }: &Hashed) -> Option<u32> {
        let is_it = |&(other, number): &(Key, u32)| other == key && (!is_long || self.get(number) == name);
        self.table.find(hash, is_it).map(|&(_, number)| number)
    }

    fn key(&self, name: &str) -> Hashed {
        let mut key = [FILL; 12];
        let is_long = name.len() > key.len();
        if is_long {
            key[1..9].copy_from_slice(&self.hasher.hash_one(name).to_le_bytes());
        } else {
            key[..name.len()].copy_from_slice(name.as_bytes());
        }
        Hashed { key, is_long, hash: self.hasher.hash_one(key) }
    }

    /// Empty for a number that no name has.
    pub(super) fn get(&self, number: u32) -> &str {
        self.text.get(number)
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Bytes of all names together.
    pub(super) fn bytes(&self) -> usize {
        self.text.bytes()
    }
}
