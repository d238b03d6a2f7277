//! Anti-roll bars.

use super::answers::{Element, Turns};
use super::direction::{Direction, push};
use crate::diag::catalogue;
use crate::front::syntax::{self, Value};
use crate::front::units;
use crate::model::Effort;
use crate::model::quantities::{Listed, Role};
use crate::model::quantity;
use crate::model::reading::context::{Context, given};
use crate::model::reading::{curve, geometry};
use crate::model::{Axis, BodyId, Curve, Joint, JointId, Point, Reference, SignalId, Vec3};

/// An anti-roll bar with its roll stiffness: the deflection is the difference in height of two points, relative to the
/// body that carries the bar.
///
/// `x` is the height of the first point above the second, less this height at the design position. The first body is
/// pushed up by `F = -elastic(x) - damping(x')`, the second body is pushed down, and the carrier takes the couple. A
/// bar whose mass, twist and links are important is declared as two bodies with a torsion spring between them, each on
/// a link.
#[derive(Clone, Debug, PartialEq)]
pub struct RollBar {
    /// Body of the first point.
    pub first: BodyId,
    /// Body of the second point.
    pub second: BodyId,
    /// The body that carries the bar; none of the two others.
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

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, _: &[Joint]) -> Vec<BodyId> {
        vec![self.first, self.second, self.via]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(Effort::Force, "")]
    }

    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let [first, second] = [&self.from, &self.to].map(|point| push(point, &self.axis, length));
        vec![vec![
            (self.first, first),
            (self.second, -second),
            (self.via, second - first),
        ]]
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
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

    fn turn_over(&mut self) -> Option<SignalId> {
        None
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        false
    }
}

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<RollBar> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let [from, to] = ["from", "to"].map(|key| geometry::required_point(&mut attributes, key, context));
    let carrier = attributes.needed("via");
    let via = match carrier {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, "via", "the name of a body", &mut context.ledger),
        None => None,
    };
    let axis = match attributes.optional("axis") {
        Some(value) => geometry::axis(value, context),
        None => Some(context.turned(Axis::unit(Vec3::z()))),
    };
    let ledger = &mut context.ledger;
    let elastic = attributes.needed("rate");
    let elastic = elastic.and_then(|value| curve::curve(value, "rate", &curve::ELASTIC, ledger));
    let damping = given(attributes.optional("damping"), |value| {
        curve::curve(value, "damping", &curve::DAMPING, ledger)
    });
    attributes.finish(ledger);
    let ((first, second), via) = (bodies?, via?);
    if via == first || via == second {
        let span = carrier.map_or(element.name.span, Value::span);
        let message = "an anti-roll bar is carried by another body than those it connects";
        ledger.error(&catalogue::SAME_BODY, span, message);
        return None;
    }
    Some(RollBar {
        first,
        second,
        via,
        from: from?,
        to: to?,
        axis: axis?,
        elastic: elastic?,
        damping: damping?,
    })
}
