//! Typst: a figure with a table. Text is in strings, where nothing but quotes and backslashes has a meaning.

use std::io::{self, Write};

use super::caption::{Caption, label, made_by};
use super::layout::{Cell, Layout};

/// Points across a page of Typst's default size, with some to spare.
const PAGE: f64 = 440.0;
/// Points of a digit.
const DIGIT: f64 = 5.4;
/// Tables with more rows may break across pages.
const MOST_ROWS: u64 = 30;

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    let caption = Caption::of(layout, true);
    writeln!(out, "// {}", made_by(layout))?;
    if layout.document.standalone {
        writeln!(out, "#set document(title: {})\n#set page(\"a4\")", string(&caption.title))?;
    }
    let long = layout.rows() > MOST_ROWS;
    if long {
        writeln!(out, "#[\n#show figure: set block(breakable: true)")?;
    }
    let text = |text: &str| format!("#{};", string(text));
    let paragraph = caption.paragraph(text, text, |math| format!("${math}$"));
    writeln!(out, "#figure(\n  caption: [{paragraph}],\n  table(")?;
    write_settings(out, layout)?;
    write!(out, "    table.header([$n$]")?;
    (0..layout.columns).try_for_each(|column| write!(out, ", [{column}]"))?;
    writeln!(out, "),")?;
    if !layout.is_worksheet() {
        writeln!(out, "    table.hline(stroke: 0.5pt),")?;
    }
    layout.for_each_row(|first, cells| write_row(out, layout, first, cells))?;
    if !layout.is_worksheet() {
        writeln!(out, "    table.hline(),")?;
    }
    writeln!(out, "  ),\n) <{}>", label(layout))?;
    if long { writeln!(out, "]") } else { Ok(()) }
}

/// Columns, alignment, distances, and the lines between columns.
fn write_settings(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    let columns = layout.columns;
    if layout.is_worksheet() {
        // A digit is about half an em wide.
        let wide = layout.cell_width() as f64 / 2.0 + 0.3;
        writeln!(out, "    columns: (auto,) + {columns} * ({wide:.1}em,),")?;
        writeln!(out, "    rows: 2em,\n    inset: 2pt,\n    stroke: 0.5pt,\n    align: center + horizon,")?;
        return Ok(());
    }
    let align = if layout.aligns_right() { "right" } else { "center" };
    let space = ((PAGE - DIGIT * layout.width()) / (2 * (columns + 1)) as f64).floor().clamp(1.0, 5.0);
    let (digits, around) = (layout.cell_width() as f64 / 2.0, 2.0 * space);
    writeln!(out, "    columns: (auto,) + {columns} * ({digits}em + {around}pt,),")?;
    writeln!(out, "    align: (right,) + {columns} * ({align},),")?;
    writeln!(out, "    inset: (x: {space}pt, y: 4pt),\n    stroke: none,")?;
    writeln!(out, "    table.hline(),\n    table.vline(x: 1, stroke: 0.5pt),")?;
    for column in (0..columns).filter(|&column| layout.begins_group(column)) {
        writeln!(out, "    table.vline(x: {}, stroke: 0.5pt + gray),", column + 1)?;
    }
    Ok(())
}

fn write_row(out: &mut dyn Write, layout: &Layout<'_>, first: u64, cells: &[Cell]) -> io::Result<()> {
    let row = first / layout.columns;
    if let Some(columns) = layout.boundary_above(row) {
        writeln!(out, "    table.hline(start: {}, end: {}),", columns.start + 1, columns.end + 1)?;
    }
    if let Some(column) = (1..layout.columns).find(|&column| layout.boundary_before(row, column)) {
        // The first row is the head.
        writeln!(out, "    table.vline(x: {}, start: {}, end: {}),", column + 1, row + 1, row + 2)?;
    }
    write!(out, "    [{first}]")?;
    for Cell { text, bold } in cells {
        if *bold { write!(out, ", [*{text}*]")? } else { write!(out, ", [{text}]")? }
    }
    writeln!(out, ",")
}

fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}
