//! Points, directions and axes in all their notations.

use super::context::Context;
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::language;
use crate::front::syntax::{Path, Value};
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::namespace::Kind;
use crate::model::quantity::{self, Need};
use crate::model::rule::components;
use crate::model::{Axis, Holds, Point, Vec3};
use nalgebra::Matrix3;

/// Points closer than this count as one point [m]: a micrometre, below the precision of any drawing.
pub(in crate::model) const SHORTEST: f64 = 1e-6;

/// A point by name or by coordinates [m].
pub(in crate::model) fn point(value: &Value, key: &'static str, context: &mut Context) -> Option<Point> {
    match value {
        Value::Name(path) => {
            let position = context.find(Kind::Point, path)?;
            context.points[position].clone()
        }
        Value::List { .. } => {
            let point = quantity::position(value, key, &mut context.ledger)?;
            Some(context.moved(point, context.group))
        }
        other => quantity::wrong_value(other, key, "a point: a name or `[x, y, z] m`", &mut context.ledger),
    }
}

/// A required point.
pub(in crate::model) fn required_point(
    attributes: &mut Attributes,
    key: &'static str,
    context: &mut Context,
) -> Option<Point> {
    attributes
        .required(key, language::POINT)
        .and_then(|value| point(value, key, context))
}

/// A point, or `default` if none is given.
pub(in crate::model) fn optional_point(
    attributes: &mut Attributes,
    key: &'static str,
    default: Option<Point>,
    context: &mut Context,
) -> Option<Point> {
    match attributes.optional(key) {
        Some(value) => point(value, key, context),
        None => default,
    }
}

/// The two ends of a link or spring, which must not coincide.
pub(in crate::model) fn ends(
    attributes: &mut Attributes,
    place: SourceSpan,
    context: &mut Context,
) -> Option<(Point, Point)> {
    let from = required_point(attributes, "from", context);
    let to = required_point(attributes, "to", context);
    let (from, to) = (from?, to?);
    if (*to - *from).norm() < SHORTEST {
        context
            .ledger
            .error(&catalogue::ZERO_LENGTH, place, "a link or spring must have a length")
            .label("both ends are in the same place");
        return None;
    }
    context.ledger.rule(Holds::Apart, components(&(&to - &from)));
    Some((from, to))
}

/// `through: [p, q]`: the point p, and the unit direction from p to q.
pub(in crate::model) fn through(value: &Value, context: &mut Context) -> Option<(Point, Axis)> {
    let members = match value {
        Value::List { members, .. } if members.len() == 2 => members,
        other => return quantity::wrong_value(other, "through", "two points `[p, q]`", &mut context.ledger),
    };
    let [p, q] = [0, 1].map(|end| point(&members[end], "through", context));
    let (p, q) = (p?, q?);
    let along = &q - &p;
    has_direction(&along, SHORTEST, value, &mut context.ledger)?;
    context.ledger.rule(Holds::Apart, components(&along));
    Some((p, Axis::along(along)))
}

/// `axis: z`, `axis: -x` or `axis: [1, 0, 0.1]`: a unit vector.
pub(in crate::model) fn axis(value: &Value, context: &mut Context) -> Option<Axis> {
    let written = written_axis(value, &mut context.ledger)?;
    Some(context.turned(written))
}

/// A direction in the axes of its group.
fn written_axis(value: &Value, diagnostics: &mut Diagnostics) -> Option<Axis> {
    match value {
        Value::Name(path) => named_axis(path, value, diagnostics),
        Value::List { .. } => {
            let vector = quantity::vector(value, Need::new("axis", &units::PLAIN), diagnostics)?;
            has_direction(&vector, f64::MIN_POSITIVE, value, diagnostics)?;
            Some(Axis::along(vector.into()))
        }
        other => quantity::wrong_value(other, "axis", AXIS, diagnostics),
    }
}

/// `axes: [y, z]`: two unit vectors that are not parallel.
pub(in crate::model) fn axes(value: &Value, context: &mut Context) -> Option<[Axis; 2]> {
    let [first, second] = two_directions(value, context)?;
    if first.cross(&second).norm() < LEAST_SINE {
        let message = "both axes have the same direction";
        context
            .ledger
            .error(&catalogue::PARALLEL_AXES, value.span(), message)
            .label("a joint that turns about one axis is `revolute`");
        return None;
    }
    Some([first, second])
}

/// `axes: [y, [0.1, 1, 0]]`: directions of two shafts with less than a right angle between them.
pub(in crate::model) fn shafts(value: &Value, context: &mut Context) -> Option<[Axis; 2]> {
    let [first, second] = two_directions(value, context)?;
    if first.dot(&second) < LEAST_SINE {
        let message = "a constant-velocity joint cannot be bent by a right angle or more";
        context
            .ledger
            .error(&catalogue::BENT_TOO_FAR, value.span(), message)
            .label("both directions lead from the first body to the second");
        return None;
    }
    Some([first, second])
}

fn two_directions(value: &Value, context: &mut Context) -> Option<[Axis; 2]> {
    let members = match value {
        Value::List {
            members, unit: None, ..
        } if members.len() == 2 => members,
        other => return quantity::wrong_value(other, "axes", "two directions `[y, z]`", &mut context.ledger),
    };
    let [first, second] = [0, 1].map(|place| axis(&members[place], context));
    Some([first?, second?])
}

/// Sine of the angle below which axes count as parallel: a twentieth of a degree, less than in any real joint.
const LEAST_SINE: f64 = 1e-3;

const AXIS: &str = "a direction: `x`, `y`, `z`, `-x`, `-y`, `-z` or `[1, 0, 0]`";

fn named_axis(path: &Path, value: &Value, diagnostics: &mut Diagnostics) -> Option<Axis> {
    let (sign, letter) = match path.text.strip_prefix('-') {
        Some(letter) => (-1.0, letter),
        None => (1.0, path.text.as_str()),
    };
    match letter {
        "x" => Some(Axis::unit(sign * Vec3::x())),
        "y" => Some(Axis::unit(sign * Vec3::y())),
        "z" => Some(Axis::unit(sign * Vec3::z())),
        _ => quantity::wrong_value(value, "axis", AXIS, diagnostics),
    }
}

/// `axes: [[..], [..], [..]]`: rotation from the axes of a part to the vehicle axes. By default the axes of the part
/// are the axes of the group.
pub(in crate::model) fn part_axes(value: Option<&Value>, context: &mut Context) -> Option<Matrix3<f64>> {
    let written = match value {
        Some(value) => rotation(value, &mut context.ledger)?,
        None => Matrix3::identity(),
    };
    Some(match context.rotation() {
        Some(rotation) => rotation * written,
        None => written,
    })
}

/// Largest deviation of given axes from a rotation, in each entry of `R R^T - 1`.
const ROTATION_TOLERANCE: f64 = 1e-6;

/// Three rows of a rotation matrix, corrected to the nearest exact rotation.
fn rotation(value: &Value, diagnostics: &mut Diagnostics) -> Option<Matrix3<f64>> {
    let needed = "three rows of a rotation matrix: `[[..], [..], [..]]`";
    let rows = match value {
        Value::List {
            members, unit: None, ..
        } if members.len() == 3 => members,
        other => return quantity::wrong_value(other, "axes", needed, diagnostics),
    };
    let need = Need::new("axes", &units::PLAIN);
    let rows: Vec<Option<Vec3>> = rows
        .iter()
        .map(|row| quantity::vector(row, need, diagnostics))
        .collect();
    let [x, y, z] = [rows[0]?, rows[1]?, rows[2]?].map(|row| row.transpose());
    let given = Matrix3::from_rows(&[x, y, z]);
    let error = (given * given.transpose() - Matrix3::identity()).amax();
    let determinant = given.determinant();
    if error > ROTATION_TOLERANCE || determinant < 0.0 {
        let problem = diagnostics.error(&catalogue::AXES_NOT_ROTATION, value.span(), "the axes are no rotation");
        problem.label(if error > ROTATION_TOLERANCE {
            format!("rows differ from orthogonal unit vectors by {error:.1e}, {ROTATION_TOLERANCE:.0e} is allowed")
        } else {
            "left-handed".to_owned()
        });
        return None;
    }
    nearest_rotation(&given)
}

/// `U V^T` of the singular value decomposition `U S V^T` is the nearest orthogonal matrix (Schönemann 1966).
fn nearest_rotation(matrix: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let decomposition = matrix.svd(true, true);
    Some(decomposition.u? * decomposition.v_t?)
}

/// Whether two points are far enough apart to define a direction.
pub(in crate::model) fn has_direction(
    vector: &Vec3,
    shortest: f64,
    value: &Value,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    if vector.amax() < shortest {
        diagnostics
            .error(&catalogue::ZERO_AXIS, value.span(), "the axis has no direction")
            .label("its length is zero");
        return None;
    }
    Some(())
}
