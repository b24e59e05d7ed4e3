//! `sgtab completions` and `sgtab manual`: for shells, and for `man`.

use clap::CommandFactory;
use clap_mangen::Man;

use super::args::{Cli, Completions, Manual};
use super::failure::Failure;
use super::{Status, output};

/// Completions of the whole command line on standard output.
pub(super) fn completions(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sgtab", &mut script);
    output::to_stdout(|out| out.write_all(&script))?;
    Ok(Status::Done)
}

/// A page for the program, and one for each of its commands.
pub(super) fn manual(args: &Manual) -> Result<Status, Failure> {
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|why| Failure::file("make the folder", folder, &why))?;
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    for command in program.get_subcommands().chain([&program]) {
        let page = Man::new(command.clone());
        output::file(&folder.join(page.get_filename()), |out| page.render(out))?;
    }
    Ok(Status::Done)
}
