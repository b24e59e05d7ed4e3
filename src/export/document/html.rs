//! HTML: one table, with what a screen reader needs; in a page of its own where it is to stand alone.

use std::io::{self, Write};

use super::caption::{Caption, made_by};
use super::layout::{Cell, Layout};

const STYLE: &str = "\
body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; border-block: 1.5px solid; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-block: 0.5rem; max-width: 45rem; }
th { font-weight: normal; color: #555; }
th, td { padding: 0.15rem 0.5rem; text-align: right; min-width: 1.1em; }
thead { border-bottom: 1px solid; }
colgroup { border-inline-end: 1px solid #999; }
colgroup:last-of-type { border: 0; }
.worksheet :is(th, td) { border: 1px solid; text-align: center; padding: 0; }
";

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    let caption = Caption::of(layout, true);
    let made_by = comment(&made_by(layout));
    if layout.document.standalone {
        writeln!(out, "<!DOCTYPE html>\n{made_by}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
        writeln!(out, "<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>", escape(&caption.title))?;
        write_table(out, layout, &caption)?;
        return writeln!(out, "</body>\n</html>");
    }
    writeln!(out, "{made_by}")?;
    write_table(out, layout, &caption)
}

fn write_table(out: &mut dyn Write, layout: &Layout<'_>, caption: &Caption) -> io::Result<()> {
    let class = if layout.is_worksheet() { "sgtab worksheet" } else { "sgtab" };
    let bold = |title: &str| format!("<strong>{}</strong>", escape(title));
    let paragraph = caption.paragraph(bold, escape, |math| format!("<i>{}</i>", escape(math)));
    writeln!(out, "<table class=\"{class}\">\n<caption>{paragraph}</caption>")?;
    let group = layout.group().unwrap_or(layout.columns);
    writeln!(
        out,
        "<colgroup></colgroup>{}",
        format!("<colgroup span=\"{group}\"></colgroup>").repeat((layout.columns / group) as usize)
    )?;

    // Empty cells are as wide and high as others.
    let wide = if layout.is_worksheet() {
        format!(" style=\"min-width: {:.1}em\"", layout.cell_width() as f64 / 2.0 + 0.5)
    } else {
        String::new()
    };
    let high = if layout.is_worksheet() { " style=\"height: 2em\"" } else { "" };
    write!(out, "<thead>\n<tr{high}><th scope=\"col\">n</th>")?;
    (0..layout.columns).try_for_each(|column| write!(out, "<th scope=\"col\"{wide}>{column}</th>"))?;
    writeln!(out, "</tr>\n</thead>\n<tbody>")?;
    layout.for_each_row(|first, cells| {
        write!(out, "<tr{high}><th scope=\"row\">{first}</th>")?;
        for (column, Cell { text, bold }) in (0..).zip(cells) {
            let line = boundary(layout, first / layout.columns, column);
            if *bold { write!(out, "<td{line}><b>{text}</b></td>")? } else { write!(out, "<td{line}>{text}</td>")? }
        }
        writeln!(out, "</tr>")
    })?;
    writeln!(out, "</tbody>\n</table>")
}

/// The end of the preperiod, as borders of the cells after it.
fn boundary(layout: &Layout<'_>, row: u64, column: u64) -> String {
    let above = layout.boundary_above(row).is_some_and(|columns| columns.contains(&column));
    let before = layout.boundary_before(row, column);
    match (above, before) {
        (false, false) => String::new(),
        (true, false) => " style=\"border-top: 2px solid\"".to_owned(),
        (false, true) => " style=\"border-left: 2px solid\"".to_owned(),
        (true, true) => " style=\"border-top: 2px solid; border-left: 2px solid\"".to_owned(),
    }
}

/// A comment; what would end it early is spread.
pub(super) fn comment(text: &str) -> String {
    format!("<!-- {} -->", text.replace("-->", "-- >").replace("--!>", "-- !>").replace("<!--", "< !--"))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(c),
        }
    }
    escaped
}
