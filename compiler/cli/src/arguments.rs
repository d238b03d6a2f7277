//! Command-line arguments.

use crate::examples;
use crate::sweep::{Engine, Shard};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::schedule::Assumptions;
use wishbone_studies::manoeuvre;
use wishbone_studies::trim::Bend;
use wishbone_workbench::over::Over;
use wishbone_workbench::rig::kc::{At, Travel};
use wishbone_workbench::{designs, new_car, steady, vehicle};

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
    /// Writes a commented car to begin with
    #[command(after_help = examples::NEW)]
    New(New),
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
    /// Compares two designs: parts, topology, operations, kinematics, a steady bend
    #[command(after_help = examples::DIFF)]
    Diff(Diff),
    /// Prints the Rust text of a vehicle's solver
    #[command(after_help = examples::EMIT)]
    Emit(Emit),
    /// Writes a vehicle as FMUs, for other simulators
    #[command(after_help = examples::FMU)]
    Fmu(Fmu),
    /// Writes a vehicle as a TOML file
    #[command(after_help = examples::CONVERT)]
    Convert(Emit),
    /// Writes the numbers of a vehicle as a file of parameters
    #[command(after_help = examples::PARAMETERS)]
    Parameters(Emit),
    /// Time against accuracy: a manoeuvre by several methods and steps
    #[command(after_help = examples::PRECISION)]
    Precision(Precision),
    /// Puts a vehicle on the road and tells how it rests
    #[command(after_help = examples::SETTLE)]
    Settle(Settle),
    /// Steady motion, straight on or in a bend: steering, sideslip, loads
    #[command(after_help = examples::TRIM)]
    Trim(Trim),
    /// Eigenfrequencies, damping and largest steps, at rest or in motion
    #[command(after_help = examples::MODES)]
    Modes(Modes),
    /// Frequency responses, at rest or in steady motion
    #[command(after_help = examples::RESPONSE)]
    Response(Response),
    /// Kinematics and compliance of the suspensions: toe, camber, rates, roll centres
    #[command(after_help = examples::KC)]
    Kc(Kc),
    /// What a tyre property file says, and forces over slip, load, inclination
    #[command(after_help = examples::TYRE)]
    Tyre(Tyre),
    /// Quasi-static load cases: forces and moments at every hardpoint
    #[command(after_help = examples::LOADS)]
    Loads(Loads),
    /// Does the same as `kc`, and again whenever a file of a vehicle is saved
    #[command(after_help = examples::WATCH)]
    Watch(Kc),
    /// Runs anything declared over time, its drives moved along given courses
    #[command(after_help = examples::RUN)]
    Run(Run),
    /// Drives a vehicle through a manoeuvre: histories, key figures, pictures
    #[command(after_help = examples::DRIVE)]
    Drive(Drive),
    /// Carries out a procedure of a standard: series of runs, pass or fail
    #[command(after_help = examples::ASSESS)]
    Assess(Assess),
    /// Writes a page about one or several designs: geometry, kinematics, manoeuvres, figures
    #[command(after_help = examples::REPORT)]
    Report(Report),
    /// Derivatives of a suspension's figures by each hardpoint; scatter by tolerances
    #[command(after_help = examples::SENSITIVITY)]
    Sensitivity(Sensitivity),
    /// Figures over many variants: grids, scatter, designs of experiments
    #[command(after_help = examples::SWEEP)]
    Sweep(Sweep),
    /// Hardpoints for wanted curves; parameters from measured runs and curves
    #[command(after_help = examples::FIT)]
    Fit(Fit),
    /// Holds figures of designs against limits: value, target, margin
    #[command(after_help = examples::GATE)]
    Gate(Gate),
    /// Makes a vehicle of a table of hardpoints, or of a file of Chrono::Vehicle
    #[command(after_help = examples::IMPORT)]
    Import(Import),
    /// Lists what the library has, or prints a suspension or a vehicle of it
    #[command(after_help = examples::LIBRARY)]
    Library(Library),
    /// Explains an error code, a word, a suspension or a figure; lists all codes
    #[command(after_help = examples::EXPLAIN)]
    Explain(Explain),
}

/// A measurement.
#[derive(Args, Clone, Debug, Default)]
pub struct Against {
    /// Measurement to hold against it (CSV): `run.csv`, `STUDY=run.csv`
    #[arg(long, value_name = "FILE")]
    pub against: Option<String>,
    /// Time by which it is later than the run; found by default [s]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = finite, requires = "against")]
    pub lag: Option<f64>,
    /// Name in the run of a measured column; may be repeated
    #[arg(long = "match", value_name = "OLD=NEW", value_parser = named, requires = "against")]
    pub names: Vec<(String, String)>,
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
    /// Numbers in place of the declared ones (see `wishbone parameters`)
    #[arg(long, value_name = "FILE")]
    pub parameters: Option<String>,
    /// Change such as `front_left.lca_front.z += 5 mm`; may be repeated
    #[arg(long = "set", value_name = "CHANGE")]
    pub changes: Vec<String>,
}

impl Source {
    /// The selection for the workbench.
    pub fn chosen(&self) -> vehicle::Source {
        vehicle::Source {
            name: self.source.clone(),
            vehicle: self.vehicle.clone(),
            parameters: self.parameters.clone(),
            changes: self.changes.clone(),
        }
    }
}

/// Designs that a study compares.
#[derive(Args, Clone, Debug, Default)]
pub struct Designs {
    /// Files, `-`, or vehicles of the library; several are compared
    #[arg(value_name = "VEHICLE", required = true)]
    pub sources: Vec<String>,
    /// Name of the vehicle, if files declare several
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
    /// Numbers in place of the declared ones (see `wishbone parameters`)
    #[arg(long, value_name = "FILE")]
    pub parameters: Option<String>,
    /// Change of every vehicle: `chassis.mass = 1500 kg`; may be repeated
    #[arg(long = "set", value_name = "CHANGE")]
    pub changes: Vec<String>,
    /// Compares with a change: `front_left.lca_front.z += 5 mm; ..`
    #[arg(long = "variant", value_name = "CHANGES")]
    pub variants: Vec<String>,
}

impl Designs {
    /// The designs for the workbench.
    pub fn chosen(&self) -> designs::Designs {
        designs::Designs {
            sources: self.sources.clone(),
            vehicle: self.vehicle.clone(),
            parameters: self.parameters.clone(),
            changes: self.changes.clone(),
            variants: self.variants.clone(),
        }
    }
}

/// Where findings go.
#[derive(Args, Clone, Debug, Default)]
pub struct Showing {
    /// Folder for tables (CSV) and pictures (SVG)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Writes the tables as Parquet, too
    #[arg(long, requires = "out")]
    pub parquet: bool,
    /// Prints the curves, too
    #[arg(long, conflicts_with = "json")]
    pub curves: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `new`
#[derive(Args, Debug)]
pub struct New {
    /// The file to write
    #[arg(value_name = "FILE", default_value = "car.toml")]
    pub file: PathBuf,
    /// Suspension in front, of the library: `macpherson`
    #[arg(long, value_name = "NAME", default_value = new_car::DEFAULT)]
    pub front: String,
    /// Suspension behind, of the library: `five_link`
    #[arg(long, value_name = "NAME", default_value = new_car::DEFAULT)]
    pub rear: String,
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
    /// Tells the solver, too: tree, cuts, loops, chains, equations, and the reasons
    #[arg(long)]
    pub solver: bool,
    /// Prints nothing for vehicles without mistakes
    #[arg(short, long)]
    pub quiet: bool,
    /// Prints JSON: mistakes, figures, tree, loops, what can move, pattern
    #[arg(long, conflicts_with = "quiet")]
    pub json: bool,
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
    /// Writes JSON of what is drawn, in place of a drawing
    #[arg(long)]
    pub json: bool,
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
    pub tuned: bool,
    /// Cost of what is told on request, report by report: operations, text, time
    #[arg(long, conflicts_with_all = ["tasks", "tuned", "method"])]
    pub reports: bool,
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
    /// The new design; without one the old one is compared with its changes
    #[arg(value_name = "NEW")]
    pub new: Option<String>,
    /// Name of the vehicle, if files declare several; twice if it changed
    #[arg(long = "vehicle", value_name = "NAME")]
    pub vehicles: Vec<String>,
    /// Change of both designs, or of the new one; may be repeated
    #[arg(long = "set", value_name = "CHANGE")]
    pub changes: Vec<String>,
    /// Changes to the new design: `front_left.tie_outer.z += 3 mm; ..`
    #[arg(long, value_name = "CHANGES")]
    pub variant: Option<String>,
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

/// `fmu`
#[derive(Debug, Args)]
pub struct Fmu {
    #[command(flatten)]
    pub source: Source,
    /// FMU to write; of two standards, `car.fmi2.fmu` and `car.fmi3.fmu`
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Versions of the standard
    #[arg(long, value_name = "VERSIONS", value_delimiter = ',', default_values = ["2", "3"])]
    #[arg(value_parser = PossibleValuesParser::new(["2", "3"]))]
    pub fmi: Vec<String>,
    /// Kinds; by default those that are sound
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    #[arg(value_parser = PossibleValuesParser::new(["cs", "me"]))]
    pub kind: Vec<String>,
    /// Inputs: `driver`, `wheels`, `road`, `chassis`
    #[arg(
        long,
        value_name = "PORTS",
        value_delimiter = ',',
        default_value = "driver",
        hide_possible_values = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(["driver", "wheels", "road", "chassis"]))]
    pub ports: Vec<String>,
    /// Input of the hands
    #[arg(long, default_value = "angle", value_parser = PossibleValuesParser::new(["angle", "torque"]))]
    pub steering: String,
    /// Outputs by name, `*` for any letters; without it the usual ones
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub outputs: Vec<String>,
    /// Vectors are arrays in FMI 3.0, such as forces and positions
    #[arg(long)]
    pub arrays: bool,
    /// Manoeuvre whose road, start, speed and step it takes
    #[arg(long, value_name = "NAME")]
    pub manoeuvre: Option<String>,
    /// Speed at the start [m/s]; the importing tool may change it
    #[arg(long, value_name = "M/S")]
    pub speed: Option<f64>,
    /// Largest step of the integration [ms]
    #[arg(long, value_name = "MS")]
    pub step: Option<f64>,
    /// Method of the integration, in place of the manoeuvre's
    #[arg(long, value_name = "METHOD", value_parser = integration)]
    pub method: Option<manoeuvre::Method>,
    /// Library that runs the vehicle, if not beside this program
    #[arg(long, value_name = "FILE")]
    pub shell: Option<PathBuf>,
    /// Compile its programs by this machine's rustc: same bits, less time
    #[arg(long)]
    pub native: bool,
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

/// A steady motion.
#[derive(Args, Clone, Debug, Default)]
pub struct Motion {
    /// Speed; without one the vehicle is at rest [m/s]
    #[arg(long, value_name = "M/S", allow_negative_numbers = true, value_parser = not_negative)]
    pub speed: Option<f64>,
    /// Lateral acceleration of the bend, positive to the left [m/s^2]
    #[arg(long, value_name = "M/S^2", allow_hyphen_values = true, value_parser = finite, conflicts_with_all = ["steering", "radius"])]
    pub lateral: Option<f64>,
    /// Angle of the steering wheel, positive to the left [degrees]
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = finite, conflicts_with = "radius")]
    pub steering: Option<f64>,
    /// Radius of the bend, positive to the left [m]
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = radius)]
    pub radius: Option<f64>,
}

impl Motion {
    /// The motion for the workbench.
    pub fn chosen(&self) -> steady::Motion {
        let steering = self.steering.map(|angle| Bend::Steering(angle.to_radians()));
        let radius = self.radius.map(|radius| Bend::Curvature(1.0 / radius));
        steady::Motion {
            speed: self.speed,
            bend: self.lateral.map(Bend::Lateral).or(steering).or(radius),
        }
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| "not a number from zero on".to_owned())
}

fn radius(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number != 0.0);
    number.ok_or_else(|| "not a number other than zero".to_owned())
}

/// `trim`
#[derive(Args, Debug)]
pub struct Trim {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// The motion.
    #[command(flatten)]
    pub motion: Motion,
    /// Range of a number of motion or declaration: `lateral=0..7`
    #[arg(long, value_name = "NUMBER=FROM..TO")]
    pub over: Option<Over>,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `modes`
#[derive(Args, Debug)]
pub struct Modes {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// The motion.
    #[command(flatten)]
    pub motion: Motion,
    /// Root locus over a number of motion or declaration: `speed=5..40`
    #[arg(long, value_name = "NUMBER=FROM..TO")]
    pub over: Option<Over>,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `response`
#[derive(Args, Debug)]
pub struct Response {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// The motion.
    #[command(flatten)]
    pub motion: Motion,
    /// `steering`, `road`, or one that `help` lists
    #[arg(long, value_name = "INPUT", default_value = "steering")]
    pub input: String,
    /// Output, once for each: `yaw_rate`, .. ; `help` lists them
    #[arg(long = "output", value_name = "OUTPUT", hide_default_value = true, default_values = ["yaw_rate", "sideslip", "lateral_acceleration"])]
    pub outputs: Vec<String>,
    /// Lowest frequency [Hz]
    #[arg(long, value_name = "HZ", default_value_t = 0.1, allow_negative_numbers = true, value_parser = positive)]
    pub from: f64,
    /// Highest frequency [Hz]
    #[arg(long, value_name = "HZ", default_value_t = 10.0, allow_negative_numbers = true, value_parser = positive)]
    pub to: f64,
    /// A measurement.
    #[command(flatten)]
    pub measured: Against,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `settle`
#[derive(Args, Debug)]
pub struct Settle {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `run`
#[derive(Args, Debug)]
pub struct Run {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// Duration [s]
    #[arg(long, value_name = "S", default_value_t = 10.0, allow_negative_numbers = true, value_parser = positive)]
    pub time: f64,
    /// Course of a drive or signal: `turn=5 deg`; may be repeated
    #[arg(long = "drive", value_name = "NAME=COURSE", value_parser = named)]
    pub drives: Vec<(String, String)>,
    /// Joint position at the start, in m or rad: `crank=0.2`
    #[arg(long = "position", value_name = "JOINT=NUMBER", value_parser = number_of)]
    pub positions: Vec<(String, f64)>,
    /// Joint speed at the start, in m/s or rad/s: `crank=10`
    #[arg(long = "velocity", value_name = "JOINT=NUMBER", value_parser = number_of)]
    pub velocities: Vec<(String, f64)>,
    /// Step [ms]
    #[arg(long, value_name = "MS", default_value_t = 1.0, allow_negative_numbers = true, value_parser = positive)]
    pub step: f64,
    /// Time between two rows [ms]
    #[arg(long, value_name = "MS", default_value_t = 10.0, allow_negative_numbers = true, value_parser = positive)]
    pub every: f64,
    /// Method of the integration
    #[arg(long, value_name = "METHOD", default_value = "rk4", value_parser = integration)]
    pub method: manoeuvre::Method,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `turn=sine(..)`
fn named(text: &str) -> Result<(String, String), String> {
    let (name, course) = text
        .split_once('=')
        .ok_or("not two parts with `=` between them, such as `turn=5 deg`")?;
    Ok((name.trim().to_owned(), course.trim().to_owned()))
}

/// `crank=0.2`
fn number_of(text: &str) -> Result<(String, f64), String> {
    let (name, number) = text
        .split_once('=')
        .ok_or("not a name and a number, such as `crank=0.2`")?;
    Ok((name.trim().to_owned(), finite(number.trim())?))
}

/// `kc`
#[derive(Args, Debug)]
pub struct Kc {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// A measurement.
    #[command(flatten)]
    pub measured: Against,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
    /// Where it begins: `design`, `rest`, or `WHEEL=MM,..`
    #[arg(long, value_name = "POSITION", default_value = "design", value_parser = At::from_str)]
    pub at: At,
    /// Travel to both sides of this position [mm]
    #[arg(long, value_name = "MM", default_value_t = 80.0, allow_negative_numbers = true, value_parser = positive)]
    pub travel: f64,
    /// Number of positions on each side
    #[arg(long, value_name = "N", default_value_t = Kc::STEPS, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub steps: u16,
    /// Travel of the steering joint to both sides [mm or deg]; stops, or 20
    #[arg(long, value_name = "TRAVEL", allow_negative_numbers = true, value_parser = positive)]
    pub steer: Option<f64>,
    /// Largest longitudinal and lateral force on each wheel [kN]
    #[arg(long, value_name = "KN", default_value_t = Kc::FORCE, allow_negative_numbers = true, value_parser = positive)]
    pub force: f64,
    /// Largest aligning moment on each wheel [N m]
    #[arg(long, value_name = "N*M", default_value_t = Kc::MOMENT, allow_negative_numbers = true, value_parser = positive)]
    pub moment: f64,
    /// Body that is held, once for each; the heavy ones by default
    #[arg(long = "body", value_name = "BODY")]
    pub bodies: Vec<String>,
}

impl Kc {
    /// Number of positions on each side, where nothing else is said.
    pub const STEPS: u16 = 16;
    /// Largest force where nothing else is said [kN].
    pub const FORCE: f64 = 2.0;
    /// Largest moment where nothing else is said [N m].
    pub const MOMENT: f64 = 100.0;

    /// What the rig is to do, for the workbench.
    pub fn chosen(&self) -> Travel {
        Travel {
            at: self.at.clone(),
            travel: 1e-3 * self.travel,
            steps: self.steps,
            steer: self.steer,
            force: 1e3 * self.force,
            moment: self.moment,
            bodies: self.bodies.clone(),
        }
    }
}

/// `tyre`
#[derive(Args, Debug)]
pub struct Tyre {
    /// Property files, or vehicles.
    #[command(flatten)]
    pub designs: Designs,
    /// Load, once for each; parts of the nominal one by default [kN]
    #[arg(long = "load", value_name = "KN", allow_negative_numbers = true, value_parser = positive)]
    pub loads: Vec<f64>,
    /// Wheel of a vehicle; the first by default
    #[arg(long, value_name = "WHEEL")]
    pub wheel: Option<String>,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `loads`
#[derive(Args, Debug)]
pub struct Loads {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// File of load cases (TOML), or `help`; standard cases by default
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
    /// Where the body is: `rest`, `design`, or `WHEEL=MM,..`
    #[arg(long, value_name = "POSITION", default_value = "rest", value_parser = At::from_str)]
    pub at: At,
    /// Prints all forces of this case; may be repeated
    #[arg(long = "case", value_name = "NAME")]
    pub shown: Vec<String>,
    /// Body that is held, once for each; the heavy ones by default
    #[arg(long = "body", value_name = "BODY")]
    pub bodies: Vec<String>,
    /// Folder for the table of all forces (CSV)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `report`
#[derive(Args, Debug)]
pub struct Report {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// The page to write (HTML)
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    pub output: PathBuf,
    /// Travel to both sides of the design position [mm]
    #[arg(long, value_name = "MM", default_value_t = 80.0, allow_negative_numbers = true, value_parser = positive)]
    pub travel: f64,
    /// Travel of the steering joint to both sides [mm or deg]; stops, or 20
    #[arg(long, value_name = "TRAVEL", allow_negative_numbers = true, value_parser = positive)]
    pub steer: Option<f64>,
    /// Name or TOML file of a manoeuvre, once for each
    #[arg(long = "manoeuvre", value_name = "NAME|FILE", default_value = "step_steer")]
    pub manoeuvres: Vec<String>,
}

/// `drive`
#[derive(Args, Debug)]
pub struct Drive {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// Name or TOML file, or `help`; may be repeated
    #[arg(long = "manoeuvre", value_name = "NAME|FILE", default_value = "step_steer")]
    pub manoeuvres: Vec<String>,
    /// Forces and moments at every joint, and the greatest of each
    #[arg(long)]
    pub loads: bool,
    /// Speed at the start, in place of the manoeuvre's [m/s]
    #[arg(long, value_name = "M/S", allow_negative_numbers = true, value_parser = positive)]
    pub speed: Option<f64>,
    /// Amplitude of the steering wheel, positive to the left [degrees]
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = finite)]
    pub angle: Option<f64>,
    /// Frequency of a sine, in place of the manoeuvre's [Hz]
    #[arg(long, value_name = "HZ", allow_negative_numbers = true, value_parser = positive)]
    pub frequency: Option<f64>,
    /// Duration, in place of the manoeuvre's [s]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = positive)]
    pub time: Option<f64>,
    /// Step, in place of the manoeuvre's [ms]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = positive)]
    pub step: Option<f64>,
    /// Method, in place of the manoeuvre's; `sbdf2` for a stiff vehicle
    #[arg(long, value_name = "METHOD", value_parser = integration)]
    pub method: Option<manoeuvre::Method>,
    /// Gaps of loops fade at this rate, in place of a projection [1/s]
    #[arg(long, value_name = "1/S", allow_negative_numbers = true, value_parser = positive)]
    pub baumgarte: Option<f64>,
    /// Goes on, with figures, where a run does not go as asked
    #[arg(long)]
    pub anyway: bool,
    /// File for the motion of the bodies, as an animation (glTF 2.0)
    #[arg(long, value_name = "FILE.glb")]
    pub gltf: Option<PathBuf>,
    /// A measurement.
    #[command(flatten)]
    pub measured: Against,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// `precision`
#[derive(Args, Debug)]
pub struct Precision {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// Name or TOML file of the manoeuvre
    #[arg(long, value_name = "NAME|FILE", default_value = "step_steer")]
    pub manoeuvre: String,
    /// Duration, in place of the manoeuvre's [s]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = positive)]
    pub time: Option<f64>,
    /// Method, in place of the explicit ones; may be repeated
    #[arg(long = "method", value_name = "METHOD", value_parser = integration)]
    pub methods: Vec<manoeuvre::Method>,
    /// Step, in place of 0.25 to 4 ms; may be repeated [ms]
    #[arg(long = "step", value_name = "MS", allow_negative_numbers = true, value_parser = positive)]
    pub steps: Vec<f64>,
    /// Formulation of the equations, compared by time; may be repeated
    #[arg(long = "formulation", value_name = "NAME", value_parser = formulation)]
    pub formulations: Vec<Method>,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

/// A formulation by its name.
fn formulation(text: &str) -> Result<Method, String> {
    let words = || Method::ALL.map(Method::word).join(", ");
    let found = Method::ALL.into_iter().find(|method| method.word() == text);
    found.ok_or_else(|| format!("there is no formulation `{text}`: there are {}", words()))
}

/// `assess`
#[derive(Args, Debug)]
pub struct Assess {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// Procedure, or `help`; may be repeated
    #[arg(long = "procedure", value_name = "NAME", default_value = "sine_with_dwell")]
    pub procedures: Vec<String>,
    /// Step of all runs, in place of the manoeuvre's [ms]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = positive)]
    pub step: Option<f64>,
    /// Method of all runs; `sbdf2` for a stiff vehicle
    #[arg(long, value_name = "METHOD", value_parser = integration)]
    pub method: Option<manoeuvre::Method>,
    /// Where the findings go.
    #[command(flatten)]
    pub showing: Showing,
}

fn integration(text: &str) -> Result<manoeuvre::Method, String> {
    manoeuvre::Method::named(text)
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "not a number".to_owned())
}

/// `sensitivity`
#[derive(Args, Debug)]
pub struct Sensitivity {
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// Wheel whose figures are differentiated; the first by default
    #[arg(long, value_name = "WHEEL")]
    pub wheel: Option<String>,
    /// Points that are moved; those of the wheel's group by default
    #[arg(long, value_name = "PATTERN")]
    pub points: Vec<String>,
    /// Travel to both sides of the design position [mm]
    #[arg(long, value_name = "MM", default_value_t = 50.0, allow_negative_numbers = true, value_parser = positive)]
    pub travel: f64,
    /// Tolerance of every coordinate, all values being equally likely [mm]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = positive)]
    pub tolerance: Option<f64>,
    /// Normal distribution, the tolerance being three standard deviations
    #[arg(long, requires = "tolerance")]
    pub normal: bool,
    /// Designs drawn at random, to check the first-order scatter
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=1_000_000), requires = "tolerance")]
    pub samples: u32,
    /// Folder for the table (CSV) and the picture (SVG)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `sweep`
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Sweep {
    /// What is done with parts, in place of computing them.
    #[command(subcommand)]
    pub action: Option<SweepAction>,
    /// File of the plan (TOML)
    #[arg(value_name = "PLAN", required = true)]
    pub plan: Option<PathBuf>,
    /// The part to compute: `3/16`; `auto`, `auto/16` by the engine's variables
    #[arg(long, value_name = "I/N", conflicts_with_all = ["csv", "json"])]
    pub shard: Option<Shard>,
    /// Engine that runs: `dask://HOST:PORT`, `hyperqueue`, `hyperqueue://DIR`
    #[arg(long, value_name = "ENGINE", requires = "shards", conflicts_with = "shard")]
    pub on: Option<Engine>,
    /// Number of parts on the engine
    #[arg(long, value_name = "N", requires = "on", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: Option<u64>,
    /// Compiles the solver once by rustc; the same bits, sooner in long sweeps
    #[arg(long, conflicts_with = "on")]
    pub native: bool,
    /// Folder of the parts and the whole; beside the plan by default
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Writes the whole as comma-separated values, not as Parquet
    #[arg(long)]
    pub csv: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// What is done with parts of a sweep.
#[derive(Debug, Subcommand)]
pub enum SweepAction {
    /// Puts the parts in a folder together; names those that are missing or foreign
    Merge(Merge),
    /// Prints the script of a Slurm array
    Slurm(Batch),
    /// Prints a script for HyperQueue
    Hyperqueue(Batch),
}

/// `sweep merge`
#[derive(Args, Debug)]
pub struct Merge {
    /// Folder of the parts
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Writes the whole as comma-separated values, not as Parquet
    #[arg(long)]
    pub csv: bool,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `sweep slurm`, `sweep hyperqueue`
#[derive(Args, Debug)]
pub struct Batch {
    /// File of the plan (TOML)
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Number of parts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,
    /// Folder of the parts; beside the plan by default
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// `fit`
#[derive(Args, Debug)]
pub struct Fit {
    /// The vehicle.
    #[command(flatten)]
    pub source: Source,
    /// Table of the wanted figures over travel (CSV)
    #[arg(long, value_name = "FILE")]
    pub wanted: Option<PathBuf>,
    /// Measurement, such as `sine=run.csv`, `bounce=b.csv`; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["wanted", "wheel"])]
    pub against: Vec<String>,
    /// What may change, with its bounds, once for each
    #[arg(long, value_name = "NUMBER=BOUNDS", required = true)]
    pub free: Vec<String>,
    /// Wheel whose figures are wanted; the first by default
    #[arg(long, value_name = "WHEEL")]
    pub wheel: Option<String>,
    /// Time by which measurements are later than runs; found by default [s]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = finite, requires = "against")]
    pub lag: Option<f64>,
    /// Name in the run of a measured column; may be repeated
    #[arg(long = "match", value_name = "OLD=NEW", value_parser = named, requires = "against")]
    pub names: Vec<(String, String)>,
    /// Begin of travel: `design`, `rest`, `WHEEL=MM,..`
    #[arg(long, value_name = "POSITION", default_value = "design", value_parser = At::from_str, requires = "against")]
    pub at: At,
    /// Folder for the curves (CSV, SVG) and the new declaration (TOML)
    #[arg(short, long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

/// `gate`
#[derive(Args, Debug)]
pub struct Gate {
    /// The designs.
    #[command(flatten)]
    pub designs: Designs,
    /// File of the limits (TOML)
    #[arg(long, value_name = "FILE")]
    pub limits: PathBuf,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "not a number above zero".to_owned())
}

/// `import`
#[derive(Args, Debug)]
pub struct Import {
    /// Table of hardpoints (CSV, TSV, Adams/Car's .sub), or Chrono::Vehicle (JSON); `-`: stdin
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Suspension of the library: `double_wishbone`; `front=..` and `rear=..`
    #[arg(long = "suspension", value_name = "NAME")]
    pub suspensions: Vec<String>,
    /// A vehicle whose points move to those of the table
    #[arg(long, value_name = "VEHICLE", conflicts_with = "suspensions")]
    pub onto: Option<String>,
    /// Axes: iso, sae, adams, or of x, y, z: `left,up,forward`; else recognised
    #[arg(long, value_name = "AXES")]
    pub axes: Option<String>,
    /// Unit of the table, where its header has none: `mm`
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<String>,
    /// Axle of names that tell none: front or rear
    #[arg(long, value_name = "AXLE")]
    pub axle: Option<String>,
    /// A row's hardpoint: `'P12=lca_front'`; `'P12='` leaves it out; repeatable
    #[arg(long = "name", value_name = "NAME=POINT")]
    pub names: Vec<String>,
    /// A hardpoint that the table lacks, to be the library's; repeatable
    #[arg(long = "keep", value_name = "POINT")]
    pub keep: Vec<String>,
    /// A tyre of Chrono::Vehicle (JSON): radius, mass, inertia
    #[arg(long, value_name = "FILE")]
    pub tyre: Option<String>,
    /// File to write; it is printed by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `library`
#[derive(Args, Debug)]
pub struct Library {
    /// A suspension, another text or a vehicle of the library
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Draws it (SVG)
    #[arg(long, requires = "name")]
    pub draw: bool,
    /// File to write; it is printed by default
    #[arg(short, long, value_name = "FILE", requires = "name")]
    pub output: Option<PathBuf>,
}

/// `explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// A code (`W0303`), a word (`spring.rate`), a suspension, or a figure (`bump_steer`)
    #[arg(value_name = "CODE|WORD")]
    pub word: Option<String>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use super::{ALL, AUTO, Cli, Method, examples, manoeuvre};
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

    #[test]
    fn the_help_names_every_method_of_integration() {
        let words: Vec<&str> = manoeuvre::Method::NAMED.iter().map(|(name, ..)| *name).collect();
        for text in [examples::RUN, examples::DRIVE, examples::PRECISION] {
            let (_, methods) = text.split_once("Methods: ").expect("it lists them");
            assert_eq!(
                methods
                    .split([',', ' ', '\n'])
                    .filter(|word| !word.is_empty())
                    .collect::<Vec<_>>(),
                words
            );
        }
    }
}
