//! Share of one speed in the equations of a side: see [`super::reduced`], equations (3).

use crate::scalar::Scalar;
use crate::spatial::Wrench;
use std::ops::Add;

/// Terms of one speed in equations (3): its own terms, or the terms that a side adds for its carrier.
#[derive(Clone, Copy)]
pub struct Share<S> {
    /// `u`
    pub wrench: Wrench<S>,
    /// `d`
    pub inertia: S,
    /// `m`
    pub bias: S,
}

impl<S: Scalar> Share<S> {
    /// Applies a function to each number.
    pub fn map(self, number: impl Fn(S) -> S) -> Self {
        Share {
            wrench: self.wrench.map(&number),
            inertia: number(self.inertia),
            bias: number(self.bias),
        }
    }
}

impl<S: Scalar> Add for Share<S> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Share {
            wrench: self.wrench + other.wrench,
            inertia: self.inertia + other.inertia,
            bias: self.bias + other.bias,
        }
    }
}
