//! How bodies stand and move, and the points and directions they carry.

use crate::force;
use crate::slot;
use nalgebra::{Matrix3, Rotation3};
use wishbone_compiler::model::{BodyId, Model, Vec3};

/// Position and velocity of a rigid body; also the rate of change of these (the same shape).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// From body axes (vehicle axes at the design position) to world axes.
    pub rotation: Matrix3<f64>,
    /// Centre of mass, world [m].
    pub com: Vec3,
    /// World axes [rad/s].
    pub angular_velocity: Vec3,
    /// Of the centre of mass, world axes [m/s].
    pub velocity: Vec3,
}

impl Motion {
    /// At the design position, at rest.
    pub fn design(com: Vec3) -> Self {
        Self {
            rotation: Matrix3::identity(),
            com,
            angular_velocity: Vec3::zeros(),
            velocity: Vec3::zeros(),
        }
    }

    /// Turns the body in place by a rotation vector in world axes [rad] and shifts it [m]; velocities stay.
    pub fn displace(&mut self, turn: Vec3, shift: Vec3) {
        self.rotation = Rotation3::from_scaled_axis(turn).into_inner() * self.rotation;
        self.com += shift;
    }

    /// A tensor given in body axes, in world axes.
    pub fn tensor(&self, body_axes: &Matrix3<f64>) -> Matrix3<f64> {
        self.rotation * body_axes * self.rotation.transpose()
    }
}

/// How a whole vehicle stands and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Motions {
    /// The moving bodies in the order of declaration (the ground is not among them).
    pub bodies: Vec<Motion>,
    /// Spin of each wheel relative to its carrier [rad/s]; zero for a wheel without spin freedom.
    pub spins: Vec<f64>,
    /// How far the damper of each spring in series with one has moved from the design position [m].
    pub dampers: Vec<f64>,
}

impl Motions {
    /// Everything at its design position, at rest.
    pub fn design(model: &Model) -> Self {
        Self {
            bodies: model
                .moving_bodies()
                .map(|id| Motion::design(*model.body(id).com))
                .collect(),
            spins: vec![0.0; model.wheels.len()],
            dampers: vec![0.0; force::in_series(model).count()],
        }
    }

    /// Throws every body off its place and out of its motion, each component by at most the amounts given: turn [rad],
    /// shift [m], angular velocity and spin [rad/s], velocity [m/s]. `uniform` yields numbers between -1 and 1.
    ///
    /// Followed by [`Oracle::assemble`](crate::Oracle::assemble) this makes random consistent states.
    pub fn scatter(&mut self, turn: f64, shift: f64, rate: f64, speed: f64, uniform: &mut impl FnMut() -> f64) {
        let mut vector = |size: f64| Vec3::from_fn(|_, _| size * uniform());
        for body in &mut self.bodies {
            body.displace(vector(turn), vector(shift));
            body.angular_velocity += vector(rate);
            body.velocity += vector(speed);
        }
        for spin in &mut self.spins {
            *spin += rate * uniform();
        }
    }
}

/// A body as the carrier of points and directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Place among the moving bodies; none for the ground.
    pub slot: Option<usize>,
    /// How it moves.
    pub motion: Motion,
    design_com: Vec3,
}

impl Frame {
    pub fn new(model: &Model, motions: &Motions, body: BodyId) -> Self {
        let design_com = *model.body(body).com;
        let slot = slot(body);
        let motion = slot.map_or(Motion::design(design_com), |index| motions.bodies[index]);
        Self {
            slot,
            motion,
            design_com,
        }
    }

    /// Angular velocity [rad/s].
    pub fn omega(&self) -> Vec3 {
        self.motion.angular_velocity
    }

    /// A direction declared at the design position, as it stands now.
    pub fn direction(&self, declared: Vec3) -> Vec3 {
        self.motion.rotation * declared
    }

    /// A point declared at the design position, as it moves now.
    pub fn point(&self, declared: Vec3) -> Point {
        let omega = self.omega();
        let arm = self.motion.rotation * (declared - self.design_com);
        Point {
            arm,
            position: self.motion.com + arm,
            velocity: self.motion.velocity + omega.cross(&arm),
            centripetal: omega.cross(&omega.cross(&arm)),
        }
    }
}

/// A point of a body, world axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// From the centre of mass [m].
    pub arm: Vec3,
    /// [m]
    pub position: Vec3,
    /// [m/s]
    pub velocity: Vec3,
    /// What its acceleration is beyond `a_com + alpha x arm`: `omega x (omega x arm)` [m/s^2].
    pub centripetal: Vec3,
}
