//! A point of the second body stays in a plane of the first body.

use super::{DeclaredKind, Description, JointKind, Kind, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// A point of the second body stays in a plane of the first body: one equation. If the link is driven, the plane is
/// displaced along its normal: the input is the height of the point over the plane as drawn [m].
#[derive(Clone, Debug, PartialEq)]
pub struct PointOnPlane<P = Point, A = Axis> {
    /// The point, and a point of the plane.
    pub at: P,
    /// Unit direction across the plane.
    pub normal: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "point_on_plane",
    is_link: true,
    can_be_driven: true,
    synonyms: &[],
    picture: &[],
};

impl<P, A> PointOnPlane<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::PointOnPlane(PointOnPlane {
            at: point(&self.at),
            normal: axis(&self.normal),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for PointOnPlane<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        5
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::NONE
    }

    fn speeds_are_rates(&self) -> bool {
        true
    }

    fn slides(&self, _speed: usize) -> bool {
        true
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

impl DeclaredKind for PointOnPlane {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("normal", Role::Polar, &mut self.normal),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::PointOnPlane(self.clone())
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        Vec::new()
    }

    fn moves(&self) -> Moves {
        Moves::Not
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, normal) = reading.plane()?;
    Some(JointKind::PointOnPlane(PointOnPlane { at, normal }))
}
