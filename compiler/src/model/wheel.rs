//! Wheels.

use super::quantities::{InLanes, Listed, Role};
use super::{Axis, BodyId, Declared, Number, Point, Reference, WheelId};
use crate::diag::SourceSpan;
use crate::front::units;

/// A wheel on a carrier body: a port for tyre forces, with a separate spin freedom if it has spin inertia.
///
/// The wheel is a rotor that is symmetric about its axis. Its mass and inertia are *added* to the carrier's mass and
/// inertia, and because of the symmetry its spin angle never appears. If the carrier is declared with its rotor, the
/// rotor is subtracted from it. The rest of the carrier's moments perpendicular to the axis belongs to the parts that
/// do not spin.
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
    /// Moment of inertia about the axis [kg m^2]; `None` if the wheel has no spin freedom.
    pub spin_inertia: Option<Number>,
    /// Moment of inertia, about its axis, of a shaft that turns with the wheel [kg m^2]. The rest of the shaft belongs
    /// to the carrier.
    pub shaft_inertia: Number,
    /// Whether the mass and the inertia of the carrier include the mass and the inertia of the rotor.
    pub is_in_carrier: bool,
    /// Moment of inertia about any diameter [kg m^2]; may be zero.
    pub diametral_inertia: Number,
    /// The wheel on this spindle with which this wheel turns, and which has the spin freedom.
    pub twin_of: Option<WheelId>,
    /// The body on which the reaction of the drive torque acts: the body that carries the differential.
    pub driven_from: BodyId,
    /// Where it was declared.
    pub span: SourceSpan,
}

impl Declared for Wheel {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let bodies = [&mut self.carrier, &mut self.driven_from].map(Reference::Body);
        bodies
            .into_iter()
            .chain(self.twin_of.as_mut().map(Reference::Wheel))
            .collect()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let mut radius = Listed::fixed("radius", &units::LENGTH, Role::Scalar, &mut self.radius);
        radius.in_lanes = InLanes::Unread;
        let mut listed = vec![
            Listed::point("centre", &[self.carrier], &mut self.centre),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            radius,
            Listed::number("mass", &units::MASS, &mut self.mass),
        ];
        if let Some(spin) = &mut self.spin_inertia {
            listed.push(Listed::number("spin_inertia", &units::INERTIA, spin));
            listed.push(Listed::number(
                "shaft_inertia",
                &units::INERTIA,
                &mut self.shaft_inertia,
            ));
        }
        let diametral = &mut self.diametral_inertia;
        listed.push(Listed::number("diametral_inertia", &units::INERTIA, diametral));
        listed
    }
}
