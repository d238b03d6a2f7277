//! The axis about which a joint turns, and how far it has turned: what elements *on a joint* have in common.

use super::common_frame;
use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, JointId, JointKind};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// A joint that turns about one axis.
pub struct Hinge<S> {
    /// First and second body of the joint.
    pub bodies: [BodyId; 2],
    /// The body in whose frame the axis is given.
    pub frame: BodyId,
    /// Of unit length: positive turns take the second body about it, seen from the first.
    axis: Vec3<S>,
    /// [rad]
    pub angle: S,
}

impl<S: Scalar> Hinge<S> {
    /// At that position.
    ///
    /// The angle of a joint in the tree is its coordinate, which counts whole revolutions. Of one that is cut nothing is
    /// kept but the poses of its bodies: there it lies within half a turn of the design position.
    ///
    /// # Panics
    /// If the joint has no axis of its own.
    pub fn new(mechanism: &Mechanism<S>, position: &Position<S>, id: JointId) -> Self {
        let joint = mechanism.model.joint(id);
        let bodies = [joint.first, joint.second];
        let frame = common_frame(mechanism, &bodies);
        let (JointKind::Revolute { axis, .. } | JointKind::Cylindrical { axis, .. } | JointKind::Screw { axis, .. }) =
            mechanism.geometry(id)
        else {
            unreachable!("checked where the element was resolved")
        };
        let direction = |body, d: Vec3<S>| position.direction_in(mechanism, body, d, frame);
        let topology = mechanism.topology;
        let outboard = bodies
            .into_iter()
            .find(|&b| b != BodyId::GROUND && topology.joint(b).declared == Some(id));
        let (carrier, angle) = match outboard {
            // Seen from the inboard body, the axis often stands still.
            Some(outboard) => (topology.branch(outboard).parent, position.coordinates(outboard)[0]),
            None => {
                let (across, beside) = axis.across();
                let turned = direction(joint.second, *across);
                let [cos, sin] = [across, beside].map(|d| turned.dot(direction(joint.first, *d)));
                (joint.first, sin.atan2(cos))
            }
        };
        Hinge {
            bodies,
            frame,
            axis: direction(carrier, **axis),
            angle,
        }
    }

    /// How fast the second body turns relative to the first [rad/s].
    pub fn rate(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> S {
        let [first, second] = self.bodies.map(twist);
        self.axis.dot(second.angular - first.angular)
    }

    /// A torque about the axis: on the second body, and its reaction on the first.
    pub fn wrenches(&self, torque: S) -> Vec<(BodyId, Wrench<S>)> {
        let moment = self.axis * torque;
        let [first, second] = self.bodies;
        vec![(first, Wrench::couple(-moment)), (second, Wrench::couple(moment))]
    }
}
