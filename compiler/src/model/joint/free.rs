//! All six freedoms: nothing prescribes the position of the body relative to another one.

use super::{DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::model::quantities::Listed;
use crate::model::{BodyId, JointId, Point, Reference, Vec3};

/// All six freedoms; `at` is the point of the second body whose position is the coordinate. Speeds are those of the
/// second body relative to the first, along the second body's axes, or along the base's axes if links hold the body on
/// the base.
#[derive(Clone, Debug, PartialEq)]
pub struct Free<P = Point> {
    /// Reference point.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "free",
    is_link: false,
    can_be_driven: false,
    synonyms: &[],
    picture: &[Mark::Stroke {
        moves: &[
            ([-6.0, 0.0], "h12m-3 -3l3 3l-3 3"),
            ([-3.0, -3.0], "l-3 3l3 3"),
            ([0.0, -6.0], "v12m-3 -3l3 3l3 -3"),
            ([-3.0, -3.0], "l3 -3l3 3"),
        ],
        width: 1.2,
    }],
};

impl Free {
    /// A joint that leaves a body free.
    pub fn joint(at: Point) -> JointKind {
        JointKind::Free(Free { at })
    }
}

impl<P> Free<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Free(Free { at: point(&self.at) })
    }
}

impl<P: Clone, A> Kind<P, A> for Free<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        6
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names {
            coordinates: &[".x", ".y", ".z", ".e0", ".e1", ".e2", ".e3"],
            speeds: &[".wx", ".wy", ".wz", ".vx", ".vy", ".vz"],
        }
    }

    fn speeds_are_rates(&self) -> bool {
        false
    }

    fn slides(&self, speed: usize) -> bool {
        speed >= 3
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

impl DeclaredKind for Free {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::Free(self.clone())
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        Vec::new()
    }

    fn moves(&self) -> Moves {
        Moves::Clause("moves freely")
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let at = reading.point_or("at", Some(Vec3::zeros().into()))?;
    Some(JointKind::Free(Free { at }))
}
