//! The command line of `sgtab`: see `sgtab --help`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
