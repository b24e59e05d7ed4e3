//! Sets of residue classes, as bits.

/// Some of the classes 0..modulus.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    modulus: usize,
    words: Box<[u64]>,
    count: usize,
}

impl Classes {
    /// None of them.
    pub(super) fn none(modulus: usize) -> Self {
        Classes { modulus, words: vec![0; modulus.div_ceil(64)].into(), count: 0 }
    }

    /// How many words of memory it takes.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn contains(&self, class: usize) -> bool {
        self.words[class / 64] >> (class % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, class: usize) {
        self.count += usize::from(!self.contains(class));
        self.words[class / 64] |= 1 << (class % 64);
    }

    /// Whether these are all classes.
    pub(super) fn is_full(&self) -> bool {
        self.count == self.modulus
    }

    /// Whether `other` has class + shift for each of these classes, and no others.
    pub(super) fn equals_shifted(&self, other: &Classes, shift: usize) -> bool {
        let moved = |class: usize| (class + shift) % self.modulus;
        let mut classes = (0..self.modulus).filter(|&class| self.contains(class));
        self.count == other.count && classes.all(|class| other.contains(moved(class)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_full_and_shifted() {
        for modulus in [1, 63, 64, 65, 130] {
            let mut all = Classes::none(modulus);
            let (mut some, mut moved) = (Classes::none(modulus), Classes::none(modulus));
            for class in 0..modulus {
                assert!(!all.is_full() && !all.contains(class));
                all.insert(class);
                all.insert(class);
                if class % 3 == 0 {
                    some.insert(class);
                    moved.insert((class + 7) % modulus);
                }
            }
            assert!(all.is_full());
            assert!(some.equals_shifted(&moved, 7 % modulus));
            assert_eq!(some.equals_shifted(&moved, 2 % modulus), modulus == 1);
            assert_eq!(some.equals_shifted(&all, 0), modulus == 1);
        }
    }
}
