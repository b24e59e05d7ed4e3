//! A position of several heaps, decided by the XOR of their values.

use super::super::Status;
use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::Sheet;
use sgtab::export::{PositionView, Subject};
use sgtab::play::{Combine, Game};
use sgtab::ruleset::{Convention, Ruleset};

pub(super) fn run(args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let rule = super::only_rule(args)?;
    super::must_have_values(&rule, "nim-sum", "`sgtab solve` says who wins")?;
    if args.heaps.is_empty() {
        return Err(Failure::with_help("a nim-sum needs the heaps of a position", "say for example --heaps 3,4,5"));
    }
    let title = title(&rule, &args.heaps);
    let names = vec![rule.name().to_owned(); args.heaps.len()];
    let (combine, convention) = (Combine::Sum, Convention::Normal);
    let mut game = Game::new(vec![rule], combine, convention, global.settings());
    let position = game.heaps(&args.heaps);
    let analysis = game.analyse(&position)?;
    let view = PositionView { position: &position, names: &names, combine, convention, analysis: &analysis };
    let caption = match (analysis.nim_sum().unwrap_or(0), args.heaps.len()) {
        (0, 1) => "its value is 0: the player to move loses".to_owned(),
        (value, 1) => format!("its value is {value}: the player to move wins"),
        (0, _) => "the nim-sum of the values is 0: the player to move loses".to_owned(),
        (sum, _) => format!("the nim-sum of the values is {sum}: the player to move wins"),
    };
    sheet.write(&title, &caption, &[], Subject::NimSum(view))
}

fn title(rule: &Ruleset, heaps: &[u64]) -> String {
    let sizes: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let (what, sizes) = match sizes.as_slice() {
        [one] => ("a heap", one.clone()),
        [few @ .., last] => ("heaps", format!("{} and {last}", few.join(", "))),
        [] => ("no heaps", String::new()),
    };
    format!("{}: {what} of {sizes}", super::short_title(rule))
}
