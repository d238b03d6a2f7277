//! Two hinges in series about one point, with a massless cross between them.

use super::spherical;
use super::{DeclaredKind, Description, JointKind, Kind, Mark, Moves, NamedLine, Names, Reading, Rod, SingleAxis};
use crate::model::quantities::{Listed, Role};
use crate::model::resolve::geometry;
use crate::model::{Axis, BodyId, JointId, Point, Reference, Vec3};

/// A massless cross turns on the first body, and the second body turns on the cross. Coordinates: the angle of the
/// cross relative to the first body, and that of the second body relative to the cross, both right-handed [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct Universal<P = Point, A = Axis> {
    /// The point where the axes meet.
    pub at: P,
    /// Unit directions of the axis fixed in the first body and of the axis fixed in the second body; not parallel.
    pub axes: [A; 2],
}

pub(super) const DESCRIPTION: Description = Description {
    word: "universal",
    is_link: false,
    can_be_driven: false,
    synonyms: &["cardan"],
    picture: &[Mark::Stroke {
        moves: &[([-6.0, 0.0], "h12"), ([0.0, -6.0], "v12")],
        width: 3.0,
    }],
};

impl<P, A> Universal<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        JointKind::Universal(Universal {
            at: point(&self.at),
            axes: self.axes.each_ref().map(axis),
        })
    }
}

impl<P: Clone, A> Kind<P, A> for Universal<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn freedoms(&self) -> usize {
        2
    }

    fn names(&self, is_reversed: bool) -> Names {
        // Each angle is named after the body that carries its axis, whichever body comes first in the tree.
        if is_reversed {
            Names::rates(&[".second", ".first"])
        } else {
            Names::rates(&[".first", ".second"])
        }
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
        self.axes.iter().collect()
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
        Some((&self.at, None))
    }

    fn gear(&self) -> Option<[JointId; 2]> {
        None
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

    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    fn reversed(&self) -> JointKind {
        // The cross hangs from the other body, so that the angles are exchanged.
        let [first, second] = &self.axes;
        JointKind::Universal(Universal {
            at: self.at.clone(),
            axes: [-second, -first],
        })
    }

    fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        spherical::rod(&self.at, ball)
    }

    fn lines(&self) -> Vec<NamedLine> {
        let line = |name, axis: &Axis| NamedLine {
            name,
            at: Some(*self.at),
            along: **axis,
        };
        let [first, second] = &self.axes;
        vec![line("first axis", first), line("second axis", second)]
    }

    fn moves(&self) -> Moves {
        Moves::About
    }

    fn sliding_directions(&self) -> Vec<Vec3> {
        Vec::new()
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<JointKind> {
    let axes = reading.attributes.needed("axes");
    let axes = axes.and_then(|value| geometry::axes(value, reading.context));
    let at = reading.point("at");
    Some(JointKind::Universal(Universal { at: at?, axes: axes? }))
}
