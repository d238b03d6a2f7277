//! Anti-roll bars.

use super::{Context, curve, geometry, given};
use crate::diag::catalogue;
use crate::front::syntax::{Element, Value};
use crate::model::quantity;
use crate::model::{Axis, Force, Law, RollBar, Vec3};

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Force> {
    let form = context.form(element, &["between"], &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let [from, to] = ["from", "to"].map(|key| geometry::required_point(&mut attributes, key, context));
    let carrier = attributes.required("via", "chassis");
    let via = match carrier {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, "via", "the name of a body", &mut context.ledger),
        None => None,
    };
    let ledger = &mut context.ledger;
    let axis = match attributes.optional("axis") {
        Some(value) => geometry::axis(value, ledger),
        None => Some(Axis::unit(Vec3::z())),
    };
    let elastic = attributes.required("rate", "20 kN/m");
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
    Some(Force {
        name: context.name(element),
        law: Law::RollBar(RollBar {
            first,
            second,
            via,
            from: from?,
            to: to?,
            axis: axis?,
            elastic: elastic?,
            damping: damping?,
        }),
        span: element.name.span,
    })
}
