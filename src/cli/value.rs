//! `sgtab value`

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::args::{Global, Value};
use super::failure::Failure;
use super::{Status, output, rules};
use sgtab::play::{Known, Worth};
use sgtab::ruleset::{Convention, Ruleset};

pub(super) fn run(args: &Value, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    if rule.convention() == Convention::Misere {
        let what = format!("{} is played misère, where heaps have no SG values", rule.name());
        return Err(Failure::with_help(what, "ask about the same moves in normal play, or `sgtab solve` who wins"));
    }
    let mut worth = Worth::new(rule.clone(), global.settings());
    let values = args.heaps.iter().map(|n| worth.any_value(n).map(|(sg, known)| Row { n, sg, by: known }));
    let values = values.collect::<Result<Vec<_>, _>>().map_err(Failure::Play)?;
    if global.json {
        output::json(&Report { rule: rule.name(), values })?;
    } else {
        output::to_stdout(|out| print(out, &rule, &worth, &values))?;
    }
    Ok(Status::Done)
}

fn print(out: &mut dyn std::io::Write, rule: &Ruleset, worth: &Worth, values: &[Row<'_>]) -> std::io::Result<()> {
    writeln!(out, "{}", rule.headline())?;
    if let Some(verdict) = worth.proved() {
        writeln!(out, "  {verdict}")?;
    }
    values.iter().try_for_each(|Row { n, sg, by }| writeln!(out, "  g({n}) = {sg}  ({})", by.name()))
}

#[derive(Serialize)]
struct Report<'a> {
    rule: &'a str,
    values: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(serialize_with = "integer")]
    n: &'a BigUint,
    #[serde(serialize_with = "integer")]
    sg: BigUint,
    #[serde(serialize_with = "name")]
    by: Known,
}

/// As a string from 2^53 on, where other readers would round it.
fn integer<S: Serializer, N: std::borrow::Borrow<BigUint>>(n: &N, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(n.borrow()) {
        Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
        _ => serializer.collect_str(n.borrow()),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn name<S: Serializer>(by: &Known, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(by.name())
}
