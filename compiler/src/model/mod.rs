//! The declared vehicle, resolved and checked; immutable afterwards.
//!
//! Frames: the *vehicle frame* is ISO 8855 (X forward, Y left, Z up). Every point, axis and tensor below is given in
//! this frame, at the design position, in SI units. The ground coincides with the vehicle frame at the design position.
//!
//! Invariants of a [`Model`]:
//! 1. ids are valid; `bodies[0]` is the ground, massless, named `ground`;
//! 2. all numbers are finite; axes have length one; links have positive length;
//! 3. names are unique within their kind (bodies, joints and links together, springs and force elements together,
//!    wheels, drives, signals, outputs);
//! 4. masses and inertias of moving bodies are positive (definite), inertias physical (triangle inequality) unless the
//!    body accepts that they are not;
//! 5. a joint connects two different bodies; so does a spring;
//! 6. every declared part is here: nothing is dropped.

mod attributes;
mod body;
mod choice;
mod connected;
mod curve;
mod declared;
mod derived;
mod effort;
pub(crate) mod element;
pub mod equipment;
pub(crate) mod expand;
mod extent;
pub mod hardpoint;
mod ids;
mod input;
mod joint;
mod ledger;
mod level;
mod massless;
pub mod measure;
mod method;
mod mirror;
pub mod names;
mod namespace;
mod parts;
pub mod quantities;
mod quantity;
mod reading;
pub(crate) mod reflection;
pub mod resolve;
mod rule;
mod scope;
mod spring;
mod symmetric6;
mod threads;
pub mod tunable;
mod vec3;
mod wheel;

pub use body::Body;
pub use choice::Override;
pub use curve::{Curve, Joined, Polynomial, Table};
pub use declared::{Declared, Reference};
pub use derived::{Derived, Wave};
pub use effort::Effort;
pub use element::{
    AirSpring, Bushing, Charge, Element, Force, Friction, GroundContact, Law, LeafSpring, Limit, Load, Marker, Place,
    RollBar, Rubbing, Set, Size, Torsion,
};
pub use hardpoint::Hardpoint;
pub use ids::{BodyId, DriveId, ForceId, JointId, ParameterId, QuantityId, SignalId, SpringId, WheelId};
pub use input::{Drive, Signal};
pub use joint::{
    Accepted, ConstantVelocity, Cylindrical, Description, Distance, Fixed, Free, Gear, Joint, JointKind, Mark, Moves,
    NamedLine, Names, Planar, PointOnPlane, Prismatic, Revolute, RevoluteTranslational, Rod, Role, Screw, SingleAxis,
    Spherical, SphericalRevolute, SphericalTranslational, Universal, lead,
};
pub use level::Level;
pub use measure::{Actor, Attitude, Kingpin, Measure, Motion, Output, Vector};
pub use method::Method;
pub use quantities::{Owner, Quantities, Quantity};
pub use rule::{Holds, Rule};
pub use spring::{DamperMap, Damping, Spring, Stop};
pub use symmetric6::Symmetric6;
pub use threads::Threads;
pub use tunable::{Axis, Number, Parameter, Point, Tensor, Tunable};
pub use vec3::Vec3;
pub use wheel::Wheel;

use crate::diag::Diagnostics;
use crate::front::units;
use quantities::{Listed, ValueMut};

/// A declared vehicle.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name of the generated type.
    pub name: String,
    /// Whether the generated type is `pub`.
    pub public: bool,
    /// Documentation of the generated type.
    pub doc: Vec<String>,
    /// Acceleration of gravity in the axes of the ground [m/s^2].
    pub gravity: Point,
    /// Whether closure equations that follow from other equations are left out (`redundant: accept`) instead of being
    /// refused.
    pub accept_redundant: bool,
    /// Whether singular positions in or near the design position are accepted without a warning (`singular: accept`).
    pub accept_singular: bool,
    /// Whether there is also a solver for eight vehicles at once (`batch: accept`).
    pub accept_batch: bool,
    /// Whether the solver computes derivatives (`derivatives: accept`).
    pub accept_derivatives: bool,
    /// Instruction sets for which the solver is written in addition to the baseline, lowest first (`levels: all`).
    pub levels: Vec<Level>,
    /// Number of threads that compute the vehicle.
    pub threads: Threads,
    /// Whether equal subsystems may be computed side by side (`lanes: accept`).
    pub accept_lanes: bool,
    /// The intended number of freedoms, wheel spins included (`freedoms: 10`).
    pub freedoms: Option<Override<usize>>,
    /// The body from which subsystems hang, if it is declared (`base: chassis`).
    pub base: Option<Override<BodyId>>,
    /// The declared method by which subsystems are reduced (`method: synthesis`); without it, the compiler chooses.
    pub method: Option<Method>,
    /// Whether cuts and independent coordinates are searched, too (`method: auto`).
    pub search: bool,
    /// Bodies: the ground first, then in the order of declaration.
    pub bodies: Vec<Body>,
    /// Joints and links in the order of declaration.
    pub joints: Vec<Joint>,
    /// Spring-dampers.
    pub springs: Vec<Spring>,
    /// Other force elements.
    pub forces: Vec<Force>,
    /// Wheels.
    pub wheels: Vec<Wheel>,
    /// Drives of joints and links, one for each driven joint.
    pub drives: Vec<Drive>,
    /// Names of the inputs that drives read, in the order of the solver.
    pub inputs: Vec<String>,
    /// Named inputs that give the size of a force or torque.
    pub signals: Vec<Signal>,
    /// Named results.
    pub outputs: Vec<Output>,
    /// Equipment that acts on the vehicle.
    pub equipment: Vec<equipment::Piece>,
    /// Powertrains declared after the first one. A run may use one of them instead of the first.
    pub spare: Vec<equipment::Piece>,
    /// Every declared number, with its part and its role.
    pub quantities: Quantities,
    /// Fields of the solver.
    pub parameters: Vec<Parameter>,
    /// Numbers that follow from these fields.
    pub derived: Vec<Derived>,
    /// Conditions that several parameters have to keep together.
    pub rules: Vec<Rule>,
    /// Warnings of declarations that can be compiled, but were probably not intended.
    pub warnings: Diagnostics,
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

    /// Lets the only free joint to the ground name this body. The vehicle is the same, but its coordinates begin there.
    pub fn begin_at(&mut self, root: BodyId) {
        let named = measure::sprung_body(&self.joints);
        let is_it = |joint: &&mut Joint| joint.kind.is_free() && [joint.first, joint.second].contains(&BodyId::GROUND);
        if let Some(joint) = self.joints.iter_mut().find(is_it).filter(|_| named != BodyId::GROUND) {
            let place = if joint.first == named {
                &mut joint.first
            } else {
                &mut joint.second
            };
            *place = root;
        }
    }

    /// Whether a force element or an output depends on the coordinate of a joint, whole turns included.
    pub fn counts_turns_of(&self, id: JointId) -> bool {
        let mut laws = self.forces.iter().map(|force| force.law.element());
        laws.any(|law| law.counts_turns_of().is_some_and(|turns| turns.joint == id))
            || self
                .outputs
                .iter()
                .any(|output| output.measure == Measure::Coordinate(id))
    }

    /// Markers, each with its name.
    pub fn markers(&self) -> impl Iterator<Item = (&str, &Marker)> {
        let forces = self.forces.iter();
        forces.filter_map(|force| Some((force.name.as_str(), force.law.marker()?)))
    }

    /// Contacts with the ground, each with its name.
    pub fn contacts(&self) -> impl Iterator<Item = (&str, &GroundContact)> {
        let forces = self.forces.iter();
        forces.filter_map(|force| Some((force.name.as_str(), force.law.contact()?)))
    }

    /// Ids of the moving bodies.
    pub fn moving_bodies(&self) -> impl Iterator<Item = BodyId> + use<> {
        (1..self.bodies.len()).map(BodyId::from)
    }

    /// Each part that has numbers, and these numbers.
    pub fn for_each_part(&mut self, mut f: impl FnMut(Owner, Vec<Listed>)) {
        let gravity = ValueMut::Point(&mut self.gravity);
        let gravity = Listed::new("gravity", &units::ACCELERATION, quantities::Role::Polar, gravity);
        f(Owner::Vehicle, vec![gravity]);
        each(&mut self.bodies, |id| Owner::Body(id.into()), &mut f);
        each(&mut self.joints, |id| Owner::Joint(id.into()), &mut f);
        each(&mut self.drives, |id| Owner::Drive(id.into()), &mut f);
        each(&mut self.springs, |id| Owner::Spring(id.into()), &mut f);
        each(&mut self.forces, |id| Owner::Force(id.into()), &mut f);
        each(&mut self.wheels, |id| Owner::Wheel(id.into()), &mut f);
        each(&mut self.outputs, Owner::Output, &mut f);
    }
}

fn each<T: Declared>(parts: &mut [T], owner: impl Fn(usize) -> Owner, f: &mut impl FnMut(Owner, Vec<Listed>)) {
    for (index, part) in parts.iter_mut().enumerate() {
        f(owner(index), part.quantities());
    }
}
