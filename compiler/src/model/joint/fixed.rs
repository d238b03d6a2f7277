//! No relative motion.

use super::description::{Description, Mark};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::model::quantities::Listed;
use crate::model::{BodyId, Point};

/// No relative motion; `at` is the point at which reactions are reported [m].
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed<P = Point> {
    /// Reference point.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "fixed",
    picture: &[Mark::Square { sides: [9.0, 9.0] }],
    ..Description::JOINT
};

impl<P> Fixed<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> Fixed<Q> {
        Fixed { at: point(&self.at) }
    }
}

impl<P, A> Kind<P, A> for Fixed<P> {
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

impl DeclaredKind for Fixed {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Fixed> {
    let at = reading.point_or_com("at")?;
    Some(Fixed { at })
}
