//! LaTeX: a `table` to be put into a document, or a `longtable` where it may be longer than a page.

use std::io::{self, Write};

use super::caption::{Caption, label, made_by};
use super::layout::{Cell, Layout};
use super::tex;

/// What the lines between the rows are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// What LaTeX has.
    Plain,
    /// The package booktabs, which has no lines between columns.
    Booktabs,
}

/// Points across the page of an article, with some to spare.
const PAGE: f64 = 338.0;
/// Tables with more lines are not kept together on one page.
const MOST_LINES: f64 = 40.0;
/// Fonts, and points of a digit in them.
const SIZES: [(&str, f64); 4] = [("", 5.0), (r"\small", 4.63), (r"\footnotesize", 4.26), (r"\scriptsize", 3.99)];

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>, rules: Rules) -> io::Result<()> {
    // Hands write larger; booktabs has its own distances.
    let line = match rules {
        _ if layout.is_worksheet() => 1.6,
        Rules::Plain => 1.15,
        Rules::Booktabs => 1.0,
    };
    let long = layout.rows() as f64 * line > MOST_LINES;
    let table = Table { layout, rules, line, long };
    let caption = Caption::of(layout, true);
    let paragraph = caption.paragraph(tex::escape, tex::escape, |math| format!("${math}$"));
    let packages = table.packages();

    writeln!(out, "% {}", made_by(layout))?;
    write!(out, "{}", tex::advice(&paragraph))?;
    if layout.document.standalone {
        write!(out, "{}\\begin{{document}}\n\n", tex::preamble(&packages, &paragraph))?;
    } else if packages.is_empty() {
        writeln!(out, "% To be put into a document by \\input; it needs no package.")?;
    } else {
        writeln!(out, "% To be put into a document by \\input; it needs \\usepackage{{{}}}.", packages.join(","))?;
    }
    let title = tex::escape(&caption.title);
    let caption = format!("\\caption[{{{title}}}]{{{paragraph}}}\\label{{{}}}", label(layout));
    if long {
        table.write_long(out, &caption)?;
    } else {
        table.write_short(out, &caption)?;
    }
    if layout.document.standalone {
        writeln!(out, "\n\\end{{document}}")?;
    }
    Ok(())
}

struct Table<'a> {
    layout: &'a Layout<'a>,
    rules: Rules,
    /// The height of a row, in lines of text.
    line: f64,
    long: bool,
}

impl Table<'_> {
    fn packages(&self) -> Vec<&'static str> {
        let booktabs = (self.rules == Rules::Booktabs).then_some("booktabs");
        booktabs.into_iter().chain(self.long.then_some("longtable")).collect()
    }

    fn write_short(&self, out: &mut dyn Write, caption: &str) -> io::Result<()> {
        writeln!(out, "\\begin{{table}}[htbp]\n\\centering\n{caption}\n\\medskip")?;
        self.write_settings(out)?;
        writeln!(out, "\\begin{{tabular}}{{{}}}", self.columns())?;
        self.write_head(out)?;
        self.write_rows(out)?;
        writeln!(out, "{}\n\\end{{tabular}}\n\\end{{table}}", self.bottom())
    }

    /// The head is repeated on each page.
    fn write_long(&self, out: &mut dyn Write, caption: &str) -> io::Result<()> {
        writeln!(out, "\\begingroup")?;
        self.write_settings(out)?;
        writeln!(out, "\\begin{{longtable}}{{{}}}\n{caption}\\\\", self.columns())?;
        self.write_head(out)?;
        writeln!(out, "\\endfirsthead")?;
        self.write_head(out)?;
        writeln!(out, "\\endhead\n{}\n\\endfoot", self.bottom())?;
        self.write_rows(out)?;
        writeln!(out, "\\end{{longtable}}\n\\endgroup")
    }

    /// What makes the rows as wide as the page at most, and as high as a hand writes.
    fn write_settings(&self, out: &mut dyn Write) -> io::Result<()> {
        let layout = self.layout;
        let groups = layout.group().map_or(0, |group| layout.columns / group - 1);
        let gaps = 2 * (layout.columns + 1 + groups);
        let gap = |digit: f64| ((PAGE - digit * layout.width()) / gaps as f64).floor();
        let fits = SIZES.into_iter().find(|&(_, digit)| gap(digit) >= 2.0);
        let (size, digit) = fits.unwrap_or(SIZES[SIZES.len() - 1]);
        if !size.is_empty() {
            writeln!(out, "{size}")?;
        }
        if gap(digit) < 6.0 {
            writeln!(out, "\\setlength{{\\tabcolsep}}{{{}pt}}", gap(digit).max(1.0))?;
        }
        if self.line > 1.0 {
            writeln!(out, "\\renewcommand{{\\arraystretch}}{{{}}}", self.line)?;
        }
        Ok(())
    }

    fn columns(&self) -> String {
        let layout = self.layout;
        let plain = self.rules == Rules::Plain;
        if layout.is_worksheet() {
            let columns = layout.columns as usize;
            return if plain { format!("|r|{}", "c|".repeat(columns)) } else { format!("r{}", "c".repeat(columns)) };
        }
        let between = if plain { "|" } else { r"@{\hspace{4\tabcolsep}}" };
        let mut columns = if plain { "r|".to_owned() } else { "r".to_owned() };
        for column in 0..layout.columns {
            columns += if layout.begins_group(column) { between } else { "" };
            columns.push(self.align());
        }
        columns
    }

    fn align(&self) -> char {
        if self.layout.aligns_right() { 'r' } else { 'c' }
    }

    fn bottom(&self) -> &'static str {
        if self.rules == Rules::Plain { r"\hline" } else { r"\bottomrule" }
    }

    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let (top, below) = match self.rules {
            Rules::Plain => (r"\hline", r"\hline"),
            Rules::Booktabs => (r"\toprule", r"\midrule"),
        };
        write!(out, "{top}\n$n$")?;
        for column in 0..self.layout.columns {
            match self.layout.cell_width() {
                1 => write!(out, " & {column}")?,
                // All columns are equal; a digit is half an em wide.
                digits => write!(out, " & \\makebox[{}em][{}]{{{column}}}", digits as f64 / 2.0, self.align())?,
            }
        }
        writeln!(out, " \\\\\n{below}")
    }

    fn write_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        self.layout.for_each_row(|first, cells| {
            let row = first / self.layout.columns;
            match (self.layout.is_worksheet(), self.rules) {
                (true, Rules::Plain) if row > 0 => writeln!(out, "\\hline")?,
                (true, Rules::Booktabs) if row > 0 => writeln!(out, "\\midrule")?,
                _ => {}
            }
            if let Some(columns) = self.layout.boundary_above(row) {
                let line = if self.rules == Rules::Plain { r"\cline" } else { r"\cmidrule" };
                // The first column of LaTeX is 1, and that is the head.
                writeln!(out, "{line}{{{}-{}}}", columns.start + 2, columns.end + 1)?;
            }
            write!(out, "{first}")?;
            for (column, cell) in (0..).zip(cells) {
                write!(out, " & {}", self.cell(row, column, cell))?;
            }
            writeln!(out, " \\\\")
        })
    }

    fn cell(&self, row: u64, column: u64, cell: &Cell) -> String {
        let text = tex::escape(&cell.text);
        let text = if cell.bold { format!("\\textbf{{{text}}}") } else { text };
        let layout = self.layout;
        let has_line = self.rules == Rules::Booktabs || layout.begins_group(column);
        if has_line || !layout.boundary_before(row, column) {
            return text;
        }
        let align = self.align();
        let after = if layout.begins_group(column + 1) { "|" } else { "" };
        format!("\\multicolumn{{1}}{{|{align}{after}}}{{{text}}}")
    }
}
