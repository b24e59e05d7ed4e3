//! Lists of values as they stand in a program: a text of digits where all are small, else numbers.

/// Lines of a listing end before this column.
pub(super) const WIDTH: usize = 100;

/// Digits in a line of a long text.
pub(super) const LINE: usize = 80;

/// A text of so many digits stands where it is used, and needs no name.
const MOST_INLINE: usize = 64;

/// A list of values with a way to write them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Array<'a> {
    pub(super) values: &'a [u64],
    pub(super) packing: Packing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// One decimal digit each.
    Digits,
    /// One digit each, 0 to 9 and then a to z.
    Base36,
    /// Numbers, in decimal.
    Numbers,
}

impl<'a> Array<'a> {
    /// The ways that these values may be written in.
    pub(super) fn packings(values: &[u64]) -> &'static [Packing] {
        match values.iter().max() {
            None | Some(0..10) => &[Packing::Digits],
            Some(10..36) => &[Packing::Base36, Packing::Numbers],
            Some(_) => &[Packing::Numbers],
        }
    }

    pub(super) fn is_text(&self) -> bool {
        self.packing != Packing::Numbers
    }

    /// Whether it stands where it is used.
    pub(super) fn is_inline(&self) -> bool {
        self.is_text() && self.values.len() <= MOST_INLINE
    }

    pub(super) fn digits(&self) -> String {
        digits(self.values)
    }

    /// The text in lines of [`LINE`] digits, the last one shorter.
    pub(super) fn digit_lines(&self) -> impl Iterator<Item = String> + use<'a> {
        self.values.chunks(LINE).map(digits)
    }

    /// Numbers in lines that begin with `indent` spaces.
    pub(super) fn number_lines(&self, indent: usize) -> String {
        list_lines(self.values.iter().map(u64::to_string), indent)
    }

    /// Bits of the narrowest unsigned number that holds them all: 8, 16, 32 or 64.
    pub(super) fn bits(&self) -> u32 {
        match self.values.iter().max().unwrap_or(&0) {
            0..=0xff => 8,
            0x100..=0xffff => 16,
            0x1_0000..=0xffff_ffff => 32,
            _ => 64,
        }
    }
}

fn digits(values: &[u64]) -> String {
    values.iter().filter_map(|&value| char::from_digit(value.try_into().ok()?, 36)).collect()
}

/// Items with commas between them, in lines that begin with `indent` spaces.
pub(super) fn list_lines(items: impl Iterator<Item = String>, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for item in items {
        if text.is_empty() {
            text += &" ".repeat(indent);
            column = indent;
        } else if column + ", ,".len() + item.len() > WIDTH {
            text += &format!(",\n{:indent$}", "");
            column = indent;
        } else {
            text += ", ";
            column += 2;
        }
        text += &item;
        column += item.len();
    }
    text
}
