//! Starts on a road with a grade.
//!
//! The steady motion up a grade is described in a frame that rises with the vehicle (Galilean transformation). In this
//! frame the vehicle moves horizontally, and the ground below it sinks by `grade * speed`. The steady motion is found
//! in that frame; then all bodies get the velocity of the frame.

use crate::problem::Problem;
use crate::vehicle::Running;
use nalgebra::{Rotation3, Vector3};
use wishbone::fit::{Target, fit};
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::terrain::{Ground, Terrain};
use wishbone_engine::{Inputs, Numbers};
use wishbone_studies::manoeuvre::{Manoeuvre, Road};

/// Largest difference from the wanted motion of the bodies [m or m/s].
const FITTED: f64 = 1e-6;

/// The inclined plane below a vehicle at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// Rise along X and along Y.
    slopes: [f64; 2],
    /// Speed of the vehicle along X [m/s].
    speed: f64,
}

impl Grade {
    /// The plane of a manoeuvre's road, without bumps.
    pub fn of(manoeuvre: &Manoeuvre) -> Self {
        Self {
            slopes: [manoeuvre.road.along.0, manoeuvre.road.across.0],
            speed: manoeuvre.speed.0,
        }
    }

    /// The ground at time zero, with the friction of the road, in the frame that rises with the vehicle.
    pub fn ground(self, road: &Road) -> impl Terrain + Clone + Send + Sync + use<> {
        let friction = road.friction_at();
        move |x: f64, y: f64, _: f64| {
            let [along, across] = self.slopes;
            Ground {
                friction: friction(x, y),
                velocity: [0.0, 0.0, -along * self.speed],
                ..Ground::sloping(along * x + across * y, self.slopes)
            }
        }
    }

    /// Moves a vehicle that rolls on level ground at the speed along the road onto the plane, in the frame that rises
    /// with the vehicle.
    ///
    /// # Errors
    /// If the ground holds the vehicle.
    pub fn lean(self, running: &Running, inputs: &Inputs, rolling: &Numbers) -> Result<Numbers, Problem> {
        let [along, across] = self.slopes;
        if self.slopes == [0.0; 2] {
            return Ok(rolling.clone());
        }
        let normal = Vector3::new(-along, -across, 1.0);
        let turn = Rotation3::rotation_between(&Vector3::z(), &normal).unwrap_or_else(Rotation3::identity);
        self.moved(running, inputs, rolling, |motion| {
            motion.com = (turn * Vector3::from(motion.com)).into();
            let rows = motion.rotation;
            let matrix = turn.matrix() * nalgebra::Matrix3::from_fn(|row, column| rows[row][column]);
            motion.rotation = [0, 1, 2].map(|row| [0, 1, 2].map(|column| matrix[(row, column)]));
            motion.velocity = [self.speed, 0.0, 0.0];
        })
    }

    /// Transforms a vehicle in steady motion back to the frame of the ground.
    ///
    /// # Errors
    /// If the ground holds the vehicle.
    pub fn rise(self, running: &Running, inputs: &Inputs, vehicle: &Numbers) -> Result<Numbers, Problem> {
        let rise = self.slopes[0] * self.speed;
        match rise == 0.0 {
            true => Ok(vehicle.clone()),
            false => self.moved(running, inputs, vehicle, |motion| motion.velocity[2] += rise),
        }
    }

    /// Speed along the road [m/s], for which the speed along X is the horizontal part.
    pub fn speed_along(self) -> f64 {
        self.speed * 1f64.hypot(self.slopes[0])
    }

    /// Changes the motion of all bodies equally; the spins of the wheels stay.
    fn moved(
        self,
        running: &Running,
        inputs: &Inputs,
        vehicle: &Numbers,
        change: impl Fn(&mut BodyMotion),
    ) -> Result<Numbers, Problem> {
        let (mut solver, mut moved) = (running.engine.clone(), vehicle.clone());
        let bodies = solver.bodies(vehicle, inputs, &Numbers::default()).to_vec();
        let targets = bodies.into_iter().enumerate().map(|(body, mut motion)| {
            change(&mut motion);
            Target { body, motion }
        });
        let targets: Vec<Target> = targets.collect();
        let fitted = fit(&mut solver, &mut moved, inputs, &targets).map_err(|reason| running.finding(reason))?;
        if fitted.position.max(fitted.velocity) > FITTED {
            return Err(running.finding("a vehicle that the ground holds cannot start on a grade"));
        }
        Ok(moved)
    }
}
