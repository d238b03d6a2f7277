//! Kinematics and compliance of the suspensions as [`Findings`]: figures at the design position, curves in bounce, roll and steer,
//! and curves under loads on the wheels.

pub mod ackermann;
mod axle;
pub mod compliance;
mod position;
mod travel;
mod vehicle;
mod wheel;

use crate::findings::{Findings, Outcome, Verdict};
use crate::kinematics::{Course, Halt, Test, curves};
pub use crate::rig::axles;
use crate::rig::{NotReached, Rig, Steering};
use crate::threads::in_threads;
use ackermann::Steered;
use std::error::Error;
use std::fmt;
pub use travel::shown;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Position of the vehicle in which the rig holds it. The measurements are made about this position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// The position as declared.
    #[default]
    Design,
    /// The position at rest on the tyres.
    Rest,
    /// A position with the wheels at given heights.
    Given,
}

impl Standing {
    /// Name of the position, as the findings have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Design => "design position",
            Self::Rest => "rest position",
            Self::Given => "given position",
        }
    }
}

/// Positions that the rig takes.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The position in which the rig stands, about which it moves.
    pub standing: Standing,
    /// Positions of the wheels relative to their position on the rig [m].
    pub travel: Vec<f64>,
    /// The motion that steers, and its positions [m or rad].
    pub steer: Option<(Steering, Vec<f64>)>,
    /// Unit of these positions: `m`, `rad`, or empty if it is not known.
    pub steer_unit: &'static str,
    /// Loads on the wheels.
    pub loads: Loads,
    /// Numbers of the vehicle that no rig measures.
    pub vehicle: Vehicle,
}

/// Numbers of the vehicle that no rig measures. Figures that need an unknown number are left out, with a note.
#[derive(Clone, Debug, Default)]
pub struct Vehicle {
    /// Centre of mass of the whole vehicle in its position on the rig, along world axes [m].
    pub centre_of_mass: Option<[f64; 3]>,
    /// Vertical stiffness of the tyre of each wheel under its load [N/m].
    pub tyre_rates: Option<Vec<f64>>,
    /// A number for each wheel, equal for all wheels of a unit; the wheels of a trailer have a different number. Empty
    /// for a single unit.
    pub units: Vec<usize>,
    /// Share of each wheel in the braking force; the sum is one.
    pub brakes: Option<Vec<f64>>,
    /// Share of each wheel in the driving force; the sum is one.
    pub drive: Option<Vec<f64>>,
    /// For each wheel, the position among the moving bodies of the body from which it is driven and which reacts the torque. This is the
    /// chassis with half-shafts, and the carrier with a motor at the wheel. `None` for the ground.
    pub driven_from: Vec<Option<usize>>,
    /// Ratio of the angle of the steering wheel to the position of the steering drive [rad/m or rad/rad].
    pub steering: Option<f64>,
}

/// Loads at which [compliance] is measured.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    /// Forces [N].
    pub forces: Vec<f64>,
    /// Moments [N m].
    pub moments: Vec<f64>,
}

/// Reason why the rig did not reach a position, and the test in which this happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Name of the test.
    pub test: &'static str,
    /// The reason.
    pub reason: NotReached,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.test, self.reason)
    }
}

impl Error for Stopped {}

/// Names of the tests, in their order.
pub const TESTS: [&str; 5] = ["position", "bounce", "roll", "steer", "compliance"];

/// The findings in the position of the rig, in bounce, in roll, and under loads. If something steers, also over its
/// positions. The tests run in several threads. `done` is called with the name of each of the [`TESTS`] when the test
/// is complete.
///
/// # Errors
/// If a position is not reached. The error is the error of the first such test in order.
pub fn findings<S>(
    rig: &Rig<S>,
    held: &str,
    conditions: &Conditions,
    done: &(dyn Fn(&'static str) + Sync),
) -> Result<Vec<Findings>, Stopped>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
{
    let found = in_threads(&TESTS, |&test| {
        let found = findings_of(test, rig, held, conditions);
        done(test);
        found.map_err(|reason| Stopped { test, reason })
    });
    let found: Vec<Vec<Findings>> = found.into_iter().collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// The findings of one of the [`TESTS`].
fn findings_of<S>(
    test: &'static str,
    rig: &Rig<S>,
    held: &str,
    conditions: &Conditions,
) -> Result<Vec<Findings>, NotReached>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
{
    let over = |motion: Test, positions: &[f64]| {
        let course = Course {
            test: motion,
            steering: conditions.steer.as_ref().map(|(steering, _)| *steering),
            axles: &rig.clone().axles(),
            positions,
        };
        Ok(vec![over_positions(
            rig,
            &conditions.told(held),
            test,
            (&course, conditions.unit(motion)),
            &conditions.vehicle.units,
        )?])
    };
    match test {
        "bounce" => over(Test::Bounce, &conditions.travel),
        "roll" => over(Test::Roll, &conditions.travel),
        "steer" => match &conditions.steer {
            Some((steering, positions)) => over(Test::Steer(*steering), positions),
            None => Ok(Vec::new()),
        },
        "compliance" => compliance::findings(rig, &conditions.told(held), &conditions.loads),
        _ => {
            let steering = conditions.steer.as_ref().map(|(steering, _)| *steering);
            Ok(vec![position::found(rig, held, steering, conditions)?])
        }
    }
}

impl Conditions {
    /// Description of the held body and the position: `chassis held at the design position`.
    fn told(&self, held: &str) -> String {
        format!("{held} held at the {}", self.standing.name())
    }

    /// Unit of the positions of a motion.
    fn unit(&self, motion: Test) -> &'static str {
        match motion {
            Test::Bounce | Test::Roll => "m",
            Test::Steer(_) => self.steer_unit,
        }
    }
}

/// Curves of a motion over positions, given in a unit, with their figures. `units` are the units of the wheels.
fn over_positions<S: Solver + Clone>(
    rig: &Rig<S>,
    held: &str,
    name: &str,
    (course, unit): (&Course, &'static str),
    units: &[usize],
) -> Result<Findings, NotReached> {
    let found = curves(rig, course)?;
    let (mut table, motion) = (found.table, course.test);
    let ends = ends(course.positions);
    if let Some(first) = table.columns.first_mut() {
        first.unit = unit;
    }
    let wheels = rig.solver().description().wheels;
    let mut found = Findings {
        name: name.to_owned(),
        conditions: held.to_owned(),
        figures: travel::over_travel(&table, wheels, motion, ends),
        verdict: verdict(&found.halts, unit),
        panels: travel::panels(&table, wheels),
        table,
        ..Findings::default()
    };
    if let Test::Steer(_) = motion {
        let radii: Vec<f64> = (0..wheels.len()).map(|wheel| rig.radius(wheel)).collect();
        add_ackermann(
            &mut found,
            wheels,
            (&rig.clone().wheels(), &radii),
            (units, course.axles),
            ends,
        );
    }
    Ok(found)
}

/// Verdict on curves: whether they go as far as asked.
fn verdict(halts: &[Halt], unit: &str) -> Verdict {
    let told: Vec<String> = halts.iter().map(|halt| halt.told(unit)).collect();
    match told.is_empty() {
        true => Verdict::default(),
        false => Verdict::new(Outcome::EndsEarly, told.join("; ")),
    }
}

/// First and last position.
fn ends(positions: &[f64]) -> [f64; 2] {
    let least = positions.iter().copied().fold(f64::INFINITY, f64::min);
    [least, positions.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

/// Adds the angles of Ackermann to the findings over the positions of the steering.
fn add_ackermann(
    found: &mut Findings,
    wheels: &[&str],
    (design, radii): (&[WheelMotion], &[f64]),
    (units, pairs): (&[usize], &[[usize; 2]]),
    ends: [f64; 2],
) {
    let steered = Steered::of(&found.table, wheels, (design, radii), units, pairs);
    found.figures.extend(steered.figures(&found.table, ends));
    found.panels.extend(steered.panel(&found.table));
    steered.columns(&mut found.table);
}
