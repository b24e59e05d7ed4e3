//! `sgtab pattern`

use super::args::{Global, Pattern};
use super::failure::{Failure, say};
use super::progress::TableProgress;
use super::table::MOST_VALUES;
use super::{Status, interrupt, output, rules};
use sgtab::export::{Certificate, PatternJson, StatsText};
use sgtab::pattern::Sequence;
use sgtab::stats::Stats;
use sgtab::study::{Range, default_range, study};
use sgtab::table::Visited;

pub(super) fn run(args: &Pattern, global: &Global) -> Result<Status, Failure> {
    let rule = rules::rule(&args.rule)?;
    let sequence = if args.outcomes { Sequence::Outcome } else { Sequence::Sg };
    let range = match (args.n, args.limit) {
        (Some(n), _) => Range::Exactly(n),
        (None, Some(n)) => Range::Until(n),
        (None, None) => default_range(&rule),
    };
    let mut progress = TableProgress::that_stops();
    let study = study(&rule, sequence, range, &global.settings(), &mut Visited::default(), &mut progress)?;
    let interrupted = interrupt::requested();
    drop(progress);
    global.announce(&rule, study.table.len().saturating_sub(1))?;
    let last = study.table.len().saturating_sub(1);
    let stats = if args.stats { Stats::of(&rule, &study.table, study.sequence, last) } else { None };
    let certificate = args.certificate.as_deref().map(|path| (path, Certificate::of(&rule, &study)));
    if certificate.as_ref().is_some_and(|(path, _)| output::is_stdout(path)) {
        // The certificate alone.
    } else if global.json {
        output::json(&PatternJson::new(&rule, &study).with_stats(stats.as_ref()))?;
    } else {
        output::to_stdout(|out| {
            writeln!(out, "{}", rule.headline())?;
            study.verdicts.iter().try_for_each(|verdict| writeln!(out, "  {verdict}"))?;
            stats.iter().try_for_each(|stats| write!(out, "{}", StatsText { stats, most: MOST_VALUES }))
        })?;
    }
    if let Some((path, certificate)) = certificate {
        match certificate {
            Ok(certificate) => output::to(path, |out| certificate.write(out))?,
            Err(error) => {
                Failure::from(error).report();
                return Ok(if interrupted { Status::Interrupted } else { Status::CheckFailed });
            }
        }
    }
    if interrupted {
        say(&format!("warning: interrupted; this is what heaps 0..{last} show"));
        return Ok(Status::Interrupted);
    }
    Ok(Status::Done)
}
