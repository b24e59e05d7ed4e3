use super::super::parse::MOST_DIGITS;
use super::code;
use crate::ruleset::{Code, RuleErrorKind};

#[test]
fn faults_point_at_the_mistake() {
    use RuleErrorKind::{Contradiction, Empty, NoMoves, Number, Syntax};
    for (text, kind, column, message, help) in [
        ("077", Syntax, 1, "a take-and-break code has a point", "for example"),
        ("0.7.", Syntax, 4, "a second point", "one point"),
        ("0.7W", Syntax, 4, "`W` is not a digit of a code", "a digit is the sum"),
        ("0.é", Syntax, 3, "`é` is not a digit", "a digit is the sum"),
        ("0. 7", Syntax, 3, "` ` is not a digit", "a digit is the sum"),
        ("0.!3", Syntax, 3, "the mark `!` without a digit", "7!"),
        ("!4.0", Syntax, 1, "the mark `!` without a digit", "7!"),
        ("0.[=3]", Syntax, 4, "the mark `=` without a digit", "7="),
        ("4!?.0", Syntax, 3, "a second mark: `?` after `!`", "{3!,4?}"),
        ("0.{2!+=}", Syntax, 7, "a second mark: `=` after `!`", "in braces"),
        ("0.{2!}!!", Syntax, 8, "a second mark: `!` after `!`", "once"),
        ("0.{2++}", Syntax, 6, "a second `+`", ""),
        ("0.{2,3", Syntax, 3, "the braces are not closed", ""),
        ("0.{2,", Syntax, 3, "the braces are not closed", ""),
        ("0.{", Syntax, 3, "the braces are not closed", ""),
        ("0.{}", Empty, 3, "the braces are empty", "the digit 0"),
        ("0.{2,}", Syntax, 6, "a number is missing before `}`", "{0,2,3!+}"),
        ("0.{,2}", Syntax, 4, "a number is missing before `,`", "{0,2,3!+}"),
        ("0.{!2}", Syntax, 4, "the mark `!` without a number", "{0,2,3!+}"),
        ("0.{A}", Syntax, 4, "`A` is not a number", "{0,2,3!+}"),
        ("0.{2.3}", Syntax, 5, "`.` cannot stand here", "braces list"),
        ("{0.3}", Syntax, 3, "`.` cannot stand here", "braces list"),
        ("0.{1000001}", Number, 4, "too large", "1000000"),
        ("0.{2,1000002!+}", Number, 6, "too large", "1000000"),
        ("0.{99999999999999999999999999999}", Number, 4, "too large", "1000000"),
        ("0.3}", Syntax, 4, "`}` without a `{`", ""),
        ("0.3]", Syntax, 4, "`]` without a `[`", ""),
        ("0.3,4", Syntax, 4, "`,` between digits", "braces"),
        ("0.3+", Syntax, 4, "`+` without a number", "{3+}"),
        ("0.[3", Syntax, 3, "the repeating tail is not closed", ""),
        ("0.3[]", Empty, 4, "the repeating tail is empty", "0.[3]"),
        ("0.[3]7", Syntax, 6, "nothing may follow the repeating tail", "for ever"),
        ("0.[3[", Syntax, 5, "a repeating tail within another", ""),
        ("[0].3", Syntax, 1, "a repeating tail before the point", "0.7[03]"),
        ("0.[3.]", Syntax, 5, "a second point", ""),
        ("5.0", Contradiction, 1, "the digit 5 before the point offers", "0, or a sum of some of 4, 8 and 16"),
        ("0{1,2}!.0", Contradiction, 2, "the braces before the point offer", "at least 2"),
        ("4!0.3", Contradiction, 1, "the digit 4! adds 1 and", "0, 8, G (16) or O (24)"),
        ("800.3", Contradiction, 1, "the digit 8 adds 2 and", "0 or G (16)"),
        ("G000.3", Contradiction, 1, "the digit G adds 3 and", "{5+}"),
        ("0.0", NoMoves, 1, "no move", "0.3"),
        (".", NoMoves, 1, "no move", "0.3"),
        ("0.[0]", NoMoves, 1, "no move", "0.3"),
    ] {
        let error = text.parse::<Code>().expect_err(text);
        assert_eq!((error.kind(), error.place()), (kind, Some((1, column))), "{}", error.report());
        assert!(error.to_string().contains(message), "{}", error.report());
        assert!(error.help().unwrap_or_default().contains(help), "{}", error.report());
    }
}

#[test]
fn long_texts_are_read_or_refused() {
    let longest = format!("0.{}", "7".repeat(MOST_DIGITS - 1));
    assert_eq!(code(&longest).most_taken(), Some(MOST_DIGITS as u64 - 1));
    let error = format!("{longest}7").parse::<Code>().expect_err("too long");
    assert_eq!((error.kind(), error.place()), (RuleErrorKind::Number, Some((1, longest.len() + 1))));
    let many = code(&format!("0.{}", "{1000000!,999999=+}".repeat(MOST_DIGITS - 1)));
    assert_eq!(code(&many.to_string()), many);
    let tail = format!("0.[{}]", "31".repeat(2000) + "7");
    assert_eq!(code(&tail).to_string(), tail);
    assert!(code(&tail).in_words().len() < 100_000);
    let list = (0..200_000).map(|k| (k * 5).to_string()).collect::<Vec<_>>().join(",");
    let wide = code(&format!("0.{{{list}}}"));
    assert_eq!(code(&wide.to_string()), wide);
    assert!(wide.about(1000) > 0.0);
}
