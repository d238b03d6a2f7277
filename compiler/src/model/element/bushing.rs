//! Bushings.

use super::{Effort, Element};
use crate::front::units;
use crate::model::quantities::{Listed, Role, ValueMut};
use crate::model::{BodyId, Curve, JointId, Model, Number, Point, Reference};
use nalgebra::{Matrix3, Matrix6};

/// A bushing: elastic and damping forces in all six directions.
///
/// The deflection has six components: the second body's point seen from the first's, along axes fixed in the first [m];
/// and `2 sin(φ/2) n` [rad] for the rotation of the second body by `φ` about `n`, along the same axes. The forces and
/// torques on the second body are `-stiffness` times that, `-damping` times its rate, and minus the curves' values.
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
    /// Forces [N], then torques [N m] over the deflection; positive semidefinite at the parameters' defaults.
    pub stiffness: Six,
    /// The same over its rate.
    pub damping: Six,
    /// By direction: a force [N] or torque [N m] over its part of the deflection that comes on top.
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

/// A symmetric matrix over three displacements and three rotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Six(Vec<Number>);

impl Six {
    /// By direction: whether the image of a bushing counts the other way; see [`crate::model::mirror`].
    pub const SIGNS: [f64; 6] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0];

    /// By row and column, the column no greater than the row.
    pub fn from_lower(entry: impl Fn(usize, usize) -> Number) -> Self {
        let entry = &entry;
        Six((0..6).flat_map(|i| (0..=i).map(move |j| entry(i, j))).collect())
    }

    /// An entry.
    pub fn at(&self, i: usize, j: usize) -> &Number {
        let (i, j) = (i.max(j), i.min(j));
        &self.0[i * (i + 1) / 2 + j]
    }

    /// Each entry once, the rows of the lower half in order.
    pub fn entries(&self) -> impl Iterator<Item = &Number> {
        self.0.iter()
    }

    /// Each entry once.
    pub fn entries_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        self.0.iter_mut()
    }

    /// At the defaults of the parameters.
    pub fn value(&self) -> Matrix6<f64> {
        Matrix6::from_fn(|i, j| **self.at(i, j))
    }
}

impl Element for Bushing {
    fn word(&self) -> &'static str {
        "bushing"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn bodies(&self, _: &Model) -> Vec<BodyId> {
        vec![self.first, self.second]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        Bushing::EFFORTS.to_vec()
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        vec![Reference::Body(&mut self.first), Reference::Body(&mut self.second)]
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let axes = ValueMut::Axes(&mut self.axes);
        let six = |attribute, unit, matrix| Listed::new(attribute, unit, Role::Tensor, ValueMut::Six(matrix));
        let mut listed = vec![
            Listed::point("at", &[self.first, self.second], &mut self.at),
            Listed::new("axes", &units::PLAIN, Role::Tensor, axes).equal_in_lanes(),
            six("stiffness", &units::STIFFNESS, &mut self.stiffness),
            six("damping", &units::DAMPING, &mut self.damping),
        ];
        for (k, curve) in self.curves.iter_mut().enumerate() {
            let unit = if k < 3 { &units::STIFFNESS } else { &units::TORSIONAL_STIFFNESS };
            let role = if Six::SIGNS[k] < 0.0 { Role::Pseudoscalar } else { Role::Scalar };
            let curve = curve.iter_mut().map(ValueMut::Curve);
            listed.extend(curve.map(|curve| Listed::new(Bushing::CURVES[k], unit, role.clone(), curve)));
        }
        listed
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}
