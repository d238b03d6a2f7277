//! Rotation about a point.

use super::{
    DeclaredKind, Description, Distance, JointKind, Kind, Mark, Moves, NamedLine, Names, ON_AXIS, Reading, Rod,
    SingleAxis,
};
use crate::model::quantities::Listed;
use crate::model::{BodyId, JointId, Point, Reference, Vec3};

/// Rotation about the point `at`; coordinates: Euler parameters of the second body relative to the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Spherical<P = Point> {
    /// Centre of the ball.
    pub at: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "spherical",
    is_link: false,
    can_be_driven: false,
    synonyms: &["ball"],
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
};

impl<P> Spherical<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Spherical(Spherical { at: point(&self.at) })
    }
}

impl<P: Clone, A> Kind<P, A> for Spherical<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        3
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names {
            coordinates: &[".e0", ".e1", ".e2", ".e3"],
            speeds: &[".wx", ".wy", ".wz"],
        }
    }

    fn speeds_are_rates(&self) -> bool {
        false
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
        Some(&self.at)
    }

    fn rod(&self) -> Option<Rod<'_, P>> {
        None
    }

    fn bar_end(&self, _side: usize) -> Option<(&P, Option<&A>)> {
        Some((&self.at, None))
    }

    fn gear(&self) -> Option<[JointId; 2]> {
        None
    }
}

impl DeclaredKind for Spherical {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &bodies, &mut self.at)]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::Spherical(self.clone())
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        rod(&self.at, ball)
    }

    fn lines(&self) -> Vec<NamedLine> {
        Vec::new()
    }

    fn moves(&self) -> Moves {
        Moves::Clause("turns about {} in all directions")
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let at = reading.point("at")?;
    Some(JointKind::Spherical(Spherical { at }))
}

/// The rod that replaces a massless body between two joints, each of which is about a point of the body.
pub(super) fn rod(from: &Point, to: &Point) -> Option<JointKind> {
    ((**from - **to).norm() > ON_AXIS).then(|| {
        JointKind::Distance(Distance {
            from: from.clone(),
            to: to.clone(),
            reach: None,
            mass: None,
        })
    })
}
