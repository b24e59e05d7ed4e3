//! `sgtab value`

use serde::Serialize;

use super::args::{Global, Value};
use super::failure::Failure;
use super::{Status, output, rules};
use sgtab::export::BigInteger;
use sgtab::play::Worth;
use sgtab::ruleset::Convention;

pub(super) fn run(args: &Value, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    if rule.convention() == Convention::Misere {
        let what = format!("{} is played misère, where heaps have no SG values", rule.name());
        return Err(Failure::with_help(what, "ask about the same moves in normal play, or `sgtab solve` who wins"));
    }
    let mut worth = Worth::new(rule.clone(), global.settings());
    let values = args.heaps.iter().map(|n| worth.any_value(n).map(|(sg, known)| (n, sg, known.name())));
    let values = values.collect::<Result<Vec<_>, _>>().map_err(Failure::Play)?;
    if global.json {
        let values = values.iter().map(|(n, sg, by)| Row { n: BigInteger(n), sg: BigInteger(sg), by }).collect();
        output::json(&Report { rule: rule.name(), values })?;
    } else {
        output::to_stdout(|out| {
            writeln!(out, "{}", rule.headline())?;
            worth.proved().map_or(Ok(()), |verdict| writeln!(out, "  {verdict}"))?;
            values.iter().try_for_each(|(n, sg, by)| writeln!(out, "  g({n}) = {sg}  ({by})"))
        })?;
    }
    Ok(Status::Done)
}

#[derive(Serialize)]
struct Report<'a> {
    rule: &'a str,
    values: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    n: BigInteger<'a>,
    sg: BigInteger<'a>,
    by: &'static str,
}
