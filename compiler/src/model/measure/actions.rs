//! Actions of joints and force elements on bodies, as outputs.

use super::{Actor, Measure, Output, Vector, sprung_body};
use crate::model::{BodyId, JointId, Model};

impl Actor {
    /// All joints, springs and other force elements of a vehicle, except joints that leave all freedoms.
    pub fn all(model: &Model) -> impl Iterator<Item = Self> {
        let joints = model.joints.iter().enumerate();
        let joints = joints.filter(|(_, joint)| !joint.kind.is_free());
        joints
            .map(|(place, _)| Self::Joint(place.into()))
            .chain((0..model.springs.len()).map(|place| Self::Spring(place.into())))
            .chain((0..model.forces.len()).map(|place| Self::Force(place.into())))
    }

    /// Its name as declared.
    pub fn name(self, model: &Model) -> &str {
        match self {
            Self::Joint(joint) => &model.joint(joint).name,
            Self::Spring(spring) => &model.springs[spring.index()].name,
            Self::Force(force) => &model.forces[force.index()].name,
        }
    }

    /// Word of its kind: `revolute`, `spring`, `bushing`.
    pub fn word(self, model: &Model) -> &'static str {
        match self {
            Self::Joint(joint) => model.joint(joint).kind.word(),
            Self::Spring(_) => "spring",
            Self::Force(force) => model.forces[force.index()].law.element().word(),
        }
    }

    /// The bodies on which it acts, each once.
    pub fn bodies(self, model: &Model) -> Vec<BodyId> {
        let all = match self {
            Self::Joint(joint) => vec![model.joint(joint).first, model.joint(joint).second],
            Self::Spring(spring) => {
                let spring = &model.springs[spring.index()];
                vec![spring.first, spring.second]
            }
            Self::Force(force) => model.forces[force.index()].law.element().bodies(&model.joints),
        };
        let mut each = Vec::new();
        for body in all {
            if !each.contains(&body) {
                each.push(body);
            }
        }
        each
    }
}

/// First part of the names of [`actions`].
pub const ACTION: &str = "action";

/// Actions of every joint and force element on each of its bodies, in the order of [`Actor::all`] and
/// [`Actor::bodies`]. Each action has six outputs, the force before the moment.
pub fn actions(model: &Model) -> Vec<Output> {
    let mut outputs = Vec::new();
    for by in Actor::all(model) {
        for on in by.bodies(model) {
            for (of, letter) in [(Vector::Force, "f"), (Vector::Moment, "m")] {
                for (component, axis) in ["x", "y", "z"].into_iter().enumerate() {
                    let kind = match by {
                        Actor::Joint(_) => "joint",
                        Actor::Spring(_) => "spring",
                        Actor::Force(_) => "force",
                    };
                    let (name, body) = (by.name(model), &model.body(on).name);
                    outputs.push(Output {
                        name: format!("{ACTION}.{kind}.{name}.{body}.{letter}{axis}"),
                        measure: Measure::Action { by, on, of, component },
                        span: model.bodies[0].span,
                    });
                }
            }
        }
    }
    outputs
}

/// First part of the names of [`reactions`].
pub const REACTION: &str = "reaction";

/// Force and moment of every joint and link, as outputs `reaction.JOINT.fx` to `.mz`. They are along the axes of the
/// [`sprung_body`].
pub fn reactions(model: &Model) -> Vec<Output> {
    let reference = sprung_body(&model.joints);
    let mut outputs = Vec::new();
    let held = model
        .joints
        .iter()
        .enumerate()
        .filter(|(_, joint)| !joint.kind.is_free());
    for (place, joint) in held {
        for (of, letter) in [(Vector::Force, "f"), (Vector::Moment, "m")] {
            for (component, axis) in ["x", "y", "z"].into_iter().enumerate() {
                outputs.push(Output {
                    name: format!("{REACTION}.{}.{letter}{axis}", joint.name),
                    measure: Measure::Reaction {
                        joint: JointId::from(place),
                        of,
                        component,
                        reference,
                    },
                    span: joint.span,
                });
            }
        }
    }
    outputs
}
