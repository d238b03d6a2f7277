//! Characteristics of one variable, such as force over deflection.
//!
//! Each characteristic is a small struct over [`Scalar`] with its value and its integral from zero. Dual numbers give its slope.

mod blend;
mod knots;
mod monotone;
mod samples;
mod table;

pub use blend::blend;
pub use knots::from_knots;
pub use monotone::{cubic_pieces, monotone_slopes};
pub use samples::{MOST, Samples, Unsound};
pub use table::{Curves, Ordinates, Table, derived};

use crate::number::Scalar;

/// A characteristic.
pub trait Curve<S> {
    /// Ordinate at `x`.
    fn at(self, x: S) -> S;
    /// Integral from zero to `x`.
    fn integral(self, x: S) -> S;
}

/// A characteristic that rises everywhere.
pub trait Rising<S>: Curve<S> {
    /// Abscissa at which the characteristic has the ordinate `y`.
    fn inverse(self, y: S) -> S;
}

/// A straight line through zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear<S> {
    /// Slope.
    pub slope: S,
}

impl<S: Scalar> Curve<S> for Linear<S> {
    #[inline(always)]
    fn at(self, x: S) -> S {
        self.slope * x
    }

    #[inline(always)]
    fn integral(self, x: S) -> S {
        S::from(0.5) * self.slope * (x * x)
    }
}

impl<S: Scalar> Rising<S> for Linear<S> {
    #[inline(always)]
    fn inverse(self, y: S) -> S {
        y * (S::one() / self.slope)
    }
}

/// Two straight lines that meet at zero. At zero the slope is the slope of the positive side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split<S> {
    /// Slope where the variable is negative.
    pub negative: S,
    /// Slope where the variable is zero or positive.
    pub positive: S,
}

impl<S: Scalar> Curve<S> for Split<S> {
    #[inline(always)]
    fn at(self, x: S) -> S {
        x.select(self.negative, self.positive) * x
    }

    #[inline(always)]
    fn integral(self, x: S) -> S {
        S::from(0.5) * x.select(self.negative, self.positive) * (x * x)
    }
}

impl<S: Scalar> Rising<S> for Split<S> {
    #[inline(always)]
    fn inverse(self, y: S) -> S {
        let [negative, positive] = [self.negative, self.positive].map(|slope| S::one() / slope);
        y.select(negative, positive) * y
    }
}

/// A curve whose slope decreases with the distance from zero: `c x / (1 + |x| / h)`. Its integral follows from
/// `h s / (h + s) = h - h^2 / (h + s)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Degressive<S> {
    /// Slope at zero, `c`.
    pub slope: S,
    /// Distance from zero `h` at which the ordinate is half of `c x`; above zero.
    pub half: S,
}

impl<S: Scalar> Curve<S> for Degressive<S> {
    #[inline(always)]
    fn at(self, x: S) -> S {
        self.slope * self.half * x * (S::one() / (self.half + x.abs()))
    }

    /// `c h (|x| - h ln(1 + |x| / h))`
    #[inline(always)]
    fn integral(self, x: S) -> S {
        let distance = x.abs();
        let logarithm = (S::one() + distance * (S::one() / self.half)).ln();
        self.slope * self.half * (distance - self.half * logarithm)
    }
}

/// A sum of powers without a constant: `Σ c_k u^k`, `k` from 1, where `u = x / abscissa`; its integral is
/// `abscissa Σ c_k u^(k + 1) / (k + 1)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Powers<S, C> {
    /// Contribution of each power at the abscissa, lowest power first.
    pub ordinates: C,
    /// Abscissa at which the ordinates hold.
    pub abscissa: S,
}

impl<S: Scalar, C> Curve<S> for Powers<S, C>
where
    C: IntoIterator<Item = S, IntoIter: DoubleEndedIterator + ExactSizeIterator>,
{
    #[inline(always)]
    fn at(self, x: S) -> S {
        let u = x * (S::one() / self.abscissa);
        polynomial(self.ordinates, u) * u
    }

    #[inline(always)]
    fn integral(self, x: S) -> S {
        let u = x * (S::one() / self.abscissa);
        let areas = self.ordinates.into_iter().enumerate();
        let areas = areas.map(|(k, ordinate)| ordinate * S::from(1.0 / (k as f64 + 2.0)));
        self.abscissa * (polynomial(areas, u) * (u * u))
    }
}

/// `c_0 + c_1 u + c_2 u² + ..`, by Horner's method.
#[inline(always)]
pub fn polynomial<S: Scalar>(coefficients: impl IntoIterator<Item = S, IntoIter: DoubleEndedIterator>, u: S) -> S {
    let coefficients = coefficients.into_iter().rev();
    coefficients.fold(S::zero(), |sum, coefficient| sum * u + coefficient)
}

/// A curve through points, scaled: `scale f(x / stretch)`; its integral is `scale stretch F(x / stretch)`, `F' = f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<S, C> {
    /// Curve through points.
    pub curves: C,
    /// Factor on the ordinate.
    pub scale: S,
    /// Factor on the abscissa, not zero.
    pub stretch: S,
}

impl<S: Scalar, C: Curves> Curve<S> for Scaled<S, C> {
    #[inline(always)]
    fn at(self, x: S) -> S {
        self.scale * (x * (S::one() / self.stretch)).lookup(&self.curves)
    }

    #[inline(always)]
    fn integral(self, x: S) -> S {
        self.scale * self.stretch * (x * (S::one() / self.stretch)).lookup_integral(&self.curves)
    }
}

/// The inverse of a scaled, piecewise linear curve. `exchanged` has the curve through the points with exchanged coordinates, and the
/// factors of the curve that is inverted.
#[inline(always)]
pub fn inverse_of_scaled<S: Scalar>(exchanged: Scaled<S, impl Curves>, y: S) -> S {
    let force = y * (S::one() / exchanged.scale);
    exchanged.stretch * force.lookup(&exchanged.curves)
}
