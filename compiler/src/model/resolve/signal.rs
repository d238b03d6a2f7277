//! Inputs for forces and torques. An input is declared by being named; parts of one group may share it.

use super::{Context, Mirror, put};
use crate::diag::catalogue;
use crate::front::syntax::Value;
use crate::model::quantity;
use crate::model::scope::Kind;
use crate::model::{Effort, Signal, SignalId};

/// The input with that name, which has an id already.
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
    if let Some(known) = context.parts.signals[id]
        .as_ref()
        .filter(|known| known.effort != effort)
    {
        let [first, here] = [known.effort, effort].map(Effort::word);
        let message = format!(
            "`{}` is the size of a {first} elsewhere, and of a {here} here",
            path.text
        );
        let place = known.span;
        let problem = context.ledger.error(&catalogue::CONFLICT, path.span, message);
        problem.label("give it another name").also(place, "first named here");
        return None;
    }
    let span = context.parts.signals[id].as_ref().map_or(path.span, |known| known.span);
    let signal = Signal { name, effort, span };
    let place = (id, context.group);
    put(
        context.scope,
        &mut context.parts.signals,
        Kind::Signal,
        place,
        Some(signal),
        Mirror::image,
    );
    Some(id.into())
}
