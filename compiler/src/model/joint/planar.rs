//! Translation in a plane and rotation about its normal.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point, Vec3};

/// Translation in the plane perpendicular to `normal`, and rotation about the normal. Coordinates: displacements of
/// the second body's point along two directions fixed in the first body [m], and angle about the normal [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Planar<P = Point, A = Axis> {
    /// The point of the second body whose position is the coordinate.
    pub at: P,
    /// Unit direction.
    pub normal: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "planar",
    freedoms: &[Freedom::Slide, Freedom::Slide, Freedom::Turn],
    names: [Names::rates(&[".first", ".second", ".turn"]); 2],
    lines: &[Line::Through("normal")],
    moves: Moves::Clause("moves in the plane of {}"),
    picture: &[Mark::Stroke {
        moves: &[([-6.0, 5.0], "h12"), ([0.0, -6.0], "v8m-3 -5l3 -3l3 3")],
        width: 1.5,
    }],
    ..Description::JOINT
};

super::kind::geometry!(Planar {
    at: point,
    normal: axis
});

impl DeclaredKind for Planar {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            // The coordinates are displacements along directions that are chosen across the normal.
            Listed::axis("normal", Role::Axial, &mut self.normal).equal_in_lanes(),
        ]
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        axes.map(|axis| axis - *self.normal * self.normal.dot(&axis)).to_vec()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Planar> {
    let (at, normal) = reading.plane_or_com()?;
    Some(Planar { at, normal })
}
