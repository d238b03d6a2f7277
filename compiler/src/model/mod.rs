//! What the user declared, resolved and checked; immutable afterwards.
//!
//! Frames: the *vehicle frame* is ISO 8855 (X forward, Y left, Z up). Every point, axis and tensor below is given in
//! it, at the design position, in SI units. The ground coincides with the vehicle frame at the design position.
//!
//! Invariants of a [`Model`]:
//! 1. ids are valid; `bodies[0]` is the ground, massless, named `ground`;
//! 2. all numbers are finite; axes have length one; links have positive length;
//! 3. names are unique within their kind (bodies, joints and links together, springs, wheels, drives, outputs);
//! 4. masses and inertias of moving bodies are positive (definite), inertias physical (triangle inequality) unless the
//!    body accepts that they are not;
//! 5. a joint connects two different bodies; so does a spring;
//! 6. whatever was declared is here: nothing is dropped.

mod attributes;
mod connected;
mod ids;
mod method;
pub(crate) mod mirror;
pub mod names;
mod quantity;
pub mod resolve;
mod scope;

pub use ids::{BodyId, DriveId, JointId, SpringId, WheelId};
pub use method::Method;

use crate::diag::SourceSpan;
use nalgebra::{Matrix3, Vector3};

/// A point or direction in the vehicle frame at the design position [m].
pub type Vec3 = Vector3<f64>;

/// A declared vehicle.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name of the generated type.
    pub name: String,
    /// Whether the generated type is `pub`.
    pub public: bool,
    /// Documentation of the generated type.
    pub doc: Vec<String>,
    /// Acceleration of gravity along -Z of the ground [m/s^2].
    pub gravity: f64,
    /// Whether closure equations that follow from others are left out (`redundant: accept`) rather than refused.
    pub accept_redundant: bool,
    /// Whether singular positions in or near the design position pass without a word (`singular: accept`).
    pub accept_singular: bool,
    /// How many freedoms the vehicle is meant to have, wheel spins included (`freedoms: 10`).
    pub freedoms: Option<Override<usize>>,
    /// The body from which subsystems hang, where it is declared (`base: chassis`).
    pub base: Option<Override<BodyId>>,
    /// How subsystems are reduced, where it is declared (`method: synthesis`); the compiler's choice otherwise.
    pub method: Option<Method>,
    /// The ground first, then in the order of declaration.
    pub bodies: Vec<Body>,
    /// Joints and links in the order of declaration.
    pub joints: Vec<Joint>,
    /// Spring-dampers.
    pub springs: Vec<Spring>,
    /// Wheels.
    pub wheels: Vec<Wheel>,
    /// Named inputs that drive joints.
    pub drives: Vec<Drive>,
    /// Named results.
    pub outputs: Vec<Output>,
}

/// A choice that is the analysis's, unless it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Override<T> {
    /// What is declared.
    pub choice: T,
    /// Where.
    pub span: SourceSpan,
}

/// The part of a joint in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// In the spanning tree: its freedoms are coordinates (`tree: keep`).
    Kept,
    /// Opened: what it holds are closure equations (`tree: cut`).
    Cut,
}

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// `chassis`, `front_left.knuckle`.
    pub name: String,
    /// [kg]
    pub mass: f64,
    /// Centre of mass [m].
    pub com: Vec3,
    /// Tensor about the centre of mass in vehicle axes [kg m^2]; off-diagonal entries are tensor entries (`-∫xy dm`).
    pub inertia: Matrix3<f64>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A joint or a massless link between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// `front_left.lower_pivot`
    pub name: String,
    /// What it allows.
    pub kind: JointKind,
    /// The first body named: coordinates are of the second relative to the first.
    pub first: BodyId,
    /// The second body named.
    pub second: BodyId,
    /// The input that prescribes its motion (revolute and prismatic only).
    pub drive: Option<DriveId>,
    /// Whether the tree keeps it, where that is declared.
    pub tree: Option<Override<Role>>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// What a joint allows, with its geometry at the design position.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// No relative motion; `at` is where reactions are reported [m].
    Fixed {
        /// Reference point.
        at: Vec3,
    },
    /// Rotation about `axis` through `at`; coordinate: angle of the second body about the axis, right-handed [rad].
    Revolute {
        /// A point on the axis.
        at: Vec3,
        /// Unit direction.
        axis: Vec3,
    },
    /// Translation along `axis`; coordinate: displacement of the second body [m].
    Prismatic {
        /// Reference point.
        at: Vec3,
        /// Unit direction.
        axis: Vec3,
    },
    /// Rotation about the point `at`; coordinates: Euler parameters of the second body relative to the first.
    Spherical {
        /// Centre of the ball.
        at: Vec3,
    },
    /// A massless cross turns on the first body and the second body on the cross; coordinates: both angles, right-handed
    /// [rad], that of the cross against the first body and that of the second body against the cross.
    Universal {
        /// Where the axes meet.
        at: Vec3,
        /// Unit directions, the one fixed in the first body and the one fixed in the second; not parallel.
        axes: [Vec3; 2],
    },
    /// All six freedoms; `at` is the point of the second body whose position is the coordinate.
    Free {
        /// Reference point.
        at: Vec3,
    },
    /// A massless rod with ball joints at both ends: one equation, the length stays.
    Distance {
        /// End on the first body.
        from: Vec3,
        /// End on the second body.
        to: Vec3,
    },
}

impl JointKind {
    /// Relative freedoms that the joint leaves when it is not driven.
    pub fn freedoms(&self) -> usize {
        match self {
            JointKind::Fixed { .. } => 0,
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } => 1,
            JointKind::Universal { .. } => 2,
            JointKind::Spherical { .. } => 3,
            JointKind::Distance { .. } => 5,
            JointKind::Free { .. } => 6,
        }
    }

    /// Closure equations that it costs as a cut; a link is always one.
    pub fn equations(&self) -> usize {
        6 - self.freedoms()
    }

    /// Its point, or both ends of a link, at the design position.
    pub fn points(&self) -> Vec<Vec3> {
        match self {
            JointKind::Fixed { at }
            | JointKind::Revolute { at, .. }
            | JointKind::Prismatic { at, .. }
            | JointKind::Spherical { at }
            | JointKind::Universal { at, .. }
            | JointKind::Free { at } => vec![*at],
            JointKind::Distance { from, to } => vec![*from, *to],
        }
    }

    /// The word of the declaration.
    pub fn word(&self) -> &'static str {
        match self {
            JointKind::Fixed { .. } => "fixed",
            JointKind::Revolute { .. } => "revolute",
            JointKind::Prismatic { .. } => "prismatic",
            JointKind::Spherical { .. } => "spherical",
            JointKind::Universal { .. } => "universal",
            JointKind::Free { .. } => "free",
            JointKind::Distance { .. } => "distance",
        }
    }
}

/// A spring-damper between a point of `first` and a point of `second`.
///
/// With length `L`, rate `L' = dL/dt`, the force that pushes the ends apart is
/// `F = preload - elastic(L - free_length) - damping(L') + bump(min - L) - rebound(L - max)`.
#[derive(Clone, Debug)]
pub struct Spring {
    /// `front_left.spring`
    pub name: String,
    /// Body of the first end.
    pub first: BodyId,
    /// Body of the second end.
    pub second: BodyId,
    /// First end [m].
    pub from: Vec3,
    /// Second end [m].
    pub to: Vec3,
    /// Length without elastic force [m].
    pub free_length: f64,
    /// Force at the free length, positive pushes apart [N].
    pub preload: f64,
    /// Elastic force over deflection `L - free_length` [N over m]; none: zero.
    pub elastic: Option<Curve>,
    /// Damping force over rate `L'` [N over m/s]; none: zero.
    pub damping: Option<Damping>,
    /// Stop when shorter than its length: force over overtravel.
    pub bump_stop: Option<Stop>,
    /// Stop when longer than its length.
    pub rebound_stop: Option<Stop>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A characteristic of one variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// Proportional: slope.
    Linear(f64),
    /// Slope below zero and slope from zero on.
    Split {
        /// Where the variable is negative.
        negative: f64,
        /// Where it is zero or positive.
        positive: f64,
    },
    /// Piecewise linear through the points, continued by the first and the last piece.
    Table(Table),
}

/// Points of a piecewise linear curve: at least two, `x` strictly increasing.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Abscissae.
    pub x: Vec<f64>,
    /// Ordinates.
    pub y: Vec<f64>,
}

/// Damping, possibly another one outside a window of the length (hydraulic bump stops).
#[derive(Clone, Debug, PartialEq)]
pub struct Damping {
    /// Force over rate.
    pub curve: Curve,
    /// `(min, max, curve)`: where the length is below `min` or above `max` [m], this curve holds instead.
    pub outside: Option<(f64, f64, Curve)>,
}

/// An end stop: force over overtravel beyond `length`, zero before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Length at which it is met [m].
    pub length: f64,
    /// Force over overtravel [N over m].
    pub curve: Curve,
}

/// A wheel on a carrier body: a port for tyre forces, with a spin freedom of its own if it has spin inertia.
///
/// The wheel is a rotor, symmetric about its axis: its mass and inertia are *added* to the carrier's, and because of
/// the symmetry its spin angle never appears.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// `front_left.tyre`
    pub name: String,
    /// The body that carries it (knuckle, upright).
    pub carrier: BodyId,
    /// Wheel centre [m].
    pub centre: Vec3,
    /// Unit spin axis; positive spin rolls forward if it points to the left.
    pub axis: Vec3,
    /// Unloaded radius [m].
    pub radius: f64,
    /// Mass added at the centre [kg]; may be zero.
    pub mass: f64,
    /// Moment of inertia about the axis [kg m^2]; none: no spin freedom.
    pub spin_inertia: Option<f64>,
    /// Moment of inertia about any diameter [kg m^2]; may be zero.
    pub diametral_inertia: f64,
    /// The body that takes the reaction of the drive torque: the one that carries the differential.
    pub driven_from: BodyId,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A named input that prescribes position, velocity and acceleration of a joint.
#[derive(Clone, Debug)]
pub struct Drive {
    /// `rack`
    pub name: String,
    /// The joint it drives.
    pub joint: JointId,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A named result.
#[derive(Clone, Debug)]
pub struct Output {
    /// `front_left.camber`
    pub name: String,
    /// What it measures.
    pub measure: Measure,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// What an output measures.
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
    /// Force of a spring-damper, positive pushes its ends apart [N].
    Force(SpringId),
    /// Coordinate of a revolute or prismatic joint [rad or m].
    Coordinate(JointId),
    /// Speed of a revolute or prismatic joint [rad/s or m/s].
    Speed(JointId),
    /// Position of a point of `body` in the frame of `reference` (design axes and origin) [m].
    Position {
        /// The body that carries the point.
        body: BodyId,
        /// The point [m].
        point: Vec3,
        /// Component 0 x, 1 y, 2 z.
        component: usize,
        /// The body in whose frame it is measured.
        reference: BodyId,
    },
}

impl Model {
    /// The body.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// The joint or link.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.index()]
    }

    /// Ids of the moving bodies.
    pub fn moving_bodies(&self) -> impl Iterator<Item = BodyId> + use<> {
        (1..self.bodies.len()).map(BodyId::from)
    }
}
