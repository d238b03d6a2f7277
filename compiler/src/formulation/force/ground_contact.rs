//! Contacts of a body's points with the ground.
//!
//! The ground near the point is the plane through its height `h` below the point, with the slopes `a`, `b`:
//! `n = (-a, -b, 1) / sqrt(1 + a² + b²)`, `d = (h - z) n_z`. With the velocity `u` of the point over the ground, `d' = -n·u`,
//! `t = u - n (n·u)`: where `d > 0`, `N = max(0, elastic(d) + c d')` and `F = N (n - μ t / sqrt(t² + v₀²))` on the body.
//!
//! All in world axes. The plane does not contain the rate at which its normal turns; this rate is neglected.

use super::curve::{integral, value};
use super::element::Element;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, GroundContact};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// A contact at a position.
pub struct Touching<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    contact: &'m GroundContact,
    /// World axes [m].
    point: Vec3<S>,
}

/// Ground below a point, world axes.
struct Plane<S> {
    normal: Vec3<S>,
    /// [m/s]
    velocity: Vec3<S>,
    /// Depth of the point in the ground [m].
    depth: S,
}

impl<'m, S: Scalar> Touching<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, contact: &'m GroundContact) -> Self {
        Touching {
            design: &mechanism.design,
            name,
            contact,
            point: point(mechanism, position, contact),
        }
    }

    /// The ground that the signals describe.
    fn plane(&self, signals: &[S]) -> Plane<S> {
        let [height, slope_x, slope_y, x, y, z] = self.contact.ground.map(|signal| signals[signal.index()]);
        let up = S::one() / (S::one() + slope_x * slope_x + slope_y * slope_y).sqrt();
        Plane {
            normal: Vec3([-(slope_x * up), -(slope_y * up), up]),
            velocity: Vec3([x, y, z]),
            depth: (height - self.point.0[2]) * up,
        }
    }
}

/// The point of a contact, world axes [m].
pub fn point<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, contact: &GroundContact) -> Vec3<S> {
    let point = mechanism.design.point(&contact.at);
    position.point_in(mechanism, contact.body, point, BodyId::GROUND)
}

impl<S: Scalar> Element<S> for Touching<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![BodyId::GROUND, self.contact.body]
    }

    fn frame(&self) -> BodyId {
        BodyId::GROUND
    }

    /// Velocity of the point [m/s].
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let relative = twist(self.contact.body) - twist(BodyId::GROUND);
        relative.at(self.point).0.to_vec()
    }

    fn forces(&self, rates: &[S], signals: &[S]) -> Vec<S> {
        let Plane {
            normal,
            velocity,
            depth,
        } = self.plane(signals);
        let over = Vec3([rates[0], rates[1], rates[2]]) - velocity;
        let leaving = normal.dot(over);
        let mut push = value(self.design, &self.contact.elastic, depth);
        if let Some(damping) = &self.contact.damping {
            push = push - self.design.number(damping) * leaving;
            push = push.select(S::zero(), push);
        }
        let push = depth.select(S::zero(), push);
        let mut force = normal * push;
        if let Some(friction) = &self.contact.friction {
            let [coefficient, slow] = [&friction.limit, &friction.speed].map(|number| self.design.number(number));
            let along = over - normal * leaving;
            let speed = (along.dot(along) + slow * slow).sqrt();
            force = force - along * (coefficient * push / speed);
        }
        force.0.to_vec()
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let wrench = Wrench::at(self.point, Vec3([forces[0], forces[1], forces[2]]));
        vec![(BodyId::GROUND, -wrench), (self.contact.body, wrench)]
    }

    fn energy(&self, signals: &[S]) -> S {
        let depth = self.plane(signals).depth;
        depth.select(S::zero(), integral(self.design, &self.contact.elastic, depth))
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        for (force, axis) in forces.iter().zip(["x", "y", "z"]) {
            progress.name(*force, &|| format!("{}.force_{axis}", self.name));
        }
    }
}
