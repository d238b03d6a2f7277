//! Force elements other than spring-dampers.

use super::measure::Part;
use super::{Axis, BodyId, Curve, JointId, Model, Number, Point, SignalId};
use crate::diag::SourceSpan;
use nalgebra::{Matrix3, Matrix6};

/// A force element.
#[derive(Clone, Debug)]
pub struct Force {
    /// `front_left.torsion_bar`
    pub name: String,
    /// What it does.
    pub law: Law,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// What a force element does.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// A bushing.
    Bushing(Box<Bushing>),
    /// Dry friction of a joint.
    Friction(Friction),
    /// A force or torque of its own.
    Load(Load),
    /// An anti-roll bar.
    RollBar(RollBar),
    /// A torsion spring-damper on a joint.
    Torsion(Torsion),
}

/// A torsion spring-damper about the axis of a joint.
///
/// With the angle `φ` of the joint, from the design position and with whole revolutions counted where the joint is in the
/// tree, `M = preload - elastic(φ - free_angle) - damping(φ') + actuator` turns the second body of the joint about the axis, `-M`
/// the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Torsion {
    /// A revolute, cylindrical or screw joint.
    pub joint: JointId,
    /// Angle without elastic torque [rad].
    pub free_angle: Number,
    /// Torque at the free angle [N m].
    pub preload: Number,
    /// Elastic torque over `φ - free_angle` [N m over rad]; none: zero.
    pub elastic: Option<Curve>,
    /// Damping torque over `φ'` [N m over rad/s]; none: zero.
    pub damping: Option<Curve>,
    /// The input that gives a torque on top.
    pub actuator: Option<SignalId>,
}

/// A force or torque that depends on no motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// What it acts on.
    pub on: Place,
    /// A force along an axis, or a torque about it.
    pub effort: Effort,
    /// How large it is, positive along the axis.
    pub size: Size,
}

/// What a load acts on.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A body.
    Body {
        /// On which it acts.
        body: BodyId,
        /// On which its reaction acts, at the same place; the ground takes it without a word.
        against: BodyId,
        /// In which its axis is fixed; the ground: in the world.
        seen_from: BodyId,
        /// Where a force acts, a point of the body [m]; of no meaning for a torque.
        at: Point,
        /// Its direction.
        axis: Axis,
    },
    /// The second body of a joint, in the direction that the joint leaves free, with its reaction on the first: a force
    /// on a prismatic joint, a torque on a revolute, cylindrical or screw joint.
    Joint(JointId),
}

/// How large a load is.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// The same at all times [N or N m].
    Constant(Number),
    /// What an input says.
    Signal(SignalId),
}

/// A bushing: elastic and damping forces in all six directions.
///
/// The deflection has six components: the second body's point seen from the first's, along axes fixed in the first [m];
/// and `2 sin(φ/2) n` [rad] for the rotation of the second body by `φ` about `n`, along the same axes. The forces and
/// torques on the second body are `-stiffness` times that, `-damping` times its rate, and minus the curves' values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bushing {
    /// The body in whose axes deflections are measured.
    pub first: BodyId,
    /// The body that is deflected.
    pub second: BodyId,
    /// Its point on both bodies [m].
    pub at: Point,
    /// Its axes, as columns.
    pub axes: Matrix3<f64>,
    /// Forces [N], then torques [N m] over the deflection; positive semidefinite at the parameters' defaults.
    pub stiffness: Six,
    /// The same over its rate.
    pub damping: Six,
    /// By direction: a force [N] or torque [N m] over its part of the deflection that comes on top.
    pub curves: [Option<Curve>; 6],
}

impl Bushing {
    /// Its directions.
    pub const EFFORTS: [(Effort, &'static str); 6] = [
        (Effort::Force, "x"),
        (Effort::Force, "y"),
        (Effort::Force, "z"),
        (Effort::Torque, "x"),
        (Effort::Torque, "y"),
        (Effort::Torque, "z"),
    ];
}

/// Dry friction of a joint, smooth at rest: with the joint's speed `v`, `-limit v / sqrt(v² + speed²)` acts on the second
/// body along or about the axis, the opposite on the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// A revolute, screw or prismatic joint.
    pub joint: JointId,
    /// Force on a prismatic joint, torque on others.
    pub effort: Effort,
    /// Its size at high speed [N or N m].
    pub limit: Number,
    /// Speed at which it is `1/√2` of that [m/s or rad/s]; must not be zero.
    pub speed: Number,
}

/// An anti-roll bar, by its roll stiffness: how far two points differ in height, seen from the body that carries it.
///
/// With `x` the height of the first point over the second, less that at the design position, the first body is pushed up
/// by `F = -elastic(x) - damping(x')`, the second down; the carrier takes the couple. A bar whose own mass, twist and
/// links matter is two bodies with a torsion spring between them, each on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct RollBar {
    /// Body of the first point.
    pub first: BodyId,
    /// Body of the second point.
    pub second: BodyId,
    /// The body that carries the bar; neither of these.
    pub via: BodyId,
    /// First point [m].
    pub from: Point,
    /// Second point [m].
    pub to: Point,
    /// Along which heights are measured, fixed in the carrier.
    pub axis: Axis,
    /// Elastic force over `x` [N over m].
    pub elastic: Curve,
    /// Damping force over `x'` [N over m/s]; none: zero.
    pub damping: Option<Curve>,
}

impl RollBar {
    /// The point that it holds on a body.
    pub fn point_on(&self, body: BodyId) -> Option<&Point> {
        let points = [(self.first, &self.from), (self.second, &self.to)];
        points.into_iter().find(|(b, _)| *b == body).map(|(_, point)| point)
    }
}

/// A symmetric matrix over three displacements and three rotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Six(Vec<Number>);

impl Six {
    /// By row and column, the column no greater than the row.
    pub fn from_lower(entry: impl Fn(usize, usize) -> Number) -> Self {
        let entry = &entry;
        Six((0..6).flat_map(|i| (0..=i).map(move |j| entry(i, j))).collect())
    }

    /// An entry.
    pub fn at(&self, i: usize, j: usize) -> &Number {
        let (i, j) = (i.max(j), i.min(j));
        &self.0[i * (i + 1) / 2 + j]
    }

    /// Each entry once, the rows of the lower half in order.
    pub fn entries(&self) -> impl Iterator<Item = &Number> {
        self.0.iter()
    }

    /// Each entry once.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        self.0.iter_mut()
    }

    /// At the defaults of the parameters.
    pub fn value(&self) -> Matrix6<f64> {
        Matrix6::from_fn(|i, j| **self.at(i, j))
    }
}

/// What a direction of an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// [N]
    Force,
    /// [N m]
    Torque,
}

impl Effort {
    /// The word of the output.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Force => "force",
            Effort::Torque => "torque",
        }
    }
}

impl Law {
    /// Every part that it refers to.
    pub fn for_each_part(&mut self, mut f: impl FnMut(Part)) {
        match self {
            Law::Bushing(bushing) => {
                f(Part::Body(&mut bushing.first));
                f(Part::Body(&mut bushing.second));
            }
            Law::Friction(friction) => f(Part::Joint(&mut friction.joint)),
            Law::Load(load) => match &mut load.on {
                Place::Body {
                    body,
                    against,
                    seen_from,
                    ..
                } => [body, against, seen_from]
                    .into_iter()
                    .for_each(|body| f(Part::Body(body))),
                Place::Joint(joint) => f(Part::Joint(joint)),
            },
            Law::RollBar(bar) => {
                f(Part::Body(&mut bar.first));
                f(Part::Body(&mut bar.second));
                f(Part::Body(&mut bar.via));
            }
            Law::Torsion(torsion) => f(Part::Joint(&mut torsion.joint)),
        }
    }

    /// What it is called.
    pub fn word(&self) -> &'static str {
        match self {
            Law::Bushing(_) => "bushing",
            Law::Friction(_) => "friction",
            Law::Load(_) => "load",
            Law::RollBar(_) => "anti-roll bar",
            Law::Torsion(_) => "torsion spring",
        }
    }

    /// The bodies it acts on.
    pub fn bodies(&self, model: &Model) -> Vec<BodyId> {
        let ends = |joint: JointId| vec![model.joint(joint).first, model.joint(joint).second];
        match self {
            Law::Bushing(bushing) => vec![bushing.first, bushing.second],
            Law::Friction(friction) => ends(friction.joint),
            Law::Load(load) => match load.on {
                Place::Body { body, against, .. } => vec![against, body],
                Place::Joint(joint) => ends(joint),
            },
            Law::RollBar(bar) => vec![bar.first, bar.second, bar.via],
            Law::Torsion(torsion) => ends(torsion.joint),
        }
    }

    /// By direction: what it is, and along which axis where there are several.
    pub fn efforts(&self) -> Vec<(Effort, &'static str)> {
        match self {
            Law::Bushing(_) => Bushing::EFFORTS.to_vec(),
            Law::Friction(friction) => vec![(friction.effort, "")],
            Law::Load(load) => vec![(load.effort, "")],
            Law::RollBar(_) => vec![(Effort::Force, "")],
            Law::Torsion(_) => vec![(Effort::Torque, "")],
        }
    }
}
