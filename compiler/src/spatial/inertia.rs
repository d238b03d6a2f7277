//! Inertia of a body, or articulated inertia of a subtree seen from its inboard joint: a symmetric 6x6 matrix in
//! blocks.

use super::{Mat3, Sym3, Twist, Wrench};
use crate::scalar::Scalar;
use std::ops::Add;

/// Maps a twist (acceleration) to a wrench, about the origin of one frame:
/// `moment = angular·α + coupling·a`, `force = couplingᵀ·α + linear·a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia<S> {
    /// Moment by angular acceleration [kg m^2].
    pub angular: Sym3<S>,
    /// Moment by linear acceleration [kg m].
    pub coupling: Mat3<S>,
    /// Force by linear acceleration [kg].
    pub linear: Sym3<S>,
}

impl<S: Scalar> Inertia<S> {
    /// Zero.
    pub fn zero() -> Self {
        Inertia {
            angular: Sym3::zero(),
            coupling: Mat3::zero(),
            linear: Sym3::zero(),
        }
    }

    /// Applies a function to each entry.
    pub fn map(&self, f: impl Fn(S) -> S) -> Self {
        Inertia {
            angular: Sym3(self.angular.0.map(&f)),
            coupling: Mat3(self.coupling.0.map(|row| row.map(&f))),
            linear: Sym3(self.linear.0.map(&f)),
        }
    }

    /// The wrench that causes this acceleration.
    pub fn apply(&self, a: Twist<S>) -> Wrench<S> {
        Wrench {
            moment: self.angular * a.angular + self.coupling * a.linear,
            force: self.coupling.transpose() * a.angular + self.linear * a.linear,
        }
    }

    /// Subtracts `w sᵀ`, which must be symmetric, either alone (`s` parallel to `w`) or in sum with other such terms.
    pub fn minus_product(&self, w: Wrench<S>, s: Wrench<S>) -> Self {
        Inertia {
            angular: Sym3::from_upper(|i, j| self.angular.at(i, j) - w.moment.0[i] * s.moment.0[j]),
            coupling: Mat3::from_fn(|i, j| self.coupling.0[i][j] - w.moment.0[i] * s.force.0[j]),
            linear: Sym3::from_upper(|i, j| self.linear.at(i, j) - w.force.0[i] * s.force.0[j]),
        }
    }
}

impl<S: Scalar> Add for Inertia<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Inertia {
            angular: self.angular + other.angular,
            coupling: self.coupling + other.coupling,
            linear: self.linear + other.linear,
        }
    }
}
