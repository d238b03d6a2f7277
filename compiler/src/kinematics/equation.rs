//! One equation of a cut joint, and what equations are made of.

use super::{Mechanism, Position};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};
use crate::topology::Loop;

/// One equation of a cut joint, in the frame of its loop.
///
/// Its rate is `first · V_first + second · V_second`; so `first` and `second` are also the wrenches by which a unit
/// multiplier acts on the two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Row<S> {
    /// Zero where the loop is closed [m, or rad to first order]. For a driven link the position of the drive must still
    /// be subtracted ([`less_drive`]).
    pub residual: S,
    /// Wrench on the first body of the joint.
    pub first: Wrench<S>,
    /// Wrench on the second body.
    pub second: Wrench<S>,
}

/// The two bodies of a cut joint in the frame of its loop.
pub struct Ends<'a, S> {
    /// The vehicle.
    pub mechanism: &'a Mechanism<'a, S>,
    /// Where its bodies are.
    pub position: &'a Position<S>,
    /// The first and the second body of the joint.
    pub bodies: [BodyId; 2],
    /// The body in whose frame the equations are written.
    pub frame: BodyId,
}

impl<'a, S: Scalar> Ends<'a, S> {
    /// The bodies of the cut joint of a loop.
    pub fn new(mechanism: &'a Mechanism<'a, S>, position: &'a Position<S>, l: &Loop) -> Self {
        let joint = mechanism.model.joint(l.cut);
        Ends {
            mechanism,
            position,
            bodies: [joint.first, joint.second],
            frame: l.frame,
        }
    }

    /// The bodies of a body's inboard joint, with the parent first, in the body's frame.
    pub(super) fn inboard(mechanism: &'a Mechanism<'a, S>, position: &'a Position<S>, body: BodyId) -> Self {
        let branch = mechanism.topology.branch(body);
        Ends {
            mechanism,
            position,
            bodies: [branch.parent, body],
            frame: branch.frame,
        }
    }

    /// A point of each body, given at the design position.
    pub fn points(&self, first: Vec3<S>, second: Vec3<S>) -> [Vec3<S>; 2] {
        let point = |k: usize, p: Vec3<S>| self.position.point_in(self.mechanism, self.bodies[k], p, self.frame);
        [point(0, first), point(1, second)]
    }

    /// A direction fixed in the first body.
    pub fn first_direction(&self, direction: Vec3<S>) -> Vec3<S> {
        self.position
            .direction_in(self.mechanism, self.bodies[0], direction, self.frame)
    }

    /// A direction fixed in the second body.
    pub fn second_direction(&self, direction: Vec3<S>) -> Vec3<S> {
        self.position
            .direction_in(self.mechanism, self.bodies[1], direction, self.frame)
    }
}

/// `a·b = 0` for a direction `a` of the first and `b` of the second body: the rate is `(ω₂ - ω₁)·(b × a)`.
pub fn perpendicular<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Row<S> {
    let second = Wrench::couple(b.cross(a));
    Row {
        residual: a.dot(b),
        first: -second,
        second,
    }
}

/// Second derivative of [`perpendicular`] without accelerations: `(ω₂ - ω₁)·((ω₂ × b) × a + b × (ω₁ × a))`.
pub fn perpendicular_bias<S: Scalar>(a: Vec3<S>, b: Vec3<S>, twists: &[Twist<S>; 2]) -> S {
    let [first, second] = twists.map(|t| t.angular);
    (second - first).dot(second.cross(b).cross(a) + b.cross(first.cross(a)))
}

/// The second of two points stays in the plane through the first point that is perpendicular to a direction `n` of the
/// first body. The rate is `n·(v₂ - v₁)` with the velocities `v₁`, `v₂` of both bodies at the second point.
pub fn in_plane<S: Scalar>([p, q]: [Vec3<S>; 2], normal: Vec3<S>) -> Row<S> {
    let second = Wrench::at(q, normal);
    Row {
        residual: normal.dot(q - p),
        first: -second,
        second,
    }
}

/// Second derivative of [`in_plane`] without accelerations: `(ω₁ × n)·(v₂ - v₁) + n·((ω₂ - ω₁) × v₂)`.
pub fn in_plane_bias<S: Scalar>([_, q]: [Vec3<S>; 2], normal: Vec3<S>, twists: &[Twist<S>; 2]) -> S {
    let [first, second] = twists;
    let (v1, v2) = (first.at(q), second.at(q));
    first.angular.cross(normal).dot(v2 - v1) + normal.dot((second.angular - first.angular).cross(v2))
}

/// Second derivative, without accelerations, of the gap between two points that coincide: `ω₂ × v₂ - ω₁ × v₁`. (The
/// rotation of the frame multiplies the gap and its rate, which are zero.)
pub fn parallel_bias<S: Scalar>(ends: &Ends<S>, twists: &[Twist<S>; 2], at: Vec3<S>) -> Vec3<S> {
    let [p, q] = ends.points(at, at);
    let [first, second] = twists;
    second.angular.cross(second.at(q)) - first.angular.cross(first.at(p))
}
