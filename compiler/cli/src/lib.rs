//! The command-line tool: passes arguments to the compiler, runs vehicles by the engine, and prints reports. The reports of the
//! compiler are in [`wishbone_compiler::report`], studies in [`wishbone_studies`]; here are the sources of declarations and the
//! destinations of texts.
//!
//! Exit codes: 0, no findings; 1, a finding (a mistake in a declaration, growth above the limit); 2, a wrong call (an
//! argument, a file that cannot be read).

mod arguments;
mod commands;
mod declaration;
mod designs;
mod driving;
mod examples;
mod failure;
mod geometry;
mod given;
mod library;
mod macros;
mod manoeuvres;
mod movable;
mod over;
#[cfg(feature = "parquet")]
mod parquet;
mod plausible;
mod print;
mod progress;
mod running;
mod shares;
mod showing;
mod steady;
mod wanted;
mod weight;
mod write;

use arguments::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs one command; `name` is the name of the tool as called, `arguments` are those after it.
pub fn run(name: &'static str, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let parsed = Cli::command()
        .bin_name(name)
        .try_get_matches_from(std::iter::once(OsString::from(name)).chain(arguments))
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let done = match parsed {
        Ok(cli) => dispatch(&cli.command),
        Err(told) => {
            // Help and version are printed here too. A closed output pipe is ignored.
            let _ = told.print();
            return u8::try_from(told.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}

fn dispatch(command: &Command) -> Result<(), Failure> {
    match command {
        Command::New(options) => commands::new::run(options),
        Command::Check(options) => commands::check::run(options),
        Command::Graph(options) => commands::graph::run(options),
        Command::Ops(options) => commands::ops::run(options),
        Command::Plan(options) => commands::plan::run(options),
        Command::Diff(options) => commands::diff::run(options),
        Command::Emit(options) => commands::emit::run(options),
        Command::Convert(options) => commands::convert::run(options),
        Command::Settle(options) => commands::settle::run(options),
        Command::Trim(options) => commands::trim::run(options),
        Command::Modes(options) => commands::modes::run(options),
        Command::Response(options) => commands::response::run(options),
        Command::Kc(options) => commands::kc::run(options),
        Command::Watch(options) => commands::watch::run(options),
        Command::Drive(options) => commands::drive::run(options),
        Command::Report(options) => commands::report::run(options),
        Command::Sensitivity(options) => commands::sensitivity::run(options),
        Command::Fit(options) => commands::fit::run(options),
        Command::Explain(options) => commands::explain::run(options),
    }
}
