//! Translation in a plane and rotation about its normal.

use super::{
    DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, PointOnPlane, Reading, Rod, SingleAxis,
};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// Translation in the plane across `normal`, and rotation about the normal; coordinates: displacements of the second
/// body's point along two directions fixed in the first body [m], and angle about the normal [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Planar<P = Point, A = Axis> {
    /// The point of the second body whose position is the coordinate.
    pub at: P,
    /// Unit direction.
    pub normal: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "planar",
    is_link: false,
    can_be_driven: false,
    synonyms: &[],
    picture: &[Mark::Stroke {
        moves: &[([-6.0, 5.0], "h12"), ([0.0, -6.0], "v8m-3 -5l3 -3l3 3")],
        width: 1.5,
    }],
};

impl<P, A> Planar<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Planar(Planar {
            at: point(&self.at),
            normal: axis(&self.normal),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Planar<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        3
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::rates(&[".first", ".second", ".turn"])
    }

    fn speeds_are_rates(&self) -> bool {
        true
    }

    fn slides(&self, speed: usize) -> bool {
        speed < 2
    }

    fn points(&self) -> Vec<P> {
        vec![self.at.clone()]
    }

    fn directions(&self) -> Vec<&A> {
        vec![&self.normal]
    }

    fn single_axis(&self) -> Option<SingleAxis<'_, P, A>> {
        None
    }

    fn turning_axis(&self) -> Option<&A> {
        None
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

impl DeclaredKind for Planar {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            // The coordinates are displacements along directions that are chosen across the normal.
            Listed::axis("normal", Role::Axial, &mut self.normal).equal_in_lanes(),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::Planar(Planar {
            at: self.at.clone(),
            normal: -&self.normal,
        })
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        Some(JointKind::PointOnPlane(PointOnPlane {
            at: ball.clone(),
            normal: self.normal.clone(),
        }))
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "normal",
            at: Some(*self.at),
            along: *self.normal,
        }]
    }

    fn moves(&self) -> Moves {
        Moves::Clause("moves in the plane of {}")
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        axes.map(|axis| axis - *self.normal * self.normal.dot(&axis)).to_vec()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, normal) = reading.plane_or_com()?;
    Some(JointKind::Planar(Planar { at, normal }))
}
