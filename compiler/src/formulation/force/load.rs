//! Loads: a force or torque of constant size, or of the size that an input gives.
//!
//! On a body, the force acts at a point along a direction that is fixed in some body, and the torque acts about this
//! direction (for the ground: fixed in the world). Its reaction, if there is one, acts on another body at this point.
//! On a joint, the load acts between the joint's bodies in the direction that the joint leaves free. It stores nothing:
//! the energy of a solver contains no work of loads.

use super::element::{Element, common_frame};
use super::line_of_action::LineOfAction;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Effort, Load, Place, Size};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// A load at a position.
pub struct LoadState<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    load: &'m Load,
    line: LineOfAction<S>,
}

impl<'m, S: Scalar> LoadState<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, load: &'m Load) -> Self {
        let design = &mechanism.design;
        let line = match &load.on {
            Place::Joint(joint) => LineOfAction::of_joint(mechanism, position, *joint),
            Place::Body {
                body,
                against,
                seen_from,
                at,
                axis,
            } => {
                let frame = common_frame(mechanism, &[*against, *body, *seen_from]);
                let direction = *design.direction(axis);
                LineOfAction {
                    bodies: [*against, *body],
                    frame,
                    axis: position.direction_in(mechanism, *seen_from, direction, frame),
                    point: (load.effort == Effort::Force)
                        .then(|| position.point_in(mechanism, *body, design.point(at), frame)),
                }
            }
        };
        LoadState {
            design,
            name,
            load,
            line,
        }
    }
}

impl<S: Scalar> Element<S> for LoadState<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        self.line.bodies.to_vec()
    }

    fn frame(&self) -> BodyId {
        self.line.frame
    }

    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        vec![self.line.rate(twist)]
    }

    fn forces(&self, _: &[S], signals: &[S]) -> Vec<S> {
        vec![match &self.load.size {
            Size::Constant(size) => self.design.number(size),
            Size::Signal(signal) => signals[signal.index()],
        }]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        self.line.wrenches(forces[0])
    }

    fn energy(&self, _: &[S]) -> S {
        S::zero()
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        let what = self.load.effort.word();
        progress.name(forces[0], &|| format!("{}.{what}", self.name));
    }
}
