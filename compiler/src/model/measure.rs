//! Named outputs, and the quantities that they measure.

mod actions;
mod unit;

pub use actions::{ACTION, REACTION, actions, reactions};

use super::quantities::Listed;
use super::{BodyId, Declared, ForceId, Joint, JointId, Point, Reference, SpringId, WheelId};
use crate::diag::SourceSpan;

/// A named result.
#[derive(Clone, Debug)]
pub struct Output {
    /// `front_left.camber`
    pub name: String,
    /// The quantity that it measures.
    pub measure: Measure,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Quantity that an output measures.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// Inclination of the wheel in the frame of `reference` [rad], positive with the top outboard.
    Camber {
        /// The wheel.
        wheel: WheelId,
        /// The body against whose axes it is measured.
        reference: BodyId,
    },
    /// Toe-in of the wheel in the frame of `reference` [rad], positive with the front inboard.
    Toe {
        /// The wheel.
        wheel: WheelId,
        /// The body against whose axes it is measured.
        reference: BodyId,
    },
    /// Steer angle of the wheel in the frame of `reference` [rad], positive to the left.
    Steer {
        /// The wheel.
        wheel: WheelId,
        /// The body against whose axes it is measured.
        reference: BodyId,
    },
    /// Length of a spring [m].
    Length(SpringId),
    /// Rate of the length of a spring, positive where it becomes longer [m/s].
    LengthRate(SpringId),
    /// Force of a spring-damper, positive pushes its ends apart [N].
    Force(SpringId),
    /// Force or torque of another force element along one of its directions [N or N m].
    Effort {
        /// The element.
        force: ForceId,
        /// Position among [`Law::efforts`](super::Law::efforts).
        direction: usize,
    },
    /// Coordinate of a joint with one freedom [rad or m].
    Coordinate(JointId),
    /// Speed of a joint with one freedom [rad/s or m/s].
    Speed(JointId),
    /// Position of a point of `body` in the vehicle frame fixed in `reference` [m]; or its velocity [m/s] or
    /// acceleration [m/s^2] relative to the ground, along the axes of the vehicle frame.
    Point {
        /// Position, velocity or acceleration.
        of: Motion,
        /// The body that carries the point.
        body: BodyId,
        /// The point [m].
        point: Point,
        /// Component 0 x, 1 y, 2 z.
        component: usize,
        /// The body in whose frame it is measured.
        reference: BodyId,
    },
    /// Angle of the vehicle axes fixed in `body` relative to the axes of `reference` [rad], turned by yaw, pitch and roll in this
    /// order (ISO 8855), or its rate [rad/s].
    Attitude {
        /// The angle.
        angle: Attitude,
        /// Whether it is the rate of the angle.
        is_rate: bool,
        /// The body that turns.
        body: BodyId,
        /// The body against whose axes it is measured.
        reference: BodyId,
    },
    /// Angle of a point's velocity on the ground's plane to the left of the heading of its body [rad].
    Sideslip {
        /// The body that carries the point.
        body: BodyId,
        /// The point [m].
        point: Point,
    },
    /// Angle or distance of the steering axis, which is the line through two joints, in the frame of `reference`.
    Kingpin {
        /// The angle or distance.
        angle: Kingpin,
        /// The wheel that turns about it.
        wheel: WheelId,
        /// The lower joint and the upper one.
        joints: [JointId; 2],
        /// The body in whose frame it is measured.
        reference: BodyId,
    },
    /// Force or moment of a joint on its second body at the joint's point, along the vehicle axes fixed in `reference`
    /// [N, N m]. For a link it is given at the link's second end.
    Reaction {
        /// The joint or link.
        joint: JointId,
        /// Force or moment.
        of: Vector,
        /// Component 0 x, 1 y, 2 z.
        component: usize,
        /// The body along whose axes it is measured.
        reference: BodyId,
    },
    /// Force of a joint or a force element on one of its bodies, or its moment about the origin of the world, along
    /// world axes [N, N m].
    Action {
        /// The joint or force element.
        by: Actor,
        /// The body on which it acts.
        on: BodyId,
        /// Force or moment.
        of: Vector,
        /// Component 0 x, 1 y, 2 z.
        component: usize,
    },
    /// Kinetic energy of a body with the masses of its wheels, without the spins of the wheels [J].
    KineticEnergy(BodyId),
    /// Potential energy of a body with its wheels in the field of gravity, zero at the height of the vehicle frame's
    /// origin [J].
    PotentialEnergy(BodyId),
    /// Energy stored in a spring [J].
    ElasticEnergy(SpringId),
    /// Energy stored in another force element [J].
    StoredEnergy(ForceId),
}

/// A part that acts on bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A joint or link, with its drive.
    Joint(JointId),
    /// A spring-damper.
    Spring(SpringId),
    /// Another force element.
    Force(ForceId),
}

impl Actor {
    fn reference(&mut self) -> Reference<'_> {
        match self {
            Self::Joint(joint) => Reference::Joint(joint),
            Self::Spring(spring) => Reference::Spring(spring),
            Self::Force(force) => Reference::Force(force),
        }
    }
}

/// The body on the only free joint to the ground; the ground if there is no such joint or more than one.
pub fn sprung_body<'a>(joints: impl IntoIterator<Item = &'a Joint>) -> BodyId {
    let free = joints.into_iter().filter(|joint| joint.kind.is_free());
    let mut bodies = free.filter_map(|joint| match (joint.first, joint.second) {
        (BodyId::GROUND, body) | (body, BodyId::GROUND) => Some(body),
        _ => None,
    });
    match (bodies.next(), bodies.next()) {
        (Some(body), None) => body,
        _ => BodyId::GROUND,
    }
}

/// Position of a point, or one of its derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// [m]
    Position,
    /// [m/s]
    Velocity,
    /// [m/s^2]
    Acceleration,
}

/// Angle of a body (ISO 8855). Each is positive about the axis that is named with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attitude {
    /// About the reference's Z: nose to the left.
    Yaw,
    /// About the lateral axis of the heading: nose down.
    Pitch,
    /// About the body's X: to the right.
    Roll,
}

impl Attitude {
    /// `yaw`
    pub fn word(self) -> &'static str {
        match self {
            Self::Yaw => "yaw",
            Self::Pitch => "pitch",
            Self::Roll => "roll",
        }
    }
}

/// Part of a wrench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vector {
    /// [N]
    Force,
    /// [N m]
    Moment,
}

/// Angle or distance of a steering axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kingpin {
    /// Seen from the side, positive with its top to the rear [rad].
    Caster,
    /// Seen from behind, positive with its top inboard [rad].
    Inclination,
    /// Distance on the road from the point where the axis meets the road to the wheel plane, positive if the wheel
    /// plane is outboard [m] (ISO 8855: steering-axis offset at ground).
    ScrubRadius,
    /// Distance on the road, along the wheel plane, from the contact centre to the point where the axis meets the road,
    /// positive ahead [m] (ISO 8855).
    Trail,
}

impl Declared for Output {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        self.measure.references()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        match &mut self.measure {
            Measure::Point { body, point, .. } | Measure::Sideslip { body, point } => {
                vec![Listed::point("at", &[*body], point)]
            }
            Measure::Camber { .. }
            | Measure::Toe { .. }
            | Measure::Steer { .. }
            | Measure::Length(_)
            | Measure::LengthRate(_)
            | Measure::Attitude { .. }
            | Measure::Force(_)
            | Measure::Effort { .. }
            | Measure::Coordinate(_)
            | Measure::Speed(_)
            | Measure::Kingpin { .. }
            | Measure::Reaction { .. }
            | Measure::Action { .. }
            | Measure::KineticEnergy(_)
            | Measure::PotentialEnergy(_)
            | Measure::ElasticEnergy(_)
            | Measure::StoredEnergy(_) => Vec::new(),
        }
    }
}

impl Measure {
    fn references(&mut self) -> Vec<Reference<'_>> {
        match self {
            Measure::Camber { wheel, reference }
            | Measure::Toe { wheel, reference }
            | Measure::Steer { wheel, reference } => vec![Reference::Wheel(wheel), Reference::Body(reference)],
            Measure::Length(spring)
            | Measure::LengthRate(spring)
            | Measure::Force(spring)
            | Measure::ElasticEnergy(spring) => vec![Reference::Spring(spring)],
            Measure::Effort { force, .. } | Measure::StoredEnergy(force) => vec![Reference::Force(force)],
            Measure::Coordinate(joint) | Measure::Speed(joint) => vec![Reference::Joint(joint)],
            Measure::Point { body, reference, .. } | Measure::Attitude { body, reference, .. } => {
                [body, reference].map(Reference::Body).into()
            }
            Measure::Sideslip { body, .. } => vec![Reference::Body(body)],
            Measure::Kingpin {
                wheel,
                joints,
                reference,
                ..
            } => {
                let ends = [Reference::Wheel(wheel), Reference::Body(reference)];
                joints.iter_mut().map(Reference::Joint).chain(ends).collect()
            }
            Measure::Reaction { joint, reference, .. } => vec![Reference::Joint(joint), Reference::Body(reference)],
            Measure::Action { by, on, .. } => vec![by.reference(), Reference::Body(on)],
            Measure::KineticEnergy(body) | Measure::PotentialEnergy(body) => vec![Reference::Body(body)],
        }
    }
}
