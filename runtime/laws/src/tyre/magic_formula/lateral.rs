//! The lateral force.

use super::{Curve, Loaded, Prepared, Slips, cosine_of_atan, sign};
use crate::number::Scalar;

/// The force in pure slip, and what the moments need of it.
pub(super) struct Lateral<S> {
    pub curve: Curve<S>,
    /// [N]
    pub peak: S,
    pub rise: S,
    /// Slip angle at which the force in pure slip vanishes, with opposite sign [rad].
    pub shift: S,
    /// Product of stiffness factor and shape factor.
    pub steepness: S,
}

impl<S: Scalar> Prepared<S> {
    /// Slope of the lateral force at zero slip angle [N/rad] (Pacejka 2012, 4.E25), given the arc tangent of the load by that of its
    /// peak.
    #[inline(always)]
    pub(super) fn cornering_stiffness(&self, lean: S, arc_tangent: S) -> S {
        let n = &self.numbers;
        let (sine, _) = (n.cornering_shape * arc_tangent).sin_cos();
        n.cornering_stiffness * (S::one() - n.cornering_by_camber * lean) * sine
    }

    /// Coefficient of friction on the nominal ground (4.E23).
    #[inline(always)]
    pub(super) fn lateral_friction(&self, f: S, square: S) -> S {
        let [a, b] = self.numbers.friction_across;
        (a + b * f) * (S::one() - self.numbers.friction_across_by_camber * square)
    }

    /// The force in pure slip (4.E19 to 4.E30).
    #[inline(always)]
    pub(super) fn lateral(&self, now: &Loaded<S>, slips: &Slips<S>) -> Lateral<S> {
        let (n, f, one, inclination) = (&self.numbers, now.excess, S::one(), now.inclination);
        let by_stiffness = now.by_cornering_stiffness;
        let by_camber = now.load * (n.camber_rise[0] + n.camber_rise[1] * f) * inclination * now.ground;
        let thrust = now.load * (n.camber_thrust[0] + n.camber_thrust[1] * f) * inclination;
        let shift = (n.across_shift[0] + n.across_shift[1] * f)
            + n.across_shift_by_camber * inclination
            + (thrust - n.camber_rise_shifts * by_camber) * by_stiffness;
        let rise = now.load * (n.across_rise[0] + n.across_rise[1] * f) * now.ground + by_camber;
        let at = slips.angle + shift;
        let peak = now.friction[1] * now.load;
        let asymmetry = (n.across_skew[0] + n.across_skew[1] * inclination) * sign(at);
        let curvature = (n.across_curvature[0] + n.across_curvature[1] * f)
            * (one + n.across_curvature_by_camber * now.square - asymmetry);
        let steepness = now.cornering_stiffness / peak;
        Lateral {
            curve: Curve {
                stiffness: steepness * n.by_across_shape,
                shape: n.across_shape,
                curvature: curvature.min(one),
                at,
            },
            peak,
            rise,
            shift: shift + rise * by_stiffness,
            steepness,
        }
    }

    /// Part of the force that longitudinal slip causes by itself [N] (4.E66, 4.E67); given its sine.
    #[inline(always)]
    pub(super) fn by_slip(&self, now: &Loaded<S>, slips: &Slips<S>, peak: S, sine: S) -> S {
        let n = &self.numbers;
        let [a, b, c] = n.by_slip;
        peak * (a + b * now.excess + c * now.inclination) * cosine_of_atan(n.by_slip_angle * slips.angle) * sine
    }

    /// Part of the pure force that longitudinal slip leaves (4.E59 to 4.E65): by its cosine at the slip and at zero.
    #[inline(always)]
    pub(super) fn weight_of_slip(&self, now: &Loaded<S>, slips: &Slips<S>) -> [Curve<S>; 2] {
        let n = &self.numbers;
        let [by_angle, from_angle] = n.slip_weight_by_angle;
        let by_angle = cosine_of_atan(by_angle * (slips.angle - from_angle));
        let curvature = n.slip_weight_curvature[0] + n.slip_weight_curvature[1] * now.excess;
        let at_zero = Curve {
            stiffness: (n.slip_weight[0] + n.slip_weight[1] * now.square) * by_angle,
            shape: n.slip_weight_shape,
            curvature: curvature.min(S::one()),
            at: n.slip_weight_shift[0] + n.slip_weight_shift[1] * now.excess,
        };
        let at = slips.along + at_zero.at;
        [Curve { at, ..at_zero }, at_zero]
    }
}
