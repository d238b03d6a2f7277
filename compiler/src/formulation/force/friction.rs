//! Dry friction of a joint, smooth at rest.
//!
//! With the speed `v` of the joint, `F = -F₀ v / sqrt(v² + v₀²)`: never more than `F₀`, seven tenths of it at `v₀`, 99.5 %
//! at ten times that. Near rest it is a damper of the rate `F₀ / v₀`, which has to be slow enough for the step; so a joint
//! under load creeps and never sticks. It takes energy at any speed, and has derivatives of all orders.

use super::hinge::Hinge;
use super::{Element, common_frame};
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Friction, JointKind};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// Friction at a position.
pub struct Rubbing<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    friction: &'m Friction,
    way: Way<S>,
}

/// What the joint leaves free.
enum Way<S> {
    Turn(Hinge<S>),
    Slide(Slide<S>),
}

/// The line of a prismatic joint.
struct Slide<S> {
    /// First and second body of the joint.
    bodies: [BodyId; 2],
    frame: BodyId,
    axis: Vec3<S>,
    point: Vec3<S>,
}

impl<'m, S: Scalar> Rubbing<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, friction: &'m Friction) -> Self {
        let joint = mechanism.model.joint(friction.joint);
        let way = match mechanism.geometry(friction.joint) {
            JointKind::Prismatic { at, axis } => {
                let bodies = [joint.first, joint.second];
                let frame = common_frame(mechanism, &bodies);
                Way::Slide(Slide {
                    bodies,
                    frame,
                    axis: position.direction_in(mechanism, joint.first, **axis, frame),
                    point: position.point_in(mechanism, joint.first, *at, frame),
                })
            }
            _ => Way::Turn(Hinge::new(mechanism, position, friction.joint)),
        };
        Rubbing {
            design: &mechanism.design,
            name,
            friction,
            way,
        }
    }
}

impl<S: Scalar> Element<S> for Rubbing<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        match &self.way {
            Way::Turn(hinge) => hinge.bodies.to_vec(),
            Way::Slide(slide) => slide.bodies.to_vec(),
        }
    }

    fn frame(&self) -> BodyId {
        match &self.way {
            Way::Turn(hinge) => hinge.frame,
            Way::Slide(slide) => slide.frame,
        }
    }

    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        vec![match &self.way {
            Way::Turn(hinge) => hinge.rate(twist),
            Way::Slide(slide) => {
                let [first, second] = slide.bodies.map(twist);
                slide.axis.dot((second - first).at(slide.point))
            }
        }]
    }

    fn forces(&self, rates: &[S]) -> Vec<S> {
        let [limit, speed] = [&self.friction.limit, &self.friction.speed].map(|number| self.design.number(number));
        let v = rates[0];
        vec![-(limit * (v / (v * v + speed * speed).sqrt()))]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        match &self.way {
            Way::Turn(hinge) => hinge.wrenches(forces[0]),
            Way::Slide(slide) => {
                let push = Wrench::at(slide.point, slide.axis * forces[0]);
                vec![(slide.bodies[0], -push), (slide.bodies[1], push)]
            }
        }
    }

    fn energy(&self) -> S {
        S::zero()
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        let what = self.friction.effort.word();
        progress.name(forces[0], &|| format!("{}.{what}", self.name));
    }
}
