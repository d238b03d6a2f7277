//! Rotation about an axis fixed in both bodies.

use super::{
    DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, ON_AXIS, Reading, Rod, SingleAxis,
    SphericalRevolute,
};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// Rotation about `axis` through `at`; coordinate: angle of the second body about the axis, right-handed [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Revolute<P = Point, A = Axis> {
    /// A point on the axis.
    pub at: P,
    /// Unit direction.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "revolute",
    is_link: false,
    can_be_driven: true,
    synonyms: &["hinge", "pin", "pivot"],
    picture: &[Mark::Disc {
        centre: [0.0, 0.0],
        radius: 2.5,
        filled: true,
    }],
};

impl<P, A> Revolute<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Revolute(Revolute {
            at: point(&self.at),
            axis: axis(&self.axis),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Revolute<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        1
    }

    fn names(&self, _is_reversed: bool) -> Names {
        Names::SINGLE
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
        Some(SingleAxis {
            at: &self.at,
            axis: &self.axis,
            turn: 1.0,
            travel: 0.0,
        })
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
        Some((&self.at, Some(&self.axis)))
    }

    fn gear(&self) -> Option<[JointId; 2]> {
        None
    }
}

impl DeclaredKind for Revolute {
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
        JointKind::Revolute(Revolute {
            at: self.at.clone(),
            axis: -&self.axis,
        })
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        let arm = (**ball - *self.at).cross(&self.axis).norm();
        (arm > ON_AXIS).then(|| {
            JointKind::SphericalRevolute(SphericalRevolute {
                at: self.at.clone(),
                axis: self.axis.clone(),
                ball: ball.clone(),
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
        Moves::About
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line()?;
    Some(JointKind::Revolute(Revolute { at, axis }))
}
