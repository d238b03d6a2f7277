//! Translation along an axis fixed in both bodies.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

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
    freedoms: &[Freedom::Slide],
    names: [Names::SINGLE; 2],
    lines: &[Line::Along("axis")],
    moves: Moves::Along,
    picture: &[
        Mark::Stroke {
            moves: &[([-6.0, -6.0], "v12"), ([6.0, -6.0], "v12")],
            width: 1.5,
        },
        Mark::Square { sides: [6.0, 9.0] },
    ],
    ..Description::JOINT
};

super::kind::geometry!(Prismatic { at: point, axis: axis });

impl DeclaredKind for Prismatic {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Polar, &mut self.axis),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Prismatic> {
    let (at, axis) = reading.line_or_com()?;
    Some(Prismatic { at, axis })
}
