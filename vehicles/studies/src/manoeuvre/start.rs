//! The start of a manoeuvre, if it differs from the steady motion at its speed.

use super::quantity::{Angle, Length, Position, Rate};
use serde::Deserialize;
use std::collections::BTreeMap;
use wishbone::fit::{Target, fit};
use wishbone::prelude::*;

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
    #[serde(default)]
    pub positions: BTreeMap<String, Position>,
    /// Speeds of joints by name.
    #[serde(default)]
    pub speeds: BTreeMap<String, Rate>,
}

/// Largest remaining error of a wanted motion of the bodies [m, m/s].
const FITTED: f64 = 1e-6;

impl Start {
    /// Changes the start of a vehicle, and closes its loops.
    ///
    /// # Errors
    /// Names that the vehicle does not have, and positions in which its loops do not close, all in words.
    pub fn change<S: Solver>(&self, solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Result<(), String> {
        let names = solver.description();
        let mut mistakes = Vec::new();
        let mut set = |kind: &str, known: &[&str], wanted: Vec<(&String, f64)>, own: &mut [f64]| {
            for (name, value) in wanted {
                match known.iter().position(|known| known == name) {
                    Some(place) => own[place] = value,
                    None => mistakes.push(format!(
                        "`start.{kind}`: the vehicle has no `{name}`; it has {}",
                        known.join(", ")
                    )),
                }
            }
        };
        let positions = self.positions.iter().map(|(name, own)| (name, own.0)).collect();
        let speeds = self.speeds.iter().map(|(name, own)| (name, own.0)).collect();
        set("positions", names.coordinates, positions, state.coordinates_mut());
        set("speeds", names.speeds, speeds, state.speeds_mut());
        if !mistakes.is_empty() {
            return Err(mistakes.join("\n"));
        }
        if let Err(reason) = solver.close(state, inputs, &Projection::ASSEMBLY) {
            return Err(format!("`start`: {reason}"));
        }
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
        let middle = bodies.iter().map(|body| body.com[1]).sum::<f64>() / bodies.len().max(1) as f64;
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
