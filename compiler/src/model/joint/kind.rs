//! What every kind of joint answers.

use super::description::{Description, Freedom, Line, NamedLine};
use crate::model::quantities::Listed;
use crate::model::{Axis, BodyId, JointId, Number, Point, Reference, Vec3};

/// A rod.
#[derive(Clone, Copy, Debug)]
pub struct Rod<'a, P> {
    /// End on the first body.
    pub from: &'a P,
    /// End on the second body.
    pub to: &'a P,
    /// Place of the second end if the rod, in its drawn direction, had its own length; `None` if its length is as
    /// drawn.
    pub reach: Option<&'a P>,
    /// [kg]; `None` for a massless rod.
    pub mass: Option<&'a Number>,
}

/// What a kind answers for any representation of its geometry. All else follows from its [`Description`].
pub(super) trait Kind<P, A> {
    /// How it is declared, moves and is drawn.
    fn description(&self) -> &'static Description;

    /// Its point, or both ends of a link, at the design position.
    fn points(&self) -> Vec<&P>;

    /// Its directions, in the order in which they are declared.
    fn directions(&self) -> Vec<&A>;

    /// Displacement for a unit angle, if it is a thread.
    fn lead(&self) -> f64 {
        0.0
    }

    /// Both ends, if it is a rod.
    fn rod(&self) -> Option<Rod<'_, P>> {
        None
    }

    /// Both joints, if it is a gear.
    fn gear(&self) -> Option<[JointId; 2]> {
        None
    }
}

/// What a kind answers in its declared form.
pub(super) trait DeclaredKind: Kind<Point, Axis> {
    /// Its numbers, between these bodies, in the order in which they are declared.
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>>;

    /// Each reference to another part.
    fn references(&mut self) -> Vec<Reference<'_>> {
        Vec::new()
    }

    /// Adapts the law of a gear to joints whose coordinates change these signs in a reflection.
    fn reflect_coordinates(&mut self, _signs: [f64; 2]) {}

    /// Its lines and directions that have a name.
    fn lines(&self) -> Vec<NamedLine> {
        let at = self.points().first().map(|at| ***at);
        let lines = self.directions().into_iter().zip(self.description().lines);
        let line = |(axis, line): (&Axis, &Line)| match line {
            Line::Through(name) => NamedLine {
                name,
                at,
                along: **axis,
            },
            Line::Along(name) => NamedLine {
                name,
                at: None,
                along: **axis,
            },
        };
        lines.map(line).collect()
    }

    /// Directions that span the displacements it allows.
    fn sliding_directions(&self) -> Vec<Vec3> {
        let Description { is_link, freedoms, .. } = self.description();
        let slides = !is_link && freedoms.contains(&Freedom::Slide);
        let axes = self.directions().into_iter().map(|axis| **axis);
        axes.filter(|_| slides).collect()
    }
}

/// Implements the geometric answers of all kinds: points and axes, in the order in which they are declared.
macro_rules! geometry {
    ($kind:ident { $($field:ident: $part:ident),* }) => {
        impl<P, A> $kind<P, A> {
            pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> $kind<Q, B> {
                $kind {
                    $($field: super::kind::pick!($part, point(&self.$field), axis(&self.$field)),)*
                }
            }
        }

        impl<P, A> super::kind::Kind<P, A> for $kind<P, A> {
            fn description(&self) -> &'static Description {
                &DESCRIPTION
            }

            fn points(&self) -> Vec<&P> {
                let points = [$(super::kind::pick!($part, Some(&self.$field), None)),*];
                points.into_iter().flatten().collect()
            }

            fn directions(&self) -> Vec<&A> {
                let axes = [$(super::kind::pick!($part, None, Some(&self.$field))),*];
                axes.into_iter().flatten().collect()
            }
        }
    };
}

/// The first expression for a point, the second for an axis.
macro_rules! pick {
    (point, $of_point:expr, $of_axis:expr) => {
        $of_point
    };
    (axis, $of_point:expr, $of_axis:expr) => {
        $of_axis
    };
}

pub(super) use geometry;
pub(super) use pick;
