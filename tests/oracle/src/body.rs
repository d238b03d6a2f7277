//! Positions and motions of bodies, and of their points and directions.

use crate::force;
use crate::slot;
use nalgebra::{Matrix3, Rotation3};
use wishbone_compiler::model::{BodyId, Model, Vec3};

/// Position and velocity of a rigid body, or their rates of change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// From body axes (vehicle axes at the design position) to world axes.
    pub rotation: Matrix3<f64>,
    /// Centre of mass, world [m].
    pub com: Vec3,
    /// World axes [rad/s].
    pub angular_velocity: Vec3,
    /// Velocity of the centre of mass, world axes [m/s].
    pub velocity: Vec3,
}

impl Motion {
    /// The design position, at rest.
    pub fn design(com: Vec3) -> Self {
        Self {
            rotation: Matrix3::identity(),
            com,
            angular_velocity: Vec3::zeros(),
            velocity: Vec3::zeros(),
        }
    }

    /// Turns the body about its centre of mass by a rotation vector in world axes [rad] and shifts it [m]; velocities
    /// are not changed.
    pub fn displace(&mut self, turn: Vec3, shift: Vec3) {
        self.rotation = Rotation3::from_scaled_axis(turn).into_inner() * self.rotation;
        self.com += shift;
    }

    /// Transforms a tensor from body axes to world axes.
    pub fn tensor(&self, body_axes: &Matrix3<f64>) -> Matrix3<f64> {
        self.rotation * body_axes * self.rotation.transpose()
    }
}

/// Position and motion of a whole vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Motions {
    /// The moving bodies in the order of declaration (the ground is not among them).
    pub bodies: Vec<Motion>,
    /// Spin of each wheel relative to its carrier [rad/s]; zero for a wheel without spin freedom.
    pub spins: Vec<f64>,
    /// Displacement of each damper in series with a spring from the design position [m].
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

    /// Changes position and motion of every body at random, each component by at most the given amounts: turn [rad],
    /// shift [m], angular velocity and spin [rad/s], velocity [m/s]. `uniform` returns numbers between -1 and 1.
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

/// A body with its points and directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Position among the moving bodies; none for the ground.
    pub slot: Option<usize>,
    /// Motion of the body.
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

    /// A direction given at the design position, in its current orientation.
    pub fn direction(&self, declared: Vec3) -> Vec3 {
        self.motion.rotation * declared
    }

    /// A point given at the design position, with its current motion.
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
    /// Position relative to the centre of mass [m].
    pub arm: Vec3,
    /// [m]
    pub position: Vec3,
    /// [m/s]
    pub velocity: Vec3,
    /// Acceleration of the point minus `a_com + alpha x arm`: `omega x (omega x arm)` [m/s^2].
    pub centripetal: Vec3,
}
