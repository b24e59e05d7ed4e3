//! `sgtab solve`: one position.

use std::io::Write;

use super::args::{Global, Solve};
use super::failure::Failure;
use super::numbers::heaps;
use super::{Status, output, rules, stream};
use sgtab::export::{PositionText, PositionView, write_position_json};
use sgtab::play::{Game, Heap};
use sgtab::ruleset::{Convention, Ruleset};

/// So many winning moves are printed.
const MOVES_SHOWN: usize = 20;

pub(super) fn run(args: &Solve, global: &Global) -> Result<Status, Failure> {
    if args.stdin {
        return stream::run(args, global);
    }
    let items = items(&args.what)?;
    let (mut texts, mut loaded): (Vec<&str>, Vec<Ruleset>) = (Vec::new(), Vec::new());
    for item in &items {
        if !texts.contains(&item.rule) {
            texts.push(item.rule);
            loaded.push(rules::rule(item.rule)?);
        }
    }
    let names: Vec<String> = loaded.iter().map(|rule| rule.name().to_owned()).collect();
    let (combine, convention) = (args.combine.combine, convention(&loaded, args.misere)?);
    let settings = global.settings();
    let mut game = Game::new(loaded, combine, convention, settings);
    let mut position = Vec::new();
    let mut labels = Vec::new();
    for item in &items {
        let rule = texts.iter().position(|text| *text == item.rule).unwrap_or(0);
        let (rule, label) = match item.limit {
            None => (rule, names[rule].clone()),
            Some(_) if !args.combine.bounded => {
                let what = format!("the heap {}/{} has a limit of its own", item.size, item.limit.unwrap_or(0));
                return Err(Failure::with_help(what, "limits are for --combine bounded"));
            }
            Some(limit) => (game.add_limited(rule, limit, settings)?, format!("{}, at most {limit}", names[rule])),
        };
        position.push(Heap { rule, size: item.size });
        labels.push(label);
    }
    let analysis = game.analyse(&position)?;
    let view = PositionView { position: &position, names: &labels, combine, convention, analysis: &analysis };
    output::to_stdout(|out: &mut dyn Write| {
        if global.json {
            write_position_json(out, &view)
        } else {
            write!(out, "{}", PositionText { view: &view, moves: MOVES_SHOWN })
        }
    })?;
    Ok(Status::Done)
}

/// The convention of a game: that of all of its rules.
pub(super) fn convention(rules: &[Ruleset], misere: bool) -> Result<Convention, Failure> {
    let count = rules.iter().filter(|rule| rule.convention() == Convention::Misere).count();
    if misere || (count > 0 && count == rules.len()) {
        return Ok(Convention::Misere);
    }
    if count == 0 {
        return Ok(Convention::Normal);
    }
    let what = "some of these rules are of normal play and some of misère play";
    Err(Failure::with_help(what, "one game has one convention: add --misere to play all of them so"))
}

/// A heap as it is typed.
struct Item<'a> {
    rule: &'a str,
    size: u64,
    limit: Option<u64>,
}

/// RULE HEAP..., where a heap may have a rule of its own, or RULE:HEAP ...
fn items(what: &[String]) -> Result<Vec<Item<'_>>, Failure> {
    const HELP: &str = "say a rule and heaps, as in `sgtab solve nim 3 4 5`, or heaps with their rules, as in `sgtab solve \
                        kayles:7 1..3:10`; or --stdin for a stream of positions";
    let Some(first) = what.first() else {
        return Err(Failure::with_help("there is no position to solve", HELP));
    };
    let (rule, heaps) = if with_rule(first).is_some() { (None, what) } else { (Some(first.as_str()), &what[1..]) };
    if heaps.is_empty()
        && let Some((rule, after)) = first.rsplit_once(':')
        && rules::rule(rule).is_ok()
        && let Err(why) = heap(after)
    {
        return Err(Failure::with_help(format!("`{after}`, after the rule `{rule}`, is not a heap"), why));
    }
    if heaps.is_empty() {
        return Err(Failure::with_help(format!("there are no heaps after the rule `{first}`"), HELP));
    }
    heaps
        .iter()
        .map(|text| match (with_rule(text), rule) {
            (Some(item), _) => Ok(item),
            (None, Some(rule)) => match heap(text) {
                Ok((size, limit)) => Ok(Item { rule, size, limit }),
                Err(why) => Err(Failure::with_help(format!("`{text}` is not a heap"), why)),
            },
            (None, None) => Err(Failure::with_help(format!("`{text}` is not a heap with its rule"), HELP)),
        })
        .collect()
}

/// RULE:HEAP splits at the last colon, before a number.
fn with_rule(text: &str) -> Option<Item<'_>> {
    let (rule, after) = text.rsplit_once(':')?;
    let (size, limit) = heap(after).ok().filter(|_| !rule.trim().is_empty())?;
    Some(Item { rule, size, limit })
}

/// `10`, or `10/3` with a limit.
fn heap(text: &str) -> Result<(u64, Option<u64>), String> {
    match text.split_once('/') {
        None => Ok((heaps(text)?, None)),
        Some((size, limit)) => Ok((heaps(size)?, Some(heaps(limit)?))),
    }
}
