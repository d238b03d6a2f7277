//! Rotation about an axis fixed in both bodies.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Point};

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
    freedoms: &[Freedom::Turn],
    names: [Names::SINGLE; 2],
    lines: &[Line::Through("axis")],
    moves: Moves::About,
    ends_bars: true,
    picture: &[Mark::Disc {
        centre: [0.0, 0.0],
        radius: 2.5,
        filled: true,
    }],
    ..Description::JOINT
};

super::kind::geometry!(Revolute { at: point, axis: axis });

impl DeclaredKind for Revolute {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Revolute> {
    let (at, axis) = reading.line()?;
    Some(Revolute { at, axis })
}
