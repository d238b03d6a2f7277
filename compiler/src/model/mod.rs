//! What the user declared, resolved and checked; immutable afterwards.
//!
//! Frames: the *vehicle frame* is ISO 8855 (X forward, Y left, Z up). Every point, axis and tensor below is given in
//! it, at the design position, in SI units. The ground coincides with the vehicle frame at the design position.
//!
//! Invariants of a [`Model`]:
//! 1. ids are valid; `bodies[0]` is the ground, massless, named `ground`;
//! 2. all numbers are finite; axes have length one; links have positive length;
//! 3. names are unique within their kind (bodies, joints and links together, springs, other force elements,
//!    wheels, drives, signals, outputs);
//! 4. masses and inertias of moving bodies are positive (definite), inertias physical (triangle inequality) unless the
//!    body accepts that they are not;
//! 5. a joint connects two different bodies; so does a spring;
//! 6. whatever was declared is here: nothing is dropped.

mod attributes;
mod connected;
mod curve;
pub(crate) mod expand;
mod force;
mod ids;
mod joint_kind;
mod ledger;
mod level;
mod massless;
pub mod measure;
mod method;
pub(crate) mod mirror;
pub mod names;
mod quantity;
pub mod resolve;
mod rule;
mod scope;
pub mod tunable;

pub use curve::{Curve, Joined, Polynomial, Table};
pub use force::{Bushing, Effort, Force, Friction, Law, Load, Place, RollBar, Six, Size, Torsion};
pub use ids::{BodyId, DriveId, ForceId, JointId, ParameterId, SignalId, SpringId, WheelId};
pub use joint_kind::{JointKind, lead};
pub use level::Level;
pub use measure::{Kingpin, Measure, Motion, Vector};
pub use method::Method;
pub use rule::{Holds, Rule};
pub use tunable::{Axis, Number, Parameter, Point, Tensor, Tunable};

use crate::diag::{Diagnostics, SourceSpan};
use nalgebra::Vector3;

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
    pub gravity: Number,
    /// Whether closure equations that follow from others are left out (`redundant: accept`) rather than refused.
    pub accept_redundant: bool,
    /// Whether singular positions in or near the design position pass without a word (`singular: accept`).
    pub accept_singular: bool,
    /// Whether there is a solver of eight vehicles at once too (`batch: accept`).
    pub accept_batch: bool,
    /// Instruction sets for which the solver is written beside the baseline, lowest first (`levels: all`).
    pub levels: Vec<Level>,
    /// Whether equal subsystems may be computed side by side (`lanes: accept`).
    pub accept_lanes: bool,
    /// How many freedoms the vehicle is meant to have, wheel spins included (`freedoms: 10`).
    pub freedoms: Option<Override<usize>>,
    /// The body from which subsystems hang, where it is declared (`base: chassis`).
    pub base: Option<Override<BodyId>>,
    /// How subsystems are reduced, where it is declared (`method: synthesis`); the compiler's choice otherwise.
    pub method: Option<Method>,
    /// Whether cuts and independent coordinates are looked for too (`method: auto`).
    pub search: bool,
    /// The ground first, then in the order of declaration.
    pub bodies: Vec<Body>,
    /// Joints and links in the order of declaration.
    pub joints: Vec<Joint>,
    /// Spring-dampers.
    pub springs: Vec<Spring>,
    /// Other force elements.
    pub forces: Vec<Force>,
    /// Wheels.
    pub wheels: Vec<Wheel>,
    /// Named inputs that drive joints.
    pub drives: Vec<Drive>,
    /// Named inputs that give the size of a force or torque.
    pub signals: Vec<Signal>,
    /// Named results.
    pub outputs: Vec<Output>,
    /// Fields of the solver.
    pub parameters: Vec<Parameter>,
    /// What the parameters must keep together.
    pub rules: Vec<Rule>,
    /// What was found on the way that was hardly meant, yet can be compiled.
    pub warnings: Diagnostics,
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
    pub mass: Number,
    /// Centre of mass [m].
    pub com: Point,
    /// Tensor about the centre of mass in vehicle axes [kg m^2]; off-diagonal entries are tensor entries (`-∫xy dm`).
    pub inertia: Tensor,
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
    /// The input that prescribes its coordinate (joints with one freedom only).
    pub drive: Option<DriveId>,
    /// Whether the tree keeps it, where that is declared.
    pub tree: Option<Override<Role>>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A spring-damper between a point of `first` and a point of `second`.
///
/// With length `L`, rate `L' = dL/dt`, the force that pushes the ends apart is
/// `F = preload - elastic(L - free_length) - damping(L') + bump(min - L) - rebound(L - max) + actuator`.
#[derive(Clone, Debug)]
pub struct Spring {
    /// `front_left.spring`
    pub name: String,
    /// Body of the first end.
    pub first: BodyId,
    /// Body of the second end.
    pub second: BodyId,
    /// First end [m].
    pub from: Point,
    /// Second end [m].
    pub to: Point,
    /// Length without elastic force [m].
    pub free_length: Number,
    /// Force at the free length, positive pushes apart [N].
    pub preload: Number,
    /// Elastic force over deflection `L - free_length` [N over m]; none: zero.
    pub elastic: Option<Curve>,
    /// Damping force over rate `L'` [N over m/s]; none: zero.
    pub damping: Option<Damping>,
    /// Stop when shorter than its length: force over overtravel.
    pub bump_stop: Option<Stop>,
    /// Stop when longer than its length.
    pub rebound_stop: Option<Stop>,
    /// The input that gives a force on top, positive pushes apart.
    pub actuator: Option<SignalId>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Damping, possibly another one outside a window of the length (hydraulic bump stops).
#[derive(Clone, Debug, PartialEq)]
pub struct Damping {
    /// Force over rate.
    pub curve: Curve,
    /// `(min, max, curve)`: where the length is below `min` or above `max` [m], this curve holds instead.
    pub outside: Option<(Number, Number, Curve)>,
    /// Rate of a spring in series with the damper [N/m]; then the damper's length is a coordinate of its own.
    pub series: Option<Number>,
}

/// An end stop: force over overtravel beyond `length`, zero before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Length at which it is met [m].
    pub length: Number,
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
    pub centre: Point,
    /// Unit spin axis; positive spin rolls forward if it points to the left.
    pub axis: Axis,
    /// Unloaded radius [m].
    pub radius: f64,
    /// Mass added at the centre [kg]; may be zero.
    pub mass: Number,
    /// Moment of inertia about the axis [kg m^2]; none: no spin freedom.
    pub spin_inertia: Option<Number>,
    /// Moment of inertia about any diameter [kg m^2]; may be zero.
    pub diametral_inertia: Number,
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

/// A named input that gives the size of a force or torque; several may have it.
#[derive(Clone, Debug)]
pub struct Signal {
    /// `front_left.pump`
    pub name: String,
    /// What it is the size of.
    pub effort: Effort,
    /// Where it was named first.
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
