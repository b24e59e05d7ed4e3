//! A CSV list of edges: `from,to`, then a row for each move.

use std::ops::Range;

use csv::{ByteRecord, ReaderBuilder};

use super::list::List;
use super::source::{Mistake, Source};
use super::{Builder, GraphError, dot};

const HEADER: [&str; 2] = ["from", "to"];

pub(super) fn read(source: Source<'_>, builder: &mut Builder) -> Result<(), GraphError> {
    let text = source.text;
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = ByteRecord::new();
    let mut rows = Rows::default();
    let mut row = 0..0;
    let mut has_header = false;
    loop {
        let start = reader.position().byte() as usize;
        if !reader.read_byte_record(&mut record).map_err(|why| source.mistake(start..start, why.to_string()))? {
            break;
        }
        row = start..reader.position().byte() as usize;
        let fields = || [0, 1].map(|at| std::str::from_utf8(record.get(at).unwrap_or(b"")).unwrap_or("").trim_ascii());
        if !has_header {
            if record.len() != HEADER.len() || fields() != HEADER {
                return Err(no_header(source, row).into());
            }
            has_header = true;
            continue;
        }
        match fields() {
            [from, to] if record.len() == HEADER.len() && !from.is_empty() => rows.push(from, to, builder)?,
            _ => return Err(bad_row(source, row).into()),
        }
    }
    if !has_header {
        return Err(no_header(source, 0..0).into());
    }
    match Fields::of(source, row).open_quote {
        Some(at) => Err(open_quote(source, at).into()),
        None => rows.flush(builder),
    }
}

/// Rows that are read and not yet in the graph: names are looked up faster in great numbers.
#[derive(Default)]
struct Rows {
    /// Two for each row; a row without a second name has its first again.
    names: List,
    is_move: Vec<bool>,
}

const MOST_ROWS: usize = 4096;

impl Rows {
    fn push(&mut self, from: &str, to: &str, builder: &mut Builder) -> Result<(), GraphError> {
        self.names.push(from);
        self.names.push(if to.is_empty() { from } else { to });
        self.is_move.push(!to.is_empty());
        if self.is_move.len() < MOST_ROWS { Ok(()) } else { self.flush(builder) }
    }

    fn flush(&mut self, builder: &mut Builder) -> Result<(), GraphError> {
        let numbers = builder.numbers(&self.names)?;
        for (row, is_move) in numbers.chunks_exact(2).zip(self.is_move.drain(..)) {
            if let (&[from, to], true) = (row, is_move) {
                builder.link(from, to)?;
            }
        }
        self.names.clear();
        Ok(())
    }
}

fn no_header(source: Source<'_>, row: Range<usize>) -> Mistake {
    let mistake =
        source.mistake(Fields::of(source, row).whole(), "the list of edges has no header").label("expected `from,to`");
    mistake.help(if dot::begins(source) {
        "this looks like DOT: say --input dot"
    } else {
        "let the first line be `from,to`, and each further line a move: the two nodes, a comma between them"
    })
}

fn bad_row(source: Source<'_>, row: Range<usize>) -> Mistake {
    let fields = Fields::of(source, row);
    if let Some(at) = fields.open_quote {
        return open_quote(source, at);
    }
    match fields.places.as_slice() {
        [only] => source
            .mistake(only.end..only.end, "the row has one node")
            .label("expected a comma and the node that the move leads to")
            .help(format!("a node without moves is written `{},`", &source.text[only.clone()])),
        [_, _, third, ..] => source
            .mistake(third.start..fields.whole().end, format!("the row has {} fields", fields.places.len()))
            .label("expected the end of the line")
            .help("a row is one move, `from,to`; a name with a comma in it stands in quotes: `\"a,b\"`"),
        _ => source
            .mistake(fields.whole(), "the row does not say where the move starts")
            .label("expected a node before the comma")
            .help("a node without moves is written `a,`"),
    }
}

fn open_quote(source: Source<'_>, at: usize) -> Mistake {
    source
        .mistake(at..at + 1, "a quote is opened and not closed")
        .label("the field goes on to the end of the file")
        .help("end the name with a quote; a quote in a name is written twice, and the name in quotes: `\"a\"\"b\"`")
}

/// Where the fields of a row are in the text, quotes included: for messages.
struct Fields {
    places: Vec<Range<usize>>,
    open_quote: Option<usize>,
}

impl Fields {
    fn of(source: Source<'_>, row: Range<usize>) -> Self {
        let is_end = |c: char| c == '\n' || c == '\r';
        // Empty lines before a row are read with it.
        let row = row.start + source.text[row.clone()].chars().take_while(|&c| is_end(c)).count()..row.end;
        let text = source.text[row.clone()].trim_end_matches(is_end);
        let quoted = |start: usize| source.text[start..].starts_with('"');
        let (mut places, mut start, mut open) = (Vec::new(), row.start, None);
        for (at, c) in text.char_indices().map(|(at, c)| (row.start + at, c)) {
            match (c, open) {
                ('"', Some(_)) => open = None,
                // A quote has a meaning in a field that begins with one; a doubled one closes and opens again.
                ('"', None) if at == start || (quoted(start) && source.text[..at].ends_with('"')) => open = Some(at),
                (',', None) => {
                    places.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        places.push(start..row.start + text.len());
        Fields { places, open_quote: open }
    }

    fn whole(&self) -> Range<usize> {
        let end = self.places.last().map_or(0, |last| last.end);
        self.places.first().map_or(0, |first| first.start)..end
    }
}
