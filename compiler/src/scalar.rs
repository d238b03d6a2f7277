//! The number type of all algorithms.
//!
//! Kinematics and dynamics are written once over [`Scalar`]. Run on `f64` they are the reference interpreter and give
//! ranks and sample states; run on [`crate::ir::Traced`] they record a straight-line program in which zeros, ones and
//! constants have already folded away.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A real number, or the record of one.
pub trait Scalar:
    Copy
    + PartialEq
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Square root.
    fn sqrt(self) -> Self;
    /// Sine and cosine of an angle [rad].
    fn sin_cos(self) -> (Self, Self);
    /// Angle of the vector (`x`, `self`) [rad].
    fn atan2(self, x: Self) -> Self;
    /// `negative` where `self < 0`, else `otherwise`.
    fn select(self, negative: Self, otherwise: Self) -> Self;
    /// Piecewise linear interpolation at `self`, continued by the first and last piece.
    fn lookup(self, table: &Points) -> Self;
    /// Integral of the same curve from 0 to `self`.
    fn lookup_integral(self, table: &Points) -> Self;

    /// Zero.
    fn zero() -> Self {
        Self::from(0.0)
    }

    /// One.
    fn one() -> Self {
        Self::from(1.0)
    }

    /// Whether it never changes while the vehicle moves: a constant, or what depends on parameters only.
    fn is_still(self) -> bool;

    /// The constant, if it is known to be one. Lets an algorithm skip what vanishes by structure.
    fn constant(self) -> Option<f64>;
}

/// Points of a piecewise linear curve: `x` strictly increasing, at least two.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Abscissae.
    pub x: Vec<f64>,
    /// Ordinates.
    pub y: Vec<f64>,
}

impl Points {
    /// Interpolated value, continued by the first and last piece.
    pub fn at(&self, x: f64) -> f64 {
        let i = self.piece(x);
        self.y[i] + self.slope(i) * (x - self.x[i])
    }

    /// Integral from 0 to `x`: each piece over its part of the way, by the value half-way; operation for operation what
    /// `wishbone::table::integral` does.
    pub fn integral(&self, x: f64) -> f64 {
        let last = self.x.len() - 2;
        let mut sum = 0.0;
        for i in 0..=last {
            let low = if i == 0 { f64::NEG_INFINITY } else { self.x[i] };
            let high = if i == last { f64::INFINITY } else { self.x[i + 1] };
            let (from, to) = (0.0_f64.clamp(low, high), x.clamp(low, high));
            sum += (to - from) * (self.y[i] + self.slope(i) * (0.5 * (from + to) - self.x[i]));
        }
        sum
    }

    /// The piece that holds at `x`: the last one that begins at or before it, the first one before all.
    fn piece(&self, x: f64) -> usize {
        self.x[1..self.x.len() - 1].iter().filter(|&&begin| begin <= x).count()
    }

    fn slope(&self, piece: usize) -> f64 {
        (self.y[piece + 1] - self.y[piece]) / (self.x[piece + 1] - self.x[piece])
    }
}

impl Scalar for f64 {
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }

    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }

    fn select(self, negative: Self, otherwise: Self) -> Self {
        if self < 0.0 { negative } else { otherwise }
    }

    fn lookup(self, table: &Points) -> Self {
        table.at(self)
    }

    fn lookup_integral(self, table: &Points) -> Self {
        table.integral(self)
    }

    fn is_still(self) -> bool {
        true
    }

    fn constant(self) -> Option<f64> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_interpolates_continues_and_integrates_exactly() {
        let table = Points {
            x: vec![-1.0, 0.0, 2.0],
            y: vec![3.0, 1.0, 5.0],
        };
        for (x, y) in [
            (-2.0, 5.0),
            (-1.0, 3.0),
            (-0.5, 2.0),
            (0.0, 1.0),
            (1.0, 3.0),
            (3.0, 7.0),
        ] {
            assert_eq!(table.at(x), y);
        }
        // From 0: trapezoids on the right, minus the trapezoid on the left.
        assert_eq!(table.integral(2.0), 6.0);
        assert_eq!(table.integral(3.0), 12.0);
        assert_eq!(table.integral(-1.0), -2.0);
        assert_eq!(table.integral(-2.0), -6.0);
    }
}
