//! A massless strut: a ball of the second body moves on a line of the first body.

use super::{DeclaredKind, Description, JointKind, Kind, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

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
    is_link: true,
    can_be_driven: false,
    synonyms: &[],
    picture: &[],
};

impl<P, A> SphericalTranslational<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::SphericalTranslational(SphericalTranslational {
            at: point(&self.at),
            axis: axis(&self.axis),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for SphericalTranslational<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        4
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::NONE
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

impl DeclaredKind for SphericalTranslational {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Polar, &mut self.axis),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::SphericalTranslational(self.clone())
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "axis",
            at: None,
            along: *self.axis,
        }]
    }

    fn moves(&self) -> Moves {
        Moves::Not
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line()?;
    Some(JointKind::SphericalTranslational(SphericalTranslational { at, axis }))
}
