//! Comparison of the truck with the oracle in single states.

use std::fmt;
use wishbone::ports::{BodyMotion, WheelLoad};
use wishbone::prelude::*;
use wishbone_compiler::model::Vec3;
use wishbone_oracle::{self as oracle, Loads, Motion, Motions, Oracle};
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::{SPINS, TruckState};

/// Differences between solver and oracle in a state.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// Largest difference of linear accelerations, relative to the largest one in the state.
    pub linear: f64,
    /// Largest difference of angular accelerations, including wheel spins, relative to the largest angular acceleration
    /// in the state.
    pub angular: f64,
    /// Largest residual of the joints by the oracle's equations [m, rad].
    pub open: f64,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { linear, angular, open } = self;
        write!(
            f,
            "in the last state accelerations differ from the oracle's by {linear:.0e} (linear) and {angular:.0e} (angular) of the largest, \
             joints are open by {open:.0e}"
        )
    }
}

impl Judgement {
    /// Compares motions of the bodies at the solver's rates, under the inputs of the scene.
    pub fn of(oracle: &Oracle, bodies: &[BodyMotion], scene: &Scene, rate: &TruckState) -> Self {
        let expected = oracle.accelerations(&scene.motions, &scene.loads);
        let (mut linear, mut angular) = (Worst::default(), Worst::default());
        for (body, expected) in bodies.iter().zip(&expected.bodies) {
            linear.add(Vec3::from(body.acceleration), expected.linear);
            angular.add(Vec3::from(body.angular_acceleration), expected.angular);
        }
        for (index, expected) in SPINS.into_iter().zip(&expected.spins) {
            angular.add(Vec3::x() * rate.v[index], Vec3::x() * *expected);
        }
        let residuals = oracle.constraint_residuals(&scene.motions, &scene.loads);
        Self {
            linear: linear.ratio(),
            angular: angular.ratio(),
            open: residuals.iter().map(|joint| joint.position).fold(0.0, f64::max),
        }
    }

    /// Fails if solver and oracle disagree.
    pub fn verdict(&self) -> Result<(), String> {
        /// Tolerance: far above rounding, far below the effect of any wrong equation.
        const TOLERANCE: f64 = 1e-8;
        let worst = self.linear.max(self.angular);
        if worst > TOLERANCE {
            return Err(format!(
                "solver and oracle disagree: accelerations differ by {worst:.1e} of the largest"
            ));
        }
        Ok(())
    }
}

/// A state of the truck with its inputs, in the form that the oracle reads.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Motions of all bodies.
    pub motions: Motions,
    /// Loads.
    pub loads: Loads,
}

impl Scene {
    /// Converts a state to absolute coordinates.
    pub fn of(bodies: &[BodyMotion], state: &TruckState, inputs: &<Hmmwv as Solver>::Inputs) -> Self {
        Self {
            motions: Motions {
                bodies: bodies.iter().map(motion).collect(),
                spins: SPINS.map(|index| state.v[index]).to_vec(),
                dampers: Vec::new(),
            },
            loads: Loads {
                drives: inputs.drives.iter().map(drive).collect(),
                wheels: inputs.wheels.iter().map(load).collect(),
                signals: inputs.signals.to_vec(),
            },
        }
    }
}

fn motion(body: &BodyMotion) -> Motion {
    let mut motion = Motion::design(Vec3::from(body.com));
    for (i, row) in body.rotation.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            motion.rotation[(i, j)] = *entry;
        }
    }
    motion.angular_velocity = Vec3::from(body.angular_velocity);
    motion.velocity = Vec3::from(body.velocity);
    motion
}

fn drive(drive: &Drive) -> oracle::Drive {
    oracle::Drive {
        position: drive.position,
        velocity: drive.velocity,
        acceleration: drive.acceleration,
    }
}

fn load(load: &WheelLoad) -> oracle::WheelLoad {
    oracle::WheelLoad {
        force: Vec3::from(load.force),
        moment: Vec3::from(load.moment),
        drive_torque: load.drive_torque,
        brake_torque: load.brake_torque,
    }
}

/// Largest difference and largest value so far.
#[derive(Default)]
struct Worst {
    difference: f64,
    value: f64,
}

impl Worst {
    fn add(&mut self, found: Vec3, expected: Vec3) {
        let difference = (found - expected).norm();
        // NaN must not count as agreement.
        self.difference = if difference.is_nan() {
            f64::INFINITY
        } else {
            self.difference.max(difference)
        };
        self.value = self.value.max(expected.norm());
    }

    /// Largest difference relative to the largest value. If the largest value is below one unit (m/s^2, rad/s^2), the absolute
    /// difference.
    fn ratio(&self) -> f64 {
        self.difference / self.value.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truck::Truck;
    use wishbone_vehicles::manoeuvres;

    /// Compares the design position, rolling, with the solver's accelerations changed by `error`.
    fn judged(error: f64) -> Judgement {
        let truck = Truck::new().expect("the library's truck compiles");
        let (mut solver, inputs) = (Hmmwv::new(), <Hmmwv as Solver>::Inputs::default());
        let state = manoeuvres::rolling(&Hmmwv::design_state(), 10.0);
        solver.kinematics(&state, &inputs);
        let mut rate = solver.accelerations(&inputs);
        rate.v[Hmmwv::V_MOTION_VZ] += error;
        let bodies = solver.bodies(&state, &inputs, &rate);
        let scene = Scene::of(bodies, &state, &inputs);
        Judgement::of(&truck.oracle, bodies, &scene, &rate)
    }

    #[test]
    fn the_oracle_agrees_with_the_solver_and_notices_an_error() {
        assert_eq!(judged(0.0).verdict(), Ok(()));
        let message = judged(1e-3).verdict().expect_err("the accelerations were falsified");
        assert!(message.starts_with("solver and oracle disagree"), "{message}");
    }
}
