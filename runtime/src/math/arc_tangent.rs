//! Arc tangent of a point, by a fixed sequence of operations: the same bits on every platform, and in lanes.
//!
//! With `a` the smaller and `b` the larger of `|x|` and `|y|`, the angle of the point differs from a multiple of `π/4` by
//! `atan t`, where
//!
//! `t = a/b` up to `tan π/8`, and `t = (a - b)/(a + b)` beyond it (then the angle of `(b, a)` is `π/4 + atan t`).
//!
//! So there is one division, and `|t|` is at most `tan π/8`, where
//!
//! `atan t = t + t³ P(t²)`
//!
//! with twelve coefficients that interpolate at Chebyshev points: the error is below 4e-18 of the result. Measured against 40
//! digits at 60,000 random points, results are off by at most 2.5 units in the last place.

use core::f64::consts::FRAC_PI_4;

/// Where the larger of `|x|` and `|y|` lies between these, nothing overflows, and no digit is lost; elsewhere the platform
/// is asked.
pub(crate) const RANGE: [f64; 2] = [1e-280, 1e280];

/// `tan π/8`
pub(crate) const EIGHTH: f64 = 0.41421356237309503;

/// `P`, lowest power first, in two parts.
pub(crate) const ARC_TANGENT: [[f64; 6]; 2] = [
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

/// Whether the angle is found here.
#[inline(always)]
pub(crate) fn is_in_range(y: f64, x: f64) -> bool {
    let larger = if y.abs() > x.abs() { y.abs() } else { x.abs() };
    (RANGE[0]..=RANGE[1]).contains(&larger)
}

/// The angle of such a point. `lanes::functions` does the same in lanes.
#[inline(always)]
fn within_range(y: f64, x: f64) -> f64 {
    let (across, up) = (x.abs(), y.abs());
    let is_steep = across - up < 0.0;
    let (low, high) = if is_steep { (across, up) } else { (up, across) };
    let is_beyond = high * EIGHTH - low < 0.0;
    let t = if is_beyond { low - high } else { low } / if is_beyond { low + high } else { high };
    let z = t * t;
    let [first, second] = &ARC_TANGENT;
    let rest = t + t * z * (polynomial(first, z) + z * z * z * (z * z * z) * polynomial(second, z));
    let eighths = if is_beyond { 1.0 } else { 0.0 };
    let (eighths, rest) = if is_steep {
        (2.0 - eighths, -rest)
    } else {
        (eighths, rest)
    };
    let (eighths, rest) = if x < 0.0 {
        (4.0 - eighths, -rest)
    } else {
        (eighths, rest)
    };
    (eighths * FRAC_PI_4 + rest).copysign(y)
}

/// Two chains side by side: of the even powers, and of the odd ones.
#[inline(always)]
fn polynomial(coefficients: &[f64; 6], z: f64) -> f64 {
    let [a, b, c, d, e, f] = *coefficients;
    let y = z * z;
    (a + y * (c + y * e)) + z * (b + y * (d + y * f))
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

#[cfg(test)]
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
