//! Inputs of force elements. An input for a force or torque is declared by using its name; parts of one group may share
//! it.

use super::context::Context;
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{Value, Word};
use crate::model::mirror::{Mirror, put};
use crate::model::namespace::Kind;
use crate::model::quantity;
use crate::model::{Effort, Signal, SignalId};

/// The input with this name, which has an id already.
pub(in crate::model) fn resolve(
    value: &Value,
    key: &'static str,
    effort: Effort,
    context: &mut Context,
) -> Option<SignalId> {
    let needed = "a number with a unit or the name of an input";
    let Value::Name(path) = value else {
        return quantity::wrong_value(value, key, needed, &mut context.ledger);
    };
    let name = context.scope.full_name(&path.text, context.group);
    let Some(id) = context.scope.position(Kind::Signal, &name) else {
        return quantity::wrong_value(value, key, "a number or a simple name", &mut context.ledger);
    };
    declared((id, name), effort.word(), (&path.text, path.span), context)
}

/// The inputs that belong to a part, each given by the end of its name and by its quantity.
pub(in crate::model) fn of_part<const N: usize>(
    part: &Word,
    inputs: [(&'static str, &'static str); N],
    context: &mut Context,
) -> Option<[SignalId; N]> {
    let found = inputs.map(|(end, gives)| {
        let text = format!("{}.{end}", part.text);
        let name = context.scope.full_name(&text, context.group);
        let id = context.scope.position(Kind::Signal, &name)?;
        declared((id, name), gives, (&text, part.span), context)
    });
    let found: Option<Vec<SignalId>> = found.into_iter().collect();
    found?.try_into().ok()
}

/// Declares an input, unless it is used for a different quantity already.
fn declared(
    (id, name): (usize, String),
    gives: &'static str,
    (text, place): (&str, SourceSpan),
    context: &mut Context,
) -> Option<SignalId> {
    let known = context.signals[id].as_ref();
    if let Some(known) = known.filter(|known| known.gives != gives) {
        let message = format!(
            "`{text}` is the size of a {} elsewhere, and of a {gives} here",
            known.gives
        );
        let first = known.span;
        let problem = context.ledger.error(&catalogue::CONFLICT, place, message);
        problem.label("give it another name").also(first, "first named here");
        return None;
    }
    let span = known.map_or(place, |known| known.span);
    let signal = Signal { name, gives, span };
    let place = (id, context.group);
    put(
        context.scope,
        &mut context.signals,
        Kind::Signal,
        place,
        Some(signal),
        Mirror::image,
    );
    Some(id.into())
}
