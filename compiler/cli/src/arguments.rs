//! Command-line arguments.

use crate::examples;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::schedule::Assumptions;

/// Checks, draws, counts, compares, runs and emits vehicles.
#[derive(Debug, Parser)]
#[command(name = "wishbone", version, after_help = examples::SOURCES)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Checks vehicles: reports mistakes, or describes vehicles without any
    #[command(after_help = examples::CHECK)]
    Check(Check),
    /// Draws a vehicle (SVG)
    #[command(after_help = examples::GRAPH)]
    Graph(Graph),
    /// Counts the operations of a vehicle's solver
    #[command(after_help = examples::OPS)]
    Ops(Ops),
    /// Predicts the time of a vehicle's solver on several threads
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
    /// Puts a vehicle on the road and tells how it rests
    #[command(after_help = examples::SETTLE)]
    Settle(Run),
    /// Eigenfrequencies, damping and largest steps of a vehicle at rest
    #[command(after_help = examples::MODES)]
    Modes(Run),
    /// Kinematics of the suspensions: toe, camber, rates, roll centres
    #[command(after_help = examples::KC)]
    Kc(Kc),
    /// Drives a vehicle through a manoeuvre: histories, key figures, pictures
    #[command(after_help = examples::DRIVE)]
    Drive(Drive),
    /// Explains an error code; without one, lists them all
    #[command(after_help = examples::EXPLAIN)]
    Explain(Explain),
}

/// Selection of one vehicle.
#[derive(Args, Debug)]
pub struct Source {
    /// A file, `-` for the standard input, or a vehicle of the library
    #[arg(value_name = "VEHICLE")]
    pub source: String,
    /// Name of the vehicle, if a file declares several
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
}

/// `check`
#[derive(Args, Debug)]
pub struct Check {
    /// Files, `-` for the standard input, or vehicles of the library
    #[arg(value_name = "VEHICLE", required = true)]
    pub sources: Vec<String>,
    /// Name of the vehicle, if files declare several; all vehicles by default
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
    /// Prints nothing for vehicles without mistakes
    #[arg(short, long)]
    pub quiet: bool,
}

/// `graph`
#[derive(Args, Debug)]
pub struct Graph {
    /// The vehicle to draw.
    #[command(flatten)]
    pub source: Source,
    /// The kind of drawing
    #[arg(long, value_enum, default_value_t = Picture::Vehicle)]
    pub kind: Picture,
    /// File to write; the drawing is printed by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A drawing.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Picture {
    /// Bodies, joints, cuts, springs and wheels
    Vehicle,
    /// The spanning tree with the cut joints
    Tree,
    /// The structurally nonzero entries of the equations of motion
    Pattern,
}

/// `ops`
#[derive(Args, Debug)]
pub struct Ops {
    /// The vehicle to count.
    #[command(flatten)]
    pub source: Source,
    /// Method to count, or `all` to compare all methods; as declared by default
    #[arg(long, value_parser = methods(), hide_possible_values = true)]
    pub method: Option<String>,
    /// Operations that may run in parallel, and the resulting speed
    #[arg(long)]
    pub tasks: bool,
    /// Cost of the parameters that are set at run time, part by part
    #[arg(long, conflicts_with = "tasks")]
    pub parameters: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// Argument that compares all methods.
pub const ALL: &str = "all";
/// Argument for the compiler's choice.
pub const AUTO: &str = "auto";

fn methods() -> PossibleValuesParser {
    [ALL, AUTO].into_iter().chain(Method::ALL.map(Method::word)).into()
}

/// `plan`
#[derive(Args, Debug)]
pub struct Plan {
    /// The vehicle to predict.
    #[command(flatten)]
    pub source: Source,
    /// Time of a hand-off to another thread and back [us]
    #[arg(long, value_name = "US", default_value_t = Assumptions::MEASURED.hand_off as f64 / 1e6, value_parser = microseconds)]
    pub hand_off: f64,
    /// Time of one addition among many, in nanoseconds
    #[arg(long, value_name = "NS", default_value_t = Assumptions::MEASURED.price as f64 / 1e3, value_parser = nanoseconds)]
    pub price: f64,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// A hand-off must be shorter than a second.
fn microseconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "not a number of microseconds from 0 to 1000000, such as `0.5`".to_owned())
}

/// The price is stored in picoseconds, of which it must be at least one.
fn nanoseconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=1e6).contains(number));
    number.ok_or_else(|| "not a number of nanoseconds from 0.001 to 1000000, such as `0.2`".to_owned())
}

/// `diff`
#[derive(Args, Debug)]
pub struct Diff {
    /// The old design
    #[arg(value_name = "OLD")]
    pub old: String,
    /// The new design
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Name of the vehicle, if files declare several; twice if it changed
    #[arg(long = "vehicle", value_name = "NAME")]
    pub vehicles: Vec<String>,
    /// Exits with 1 if the total number of operations grew by more than this
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
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// File to write; the text is printed by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `settle`, `modes`
#[derive(Args, Debug)]
pub struct Run {
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `kc`
#[derive(Args, Debug)]
pub struct Kc {
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// Travel to both sides of the design position [mm]
    #[arg(long, value_name = "MM", default_value_t = 80.0, value_parser = positive)]
    pub travel: f64,
    /// Number of positions on each side
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub steps: u16,
    /// Range of the steering joint, to both sides [mm or degrees]
    #[arg(long, value_name = "RANGE", default_value_t = 20.0, value_parser = positive)]
    pub steer: f64,
    /// Body that is held, once for each; the heavy ones by default
    #[arg(long = "body", value_name = "BODY")]
    pub bodies: Vec<String>,
    /// Folder for tables (CSV) and pictures (SVG)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// `drive`
#[derive(Args, Debug)]
pub struct Drive {
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// What the driver does
    #[arg(long, value_enum, default_value_t = Manoeuvre::StepSteer)]
    pub manoeuvre: Manoeuvre,
    /// Speed at the start, which is held in manoeuvres other than `declared` [m/s]
    #[arg(long, value_name = "M/S", default_value_t = 20.0, value_parser = positive)]
    pub speed: f64,
    /// Amplitude of the steering wheel, positive to the left [degrees]
    #[arg(long, value_name = "DEGREES", default_value_t = 30.0, allow_negative_numbers = true)]
    pub angle: f64,
    /// Frequency of a sine [Hz]
    #[arg(long, value_name = "HZ", default_value_t = 0.5, value_parser = positive)]
    pub frequency: f64,
    /// Duration [s]
    #[arg(long, value_name = "S", default_value_t = 8.0, value_parser = positive)]
    pub time: f64,
    /// Step [ms]
    #[arg(long, value_name = "MS", default_value_t = 1.0, value_parser = positive)]
    pub step: f64,
    /// Folder for the table (CSV) and the picture (SVG)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// A manoeuvre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Manoeuvre {
    /// Straight on
    Straight,
    /// The steering wheel turns within 0.2 s, after 1 s (ISO 7401)
    StepSteer,
    /// One period of a sine, after 1 s (ISO 7401)
    Sine,
    /// A sine with a pause of 0.5 s at the second peak, after 1 s (ISO 19365)
    SineWithDwell,
    /// The steering wheel turns slowly over the whole time (ISO 4138)
    Ramp,
    /// The driver that the vehicle declares
    Declared,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "not a number above zero".to_owned())
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
