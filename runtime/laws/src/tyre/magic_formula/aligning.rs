//! The aligning moment.

use super::{Curve, Loaded, Prepared, Slips, Source, line, parabola, secant_of_atan};
use crate::number::Scalar;

/// The pneumatic trail: its peak [m] multiplied by the cosine of a curve.
pub(super) struct Trail<S> {
    pub curve: Curve<S>,
    pub peak: S,
}

/// Lower limit of the square of a cosine in a divisor.
const LEAST_SQUARE: f64 = 1e-24;

/// Absolute value of the tangent of an angle, as the quotient `rise / run`.
pub(super) struct Tangent<S> {
    pub rise: S,
    pub run: S,
}

/// `√(tan² a + r²)` of an angle `a`, given its sine `s` and `r²`: with `c` its cosine, `√(s² + c² r²) / |c|`.
#[inline(always)]
fn together<S: Scalar>(sine: S, square: S) -> Tangent<S> {
    let of_cosine = (-sine).mul_add(sine, S::one()).max(S::from(LEAST_SQUARE));
    Tangent {
        rise: of_cosine.mul_add(square, sine * sine).sqrt(),
        run: of_cosine.sqrt(),
    }
}

// Aligning moment: `-t F'y + Mzr + s Fx` (Pacejka 2012, 4.E71 to 4.E78), with `F'y = Fy - SVyk` in version 5.2.
impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Slip angle with the shift of the trail [rad].
    #[inline(always)]
    pub(super) fn trail_angle(&self, now: &Loaded<S>, slips: &Slips<S>) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let shift = line(n.trail_shift_by_camber(), f).mul_add(now.inclination, line(n.trail_shift(), f));
        slips.angle + shift
    }

    #[inline(always)]
    fn trail_stiffness(&self, now: &Loaded<S>) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let [d, e] = n.trail_stiffness_by_camber();
        let by_camber = e.mul_add(now.lean, line([S::one(), d], now.inclination));
        parabola(n.trail_stiffness(), f) * by_camber * now.by_ground
    }

    /// `B C` times the slip angle of the trail. Its arc tangent makes the curvature asymmetric.
    #[inline(always)]
    pub(super) fn trail_skew(&self, now: &Loaded<S>, angle: S) -> S {
        self.trail_stiffness(now) * self.numbers.trail_shape() * angle
    }

    /// Pneumatic trail, without the cosine of the slip angle (4.E33 to 4.E44). The curvature is evaluated at the slip angle itself,
    /// the trail at the equivalent slip angle.
    #[inline(always)]
    pub(super) fn trail(&self, now: &Loaded<S>, equivalent: S, skew: S) -> Trail<S> {
        let (n, f, one, inclination) = (&self.numbers, now.excess, S::one(), now.inclination);
        let [d, e] = n.trail_peak_by_camber();
        let by_load = now.load * line(n.trail_peak(), f);
        let skew = line(n.trail_skew(), inclination) * skew;
        let curvature = parabola(n.trail_curvature(), f) * (one + skew);
        Trail {
            curve: Curve {
                rise: self.trail_stiffness(now) * equivalent,
                run: one,
                shape: n.trail_shape(),
                curvature: curvature.min(one),
            },
            peak: by_load * e.mul_add(now.square, line([one, d], inclination)),
        }
    }

    /// Residual moment, without the cosine of the slip angle [N m] (4.E45 to 4.E47). Its shape factor is 1, and
    /// `cos(atan(x)) = 1 / √(1 + x²)`.
    #[inline(always)]
    pub(super) fn residual(&self, now: &Loaded<S>, equivalent: S, steepness: S) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let [by_ground, by_steepness] = n.residual_stiffness();
        let stiffness = by_steepness.mul_add(steepness, by_ground * now.by_ground);
        let by_camber = line(n.residual_by_camber_squared(), f).mul_add(now.lean, line(n.residual_by_camber(), f));
        let by_load = by_camber.mul_add(now.inclination, line(n.residual_peak(), f));
        now.load * by_load * now.ground / secant_of_atan(stiffness * equivalent)
    }

    /// Absolute values of the tangents of two equivalent slip angles, which represent both slips: `√(tan² a + r²)`, where `r` is the
    /// longitudinal slip times the ratio of the stiffnesses (4.E75, 4.E76). The arguments are the sines of the two angles `a`.
    #[inline(always)]
    pub(super) fn both(&self, now: &Loaded<S>, slips: &Slips<S>, [one, two]: [S; 2]) -> [Tangent<S>; 2] {
        let ratio = now.slip_stiffness * now.by_cornering_stiffness * slips.along;
        let square = ratio * ratio;
        [together(one, square), together(two, square)]
    }

    /// Lateral offset of the longitudinal force [m] (4.E76).
    #[inline(always)]
    pub(super) fn offset(&self, now: &Loaded<S>, lateral: S) -> S {
        let n = &self.numbers;
        let by_camber = line(n.offset_by_camber(), now.excess);
        by_camber.mul_add(now.inclination, line([n.offset(), n.offset_by_force()], lateral))
    }
}
