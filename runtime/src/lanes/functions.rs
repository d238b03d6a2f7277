//! Functions that have no instruction: in each lane what [`crate::math`] gives, to the last bit, because the operations
//! are the same ones in the same order.

use super::{F64x2, F64x4, F64x8};
use crate::math::{self, ARC_TANGENT, COSINE, EIGHTH, HALF_TURN, LIMIT, ROUNDER, SINE};
use core::arch::x86_64::*;
use core::f64::consts::{FRAC_2_PI, FRAC_PI_4};

/// Signs, and the bits of the number of quarters of a turn, moved to where signs are.
trait Signs: Copy {
    /// The sign alone.
    fn sign(self) -> Self;
    /// The lowest bit as a sign.
    fn odd(self) -> Self;
    /// The second bit as a sign.
    fn half(self) -> Self;
    /// `self` with its sign turned where that of `sign` is set.
    fn turned(self, sign: Self) -> Self;
    /// `yes` where the sign of `self` is set, else `no`.
    fn choose(self, yes: Self, no: Self) -> Self;
}

macro_rules! functions {
    ($name:ident) => {
        impl $name {
            /// Sines and cosines of angles [rad].
            #[inline(always)]
            pub fn sin_cos(self) -> (Self, Self) {
                let angles = self.to_array();
                if angles.iter().all(|x| x.abs() <= LIMIT) {
                    return self.sin_cos_within_limit();
                }
                let both = angles.map(math::fused::sin_cos);
                (self.loaded(both.map(|b| b.0)), self.loaded(both.map(|b| b.1)))
            }

            /// As `math::sin_cos::within_limit` with fused operations, operation for operation.
            #[inline(always)]
            fn sin_cos_within_limit(self) -> (Self, Self) {
                let shifted = self.mul_add(FRAC_2_PI, ROUNDER);
                let turns = shifted - ROUNDER;
                let [high, middle, low] = HALF_TURN;
                let r = turns.neg_mul_add(high, self) - turns.mul_add(middle, turns * low);
                let z = r * r;
                let (y, rz) = (z * z, r * z);
                let sine = r + Self::with_factor(&SINE, [z, y, rz]);
                let cosine = z.mul_add(-0.5, 1.0) + Self::with_factor(&COSINE, [z, y, y]);
                let (odd, half) = (shifted.odd(), shifted.half());
                (
                    odd.choose(cosine, sine).turned(half),
                    odd.choose(sine, cosine).turned(half).turned(odd),
                )
            }

            #[inline(always)]
            fn with_factor(coefficients: &[f64; 6], [z, y, factor]: [Self; 3]) -> Self {
                let [a, b, c, d, e, f] = *coefficients;
                let last = y.mul_add(z.mul_add(f, e), z.mul_add(d, c));
                (factor * y).mul_add(last, factor * z.mul_add(b, a))
            }

            #[inline(always)]
            fn polynomial(coefficients: &[f64; 6], z: Self) -> Self {
                let [a, b, c, d, e, f] = *coefficients;
                let y = z * z;
                (a + y * (c + y * e)) + z * (b + y * (d + y * f))
            }

            /// Values of one piecewise linear curve: [`table::lookup`] in each lane.
            #[inline(always)]
            pub fn lookup<const N: usize>(self, x_points: &[f64; N], y_points: &[f64; N]) -> Self {
                let mut begun = self.all(0.0);
                for &point in x_points.iter().take(N - 1).skip(1) {
                    begun = begun + (self - point).select(self.all(0.0), self.all(1.0));
                }
                let begun = begun.to_array();
                let (mut x, mut y) = ([begun; 2], [begun; 2]);
                for lane in 0..begun.len() {
                    // The bound is never met; it shows the compiler that the indices below are good.
                    let left = (begun[lane] as usize).min(N - 2);
                    (x[0][lane], x[1][lane]) = (x_points[left], x_points[left + 1]);
                    (y[0][lane], y[1][lane]) = (y_points[left], y_points[left + 1]);
                }
                let ([x0, x1], [y0, y1]) = (x.map(|x| self.loaded(x)), y.map(|y| self.loaded(y)));
                let slope = (y1 - y0) / (x1 - x0);
                y0 + slope * (self - x0)
            }

            /// Absolute values.
            #[inline(always)]
            pub fn abs(self) -> Self {
                self.turned(self.sign())
            }

            /// Angles of the points (`x`, `self`) [rad].
            #[inline(always)]
            pub fn atan2(self, x: Self) -> Self {
                let (mut angles, across) = (self.to_array(), x.to_array());
                if angles.iter().zip(across).all(|(y, x)| math::is_in_range(*y, x)) {
                    return self.atan2_within_range(x);
                }
                for (y, x) in angles.iter_mut().zip(across) {
                    *y = math::atan2(*y, x);
                }
                self.loaded(angles)
            }

            /// As `math::arc_tangent::within_range`, operation for operation.
            #[inline(always)]
            fn atan2_within_range(self, x: Self) -> Self {
                let (across, up) = (x.abs(), self.abs());
                let steep = across - up;
                let (low, high) = (steep.select(across, up), steep.select(up, across));
                let beyond = high * EIGHTH - low;
                let t = beyond.select(low - high, low) / beyond.select(low + high, high);
                let z = t * t;
                let [first, second] = &ARC_TANGENT;
                let rest = Self::polynomial(first, z) + z * z * z * (z * z * z) * Self::polynomial(second, z);
                let rest = t + t * z * rest;
                let eighths = beyond.select(self.all(1.0), self.all(0.0));
                let (eighths, rest) = (steep.select(2.0 - eighths, eighths), steep.select(-rest, rest));
                let (eighths, rest) = (x.select(4.0 - eighths, eighths), x.select(-rest, rest));
                (eighths * FRAC_PI_4 + rest).turned(self.sign())
            }

            /// Sines of angles [rad].
            #[inline(always)]
            pub fn sin(self) -> Self {
                self.sin_cos().0
            }

            /// Cosines of angles [rad].
            #[inline(always)]
            pub fn cos(self) -> Self {
                self.sin_cos().1
            }
        }
    };
}

functions!(F64x2);
functions!(F64x4);
functions!(F64x8);

// SAFETY, of all intrinsics below: there is a value, so the processor has the instruction set of its type.

impl Signs for F64x2 {
    #[inline(always)]
    fn sign(self) -> Self {
        Self(unsafe { _mm_and_pd(self.0, _mm_set1_pd(-0.0)) })
    }

    #[inline(always)]
    fn odd(self) -> Self {
        Self(unsafe { _mm_castsi128_pd(_mm_slli_epi64::<63>(_mm_castpd_si128(self.0))) })
    }

    #[inline(always)]
    fn half(self) -> Self {
        Self(unsafe {
            _mm_and_pd(
                _mm_castsi128_pd(_mm_slli_epi64::<62>(_mm_castpd_si128(self.0))),
                _mm_set1_pd(-0.0),
            )
        })
    }

    #[inline(always)]
    fn turned(self, sign: Self) -> Self {
        Self(unsafe { _mm_xor_pd(self.0, sign.0) })
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        Self(unsafe { _mm_blendv_pd(no.0, yes.0, self.0) })
    }
}

impl Signs for F64x4 {
    #[inline(always)]
    fn sign(self) -> Self {
        Self(unsafe { _mm256_and_pd(self.0, _mm256_set1_pd(-0.0)) })
    }

    #[inline(always)]
    fn odd(self) -> Self {
        Self(unsafe { _mm256_castsi256_pd(_mm256_slli_epi64::<63>(_mm256_castpd_si256(self.0))) })
    }

    #[inline(always)]
    fn half(self) -> Self {
        Self(unsafe {
            let moved = _mm256_castsi256_pd(_mm256_slli_epi64::<62>(_mm256_castpd_si256(self.0)));
            _mm256_and_pd(moved, _mm256_set1_pd(-0.0))
        })
    }

    #[inline(always)]
    fn turned(self, sign: Self) -> Self {
        Self(unsafe { _mm256_xor_pd(self.0, sign.0) })
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        Self(unsafe { _mm256_blendv_pd(no.0, yes.0, self.0) })
    }
}

impl Signs for F64x8 {
    #[inline(always)]
    fn sign(self) -> Self {
        Self(unsafe { _mm512_and_pd(self.0, _mm512_set1_pd(-0.0)) })
    }

    #[inline(always)]
    fn odd(self) -> Self {
        Self(unsafe { _mm512_castsi512_pd(_mm512_slli_epi64::<63>(_mm512_castpd_si512(self.0))) })
    }

    #[inline(always)]
    fn half(self) -> Self {
        Self(unsafe {
            let moved = _mm512_castsi512_pd(_mm512_slli_epi64::<62>(_mm512_castpd_si512(self.0)));
            _mm512_and_pd(moved, _mm512_set1_pd(-0.0))
        })
    }

    #[inline(always)]
    fn turned(self, sign: Self) -> Self {
        Self(unsafe { _mm512_xor_pd(self.0, sign.0) })
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        Self(unsafe { _mm512_mask_blend_pd(_mm512_movepi64_mask(_mm512_castpd_si512(self.0)), no.0, yes.0) })
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::super::{x2, x4, x8};
    use super::*;
    use crate::level::Level;

    /// Angles in all quarters, one whose sine is another without fused operations, beyond the limit, and none at all.
    const ANGLES: [f64; 16] = [
        0.0,
        0.3,
        -0.9,
        1.5,
        -2.0,
        2.9,
        3.5,
        -4.4,
        5.2,
        6.1,
        -7.7,
        512.8232880048653,
        -9.9e5,
        2.2e6,
        f64::INFINITY,
        f64::NAN,
    ];

    #[target_feature(enable = "avx2,fma")]
    fn by_two_and_four() -> [[(f64, f64); 16]; 2] {
        let mut found = [[(0.0, 0.0); 16]; 2];
        for k in (0..16).step_by(2) {
            let (sine, cosine) = x2([ANGLES[k], ANGLES[k + 1]]).sin_cos();
            (0..2).for_each(|i| found[0][k + i] = (sine.lane(i), cosine.lane(i)));
        }
        for k in (0..16).step_by(4) {
            let (sine, cosine) = x4([ANGLES[k], ANGLES[k + 1], ANGLES[k + 2], ANGLES[k + 3]]).sin_cos();
            (0..4).for_each(|i| found[1][k + i] = (sine.lane(i), cosine.lane(i)));
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn by_eight() -> [(f64, f64); 16] {
        let mut found = [(0.0, 0.0); 16];
        for k in [0, 8] {
            let (sine, cosine) = x8(core::array::from_fn(|i| ANGLES[k + i])).sin_cos();
            (0..8).for_each(|i| found[k + i] = (sine.lane(i), cosine.lane(i)));
        }
        found
    }

    /// Points in all eighths of the plane, on its axes and diagonals, and none at all; in groups of eight.
    const POINTS: [(f64, f64); 32] = {
        let mut points = [(0.0, 0.0); 32];
        let sizes = [1.0, 0.3, 0.41, 0.42, 5.0, 1e-20, 0.0, 0.999];
        let mut k = 0;
        while k < 24 {
            let sign = if k < 8 { 1.0 } else { -1.0 };
            points[k] = if k < 16 {
                (sign * sizes[k % 8], 1.0)
            } else {
                (2.0, sign * sizes[k % 8])
            };
            k += 1;
        }
        points[24] = (f64::INFINITY, 1.0);
        points[25] = (f64::NAN, 1.0);
        points[26] = (1e-300, -1e-300);
        points
    };

    #[target_feature(enable = "avx2,fma")]
    fn angles_by_two_and_four() -> [[f64; 32]; 2] {
        let mut found = [[0.0; 32]; 2];
        for k in (0..32).step_by(2) {
            let (y, x) = (x2([0, 1].map(|i| POINTS[k + i].0)), x2([0, 1].map(|i| POINTS[k + i].1)));
            found[0][k..k + 2].copy_from_slice(&y.atan2(x).to_array());
        }
        for k in (0..32).step_by(4) {
            let [y, x] =
                [|p: (f64, f64)| p.0, |p: (f64, f64)| p.1].map(|of| x4([0, 1, 2, 3].map(|i| of(POINTS[k + i]))));
            found[1][k..k + 4].copy_from_slice(&y.atan2(x).to_array());
        }
        found
    }

    #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
    fn angles_by_eight() -> [f64; 32] {
        let mut found = [0.0; 32];
        for k in (0..32).step_by(8) {
            let y = x8(core::array::from_fn(|i| POINTS[k + i].0));
            let x = x8(core::array::from_fn(|i| POINTS[k + i].1));
            found[k..k + 8].copy_from_slice(&y.atan2(x).to_array());
        }
        found
    }

    #[test]
    fn angles_of_points_in_lanes_have_the_bits_of_numbers() {
        let bits = |angles: [f64; 32]| angles.map(f64::to_bits);
        let alone = bits(POINTS.map(|(y, x)| math::atan2(y, x)));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            let [two, four] = unsafe { angles_by_two_and_four() };
            assert_eq!(bits(two), alone);
            assert_eq!(bits(four), alone);
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { angles_by_eight() }), alone);
        }
    }

    #[target_feature(enable = "avx2,fma")]
    fn looked_up(x: [f64; 4]) -> [f64; 4] {
        x4(x).lookup(&[-1.0, 0.0, 0.7, 2.0], &[3.0, 1.0, 1.1, 5.3]).to_array()
    }

    #[test]
    fn lookups_in_lanes_are_lookups() {
        if Level::detect() < Level::V3 {
            return;
        }
        for x in [[-9.0, -1.0, -0.3, 0.0], [0.1, 0.7, 1.9, 2.0], [2.1, 1e9, -1e9, -0.0]] {
            let alone = x.map(|x| crate::table::lookup(&[-1.0, 0.0, 0.7, 2.0], &[3.0, 1.0, 1.1, 5.3], x));
            // SAFETY: the processor has been asked.
            assert_eq!(unsafe { looked_up(x) }, alone);
        }
    }

    #[test]
    fn lanes_give_the_bits_of_numbers() {
        let bits = |both: [(f64, f64); 16]| both.map(|(s, c)| (s.to_bits(), c.to_bits()));
        let alone = bits(ANGLES.map(math::fused::sin_cos));
        if Level::detect() >= Level::V3 {
            // SAFETY: the processor has been asked.
            let [two, four] = unsafe { by_two_and_four() };
            assert_eq!(bits(two), alone);
            assert_eq!(bits(four), alone);
        }
        if Level::detect() >= Level::V4 {
            // SAFETY: the processor has been asked.
            assert_eq!(bits(unsafe { by_eight() }), alone);
        }
    }
}
