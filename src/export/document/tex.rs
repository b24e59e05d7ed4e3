//! What LaTeX tables and pgfplots share: escaping text, and the head of a whole document.

/// Characters that a title may have and that pdflatex, in its usual font encoding, knows in formulas only.
const SYMBOLS: [(char, &str); 20] = [
    ('≤', r"\leq"),
    ('≥', r"\geq"),
    ('≠', r"\neq"),
    ('≡', r"\equiv"),
    ('→', r"\rightarrow"),
    ('←', r"\leftarrow"),
    ('∈', r"\in"),
    ('∉', r"\notin"),
    ('∅', r"\emptyset"),
    ('∪', r"\cup"),
    ('∩', r"\cap"),
    ('⊕', r"\oplus"),
    ('∞', r"\infty"),
    ('⌊', r"\lfloor"),
    ('⌋', r"\rfloor"),
    ('⌈', r"\lceil"),
    ('⌉', r"\rceil"),
    ('−', r"-"),
    ('«', r"\ll"),
    ('»', r"\gg"),
];

/// Text that LaTeX sets as it is, in any font encoding and beside babel's shorthands.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        // Two of them would make one character.
        if c == before && matches!(c, '-' | '\'' | ',') {
            escaped += "{}";
        }
        before = c;
        match c {
            '\\' => escaped += r"\textbackslash{}",
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            '~' => escaped += r"\textasciitilde{}",
            '^' => escaped += r"\textasciicircum{}",
            '<' => escaped += r"\textless{}",
            '>' => escaped += r"\textgreater{}",
            '|' => escaped += r"\textbar{}",
            '`' => escaped += r"\textasciigrave{}",
            '"' => escaped += r"\symbol{34}",
            '–' => escaped += "--",
            '„' => escaped += ",,",
            '‚' => escaped += ",",
            _ => match SYMBOLS.iter().find(|(symbol, _)| *symbol == c) {
                Some((_, command)) => escaped += &format!(r"\ensuremath{{{command}}}"),
                None => escaped.push(c),
            },
        }
    }
    escaped
}

/// Whether pdflatex, in its usual font encoding, lacks one of the characters of an escaped text.
fn needs_unicode(text: &str) -> bool {
    let known = |c: char| match c {
        'Ð' | 'ð' | 'Þ' | 'þ' => false,
        _ => c <= 'ÿ' || matches!(c, '—' | '‘' | '’' | '“' | '”' | '…'),
    };
    !text.chars().all(known)
}

/// A comment for who compiles text that pdflatex cannot set.
pub(super) fn advice(text: &str) -> &'static str {
    if needs_unicode(text) {
        "% Compile with xelatex or lualatex, in a font that has the characters of the title.\n"
    } else {
        ""
    }
}

/// The lines of a whole document before what is in it; `text` is what it says.
pub(super) fn preamble(packages: &[&str], text: &str) -> String {
    let mut head = "\\documentclass[a4paper]{article}\n".to_owned();
    if needs_unicode(text) {
        head += "\\usepackage{fontspec} % \\setmainfont{...} chooses the font\n";
    }
    packages.iter().for_each(|package| head += &format!("\\usepackage{{{package}}}\n"));
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_has_a_meaning_is_escaped() {
        let escaped =
            r"\textbackslash{} \{\} \$ \& \# \% \_ \textasciitilde{} \textasciicircum{} \textless{}\textgreater{}";
        assert_eq!(escape(r"\ {} $ & # % _ ~ ^ <>"), escaped);
        assert_eq!(escape("a--b ''c'' |`\""), r"a-{}-b '{}'c'{}' \textbar{}\textasciigrave{}\symbol{34}");
        assert_eq!(escape("n ≤ 3, misère"), r"n \ensuremath{\leq} 3, misère");
    }

    #[test]
    fn what_pdflatex_lacks_is_known() {
        assert!(!needs_unicode(&escape("misère – “n ≤ 3”")) && needs_unicode("取石子"));
    }
}
