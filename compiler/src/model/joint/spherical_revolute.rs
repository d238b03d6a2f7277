//! A massless arm: a ball of the second body moves on a circle about an axis of the first body.

use super::description::{Description, Freedom, Line};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::diag::catalogue;
use crate::model::quantities::{Listed, Role};
use crate::model::reading::geometry;
use crate::model::{Axis, BodyId, Point};

/// A massless arm that turns on the first body and carries a ball of the second body. The ball stays on a circle: two
/// equations.
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalRevolute<P = Point, A = Axis> {
    /// A point on the axis of the arm.
    pub at: P,
    /// Unit direction of the axis.
    pub axis: A,
    /// Centre of the ball; not on the axis.
    pub ball: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "spherical_revolute",
    freedoms: &[Freedom::Turn, Freedom::Turn, Freedom::Turn, Freedom::Turn],
    lines: &[Line::Through("axis")],
    ..Description::LINK
};

super::kind::geometry!(SphericalRevolute {
    at: point,
    axis: axis,
    ball: point
});

impl DeclaredKind for SphericalRevolute {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies[..1], &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            Listed::point("ball", &bodies, &mut self.ball),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<SphericalRevolute> {
    let line = reading.line();
    let ball = reading.point("ball");
    let ((at, axis), ball) = (line?, ball?);
    has_arm(&at, &axis, &ball, reading)?;
    Some(SphericalRevolute { at, axis, ball })
}

/// Refuses an arm whose ball is on its axis.
fn has_arm(at: &Point, axis: &Axis, ball: &Point, reading: &mut Reading) -> Option<()> {
    let arm = (**ball - **at).cross(axis).norm();
    if arm < geometry::SHORTEST {
        let place = reading.element.name.span;
        reading
            .context
            .ledger
            .error(&catalogue::ZERO_LENGTH, place, "an arm must have a length")
            .label("its ball is on its axis")
            .help("a ball that does not move is a `spherical` joint");
        return None;
    }
    Some(())
}
