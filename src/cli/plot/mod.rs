//! `sgtab plot`

mod family;
mod graph;
mod nim_sum;
mod sheet;
mod steps;
mod table;

pub(super) use self::graph::caption;
pub(super) use self::sheet::Sheet;

use super::Status;
use super::args::{Global, Kind, Plot};
use super::failure::Failure;
use sgtab::export::TableChart;
use sgtab::ruleset::{Convention, Ruleset};

pub(super) fn run(args: &Plot, global: &Global) -> Result<Status, Failure> {
    check(args)?;
    let sheet = Sheet::of(args)?;
    match args.kind {
        Kind::Sequence => table::run(TableChart::Sequence, args, global, &sheet),
        Kind::Grid => table::run(TableChart::Grid, args, global, &sheet),
        Kind::Outcomes => table::run(TableChart::Outcomes, args, global, &sheet),
        Kind::Density => table::run(TableChart::Density, args, global, &sheet),
        Kind::Values => table::run(TableChart::Values, args, global, &sheet),
        Kind::Family => family::run(args, global, &sheet),
        Kind::Graph => graph::run(args, global, &sheet),
        Kind::NimSum => nim_sum::run(args, global, &sheet),
        Kind::Steps => steps::run(args, global, &sheet),
    }
}

/// Whether the options go with the kind of chart.
fn check(args: &Plot) -> Result<(), Failure> {
    let kind = args.kind;
    if args.rule.is_empty() && kind != Kind::NimSum {
        return Err(Failure::with_help("no rule is given", "name one, as in `sgtab plot kayles -o kayles.svg`"));
    }
    if args.rule.len() > 1 && kind != Kind::Family {
        let what = format!("{} rules are given, and a chart of this kind is of one", args.rule.len());
        return Err(Failure::with_help(what, "say --kind family to see them side by side, or plot them one by one"));
    }
    if !args.heaps.is_empty() && kind != Kind::NimSum {
        let what = "--heaps says the position of a nim-sum, and this chart is of another kind";
        return Err(Failure::with_help(what, "add --kind nim-sum, or leave out --heaps; -n N draws heaps 0..N"));
    }
    if args.heap.is_some() && kind != Kind::Steps {
        let what = "--heap says whose options are shown step by step, and this chart is of another kind";
        return Err(Failure::with_help(what, "add --kind steps, or leave out --heap; -n N draws heaps 0..N"));
    }
    if args.n.is_some() && matches!(kind, Kind::NimSum | Kind::Steps) {
        let (what, option) = match kind {
            Kind::Steps => ("a chart of steps is of one heap, and has no largest one", "--heap N"),
            _ => ("a nim-sum is of some heaps, and has no largest one", "--heaps 3,4,5"),
        };
        return Err(Failure::with_help(what, format!("say {option} instead of -n")));
    }
    Ok(())
}

/// The rule of a chart that is of one; that of a nim-sum may be left out.
fn only_rule(args: &Plot) -> Result<Ruleset, Failure> {
    super::rules::rule(args.rule.first().map_or("nim", String::as_str))
}

/// The title of a rule up to its first colon: `Kayles` of `Kayles: take 1 or 2 adjacent; the rest may be split`.
fn short_title(rule: &Ruleset) -> &str {
    rule.title().split(": ").next().unwrap_or(rule.title())
}

/// Misère rules have no values that a chart could show.
fn must_have_values(rule: &Ruleset, chart: &str, help: &str) -> Result<(), Failure> {
    if rule.convention() == Convention::Misere {
        let what = format!("a misère rule has outcomes, not values, and no {chart} chart");
        return Err(Failure::with_help(what, help));
    }
    Ok(())
}
