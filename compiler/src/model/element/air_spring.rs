//! Air springs: a column of gas between two points.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, push};
use crate::diag::catalogue;
use crate::front::syntax::{self, Value};
use crate::front::units;
use crate::model::Effort;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Sign};
use crate::model::reading::context::{Context, given};
use crate::model::reading::{curve, geometry};
use crate::model::{BodyId, Curve, Joint, JointId, Number, Point, Reference, SignalId};

/// Polytropic exponents of gases: from isothermal to adiabatic with single atoms.
const EXPONENTS: [f64; 2] = [1.0, 1.67];

/// An air spring: a polytropic gas in a bellows of constant effective area, with a rigid reservoir beside it.
///
/// With the compression `s = L₀ - L` from the design position, the gas of the design volume `V₀ + Va` has the volume
/// `V = V₀ + Va - A s` and the pressure `p = p₀ ((V₀ + Va) / V)^n`; the force `F = A (p - pa) - damping(L')` pushes the
/// ends apart. Extended without limit, the spring pulls by `A pa` and no more, as an evacuated cylinder does.
///
/// If less than a tenth of the design volume is left, the pressure continues along its tangent. So the force is
/// finite and smooth at every position of a simulation. A spring that is meant to go so far needs a bump stop.
#[derive(Clone, Debug, PartialEq)]
pub struct AirSpring {
    /// Body of the first end.
    pub first: BodyId,
    /// Body of the second end.
    pub second: BodyId,
    /// First end [m].
    pub from: Point,
    /// Second end [m].
    pub to: Point,
    /// Effective area `A` [m^2].
    pub area: Number,
    /// Volume `V₀` of the bellows at the design position [m^3].
    pub volume: Number,
    /// Volume `Va` of the reservoir [m^3].
    pub auxiliary: Number,
    /// Pressure `p₀`, or what follows from it.
    pub charge: Charge,
    /// Absolute ambient pressure `pa` [Pa].
    pub ambient: Number,
    /// Polytropic exponent `n`.
    pub exponent: Number,
    /// Damping force over `L'` [N over m/s]; none: zero.
    pub damping: Option<Curve>,
}

/// Gas that is in an air spring.
#[derive(Clone, Debug, PartialEq)]
pub enum Charge {
    /// Absolute pressure at the design position [Pa].
    Pressure(Number),
    /// Force at the design position [N].
    Preload(Number),
}

impl Element for AirSpring {
    fn word(&self) -> &'static str {
        "air spring"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, _: &[Joint]) -> Vec<BodyId> {
        vec![self.first, self.second]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        vec![(Effort::Force, "")]
    }

    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let along = (*self.to - *self.from).normalize();
        vec![between(self.first, self.second, push(&self.from, &along, length))]
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        [&mut self.first, &mut self.second].map(Reference::Body).into()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let charge = match &mut self.charge {
            Charge::Pressure(pressure) => Listed::number("pressure", &units::PRESSURE, pressure),
            Charge::Preload(preload) => Listed::number("preload", &units::FORCE, preload),
        };
        let mut listed = vec![
            Listed::point("from", &[self.first], &mut self.from),
            Listed::point("to", &[self.second], &mut self.to),
            Listed::number("area", &units::AREA, &mut self.area),
            Listed::number("volume", &units::VOLUME, &mut self.volume),
            Listed::number("auxiliary", &units::VOLUME, &mut self.auxiliary),
            charge,
            Listed::number("ambient", &units::PRESSURE, &mut self.ambient),
            Listed::number("exponent", &units::PLAIN, &mut self.exponent),
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
        true
    }
}

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<AirSpring> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let ends = geometry::ends(&mut attributes, element.name.span, context);
    let ledger = &mut context.ledger;
    let mut number = |key, sign| quantity::declared(&mut attributes, key, sign, ledger);
    let [area, volume] = ["area", "volume"].map(|key| number(key, Sign::Positive));
    let [auxiliary, ambient] = ["auxiliary", "ambient"].map(|key| number(key, Sign::NotNegative));
    let exponent = exponent(&mut attributes, element, ledger);
    let charge = charge(&mut attributes, element, ledger);
    let damping = given(attributes.optional("damping"), |value| {
        curve::curve(value, "damping", &curve::DAMPING, ledger)
    });
    attributes.finish(ledger);
    let ((first, second), (from, to)) = (bodies?, ends?);
    Some(AirSpring {
        first,
        second,
        from,
        to,
        area: area?,
        volume: volume?,
        auxiliary: auxiliary?,
        charge: charge?,
        ambient: ambient?,
        exponent: exponent?,
        damping: damping?,
    })
}

/// `exponent: 1.3`
fn exponent(attributes: &mut Attributes, element: &syntax::Element, ledger: &mut Ledger) -> Option<Number> {
    let exponent = quantity::declared(attributes, "exponent", Sign::Any, ledger)?;
    ledger.restrict(&exponent, EXPONENTS);
    let [least, greatest] = EXPONENTS;
    if *exponent < least || *exponent > greatest {
        let digits = quantity::digits(*exponent);
        let place = attributes.optional("exponent").map_or(element.name.span, Value::span);
        let message = format!("`exponent` of air spring `{}` cannot be {digits}", element.name.text);
        ledger
            .error(&catalogue::OUT_OF_RANGE, place, message)
            .label(format!("a gas has {least}, isothermal, to {greatest}, adiabatic"))
            .help("air has 1.4 in fast motion and 1 in slow motion");
        return None;
    }
    Some(exponent)
}

/// `pressure: 6 bar` or `preload: 6 kN`
fn charge(attributes: &mut Attributes, element: &syntax::Element, ledger: &mut Ledger) -> Option<Charge> {
    let name = &element.name.text;
    match ["pressure", "preload"].map(|key| attributes.attribute(key)) {
        [Some(pressure), Some(preload)] => {
            let message = format!("the gas of air spring `{name}` is given twice");
            ledger
                .error(&catalogue::CONFLICT, preload.key.span, message)
                .label("this force follows from the pressure")
                .also(pressure.key.span, "the pressure is given here");
            None
        }
        [Some(_), None] => quantity::declared(attributes, "pressure", Sign::Positive, ledger).map(Charge::Pressure),
        [None, Some(_)] => quantity::declared(attributes, "preload", Sign::NotNegative, ledger).map(Charge::Preload),
        [None, None] => {
            if !["pressure", "preload"].iter().any(|key| attributes.is_meant(key)) {
                let message = format!("air spring `{name}` holds no gas");
                ledger
                    .error(&catalogue::NO_FORCE, element.name.span, message)
                    .help("give its `pressure`, absolute, or its `preload`, both at the design position");
            }
            None
        }
    }
}
