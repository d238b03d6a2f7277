//! The lateral force.

use super::{Curve, Loaded, Prepared, Pure, Slips, Source, at_least, line, secant_of_atan, sign};
use crate::number::Scalar;

/// The force in pure slip, and its parts that the moments need.
pub(super) struct Lateral<S> {
    pub curve: Curve<S>,
    /// [N]
    pub peak: S,
    pub rise: S,
    /// Slip angle at which the force in pure slip is zero, with opposite sign [rad].
    pub shift: S,
    /// Product of stiffness factor and shape factor.
    pub steepness: S,
}

impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Slope of the lateral force at zero slip angle [N/rad] (Pacejka 2012, 4.E25), given the arc tangent of the load divided by the
    /// load of the greatest stiffness.
    #[inline(always)]
    pub(super) fn cornering_stiffness(&self, lean: S, arc_tangent: S) -> S {
        let n = &self.numbers;
        let sine = (n.cornering_shape() * arc_tangent).fused_sin();
        n.cornering_stiffness() * (-n.cornering_by_camber()).mul_add(lean, S::one()) * sine
    }

    /// Coefficient of friction on the nominal ground (4.E23).
    #[inline(always)]
    pub(super) fn lateral_friction(&self, f: S, square: S) -> S {
        let n = &self.numbers;
        let friction = line(n.friction_across(), f) * (-n.friction_across_by_camber()).mul_add(square, S::one());
        at_least(friction, n.friction_across_least())
    }

    /// The force in pure slip (4.E19 to 4.E30).
    #[inline(always)]
    pub(super) fn lateral(&self, now: &Loaded<S>, slips: &Slips<S>) -> Lateral<S> {
        let (n, f, one, inclination) = (&self.numbers, now.excess, S::one(), now.inclination);
        let by_stiffness = now.by_cornering_stiffness;
        let by_camber = now.load * line(n.camber_rise(), f) * inclination * now.ground;
        let thrust = now.load * line(n.camber_thrust(), f) * inclination;
        let by_load = n
            .across_shift_by_camber()
            .mul_add(inclination, line(n.across_shift(), f));
        let shift = (thrust - n.camber_rise_shifts() * by_camber).mul_add(by_stiffness, by_load);
        let rise = (now.load * line(n.across_rise(), f)).mul_add(now.ground, by_camber);
        let at = slips.angle + shift;
        let peak = now.friction[1] * now.load;
        let asymmetry = line(n.across_skew(), inclination) * sign(at);
        let by_camber = n.across_curvature_by_camber().mul_add(now.square, one);
        let curvature = line(n.across_curvature(), f) * (by_camber - asymmetry);
        let steepness = now.cornering_stiffness / peak;
        Lateral {
            curve: Curve {
                rise: steepness * n.by_across_shape() * at,
                run: one,
                shape: n.across_shape(),
                curvature: curvature.min(one),
            },
            peak,
            rise,
            shift: rise.mul_add(by_stiffness, shift),
            steepness,
        }
    }

    /// The force in pure slip of the tyre without inclination, on which the trail of version 6 acts (4.E32, 4.E74).
    #[inline(always)]
    pub(super) fn upright(&self, now: &Loaded<S>, slips: &Slips<S>) -> Pure<S> {
        let (n, f, one) = (&self.numbers, now.excess, S::one());
        let at = slips.angle + line(n.across_shift(), f);
        let on_ground = now.ground * now.load;
        let peak = on_ground * at_least(line(n.friction_across(), f), n.friction_across_least());
        let curvature = line(n.across_curvature(), f) * (one - n.across_skew()[0] * sign(at));
        Pure {
            curve: Curve {
                rise: now.upright_stiffness * n.by_across_shape() * at / peak,
                run: one,
                shape: n.across_shape(),
                curvature: curvature.min(one),
            },
            peak,
            rise: on_ground * line(n.across_rise(), f),
        }
    }

    /// Part of the force that longitudinal slip causes by itself [N] (4.E66, 4.E67); `sine` is the sine of its curve.
    #[inline(always)]
    pub(super) fn by_slip(&self, now: &Loaded<S>, slips: &Slips<S>, peak: S, sine: S) -> S {
        let n = &self.numbers;
        let [a, b, c] = n.by_slip();
        peak * c.mul_add(now.inclination, line([a, b], now.excess)) * sine
            / secant_of_atan(n.by_slip_angle() * slips.angle)
    }

    /// Curves at the longitudinal slip and at zero slip. The ratio of their cosines is the part of the pure force that remains at the
    /// slip (4.E59 to 4.E65).
    #[inline(always)]
    pub(super) fn weight_of_slip(&self, now: &Loaded<S>, slips: &Slips<S>) -> [Curve<S>; 2] {
        let n = &self.numbers;
        let [by_angle, from_angle] = n.slip_weight_by_angle();
        let (stiffness, shift) = (
            line(n.slip_weight(), now.square),
            line(n.slip_weight_shift(), now.excess),
        );
        let at_zero = Curve {
            rise: stiffness * shift,
            run: secant_of_atan(by_angle * (slips.angle - from_angle)),
            shape: n.slip_weight_shape(),
            curvature: line(n.slip_weight_curvature(), now.excess).min(S::one()),
        };
        let rise = stiffness * (slips.along + shift);
        [Curve { rise, ..at_zero }, at_zero]
    }
}
