//! Contacts of a body's points with the ground.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, push};
use super::friction::{self, Rubbing};
use crate::diag::catalogue;
use crate::front::syntax;
use crate::front::units;
use crate::model::Effort;
use crate::model::input::CONTACT_INPUTS;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Sign};
use crate::model::reading::context::Context;
use crate::model::reading::{curve, geometry, signal};
use crate::model::{BodyId, Curve, Joint, JointId, Number, Point, Reference, SignalId, Vec3};

/// Contact of a body's point with the ground: a skid plate, the corner of a roof.
///
/// Near the point the ground is a plane with the normal `n`. The depth of the point below the plane is
/// `d = (height - z) n_z`, and the point leaves the plane at the speed `v`. Where `d > 0`,
/// `N = max(0, rate(d) + damping d')` pushes the point out along `n`. Friction acts against the point's speed `t` along
/// the plane: `-friction N t / sqrt(t² + speed²)`. The contact pushes and never pulls.
///
/// Height, slope and velocity of the ground are inputs; if nobody writes them, the ground is level, at rest, at `z = 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundContact {
    /// The body.
    pub body: BodyId,
    /// Its point [m].
    pub at: Point,
    /// Force along the normal over the depth [N over m].
    pub elastic: Curve,
    /// Damping along the normal [N s/m]; none: zero.
    pub damping: Option<Number>,
    /// Friction along the ground, by the force along its normal; none: smooth.
    pub friction: Option<Rubbing>,
    /// Its inputs, in the order of `CONTACT_INPUTS`.
    pub ground: [SignalId; CONTACT_INPUTS.len()],
}

impl Element for GroundContact {
    fn word(&self) -> &'static str {
        "ground contact"
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
        ["x", "y", "z"].map(|axis| (Effort::Force, axis)).into()
    }

    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let along = |k: usize| push(&self.at, &Vec3::ith(k, 1.0), length);
        [0, 1, 2].map(|k| between(BodyId::GROUND, self.body, along(k))).into()
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Body(&mut self.body)];
        references.extend(self.ground.iter_mut().map(Reference::Signal));
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let mut listed = vec![
            Listed::point("at", &[self.body], &mut self.at),
            Listed::curve("rate", &units::STIFFNESS, &mut self.elastic),
        ];
        let damping = self.damping.iter_mut();
        listed.extend(damping.map(|damping| Listed::number("damping", &units::DAMPING, damping)));
        if let Some(Rubbing { limit, speed }) = &mut self.friction {
            listed.push(Listed::number("friction", &units::PLAIN, limit));
            listed.push(Listed::number("speed", &units::SPEED, speed));
        }
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

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<GroundContact> {
    let form = context.form(element, &["body"])?;
    let subject = &form.arguments[0];
    let body = context.body(subject);
    let mut attributes = context.attributes(element);
    let at = geometry::required_point(&mut attributes, "at", context);
    let ledger = &mut context.ledger;
    let elastic = attributes.needed("rate");
    let elastic = elastic.and_then(|value| curve::curve(value, "rate", &curve::STOP, ledger));
    let damping = quantity::optional(&mut attributes, "damping", Sign::NotNegative, ledger);
    let friction = friction::rubbing(&mut attributes, &GROUND, ledger);
    attributes.finish(ledger);
    let ground = signal::of_part(&element.name, CONTACT_INPUTS, context);
    let body = body?;
    if body == BodyId::GROUND {
        let message = "the ground does not touch itself";
        let problem = context.ledger.error(&catalogue::SAME_BODY, subject.span, message);
        problem.help("name the body that touches it");
        return None;
    }
    Some(GroundContact {
        body,
        at: at?,
        elastic: elastic?,
        damping: damping?,
        friction: friction?,
        ground: ground?,
    })
}

static GROUND: friction::Pair = friction::Pair {
    quantity: &units::PLAIN,
    help: "give the coefficient as `friction: 0.6`, and as `speed: 20 mm/s` the speed at which it takes hold",
};
