//! Joints and links as they are declared: bodies, geometry, drive.

use super::reading::Reading;
use super::{Accepted, Joint, KINDS, Role, drive};
use crate::diag::catalogue;
use crate::front::syntax::{Element, Value};
use crate::model::Override;
use crate::model::reading::context::Context;

/// Reads a joint or link.
pub(in crate::model) fn resolve<'a>(element: &'a Element, position: usize, context: &mut Context<'a>) -> Option<Joint> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let word = form.kind.text.as_str();
    let (_, read) = KINDS.iter().find(|(known, _)| known.word == word)?;
    let bodies = context.two_bodies(form);
    let mut reading = Reading {
        element,
        attributes: context.attributes(element),
        com: bodies.and_then(|(_, second)| context.com(second)),
        context,
    };
    let kind = read(&mut reading);
    // For other kinds, `drive` is not suggested as an attribute; it is a mistake with its own message.
    let drive = if reading.attributes.takes("drive") || reading.attributes.has("drive") {
        let drive = reading.attributes.attribute("drive");
        let slides = kind.as_ref().is_some_and(|kind| kind.slides(0));
        drive.map(|attribute| drive::read(attribute, (word, slides), position, &mut reading))
    } else {
        None
    };
    let tree = reading.attributes.optional("tree");
    let tree = tree.and_then(|value| role(value, reading.context));
    let ledger = &mut reading.context.ledger;
    let accepts = Accepted {
        redundant: reading.attributes.accepts("redundant", ledger),
        idle: reading.attributes.accepts("idle", ledger),
    };
    let Reading {
        attributes, context, ..
    } = reading;
    attributes.finish(&mut context.ledger);
    let (first, second) = bodies?;
    let drive = match drive {
        Some(drive) => Some(drive?),
        None => None,
    };
    Some(Joint {
        name: context.name(element),
        kind: kind?,
        first,
        second,
        drive,
        tree,
        accepts,
        span: element.name.span,
    })
}

/// `tree: keep` or `tree: cut`.
fn role(value: &Value, context: &mut Context) -> Option<Override<Role>> {
    let choice = match value {
        Value::Name(word) if word.text == "keep" => Role::Kept,
        Value::Name(word) if word.text == "cut" => Role::Cut,
        _ => {
            let message = "`tree` can only be `keep` or `cut`";
            let problem = context.ledger.error(&catalogue::WRONG_VALUE, value.span(), message);
            problem.help("leave it out to have it chosen");
            return None;
        }
    };
    let span = value.span();
    Some(Override { choice, span })
}
