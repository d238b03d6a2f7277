//! The longitudinal force.

use super::{Curve, Loaded, Prepared, Pure, Slips, Source, at_least, line, parabola, secant_of_atan, sign};
use crate::number::Scalar;

impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Slope of the longitudinal force at zero slip [N] (Pacejka 2012, 4.E15).
    #[inline(always)]
    pub(super) fn slip_stiffness(&self, load: S, f: S) -> S {
        let n = &self.numbers;
        load * line(n.slip_stiffness(), f) * (n.slip_stiffness_power() * f).exp()
    }

    /// Coefficient of friction on the nominal ground (4.E13).
    #[inline(always)]
    pub(super) fn longitudinal_friction(&self, f: S, square: S) -> S {
        let n = &self.numbers;
        let friction = line(n.friction_along(), f) * (-n.friction_along_by_camber()).mul_add(square, S::one());
        at_least(friction, n.friction_along_least())
    }

    /// The force in pure slip (4.E9 to 4.E18).
    #[inline(always)]
    pub(super) fn longitudinal(&self, now: &Loaded<S>, slip: S) -> Pure<S> {
        let (n, f, one) = (&self.numbers, now.excess, S::one());
        let at = slip + line(n.along_shift(), f);
        let peak = now.friction[0] * now.load;
        let curvature = parabola(n.along_curvature(), f) * (one - n.along_skew() * sign(at));
        Pure {
            curve: Curve {
                rise: now.slip_stiffness * n.by_along_shape() * at / peak,
                run: one,
                shape: n.along_shape(),
                curvature: curvature.min(one),
            },
            peak,
            rise: now.load * line(n.along_rise(), f) * now.ground,
        }
    }

    /// Curve at zero slip angle. The cosine of the curve at a slip angle, divided by the cosine of this curve, is the part of the
    /// pure force that remains at the angle (4.E51 to 4.E57).
    #[inline(always)]
    pub(super) fn weight_at_zero_angle(&self, now: &Loaded<S>, slip: S) -> Curve<S> {
        let n = &self.numbers;
        Curve {
            rise: line(n.angle_weight(), now.square) * n.angle_weight_shift(),
            run: secant_of_atan(n.angle_weight_by_slip() * slip),
            shape: n.angle_weight_shape(),
            curvature: line(n.angle_weight_curvature(), now.excess).min(S::one()),
        }
    }

    /// The same curve at the slip angle.
    #[inline(always)]
    pub(super) fn weight_of_angle(&self, now: &Loaded<S>, slips: &Slips<S>, at_zero: &Curve<S>) -> Curve<S> {
        let n = &self.numbers;
        Curve {
            rise: line(n.angle_weight(), now.square) * (slips.angle + n.angle_weight_shift()),
            ..*at_zero
        }
    }
}
