//! Translation along an axis fixed in both bodies.

use super::{
    DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, Reading, Rod, SingleAxis,
    SphericalTranslational,
};
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// Translation along `axis`; coordinate: displacement of the second body [m].
#[derive(Clone, Debug, PartialEq)]
pub struct Prismatic<P = Point, A = Axis> {
    /// Reference point.
    pub at: P,
    /// Unit direction.
    pub axis: A,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "prismatic",
    is_link: false,
    can_be_driven: true,
    synonyms: &["slider", "translational"],
    picture: &[
        Mark::Stroke {
            moves: &[([-6.0, -6.0], "v12"), ([6.0, -6.0], "v12")],
            width: 1.5,
        },
        Mark::Square { sides: [6.0, 9.0] },
    ],
};

impl<P, A> Prismatic<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Prismatic(Prismatic {
            at: point(&self.at),
            axis: axis(&self.axis),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Prismatic<P, A> {
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
        true
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
            turn: 0.0,
            travel: 1.0,
        })
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

impl DeclaredKind for Prismatic {
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
        JointKind::Prismatic(Prismatic {
            at: self.at.clone(),
            axis: -&self.axis,
        })
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        Some(JointKind::SphericalTranslational(SphericalTranslational {
            at: ball.clone(),
            axis: self.axis.clone(),
        }))
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "axis",
            at: None,
            along: *self.axis,
        }]
    }

    fn moves(&self) -> Moves {
        Moves::Along
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        vec![*self.axis]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let (at, axis) = reading.line_or_com()?;
    Some(JointKind::Prismatic(Prismatic { at, axis }))
}
