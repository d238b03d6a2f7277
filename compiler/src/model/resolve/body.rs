//! Bodies: mass, centre of mass and inertia tensor, with checks that these are possible for a rigid body.

use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Element, Value};
use crate::front::units;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::Context;
use crate::model::reading::geometry;
use crate::model::tunable::{Point, Tensor, Tunable};
use crate::model::{Body, Holds, Vec3};
use nalgebra::{Matrix3, SymmetricEigen};

/// Relative tolerance of the triangle inequality, which a thin plate meets with equality.
const TRIANGLE_TOLERANCE: f64 = 1e-9;

pub(in crate::model) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Body> {
    let mut attributes = context.attributes(element);
    if let Some(Value::Name(word)) = attributes.optional("mass")
        && word.text == "none"
    {
        attributes.finish(&mut context.ledger);
        return Some(massless(element, context));
    }
    let ledger = &mut context.ledger;
    let mass = attributes
        .needed("mass")
        .and_then(|value| quantity::mass(value, "a body's", ledger));
    let com = attributes.needed("com").and_then(|value| com(value, context));
    let axes = geometry::part_axes(attributes.optional("axes"), context);
    let ledger = &mut context.ledger;
    let inertia = attributes.needed("inertia");
    let nonphysical = attributes.accepts("nonphysical", ledger);
    let tensor = inertia.and_then(|value| inertia_tensor(value, nonphysical, ledger));
    if let (Some(mass), Some(value), Some(tensor)) = (&mass, inertia, &tensor) {
        check_size(**mass, tensor.symmetric_eigenvalues().max(), value.span(), ledger);
    }
    attributes.finish(ledger);
    let (r, inertia, mass) = (axes?, tensor?, mass?);
    Some(Body {
        name: context.name(element),
        mass,
        com: com?,
        // Tensor in vehicle axes from body axes: I_V = R I_B R^T.
        inertia: inertia.map(|inertia| symmetric(r * inertia * r.transpose())),
        span: element.name.span,
    })
}

/// `mass: none`: the body will become a link ([`crate::model::massless`]).
fn massless(element: &Element, context: &mut Context) -> Body {
    Body {
        name: context.name(element),
        mass: 0.0.into(),
        com: Vec3::zeros().into(),
        inertia: Matrix3::zeros().into(),
        span: element.name.span,
    }
}

fn com(value: &Value, context: &mut Context) -> Option<Point> {
    geometry::point(value, "com", context)
}

/// Row and column of each entry of a tensor.
const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` (tensor entries), checked.
fn inertia_tensor(value: &Value, nonphysical: bool, ledger: &mut Ledger) -> Option<Tensor> {
    let names: [&[&str]; 2] = [&["xx", "yy", "zz"], &["xx", "yy", "zz", "xy", "xz", "yz"]];
    let need = Need::new("inertia", &units::INERTIA);
    let Some(entries) = quantity::list(value, need, &names, ledger)? else {
        let needed = "three or six entries: `[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`";
        return quantity::wrong_value(value, "inertia", needed, ledger);
    };
    let mut tensor = Matrix3::zeros();
    let mut slopes = Vec::new();
    for (entry, place) in entries.iter().zip(ENTRIES) {
        let at_both = |x: f64| {
            let mut matrix = Matrix3::zeros();
            matrix[place] = x;
            matrix[(place.1, place.0)] = x;
            matrix
        };
        tensor += at_both(**entry);
        slopes.extend(
            entry
                .slopes()
                .iter()
                .map(|(parameter, slope)| (*parameter, at_both(*slope))),
        );
    }
    check_physical(&tensor, nonphysical, value.span(), ledger).then(|| {
        let holds = if nonphysical {
            Holds::PositiveInertia
        } else {
            Holds::PhysicalInertia
        };
        ledger.rule(holds, entries);
        Tunable::new(tensor, slopes)
    })
}

/// Checks that principal moments are positive, and that no principal moment exceeds the sum of the others:
/// `A + B - C = 2∫z² dm >= 0`. Published and measured data may violate the second rule slightly; with `nonphysical`
/// they are accepted.
fn check_physical(tensor: &Matrix3<f64>, nonphysical: bool, span: SourceSpan, diagnostics: &mut Diagnostics) -> bool {
    let mut moments = SymmetricEigen::new(*tensor).eigenvalues;
    moments.as_mut_slice().sort_by(f64::total_cmp);
    let [least, middle, greatest] = [moments[0], moments[1], moments[2]];
    let [a, b, c] = [least, middle, greatest].map(quantity::digits);
    let principal = format!("principal moments {a}, {b}, {c} kg*m^2");
    if least <= 0.0 {
        let message = "the tensor of inertia is not positive definite";
        let problem = diagnostics.error(&catalogue::INERTIA_NOT_POSITIVE, span, message);
        problem.label(principal);
        if tensor.diagonal().min() <= 0.0 {
            problem.help("`Ixx`, `Iyy` and `Izz` are all greater than zero");
        }
        return false;
    }
    if least < units::INERTIA.least {
        quantity::out_of_range(least, span, Need::new("inertia", &units::INERTIA), diagnostics);
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

/// Largest radius of gyration of a body [m]: the radius of gyration of a rod of 17 m. A laden trailer of 40 t has 4.2
/// m.
const LARGEST_GYRATION: f64 = 5.0;

/// Warns of a body with a radius of gyration that no vehicle has.
fn check_size(mass: f64, moment: f64, span: SourceSpan, diagnostics: &mut Diagnostics) {
    let gyration = (moment / mass).sqrt();
    if gyration > LARGEST_GYRATION {
        let message = format!(
            "a radius of gyration of {} m is too much for a vehicle",
            quantity::digits(gyration)
        );
        diagnostics
            .warning(&catalogue::IMPLAUSIBLE_INERTIA, span, message)
            .label(format!(
                "more than {LARGEST_GYRATION} m, with a mass of {} kg",
                quantity::digits(mass)
            ));
    }
}

/// Removes asymmetry from rounding.
fn symmetric(matrix: Matrix3<f64>) -> Matrix3<f64> {
    (matrix + matrix.transpose()) * 0.5
}
