//! Rotation about an axis and proportional translation along it.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::diag::catalogue;
use crate::front::units;
use crate::model::quantities::{Listed, Role};
use crate::model::quantity::{self, Need};
use crate::model::{Axis, BodyId, Point};
use std::f64::consts::TAU;

/// Rotation about `axis`, and proportional translation along it; coordinate: angle of the second body [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Screw<P = Point, A = Axis> {
    /// A point on the axis.
    pub at: P,
    /// Unit direction.
    pub axis: A,
    /// Displacement of the second body along the axis for a full turn [m]; positive for a right-handed thread.
    pub pitch: f64,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "screw",
    freedoms: &[Freedom::Turn],
    names: [Names::SINGLE; 2],
    lines: &[Line::Through("axis")],
    moves: Moves::Clause("turns about the axis of {} and moves along it"),
    picture: &[Mark::Stroke {
        moves: &[([-5.0, -6.0], "l10 3l-10 3l10 3l-10 3")],
        width: 1.5,
    }],
    ..Description::JOINT
};

impl<P, A> Screw<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> Screw<Q, B> {
        Screw {
            at: point(&self.at),
            axis: axis(&self.axis),
            pitch: self.pitch,
        }
    }
}

impl<P, A> Kind<P, A> for Screw<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.at]
    }

    fn directions(&self) -> Vec<&A> {
        vec![&self.axis]
    }

    fn lead(&self) -> f64 {
        lead(self.pitch)
    }
}

impl DeclaredKind for Screw {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            // The mirror image of a thread has the opposite hand.
            Listed::fixed("pitch", &units::LENGTH, Role::Pseudoscalar, &mut self.pitch),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Screw> {
    let line = reading.line();
    let pitch = pitch(reading);
    let (at, axis) = line?;
    Some(Screw {
        at,
        axis,
        pitch: pitch?,
    })
}

/// Displacement for a full turn [m], with the sign of the thread's hand.
fn pitch(reading: &mut Reading) -> Option<f64> {
    let value = reading.attributes.needed("pitch")?;
    let ledger = &mut reading.context.ledger;
    let pitch = quantity::fixed_scalar(value, Need::new("pitch", &units::LENGTH), ledger)?;
    if pitch == 0.0 {
        let message = "a screw's pitch must not be zero";
        ledger
            .error(&catalogue::WRONG_SIGN, value.span(), message)
            .help("a joint that turns without moving along its axis is `revolute`");
        return None;
    }
    Some(pitch)
}

/// Displacement of a screw for a unit angle [m/rad], from its pitch [m].
pub fn lead(pitch: f64) -> f64 {
    pitch / TAU
}
