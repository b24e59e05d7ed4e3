//! Python 3.

use super::array::{Array, LINE, Packing, list_lines};
use super::function::{Function, Syntax};
use crate::pattern::Sequence;

pub(super) struct Python;

impl Syntax for Python {
    const COMMENT: &'static str = "#";
    const DIVIDED_BY: &'static str = "//";
    const OR: &'static str = "or";
    const AND: &'static str = "and";
    const HAS_64_BITS: bool = false;

    fn truth(value: bool) -> &'static str {
        if value { "True" } else { "False" }
    }

    fn choose(condition: &str, yes: &str, no: &str) -> String {
        format!("{yes} if {condition} else {no}")
    }

    fn past(from: &str) -> String {
        format!("max(0, n - {from})")
    }

    fn element(function: &mut Function<'_>, array: Array<'_>, place: String) -> String {
        let list = if array.is_inline() { format!("\"{}\"", array.digits()) } else { "a".into() };
        let at = format!("{list}[{place}]");
        match (array.packing, function.sequence) {
            (Packing::Numbers, _) => at,
            (_, Sequence::Outcome) => format!("{at} == \"1\""),
            (Packing::Digits, _) => format!("int({at})"),
            (Packing::Base36, _) => format!("int({at}, 36)"),
        }
    }

    fn contains<'a>(_: &mut Function<'a>, heaps: Array<'a>) -> String {
        if heaps.values.is_empty() {
            return "False".into();
        }
        // A set of constants is made when the program is compiled.
        let lines = heaps.number_lines(8);
        match lines.trim_start() {
            short if short.len() < LINE => format!("n in {{{short}}}"),
            _ => format!("n in {{\n{lines}\n    }}"),
        }
    }

    fn is_one_of(heaps: &[String]) -> String {
        match heaps {
            [heap] => format!("n == {heap}"),
            heaps => format!("n in ({})", heaps.join(", ")),
        }
    }

    fn is_none_of(heaps: &[String]) -> String {
        match heaps {
            [heap] => format!("n != {heap}"),
            heaps => format!("n not in ({})", heaps.join(", ")),
        }
    }

    fn write(function: &Function<'_>) -> String {
        let name = match function.sequence {
            Sequence::Sg => "g",
            Sequence::Outcome => "is_p",
        };
        let mut text = format!("def {name}(n):\n");
        if let Some(array) = &function.array {
            let lines = if array.is_text() {
                array.digit_lines().map(|line| format!("        \"{line}\"")).collect::<Vec<_>>().join("\n")
            } else {
                // The comma is what makes one number in brackets a list.
                array.number_lines(8) + ","
            };
            text += &format!("    a = (\n{lines}\n    )\n");
        }
        if let Some(last) = function.last {
            text += &format!("    if not 0 <= n <= {last}:\n");
            text += &format!("        raise ValueError(\"{name}(n) is known for n = 0..{last} only\")\n");
        }
        for (name, value) in &function.lets {
            text += &format!("    {name} = {value}\n");
        }
        let value = |value: u64| match function.sequence {
            Sequence::Sg => value.to_string(),
            Sequence::Outcome => Python::truth(value == 1).to_owned(),
        };
        let result = &function.result;
        match &*function.exceptions {
            [] => text += &format!("    return {result}\n"),
            [(one, heaps)] if heaps.len() == 1 => {
                text += &format!("    return {} if n == {} else {result}\n", value(*one), heaps[0]);
            }
            groups => {
                let mut pairs: Vec<(u64, u64)> =
                    groups.iter().flat_map(|(of, heaps)| heaps.iter().map(|&heap| (heap, *of))).collect();
                pairs.sort_unstable();
                let pairs = pairs.iter().map(|&(heap, of)| format!("{heap}: {}", value(of)));
                text += &format!("    return {{\n{}\n    }}.get(n, {result})\n", list_lines(pairs, 8));
            }
        }
        text
    }
}
