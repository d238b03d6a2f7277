//! Bushings: two symmetric matrices, each given in three blocks, and a curve for each direction.

use super::{Context, body, curve, geometry, given};
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{Attribute, Element};
use crate::front::units::{self, Quantity};
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need};
use crate::model::{Bushing, Curve, Force, Holds, Law, Number, Six};
use nalgebra::{Matrix3, Matrix6, SymmetricEigen};

/// Three displacements, three rotations.
const DIRECTIONS: [&str; 6] = ["x", "y", "z", "turn x", "turn y", "turn z"];



/// How far an eigenvalue may be below zero, for diagonal entries of one: rounding.
const PASSIVE: f64 = 1e-9;

/// The blocks of a matrix: displacements, rotations, and the coupling of the two.
struct Blocks {
    keys: [&'static str; 3],
    quantities: [&'static Quantity; 3],
}

static STIFFNESS: Blocks = Blocks {
    keys: ["stiffness", "torsional_stiffness", "coupling"],
    quantities: [
        &units::STIFFNESS,
        &units::TORSIONAL_STIFFNESS,
        &units::COUPLING_STIFFNESS,
    ],
};

static DAMPING: Blocks = Blocks {
    keys: ["damping", "torsional_damping", "damping_coupling"],
    quantities: [&units::DAMPING, &units::TORSIONAL_DAMPING, &units::COUPLING_DAMPING],
};

pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Force> {
    let form = context.form(element, &["between"], &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let at = geometry::required_point(&mut attributes, "at", context);
    let ledger = &mut context.ledger;
    let axes = match attributes.optional("axes") {
        Some(value) => body::rotation(value, ledger),
        None => Some(Matrix3::identity()),
    };
    let all = [&STIFFNESS, &DAMPING].map(|blocks| blocks.keys);
    let mut all = all.as_flattened().iter().chain(&Bushing::CURVES);
    if !all.any(|key| attributes.is_meant(key)) {
        let message = format!("bushing `{}` makes no force", element.name.text);
        ledger
            .error(&catalogue::NO_FORCE, element.name.span, message)
            .help("give its `stiffness`, or at least one of `torsional_stiffness`, `damping`, `torsional_damping`, `along_x` and the like");
    }
    let [stiffness, damping] = [&STIFFNESS, &DAMPING].map(|blocks| blocks.read(&mut attributes, ledger));
    let curves = curves(&mut attributes, ledger);
    attributes.finish(ledger);
    let (first, second) = bodies?;
    Some(Force {
        name: context.name(element),
        law: Law::Bushing(Box::new(Bushing {
            first,
            second,
            at: at?,
            axes: axes?,
            stiffness: stiffness?,
            damping: damping?,
            curves: curves?,
        })),
        span: element.name.span,
    })
}

/// By direction; none where it has no curve of its own. The outer none is a report.
fn curves(attributes: &mut Attributes, ledger: &mut Ledger) -> Option<[Option<Curve>; 6]> {
    let mut curves = [const { None }; 6];
    let mut sound = true;
    for (k, key) in Bushing::CURVES.into_iter().enumerate() {
        let form = if k < 3 {
            &curve::ELASTIC
        } else {
            &curve::TORSIONAL_ELASTIC
        };
        match given(attributes.optional(key), |value| curve::curve(value, key, form, ledger)) {
            Some(curve) => curves[k] = curve,
            None => sound = false,
        }
    }
    sound.then_some(curves)
}

impl Blocks {
    /// The matrix; none after a report.
    fn read(&self, attributes: &mut Attributes, ledger: &mut Ledger) -> Option<Six> {
        let [linear, angular, coupling] = self.keys.map(|key| attributes.attribute(key));
        let linear = symmetric(linear, self.quantities[0], ledger);
        let angular = symmetric(angular, self.quantities[1], ledger);
        let mixed = coupling.map_or(Some(vec![0.0.into(); 9]), |given| {
            nine(given, self.quantities[2], ledger)
        });
        let (linear, angular, mixed) = (linear?, angular?, mixed?);
        let matrix = Six::from_lower(|i, j| match (i < 3, j < 3) {
            (true, _) => linear[i][j].clone(),
            (_, true) => mixed[3 * j + (i - 3)].clone(),
            _ => angular[i - 3][j - 3].clone(),
        });
        let place = self.keys.iter().rev().find_map(|key| attributes.attribute(key));
        place.map_or(Some(()), |place| {
            check_passive(&matrix.value(), place.value.span(), place, ledger)
        })?;
        ledger.rule(Holds::Passive, matrix.entries().cloned().collect());
        Some(matrix)
    }
}

/// `[xx, yy, zz]` or `[xx, yy, zz, xy, xz, yz]`; zero where it is not given.
fn symmetric(given: Option<&Attribute>, quantity: &'static Quantity, ledger: &mut Ledger) -> Option<[[Number; 3]; 3]> {
    let mut entries: Vec<Number> = Vec::new();
    if let Some(Attribute { key, value }) = given {
        let names: [&[&str]; 2] = [&["x", "y", "z"], &["x", "y", "z", "xy", "xz", "yz"]];
        entries = match quantity::list(value, Need::new(&key.text, quantity), &names, ledger)? {
            Some(entries) => entries,
            None => {
                let needed = "three or six numbers: `[x, y, z]` or `[x, y, z, xy, xz, yz]`";
                return quantity::wrong_value(value, &key.text, needed, ledger);
            }
        };
    }
    entries.resize(6, 0.0.into());
    let place = |i: usize, j: usize| if i == j { i } else { 2 + i + j };
    Some([0, 1, 2].map(|i| [0, 1, 2].map(|j| entries[place(i, j)].clone())))
}

/// By displacement, then by rotation.
fn nine(given: &Attribute, quantity: &'static Quantity, ledger: &mut Ledger) -> Option<Vec<Number>> {
    let Attribute { key, value } = given;
    let names: [&[&str]; 1] = [&["x_x", "x_y", "x_z", "y_x", "y_y", "y_z", "z_x", "z_y", "z_z"]];
    match quantity::list(value, Need::new(&key.text, quantity), &names, ledger)? {
        Some(entries) => Some(entries),
        None => {
            let needed = "nine numbers: what a turn about x, y and z does along x, then along y, then along z";
            quantity::wrong_value(value, &key.text, needed, ledger)
        }
    }
}

/// Whether the matrix is positive semidefinite: judged with its diagonal scaled to one, so that units do not matter.
fn check_passive(matrix: &Matrix6<f64>, span: SourceSpan, place: &Attribute, ledger: &mut Ledger) -> Option<()> {
    let scale = matrix.diagonal().map(|x| if x > 0.0 { x.sqrt().recip() } else { 1.0 });
    let scale = Matrix6::from_diagonal(&scale);
    let eigen = SymmetricEigen::new(scale * matrix * scale);
    let (least, value) = eigen.eigenvalues.argmin();
    if value >= -PASSIVE {
        return Some(());
    }
    // The directions that take most part in the motion on which the bushing would do work.
    let motion = eigen.eigenvectors.column(least).map(f64::abs);
    let largest = motion.imax();
    let parts: Vec<String> = (0..6)
        .filter(|&k| motion[k] > 0.5 * motion[largest])
        .map(|k| format!("`{}`", DIRECTIONS[k]))
        .collect();
    let message = format!(
        "the bushing would drive what it should hold, in {}",
        parts.join(" and ")
    );
    ledger.error(&catalogue::NOT_PASSIVE, span, message).label(format!(
        "with this `{}` the matrix is not positive semidefinite",
        place.key.text
    ));
    None
}
