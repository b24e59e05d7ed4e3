//! C++11 and later.

use super::array::{Array, LINE, Packing};
use super::function::{Function, Syntax};
use crate::pattern::Sequence;

pub(super) struct Cpp;

/// Some compilers refuse a string that is longer (MSVC from 16380 bytes on); then it is an array of lines.
const LONGEST_STRING: usize = 16_000;

const NUMBER: &str = "unsigned long long";

impl Syntax for Cpp {
    fn number(n: u64) -> String {
        // Without the letters there is no signed type for it.
        if n > i64::MAX as u64 { format!("{n}ULL") } else { n.to_string() }
    }

    fn choose(condition: &str, yes: &str, no: &str) -> String {
        format!("{condition} ? {yes} : {no}")
    }

    fn past(from: &str) -> String {
        format!("(n < {from} ? 0 : n - {from})")
    }

    fn element(function: &mut Function<'_>, array: Array<'_>, place: String) -> String {
        let at = if array.is_inline() {
            format!("\"{}\"[{place}]", array.digits())
        } else if array.is_text() && array.values.len() > LONGEST_STRING {
            let place = function.named("i", place);
            format!("a[{place} / {LINE}][{place} % {LINE}]")
        } else {
            format!("a[{place}]")
        };
        match (array.packing, function.sequence) {
            (Packing::Numbers, _) => at,
            (_, Sequence::Outcome) => format!("{at} == '1'"),
            (Packing::Digits, _) => format!("{at} - '0'"),
            (Packing::Base36, _) => {
                let digit = function.named("c", at);
                format!("({digit} < 'a' ? {digit} - '0' : {digit} - 'a' + 10)")
            }
        }
    }

    fn contains<'a>(function: &mut Function<'a>, heaps: Array<'a>) -> String {
        match heaps.values.len() {
            // There is no array of nothing.
            0 => "false".into(),
            count => {
                function.array = Some(heaps);
                format!("std::binary_search(a, a + {count}, n)")
            }
        }
    }

    fn is_one_of(heaps: &[String]) -> String {
        heaps.iter().map(|heap| format!("n == {heap}")).collect::<Vec<_>>().join(" || ")
    }

    fn is_none_of(heaps: &[String]) -> String {
        heaps.iter().map(|heap| format!("n != {heap}")).collect::<Vec<_>>().join(" && ")
    }

    fn write(function: &Function<'_>) -> String {
        let mut text = String::new();
        if function.result.contains("std::binary_search") {
            text += "#include <algorithm>\n";
        }
        if function.last.is_some() {
            text += "#include <stdexcept>\n";
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let (name, kind) = match function.sequence {
            Sequence::Sg => ("g", NUMBER),
            Sequence::Outcome => ("is_p", "bool"),
        };
        let heap = if function.uses_n() { " n" } else { "" };
        text += &format!("{kind} {name}({NUMBER}{heap}) {{\n");
        if let Some(array) = &function.array {
            text += &declaration(array);
        }
        if let Some(last) = function.last {
            text += &format!(
                "    if (n > {last}) throw std::out_of_range(\"{name}(n) is known for n = 0..{last} only\");\n"
            );
        }
        for (name, value) in &function.lets {
            text += &format!("    const auto {name} = {value};\n");
        }
        let value = |value: u64| match function.sequence {
            Sequence::Sg => Cpp::number(value),
            Sequence::Outcome => Cpp::truth(value == 1).to_owned(),
        };
        match &*function.exceptions {
            [] => text += &format!("    return {};\n", function.result),
            [(one, heaps)] if heaps.len() == 1 => {
                text +=
                    &format!("    return n == {} ? {} : {};\n", Cpp::number(heaps[0]), value(*one), function.result);
            }
            groups => {
                text += "    switch (n) {\n";
                for (of, heaps) in groups {
                    let cases: Vec<String> = heaps.iter().map(|&heap| format!("case {}:", Cpp::number(heap))).collect();
                    text += &format!("        {} return {};\n", cases.join(" "), value(*of));
                }
                text += &format!("        default: return {};\n    }}\n", function.result);
            }
        }
        text + "}\n"
    }
}

fn declaration(array: &Array<'_>) -> String {
    if !array.is_text() {
        let kind = match array.bits() {
            8 => "unsigned char",
            16 => "unsigned short",
            32 => "unsigned int",
            _ => NUMBER,
        };
        return format!("    static const {kind} a[] = {{\n{}\n    }};\n", array.number_lines(8));
    }
    let quoted: Vec<String> = array.digit_lines().map(|line| format!("        \"{line}\"")).collect();
    if array.values.len() > LONGEST_STRING {
        return format!("    static const char a[][{}] = {{\n{}\n    }};\n", LINE + 1, quoted.join(",\n"));
    }
    format!("    static const char a[] =\n{};\n", quoted.join("\n"))
}
