//! The command-line tool: passes arguments to the compiler, runs vehicles by the engine, and prints reports. The reports of the
//! compiler are in [`wishbone_compiler::report`], studies in [`wishbone_studies`]; this package only has the sources of declarations
//! and the destinations of texts.
//!
//! Exit codes: 0, no findings; 1, a finding (a mistake in a declaration, growth above the limit); 2, a wrong call (an
//! argument, a file that cannot be read).

mod arguments;
mod commands;
mod examples;
mod failure;
mod files;
mod measured;
mod parquet;
mod print;
mod progress;
mod relocated;
mod showing;
mod sweep;
mod write;

use arguments::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::process::ExitCode;
use wishbone_workbench::Problem;

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
    done.unwrap_or_else(|problem| failure::report(&problem))
}

/// Runs a command. Commands that judge their results return the verdict as exit code.
fn dispatch(command: &Command) -> Result<ExitCode, Problem> {
    match command {
        Command::New(options) => commands::new::run(options).map(done),
        Command::Check(options) => commands::check::run(options),
        Command::Graph(options) => commands::graph::run(options).map(done),
        Command::Ops(options) => commands::ops::run(options).map(done),
        Command::Plan(options) => commands::plan::run(options).map(done),
        Command::Diff(options) => commands::diff::run(options).map(done),
        Command::Emit(options) => commands::emit::run(options).map(done),
        Command::Fmu(options) => commands::fmu::run(options).map(done),
        Command::Convert(options) => commands::convert::run(options).map(done),
        Command::Parameters(options) => commands::parameters::run(options).map(done),
        Command::Precision(options) => commands::precision::run(options),
        Command::Settle(options) => commands::settle::run(options),
        Command::Trim(options) => commands::trim::run(options),
        Command::Modes(options) => commands::modes::run(options),
        Command::Response(options) => commands::response::run(options),
        Command::Kc(options) => commands::kc::run(options),
        Command::Loads(options) => commands::loads::run(options),
        Command::Tyre(options) => commands::tyre::run(options),
        Command::Run(options) => commands::run::run(options),
        Command::Watch(options) => commands::watch::run(options).map(done),
        Command::Drive(options) => commands::drive::run(options),
        Command::Assess(options) => commands::assess::run(options),
        Command::Report(options) => commands::report::run(options),
        Command::Sensitivity(options) => commands::sensitivity::run(options).map(done),
        Command::Sweep(options) => commands::sweep::run(options).map(done),
        Command::Fit(options) => commands::fit::run(options),
        Command::Gate(options) => commands::gate::run(options),
        Command::Import(options) => commands::import::run(options).map(done),
        Command::Library(options) => commands::library::run(options).map(done),
        Command::Explain(options) => commands::explain::run(options).map(done),
    }
}

fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}
