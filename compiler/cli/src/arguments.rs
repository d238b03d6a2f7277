//! The command line.

use crate::examples;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::schedule::Assumptions;

/// Checks, draws, counts, compares and emits vehicles.
#[derive(Debug, Parser)]
#[command(name = "wishbone", version, after_help = examples::SOURCES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tells what is wrong with vehicles, else what they are
    #[command(after_help = examples::CHECK)]
    Check(Check),
    /// Draws a vehicle (SVG)
    #[command(after_help = examples::GRAPH)]
    Graph(Graph),
    /// Counts the operations of a vehicle's solver
    #[command(after_help = examples::OPS)]
    Ops(Ops),
    /// Predicts what several threads would make of a vehicle's solver
    #[command(after_help = examples::PLAN)]
    Plan(Plan),
    /// Compares two designs: parts, topology, operations
    #[command(after_help = examples::DIFF)]
    Diff(Diff),
    /// Prints the Rust text of a vehicle's solver
    #[command(after_help = examples::EMIT)]
    Emit(Emit),
    /// Writes a vehicle as a TOML file
    #[command(after_help = examples::CONVERT)]
    Convert(Emit),
    /// Explains an error code; without one, lists them all
    #[command(after_help = examples::EXPLAIN)]
    Explain(Explain),
}

/// One vehicle.
#[derive(Args, Debug)]
pub struct Source {
    /// A file, `-`, or a vehicle of the library
    #[arg(value_name = "VEHICLE")]
    pub source: String,
    /// Which vehicle of a file that declares several
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
}

/// `check`
#[derive(Args, Debug)]
pub struct Check {
    /// Files, `-`, or vehicles of the library
    #[arg(value_name = "VEHICLE", required = true)]
    pub sources: Vec<String>,
    /// Which vehicle of files that declare several; all of them otherwise
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
    /// Says nothing of vehicles that are sound
    #[arg(short, long)]
    pub quiet: bool,
}

/// `graph`
#[derive(Args, Debug)]
pub struct Graph {
    /// What to draw.
    #[command(flatten)]
    pub source: Source,
    /// What of it to draw
    #[arg(long, value_enum, default_value_t = Picture::Vehicle)]
    pub kind: Picture,
    /// Where to write it; else it is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A drawing.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Picture {
    /// Bodies, joints, cuts, springs and wheels
    Vehicle,
    /// The spanning tree with the joints that are cut
    Tree,
    /// Which entries of the equations of motion can be other than zero
    Pattern,
}

/// `ops`
#[derive(Args, Debug)]
pub struct Ops {
    /// What to count.
    #[command(flatten)]
    pub source: Source,
    /// By which method, or `all` of them side by side; else as declared
    #[arg(long, value_parser = methods(), hide_possible_values = true)]
    pub method: Option<String>,
    /// Which of them may run side by side, and how fast that would be
    #[arg(long)]
    pub tasks: bool,
    /// What the parameters cost that are left to the run time, part by part
    #[arg(long, conflicts_with = "tasks")]
    pub parameters: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Word for every method side by side.
pub const ALL: &str = "all";
/// Word for what the compiler would choose.
pub const AUTO: &str = "auto";

fn methods() -> PossibleValuesParser {
    [ALL, AUTO].into_iter().chain(Method::ALL.map(Method::word)).into()
}

/// `plan`
#[derive(Args, Debug)]
pub struct Plan {
    /// What to plan.
    #[command(flatten)]
    pub source: Source,
    /// What handing over and back costs, in microseconds
    #[arg(long, value_name = "US", default_value_t = Assumptions::MEASURED.hand_off as f64 / 1e6, value_parser = microseconds)]
    pub hand_off: f64,
    /// What one of many additions takes, in nanoseconds
    #[arg(long, value_name = "NS", default_value_t = Assumptions::MEASURED.price as f64 / 1e3, value_parser = nanoseconds)]
    pub price: f64,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// A hand-off of a second is no longer one.
fn microseconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "not a number of microseconds from 0 to 1000000, such as `0.5`".to_owned())
}

/// Priced in picoseconds, of which there must be one.
fn nanoseconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=1e6).contains(number));
    number.ok_or_else(|| "not a number of nanoseconds from 0.001 to 1000000, such as `0.2`".to_owned())
}

/// `diff`
#[derive(Args, Debug)]
pub struct Diff {
    /// The design as it was
    #[arg(value_name = "OLD")]
    pub old: String,
    /// The design as it is
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Which vehicle of files that declare several; twice if its name changed
    #[arg(long = "vehicle", value_name = "NAME")]
    pub vehicles: Vec<String>,
    /// Exits with 1 if the total number of operations grew by more
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = percent)]
    pub fail_above: Option<f64>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim_end_matches('%').trim_end().parse().ok();
    number
        .filter(|number| number.is_finite())
        .ok_or_else(|| "not a number of percent, such as `2.5`".to_owned())
}

/// `emit`, `convert`
#[derive(Args, Debug)]
pub struct Emit {
    /// Which vehicle.
    #[command(flatten)]
    pub source: Source,
    /// Where to write it; else it is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// `W0303`, `w0303` or `303`
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{ALL, AUTO, Cli, Method, examples};
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_help_names_every_method() {
        let words = [ALL, AUTO].into_iter().chain(Method::ALL.map(Method::word));
        let words = words.collect::<Vec<_>>().join(", ");
        assert!(examples::OPS.ends_with(&format!("Methods: {words}")));
    }
}
