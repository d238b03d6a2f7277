//! Arc tangent of a point, by a fixed sequence of operations, with equal bits on every platform and in lanes.
//!
//! With `a` the smaller and `b` the larger of `|x|` and `|y|`, the angle of the point differs from a multiple of `π/4` by
//! `atan t`, where
//!
//! `t = a/b` up to `tan π/8`, and `t = (a - b)/(a + b)` above it (then the angle of `(b, a)` is `π/4 + atan t`).
//!
//! So there is one division, and `|t|` is at most `tan π/8`, where
//!
//! `atan t = t + t³ P(t²)`
//!
//! with twelve coefficients that interpolate at Chebyshev points: the error is below 4e-18 of the result. Measured against 40
//! digits at 60,000 random points, results are off by at most 2.5 units in the last place.

use super::rounding::{Fused, Rounding, Separate};
use super::six;
use crate::number::Register;
use core::f64::consts::FRAC_PI_4;

/// If the larger of `|x|` and `|y|` lies in this range, nothing overflows, and no digit is lost. Outside of it, the platform's
/// function is called.
const RANGE: [f64; 2] = [1e-280, 1e280];

/// `tan π/8`
const EIGHTH: f64 = 0.41421356237309503;

/// `tan π/8` and `tan 3π/8`. Between these slopes the angle is `π/4 + atan t`, and above them `π/2 + atan t`.
const EIGHTHS: [f64; 2] = [EIGHTH, 2.414213562373095];

/// `P`, lowest power first, in two parts.
const ARC_TANGENT: [[f64; 6]; 2] = [
    [
        -0.3333333333333333,
        0.19999999999999804,
        -0.14285714285659828,
        0.11111111105155437,
        -0.09090908753500393,
        0.07692296375018166,
    ],
    [
        -0.06666424885487231,
        0.05878928994948492,
        -0.052304542493924897,
        0.04551593123658399,
        -0.03457055948759698,
        0.01628575409147857,
    ],
];

/// Angle of the point `(x, y)` from the x axis, in `[-pi, pi]` [rad].
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    if is_in_range(y, x) {
        within_range(y, x)
    } else {
        of_platform(y, x)
    }
}

/// Angles of points [rad]: [`atan2`] in each lane.
#[inline(always)]
pub fn in_lanes<R: Register>(y: R, x: R) -> R {
    if is_in_range(y, x) {
        return within_range(y, x);
    }
    let (mut angles, across) = (y.numbers(), x.numbers());
    for (y, x) in angles.as_mut().iter_mut().zip(across.as_ref()) {
        *y = atan2(*y, *x);
    }
    y.with(angles)
}

/// Arc tangent, in `[-pi/2, pi/2]` [rad], with the bits of [`atan2`]`(y, 1)`. Valid for all numbers.
#[inline(always)]
pub fn of_slope<R: Register>(y: R) -> R {
    with_rounding::<R, Separate>(y, y.all(1.0))
}

/// Arc tangent, in `[-pi/2, pi/2]` [rad], by fused operations. Valid for all numbers.
#[inline(always)]
pub fn fused_of_slope<R: Register>(y: R) -> R {
    with_rounding::<R, Fused>(y, y.all(1.0))
}

/// Arc tangent of `y / x`, in `[-pi/2, pi/2]` [rad]. `x` has to be positive, and both numbers less than 1e300 in size.
/// The quotient is not computed first, so that no operation waits for it.
#[inline(always)]
pub fn of_quotient<R: Register>(y: R, x: R) -> R {
    with_rounding::<R, Separate>(y, x)
}

/// The same by fused operations.
#[inline(always)]
pub fn fused_of_quotient<R: Register>(y: R, x: R) -> R {
    with_rounding::<R, Fused>(y, x)
}

#[inline(always)]
fn with_rounding<R: Register, A: Rounding>(y: R, x: R) -> R {
    let up = y.size();
    let (eighth, steep) = (x * y.all(EIGHTHS[0]), x * y.all(EIGHTHS[1]));
    // The angle is `atan(up / x)`, `π/4 + atan((up - x) / (up + x))` or `π/2 + atan(-x / up)`. Terms of the other cases are zero:
    // choices between whole expressions would occupy the units of the processor that multiply.
    let t =
        (steep.value_from(up, up) - eighth.value_below(up, x)) / (eighth.value_below(up, up) + steep.value_from(up, x));
    let quarter = y.all(FRAC_PI_4);
    let left = steep.value_below(up, quarter) + eighth.value_below(up, quarter);
    (left + near_zero::<R, A>(t)).turned(y.sign())
}

/// `atan t` of a number of at most `tan π/8` in magnitude.
#[inline(always)]
fn near_zero<R: Register, A: Rounding>(t: R) -> R {
    let z = t * t;
    let [first, second] = &ARC_TANGENT;
    let sixth = z * z * z * (z * z * z);
    let p = A::mul_add(sixth, six::<R, A>(second, z), six::<R, A>(first, z));
    A::mul_add(t * z, p, t)
}

/// Angles of points in lanes; NaN in lanes whose larger coordinate is not between 1e-280 and 1e280.
#[inline(always)]
pub fn in_range<R: Register>(y: R, x: R) -> R {
    let (across, up) = (x.size(), y.size());
    let larger = (across - up).below_zero(up, across);
    larger.or_none(RANGE, within_range(y, x))
}

/// Whether the points of all lanes are in the range of [`within_range`].
#[inline(always)]
fn is_in_range<R: Register>(y: R, x: R) -> bool {
    let (across, up) = (x.size(), y.size());
    let larger = (across - up).below_zero(up, across);
    larger.is_within(RANGE[0], RANGE[1])
}

/// Angles of points in the range.
#[inline(always)]
fn within_range<R: Register>(y: R, x: R) -> R {
    let (across, up) = (x.size(), y.size());
    let steep = across - up;
    let (low, high) = (steep.below_zero(across, up), steep.below_zero(up, across));
    let beyond = high * x.all(EIGHTH) - low;
    let t = beyond.below_zero(low - high, low) / beyond.below_zero(low + high, high);
    let rest = near_zero::<R, Separate>(t);
    let eighths = beyond.below_zero(x.all(1.0), x.all(0.0));
    let (eighths, rest) = (
        steep.below_zero(x.all(2.0) - eighths, eighths),
        steep.below_zero(-rest, rest),
    );
    let (eighths, rest) = (x.below_zero(x.all(4.0) - eighths, eighths), x.below_zero(-rest, rest));
    (eighths * x.all(FRAC_PI_4) + rest).turned(y.sign())
}

#[cold]
fn of_platform(y: f64, x: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        y.atan2(x)
    }
    #[cfg(not(feature = "std"))]
    {
        libm::atan2(y, x)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_platform_to_the_last_place_or_so() {
        let mut worst = 0.0_f64;
        for i in -200_000..=200_000 {
            let turn = f64::from(i) * 1.570_9e-5;
            for size in [1.0, 3.7e-200, 8.8e150] {
                let (y, x) = (size * turn.sin(), size * turn.cos());
                let (own, platform) = (atan2(y, x), y.atan2(x));
                worst = worst.max((own - platform).abs() / (f64::EPSILON * platform.abs().max(f64::MIN_POSITIVE)));
            }
        }
        assert!(worst < 1.6, "{worst}");
    }

    #[test]
    fn the_arc_tangent_of_a_number_is_the_angle_of_its_point() {
        let numbers = [
            0.0,
            1e-320,
            1e-30,
            0.1,
            EIGHTH,
            0.5,
            1.0,
            1.0 + 1e-15,
            2.0,
            2.414_213_562_373_095,
            1e9,
            1e300,
            f64::INFINITY,
        ];
        let many = (1..20_000).map(|i| f64::from(i) * 7.31e-4);
        for y in numbers.into_iter().chain(many) {
            for y in [y, -y] {
                assert_eq!(of_slope(y).to_bits(), atan2(y, 1.0).to_bits(), "{y}");
            }
        }
        assert!(of_slope(f64::NAN).is_nan());
    }

    /// The angles of a number, a quotient and a point are equal, except if a border of the cases lies between them:
    /// then they differ by two roundings.
    #[test]
    fn the_arc_tangent_of_a_quotient_is_the_angle_of_its_point() {
        let mut worst = 0.0_f64;
        for i in -20_000..=20_000 {
            let turn = f64::from(i) * 7.85e-5;
            for size in [1.0, 4.1e-7, 2.6e90] {
                let (y, x) = (size * turn.sin(), size * turn.cos());
                let platform = y.atan2(x);
                let units = f64::EPSILON * platform.abs().max(f64::MIN_POSITIVE);
                for own in [of_quotient(y, x), fused_of_quotient(y, x)] {
                    worst = worst.max((own - platform).abs() / units);
                }
            }
        }
        assert!(worst < 1.6, "{worst}");
        assert!(of_quotient(f64::NAN, 1.0).is_nan() && of_quotient(1.0, f64::NAN).is_nan());
    }

    #[test]
    fn axes_diagonals_and_strange_numbers_are_what_the_platform_says() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1e-300,
            -5e-324,
            1e300,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for y in numbers {
            for x in numbers {
                assert_eq!(atan2(y, x).to_bits(), y.atan2(x).to_bits(), "{y} {x}");
            }
            assert!(atan2(y, f64::NAN).is_nan() && atan2(f64::NAN, y).is_nan());
        }
    }
}
