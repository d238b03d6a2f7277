//! Points, directions and axes as they may be written.

use super::Context;
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Path, Value};
use crate::front::units;
use crate::model::Vec3;
use crate::model::attributes::Attributes;
use crate::model::quantity::{self, Need};
use crate::model::scope::Kind;

/// Points nearer to each other than this are one point [m]: a micrometre, below any drawing's precision.
const SHORTEST: f64 = 1e-6;

/// A point by name or by coordinates [m].
pub(super) fn point(value: &Value, key: &'static str, context: &mut Context) -> Option<Vec3> {
    match value {
        Value::Name(path) => {
            let position = context.find(Kind::Point, path)?;
            context.parts.points[position]
        }
        Value::List { .. } => quantity::position(value, key, &mut context.diagnostics),
        other => quantity::wrong_value(other, key, "a point: a name or `[x, y, z] m`", &mut context.diagnostics),
    }
}

/// A required point.
pub(super) fn required_point(attributes: &mut Attributes, key: &'static str, context: &mut Context) -> Option<Vec3> {
    attributes
        .required(key, "[x, y, z] m")
        .and_then(|value| point(value, key, context))
}

/// A point, or `default` where none is given.
pub(super) fn optional_point(
    attributes: &mut Attributes,
    key: &'static str,
    default: Option<Vec3>,
    context: &mut Context,
) -> Option<Vec3> {
    match attributes.optional(key) {
        Some(value) => point(value, key, context),
        None => default,
    }
}

/// The two ends of a link or spring, a length apart.
pub(super) fn ends(attributes: &mut Attributes, place: SourceSpan, context: &mut Context) -> Option<(Vec3, Vec3)> {
    let from = required_point(attributes, "from", context);
    let to = required_point(attributes, "to", context);
    let (from, to) = (from?, to?);
    if (to - from).norm() < SHORTEST {
        context
            .diagnostics
            .error(&catalogue::ZERO_LENGTH, place, "a link or spring must have a length")
            .label("both ends are in the same place");
        return None;
    }
    Some((from, to))
}

/// `through: [p, q]`: the point p, and the unit direction from p to q.
pub(super) fn through(value: &Value, context: &mut Context) -> Option<(Vec3, Vec3)> {
    let members = match value {
        Value::List { members, .. } if members.len() == 2 => members,
        other => return quantity::wrong_value(other, "through", "two points `[p, q]`", &mut context.diagnostics),
    };
    let [p, q] = [0, 1].map(|end| point(&members[end], "through", context));
    let (p, q) = (p?, q?);
    Some((p, unit_vector(q - p, SHORTEST, value, &mut context.diagnostics)?))
}

/// `axis: z`, `axis: -x` or `axis: [1, 0, 0.1]`: a unit vector.
pub(super) fn axis(value: &Value, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    match value {
        Value::Name(path) => named_axis(path, value, diagnostics),
        Value::List { .. } => {
            let vector = quantity::vector(value, Need::new("axis", &units::PLAIN), diagnostics)?;
            unit_vector(vector, f64::MIN_POSITIVE, value, diagnostics)
        }
        other => quantity::wrong_value(other, "axis", AXIS, diagnostics),
    }
}

/// `axes: [y, z]`: two unit vectors with an angle between them.
pub(super) fn axes(value: &Value, context: &mut Context) -> Option<[Vec3; 2]> {
    let members = match value {
        Value::List {
            members, unit: None, ..
        } if members.len() == 2 => members,
        other => return quantity::wrong_value(other, "axes", "two directions `[y, z]`", &mut context.diagnostics),
    };
    let [first, second] = [0, 1].map(|place| axis(&members[place], &mut context.diagnostics));
    let (first, second) = (first?, second?);
    if first.cross(&second).norm() < LEAST_SINE {
        let message = "both axes have the same direction";
        context
            .diagnostics
            .error(&catalogue::PARALLEL_AXES, value.span(), message)
            .label("a joint that turns about one axis is `revolute`");
        return None;
    }
    Some([first, second])
}

/// Sine of the angle below which axes count as parallel: no joint is made with a twentieth of a degree.
const LEAST_SINE: f64 = 1e-3;

const AXIS: &str = "a direction: `x`, `y`, `z`, `-x`, `-y`, `-z` or `[1, 0, 0]`";

fn named_axis(path: &Path, value: &Value, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let (sign, letter) = match path.text.strip_prefix('-') {
        Some(letter) => (-1.0, letter),
        None => (1.0, path.text.as_str()),
    };
    match letter {
        "x" => Some(sign * Vec3::x()),
        "y" => Some(sign * Vec3::y()),
        "z" => Some(sign * Vec3::z()),
        _ => quantity::wrong_value(value, "axis", AXIS, diagnostics),
    }
}

fn unit_vector(vector: Vec3, shortest: f64, value: &Value, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    // Scaled first, so that squares neither vanish nor overflow.
    let largest = vector.amax();
    if largest < shortest {
        diagnostics
            .error(&catalogue::ZERO_AXIS, value.span(), "the axis has no direction")
            .label("its length is zero");
        return None;
    }
    Some((vector / largest).normalize())
}
