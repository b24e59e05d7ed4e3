//! `sgtab solve --stdin`: a stream of positions, as contest problems give them.

use std::io;

use super::args::{Global, Solve};
use super::failure::Failure;
use super::solve::convention;
use super::{Status, rules};
use sgtab::play::stream::{Answer, Expected, Found, Heap, Layout, Limited, Mistake, StreamError, solve};
use sgtab::play::{Game, PlayError, Umpire};
use sgtab::ruleset::Ruleset;

pub(super) fn run(args: &Solve, global: &Global) -> Result<Status, Failure> {
    if global.json {
        let what = "a stream has an answer a line, and no JSON";
        return Err(Failure::with_help(what, "leave out --json, or solve one position without --stdin"));
    }
    let layout = args.input.unwrap_or(Layout::Lines);
    let rule = match (layout, args.what.as_slice()) {
        // The sets come with the stream.
        (Layout::SNim, []) => Ruleset::parse("any")?,
        (Layout::SNim, _) => {
            let what = "--input s-nim reads its sets from the stream, so there is no RULE";
            return Err(Failure::with_help(what, "leave out the RULE, or say another layout"));
        }
        (_, [rule]) => rules::rule(rule)?,
        (_, []) => return Err(Failure::with_help("there is no rule", "say one, as in `sgtab solve nim --stdin`")),
        (_, [_, heap, ..]) => {
            let what = format!("with --stdin the heaps come from standard input, not from the command line (`{heap}`)");
            return Err(Failure::with_help(what, "leave out the heaps, or leave out --stdin"));
        }
    };
    let answer = if args.count {
        Answer::Count
    } else if args.first_move {
        let otherwise = args.otherwise.as_deref().unwrap_or("lose");
        let (lost, won) = otherwise.split_once(',').unwrap_or((otherwise, "win"));
        Answer::Move { lost: lost.to_owned(), won: won.to_owned() }
    } else {
        // In s-nim the words of a set share a line.
        let (first, second) = if layout == Layout::SNim { ("W", "L") } else { ("first", "second") };
        let (first, second) = args.say.clone().unwrap_or_else(|| (first.to_owned(), second.to_owned()));
        Answer::Winner { first, second }
    };
    let convention = convention(std::slice::from_ref(&rule), args.misere)?;
    let game = Game::new(vec![rule], args.combine.combine, convention, global.settings());
    if args.combine.bounded {
        answer_all::<Limited>(game, layout, &answer, global)
    } else {
        answer_all::<u64>(game, layout, &answer, global)
    }
}

fn answer_all<H: Heap>(game: Game, layout: Layout, answer: &Answer, global: &Global) -> Result<Status, Failure> {
    let mut umpire = Umpire::<H>::new(game, global.settings(), answer);
    // Both ends have buffers of their own in there.
    let solved = solve(io::stdin().lock(), layout, &mut umpire, answer, io::stdout().lock());
    solved.map(|_| Status::Done).map_err(failure)
}

fn failure(error: StreamError<PlayError>) -> Failure {
    match error {
        StreamError::Write(why) => Failure::Stdout(why),
        StreamError::Read(why) => Failure::other(format!("cannot read standard input: {why}")),
        StreamError::Referee { line, error } => Failure::from(error).at(&format!("standard input, line {line}")),
        StreamError::Mistake(mistake) => Failure::with_help(format!("standard input, {mistake}"), remedy(&mistake)),
    }
}

fn remedy(mistake: &Mistake) -> String {
    let help = mistake.help();
    // Where a stream ends too early or too late, it may be of another layout.
    if mistake.found == Found::End || mistake.expected == Expected::End {
        format!("{help}; or say another layout by --input")
    } else {
        help
    }
}
