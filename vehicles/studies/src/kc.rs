//! Kinematics and compliance of the suspensions as [`Findings`]: figures at the design position, curves in bounce, roll and steer, and
//! under loads on the wheels.

pub mod compliance;
mod design;
mod travel;

use crate::findings::Findings;
use crate::kinematics::{Test, curves};
use crate::rig::{NotReached, Rig};
use std::error::Error;
use std::fmt;
use wishbone::prelude::*;

/// Wheels belong to one axle where their centres are this close along X [m].
const SAME_AXLE: f64 = 0.2;

/// Positions that the rig takes.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Positions of the wheels over the design position [m].
    pub travel: Vec<f64>,
    /// The drive that steers, by position, and its positions [m or rad].
    pub steer: Option<(usize, Vec<f64>)>,
    /// Loads on the wheels.
    pub loads: Loads,
}

/// Loads over which [compliance] is told.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    /// Forces [N].
    pub forces: Vec<f64>,
    /// Moments [N m].
    pub moments: Vec<f64>,
}

/// The test during which the rig did not reach a position.
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

/// The findings at the design position, in bounce, roll, where there is a drive that steers over its positions, and under loads.
///
/// # Errors
/// If a position is not reached.
pub fn findings<S: Solver + Clone>(
    rig: &Rig<S>,
    held: &str,
    conditions: &Conditions,
) -> Result<Vec<Findings>, Stopped> {
    let drive = conditions.steer.as_ref().map(|(drive, _)| *drive);
    let mut all = vec![design::at_design(rig, held, drive).map_err(|reason| Stopped {
        test: "design position",
        reason,
    })?];
    let steer = conditions
        .steer
        .iter()
        .map(|(drive, positions)| ("steer", Test::Steer(*drive), positions));
    let lifts = [("bounce", Test::Bounce), ("roll", Test::Roll)];
    for (name, test, positions) in lifts
        .map(|(name, test)| (name, test, &conditions.travel))
        .into_iter()
        .chain(steer)
    {
        let table = curves(rig, test, positions).map_err(|reason| Stopped { test: name, reason })?;
        let wheels = rig.solver().description().wheels;
        all.push(Findings {
            name: name.to_owned(),
            conditions: format!("{held} held at the design position"),
            figures: travel::over_travel(&table, wheels, test),
            panels: travel::panels(&table, wheels),
            table,
            ..Findings::default()
        });
    }
    let compliance = compliance::findings(rig, held, &conditions.loads);
    all.extend(compliance.map_err(|reason| Stopped {
        test: "compliance",
        reason,
    })?);
    Ok(all)
}

/// Pairs of wheels of one axle, left and right, from the front.
pub fn axles(design: &[WheelMotion]) -> Vec<[usize; 2]> {
    let mut axles = Vec::new();
    for (left, wheel) in design.iter().enumerate().filter(|(_, wheel)| wheel.centre[1] > 0.0) {
        let right = design.iter().position(|other| {
            other.centre[1] < 0.0
                && (other.centre[0] - wheel.centre[0]).abs() < SAME_AXLE
                && (other.centre[1] + wheel.centre[1]).abs() < SAME_AXLE
        });
        axles.extend(right.map(|right| [left, right]));
    }
    axles.sort_by(|a, b| design[b[0]].centre[0].total_cmp(&design[a[0]].centre[0]));
    axles
}
