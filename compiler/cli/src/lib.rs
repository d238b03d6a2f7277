//! The command-line tool: arguments in, the compiler's reports out. What can be said of a vehicle is in
//! [`wishbone_compiler::report`]; here is only where a declaration comes from and where a text goes.
//!
//! Exit codes: 0, all is well; 1, something was found (a mistake in a declaration, growth above the limit); 2, the call
//! itself is wrong (an argument, a file that cannot be read).

mod arguments;
mod commands;
mod declaration;
mod examples;
mod failure;
mod library;
mod macros;
mod print;
mod write;

use arguments::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs one command; `name` is how the tool was called, `arguments` what stands after it.
pub fn run(name: &'static str, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let parsed = Cli::command()
        .bin_name(name)
        .try_get_matches_from(std::iter::once(OsString::from(name)).chain(arguments))
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let done = match parsed {
        Ok(cli) => dispatch(&cli.command),
        Err(told) => {
            // Help and version come this way too. A reader who has gone away needs no telling.
            let _ = told.print();
            return u8::try_from(told.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

fn dispatch(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Check(options) => commands::check::run(options),
        Command::Graph(options) => commands::graph::run(options),
        Command::Ops(options) => commands::ops::run(options),
        Command::Plan(options) => commands::plan::run(options),
        Command::Diff(options) => commands::diff::run(options),
        Command::Emit(options) => commands::emit::run(options),
        Command::Convert(options) => commands::convert::run(options),
        Command::Explain(options) => commands::explain::run(options),
    }
}
