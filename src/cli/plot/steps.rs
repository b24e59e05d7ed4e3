//! How one heap gets its value.

use super::super::Status;
use super::super::args::{Global, Plot};
use super::super::failure::Failure;
use super::Sheet;
use sgtab::export::{Steps, StepsError, Subject};

pub(super) fn run(args: &Plot, global: &Global, sheet: &Sheet<'_>) -> Result<Status, Failure> {
    let rule = super::only_rule(args)?;
    super::must_have_values(&rule, "steps", "say --kind outcomes")?;
    let Some(heap) = args.heap else {
        let what = "a chart of steps needs the heap whose value it shows";
        return Err(Failure::with_help(what, "say for example --heap 12"));
    };
    let steps = Steps::new(&rule, heap, &global.settings())?;
    let title = format!("{}: the value of heap {heap}", super::short_title(&rule));
    sheet.write(&title, &caption(&steps), &[], Subject::Steps(&steps))
}

fn caption(steps: &Steps) -> String {
    let (heap, value) = (steps.heap(), steps.value());
    match (steps.options().len(), value) {
        (0, _) => format!("heap {heap} has no option, so its value is 0"),
        (1, _) => format!("heap {heap} has 1 option; {value} is the least value that it does not have"),
        (options, _) => format!("heap {heap} has {options} options; {value} is the least value that none of them has"),
    }
}

impl From<StepsError> for Failure {
    fn from(error: StepsError) -> Self {
        match error {
            StepsError::Table(error) => Failure::Table(error),
            error => Failure::with_help(error.to_string(), "take a smaller heap, which shows the same"),
        }
    }
}
