//! No relative motion.

use super::{DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::model::quantities::Listed;
use crate::model::{BodyId, JointId, Point, Reference, Vec3};

/// No relative motion; `at` is the point at which reactions are reported [m].
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed<P = Point> {
    /// Reference point.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "fixed",
    is_link: false,
    can_be_driven: false,
    synonyms: &["rigid", "weld"],
    picture: &[Mark::Square { sides: [9.0, 9.0] }],
};

impl<P> Fixed<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Fixed(Fixed { at: point(&self.at) })
    }
}

impl<P: Clone, A> Kind<P, A> for Fixed<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        0
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
        Vec::new()
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

impl DeclaredKind for Fixed {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::Fixed(self.clone())
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
    let at = reading.point_or_com("at")?;
    Some(JointKind::Fixed(Fixed { at }))
}
