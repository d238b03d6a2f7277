//! Directions along which force elements act, at the design position.

use crate::model::Effort;
use crate::model::{BodyId, Joint, Vec3};
use nalgebra::Vector6;

/// A direction of a force element. For each body the row has the coefficients of the body's twist `[L ω; v]` in the
/// rate along the direction.
pub type Direction = Vec<(BodyId, Vector6<f64>)>;

/// Velocity of a point along a direction: `(v + ω × p) · u`.
pub fn push(point: &Vec3, along: &Vec3, length: f64) -> Vector6<f64> {
    joined(&(point.cross(along) / length), along)
}

/// Angular velocity about a direction, as a velocity at the distance `L`.
pub fn turn(axis: &Vec3) -> Vector6<f64> {
    joined(axis, &Vec3::zeros())
}

/// Of one body against another.
pub fn between(first: BodyId, second: BodyId, rate: Vector6<f64>) -> Direction {
    vec![(first, -rate), (second, rate)]
}

/// Along or about the axis of a joint, in the direction that the joint leaves free.
pub(super) fn of_joint(joint: &Joint, effort: Effort, length: f64) -> Direction {
    let axis = joint.kind.directions()[0];
    let rate = match effort {
        Effort::Force => push(&joint.kind.points()[0], axis, length),
        Effort::Torque => turn(axis),
    };
    between(joint.first, joint.second, rate)
}

fn joined(first: &Vec3, second: &Vec3) -> Vector6<f64> {
    Vector6::new(first.x, first.y, first.z, second.x, second.y, second.z)
}
