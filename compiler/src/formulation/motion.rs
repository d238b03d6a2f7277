//! How the bodies move in a state with its rate of change. Not part of a step.

use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::BodyId;
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
    /// Velocity of the centre of mass.
    pub velocity: Vec3<S>,
    /// Angular acceleration.
    pub angular_acceleration: Vec3<S>,
    /// Acceleration of the centre of mass.
    pub acceleration: Vec3<S>,
}

/// Accelerations of all bodies, in their frames, from the rates of the speeds: `A = A_in + c + H v'`, the ground at
/// rest. `rates` takes a body and returns the rates of its inboard joint's speeds, or the acceleration of its drive. It is
/// asked before the acceleration of the body is computed.
pub fn accelerations<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    velocity: &Velocity<S>,
    rates: impl Fn(BodyId) -> Vec<S>,
) -> Vec<Twist<S>> {
    let topology = mechanism.topology;
    let mut all = vec![Twist::zero(); mechanism.model.bodies.len()];
    for &body in &mechanism.order {
        let rates = rates(body);
        let inboard = all[topology.branch(body).parent.index()];
        let inboard = if topology.is_frame(body) {
            position.mount(body).twist_into(inboard)
        } else {
            inboard
        };
        let columns = crate::kinematics::subspace(mechanism, position, body);
        let start = inboard + velocity.bias(mechanism, position, body);
        all[body.index()] = columns.iter().zip(rates).fold(start, |sum, (&h, rate)| sum + h * rate);
    }
    all
}

/// How a body moves.
pub fn body<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    velocity: &Velocity<S>,
    accelerations: &[Twist<S>],
    body: BodyId,
) -> Moved<S> {
    let placement = mechanism.placement(body);
    let pose = position.pose_in(mechanism, body, BodyId::GROUND);
    let twist = velocity.twist_in(mechanism, position, body, BodyId::GROUND);
    let acceleration = accelerations[body.index()];
    let acceleration = position
        .frame_in(mechanism, body, BodyId::GROUND)
        .map_or(acceleration, |carried| carried.twist(acceleration));
    let com = mechanism.design.point(&mechanism.model.body(body).com);
    let com = position.point_in(mechanism, body, com, BodyId::GROUND);
    let moving = twist.at(com);
    Moved {
        rotation: pose.rotation * placement.axes.transpose(),
        com,
        angular_velocity: twist.angular,
        velocity: moving,
        angular_acceleration: acceleration.angular,
        // From the spatial to the material derivative: `a_point = A.at(point) + ω × v_point`.
        acceleration: acceleration.at(com) + twist.angular.cross(moving),
    }
}
