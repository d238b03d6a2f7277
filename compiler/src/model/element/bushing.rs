//! Bushings.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, push, turn};
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{self, Attribute};
use crate::front::units::{self, Quantity};
use crate::model::Effort;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::quantity::{self, Need};
use crate::model::reading::context::{Context, given};
use crate::model::reading::{curve, geometry};
use crate::model::{BodyId, Curve, Holds, Joint, JointId, Number, Point, Reference, SignalId, Symmetric6, Vec3};
use nalgebra::{Matrix3, Matrix6, SymmetricEigen, Vector6};

/// A bushing: elastic and damping forces in all six directions.
///
/// The deflection has six components. Three components are the position of the second body's point relative to the
/// first body's point, along axes fixed in the first body [m]. Three components are `2 sin(φ/2) n` [rad] for the
/// rotation of the second body by `φ` about `n`, along these axes. The forces and torques on the second body are
/// `-stiffness` times this deflection, plus `-damping` times its rate, minus the curves' values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bushing {
    /// The body in whose axes deflections are measured.
    pub first: BodyId,
    /// The body that is deflected.
    pub second: BodyId,
    /// Its point on both bodies [m].
    pub at: Point,
    /// Its axes, as columns.
    pub axes: Matrix3<f64>,
    /// Forces [N], then torques [N m], per unit of the deflection; positive semidefinite at the parameters' defaults.
    pub stiffness: Symmetric6,
    /// The same over its rate.
    pub damping: Symmetric6,
    /// By direction: an additional force [N] or torque [N m] over the deflection's component in this direction.
    pub curves: [Option<Curve>; 6],
}

impl Bushing {
    /// Attributes of its curves, by direction.
    pub const CURVES: [&'static str; 6] = ["along_x", "along_y", "along_z", "about_x", "about_y", "about_z"];

    /// Its directions.
    pub const EFFORTS: [(Effort, &'static str); 6] = [
        (Effort::Force, "x"),
        (Effort::Force, "y"),
        (Effort::Force, "z"),
        (Effort::Torque, "x"),
        (Effort::Torque, "y"),
        (Effort::Torque, "z"),
    ];
}

impl Element for Bushing {
    fn word(&self) -> &'static str {
        "bushing"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, _: &[Joint]) -> Vec<BodyId> {
        vec![self.first, self.second]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        Bushing::EFFORTS.to_vec()
    }

    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let scale = Matrix6::from_diagonal(&Vector6::new(1.0, 1.0, 1.0, 1.0 / length, 1.0 / length, 1.0 / length));
        let both = [&self.stiffness, &self.damping].map(|six| {
            let matrix = scale * six.value() * scale;
            matrix / matrix.amax().max(f64::MIN_POSITIVE)
        });
        let curves = Vector6::from_fn(|k, _| f64::from(self.curves[k].is_some()));
        let eigen = SymmetricEigen::new(both[0] + both[1] + Matrix6::from_diagonal(&curves));
        let column = |k: usize| -> Vec3 { self.axes.column(k).into_owned() };
        let basis: [Vector6<f64>; 6] = std::array::from_fn(|k| match k {
            0..3 => push(&self.at, &column(k), length),
            _ => turn(&column(k - 3)),
        });
        // Along the eigenvectors of its matrix; eigenvectors without effect are left out.
        let works = (0..6).filter(|&k| eigen.eigenvalues[k] > WORKS);
        let along = |k: usize| (0..6).map(|i| basis[i] * eigen.eigenvectors[(i, k)]).sum();
        works.map(|k| between(self.first, self.second, along(k))).collect()
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        vec![Reference::Body(&mut self.first), Reference::Body(&mut self.second)]
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let axes = ValueMut::Axes(&mut self.axes);
        let six = |attribute, unit, matrix| Listed::new(attribute, unit, Role::Tensor, ValueMut::Symmetric6(matrix));
        let mut listed = vec![
            Listed::point("at", &[self.first, self.second], &mut self.at),
            Listed::new("axes", &units::PLAIN, Role::Tensor, axes).equal_in_lanes(),
            six("stiffness", &units::STIFFNESS, &mut self.stiffness),
            six("damping", &units::DAMPING, &mut self.damping),
        ];
        for (k, curve) in self.curves.iter_mut().enumerate() {
            let unit = if k < 3 {
                &units::STIFFNESS
            } else {
                &units::TORSIONAL_STIFFNESS
            };
            let role = if Symmetric6::SIGNS[k] < 0.0 {
                Role::Pseudoscalar
            } else {
                Role::Scalar
            };
            let curve = curve.iter_mut().map(ValueMut::Curve);
            listed.extend(curve.map(|curve| Listed::new(Bushing::CURVES[k], unit, role.clone(), curve)));
        }
        listed
    }

    fn turn_over(&mut self) -> Option<SignalId> {
        None
    }

    fn variant(&self) -> &'static str {
        ""
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}

/// Three displacements, three rotations.
const DIRECTIONS: [&str; 6] = ["x", "y", "z", "turn x", "turn y", "turn z"];

/// Eigenvalues below this part of the largest entry are rounding.
const WORKS: f64 = 1e-9;

/// The greatest amount by which rounding may make an eigenvalue negative, for diagonal entries of one.
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

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<Bushing> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let at = geometry::required_point(&mut attributes, "at", context);
    let axes = geometry::part_axes(attributes.optional("axes"), context);
    let ledger = &mut context.ledger;
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
    Some(Bushing {
        first,
        second,
        at: at?,
        axes: axes?,
        stiffness: stiffness?,
        damping: damping?,
        curves: curves?,
    })
}

/// By direction; `None` if it has no separate curve. The outer none is a report.
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
    fn read(&self, attributes: &mut Attributes, ledger: &mut Ledger) -> Option<Symmetric6> {
        let [linear, angular, coupling] = self.keys.map(|key| attributes.attribute(key));
        let linear = symmetric(linear, self.quantities[0], ledger);
        let angular = symmetric(angular, self.quantities[1], ledger);
        let mixed = coupling.map_or(Some(vec![0.0.into(); 9]), |given| {
            nine(given, self.quantities[2], ledger)
        });
        let (linear, angular, mixed) = (linear?, angular?, mixed?);
        let matrix = Symmetric6::from_lower(|i, j| match (i < 3, j < 3) {
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

/// Whether the matrix is positive semidefinite. Its diagonal is first scaled to one, so that the result does not depend
/// on units.
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
