//! A small strict reader for each format: it accepts what `sgtab` may write and panics at anything else.

/// What a document shows.
#[derive(Debug, Default, PartialEq)]
pub struct Shown {
    /// The words around the table, without markup.
    pub words: String,
    pub heads: Vec<String>,
    /// The head of each row, and its cells; whether each is bold.
    pub rows: Vec<(String, Vec<(String, bool)>)>,
}

impl Shown {
    fn row(&mut self, cells: Vec<(String, bool)>) {
        let mut cells = cells.into_iter();
        let (head, bold) = cells.next().unwrap();
        assert!(!bold);
        self.rows.push((head, cells.collect()));
    }
}

/// `{...}` or `[...]` at the start of a text: what is in it, and what follows.
fn group(text: &str, open: char, close: char) -> (&str, &str) {
    assert!(text.starts_with(open), "no {open} at {text}");
    let (mut depth, mut escaped) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == open => depth += 1,
            c if c == close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    panic!("{open} is never closed in {text}");
}

/// Text of LaTeX as it is set, formulas without dollars.
pub fn tex_words(text: &str) -> String {
    const COMMANDS: [(&str, char); 26] = [
        (r"\textbackslash{}", '\\'),
        (r"\textasciitilde{}", '~'),
        (r"\textasciicircum{}", '^'),
        (r"\textasciigrave{}", '`'),
        (r"\textless{}", '<'),
        (r"\textgreater{}", '>'),
        (r"\textbar{}", '|'),
        (r"\symbol{34}", '"'),
        (r"\{", '{'),
        (r"\}", '}'),
        (r"\$", '$'),
        (r"\&", '&'),
        (r"\#", '#'),
        (r"\%", '%'),
        (r"\_", '_'),
        (r"\ensuremath{\leq}", '≤'),
        (r"\ensuremath{\oplus}", '⊕'),
        (r"\ensuremath{\ll}", '«'),
        ("-{}-", '\u{1}'),
        ("'{}'", '\u{2}'),
        (",{},", '\u{3}'),
        ("--", '–'),
        (",,", '„'),
        ("$g(n)$", '\u{4}'),
        ("$n = 0$", '\u{5}'),
        ("$n$", 'n'),
    ];
    let (mut rest, mut words) = (text, String::new());
    while let Some(c) = rest.chars().next() {
        if let Some((command, stands_for)) = COMMANDS.iter().find(|(command, _)| rest.starts_with(command)) {
            match stands_for {
                // The second may begin the next such pair.
                '\u{1}'..='\u{3}' => {
                    words.push(c);
                    rest = &rest[3..];
                    continue;
                }
                '\u{4}' => words += "g(n)",
                '\u{5}' => words += "n = 0",
                c => words.push(*c),
            }
            rest = &rest[command.len()..];
        } else {
            assert!(!r#"\{}$&#%_~^<>|`""#.contains(c) && !c.is_control(), "{c} has a meaning in {text}");
            words.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    words
}

fn tex_cell(text: &str) -> (String, bool) {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix(r"\multicolumn{1}") {
        let (columns, rest) = group(rest, '{', '}');
        assert!(["|c", "|r", "|c|", "|r|"].contains(&columns));
        return tex_cell(group(rest, '{', '}').0);
    }
    if let Some(rest) = text.strip_prefix(r"\makebox") {
        let (_, rest) = group(rest, '[', ']');
        let (_, rest) = group(rest, '[', ']');
        return tex_cell(group(rest, '{', '}').0);
    }
    match text.strip_prefix(r"\textbf") {
        Some(rest) => (tex_words(group(rest, '{', '}').0), true),
        None => (tex_words(text), false),
    }
}

pub fn latex(text: &str) -> Shown {
    let mut shown = Shown::default();
    let mut open = Vec::new();
    let mut columns = 0;
    // What a longtable repeats on each page is read again.
    let mut times_head = 0;
    for line in text.lines() {
        let rule = [r"\hline", r"\toprule", r"\midrule", r"\bottomrule", r"\cline{", r"\cmidrule{"];
        let setting =
            [r"\centering", r"\medskip", r"\small", r"\footnotesize", r"\scriptsize", r"\setlength{\tabcolsep}"];
        let other = [r"\renewcommand{\arraystretch}", r"\endfirsthead", r"\endhead", r"\endfoot", r"\documentclass"];
        let known = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        if line.starts_with('%') || line.is_empty() || known(&rule) || known(&setting) || known(&other) {
            continue;
        } else if line.starts_with(r"\usepackage{") {
            assert!(open.is_empty());
        } else if let Some(rest) = line.strip_prefix(r"\begin{") {
            let (name, rest) = rest.split_once('}').unwrap();
            open.push(name);
            if name == "tabular" || name == "longtable" {
                let spec = group(rest, '{', '}').0.replace(r"@{\hspace{4\tabcolsep}}", "");
                assert!(spec.chars().all(|c| "rc|".contains(c)), "{spec}");
                columns = spec.chars().filter(|&c| c != '|').count();
            }
        } else if let Some(name) = line.strip_prefix(r"\end{") {
            assert_eq!(open.pop(), name.strip_suffix('}'));
        } else if line == r"\begingroup" {
            open.push("group");
        } else if line == r"\endgroup" {
            assert_eq!(open.pop(), Some("group"));
        } else if let Some(rest) = line.strip_prefix(r"\caption") {
            // Braces keep brackets in the title from ending it.
            let (short, rest) = group(rest.strip_prefix('[').unwrap(), '{', '}');
            let (long, rest) = group(rest.strip_prefix(']').unwrap(), '{', '}');
            assert!(rest.starts_with(r"\label{tab:"), "{rest}");
            let short = tex_words(short);
            shown.words = tex_words(long);
            assert!(shown.words.starts_with(short.trim_end_matches('.')));
        } else {
            let cells: Vec<_> = line.strip_suffix(r" \\").expect(line).split(" & ").map(tex_cell).collect();
            assert_eq!(cells.len(), columns, "{line}");
            if line.starts_with("$n$") {
                times_head += 1;
                shown.heads = cells[1..].iter().map(|(head, _)| head.clone()).collect();
            } else {
                shown.row(cells);
            }
        }
    }
    assert!(open.is_empty(), "{open:?} is open at the end");
    assert_eq!(times_head, if text.contains("longtable}{") { 2 } else { 1 });
    shown
}

/// Markup of Typst: strings, formulas, and the full stops between them.
fn typst_words(mut text: &str) -> String {
    let mut words = String::new();
    while !text.is_empty() {
        if let Some(rest) = text.strip_prefix("#\"") {
            let mut chars = rest.char_indices();
            loop {
                match chars.next().unwrap() {
                    (at, '"') => {
                        text = rest[at + 1..].strip_prefix(';').expect("a string in text ends in ;");
                        break;
                    }
                    (_, '\\') => words.push(chars.next().filter(|(_, c)| "\\\"".contains(*c)).unwrap().1),
                    (_, c) => {
                        assert!(!c.is_control());
                        words.push(c);
                    }
                }
            }
        } else if let Some(rest) = text.strip_prefix('$') {
            let (formula, rest) = rest.split_once('$').unwrap();
            words += formula;
            text = rest;
        } else {
            let plain = text.chars().next().unwrap();
            assert!(". ".contains(plain), "{plain} is markup in {text}");
            words.push(plain);
            text = &text[1..];
        }
    }
    words
}

pub fn typst(text: &str) -> Shown {
    let mut shown = Shown::default();
    let count = |c: char| text.lines().filter(|line| line.starts_with("    ") && line.contains(c)).count();
    assert!(count('(') > 0);
    for line in text.lines() {
        if let Some(caption) = line.strip_prefix("  caption: [") {
            shown.words = typst_words(caption.strip_suffix("],").unwrap());
        } else if let Some(heads) = line.strip_prefix("    table.header([$n$], ") {
            let heads = heads.strip_suffix("),").unwrap().split(", ");
            shown.heads = heads.map(|head| group(head, '[', ']').0.to_owned()).collect();
        } else if line.starts_with("    [") {
            let cells = line.trim().strip_suffix(',').unwrap().split(", ").map(|cell| {
                let (cell, rest) = group(cell, '[', ']');
                assert_eq!(rest, "");
                match cell.strip_prefix('*') {
                    Some(bold) => (bold.strip_suffix('*').unwrap().to_owned(), true),
                    None => (cell.to_owned(), false),
                }
            });
            shown.row(cells.collect());
        } else {
            let starts =
                ["// ", "#set ", "#[", "#show ", "#figure(", "  table(", "    columns: (auto,)", "    align: "];
            let more = [
                "    inset: ",
                "    stroke: ",
                "    rows: 2em",
                "    table.hline(",
                "    table.vline(",
                "  ),",
                ") <",
                "]",
            ];
            assert!(starts.iter().chain(&more).any(|start| line.starts_with(start)), "{line}");
        }
    }
    shown
}

/// Text of Markdown without backslashes; what is bold is told by the two stars.
fn markdown_words(text: &str) -> String {
    let (mut words, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => words.push(chars.next().filter(char::is_ascii_punctuation).unwrap()),
            '<' | '>' | '[' | ']' | '`' | '_' | '#' | '|' | '~' | '&' | '$' => panic!("{c} has a meaning in {text}"),
            '*' => {}
            c => words.push(c),
        }
    }
    words
}

pub fn markdown(text: &str) -> Shown {
    let mut lines = text.lines();
    let comment = lines.next().unwrap();
    assert!(comment.starts_with("<!-- ") && comment.find("-->") == Some(comment.len() - 3), "{comment}");
    assert_eq!(lines.next(), Some(""));
    let mut shown = Shown { words: markdown_words(lines.next().unwrap()), ..Shown::default() };
    assert_eq!(lines.next(), Some(""));
    let mut widths = None;
    for (at, line) in lines.enumerate() {
        let cells: Vec<&str> = line.strip_prefix('|').unwrap().strip_suffix('|').unwrap().split('|').collect();
        let lengths: Vec<usize> = cells.iter().map(|cell| cell.chars().count()).collect();
        assert_eq!(*widths.get_or_insert(lengths.clone()), lengths, "{line}");
        match at {
            0 => shown.heads = cells[1..].iter().map(|cell| cell.trim().to_owned()).collect(),
            1 => assert!(cells.iter().all(|cell| cell.trim_start_matches('-') == ":")),
            _ => shown.row(
                cells
                    .iter()
                    .map(|cell| match cell.trim().strip_prefix("**") {
                        Some(bold) => (bold.strip_suffix("**").unwrap().to_owned(), true),
                        None => (cell.trim().to_owned(), false),
                    })
                    .collect(),
            ),
        }
    }
    shown
}

/// Text of HTML without its tags.
fn html_words(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '<' {
            rest = rest.split_once('>').unwrap().1;
        } else if c == '&' {
            let entities = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&#39;", '\'')];
            let (entity, c) = entities.iter().find(|(entity, _)| rest.starts_with(entity)).expect(rest);
            words.push(*c);
            rest = &rest[entity.len()..];
        } else {
            assert!(c != '>' && !c.is_control(), "{c:?} in {text}");
            words.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    words
}

/// Every tag is closed by its own; the names of those that are never closed are few.
fn html_is_balanced(text: &str) {
    let mut open = Vec::new();
    // The one comment ends where its line does.
    let (before, rest) = text.split_once("<!-- ").unwrap();
    let (comment, rest) = rest.split_once("-->").unwrap();
    assert!(!comment.contains('\n') && rest.starts_with('\n') && !rest.contains("-->"), "{comment}");
    let text = format!("{before}{rest}");
    let text = text.split("<style>\n").map(|part| part.split_once("</style>").map_or(part, |(_, rest)| rest));
    let text = text.collect::<String>();
    for tag in text.split('<').skip(1) {
        let name: String = tag.chars().take_while(|c| !" >".contains(*c)).collect();
        match name.as_str() {
            "!DOCTYPE" | "meta" => {}
            name if name.starts_with('/') => assert_eq!(open.pop().as_deref(), Some(&name[1..])),
            name => open.push(name.to_owned()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

pub fn html(text: &str) -> Shown {
    html_is_balanced(text);
    let between = |text: &str, start: &str, end: &str| {
        let (_, rest) = text.split_once(start).expect(start);
        rest.split_once(end).expect(end).0.to_owned()
    };
    assert_eq!(text.matches("<table").count(), 1);
    let mut shown = Shown { words: html_words(&between(text, "<caption>", "</caption>")), ..Shown::default() };
    let head = between(text, "<thead>", "</thead>");
    let heads = head.split("<th scope=\"col\"").skip(1);
    shown.heads = heads.map(|cell| between(cell, ">", "</th>")).skip(1).collect();
    let columns: usize = text
        .split("<colgroup span=\"")
        .skip(1)
        .map(|group| group.split_once('"').unwrap().0.parse::<usize>().unwrap())
        .sum();
    assert_eq!(columns, shown.heads.len());
    for row in between(text, "<tbody>\n", "</tbody>").lines() {
        let (_, row) = row.split_once("<th scope=\"row\">").unwrap();
        let (head, cells) = row.split_once("</th>").unwrap();
        let cells = cells.strip_suffix("</tr>").unwrap().split("<td").skip(1).map(|cell| {
            let (_, cell) = cell.split_once('>').unwrap();
            let cell = cell.strip_suffix("</td>").unwrap();
            (html_words(cell), cell.contains("<b>"))
        });
        shown.rows.push((head.to_owned(), cells.collect()));
    }
    shown
}

/// The comments, and the numbers of each column.
pub fn pgfplots(text: &str) -> (String, Vec<[u64; 2]>) {
    let (comments, data): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('%'));
    let rows = data[1..].iter().map(|line| {
        let (n, value) = line.split_once(' ').unwrap();
        [n.parse().unwrap(), value.parse().unwrap()]
    });
    assert!(["n g", "n p"].contains(&data[0]));
    (comments.join("\n"), rows.collect())
}
