//! Aligning and overturning moment.

use super::{Curve, Loaded, Prepared, Slips, cosine_of_atan};
use crate::number::Scalar;

/// The pneumatic trail: its peak [m] times the cosine of a curve.
pub(super) struct Trail<S> {
    pub curve: Curve<S>,
    pub peak: S,
}

/// Terms of the overturning moment by the load alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Overturning<S> {
    wave: S,
    by_camber: S,
}

// Aligning moment: `-t (Fy - SVyk) + Mzr + s Fx` (Pacejka 2012, 4.E71 to 4.E78).
impl<S: Scalar> Prepared<S> {
    /// Slip angle with the shift of the trail [rad].
    #[inline(always)]
    pub(super) fn trail_angle(&self, now: &Loaded<S>, slips: &Slips<S>) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let by_camber = n.trail_shift_by_camber[0] + n.trail_shift_by_camber[1] * f;
        slips.angle + n.trail_shift[0] + n.trail_shift[1] * f + by_camber * now.inclination
    }

    #[inline(always)]
    fn trail_stiffness(&self, now: &Loaded<S>) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let [a, b, c] = n.trail_stiffness;
        let [d, e] = n.trail_stiffness_by_camber;
        (a + b * f + c * (f * f)) * (S::one() + d * now.inclination + e * now.lean) * now.by_ground
    }

    /// `B C` times the slip angle of the trail, whose arc tangent skews its curvature.
    #[inline(always)]
    pub(super) fn trail_skew(&self, now: &Loaded<S>, slips: &Slips<S>) -> S {
        self.trail_stiffness(now) * self.numbers.trail_shape * self.trail_angle(now, slips)
    }

    /// Pneumatic trail, without the cosine of the slip angle (4.E33 to 4.E44). The curvature is that at the slip angle itself,
    /// the trail that at the equivalent one.
    #[inline(always)]
    pub(super) fn trail(&self, now: &Loaded<S>, equivalent: S, skew: S) -> Trail<S> {
        let (n, f, one, inclination) = (&self.numbers, now.excess, S::one(), now.inclination);
        let [d, e] = n.trail_peak_by_camber;
        let by_load = now.load * (n.trail_peak[0] + n.trail_peak[1] * f);
        let skew = (n.trail_skew[0] + n.trail_skew[1] * inclination) * skew;
        let [a, b, c] = n.trail_curvature;
        let curvature = (a + b * f + c * (f * f)) * (one + skew);
        Trail {
            curve: Curve {
                stiffness: self.trail_stiffness(now),
                shape: n.trail_shape,
                curvature: curvature.min(one),
                at: equivalent,
            },
            peak: by_load * (one + d * inclination + e * now.square),
        }
    }

    /// Residual moment, without the cosine of the slip angle [N m] (4.E45 to 4.E47). Its shape factor is 1, and
    /// `cos(atan(x)) = 1 / √(1 + x²)`.
    #[inline(always)]
    pub(super) fn residual(&self, now: &Loaded<S>, equivalent: S, steepness: S) -> S {
        let (n, f) = (&self.numbers, now.excess);
        let stiffness = n.residual_stiffness[0] * now.by_ground + n.residual_stiffness[1] * steepness;
        let by_camber = (n.residual_by_camber[0] + n.residual_by_camber[1] * f)
            + (n.residual_by_camber_squared[0] + n.residual_by_camber_squared[1] * f) * now.lean;
        let by_load = n.residual_peak[0] + n.residual_peak[1] * f + by_camber * now.inclination;
        now.load * by_load * now.ground * cosine_of_atan(stiffness * equivalent)
    }

    /// Tangent, without a sign, of the slip angle that stands for both slips: `√(tan² a + r²)`, with the longitudinal slip times the ratio of
    /// the stiffnesses `r` (4.E75, 4.E76).
    #[inline(always)]
    pub(super) fn both(&self, now: &Loaded<S>, slips: &Slips<S>, angle: S) -> S {
        let ratio = now.slip_stiffness * now.by_cornering_stiffness * slips.along;
        let (sine, cosine) = angle.sin_cos();
        let tangent = sine / cosine;
        (tangent * tangent + ratio * ratio).sqrt()
    }

    /// Lateral offset of the longitudinal force [m] (4.E76).
    #[inline(always)]
    pub(super) fn offset(&self, now: &Loaded<S>, lateral: S) -> S {
        let n = &self.numbers;
        let by_camber = n.offset_by_camber[0] + n.offset_by_camber[1] * now.excess;
        n.offset + n.offset_by_force * lateral + by_camber * now.inclination
    }

    #[inline(always)]
    pub(super) fn overturning_by_load(&self, [wave, by_camber]: [S; 2]) -> Overturning<S> {
        let n = &self.numbers;
        let (_, cosine) = (n.overturning_wave_load[0] * wave).sin_cos();
        Overturning {
            wave: n.overturning_wave * cosine,
            by_camber: n.overturning_load[0] * by_camber,
        }
    }

    /// Overturning moment [N m] (4.E69, with the last two terms of MF-Tyre 6.2).
    #[inline(always)]
    pub(super) fn overturning(&self, now: &Loaded<S>, lateral: S) -> S {
        let (n, inclination) = (&self.numbers, now.inclination);
        let [shape, steepness] = n.overturning_wave_force;
        let (sine, _) = (n.overturning_wave_camber * inclination + shape * (steepness * lateral).atan()).sin_cos();
        let by_camber = n.overturning_by_camber[0] + n.overturning_by_camber[1] * now.lean + now.overturning.by_camber;
        let level = n.overturning + n.overturning_by_force * lateral + now.overturning.wave * sine;
        let by_force = n.overturning_force[0] + n.overturning_force[1] * now.lean;
        now.load * (level + by_camber * inclination) + lateral * by_force
    }
}
