//! A massless strut: a ball of the second body moves on a line of the first body.

use super::description::{Description, Freedom, Line};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

/// A massless strut that slides on the first body and carries a ball of the second body. The ball stays on a line: two
/// equations.
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalTranslational<P = Point, A = Axis> {
    /// Centre of the ball, and a point of the line.
    pub at: P,
    /// Unit direction of the line.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "spherical_translational",
    freedoms: &[Freedom::Turn, Freedom::Turn, Freedom::Turn, Freedom::Slide],
    lines: &[Line::Along("axis")],
    ..Description::LINK
};

super::kind::geometry!(SphericalTranslational { at: point, axis: axis });

impl DeclaredKind for SphericalTranslational {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Polar, &mut self.axis),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<SphericalTranslational> {
    let (at, axis) = reading.line()?;
    Some(SphericalTranslational { at, axis })
}
