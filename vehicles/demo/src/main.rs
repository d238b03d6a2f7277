//! The demonstration of wishbone: settles a truck, steers it, drives it over a bump, and shows the results of compiler
//! and solver. `--help` lists further commands.

mod drive;
mod energy;
mod folder;
mod histories;
mod library;
mod page;
mod plots;
mod progress;
mod referee;
mod run;
mod sections;
mod timing;
mod truck;

use clap::{Args, Parser, Subcommand};
use drive::{Course, Method};
use library::{Source, described};
use page::print;
use run::Turn;
use std::path::PathBuf;
use std::process::ExitCode;
use wishbone_compiler::emit;
use wishbone_compiler::report::{graph, pattern, tree};

/// Settles a truck, steers it, drives it over a bump; prints and draws the results of compiler and solver.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args)]
struct Output {
    /// Folder for pictures and tables
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Prints the generated Rust text of a vehicle
    Emit(Source),
    /// Prints the drawing of a vehicle's graph (SVG)
    Graph(Source),
    /// Prints the drawing of a vehicle's spanning tree (SVG)
    Tree(Source),
    /// Prints the drawing of the sparsity of a vehicle's equations of motion (SVG)
    Pattern(Source),
    /// Prints a vehicle's description, the cost of its solver, and the tasks that may run in parallel
    Ops(Source),
    /// Drives the truck through a step steer of your own
    Drive(DriveOptions),
}

#[derive(Args)]
struct DriveOptions {
    #[command(flatten)]
    output: Output,
    /// Speed [km/h], from 20 to 110
    #[arg(long, default_value_t = 60.0, value_parser = between::<20, 110>)]
    speed: f64,
    /// Displacement of the rack [mm], positive to the right, which steers to the left; at most 50 to either side
    #[arg(long, default_value_t = 7.0, allow_negative_numbers = true, value_parser = between::<-50, 50>)]
    rack: f64,
    /// Duration [s], at most 120
    #[arg(long, default_value_t = 8.0, value_parser = between::<1, 120>)]
    duration: f64,
    /// Step [ms], at most 2; below 40 km/h the tyres want 0.5 or less with ab3
    #[arg(long, default_value_t = 0.5, value_parser = between::<0, 2>)]
    step: f64,
    /// Integrator
    #[arg(long, value_enum, default_value_t = Method::Ab3)]
    integrator: Method,
}

/// A number within bounds.
fn between<const LOW: i32, const HIGH: i32>(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let allowed = f64::from(LOW)..=f64::from(HIGH);
    allowed
        .contains(&value)
        .then_some(value)
        .ok_or_else(|| format!("not between {LOW} and {HIGH}"))
}

impl DriveOptions {
    /// Converts to SI units; the rack is positive to the left.
    fn turn(&self) -> Result<Turn, String> {
        if self.step < 0.01 {
            return Err("a step of less than 0.01 ms would take forever".to_owned());
        }
        Ok(Turn {
            speed: self.speed / 3.6,
            rack: -1e-3 * self.rack,
            course: Course {
                duration: self.duration,
                h: 1e-3 * self.step,
                method: self.integrator,
            },
        })
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        None => run::demonstrate(&cli.output.out),
        Some(Command::Emit(source)) => source
            .compile()
            .and_then(|(compiled, text)| print(&emit::text(&compiled, &text))),
        Some(Command::Graph(source)) => source.compile().and_then(|(compiled, _)| print(&graph::svg(&compiled))),
        Some(Command::Tree(source)) => source.compile().and_then(|(compiled, _)| print(&tree::svg(&compiled))),
        Some(Command::Pattern(source)) => source
            .compile()
            .and_then(|(compiled, _)| print(&pattern::svg(&compiled))),
        Some(Command::Ops(source)) => source.compile().and_then(|(compiled, _)| print(&described(&compiled))),
        Some(Command::Drive(options)) => options.turn().and_then(|turn| run::turn(&options.output.out, &turn)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Diagnostics already begin with the word.
            let prefix = if message.starts_with("error") { "" } else { "error: " };
            eprintln!("{prefix}{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_rack_to_the_right_steers_to_the_left() {
        let cli = Cli::try_parse_from(["demo", "drive", "--rack", "5", "--speed", "36"]).expect("valid options");
        let Some(Command::Drive(options)) = cli.command else {
            panic!("not a drive");
        };
        let turn = options.turn().expect("valid options");
        assert!((turn.speed - 10.0).abs() < 1e-12 && (turn.rack + 0.005).abs() < 1e-15);
    }

    #[test]
    fn numbers_out_of_bounds_are_refused() {
        for arguments in [
            ["drive", "--speed", "500"],
            ["drive", "--step", "0"],
            ["drive", "--rack", "nan"],
        ] {
            let refused = Cli::try_parse_from(["demo"].into_iter().chain(arguments)).map_or(
                true,
                |cli| matches!(cli.command, Some(Command::Drive(options)) if options.turn().is_err()),
            );
            assert!(refused, "{arguments:?}");
        }
    }
}
