//! When a sequence of symbols keeps to a few of them.

/// The few symbols that a sequence kept to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held<T> {
    /// Each symbol with how often it came, in order of first appearance.
    pub(super) symbols: Vec<(T, u64)>,
    /// The last heap that the symbols reach.
    pub(super) through: u64,
    /// The symbol that broke it and its place in the sequence.
    pub(super) broken: Option<(T, usize)>,
}

/// A stretch without a new symbol counts when it has so many symbols for each known one...
const REPEATS: usize = 3;
/// ... and, to be worth refuting, so many heaps.
const LEAST_HEAPS: u64 = 64;

/// What a sequence of symbols, each with the last heap that it covers, keeps to: at most `few` of them. A
/// symbol that comes after a long stretch without a new one breaks the claim; before that it joins.
pub(super) fn held<T: Clone + PartialEq>(sequence: &[(T, u64)], few: usize) -> Option<Held<T>> {
    let mut symbols: Vec<(T, u64)> = Vec::new();
    let (mut through, mut newest) = (0, 0);
    let mut since = 0;
    for (place, (symbol, end)) in sequence.iter().enumerate() {
        if let Some((_, count)) = symbols.iter_mut().find(|(known, _)| known == symbol) {
            *count += 1;
            since += 1;
        } else {
            if since >= REPEATS * symbols.len() && through - newest >= LEAST_HEAPS {
                return Some(Held { symbols, through, broken: Some((symbol.clone(), place)) });
            }
            if symbols.len() == few {
                return None;
            }
            symbols.push((symbol.clone(), 1));
            (since, newest) = (0, *end);
        }
        through = *end;
    }
    (since >= REPEATS * symbols.len() && !symbols.is_empty()).then_some(Held { symbols, through, broken: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(symbols: &str) -> Vec<(char, u64)> {
        symbols.chars().zip((1..).map(|k| 10 * k)).collect()
    }

    #[test]
    fn a_late_newcomer_breaks_and_an_early_one_joins() {
        let found = held(&sequence("abababababz"), 4).unwrap();
        assert_eq!(found.symbols, [('a', 5), ('b', 5)]);
        assert_eq!((found.through, found.broken), (100, Some(('z', 10))));
        let found = held(&sequence("abcabcabcabcabc"), 4).unwrap();
        assert_eq!((found.symbols.len(), found.broken), (3, None));
    }

    #[test]
    fn too_many_symbols_or_too_few_repeats_are_no_pattern() {
        assert_eq!(held(&sequence("abcdeabcde"), 4), None);
        assert_eq!(held(&sequence("aab"), 4), None);
        assert_eq!(held(&sequence(""), 4), None);
    }
}
