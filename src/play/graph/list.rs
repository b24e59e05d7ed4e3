//! Many short texts in one.

/// Texts, numbered from 0 and stored one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct List {
    text: String,
    /// Where each ends; the next begins there.
    ends: Vec<usize>,
}

impl List {
    pub(super) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of all together.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Empty past the end.
    pub(super) fn get(&self, place: u32) -> &str {
        let at = place as usize;
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        self.ends.get(at).and_then(|&end| self.text.get(start..end)).unwrap_or("")
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).map(|place| self.get(place))
    }
}
