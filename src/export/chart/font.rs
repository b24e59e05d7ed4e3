//! The font of the charts: DejaVu Sans, embedded, or one that the user gives. What that lacks is taken from DejaVu
//! Sans, where it has it.

use std::borrow::Cow;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use ab_glyph::{Font, FontRef};
use plotters::style::{FontStyle, register_font};

/// Why a font cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FontError {
    /// It is not a font file, or one of another kind.
    #[error("it is not in TrueType or OpenType format")]
    Unreadable,
    /// It does not say how large its letters are.
    #[error("the font has no usable metrics")]
    NoMetrics,
}

/// A font for charts. Cheap to copy; [`ChartFont::default`] is DejaVu Sans.
#[derive(Clone, Copy)]
pub struct ChartFont(&'static Loaded);

struct Loaded {
    bytes: &'static [u8],
    font: FontRef<'static>,
    /// The name that plotters finds it by.
    key: String,
    /// What an SVG says, with what to use where the font is not installed.
    family: String,
    units_per_em: f64,
    /// Ascent plus descent, in ems: plotters measures fonts by it.
    height: f64,
}

static DEJAVU: &[u8] = include_bytes!("../font/DejaVuSans.ttf");

/// Fonts are kept for the life of the process, since plotters asks for that; each only once.
static FONTS: Mutex<Vec<&'static Loaded>> = Mutex::new(Vec::new());

static DEFAULT: LazyLock<ChartFont> = LazyLock::new(|| match ChartFont::keep(DEJAVU.into()) {
    Ok(font) => font,
    Err(error) => unreachable!("the embedded font: {error}"),
});

impl ChartFont {
    /// Reads a TrueType or OpenType font file; of a collection, its first font. A font that was read before is found
    /// again; a new one stays in memory until the process ends.
    ///
    /// # Errors
    /// When the bytes are no font, or one without metrics.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        check(&bytes)?;
        Self::keep(bytes.into())
    }

    fn keep(bytes: Cow<'static, [u8]>) -> Result<Self, FontError> {
        let mut fonts = FONTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(font) = fonts.iter().find(|font| font.bytes == bytes.as_ref()) {
            return Ok(ChartFont(font));
        }
        let bytes: &'static [u8] = match bytes {
            Cow::Borrowed(bytes) => bytes,
            Cow::Owned(bytes) => Vec::leak(bytes),
        };
        let (font, units_per_em, height) = check(bytes)?;
        let key = format!("sgtab-font-{}", fonts.len());
        register_font(&key, FontStyle::Normal, bytes).map_err(|_| FontError::Unreadable)?;
        let family = match family(bytes) {
            Some(name) if name != "DejaVu Sans" => format!("'{name}', 'DejaVu Sans', sans-serif"),
            _ => "'DejaVu Sans', Verdana, sans-serif".into(),
        };
        let loaded: &'static Loaded = Box::leak(Box::new(Loaded { bytes, font, key, family, units_per_em, height }));
        fonts.push(loaded);
        Ok(ChartFont(loaded))
    }

    /// The name that plotters finds the font by.
    pub(super) fn key(&self) -> &'static str {
        &self.0.key
    }

    /// The family list of an SVG.
    pub(super) fn family(&self) -> &'static str {
        &self.0.family
    }

    /// Ascent plus descent, in ems.
    pub(super) fn height(&self) -> f64 {
        self.0.height
    }

    /// Width of a line of text, in ems.
    pub(super) fn width(&self, text: &str) -> f64 {
        self.runs(text).into_iter().map(|(font, run)| font.width_of_run(run)).sum()
    }

    /// Width of letters of this font alone, in ems.
    pub(super) fn width_of_run(&self, text: &str) -> f64 {
        let Loaded { font, units_per_em, .. } = self.0;
        let advance = |letter| f64::from(font.h_advance_unscaled(font.glyph_id(letter)));
        text.chars().map(advance).sum::<f64>() / units_per_em
    }

    /// A text in parts, each with the font that draws it.
    pub(super) fn runs<'t>(&self, text: &'t str) -> Vec<(ChartFont, &'t str)> {
        let mut runs = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let font = self.font_of(first);
            let end = rest.find(|letter| self.font_of(letter) != font).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            runs.push((font, run));
            rest = after;
        }
        runs
    }

    /// This font, or the embedded one where only that has the letter.
    fn font_of(&self, letter: char) -> ChartFont {
        let other = ChartFont::default();
        if !self.has(letter) && other.has(letter) { other } else { *self }
    }

    fn has(&self, letter: char) -> bool {
        self.0.font.glyph_id(letter).0 != 0
    }
}

impl Default for ChartFont {
    fn default() -> Self {
        *DEFAULT
    }
}

impl fmt::Debug for ChartFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ChartFont").field(&self.0.family).finish()
    }
}

impl PartialEq for ChartFont {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for ChartFont {}

/// The characters of `text` that neither `font` nor the embedded one can draw, each once, in order; boxes stand for them
/// in a PNG.
///
/// ```
/// use sgtab::export::{ChartFont, missing_characters};
/// assert_eq!(missing_characters("Nim: 尼姆 尼", &ChartFont::default()), ['尼', '姆']);
/// ```
pub fn missing_characters(text: &str, font: &ChartFont) -> Vec<char> {
    let mut missing = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control()) {
        if !font.font_of(letter).has(letter) && !missing.contains(&letter) {
            missing.push(letter);
        }
    }
    missing
}

/// The font, its units to the em, and its height in ems.
fn check(bytes: &[u8]) -> Result<(FontRef<'_>, f64, f64), FontError> {
    let font = FontRef::try_from_slice(bytes).map_err(|_| FontError::Unreadable)?;
    let units_per_em = font.units_per_em().map(f64::from).filter(|&units| units >= 1.0);
    let units_per_em = units_per_em.ok_or(FontError::NoMetrics)?;
    let height = f64::from(font.height_unscaled()) / units_per_em;
    if (0.5..4.0).contains(&height) { Ok((font, units_per_em, height)) } else { Err(FontError::NoMetrics) }
}

fn family(bytes: &[u8]) -> Option<String> {
    let face = ttf_parser::Face::parse(bytes, 0).ok()?;
    let named = face.names().into_iter().filter(|name| name.name_id == ttf_parser::name_id::FAMILY);
    let name = named.filter_map(|name| name.to_string()).next()?;
    // Within quotes of CSS.
    let name: String = name.chars().filter(|&c| !c.is_control() && !"'\"\\".contains(c)).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_font_is_refused() {
        assert_eq!(ChartFont::from_bytes(b"no font".to_vec()), Err(FontError::Unreadable));
        assert_eq!(ChartFont::from_bytes(Vec::new()), Err(FontError::Unreadable));
        assert_eq!(ChartFont::from_bytes(DEJAVU[..5000].to_vec()), Err(FontError::Unreadable));
    }

    #[test]
    fn a_font_is_kept_once() {
        let first = ChartFont::from_bytes(DEJAVU.to_vec()).unwrap();
        assert_eq!(first, ChartFont::from_bytes(DEJAVU.to_vec()).unwrap());
        assert_eq!(first, ChartFont::default());
        assert!(first.family().starts_with("'DejaVu Sans'"));
    }

    /// A collection of this one font: a header, and the font's table of contents with its offsets moved.
    fn collection(font: &[u8]) -> Vec<u8> {
        let header = [&b"ttcf"[..], &[0, 1, 0, 0], &1u32.to_be_bytes(), &16u32.to_be_bytes()].concat();
        let mut moved = font.to_vec();
        let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
        for record in moved[12..].chunks_exact_mut(16).take(tables) {
            let offset = u32::from_be_bytes([record[8], record[9], record[10], record[11]]);
            record[8..12].copy_from_slice(&(offset + header.len() as u32).to_be_bytes());
        }
        [header, moved].concat()
    }

    #[test]
    fn of_a_collection_the_first_font_is_taken() {
        let font = ChartFont::from_bytes(collection(DEJAVU)).unwrap();
        assert_ne!(font, ChartFont::default());
        let text = "Größe n ≤ 10";
        assert_eq!(
            (font.family(), font.width(text)),
            (ChartFont::default().family(), ChartFont::default().width(text))
        );
        assert_eq!(font.runs(text), [(font, text)]);
        let mut none = collection(DEJAVU);
        none[11] = 0;
        assert_eq!(ChartFont::from_bytes(none), Err(FontError::Unreadable));
    }

    #[test]
    fn missing_characters_come_once_and_in_order() {
        let font = ChartFont::default();
        assert_eq!(missing_characters("Größe n ≤ 10, P-позиции\n\t", &font), []);
        assert_eq!(
            missing_characters("姆尼姆 𝕀", &font).len(),
            2 + usize::from(!missing_characters("𝕀", &font).is_empty())
        );
    }
}
