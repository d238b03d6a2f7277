//! A massless arm: a ball of the second body moves on a circle about an axis of the first body.

use super::{DeclaredKind, Description, JointKind, Kind, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::diag::catalogue;
use crate::model::quantities::{Listed, Role};
use crate::model::resolve::geometry;
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// A massless arm that turns on the first body and carries a ball of the second body. The ball stays on a circle: two
/// equations.
#[derive(Clone, Debug, PartialEq)]
pub struct SphericalRevolute<P = Point, A = Axis> {
    /// A point on the axis of the arm.
    pub at: P,
    /// Unit direction of the axis.
    pub axis: A,
    /// Centre of the ball; not on the axis.
    pub ball: P,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "spherical_revolute",
    is_link: true,
    can_be_driven: false,
    synonyms: &[],
    picture: &[],
};

impl<P, A> SphericalRevolute<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::SphericalRevolute(SphericalRevolute {
            at: point(&self.at),
            axis: axis(&self.axis),
            ball: point(&self.ball),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for SphericalRevolute<P, A> {
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
        vec![self.at.clone(), self.ball.clone()]
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

impl DeclaredKind for SphericalRevolute {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies[..1], &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            Listed::point("ball", &bodies, &mut self.ball),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::SphericalRevolute(self.clone())
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "axis",
            at: Some(*self.at),
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
    let line = reading.line();
    let ball = reading.point("ball");
    let ((at, axis), ball) = (line?, ball?);
    has_arm(&at, &axis, &ball, reading)?;
    Some(JointKind::SphericalRevolute(SphericalRevolute { at, axis, ball }))
}

/// Refuses an arm whose ball is on its axis.
fn has_arm(at: &Point, axis: &Axis, ball: &Point, reading: &mut Reading) -> Option<()> {
    let arm = (**ball - **at).cross(axis).norm();
    if arm < geometry::SHORTEST {
        let place = reading.element.name.span;
        reading
            .context
            .ledger
            .error(&catalogue::ZERO_LENGTH, place, "an arm must have a length")
            .label("its ball is on its axis")
            .help("a ball that does not move is a `spherical` joint");
        return None;
    }
    Some(())
}
