//! `sgtab explain`

use std::io::Write;

use serde::Serialize;

use super::args::{Explain, Global};
use super::failure::Failure;
use super::{Status, output, rules};
use sgtab::pattern::Sequence;
use sgtab::proof::{Recurrence, never_periodic};
use sgtab::ruleset::{Convention, Ruleset, shipped};
use sgtab::table::{SgTable, choose};

/// Options are listed for heaps 1 to this.
const HEAPS_LISTED: u64 = 8;
/// So many options of one heap are written out.
const OPTIONS_LISTED: usize = 24;
/// Values are shown for heaps 0 to this.
const LAST_VALUE: u64 = 30;

#[derive(Serialize)]
struct Explanation {
    rule: String,
    title: String,
    words: String,
    convention: &'static str,
    notation: String,
    moves: Vec<HeapMoves>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<u64>,
    outcomes: String,
    engine: &'static str,
    engine_reason: String,
    theorem: String,
    known_as: Vec<String>,
}

#[derive(Serialize)]
struct HeapMoves {
    heap: u64,
    options: Vec<Vec<u64>>,
}

pub(super) fn run(args: &Explain, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let explanation = explain(&rule, global)?;
    if global.json {
        output::json(&explanation)?;
    } else {
        output::to_stdout(|out| print(out, &explanation))?;
    }
    Ok(Status::Done)
}

fn explain(rule: &Ruleset, global: &Global) -> Result<Explanation, Failure> {
    let table = SgTable::compute(rule, LAST_VALUE, &global.settings())?;
    let choice = choose(rule, rule.heaps(), global.engine)?;
    let moves = (1..=HEAPS_LISTED).map(|heap| {
        let mut options = Vec::new();
        rule.for_each_option(heap, |heaps| options.push(heaps.to_vec()));
        HeapMoves { heap, options }
    });
    let misere = rule.convention() == Convention::Misere;
    Ok(Explanation {
        rule: rule.name().into(),
        title: rule.title().into(),
        words: rule.in_words(),
        convention: if misere { "misere" } else { "normal" },
        notation: rule.to_string(),
        moves: moves.collect(),
        values: if misere { Vec::new() } else { table.values().collect() },
        outcomes: table.values().map(|value| if value == 0 { 'P' } else { 'N' }).collect(),
        engine: choice.engine.name(),
        engine_reason: choice.reason,
        theorem: theorem(rule),
        known_as: known_as(rule),
    })
}

fn theorem(rule: &Ruleset) -> String {
    if never_periodic(rule) {
        return "the set has a multiple of every number, so there is no period".into();
    }
    let Some((theorem, _)) = Recurrence::for_rule(rule, Sequence::Sg) else {
        return match rule.code() {
            Some(_) => "none in this version: the code adds tokens, or an infinite set stands beside it".into(),
            None => "none in this version: the set is neither finite nor cofinite".into(),
        };
    };
    match theorem {
        Recurrence::Window(window) => {
            let saltus = if window.allows_saltus() { ", raised by a saltus" } else { "" };
            format!("window: a period is proved once the values of {} heaps recur{saltus}", window.width())
        }
        Recurrence::TakeAndBreak(theorem) => format!("take-and-break: a period p from heap q on is proved {theorem}"),
    }
}

/// The shipped rules with the same moves, whatever they are called.
fn known_as(rule: &Ruleset) -> Vec<String> {
    let same = |known: &Ruleset| {
        known.take() == rule.take() && known.code() == rule.code() && known.convention() == rule.convention()
    };
    let known = shipped().filter_map(|shipped| shipped.ruleset().ok()).filter(same);
    known.map(|known| format!("{} ({})", known.name(), known.title())).collect()
}

fn print(out: &mut dyn Write, about: &Explanation) -> std::io::Result<()> {
    writeln!(out, "{}", about.title)?;
    writeln!(out, "  rule      {}", about.words)?;
    writeln!(out, "  written   {}", about.notation)?;
    let loses = if about.convention == "misere" { "wins (misère)" } else { "loses" };
    writeln!(out, "  ending    who cannot move {loses}")?;
    writeln!(out, "  moves")?;
    for HeapMoves { heap, options } in &about.moves {
        let mut shown: Vec<String> = options.iter().take(OPTIONS_LISTED).map(|option| option_text(option)).collect();
        if options.len() > OPTIONS_LISTED {
            shown.push(format!("and {} more", options.len() - OPTIONS_LISTED));
        }
        let shown = if shown.is_empty() { "no move".into() } else { format!("to {}", shown.join(", ")) };
        writeln!(out, "    {heap:>6}  {shown}")?;
    }
    if about.values.is_empty() {
        writeln!(out, "  outcomes  {}", about.outcomes)?;
    } else {
        let values: Vec<String> = about.values.iter().map(u64::to_string).collect();
        writeln!(out, "  values    {}", values.join(" "))?;
    }
    writeln!(out, "  engine    {}: {}", about.engine, about.engine_reason)?;
    writeln!(out, "  theorem   {}", about.theorem)?;
    about.known_as.iter().try_for_each(|name| writeln!(out, "  known as  {name}"))
}

fn option_text(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".into(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    }
}
