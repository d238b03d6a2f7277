//! Rotation about a point.

use super::description::{Description, Freedom, Mark, Moves, Names};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::model::quantities::Listed;
use crate::model::{BodyId, Point};

/// Rotation about the point `at`; coordinates: Euler parameters of the second body relative to the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Spherical<P = Point> {
    /// Centre of the ball.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "spherical",
    freedoms: &[Freedom::Turn, Freedom::Turn, Freedom::Turn],
    names: [EULER; 2],
    speeds_are_rates: false,
    moves: Moves::Clause("turns about {} in all directions"),
    ends_bars: true,
    picture: &[
        Mark::Disc {
            centre: [0.0, -1.0],
            radius: 3.0,
            filled: true,
        },
        Mark::Stroke {
            moves: &[([-6.5, 0.0], "a6.5 6.5 0 0 0 13 0")],
            width: 1.5,
        },
    ],
    ..Description::JOINT
};

/// Names of a joint with Euler parameters.
const EULER: Names = Names {
    coordinates: &[".e0", ".e1", ".e2", ".e3"],
    speeds: &[".wx", ".wy", ".wz"],
};

impl<P> Spherical<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> Spherical<Q> {
        Spherical { at: point(&self.at) }
    }
}

impl<P, A> Kind<P, A> for Spherical<P> {
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

impl DeclaredKind for Spherical {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Spherical> {
    let at = reading.point("at")?;
    Some(Spherical { at })
}
