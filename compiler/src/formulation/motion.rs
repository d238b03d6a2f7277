//! What a user may ask about a state and its rate: motion of the bodies, named outputs. Not part of a step.

use super::springs::Stretched;
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::{BodyId, JointId, JointKind, Measure, Vec3 as Constant, Wheel};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// Motion of one body, world axes.
pub struct Moved<S> {
    /// From vehicle axes at the design position to the world.
    pub rotation: Mat3<S>,
    /// Centre of mass of the declared body.
    pub com: Vec3<S>,
    /// Angular velocity.
    pub angular_velocity: Vec3<S>,
    /// Of the centre of mass.
    pub velocity: Vec3<S>,
    /// Angular acceleration.
    pub angular_acceleration: Vec3<S>,
    /// Of the centre of mass.
    pub acceleration: Vec3<S>,
}

/// Accelerations of all bodies, in their frames, from the rates of the speeds: `A = A_in + c + H v'`, the ground at
/// rest.
pub fn accelerations<S: Scalar>(
    mechanism: &Mechanism,
    position: &Position<S>,
    velocity: &Velocity<S>,
    v_rate: &[S],
    drives: &[S],
) -> Vec<Twist<S>> {
    let topology = mechanism.topology;
    let mut all = vec![Twist::zero(); mechanism.model.bodies.len()];
    for &body in &topology.order {
        let inboard = all[topology.branch(body).parent.index()];
        let inboard = if topology.is_frame(body) {
            position.mount(body).twist_into(inboard)
        } else {
            inboard
        };
        let rates = match topology.joint(body).drive {
            Some(drive) => vec![drives[drive.index()]],
            None => v_rate[mechanism.layout.slot(body).v.clone()].to_vec(),
        };
        let columns = crate::kinematics::subspace(mechanism, position, body);
        let start = inboard + velocity.bias(mechanism, position, body);
        all[body.index()] = columns.iter().zip(rates).fold(start, |sum, (&h, rate)| sum + h * rate);
    }
    all
}

/// How a body moves.
pub fn body<S: Scalar>(
    mechanism: &Mechanism,
    position: &Position<S>,
    velocity: &Velocity<S>,
    accelerations: &[Twist<S>],
    body: BodyId,
) -> Moved<S> {
    let placement = &mechanism.placements[body.index()];
    let pose = position.pose_in(mechanism, body, BodyId::GROUND);
    let twist = velocity.twist_in(mechanism, position, body, BodyId::GROUND);
    let acceleration = position
        .frames_between(mechanism, body, BodyId::GROUND)
        .fold(accelerations[body.index()], |a, mount| mount.twist(a));
    let com = position.point_in(mechanism, body, &mechanism.model.body(body).com, BodyId::GROUND);
    let moving = twist.at(com);
    Moved {
        rotation: pose.rotation * Mat3::constant(&placement.axes).transpose(),
        com,
        angular_velocity: twist.angular,
        velocity: moving,
        angular_acceleration: acceleration.angular,
        // From the spatial to the material derivative: `a_point = A.at(point) + ω × v_point`.
        acceleration: acceleration.at(com) + twist.angular.cross(moving),
    }
}

/// A named output at that position and velocity.
pub fn measure<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, velocity: &Velocity<S>, what: &Measure) -> S {
    match what {
        Measure::Camber { wheel, reference } => {
            // Positive with the top outboard: the axis then dips on the side on which the wheel stands.
            let wheel = &mechanism.model.wheels[wheel.index()];
            let [x, y, z] = axis_in(mechanism, position, wheel, *reference).0;
            (S::from(-side(wheel)) * z).atan2((x * x + y * y).sqrt())
        }
        Measure::Steer { wheel, reference } => steer(axis_in(
            mechanism,
            position,
            &mechanism.model.wheels[wheel.index()],
            *reference,
        )),
        Measure::Toe { wheel, reference } => {
            // Toe-in: steered towards the middle.
            let wheel = &mechanism.model.wheels[wheel.index()];
            S::from(-side(wheel)) * steer(axis_in(mechanism, position, wheel, *reference))
        }
        Measure::Length(spring) => Stretched::new(mechanism, position, &mechanism.model.springs[spring.index()]).length,
        Measure::Force(spring) => {
            let spring = &mechanism.model.springs[spring.index()];
            let stretched = Stretched::new(mechanism, position, spring);
            let rate = stretched.rate(mechanism, position, velocity, spring);
            stretched.force(spring, rate)
        }
        Measure::Coordinate(joint) => coordinate(mechanism, position, *joint),
        Measure::Speed(joint) => speed(mechanism, position, velocity, *joint),
        Measure::Position {
            body,
            point,
            component,
            reference,
        } => {
            let world = position.point_in(mechanism, *body, point, BodyId::GROUND);
            in_design_axes(mechanism, position, *reference, world).0[*component]
        }
    }
}

/// 1 on the left, -1 on the right.
fn side(wheel: &Wheel) -> f64 {
    if wheel.centre.y < 0.0 { -1.0 } else { 1.0 }
}

/// Spin axis, turned to point left, in the vehicle axes of a body.
fn axis_in<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, wheel: &Wheel, reference: BodyId) -> Vec3<S> {
    let left = if wheel.axis.y < 0.0 { -wheel.axis } else { wheel.axis };
    let world = position.direction_in(mechanism, wheel.carrier, &left, BodyId::GROUND);
    design_rotation(mechanism, position, reference).transpose() * world
}

/// The wheel's heading is at right angles to its axis: `(cos δ, sin δ)` for an axis along `(-sin δ, cos δ)`.
fn steer<S: Scalar>(axis: Vec3<S>) -> S {
    (-axis.0[0]).atan2(axis.0[1])
}

/// From vehicle axes fixed in a body to the world.
fn design_rotation<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, body: BodyId) -> Mat3<S> {
    let axes = Mat3::constant(&mechanism.placements[body.index()].axes);
    position.pose_in(mechanism, body, BodyId::GROUND).rotation * axes.transpose()
}

/// A point of the world in the vehicle frame fixed in a body.
fn in_design_axes<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, body: BodyId, point: Vec3<S>) -> Vec3<S> {
    let origin = position.point_in(mechanism, body, &Constant::zeros(), BodyId::GROUND);
    design_rotation(mechanism, position, body).transpose() * (point - origin)
}

/// Angle or displacement of a revolute or prismatic joint, whether in the tree, driven or cut: from the poses.
fn coordinate<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, joint: JointId) -> S {
    let joint = mechanism.model.joint(joint);
    let direction = |body, d: &Constant| position.direction_in(mechanism, body, d, BodyId::GROUND);
    match &joint.kind {
        JointKind::Revolute { axis, .. } => {
            let across = if axis.z.abs() < 0.9 {
                axis.cross(&Constant::z())
            } else {
                axis.cross(&Constant::x())
            }
            .normalize();
            let turned = direction(joint.second, &across);
            turned
                .dot(direction(joint.first, &axis.cross(&across)))
                .atan2(turned.dot(direction(joint.first, &across)))
        }
        JointKind::Prismatic { at, axis } => {
            let point = |body| position.point_in(mechanism, body, at, BodyId::GROUND);
            direction(joint.first, axis).dot(point(joint.second) - point(joint.first))
        }
        _ => S::zero(),
    }
}

/// Rate of the same.
fn speed<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, velocity: &Velocity<S>, joint: JointId) -> S {
    let joint = mechanism.model.joint(joint);
    let twist = |body| velocity.twist_in(mechanism, position, body, BodyId::GROUND);
    let relative = twist(joint.second) - twist(joint.first);
    match &joint.kind {
        JointKind::Revolute { axis, .. } => position
            .direction_in(mechanism, joint.first, axis, BodyId::GROUND)
            .dot(relative.angular),
        JointKind::Prismatic { at, axis } => {
            let along = position.direction_in(mechanism, joint.first, axis, BodyId::GROUND);
            along.dot(relative.at(position.point_in(mechanism, joint.second, at, BodyId::GROUND)))
        }
        _ => S::zero(),
    }
}
