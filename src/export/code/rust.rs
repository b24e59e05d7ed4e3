//! Rust.

use super::array::{Array, Packing};
use super::function::{Function, Syntax};
use crate::pattern::Sequence;

pub(super) struct Rust;

impl Syntax for Rust {
    fn choose(condition: &str, yes: &str, no: &str) -> String {
        format!("if {condition} {{ {yes} }} else {{ {no} }}")
    }

    fn past(from: &str) -> String {
        format!("n.saturating_sub({from})")
    }

    fn element(function: &mut Function<'_>, array: Array<'_>, place: String) -> String {
        let place = if place.starts_with("if ") { function.named("i", place) } else { place };
        let place = if place.contains(' ') { format!("({place})") } else { place };
        let list = if array.is_inline() { format!("b\"{}\"", array.digits()) } else { "A".into() };
        let at = format!("{list}[{place} as usize]");
        match (array.packing, function.sequence) {
            (Packing::Numbers, _) if array.bits() == 64 => at,
            (Packing::Numbers, _) => format!("u64::from({at})"),
            (_, Sequence::Outcome) => format!("{at} == b'1'"),
            (Packing::Digits, _) => format!("u64::from({at} - b'0')"),
            (Packing::Base36, _) => {
                let digit = function.named("c", at);
                format!("u64::from(if {digit} < b'a' {{ {digit} - b'0' }} else {{ {digit} - b'a' + 10 }})")
            }
        }
    }

    fn contains<'a>(function: &mut Function<'a>, heaps: Array<'a>) -> String {
        function.array = Some(heaps);
        "A.binary_search(&n).is_ok()".into()
    }

    fn is_one_of(heaps: &[String]) -> String {
        match heaps {
            [heap] => format!("n == {heap}"),
            heaps => format!("matches!(n, {})", heaps.join(" | ")),
        }
    }

    fn is_none_of(heaps: &[String]) -> String {
        match heaps {
            [heap] => format!("n != {heap}"),
            heaps => format!("!matches!(n, {})", heaps.join(" | ")),
        }
    }

    fn write(function: &Function<'_>) -> String {
        let (name, kind) = match function.sequence {
            Sequence::Sg => ("g", "u64"),
            Sequence::Outcome => ("is_p", "bool"),
        };
        let kind = if function.last.is_some() { format!("Option<{kind}>") } else { kind.to_owned() };
        let heap = if function.uses_n() { "n" } else { "_" };
        let mut text = format!("fn {name}({heap}: u64) -> {kind} {{\n");
        if let Some(array) = &function.array {
            text += &declaration(array, function.result.starts_with("A.binary_search"));
        }
        if let Some(last) = function.last {
            text += &format!("    if n > {last} {{\n        return None;\n    }}\n");
        }
        for (name, value) in &function.lets {
            text += &format!("    let {name} = {value};\n");
        }
        let value = |value: u64| match function.sequence {
            Sequence::Sg => value.to_string(),
            Sequence::Outcome => Rust::truth(value == 1).to_owned(),
        };
        let result = &function.result;
        if function.last.is_some() {
            text += &format!("    Some({result})\n");
        } else if function.exceptions.is_empty() {
            text += &format!("    {result}\n");
        } else {
            text += "    match n {\n";
            for (of, heaps) in &function.exceptions {
                let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
                text += &format!("        {} => {},\n", heaps.join(" | "), value(*of));
            }
            text += &format!("        _ => {result},\n    }}\n");
        }
        text + "}\n"
    }
}

/// Heaps are searched for as they are, so each is a u64.
fn declaration(array: &Array<'_>, of_heaps: bool) -> String {
    let count = array.values.len();
    if !array.is_text() {
        let bits = if of_heaps { 64 } else { array.bits() };
        return format!("    static A: [u{bits}; {count}] = [\n{}\n    ];\n", array.number_lines(8));
    }
    // A backslash at the end of a line takes the spaces of the next one with it.
    let lines: Vec<String> = array.digit_lines().map(|line| format!("        {line}")).collect();
    format!("    static A: &[u8; {count}] = b\"\\\n{}\";\n", lines.join("\\\n"))
}
