//! Joints and links: kind, bodies, geometry, drive.

use super::Context;
use super::geometry;
use crate::diag::catalogue;
use crate::front::syntax::{Attribute, Element, Value};
use crate::model::attributes::Attributes;
use crate::model::quantity;
use crate::model::scope::Kind;
use crate::model::{BodyId, Drive, DriveId, Joint, JointId, JointKind, Override, Role, Vec3};

const JOINTS: &[&str] = &["fixed", "revolute", "prismatic", "spherical", "universal", "free"];
const LINKS: &[&str] = &["distance"];

/// What others call the kinds.
const SYNONYMS: &[(&str, &str)] = &[
    ("ball", "spherical"),
    ("cardan", "universal"),
    ("hinge", "revolute"),
    ("pin", "revolute"),
    ("pivot", "revolute"),
    ("rigid", "fixed"),
    ("slider", "prismatic"),
    ("translational", "prismatic"),
    ("weld", "fixed"),
];

/// Advice on a kind that no joint or link has under this keyword.
pub(super) fn advice(keyword: &str, kind: &str) -> Option<String> {
    match keyword {
        "joint" if LINKS.contains(&kind) => Some("a rod of fixed length is a `link`, not a `joint`".to_owned()),
        "link" if JOINTS.contains(&kind) => Some(format!("`{kind}` is a kind of `joint`, not of `link`")),
        "joint" => {
            let (_, own) = SYNONYMS.iter().find(|(synonym, _)| *synonym == kind)?;
            Some(format!("a {kind} joint is called `{own}` here"))
        }
        _ => None,
    }
}

pub(super) fn resolve<'a>(element: &'a Element, position: usize, context: &mut Context<'a>) -> Option<Joint> {
    let kinds = if element.keyword.text == "link" { LINKS } else { JOINTS };
    let form = context.form(element, kinds, &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let word = form.kind.text.as_str();
    let kind = kind(
        word,
        bodies.map(|(_, second)| second),
        &mut attributes,
        element,
        context,
    );
    // Elsewhere a drive is no attribute to suggest, but a mistake with a reason of its own.
    let drive = if is_drivable(word) || attributes.has("drive") {
        attributes
            .attribute("drive")
            .map(|attribute| drive(attribute, word, position, context))
    } else {
        None
    };
    let tree = attributes.optional("tree").and_then(|value| role(value, context));
    attributes.finish(&mut context.diagnostics);
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
            let problem = context
                .diagnostics
                .error(&catalogue::WRONG_VALUE, value.span(), message);
            problem.help("leave it out to have it chosen");
            return None;
        }
    };
    let span = value.span();
    Some(Override { choice, span })
}

/// Reads the geometry that this kind needs. Where no point is given, the second body's centre of mass serves.
fn kind(
    word: &str,
    second: Option<BodyId>,
    attributes: &mut Attributes,
    element: &Element,
    context: &mut Context,
) -> Option<JointKind> {
    let com = second.and_then(|second| context.com(second));
    Some(match word {
        "fixed" => JointKind::Fixed {
            at: geometry::optional_point(attributes, "at", com, context)?,
        },
        "free" => JointKind::Free {
            at: geometry::optional_point(attributes, "at", Some(Vec3::zeros()), context)?,
        },
        "spherical" => JointKind::Spherical {
            at: geometry::required_point(attributes, "at", context)?,
        },
        "universal" => {
            let axes = attributes
                .required("axes", "[y, z]")
                .and_then(|value| geometry::axes(value, context));
            let at = geometry::required_point(attributes, "at", context);
            JointKind::Universal { at: at?, axes: axes? }
        }
        "distance" => {
            let (from, to) = geometry::ends(attributes, element.name.span, context)?;
            JointKind::Distance { from, to }
        }
        "revolute" => {
            let (at, axis) = line(attributes, None, context)?;
            JointKind::Revolute { at, axis }
        }
        _ => {
            let (at, axis) = line(attributes, Some(com), context)?;
            JointKind::Prismatic { at, axis }
        }
    })
}

/// Point and direction: `through` two points, or `axis` with `at`. With a `default` the point may be left out.
fn line(attributes: &mut Attributes, default: Option<Option<Vec3>>, context: &mut Context) -> Option<(Vec3, Vec3)> {
    let through = attributes.attribute("through");
    let axis = attributes.attribute("axis");
    let at = attributes.attribute("at");
    if let Some(through) = through {
        if let Some(other) = axis.or(at) {
            conflict(other, through, context);
            return None;
        }
        return geometry::through(&through.value, context);
    }
    // Neither is there: `through` names both; a lone `at` lacks only the direction.
    let axis = match axis {
        Some(axis) => geometry::axis(&axis.value, &mut context.diagnostics),
        None if at.is_some() || default.is_some() => attributes.required("axis", "x").and(None),
        None => return attributes.required("through", "[first_point, second_point]").and(None),
    };
    let at = match default {
        Some(com) => geometry::optional_point(attributes, "at", com, context),
        None => geometry::required_point(attributes, "at", context),
    };
    Some((at?, axis?))
}

fn conflict(other: &Attribute, through: &Attribute, context: &mut Context) {
    let message = format!("`{}` says again what `through` says already", other.key.text);
    context
        .diagnostics
        .error(&catalogue::CONFLICT, other.key.span, message)
        .label("one of the two is too much")
        .also(through.key.span, "direction and point are given here");
}

/// One coordinate, which an input can prescribe.
fn is_drivable(word: &str) -> bool {
    matches!(word, "revolute" | "prismatic")
}

/// The input that prescribes this joint; its name has an id already.
fn drive(attribute: &Attribute, word: &str, position: usize, context: &mut Context) -> Option<DriveId> {
    if !is_drivable(word) {
        let message = format!("a {word} joint cannot be driven");
        context
            .diagnostics
            .error(&catalogue::NOT_DRIVABLE, attribute.key.span, message);
        return None;
    }
    let Value::Name(path) = &attribute.value else {
        let needed = "the name of an input";
        return quantity::wrong_value(&attribute.value, "drive", needed, &mut context.diagnostics);
    };
    let name = context.scope.full_name(&path.text, context.group);
    let Some(id) = context.scope.position(Kind::Drive, &name) else {
        let needed = "a simple name";
        return quantity::wrong_value(&attribute.value, "drive", needed, &mut context.diagnostics);
    };
    let drive = Drive {
        name,
        joint: JointId::from(position),
        span: path.span,
    };
    let place = (id, context.group);
    super::put(
        context.scope,
        &mut context.parts.drives,
        Kind::Drive,
        place,
        Some(drive),
        super::Mirror::drive,
    );
    Some(id.into())
}
