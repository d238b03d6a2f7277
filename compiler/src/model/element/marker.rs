//! Markers: points of a body whose motion is an output, and at which an external load may act.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, push, turn};
use crate::diag::catalogue;
use crate::front::syntax;
use crate::model::Effort;
use crate::model::input::MARKER_INPUTS;
use crate::model::ledger::Ledger;
use crate::model::quantities::Listed;
use crate::model::reading::context::Context;
use crate::model::reading::{geometry, signal};
use crate::model::{BodyId, Joint, JointId, Point, Reference, SignalId, Vec3};

/// A point of a body for everything outside the vehicle: wind, a hitch, a seat, a sensor.
///
/// Its motion is known after the kinematics: position, rotation of the body, velocity and angular velocity, along world
/// axes. Force and moment on the body at the point, along world axes, are inputs; if no program writes them, they are
/// zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// The body.
    pub body: BodyId,
    /// Its point [m].
    pub at: Point,
    /// Its inputs, in the order of `MARKER_INPUTS`.
    pub load: [SignalId; MARKER_INPUTS.len()],
}

impl Element for Marker {
    fn word(&self) -> &'static str {
        "marker"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, _: &[Joint]) -> Vec<BodyId> {
        vec![BodyId::GROUND, self.body]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        let axes = ["x", "y", "z"];
        let each = [Effort::Force, Effort::Torque].map(|effort| axes.map(|axis| (effort, axis)));
        each.into_iter().flatten().collect()
    }

    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let axis = |k: usize| Vec3::ith(k, 1.0);
        let along = [0, 1, 2].map(|k| push(&self.at, &axis(k), length));
        let about = [0, 1, 2].map(|k| turn(&axis(k)));
        let all = along.into_iter().chain(about);
        all.map(|rate| between(BodyId::GROUND, self.body, rate)).collect()
    }

    fn seen_from(&self) -> Option<BodyId> {
        Some(BodyId::GROUND)
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Body(&mut self.body)];
        references.extend(self.load.iter_mut().map(Reference::Signal));
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        vec![Listed::point("at", &[self.body], &mut self.at)]
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

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<Marker> {
    let form = context.form(element, &["body"])?;
    let subject = &form.arguments[0];
    let body = context.body(subject);
    let mut attributes = context.attributes(element);
    let at = geometry::required_point(&mut attributes, "at", context);
    attributes.finish(&mut context.ledger);
    let load = signal::of_part(&element.name, MARKER_INPUTS, context);
    let body = on_moving(body?, subject, &mut context.ledger)?;
    Some(Marker {
        body,
        at: at?,
        load: load?,
    })
}

/// The ground does not move, and no load moves it.
fn on_moving(body: BodyId, subject: &syntax::Path, ledger: &mut Ledger) -> Option<BodyId> {
    if body != BodyId::GROUND {
        return Some(body);
    }
    let message = "a marker on the ground tells nothing: the ground does not move";
    let problem = ledger.error(&catalogue::SAME_BODY, subject.span, message);
    problem.help("name a body of the vehicle");
    None
}
