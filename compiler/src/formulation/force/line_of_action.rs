//! The line along which, or the axis about which, a force or torque acts between two bodies.

use super::element::common_frame;
use super::hinge::Hinge;
use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, JointId};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// A line or an axis at a position.
pub struct LineOfAction<S> {
    /// Bodies: the force acts on the second, its reaction on the first.
    pub bodies: [BodyId; 2],
    /// The body in whose frame it is given.
    pub frame: BodyId,
    /// Of unit length.
    pub axis: Vec3<S>,
    /// A point of the line; `None` if the axis is turned about.
    pub point: Option<Vec3<S>>,
}

impl<S: Scalar> LineOfAction<S> {
    /// Line or axis of the motion that a joint with one axis leaves free.
    ///
    /// # Panics
    /// If the joint has no axis.
    pub fn of_joint(mechanism: &Mechanism<S>, position: &Position<S>, id: JointId) -> Self {
        LineOfAction::with_coordinate(mechanism, position, id).0
    }

    /// This line, and the displacement of the joint along or about it since the design position [m or rad].
    ///
    /// # Panics
    /// If the joint has no axis.
    pub fn with_coordinate(mechanism: &Mechanism<S>, position: &Position<S>, id: JointId) -> (Self, S) {
        let Some(slider) = mechanism.geometry(id).slider() else {
            let Hinge { line, angle } = Hinge::new(mechanism, position, id);
            return (line, angle);
        };
        let joint = mechanism.model.joint(id);
        let bodies = [joint.first, joint.second];
        let frame = common_frame(mechanism, &bodies);
        let axis = position.direction_in(mechanism, joint.first, **slider.axis, frame);
        let [start, end] = bodies.map(|body| position.point_in(mechanism, body, *slider.at, frame));
        let topology = mechanism.topology;
        let mut outboard = bodies.into_iter().filter(|&b| b != BodyId::GROUND);
        let displacement = match outboard.find(|&b| topology.joint(b).declared == Some(id)) {
            Some(outboard) => position.coordinates(outboard)[0],
            None => axis.dot(end - start),
        };
        let point = Some(start);
        let line = LineOfAction {
            bodies,
            frame,
            axis,
            point,
        };
        (line, displacement)
    }

    /// How fast the second body moves against the first [m/s or rad/s].
    pub fn rate(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> S {
        let [first, second] = self.bodies.map(twist);
        let relative = second - first;
        self.axis.dot(match self.point {
            Some(point) => relative.at(point),
            None => relative.angular,
        })
    }

    /// A force along the line or a torque about the axis acts on the second body; its reaction acts on the first body.
    pub fn wrenches(&self, effort: S) -> Vec<(BodyId, Wrench<S>)> {
        let along = self.axis * effort;
        let wrench = match self.point {
            Some(point) => Wrench::at(point, along),
            None => Wrench::couple(along),
        };
        let [first, second] = self.bodies;
        vec![(first, -wrench), (second, wrench)]
    }
}
