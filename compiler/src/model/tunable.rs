//! Numbers that may be fields of the solver.
//!
//! Every number of a declaration is affine in its parameters, and in numbers derived from them: `x = value + Σ slope (p - default)`. A number
//! that is not tuned has no slopes. Directions are stored as vectors of any length, because scaling to unit length is not affine.

use super::{ParameterId, QuantityId, Vec3};
use crate::diag::SourceSpan;
use nalgebra::Matrix3;
use std::ops::{Add, Deref, Neg, Sub};

/// A field of the solver, set at run time.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// `front_left.spring.rate`
    pub name: String,
    /// Its SI unit as it is written: `N/m`; empty for a plain number.
    pub unit: &'static str,
    /// Its value unless it is set [SI].
    pub default: f64,
    /// Least and greatest value to which it can be set [SI].
    pub range: [f64; 2],
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A number, vector or tensor with its dependence on the parameters. It dereferences to its value at the defaults.
///
/// Two such numbers are equal if their values and slopes are equal, even if they are different quantities.
#[derive(Clone, Debug)]
pub struct Tunable<T> {
    value: T,
    slopes: Vec<(ParameterId, T)>,
    /// `None` while the declaration is being read, and for a number that is computed from others.
    id: Option<QuantityId>,
}

impl<T: PartialEq> PartialEq for Tunable<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && self.slopes == other.slopes
    }
}

/// A number.
pub type Number = Tunable<f64>;

/// A point or a vector in the vehicle frame at the design position.
pub type Point = Tunable<Vec3>;

/// A tensor of inertia.
pub type Tensor = Tunable<Matrix3<f64>>;

impl<T> Tunable<T> {
    /// `value` at the defaults, which changes by each slope for a unit of the slope's parameter.
    pub fn new(value: T, slopes: Vec<(ParameterId, T)>) -> Self {
        Tunable {
            value,
            slopes,
            id: None,
        }
    }

    /// The quantity of the model that this value is, or whose copy it is.
    pub fn id(&self) -> Option<QuantityId> {
        self.id
    }

    /// Gives it the next id, unless it has one.
    pub(crate) fn identify(&mut self, next: &mut QuantityId) {
        if self.id.is_none() {
            self.id = Some(*next);
            *next = QuantityId(next.0 + 1);
        }
    }

    /// Whether any parameter changes it.
    pub fn is_tuned(&self) -> bool {
        !self.slopes.is_empty()
    }

    /// By parameter: the change for a unit of the parameter.
    pub fn slopes(&self) -> &[(ParameterId, T)] {
        &self.slopes
    }

    /// Applies a linear function to the value and to each slope.
    pub fn map<U>(&self, linear: impl Fn(&T) -> U) -> Tunable<U> {
        let slopes = self.slopes.iter().map(|(p, slope)| (*p, linear(slope)));
        Tunable::new(linear(&self.value), slopes.collect())
    }
}

impl<T> From<T> for Tunable<T> {
    fn from(value: T) -> Self {
        Tunable::new(value, Vec::new())
    }
}

impl<T> Deref for Tunable<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl Add for &Point {
    type Output = Point;

    fn add(self, other: &Point) -> Point {
        let slopes = self.slopes.iter().chain(&other.slopes).copied();
        Tunable::new(self.value + other.value, slopes.collect())
    }
}

impl Sub for &Tensor {
    type Output = Tensor;

    fn sub(self, other: &Tensor) -> Tensor {
        let mut slopes = self.slopes.clone();
        slopes.extend(other.slopes.iter().map(|(p, slope)| (*p, -slope)));
        Tunable::new(self.value - other.value, slopes)
    }
}

impl Sub for &Point {
    type Output = Point;

    fn sub(self, other: &Point) -> Point {
        let mut slopes = self.slopes.clone();
        slopes.extend(other.slopes.iter().map(|(p, slope)| (*p, -slope)));
        Tunable::new(self.value - other.value, slopes)
    }
}

/// A direction: a unit vector, and the vector of any length that defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    unit: Vec3,
    along: Point,
    /// Whether the direction is opposite to the defining vector.
    reversed: bool,
}

impl Axis {
    /// The direction of a vector that is not zero.
    pub fn along(along: Point) -> Self {
        // The vector is scaled first, so that squares neither underflow nor overflow.
        let unit = (*along / along.amax()).normalize();
        Axis {
            unit,
            along,
            reversed: false,
        }
    }

    /// The direction of a unit vector, which is not normalised.
    pub fn unit(unit: Vec3) -> Self {
        Axis {
            unit,
            along: unit.into(),
            reversed: false,
        }
    }

    /// Whether any parameter changes it.
    pub fn is_tuned(&self) -> bool {
        self.along.is_tuned()
    }

    /// The defining vector, of any length, and the sign of the direction relative to it.
    pub fn vector(&self) -> (&Point, f64) {
        (&self.along, if self.reversed { -1.0 } else { 1.0 })
    }

    /// The defining vector, to be given an id.
    pub(super) fn vector_mut(&mut self) -> &mut Point {
        &mut self.along
    }

    /// Applies a rotation or reflection.
    pub fn map(&self, turn: impl Fn(&Vec3) -> Vec3) -> Self {
        Axis {
            unit: turn(&self.unit),
            along: self.along.map(turn),
            reversed: self.reversed,
        }
    }
}

impl Deref for Axis {
    type Target = Vec3;

    fn deref(&self) -> &Vec3 {
        &self.unit
    }
}

impl Neg for &Axis {
    type Output = Axis;

    fn neg(self) -> Axis {
        Axis {
            unit: -self.unit,
            along: self.along.clone(),
            reversed: !self.reversed,
        }
    }
}
