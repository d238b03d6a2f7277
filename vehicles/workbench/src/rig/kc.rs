//! Kinematics and compliance of the suspensions.

use super::given;
use crate::problem::Problem;
use crate::progress::{Steps, Told};
use crate::vehicle::{Running, slides};
use wishbone::solver::Solver;
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::equipment::{self, Steering as Declared};
use wishbone_engine::Engine;
use wishbone_studies::findings::Findings;
use wishbone_studies::kc::{Conditions, Loads, TESTS, findings};
use wishbone_studies::rig::{Rig, Steering};

/// What a rig is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel {
    /// Travel to both sides of the design position [m].
    pub travel: f64,
    /// Number of positions on each side.
    pub steps: u16,
    /// Range of the steering joint to both sides [mm where it slides, deg where it turns].
    pub steer: f64,
    /// Largest longitudinal and lateral force on each wheel [N].
    pub force: f64,
    /// Largest aligning moment on each wheel [N m].
    pub moment: f64,
    /// Bodies that are held; the heavy ones where none is named.
    pub bodies: Vec<String>,
}

impl Default for Travel {
    fn default() -> Self {
        Self {
            travel: 0.08,
            steps: 16,
            steer: 20.0,
            force: 2000.0,
            moment: 100.0,
            bodies: Vec::new(),
        }
    }
}

/// Kinematics and compliance of a design.
///
/// # Errors
/// If a body is unknown, or the rig cannot hold the vehicle.
pub fn found(running: &Running, options: &Travel, told: Told<'_>) -> Result<Vec<Findings>, Problem> {
    let (rig, held, conditions) = rig(running, options)?;
    measured(running, &rig, &held, &conditions, told)
}

/// Kinematics and compliance that a rig measures.
pub fn measured(
    running: &Running,
    rig: &Rig<Engine>,
    held: &str,
    conditions: &Conditions,
    told: Told<'_>,
) -> Result<Vec<Findings>, Problem> {
    let work = running.progress("kinematics and compliance");
    let progress = Steps::of(told, work, TESTS.len());
    findings(rig, held, conditions, &|_| progress.more(1)).map_err(|reason| running.finding(reason))
}

/// A design on the rig, the names of the bodies that are held, and what the rig is to do.
pub fn rig(running: &Running, options: &Travel) -> Result<(Rig<Engine>, String, Conditions), Problem> {
    let names = running.engine.description();
    let held = held(running, options)?;
    let rig = Rig::new(running.engine.clone(), &held, &column(running), &running.radii);
    let rig = rig.map_err(|reason| running.finding(reason))?;
    let steps = i32::from(options.steps);
    let positions = |most: f64| -> Vec<f64> {
        let places = -steps..=steps;
        places.map(|k| most * f64::from(k) / f64::from(steps)).collect()
    };
    let steering = steering(running);
    let is_length = steering.is_some_and(|steering| is_length(running, steering));
    let range = if is_length {
        1e-3 * options.steer
    } else {
        options.steer.to_radians()
    };
    let conditions = Conditions {
        travel: positions(options.travel),
        steer: steering.map(|steering| (steering, positions(range))),
        steer_unit: if is_length { "m" } else { "rad" },
        loads: Loads {
            forces: positions(options.force),
            moments: positions(options.moment),
        },
        vehicle: given::vehicle(running, &held),
    };
    let held: Vec<&str> = held.iter().map(|&body| names.bodies[body]).collect();
    Ok((rig, suggest::quoted(&held), conditions))
}

/// The joint of the steering column, which is held.
pub fn column(running: &Running) -> Vec<&str> {
    match equipment::steering(&running.compiled.model.equipment) {
        Some(Declared::Column(column)) => vec![column.joint.as_str()],
        Some(Declared::Driven { .. }) | None => Vec::new(),
    }
}

/// The bodies that are held, by position: those named, or the heavy ones.
fn held(running: &Running, options: &Travel) -> Result<Vec<usize>, Problem> {
    if options.bodies.is_empty() {
        return Ok(running.units());
    }
    let bodies = running.engine.description().bodies;
    let place = |name: &String| {
        let found = bodies.iter().position(|own| own == name);
        found.ok_or_else(|| unknown(name, bodies))
    };
    options.bodies.iter().map(place).collect()
}

fn unknown(name: &str, bodies: &[&str]) -> Problem {
    let near = suggest::nearest(name, bodies.iter().copied());
    let hint = near.map_or_else(
        || format!("the bodies are: {}", bodies.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Problem::Misuse(format!("there is no body `{name}`; {hint}"))
}

/// The motion that steers: that of the declared steering, or the only drive.
pub fn steering(running: &Running) -> Option<Steering> {
    let names = running.engine.description();
    match equipment::steering(&running.compiled.model.equipment) {
        Some(Declared::Driven { drive, .. }) => {
            let place = names.drives.iter().position(|own| own == drive);
            place.map(Steering::Drive)
        }
        Some(Declared::Column(column)) => Steering::by_joint(&column.joint, names),
        None => (names.drives.len() == 1).then_some(Steering::Drive(0)),
    }
}

/// Whether the position of what steers is a length.
fn is_length(running: &Running, steering: Steering) -> bool {
    match steering {
        Steering::Drive(drive) => slides::drive(running, drive),
        Steering::Joint { coordinate, .. } => {
            slides::joint(running, running.engine.description().coordinates[coordinate])
        }
    }
}
