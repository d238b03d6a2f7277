//! Bodies: mass, centre of mass, tensor of inertia, and whether any rigid body could have them.

use super::Context;
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Element, Value};
use crate::front::units;
use crate::model::quantity::{self, Need};
use crate::model::{Body, Vec3};
use nalgebra::{Matrix3, SymmetricEigen};

/// How far given axes may be from a rotation, in each entry of `R R^T - 1`.
const ROTATION_TOLERANCE: f64 = 1e-6;

/// Relative slack of the triangle inequality: a thin plate meets it with equality.
const TRIANGLE_TOLERANCE: f64 = 1e-9;

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Body> {
    let mut attributes = context.attributes(element);
    let diagnostics = &mut context.diagnostics;
    let mass = attributes
        .required("mass", "1 kg")
        .and_then(|value| mass(value, diagnostics));
    let com = attributes
        .required("com", "[x, y, z] m")
        .and_then(|value| com(value, context));
    let diagnostics = &mut context.diagnostics;
    let axes = match attributes.optional("axes") {
        Some(value) => rotation(value, diagnostics),
        None => Some(Matrix3::identity()),
    };
    let inertia = attributes.required("inertia", "[Ixx, Iyy, Izz] kg*m^2");
    let nonphysical = attributes.accepts("nonphysical", diagnostics);
    let inertia = inertia.and_then(|value| inertia_tensor(value, nonphysical, diagnostics));
    attributes.finish(diagnostics);
    let (r, inertia) = (axes?, inertia?);
    Some(Body {
        name: context.name(element),
        mass: mass?,
        com: com?,
        // Tensor in vehicle axes from body axes: I_V = R I_B R^T.
        inertia: symmetric(r * inertia * r.transpose()),
        span: element.name.span,
    })
}

fn mass(value: &Value, diagnostics: &mut Diagnostics) -> Option<f64> {
    let mass = quantity::scalar(value, Need::new("mass", &units::MASS), diagnostics)?;
    if mass <= 0.0 {
        let message = "a body's mass must be greater than zero";
        diagnostics.error(&catalogue::MASS_NOT_POSITIVE, value.span(), message);
        return None;
    }
    Some(mass)
}

fn com(value: &Value, context: &mut Context) -> Option<Vec3> {
    super::geometry::point(value, "com", context)
}

/// `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` (tensor entries), checked.
fn inertia_tensor(value: &Value, nonphysical: bool, diagnostics: &mut Diagnostics) -> Option<Matrix3<f64>> {
    let entries = quantity::scalars(value, Need::new("inertia", &units::INERTIA), diagnostics)?;
    let (xx, yy, zz, xy, xz, yz) = match entries[..] {
        [xx, yy, zz] => (xx, yy, zz, 0.0, 0.0, 0.0),
        [xx, yy, zz, xy, xz, yz] => (xx, yy, zz, xy, xz, yz),
        _ => {
            let needed = "three or six entries: `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`";
            return quantity::wrong_value(value, "inertia", needed, diagnostics);
        }
    };
    let tensor = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    check_physical(&tensor, nonphysical, value.span(), diagnostics).then_some(tensor)
}

/// Principal moments are positive, and none exceeds the sum of the others: `A + B - C = 2∫z² dm >= 0`. Published and
/// measured figures may break the second rule a little: where that is accepted they are taken as they are.
fn check_physical(tensor: &Matrix3<f64>, nonphysical: bool, span: SourceSpan, diagnostics: &mut Diagnostics) -> bool {
    let mut moments = SymmetricEigen::new(*tensor).eigenvalues;
    moments.as_mut_slice().sort_by(f64::total_cmp);
    let [least, middle, greatest] = [moments[0], moments[1], moments[2]];
    let principal = format!("principal moments {least:.4}, {middle:.4}, {greatest:.4} kg*m^2");
    if least <= 0.0 {
        let message = "the tensor of inertia is not positive definite";
        let problem = diagnostics.error(&catalogue::INERTIA_NOT_POSITIVE, span, message);
        problem.label(principal);
        if tensor.diagonal().min() <= 0.0 {
            problem.help("`Ixx`, `Iyy` and `Izz` are all greater than zero");
        }
        return false;
    }
    if !nonphysical && least + middle < greatest * (1.0 - TRIANGLE_TOLERANCE) {
        diagnostics
            .error(
                &catalogue::INERTIA_TRIANGLE,
                span,
                "no body has these moments of inertia",
            )
            .label(format!("{principal}: the greatest exceeds the sum of the others"))
            .help("correct the figures, or take them as they are with `nonphysical: accept`");
        return false;
    }
    true
}

/// Three rows of a rotation matrix, brought to the nearest exact rotation.
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

/// Removes what rounding has made of the symmetry.
fn symmetric(matrix: Matrix3<f64>) -> Matrix3<f64> {
    (matrix + matrix.transpose()) * 0.5
}
