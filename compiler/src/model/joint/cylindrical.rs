//! Rotation about an axis and independent translation along it.

use super::{
    DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, ON_AXIS, Reading, Rod, SingleAxis,
    SphericalTranslational,
};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// Rotation about `axis` and independent translation along it; coordinates: angle [rad] and displacement [m] of the
/// second body.
#[derive(Clone, Debug, PartialEq)]
pub struct Cylindrical<P = Point, A = Axis> {
    /// A point on the axis.
    pub at: P,
    /// Unit direction.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "cylindrical",
    is_link: false,
    can_be_driven: false,
    synonyms: &[],
    picture: &[
        Mark::Stroke {
            moves: &[([-6.0, -6.0], "v12"), ([6.0, -6.0], "v12")],
            width: 1.5,
        },
        Mark::Disc {
            centre: [0.0, 0.0],
            radius: 2.5,
            filled: true,
        },
    ],
};

impl<P, A> Cylindrical<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Cylindrical(Cylindrical {
            at: point(&self.at),
            axis: axis(&self.axis),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Cylindrical<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        2
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::rates(&[".turn", ".slide"])
    }

    fn speeds_are_rates(&self) -> bool {
        true
    }

    fn slides(&self, speed: usize) -> bool {
        speed == 1
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
        Some(&self.axis)
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

impl DeclaredKind for Cylindrical {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::Cylindrical(Cylindrical {
            at: self.at.clone(),
            axis: -&self.axis,
        })
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        // Only if the ball is on the axis, the body's only remaining motion is a rotation about itself.
        let arm = (**ball - *self.at).cross(&self.axis).norm();
        (arm < ON_AXIS).then(|| {
            JointKind::SphericalTranslational(SphericalTranslational {
                at: ball.clone(),
                axis: self.axis.clone(),
            })
        })
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "axis",
            at: Some(*self.at),
            along: *self.axis,
        }]
    }

    fn moves(&self) -> Moves {
        Moves::Clause("turns about and slides along the axis of {}")
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        vec![*self.axis]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line()?;
    Some(JointKind::Cylindrical(Cylindrical { at, axis }))
}
