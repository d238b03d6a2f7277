//! Elementary functions. Sine, cosine, the angle of a point, exponential and logarithm are fixed sequences of
//! operations, with equal bits on every platform and in lanes. All other functions call the platform's library with the
//! feature `std`, and `libm` without it.
//!
//! Only this module calls these libraries. Angles in radians.
//!
//! | function | units of the last place, at most, as measured |
//! |---|---|
//! | [`sin_cos`] | 1.5 up to 1,000 rad, 1.6 up to [`LIMIT`] |
//! | [`atan2`] | 2.5 |
//! | [`exp`] | 0.9 |
//! | [`ln`] | 0.9 |
//! | [`fused::sine`] | 1.3 |
//! | [`fused::atan`] | 1.2 |

mod arc_tangent;
mod exponential;
mod logarithm;
mod rounding;
mod sin_cos;
mod sine;

pub use arc_tangent::atan2;
pub use exponential::exp;
pub use logarithm::ln;
pub use sin_cos::{LIMIT, sin_cos};

use crate::number::Register;
use rounding::Rounding;

/// The functions of this module with fused operations, for code on processors that have them. They give equal bits alone and in
/// lanes.
pub mod fused {
    pub use super::arc_tangent::fused_of_slope as atan;
    pub use super::sin_cos::fused::{cos, sin, sin_cos};
    pub use super::sine::sine;
}

/// The functions of this module on several numbers side by side. Each lane has the bits of the function of one number.
pub mod in_lanes {
    use super::rounding::{Fused, Separate};
    use super::sin_cos::{self};
    use crate::number::Register;

    pub use super::arc_tangent::fused_of_quotient as fused_atan_over;
    pub use super::arc_tangent::fused_of_slope as fused_atan;
    pub use super::arc_tangent::in_lanes as atan2;
    pub use super::arc_tangent::of_quotient as atan_over;
    pub use super::arc_tangent::of_slope as atan;
    pub use super::exponential::in_lanes as exp;
    pub use super::logarithm::in_lanes as ln;
    pub use super::sine::in_lanes as fused_sine;

    /// Sines and cosines [rad]: [`super::sin_cos`] in each lane.
    #[inline(always)]
    pub fn sin_cos<R: Register>(x: R) -> (R, R) {
        sin_cos::in_lanes::<R, Separate>(x)
    }

    /// Sines and cosines [rad]: [`super::fused::sin_cos`] in each lane.
    #[inline(always)]
    pub fn fused_sin_cos<R: Register>(x: R) -> (R, R) {
        sin_cos::in_lanes::<R, Fused>(x)
    }
}

/// The functions of this module without calls of the platform's functions. Lanes whose argument is out of range give NaN. So a law in
/// lanes is a sequence of instructions without a jump. If its result is NaN, it is evaluated again, one by one.
pub mod in_range {
    pub use super::arc_tangent::in_range as atan2;
    pub use super::exponential::in_range as exp;
    pub use super::logarithm::in_range as ln;
    pub use super::sin_cos::in_range as sin_cos;
    pub use super::sine::in_range as fused_sine;
}

/// A number with this constant added has the nearest whole number in its last bits.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Logarithm of two in two parts: 41 bits, and the rest. Products of the first part and an exponent are exact.
const LN_2: [f64; 2] = [0.693147180559663, 2.8235290563031577e-13];

/// A polynomial of six coefficients, in two parallel chains: the even powers, and the odd powers.
#[inline(always)]
fn six<R: Register, A: Rounding>(coefficients: &[f64; 6], z: R) -> R {
    let [a, b, c, d, e, f] = *coefficients;
    let y = z * z;
    let even = A::mul_add(y, A::mul_add(y, z.all(e), z.all(c)), z.all(a));
    let odd = A::mul_add(y, A::mul_add(y, z.all(f), z.all(d)), z.all(b));
    A::mul_add(z, odd, even)
}

/// Defines one function per line: its name in this module, its arguments, its name in `libm`.
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
    /// Hyperbolic tangent.
    tanh(x) = tanh;
    /// `sqrt(x^2 + y^2)` without overflow on the way.
    hypot(x, y) = hypot;
    /// Largest whole number not above `x`.
    floor(x) = floor;
    /// `a b + c`, rounded once.
    mul_add(a, b, c) = fma;
}

/// The largest absolute value; NaN if one of the values is NaN, zero if there are none.
///
/// Computed in four parallel chains of single instructions, because a step waits for the result.
#[inline]
pub fn largest<const N: usize>(values: [f64; N]) -> f64 {
    let (mut largest, mut unordered) = ([0.0_f64; 4], [0.0_f64; 4]);
    for four in values.chunks(4) {
        for ((largest, unordered), x) in largest.iter_mut().zip(&mut unordered).zip(four) {
            // The comparison ignores NaN.
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

/// Arc tangent, in `[-pi/2, pi/2]`.
#[inline]
pub fn atan(x: f64) -> f64 {
    arc_tangent::of_slope(x)
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
