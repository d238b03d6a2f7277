//! Forces and torques that depend on no motion.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, of_joint, push, turn};
use super::on_joint::ends;
use crate::diag::catalogue;
use crate::front::syntax::{self, Attribute, Path, Value};
use crate::front::units::{self, Quantity};
use crate::model::Effort;
use crate::model::attributes::Attributes;
use crate::model::namespace::Kind;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::quantity::{self, Need};
use crate::model::reading::context::Context;
use crate::model::reading::{geometry, signal};
use crate::model::{Axis, BodyId, Joint, JointId, Number, Point, Reference, SignalId, Vec3};

/// A force or torque that depends on no motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The body or joint on which it acts.
    pub on: Place,
    /// A force along an axis, or a torque about it.
    pub effort: Effort,
    /// How large it is, positive along the axis.
    pub size: Size,
}

/// Body or joint on which a load acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A body.
    Body {
        /// On which it acts.
        body: BodyId,
        /// The body on which the load's reaction acts, at the same point; on the ground the reaction has no effect.
        against: BodyId,
        /// In which its axis is fixed; the ground: in the world.
        seen_from: BodyId,
        /// Point of the body at which a force acts [m]; without meaning for a torque.
        at: Point,
        /// Its direction.
        axis: Axis,
    },
    /// The load acts on the second body of a joint, in the direction that the joint leaves free, with its reaction on
    /// the first body. It is a force on a prismatic joint, and a torque on a revolute, cylindrical or screw joint.
    Joint(JointId),
}

/// How large a load is.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// Constant in time [N or N m].
    Constant(Number),
    /// The value of an input.
    Signal(SignalId),
}

impl Element for Load {
    fn word(&self) -> &'static str {
        "load"
    }

    fn joint(&self) -> Option<JointId> {
        match self.on {
            Place::Body { .. } => None,
            Place::Joint(joint) => Some(joint),
        }
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, joints: &[Joint]) -> Vec<BodyId> {
        match self.on {
            Place::Body { body, against, .. } => vec![against, body],
            Place::Joint(joint) => ends(joints, joint),
        }
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(self.effort, "")]
    }

    fn directions(&self, joints: &[Joint], length: f64) -> Vec<Direction> {
        vec![match &self.on {
            Place::Joint(joint) => of_joint(&joints[joint.index()], self.effort, length),
            Place::Body {
                body,
                against,
                at,
                axis,
                ..
            } => {
                let rate = match self.effort {
                    Effort::Force => push(at, axis, length),
                    Effort::Torque => turn(axis),
                };
                between(*against, *body, rate)
            }
        }]
    }

    fn seen_from(&self) -> Option<BodyId> {
        match self.on {
            Place::Body { seen_from, .. } => Some(seen_from),
            Place::Joint(_) => None,
        }
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = match &mut self.on {
            Place::Body {
                body,
                against,
                seen_from,
                ..
            } => [body, against, seen_from].map(Reference::Body).into(),
            Place::Joint(joint) => vec![Reference::Joint(joint)],
        };
        if let Size::Signal(signal) = &mut self.size {
            references.push(Reference::Signal(signal));
        }
        references
    }

    fn turn_over(&mut self) -> Option<SignalId> {
        match &mut self.size {
            Size::Constant(size) => {
                *size = size.map(|x| -x);
                None
            }
            Size::Signal(signal) => Some(*signal),
        }
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let size = match &mut self.size {
            Size::Constant(size) => ValueMut::Number(size),
            Size::Signal(signal) => ValueMut::Input(*signal),
        };
        let mut listed = vec![Listed::new(self.effort.word(), self.effort.unit(), Role::Scalar, size)];
        if let Place::Body { body, at, axis, .. } = &mut self.on {
            let role = match self.effort {
                Effort::Force => Role::Polar,
                Effort::Torque => Role::Axial,
            };
            listed.push(Listed::point("at", &[*body], at));
            listed.push(Listed::axis("axis", role, axis));
        }
        listed
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        false
    }
}

/// Kinds of loads.
const EFFORTS: [(&str, Effort, &Quantity); 2] = [
    ("force", Effort::Force, &units::FORCE),
    ("torque", Effort::Torque, &units::TORQUE),
];

pub(super) fn read<'a>(
    element: &'a syntax::Element,
    context: &mut Context<'a>,
    joints: &[Option<Joint>],
) -> Option<Load> {
    let form = context.form(element, &["body_or_joint"])?;
    let subject = &form.arguments[0];
    let is_joint = !context.scope.knows(Kind::Body, subject, context.group)
        && context.scope.knows(Kind::Joint, subject, context.group);
    if is_joint {
        on_joint(element, subject, joints, context)
    } else {
        on_body(element, subject, context)
    }
}

/// Along or about the direction that the joint leaves free. A joint that could not be resolved is `None`, without a
/// report.
fn on_joint<'a>(
    element: &'a syntax::Element,
    subject: &Path,
    joints: &[Option<Joint>],
    context: &mut Context<'a>,
) -> Option<Load> {
    let id = JointId::from(context.find(Kind::Joint, subject)?);
    let kind = &joints[id.index()].as_ref()?.kind;
    let ((key, effort, quantity), example) = match (kind.slider(), kind.turning_axis()) {
        (Some(_), _) => (EFFORTS[0], "500 N"),
        (None, Some(_)) => (EFFORTS[1], "500 N*m"),
        (None, None) => {
            let message = format!("`{}` is {} and has no axis of its own", subject.text, kind.word());
            let problem = context.ledger.error(&catalogue::NO_COORDINATE, subject.span, message);
            problem.help("a load acts on a body, or on a revolute, prismatic, cylindrical or screw joint");
            return None;
        }
    };
    let mut attributes = context.attributes(element);
    let given = attributes.required(key, example);
    attributes.finish(&mut context.ledger);
    Some(Load {
        on: Place::Joint(id),
        effort,
        size: size(given?, key, (effort, quantity), context)?,
    })
}

fn on_body<'a>(element: &'a syntax::Element, subject: &Path, context: &mut Context<'a>) -> Option<Load> {
    let body = context.body(subject);
    let mut attributes = context.attributes(element);
    let given = EFFORTS.map(|(key, ..)| attributes.attribute(key));
    let chosen = match given {
        [Some(force), Some(torque)] => {
            let message = "a load is a force or a torque, not both";
            let problem = context.ledger.error(&catalogue::CONFLICT, torque.key.span, message);
            problem
                .label("one of the two is too much")
                .also(force.key.span, "the force is given here");
            None
        }
        [Some(force), None] => Some((force, 0)),
        [None, Some(torque)] => Some((torque, 1)),
        [None, None] => {
            let message = format!("load `{}` makes no force", element.name.text);
            let problem = context.ledger.error(&catalogue::NO_FORCE, element.name.span, message);
            problem.help("give its `force` or its `torque`: a number, or the name of an input");
            None
        }
    };
    let is_torque = matches!(chosen, Some((_, 1)));
    let at = point(&mut attributes, is_torque, context);
    let axis = attributes.required("axis", "x");
    let axis = axis.and_then(|value| geometry::axis(value, context));
    let seen_from = other_body(&mut attributes, "in", body, context);
    let against = other_body(&mut attributes, "against", Some(BodyId::GROUND), context);
    attributes.finish(&mut context.ledger);
    let (attribute, which) = chosen?;
    let (key, effort, quantity) = EFFORTS[which];
    let size = size(&attribute.value, key, (effort, quantity), context);
    let (body, against) = (body?, against?);
    if body == against {
        let message = format!("the reaction is on `{}` itself", subject.text);
        context.ledger.error(&catalogue::SAME_BODY, subject.span, message);
        return None;
    }
    Some(Load {
        on: Place::Body {
            body,
            against,
            seen_from: seen_from?,
            at: at?,
            axis: axis?,
        },
        effort,
        size: size?,
    })
}

/// Where a force acts; a torque acts nowhere in particular.
fn point(attributes: &mut Attributes, is_torque: bool, context: &mut Context) -> Option<crate::model::Point> {
    if !is_torque {
        return geometry::required_point(attributes, "at", context);
    }
    if let Some(Attribute { key, .. }) = attributes.attribute("at") {
        let message = "a torque has no point: it is the same wherever it acts";
        let problem = context.ledger.error(&catalogue::CONFLICT, key.span, message);
        problem.help("remove `at`, or give a `force`");
        return None;
    }
    Some(Vec3::zeros().into())
}

fn other_body(
    attributes: &mut Attributes,
    key: &'static str,
    default: Option<BodyId>,
    context: &mut Context,
) -> Option<BodyId> {
    match attributes.optional(key) {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, key, "the name of a body", &mut context.ledger),
        None => default,
    }
}

/// A number, or the name of an input.
fn size(
    value: &Value,
    key: &'static str,
    (effort, quantity): (Effort, &'static Quantity),
    context: &mut Context,
) -> Option<Size> {
    match value {
        Value::Number(_) => {
            let size = quantity::scalar(value, Need::new(key, quantity), &mut context.ledger);
            size.map(Size::Constant)
        }
        other => signal::resolve(other, key, effort, context).map(Size::Signal),
    }
}
