//! Rotation about an axis and independent translation along it.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

/// Rotation about `axis` and independent translation along it; coordinates: angle [rad] and displacement [m] of the
/// second body.
#[derive(Clone, Debug, PartialEq)]
pub struct Cylindrical<P = Point, A = Axis> {
    /// A point on the axis.
    pub at: P,
    /// Unit direction.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "cylindrical",
    freedoms: &[Freedom::Turn, Freedom::Slide],
    names: [Names::rates(&[".turn", ".slide"]); 2],
    lines: &[Line::Through("axis")],
    moves: Moves::Clause("turns about and slides along the axis of {}"),
    picture: &[
        Mark::Stroke {
            moves: &[([-6.0, -6.0], "v12"), ([6.0, -6.0], "v12")],
            width: 1.5,
        },
        Mark::Disc {
            centre: [0.0, 0.0],
            radius: 2.5,
            filled: true,
        },
    ],
    ..Description::JOINT
};

super::kind::geometry!(Cylindrical { at: point, axis: axis });

impl DeclaredKind for Cylindrical {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Cylindrical> {
    let (at, axis) = reading.line()?;
    Some(Cylindrical { at, axis })
}
