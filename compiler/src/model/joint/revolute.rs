//! Rotation about an axis fixed in both bodies.

use super::{
    DeclaredKind, Description, Freedom, JointKind, Line, Mark, Moves, Names, ON_AXIS, Reading, SphericalRevolute,
};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

/// Rotation about `axis` through `at`; coordinate: angle of the second body about the axis, right-handed [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Revolute<P = Point, A = Axis> {
    /// A point on the axis.
    pub at: P,
    /// Unit direction.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "revolute",
    synonyms: &["hinge", "pin", "pivot"],
    freedoms: &[Freedom::Turn],
    names: [Names::SINGLE; 2],
    lines: &[Line::Through("axis")],
    moves: Moves::About,
    ends_bars: true,
    picture: &[Mark::Disc {
        centre: [0.0, 0.0],
        radius: 2.5,
        filled: true,
    }],
    ..Description::JOINT
};

super::geometry!(Revolute { at: point, axis: axis });

impl DeclaredKind for Revolute {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
        ]
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        let arm = (**ball - *self.at).cross(&self.axis).norm();
        (arm > ON_AXIS).then(|| {
            JointKind::SphericalRevolute(SphericalRevolute {
                at: self.at.clone(),
                axis: self.axis.clone(),
                ball: ball.clone(),
            })
        })
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line()?;
    Some(JointKind::Revolute(Revolute { at, axis }))
}
