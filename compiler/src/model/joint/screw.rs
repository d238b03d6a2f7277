//! Rotation about an axis and proportional translation along it.

use super::{DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::diag::catalogue;
use crate::front::units;
use crate::model::quantities::{Listed, Role};
use crate::model::quantity::{self, Need};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};
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
    is_link: false,
    can_be_driven: true,
    synonyms: &["helical"],
    picture: &[Mark::Stroke {
        moves: &[([-5.0, -6.0], "l10 3l-10 3l10 3l-10 3")],
        width: 1.5,
    }],
};

impl<P, A> Screw<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Screw(Screw {
            at: point(&self.at),
            axis: axis(&self.axis),
            pitch: self.pitch,
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Screw<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        1
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::SINGLE
    }

    fn speeds_are_rates(&self) -> bool {
        true
    }

    fn slides(&self, _speed: usize) -> bool {
        false
    }

    fn points(&self) -> Vec<P> {
        vec![self.at.clone()]
    }

    fn directions(&self) -> Vec<&A> {
        vec![&self.axis]
    }

    fn single_axis(&self) -> Option<SingleAxis<'_, P, A>> {
        Some(SingleAxis {
            at: &self.at,
            axis: &self.axis,
            turn: 1.0,
            travel: lead(self.pitch),
        })
    }

    fn turning_axis(&self) -> Option<&A> {
        Some(&self.axis)
    }

    fn ball(&self) -> Option<&P> {
        None
    }

    fn rod(&self) -> Option<Rod<'_, P>> {
        None
    }

    fn bar_end(&self, _side: usize) -> Option<(&P, Option<&A>)> {
        None
    }

    fn gear(&self) -> Option<[JointId; 2]> {
        None
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

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        // A thread has the same hand seen from either body.
        JointKind::Screw(Screw {
            at: self.at.clone(),
            axis: -&self.axis,
            pitch: self.pitch,
        })
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "axis",
            at: Some(*self.at),
            along: *self.axis,
        }]
    }

    fn moves(&self) -> Moves {
        Moves::Clause("turns about the axis of {} and moves along it")
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let line = reading.line();
    let pitch = pitch(reading);
    let (at, axis) = line?;
    Some(JointKind::Screw(Screw {
        at,
        axis,
        pitch: pitch?,
    }))
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
