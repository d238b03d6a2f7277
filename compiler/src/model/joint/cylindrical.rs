//! Rotation about an axis and independent translation along it.

use super::{
    DeclaredKind, Description, Freedom, JointKind, Line, Mark, Moves, Names, ON_AXIS, Reading, SphericalTranslational,
};
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

super::geometry!(Cylindrical { at: point, axis: axis });

impl DeclaredKind for Cylindrical {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
        ]
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        // Only if the ball is on the axis, the body's only remaining motion is a rotation about itself.
        let arm = (**ball - *self.at).cross(&self.axis).norm();
        (arm < ON_AXIS).then(|| {
            JointKind::SphericalTranslational(SphericalTranslational {
                at: ball.clone(),
                axis: self.axis.clone(),
            })
        })
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line()?;
    Some(JointKind::Cylindrical(Cylindrical { at, axis }))
}
