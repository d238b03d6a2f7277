//! Directions and points of the loads on the wheels.

use crate::kinematics::in_roll;
use crate::rig::Load;
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;

/// Load on all wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// A force along X on every wheel.
    Longitudinal(Point),
    /// A force along Y at the contacts.
    Lateral(Sense),
    /// A moment about Z.
    Aligning(Sense),
}

/// Point at which a longitudinal force acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The contact: the carrier reacts the torque, as with a brake or a motor in the wheel.
    Contact,
    /// The wheel centre: the chassis reacts the torque, as with an inboard brake or a half-shaft.
    Centre,
}

/// Directions of the loads on the left wheels and on the right wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Equal directions in space.
    Alike,
    /// Mirror images of each other.
    Mirrored,
}

impl Case {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Longitudinal(Point::Contact),
        Self::Longitudinal(Point::Centre),
        Self::Lateral(Sense::Alike),
        Self::Lateral(Sense::Mirrored),
        Self::Aligning(Sense::Alike),
        Self::Aligning(Sense::Mirrored),
    ];

    /// Name of its figures and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Longitudinal(Point::Contact) => "longitudinal force at contact",
            Self::Longitudinal(Point::Centre) => "longitudinal force at centre",
            Self::Lateral(Sense::Alike) => "lateral force in parallel",
            Self::Lateral(Sense::Mirrored) => "lateral force mirrored",
            Self::Aligning(Sense::Alike) => "aligning moment in parallel",
            Self::Aligning(Sense::Mirrored) => "aligning moment mirrored",
        }
    }

    /// Definition of the load with its positive direction, as seen by one wheel.
    pub fn definition(self) -> &'static str {
        match self {
            Self::Longitudinal(Point::Contact) => {
                "force forward on every wheel at its contact centre, the wheel locked to its carrier (brakes and motors at the wheel); braking is negative"
            }
            Self::Longitudinal(Point::Centre) => {
                "force forward on every wheel at its centre (inboard brakes, half-shafts); braking is negative"
            }
            Self::Lateral(Sense::Alike) => {
                "lateral force at the contact centre, inward on this wheel as on the outer wheel in a bend; same direction in space on the opposite wheel"
            }
            Self::Lateral(Sense::Mirrored) => "lateral force at the contact centre, inward on both wheels",
            Self::Aligning(Sense::Alike) => {
                "moment about the vertical that turns the front of this wheel inward; same direction in space on the opposite wheel"
            }
            Self::Aligning(Sense::Mirrored) => "moment about the vertical that turns the fronts of both wheels inward",
        }
    }

    /// Definition of the displacement by the load; empty for a moment, which has no such displacement.
    pub(super) fn moves(self) -> &'static str {
        match self {
            Self::Longitudinal(Point::Contact) => {
                "displacement of the wheel centre forward, by a force forward on every wheel at its contact centre, the wheel locked to its carrier"
            }
            Self::Longitudinal(Point::Centre) => {
                "displacement of the wheel centre forward, by a force forward on every wheel at its centre"
            }
            Self::Lateral(Sense::Alike) => {
                "displacement of the wheel centre inward, by a lateral force at the contact centre, inward on this wheel; same direction in space on the opposite wheel"
            }
            Self::Lateral(Sense::Mirrored) => {
                "displacement of the wheel centre inward, by a lateral force at the contact centre, inward on both wheels"
            }
            Self::Aligning(_) => "",
        }
    }

    /// Unit load on a wheel in vehicle axes [N or N m]. A wheel in the middle has no mirrored load.
    pub fn unit(self, wheel: &WheelMotion, radius: f64) -> Load {
        let inward = match self {
            Self::Lateral(Sense::Mirrored) | Self::Aligning(Sense::Mirrored) => -in_roll(wheel),
            _ => -1.0,
        };
        match self {
            Self::Longitudinal(Point::Contact) => Load::at_contact(Vector3::x(), wheel, radius),
            Self::Longitudinal(Point::Centre) => Load::at_centre(Vector3::x()),
            Self::Lateral(_) => Load::at_contact(inward * Vector3::y(), wheel, radius),
            Self::Aligning(_) => Load::of_moment(inward * Vector3::z()),
        }
    }

    /// Sign of the unit load in the wheel's own view: -1 for a right wheel of [`Sense::Alike`].
    pub fn seen(self, side: f64) -> f64 {
        match self {
            Self::Lateral(Sense::Alike) | Self::Aligning(Sense::Alike) => side,
            _ => 1.0,
        }
    }

    /// Axis of the displacement of the wheel centre, and direction of the load along this axis.
    pub(super) fn axis(self, side: f64) -> Option<(usize, f64)> {
        match self {
            Self::Longitudinal(_) => Some((0, 1.0)),
            Self::Lateral(_) => Some((1, -side)),
            Self::Aligning(_) => None,
        }
    }
}
