//! Markdown: a pipe table as GitHub shows it, its words before it.

use std::io::{self, Write};

use super::caption::{Caption, made_by};
use super::html::comment;
use super::layout::{Cell, Layout};

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    // In bold letters nothing at the beginning of the title makes a list or a heading of it.
    let title = |title: &str| if title.is_empty() { String::new() } else { format!("**{}**", escape(title)) };
    let paragraph = Caption::of(layout, false).paragraph(title, escape, str::to_owned);
    writeln!(out, "{}\n\n{paragraph}\n", comment(&made_by(layout)))?;

    // Room for a bold digit, and for what is longer.
    let width = (layout.digits.max(layout.head_digits()) as usize).max("**0**".len());
    write!(out, "| {:>width$} |", "n")?;
    (0..layout.columns).try_for_each(|column| write!(out, " {column:>width$} |"))?;
    writeln!(out)?;
    (0..=layout.columns).try_for_each(|_| write!(out, "|{:->1$}:", "-", width + 1))?;
    writeln!(out, "|")?;
    layout.for_each_row(|first, cells| {
        write!(out, "| {first:>width$} |")?;
        for Cell { text, bold } in cells {
            let text = if *bold { format!("**{text}**") } else { text.clone() };
            write!(out, " {text:>width$} |")?;
        }
        writeln!(out)
    })
}

/// Text that Markdown shows as it is, in a line that does not begin with it.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '^' | '$' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
