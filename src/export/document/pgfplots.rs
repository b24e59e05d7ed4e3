//! Data for pgfplots: a row for each heap, which `\addplot table` reads, and an axis for it. Of outcomes, 1 is a
//! P-position.

use std::io::{self, Write};

use super::caption::{Caption, made_by};
use super::layout::Layout;
use super::tex;

pub(super) fn write(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    let caption = Caption::of(layout, false);
    let title = tex::escape(&caption.title);
    writeln!(out, "% {}", made_by(layout))?;
    write!(out, "{}", tex::advice(&title))?;
    if layout.document.standalone {
        write!(out, "{}", tex::preamble(&["pgfplots"], &title))?;
        writeln!(out, "\\pgfplotsset{{compat=1.15}}\n\\begin{{document}}")?;
        axis_before(layout, &title).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        write_data(out, layout)?;
        writeln!(out, "}};")?;
        AXIS_AFTER.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return writeln!(out, "\\end{{document}}");
    }
    writeln!(out, "% {}", caption.title)?;
    if let Some(verdict) = &caption.verdict {
        writeln!(out, "% {verdict}")?;
    }
    writeln!(out, "%\n% In the preamble: \\usepackage{{pgfplots}}\\pgfplotsset{{compat=1.15}}. In the document:\n%")?;
    let mut axis = axis_before(layout, &title);
    if let Some(last) = axis.last_mut() {
        *last += &format!("{}}};", layout.document.file);
    }
    axis.iter().map(String::as_str).chain(AXIS_AFTER).try_for_each(|line| writeln!(out, "% {line}"))?;
    writeln!(out, "%")?;
    write_data(out, layout)
}

const AXIS_AFTER: [&str; 2] = [r"\end{axis}", r"\end{tikzpicture}"];

/// The lines up to the place where a table or its file is named.
fn axis_before(layout: &Layout<'_>, title: &str) -> Vec<String> {
    let outcomes = layout.view.outcomes;
    let (column, name) = if outcomes { ("p", "P-position") } else { ("g", "$g(n)$") };
    let mut axis = vec![
        r"\begin{tikzpicture}".to_owned(),
        r"\begin{axis}[".to_owned(),
        r"  width=\linewidth, height=0.5\linewidth,".to_owned(),
        format!("  title={{{title}}}, title style={{align=center, text width=\\linewidth}},"),
        format!("  xlabel={{$n$}}, ylabel={{{name}}}, xmin=0, xmax={}, ymin=0,", layout.last().max(1)),
    ];
    if outcomes {
        axis.push("  ymax=1.2, ytick={0, 1},".to_owned());
    }
    if let Some(period) = layout.period.filter(|period| period.preperiod > 0 && period.preperiod < layout.heaps) {
        let begin = period.preperiod;
        // A line where the period begins.
        axis.push(format!("  extra x ticks={{{begin}}}, extra x tick labels={{}}, extra x tick style={{grid=major}},"));
    }
    axis.push("]".to_owned());
    axis.push(format!("\\addplot[only marks, mark size=1pt] table[x=n, y={column}] {{"));
    axis
}

fn write_data(out: &mut dyn Write, layout: &Layout<'_>) -> io::Result<()> {
    writeln!(out, "{}", if layout.view.outcomes { "n p" } else { "n g" })?;
    let mut runs = layout.view.runs();
    while let Some((first, run)) = runs.next_run() {
        let mut n = first;
        run.try_for_each(|value| {
            let shown = if layout.view.outcomes { u64::from(value == 0) } else { value };
            writeln!(out, "{n} {shown}")?;
            n += 1;
            Ok::<_, io::Error>(())
        })?;
    }
    Ok(())
}
