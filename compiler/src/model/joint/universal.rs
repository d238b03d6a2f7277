//! Two hinges in series about one point, with a massless cross between them.

use super::description::{Description, Freedom, Line, Mark, Moves, Names};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::reading::geometry;
use crate::model::{Axis, BodyId, Point};

/// A massless cross turns on the first body, and the second body turns on the cross. Coordinates: the angle of the
/// cross relative to the first body, and the angle of the second body relative to the cross, both right-handed [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Universal<P = Point, A = Axis> {
    /// The point where the axes meet.
    pub at: P,
    /// Unit directions of the axis fixed in the first body and of the axis fixed in the second body; not parallel.
    pub axes: [A; 2],
}

pub(super) const DESCRIPTION: Description = Description {
    word: "universal",
    freedoms: &[Freedom::Turn, Freedom::Turn],
    // Each angle is named after the body that carries its axis, for either order of the bodies in the tree.
    names: [
        Names::rates(&[".first", ".second"]),
        Names::rates(&[".second", ".first"]),
    ],
    lines: &[Line::Through("first axis"), Line::Through("second axis")],
    moves: Moves::About,
    ends_bars: true,
    picture: &[Mark::Stroke {
        moves: &[([-6.0, 0.0], "h12"), ([0.0, -6.0], "v12")],
        width: 3.0,
    }],
    ..Description::JOINT
};

impl<P, A> Universal<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> Universal<Q, B> {
        Universal {
            at: point(&self.at),
            axes: self.axes.each_ref().map(axis),
        }
    }
}

impl<P, A> Kind<P, A> for Universal<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.at]
    }

    fn directions(&self) -> Vec<&A> {
        self.axes.iter().collect()
    }
}

impl DeclaredKind for Universal {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        let [own, other] = &mut self.axes;
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axes[0]", Role::Axial, own),
            Listed::axis("axes[1]", Role::Axial, other),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Universal> {
    let axes = reading.attributes.needed("axes");
    let axes = axes.and_then(|value| geometry::axes(value, reading.context));
    let at = reading.point("at");
    Some(Universal { at: at?, axes: axes? })
}
