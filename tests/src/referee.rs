//! Compares two solvers in one state: passes the subject's motion to the oracle, and compares accelerations.

use crate::{Acting, Subject};
use nalgebra::{Matrix3, Vector3};
use wishbone::ports::BodyMotion;
use wishbone_oracle::{Drive, Loads, Motion, Motions, Oracle, WheelLoad};

/// Differences between subject and oracle in one state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disagreement {
    /// Largest residual of any declared joint, by the oracle's equations: position [m, rad].
    pub position: f64,
    /// Largest rate of the residuals [m/s, rad/s], or largest difference of the speeds of dampers in series.
    pub velocity: f64,
    /// Largest difference of linear accelerations, relative to the largest linear acceleration or 1 m/s^2.
    pub linear: f64,
    /// Largest difference of angular accelerations (including wheel spins), relative to the largest angular
    /// acceleration or 1 rad/s^2.
    pub angular: f64,
    /// Difference of energies, relative to the largest part.
    pub energy: f64,
}

impl Disagreement {
    /// The worst value of each quantity.
    pub fn worst(self, other: Self) -> Self {
        Disagreement {
            position: self.position.max(other.position),
            velocity: self.velocity.max(other.velocity),
            linear: self.linear.max(other.linear),
            angular: self.angular.max(other.angular),
            energy: self.energy.max(other.energy),
        }
    }

    /// Relative error of the accelerations.
    pub fn acceleration(&self) -> f64 {
        self.linear.max(self.angular)
    }
}

/// Compares one state of the subject with the oracle. `spins`: position of each wheel's spin among the speeds.
pub fn compare(
    oracle: &Oracle,
    subject: &mut dyn Subject,
    spins: &[Option<usize>],
    (q, v, acting): &(Vec<f64>, Vec<f64>, Acting),
) -> Disagreement {
    let rates = subject.rates(q, v, acting);
    let moving = subject.bodies(q, v, acting, &rates.v);
    let mut motions = motions(&moving, spins, v);
    // The displacements of dampers in series are the last coordinates.
    let dampers = q.len() - oracle.design().dampers.len();
    motions.dampers = q[dampers..].to_vec();
    let loads = loads(acting);
    let residuals = oracle.constraint_residuals(&motions, &loads);
    let expected = oracle.accelerations(&motions, &loads);

    let mut damper = Relative::default();
    for (found, expected) in rates.q[dampers..].iter().zip(&expected.dampers) {
        damper.add(Vector3::new(*found, 0.0, 0.0), Vector3::new(*expected, 0.0, 0.0));
    }
    let spin_rates: Vec<f64> = spins.iter().map(|s| s.map_or(0.0, |s| rates.v[s])).collect();
    let (mut linear, mut angular) = (Relative::default(), Relative::default());
    for (found, expected) in moving.iter().zip(&expected.bodies) {
        linear.add(Vector3::from(found.acceleration), expected.linear);
        angular.add(Vector3::from(found.angular_acceleration), expected.angular);
    }
    for (found, expected) in spin_rates.iter().zip(&expected.spins) {
        angular.add(Vector3::new(*found, 0.0, 0.0), Vector3::new(*expected, 0.0, 0.0));
    }
    let (found, expected) = (subject.energy(q, v, acting), oracle.energy_under(&motions, &loads));
    let parts = [
        (found.kinetic, expected.kinetic),
        (found.gravity, expected.gravity),
        (found.elastic, expected.elastic),
    ];
    let largest = parts.iter().map(|(_, e)| e.abs()).fold(1e-9, f64::max);
    Disagreement {
        position: residuals.iter().map(|r| r.position).fold(0.0, f64::max),
        velocity: residuals.iter().map(|r| r.velocity).fold(damper.ratio(), f64::max),
        linear: linear.ratio(),
        angular: angular.ratio(),
        energy: parts.iter().map(|(f, e)| (f - e).abs()).fold(0.0, f64::max) / largest,
    }
}

/// The subject's motion in the oracle's form. `spins` as in [`compare`], `v` the speeds.
pub fn motions(bodies: &[BodyMotion], spins: &[Option<usize>], v: &[f64]) -> Motions {
    Motions {
        bodies: bodies.iter().map(motion).collect(),
        spins: spins.iter().map(|s| s.map_or(0.0, |s| v[s])).collect(),
        dampers: Vec::new(),
    }
}

/// Largest difference and largest value of a quantity.
#[derive(Default)]
struct Relative {
    difference: f64,
    value: f64,
}

impl Relative {
    fn add(&mut self, found: Vector3<f64>, expected: Vector3<f64>) {
        let difference = (found - expected).norm();
        // NaN must not count as agreement.
        self.difference = if difference.is_nan() {
            f64::INFINITY
        } else {
            self.difference.max(difference)
        };
        self.value = self.value.max(expected.norm());
    }

    /// Relative difference; the absolute difference if hardly anything accelerates (locked loops), because forces that
    /// cancel leave rounding errors.
    fn ratio(&self) -> f64 {
        self.difference / self.value.max(1.0)
    }
}

fn motion(body: &BodyMotion) -> Motion {
    Motion {
        rotation: Matrix3::from_fn(|i, j| body.rotation[i][j]),
        com: Vector3::from(body.com),
        angular_velocity: Vector3::from(body.angular_velocity),
        velocity: Vector3::from(body.velocity),
    }
}

/// The inputs in the oracle's form.
pub fn loads(acting: &Acting) -> Loads {
    let drive = |d: &wishbone::ports::Drive| Drive {
        position: d.position,
        velocity: d.velocity,
        acceleration: d.acceleration,
    };
    let wheel = |w: &wishbone::ports::WheelLoad| WheelLoad {
        force: Vector3::from(w.force),
        moment: Vector3::from(w.moment),
        drive_torque: w.drive_torque,
        brake_torque: w.brake_torque,
    };
    Loads {
        drives: acting.drives.iter().map(drive).collect(),
        wheels: acting.wheels.iter().map(wheel).collect(),
        signals: acting.signals.clone(),
    }
}
