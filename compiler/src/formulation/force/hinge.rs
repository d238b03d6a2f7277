//! The axis about which a joint turns, and its angle of rotation: the common part of all elements *on a joint*.

use super::element::common_frame;
use super::line_of_action::LineOfAction;
use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, JointId};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// A joint that turns about one axis.
pub struct Hinge<S> {
    /// Axis of the joint: a positive turn rotates the second body about this axis, relative to the first body.
    pub line: LineOfAction<S>,
    /// [rad]
    pub angle: S,
}

impl<S: Scalar> Hinge<S> {
    /// At that position.
    ///
    /// The angle of a joint in the tree is its coordinate, which counts whole revolutions. For a cut joint, only the
    /// poses of its bodies are known. The travel of a screw gives its turns; all other joints lie within a half turn of
    /// the design position.
    ///
    /// # Panics
    /// If the joint has no axis.
    pub fn new(mechanism: &Mechanism<S>, position: &Position<S>, id: JointId) -> Self {
        let joint = mechanism.model.joint(id);
        let bodies = [joint.first, joint.second];
        let frame = common_frame(mechanism, &bodies);
        let axis = mechanism.geometry(id).turning_axis();
        let axis = axis.expect("checked where the element was resolved");
        let direction = |body, d: Vec3<S>| position.direction_in(mechanism, body, d, frame);
        let topology = mechanism.topology;
        let outboard = bodies
            .into_iter()
            .find(|&b| b != BodyId::GROUND && topology.joint(b).declared == Some(id));
        let (carrier, angle) = match outboard {
            // Seen from the inboard body, the axis often stands still.
            Some(outboard) => (topology.branch(outboard).parent, position.coordinates(outboard)[0]),
            None => (joint.first, from_poses(mechanism, position, id, frame)),
        };
        let line = LineOfAction {
            bodies,
            frame,
            axis: direction(carrier, **axis),
            point: None,
        };
        Hinge { line, angle }
    }
}

/// Angle between the bodies of a joint, relative to a frame that carries both bodies.
fn from_poses<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, id: JointId, frame: BodyId) -> S {
    let joint = mechanism.model.joint(id);
    let geometry = mechanism.geometry(id);
    let direction = |body, d: Vec3<S>| position.direction_in(mechanism, body, d, frame);
    if let Some(screw) = geometry.single_axis().filter(|single| single.travel != 0.0) {
        let [start, end] = [joint.first, joint.second].map(|body| position.point_in(mechanism, body, *screw.at, frame));
        return direction(joint.first, **screw.axis).dot(end - start) / S::from(screw.travel);
    }
    let axis = geometry.turning_axis();
    let (across, beside) = axis.expect("checked where the element was resolved").across();
    let turned = direction(joint.second, *across);
    let [cos, sin] = [across, beside].map(|d| turned.dot(direction(joint.first, *d)));
    sin.atan2(cos)
}
