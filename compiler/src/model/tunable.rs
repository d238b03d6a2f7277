//! Numbers that may stay fields of the solver.
//!
//! Whatever a declaration gives is affine in its parameters: `x = value + Σ slope (p - default)`. A number that is not
//! tuned has no slopes. Directions are kept before they are brought to unit length, for that is not affine.

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
    /// Least and greatest value that it can be set to [SI].
    pub range: [f64; 2],
    /// Where it was declared.
    pub span: SourceSpan,
}

/// A number, vector or tensor with what the parameters do to it. It can be used as its value at their defaults.
///
/// Two are equal if their values and slopes are, whichever quantities they are.
#[derive(Clone, Debug)]
pub struct Tunable<T> {
    value: T,
    slopes: Vec<(ParameterId, T)>,
    /// None while the declaration is being read, and for what is computed from other numbers.
    id: Option<QuantityId>,
}

impl<T: PartialEq> PartialEq for Tunable<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && self.slopes == other.slopes
    }
}

/// A number.
pub type Number = Tunable<f64>;

/// A point, or a vector with a length, in the vehicle frame at the design position.
pub type Point = Tunable<Vec3>;

/// A tensor of inertia.
pub type Tensor = Tunable<Matrix3<f64>>;

impl<T> Tunable<T> {
    /// `value` at the defaults, changing by each slope for a unit of its parameter.
    pub fn new(value: T, slopes: Vec<(ParameterId, T)>) -> Self {
        Tunable {
            value,
            slopes,
            id: None,
        }
    }

    /// The quantity of the model that it is, or is a copy of.
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

    /// By parameter: the change for a unit of it.
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

/// A direction: of unit length as its value, and as the vector that gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    unit: Vec3,
    along: Point,
    /// Whether it points against that vector.
    reversed: bool,
}

impl Axis {
    /// The direction of a vector that is not zero.
    pub fn along(along: Point) -> Self {
        // Scaled first, so that squares neither vanish nor overflow.
        let unit = (*along / along.amax()).normalize();
        Axis {
            unit,
            along,
            reversed: false,
        }
    }

    /// Of a vector whose length is one, taken as it is.
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

    /// The vector that gives it, of any length, and the sign with which it does.
    pub fn vector(&self) -> (&Point, f64) {
        (&self.along, if self.reversed { -1.0 } else { 1.0 })
    }

    /// The vector that gives it, to be identified.
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
