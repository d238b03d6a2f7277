//! All six freedoms: nothing prescribes the position of the body relative to another body.

use super::description::{Description, Freedom, Mark, Moves, Names};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::model::quantities::Listed;
use crate::model::{BodyId, Point, Vec3};

/// All six freedoms; `at` is the point of the second body whose position is the coordinate. Speeds are the speeds of
/// the second body relative to the first. They are given along the second body's axes, or along the base's axes if
/// links hold the body on the base.
#[derive(Clone, Debug, PartialEq)]
pub struct Free<P = Point> {
    /// Reference point.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "free",
    freedoms: &[
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Slide,
        Freedom::Slide,
        Freedom::Slide,
    ],
    names: [NAMES; 2],
    speeds_are_rates: false,
    moves: Moves::Clause("moves freely"),
    picture: &[Mark::Stroke {
        moves: &[
            ([-6.0, 0.0], "h12m-3 -3l3 3l-3 3"),
            ([-3.0, -3.0], "l-3 3l3 3"),
            ([0.0, -6.0], "v12m-3 -3l3 3l3 -3"),
            ([-3.0, -3.0], "l3 -3l3 3"),
        ],
        width: 1.2,
    }],
    ..Description::JOINT
};

const NAMES: Names = Names {
    coordinates: &[".x", ".y", ".z", ".e0", ".e1", ".e2", ".e3"],
    speeds: &[".wx", ".wy", ".wz", ".vx", ".vy", ".vz"],
};

impl<P> Free<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> Free<Q> {
        Free { at: point(&self.at) }
    }
}

impl<P, A> Kind<P, A> for Free<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.at]
    }

    fn directions(&self) -> Vec<&A> {
        Vec::new()
    }
}

impl DeclaredKind for Free {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Free> {
    let at = reading.point_or("at", Some(Vec3::zeros().into()))?;
    Some(Free { at })
}
