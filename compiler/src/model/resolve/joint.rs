//! Joints and links: kind, bodies, geometry, drive.

use super::{Context, geometry, given};
use crate::diag::catalogue;
use crate::front::language;
use crate::front::syntax::{Attribute, Element, Value};
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::quantity::{self, Need};
use crate::model::rule::components;
use crate::model::scope::Kind;
use crate::model::{
    Axis, BodyId, Drive, DriveId, Holds, Joint, JointId, JointKind, Number, Override, Point, Role, Vec3,
};

/// Names of the kinds in other programs and books, with ours.
const SYNONYMS: &[(&str, &str)] = &[
    ("ball", "spherical"),
    ("cardan", "universal"),
    ("cv", "constant_velocity"),
    ("helical", "screw"),
    ("hinge", "revolute"),
    ("pin", "revolute"),
    ("pivot", "revolute"),
    ("rzeppa", "constant_velocity"),
    ("rigid", "fixed"),
    ("slider", "prismatic"),
    ("translational", "prismatic"),
    ("weld", "fixed"),
];

/// The kinds of joints, or of links.
fn kinds(keyword: &str) -> &'static [&'static str] {
    language::part(keyword).map_or(&[], |part| part.kinds)
}

/// Advice for a kind that does not exist under this keyword.
pub(in crate::model) fn advice(keyword: &str, kind: &str) -> Option<String> {
    match keyword {
        "joint" if kind == "distance" => Some("a rod of fixed length is a `link`, not a `joint`".to_owned()),
        "joint" if kinds("link").contains(&kind) => Some(format!("`{kind}` is a kind of `link`, not of `joint`")),
        "link" if kinds("joint").contains(&kind) => Some(format!("`{kind}` is a kind of `joint`, not of `link`")),
        "joint" => {
            let (_, own) = SYNONYMS.iter().find(|(synonym, _)| *synonym == kind)?;
            Some(format!("a {kind} joint is called `{own}` here"))
        }
        _ => None,
    }
}

pub(in crate::model) fn resolve<'a>(element: &'a Element, position: usize, context: &mut Context<'a>) -> Option<Joint> {
    let kinds = kinds(&element.keyword.text);
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
    // For any other joint `drive` is not suggested, but reported as a mistake of its own.
    let drive = if is_drivable(word) || attributes.has("drive") {
        attributes
            .attribute("drive")
            .map(|attribute| drive(attribute, word, position, context))
    } else {
        None
    };
    let tree = attributes.optional("tree").and_then(|value| role(value, context));
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
        span: element.name.span,
    })
}

/// Reads `tree: keep` or `tree: cut`.
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

/// Reads the geometry of a joint of this kind. If no point is given, the second body's centre of mass is used.
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
            at: geometry::optional_point(attributes, "at", Some(Vec3::zeros().into()), context)?,
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
            let ends = geometry::ends(attributes, element.name.span, context);
            let adjust = given(attributes.optional("adjust"), |value| adjust(value, context));
            let (from, to) = ends?;
            let reach = adjust?.map(|adjust| reach(&from, &to, &adjust));
            if let Some(reach) = &reach {
                context.ledger.rule(Holds::Apart, components(&(reach - &from)));
            }
            JointKind::Distance { from, to, reach }
        }
        "constant_velocity" => {
            let axes = shafts(attributes, context);
            let at = geometry::required_point(attributes, "at", context);
            JointKind::ConstantVelocity { at: at?, axes: axes? }
        }
        "revolute" => {
            let (at, axis) = line(attributes, None, context)?;
            JointKind::Revolute { at, axis }
        }
        "cylindrical" => {
            let (at, axis) = line(attributes, None, context)?;
            JointKind::Cylindrical { at, axis }
        }
        "screw" => {
            let line = line(attributes, None, context);
            let pitch = pitch(attributes, context);
            let (at, axis) = line?;
            JointKind::Screw {
                at,
                axis,
                pitch: pitch?,
            }
        }
        "planar" => {
            let (at, normal) = plane(attributes, Some(com), context)?;
            JointKind::Planar { at, normal }
        }
        "point_on_plane" => {
            let (at, normal) = plane(attributes, None, context)?;
            JointKind::PointOnPlane { at, normal }
        }
        "spherical_revolute" => {
            let line = line(attributes, None, context);
            let ball = geometry::required_point(attributes, "ball", context);
            let ((at, axis), ball) = (line?, ball?);
            has_arm(&at, &axis, &ball, element, context)?;
            JointKind::SphericalRevolute { at, axis, ball }
        }
        "spherical_translational" => {
            let (at, axis) = line(attributes, None, context)?;
            JointKind::SphericalTranslational { at, axis }
        }
        _ => {
            let (at, axis) = line(attributes, Some(com), context)?;
            JointKind::Prismatic { at, axis }
        }
    })
}

/// `adjust: tune 0 mm`: change of a rod's length relative to the design position [m].
///
/// The design position is assembled with the lengths as declared, so that a different value has to be a parameter.
fn adjust(value: &Value, context: &mut Context) -> Option<Number> {
    let need = Need::new("adjust", &units::LENGTH);
    let adjust = quantity::scalar(value, need, &mut context.ledger)?;
    if *adjust != 0.0 || !adjust.is_tuned() {
        let problem = context.ledger.error(
            &catalogue::WRONG_VALUE,
            value.span(),
            "`adjust` can only be a parameter that is zero at first",
        );
        problem
            .label("the design position is drawn with this rod as it is")
            .help("write `adjust: tune 0 mm`, and set the parameter; or move an end of the rod");
        return None;
    }
    Some(adjust)
}

/// The second end of a rod lengthened by `adjust` along its design direction.
fn reach(from: &Point, to: &Point, adjust: &Number) -> Point {
    let along = (**to - **from).normalize();
    to + &adjust.map(|longer| along * *longer)
}

/// Point and direction: `through` two points, or `axis` with `at`. With a `default`, the point is optional.
fn line(attributes: &mut Attributes, default: Option<Option<Point>>, context: &mut Context) -> Option<(Point, Axis)> {
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
    // If both are missing, `through` is suggested as well; a lone `at` lacks only the direction.
    let axis = match axis {
        Some(axis) => geometry::axis(&axis.value, &mut context.ledger),
        None if at.is_some() || default.is_some() => attributes.required("axis", "x").and(None),
        None => return attributes.required("through", "[first_point, second_point]").and(None),
    };
    let at = match default {
        Some(com) => geometry::optional_point(attributes, "at", com, context),
        None => geometry::required_point(attributes, "at", context),
    };
    Some((at?, axis?))
}

/// Point and normal of a plane. With a `default`, the point is optional.
fn plane(attributes: &mut Attributes, default: Option<Option<Point>>, context: &mut Context) -> Option<(Point, Axis)> {
    let normal = attributes
        .required("normal", "z")
        .and_then(|value| geometry::axis(value, &mut context.ledger));
    let at = match default {
        Some(com) => geometry::optional_point(attributes, "at", com, context),
        None => geometry::required_point(attributes, "at", context),
    };
    Some((at?, normal?))
}

/// `axis: y` for aligned shafts, or `axes: [y, [0.1, 1, 0]]` for shafts at an angle in the design position.
fn shafts(attributes: &mut Attributes, context: &mut Context) -> Option<[Axis; 2]> {
    let (axis, axes) = (attributes.attribute("axis"), attributes.attribute("axes"));
    match (axis, axes) {
        (Some(axis), Some(axes)) => {
            conflict(axis, axes, context);
            None
        }
        (None, Some(axes)) => geometry::shafts(&axes.value, context),
        (Some(axis), None) => {
            let axis = geometry::axis(&axis.value, &mut context.ledger)?;
            Some([axis.clone(), axis])
        }
        (None, None) => attributes.required("axis", "y").and(None),
    }
}

/// Travel per turn [m], with the sign of the thread's hand.
fn pitch(attributes: &mut Attributes, context: &mut Context) -> Option<f64> {
    let value = attributes.required("pitch", "5 mm")?;
    let need = Need::new("pitch", &units::LENGTH);
    let pitch = quantity::fixed_scalar(value, need, &mut context.ledger)?;
    if pitch == 0.0 {
        let message = "a screw's pitch must not be zero";
        context
            .ledger
            .error(&catalogue::WRONG_SIGN, value.span(), message)
            .help("a joint that turns without moving along its axis is `revolute`");
        return None;
    }
    Some(pitch)
}

/// Checks that the ball of an arm is not on the axis of the arm.
fn has_arm(at: &Point, axis: &Axis, ball: &Point, element: &Element, context: &mut Context) -> Option<()> {
    let arm = (**ball - **at).cross(axis).norm();
    if arm < geometry::SHORTEST {
        context
            .ledger
            .error(&catalogue::ZERO_LENGTH, element.name.span, "an arm must have a length")
            .label("its ball is on its axis")
            .help("a ball that does not move is a `spherical` joint");
        return None;
    }
    Some(())
}

fn conflict(other: &Attribute, through: &Attribute, context: &mut Context) {
    let message = format!("`{}` is already given by `through`", other.key.text);
    context
        .ledger
        .error(&catalogue::CONFLICT, other.key.span, message)
        .label("one of the two is too much")
        .also(through.key.span, "direction and point are given here");
}

/// Whether the joint has one coordinate, which an input can prescribe.
fn is_drivable(word: &str) -> bool {
    matches!(word, "revolute" | "prismatic" | "screw")
}

/// The input that drives this joint; its name has an id already.
fn drive(attribute: &Attribute, word: &str, position: usize, context: &mut Context) -> Option<DriveId> {
    if !is_drivable(word) {
        let message = format!("a {word} joint cannot be driven");
        context
            .ledger
            .error(&catalogue::NOT_DRIVABLE, attribute.key.span, message);
        return None;
    }
    let Value::Name(path) = &attribute.value else {
        let needed = "the name of an input";
        return quantity::wrong_value(&attribute.value, "drive", needed, &mut context.ledger);
    };
    let name = context.scope.full_name(&path.text, context.group);
    let Some(id) = context.scope.position(Kind::Drive, &name) else {
        let needed = "a simple name";
        return quantity::wrong_value(&attribute.value, "drive", needed, &mut context.ledger);
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
        super::Mirror::image,
    );
    Some(id.into())
}
