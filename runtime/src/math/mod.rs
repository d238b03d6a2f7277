//! Elementary functions: of the platform's library with the feature `std`, of `libm` without.
//!
//! The only place that calls them. Angles in radians.
//!
//! Sine, cosine and the angle of a point are this crate's own ([`sin_cos`], [`atan2`]), because lanes must give the same bits.

mod arc_tangent;
mod sin_cos;

pub use arc_tangent::atan2;
#[cfg(target_arch = "x86_64")]
pub(crate) use arc_tangent::{ARC_TANGENT, EIGHTH, is_in_range};
#[cfg(target_arch = "x86_64")]
pub(crate) use sin_cos::{COSINE, HALF_TURN, LIMIT, ROUNDER, SINE};
pub use sin_cos::{fused, sin_cos};

/// One function per line: its name here, its arguments, its name in `libm`.
macro_rules! elementary {
    ($($(#[$doc:meta])* $name:ident($first:ident $(, $more:ident)*) = $libm:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name($first: f64 $(, $more: f64)*) -> f64 {
            #[cfg(feature = "std")]
            {
                f64::$name($first $(, $more)*)
            }
            #[cfg(not(feature = "std"))]
            {
                libm::$libm($first $(, $more)*)
            }
        }
    )*};
}

elementary! {
    /// Square root.
    sqrt(x) = sqrt;
    /// Cube root.
    cbrt(x) = cbrt;
    /// Tangent.
    tan(x) = tan;
    /// Arc sine, in `[-pi/2, pi/2]`; NaN outside `[-1, 1]`.
    asin(x) = asin;
    /// Arc cosine, in `[0, pi]`; NaN outside `[-1, 1]`.
    acos(x) = acos;
    /// Arc tangent, in `(-pi/2, pi/2)`.
    atan(x) = atan;
    /// Hyperbolic tangent.
    tanh(x) = tanh;
    /// Natural exponential.
    exp(x) = exp;
    /// Natural logarithm.
    ln(x) = log;
    /// `sqrt(x^2 + y^2)` without overflow on the way.
    hypot(x, y) = hypot;
    /// `x` to the power `y`.
    powf(x, y) = pow;
    /// Largest whole number not above `x`.
    floor(x) = floor;
    /// `a b + c`, rounded once.
    mul_add(a, b, c) = fma;
}

/// The largest absolute value of all; NaN if one of them is, zero if there are none.
///
/// In four chains side by side, each of single instructions: a step waits for it.
#[inline]
pub fn largest<const N: usize>(values: [f64; N]) -> f64 {
    let (mut largest, mut unordered) = ([0.0_f64; 4], [0.0_f64; 4]);
    for four in values.chunks(4) {
        for ((largest, unordered), x) in largest.iter_mut().zip(&mut unordered).zip(four) {
            // The comparison passes by what is no number.
            *largest = if x.abs() > *largest { x.abs() } else { *largest };
            *unordered = if x.is_nan() { f64::NAN } else { *unordered };
        }
    }
    let ([a, b, c, d], [e, f, g, h]) = (largest, unordered);
    a.max(b).max(c.max(d)) + ((e + f) + (g + h))
}

/// Absolute value.
#[inline]
pub fn abs(x: f64) -> f64 {
    x.abs()
}

/// The number closest to `x` between `low` and `high`; unlike `f64::clamp` it never panics. NaN stays NaN.
#[inline]
pub fn clamp(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// Sine.
#[inline]
pub fn sin(x: f64) -> f64 {
    sin_cos(x).0
}

/// Cosine.
#[inline]
pub fn cos(x: f64) -> f64 {
    sin_cos(x).1
}
