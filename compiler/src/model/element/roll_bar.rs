//! Anti-roll bars.

use super::{Effort, Element};
use crate::front::units;
use crate::model::quantities::{Listed, Role};
use crate::model::{Axis, BodyId, Curve, JointId, Model, Point, Reference};

/// An anti-roll bar, by its roll stiffness: how far two points differ in height, seen from the body that carries it.
///
/// With `x` the height of the first point over the second, less that at the design position, the first body is pushed up
/// by `F = -elastic(x) - damping(x')`, the second down; the carrier takes the couple. A bar whose own mass, twist and
/// links matter is two bodies with a torsion spring between them, each on a link.
#[derive(Clone, Debug, PartialEq)]
pub struct RollBar {
    /// Body of the first point.
    pub first: BodyId,
    /// Body of the second point.
    pub second: BodyId,
    /// The body that carries the bar; neither of these.
    pub via: BodyId,
    /// First point [m].
    pub from: Point,
    /// Second point [m].
    pub to: Point,
    /// Along which heights are measured, fixed in the carrier.
    pub axis: Axis,
    /// Elastic force over `x` [N over m].
    pub elastic: Curve,
    /// Damping force over `x'` [N over m/s]; none: zero.
    pub damping: Option<Curve>,
}

impl Element for RollBar {
    fn word(&self) -> &'static str {
        "anti-roll bar"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn bodies(&self, _: &Model) -> Vec<BodyId> {
        vec![self.first, self.second, self.via]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(Effort::Force, "")]
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        [&mut self.first, &mut self.second, &mut self.via]
            .map(Reference::Body)
            .into()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let mut listed = vec![
            Listed::point("from", &[self.first], &mut self.from),
            Listed::point("to", &[self.second], &mut self.to),
            Listed::axis("axis", Role::Polar, &mut self.axis),
            Listed::curve("rate", &units::STIFFNESS, &mut self.elastic),
        ];
        let damping = self.damping.iter_mut();
        listed.extend(damping.map(|damping| Listed::curve("damping", &units::DAMPING, damping)));
        listed
    }

    fn goes_in_lanes(&self) -> bool {
        false
    }
}
