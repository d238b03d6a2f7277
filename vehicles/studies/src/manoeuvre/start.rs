//! The start of a manoeuvre, if it differs from the steady motion at its speed.

mod follow;
mod given;

use super::quantity::{self, Angle, Length, OfJoint};
use crate::dampers;
use crate::rig::NotReached;
use given::Given;
use serde::Deserialize;
use std::collections::BTreeMap;
use wishbone::fit::{Target, fit};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector};

/// Changes of the start that a manoeuvre declares.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Height by which the whole vehicle is lifted, to be dropped [m].
    #[serde(default)]
    pub height: Option<Length>,
    /// Angle by which the whole vehicle is rolled about the X axis through its middle on the ground, positive to the right [rad]
    /// (ISO 8855).
    #[serde(default)]
    pub roll: Option<Angle>,
    /// Coordinates of joints by name.
    #[serde(default, deserialize_with = "quantity::positions")]
    pub positions: BTreeMap<String, OfJoint>,
    /// Speeds of joints by name.
    #[serde(default, deserialize_with = "quantity::rates")]
    pub speeds: BTreeMap<String, OfJoint>,
}

/// Whether a number slides, by name.
pub type DoesSlide<'a> = &'a dyn Fn(&str) -> Option<bool>;

/// Which coordinates and speeds are lengths and velocities, by name: `Some(false)` for angles and angular speeds,
/// `None` if it is not known.
pub struct Slides<'a> {
    /// Of a coordinate.
    pub position: DoesSlide<'a>,
    /// Of a speed.
    pub speed: DoesSlide<'a>,
}

/// Largest remaining error of a wanted motion of the bodies [m, m/s].
const FITTED: f64 = 1e-6;

impl Start {
    /// Changes the start of a vehicle, and closes its loops. A joint that follows from other joints in its loop also
    /// gets the given number. Dampers in series with springs have no force, as after a long time in this position.
    ///
    /// # Errors
    /// Returns messages about names that the vehicle does not have, numbers in the wrong unit or that contradict each
    /// other, and positions in which its loops do not close.
    pub fn change<S: Solver>(
        &self,
        solver: &mut S,
        state: &mut S::State,
        inputs: &S::Inputs,
        slides: &Slides<'_>,
    ) -> Result<(), String> {
        let names = solver.description();
        let mut mistakes = Vec::new();
        let known = [names.coordinates, names.joint_coordinates];
        let positions = found(
            &self.positions,
            "positions",
            known,
            (slides.position, ["mm", "deg"]),
            &mut mistakes,
        );
        let known = [names.speeds, names.joint_speeds];
        let speeds = found(
            &self.speeds,
            "speeds",
            known,
            (slides.speed, ["m/s", "deg/s"]),
            &mut mistakes,
        );
        if !mistakes.is_empty() {
            return Err(mistakes.join("\n"));
        }
        follow::follow(solver, state, inputs, &positions).map_err(|told| format!("`start.positions`: {told}"))?;
        for (place, value) in &speeds {
            state.speeds_mut()[*place] = *value;
        }
        let closed = solver.close(state, inputs, &Projection::ASSEMBLY);
        let _ = closed.map_err(|reason| format!("`start.speeds`: {reason}"))?;
        given::speeds(solver, state, inputs, &speeds).map_err(|told| format!("`start.speeds`: {told}"))?;
        let places = dampers::in_series(solver, state, inputs);
        let relaxed = dampers::relax(solver, state, inputs, &places);
        relaxed.map_err(|damper| format!("`start`: {}", NotReached::Restless(damper)))?;
        self.place(solver, state, inputs)
    }

    /// Lifts and rolls all bodies together.
    fn place<S: Solver>(&self, solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<(), String> {
        let (height, roll) = (
            self.height.map_or(0.0, |height| height.0),
            self.roll.map_or(0.0, |roll| roll.0),
        );
        if height == 0.0 && roll == 0.0 {
            return Ok(());
        }
        let bodies = solver.bodies(state, inputs, &S::State::zero()).to_vec();
        solver.kinematics(state, inputs);
        let middle = middle(solver.wheels());
        let turn = |[x, y, z]: [f64; 3]| [x, roll.cos() * y - roll.sin() * z, roll.sin() * y + roll.cos() * z];
        let targets = bodies.into_iter().enumerate().map(|(body, mut motion)| {
            let [x, y, z] = turn([motion.com[0], motion.com[1] - middle, motion.com[2]]);
            motion.com = [x, y + middle, z + height];
            let columns = [0, 1, 2].map(|k| turn([0, 1, 2].map(|row| motion.rotation[row][k])));
            motion.rotation = [0, 1, 2].map(|row| [0, 1, 2].map(|k| columns[k][row]));
            motion.velocity = turn(motion.velocity);
            motion.angular_velocity = turn(motion.angular_velocity);
            Target { body, motion }
        });
        let targets: Vec<Target> = targets.collect();
        let fitted = fit(solver, state, inputs, &targets).map_err(|reason| format!("`start`: {reason}"))?;
        match fitted.position.max(fitted.velocity) < FITTED {
            true => Ok(()),
            false => Err("`start.height` and `start.roll` move the whole vehicle, which the ground holds".to_owned()),
        }
    }
}

/// Middle between the outermost wheels, lateral to the vehicle's course, along world axes [m]; zero without wheels.
fn middle(wheels: &[WheelMotion]) -> f64 {
    let across = || wheels.iter().map(|wheel| wheel.centre[1]);
    let ends = [across().reduce(f64::min), across().reduce(f64::max)];
    ends.into_iter().flatten().sum::<f64>() / 2.0
}

/// Places of the given numbers among the names that the solver has, and mistakes for all other names. `all` has the
/// names of all joints.
fn found(
    wanted: &BTreeMap<String, OfJoint>,
    kind: &str,
    [known, all]: [&[&str]; 2],
    (slides, units): (DoesSlide<'_>, [&str; 2]),
    mistakes: &mut Vec<String>,
) -> Vec<Given> {
    let mut found = Vec::new();
    for (name, own) in wanted {
        let Some(place) = known.iter().position(|known| known == name) else {
            let names = known.join(", ");
            mistakes.push(match all.contains(&name.as_str()) {
                true => {
                    format!("`start.{kind}`: `{name}` follows from other joints, or from a drive: give one of {names}")
                }
                false => format!("`start.{kind}`: the vehicle has no `{name}`; it has {names}"),
            });
            continue;
        };
        if let (Some(slides), Some(turns)) = (slides(name), own.turns)
            && slides == turns
        {
            let (does, unit) = if slides {
                ("slides", units[0])
            } else {
                ("turns", units[1])
            };
            mistakes.push(format!("`start.{kind}`: `{name}` {does}: give it in {unit}"));
            continue;
        }
        found.push((place, own.value));
    }
    found
}
