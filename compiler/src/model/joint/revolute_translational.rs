//! A massless slider in a guide: a pivot of the second body moves on a line of the first body.

use super::description::{Description, Freedom, Line};
use super::kind::DeclaredKind;
use super::reading::Reading;
use crate::diag::catalogue;
use crate::model::quantities::{Listed, Role};
use crate::model::reading::geometry;
use crate::model::{Axis, BodyId, Point};

/// A massless slider that slides on the first body and carries a pivot of the second body, like a pin in the slot of a
/// lever. The point stays on a line, and the axis keeps its direction in the first body: four equations.
#[derive(Clone, Debug, PartialEq)]
pub struct RevoluteTranslational<P = Point, A = Axis> {
    /// A point on the axis of the pivot, and a point of the line.
    pub at: P,
    /// Unit direction of the axis.
    pub axis: A,
    /// Unit direction of the line; not parallel to the axis.
    pub slide: A,
}

/// Sine of the angle below which directions count as parallel.
const PARALLEL: f64 = 1e-9;

pub(super) const DESCRIPTION: Description = Description {
    word: "revolute_translational",
    freedoms: &[Freedom::Turn, Freedom::Slide],
    lines: &[Line::Through("axis"), Line::Along("guide")],
    ..Description::LINK
};

super::kind::geometry!(RevoluteTranslational {
    at: point,
    axis: axis,
    slide: axis
});

impl DeclaredKind for RevoluteTranslational {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            Listed::axis("slide", Role::Polar, &mut self.slide),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<RevoluteTranslational> {
    let line = reading.line();
    let slide = reading.attributes.needed("slide");
    let slide = slide.and_then(|value| geometry::axis(value, reading.context));
    let ((at, axis), slide) = (line?, slide?);
    let kind = RevoluteTranslational { at, axis, slide };
    if kind.is_cylindrical() {
        let place = reading.element.name.span;
        reading
            .context
            .ledger
            .error(
                &catalogue::ALONG_ITS_AXIS,
                place,
                "the guide is along the axis of its pivot",
            )
            .label("the slider would turn and slide about one line");
        return None;
    }
    Some(kind)
}

impl RevoluteTranslational {
    /// Whether axis and line are parallel.
    pub(super) fn is_cylindrical(&self) -> bool {
        self.axis.cross(&self.slide).norm() < PARALLEL
    }
}
