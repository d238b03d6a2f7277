//! A point of the second body stays in a plane of the first body.

use super::description::{Description, Freedom};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

/// A point of the second body stays in a plane of the first body: one equation. If the link is driven, the plane is
/// displaced along its normal: the input is the height of the point above the declared plane [m].
#[derive(Clone, Debug, PartialEq)]
pub struct PointOnPlane<P = Point, A = Axis> {
    /// The point, and a point of the plane.
    pub at: P,
    /// Unit direction across the plane.
    pub normal: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "point_on_plane",
    freedoms: &[
        Freedom::Slide,
        Freedom::Slide,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
    ],
    ..Description::LINK
};

super::kind::geometry!(PointOnPlane {
    at: point,
    normal: axis
});

impl DeclaredKind for PointOnPlane {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("normal", Role::Polar, &mut self.normal),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<PointOnPlane> {
    let (at, normal) = reading.plane()?;
    Some(PointOnPlane { at, normal })
}
