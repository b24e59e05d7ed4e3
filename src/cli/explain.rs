//! `sgtab explain`

use std::io::Write;

use serde::Serialize;

use super::args::{Explain, Global};
use super::failure::Failure;
use super::{Status, output, rules};
use sgtab::pattern::Sequence;
use sgtab::proof::{Methods, excludes_plain_period, never_periodic};
use sgtab::ruleset::{Code, Convention, Ruleset, shipped};
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
    written: String,
    normal_form: String,
    fingerprint: String,
    moves: Vec<HeapMoves>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<u64>,
    outcomes: String,
    engine: &'static str,
    engine_reason: String,
    theorem: String,
    known_as: Vec<String>,
    one_digit_away: Vec<String>,
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
    let choice = choose(rule, rule.heaps(), &global.settings())?;
    let moves = (1..=HEAPS_LISTED).map(|heap| rule.options(heap).map(|options| HeapMoves { heap, options }));
    let moves = moves.collect::<Result<Vec<_>, _>>()?;
    let misere = rule.convention() == Convention::Misere;
    let shipped: Vec<Ruleset> = shipped().filter_map(|shipped| shipped.ruleset().ok()).collect();
    Ok(Explanation {
        rule: rule.name().into(),
        title: rule.title().into(),
        words: rule.in_words(),
        convention: if misere { "misere" } else { "normal" },
        written: rule.written().into(),
        normal_form: rule.to_string(),
        fingerprint: rule.fingerprint(),
        moves,
        values: if misere { Vec::new() } else { table.values().collect() },
        outcomes: table.values().map(|value| if value == 0 { 'P' } else { 'N' }).collect(),
        engine: choice.engine.name(),
        engine_reason: choice.reason,
        theorem: theorem(rule),
        known_as: known_as(rule, &shipped),
        one_digit_away: one_digit_away(rule, &shipped),
    })
}

fn theorem(rule: &Ruleset) -> String {
    if never_periodic(rule) {
        return "the set has a multiple of every number, so there is no period".into();
    }
    let sequence = match rule.convention() {
        Convention::Normal => Sequence::Sg,
        Convention::Misere => Sequence::Outcome,
    };
    let methods = Methods::for_rule(rule, sequence).methods;
    if methods.is_empty() {
        return format!("none in this version: {}", why_no_theorem(rule));
    }
    methods.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// What in the rule no theorem covers.
fn why_no_theorem(rule: &Ruleset) -> &'static str {
    let shape = rule.shape();
    match (&shape.code, &shape.set) {
        _ if shape.others => "moves that are neither a set nor a code are not covered",
        (None, Some(set)) if set.as_periodic().is_some() => "the classes of the set have a modulus beyond 2^20",
        (None, _) if rule.convention() == Convention::Misere => "misère play of infinite sets is not covered",
        (None, _) if excludes_plain_period(rule) => {
            "the set has a multiple of every number, which excludes every period without saltus"
        }
        (None, _) => "the residues of the set modulo a period are not known",
        (Some(_), _) if rule.convention() == Convention::Misere => "misère play of codes is not covered",
        (Some(code), _) if code.adds_tokens() => "the code adds tokens",
        (Some(code), _) if code.repeats() => "the code has a repeating tail",
        (Some(code), _) if code.most_parts().is_none() => "the code leaves any number of heaps",
        (Some(code), _) if code.digits().any(|(_, digit)| digit.has_different_or_equal_beyond_pairs()) => {
            "three or more heaps that must be all different or all equal are not covered"
        }
        (Some(_), _) => "an infinite set stands beside the code",
    }
}

/// The shipped rules with the same moves, whatever they are called.
fn known_as(rule: &Ruleset, shipped: &[Ruleset]) -> Vec<String> {
    let fingerprint = rule.fingerprint();
    let same = shipped.iter().filter(|known| known.fingerprint() == fingerprint);
    same.map(|known| format!("{} ({})", known.name(), known.title())).collect()
}

/// The shipped codes that one other digit would have made of this one: perhaps one of them was meant.
fn one_digit_away(rule: &Ruleset, shipped: &[Ruleset]) -> Vec<String> {
    let Some(typed) = rule.code().map(Code::to_string) else { return Vec::new() };
    let near = |other: &str| {
        let pairs = typed.chars().zip(other.chars());
        typed.chars().count() == other.chars().count() && pairs.filter(|(a, b)| a != b).count() == 1
    };
    let only_code = shipped.iter().filter(|known| known.take().is_none() && known.moves().is_empty());
    let codes = only_code.filter_map(|known| Some((known.code()?.to_string(), known)));
    let codes = codes.filter(|(code, _)| near(code));
    codes.map(|(code, known)| format!("{code} would be {} ({})", known.name(), known.title())).collect()
}

fn print(out: &mut dyn Write, about: &Explanation) -> std::io::Result<()> {
    writeln!(out, "{}", about.title)?;
    writeln!(out, "  rule      {}", about.words)?;
    writeln!(out, "  written   {}", about.written)?;
    writeln!(out, "  normal    {}  (fingerprint {})", about.normal_form, about.fingerprint)?;
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
    about.known_as.iter().try_for_each(|name| writeln!(out, "  known as  {name}"))?;
    about.one_digit_away.iter().try_for_each(|name| writeln!(out, "  but       {name}"))
}

fn option_text(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".into(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    }
}
