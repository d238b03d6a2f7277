//! A massless slider in a guide: a pivot of the second body moves on a line of the first body.

use super::{
    Cylindrical, DeclaredKind, Description, JointKind, Kind, Moves, NamedLine, Names, Reading, Rod, SingleAxis,
};
use crate::diag::catalogue;
use crate::model::quantities::{Listed, Role};
use crate::model::resolve::geometry;
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// A massless slider that slides on the first body and carries a pivot of the second body, as a pin in the slot of a
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
    is_link: true,
    can_be_driven: false,
    synonyms: &[],
    picture: &[],
};

impl<P, A> RevoluteTranslational<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::RevoluteTranslational(RevoluteTranslational {
            at: point(&self.at),
            axis: axis(&self.axis),
            slide: axis(&self.slide),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for RevoluteTranslational<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        2
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
        vec![self.at.clone()]
    }

    fn directions(&self) -> Vec<&A> {
        vec![&self.axis, &self.slide]
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

impl DeclaredKind for RevoluteTranslational {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        vec![
            Listed::point("at", &bodies, &mut self.at),
            Listed::axis("axis", Role::Axial, &mut self.axis),
            Listed::axis("slide", Role::Polar, &mut self.slide),
        ]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        JointKind::RevoluteTranslational(self.clone())
    }

    fn with_ball(&self, _ball: &Point) -> Option<JointKind> {
        None
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![
            NamedLine {
                name: "axis",
                at: Some(*self.at),
                along: *self.axis,
            },
            NamedLine {
                name: "guide",
                at: None,
                along: *self.slide,
            },
        ]
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
    Some(JointKind::RevoluteTranslational(kind))
}

/// The link that replaces a massless body between a slide on the first body and a pivot of the second body. If slide
/// and pivot are parallel, it is a cylindrical joint.
pub(in crate::model) fn between(slide: &Axis, (at, axis): (&Point, &Axis)) -> JointKind {
    let kind = RevoluteTranslational {
        at: at.clone(),
        axis: axis.clone(),
        slide: slide.clone(),
    };
    match kind.is_cylindrical() {
        true => JointKind::Cylindrical(Cylindrical {
            at: kind.at,
            axis: kind.axis,
        }),
        false => JointKind::RevoluteTranslational(kind),
    }
}

impl RevoluteTranslational {
    /// Whether axis and line are parallel.
    fn is_cylindrical(&self) -> bool {
        self.axis.cross(&self.slide).norm() < PARALLEL
    }
}
