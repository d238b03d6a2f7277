//! The lateral force.

use super::{MagicFormula, Operation, Version, cosine_of_atan, curve, sign};
use crate::number::Scalar;

/// Lateral force, and what the moments need of it.
pub(super) struct Lateral<S> {
    /// [N]
    pub force: S,
    /// Part of the force that longitudinal slip causes by itself [N].
    pub by_slip: S,
    /// Slope of the force in pure slip at zero slip angle [N/rad]; negative.
    pub stiffness: S,
    /// Slip angle at which the force in pure slip vanishes, with opposite sign [rad].
    pub shift: S,
    /// Product of stiffness factor and shape factor.
    pub steepness: S,
}

/// The force in pure slip.
struct Pure<S> {
    force: S,
    friction: S,
    shift: S,
    vertical_shift: S,
    steepness: S,
}

impl<S: Scalar> MagicFormula<S> {
    /// Slope of the lateral force at zero slip angle [N/rad] (Pacejka 2012, 4.E25).
    #[inline(always)]
    pub(super) fn cornering_stiffness(&self, now: &Operation<S>) -> S {
        let (c, p, one) = (&self.coefficients, now.pressure, S::one());
        let nominal = c.fnomin * c.lfzo;
        let inclination = now.inclination * c.lgay;
        let at_peak = (c.pky2 + c.pky5 * (inclination * inclination)) * (one + c.ppy2 * p);
        let (sine, _) = (c.pky4 * (now.load / (nominal * at_peak)).atan()).sin_cos();
        c.pky1 * nominal * (one + c.ppy1 * p) * (one - c.pky3 * inclination.abs()) * sine * c.lky
    }

    /// Coefficient of friction (4.E23).
    #[inline(always)]
    pub(super) fn lateral_friction(&self, now: &Operation<S>) -> S {
        let (c, p, one) = (&self.coefficients, now.pressure, S::one());
        let inclination = now.inclination * c.lgay;
        (c.pdy1 + c.pdy2 * now.excess)
            * (one + c.ppy3 * p + c.ppy4 * (p * p))
            * (one - c.pdy3 * (inclination * inclination))
            * now.friction[1]
    }

    /// The force in combined slip (4.E58 to 4.E67).
    #[inline(always)]
    pub(super) fn lateral(&self, now: &Operation<S>) -> Lateral<S> {
        let c = &self.coefficients;
        let stiffness = self.cornering_stiffness(now);
        let pure = self.pure_lateral(now, stiffness);
        let (sine, _) = (c.rvy5 * (c.rvy6 * now.slip).atan()).sin_cos();
        let by_slip = pure.friction
            * now.load
            * (c.rvy1 + c.rvy2 * now.excess + c.rvy3 * now.inclination)
            * cosine_of_atan(c.rvy4 * now.angle)
            * sine
            * c.lvyka;
        Lateral {
            force: self.weight_of_slip(now) * pure.force + by_slip,
            by_slip,
            stiffness,
            shift: pure.shift + pure.vertical_shift / stiffness,
            steepness: pure.steepness,
        }
    }

    /// The force in pure slip (4.E19 to 4.E30).
    #[inline(always)]
    fn pure_lateral(&self, now: &Operation<S>, stiffness: S) -> Pure<S> {
        let (c, f, p, one) = (&self.coefficients, now.excess, now.pressure, S::one());
        let inclination = now.inclination * c.lgay;
        let square = inclination * inclination;
        let by_camber = now.load * (c.pvy3 + c.pvy4 * f) * inclination * now.friction[1];
        let (by_camber, camber_shift) = match self.version {
            Version::Five => (by_camber, c.phy3 * inclination),
            Version::Six => {
                let by_camber = by_camber * c.lkyc;
                let thrust = now.load * (c.pky6 + c.pky7 * f) * (one + c.ppy5 * p) * c.lkyc;
                (by_camber, (thrust * inclination - by_camber) / stiffness)
            }
        };
        let shift = (c.phy1 + c.phy2 * f) * c.lhy + camber_shift;
        let vertical_shift = now.load * (c.pvy1 + c.pvy2 * f) * c.lvy * now.friction[1] + by_camber;
        let angle = now.angle + shift;
        let shape = c.pcy1 * c.lcy;
        let friction = self.lateral_friction(now);
        let peak = friction * now.load;
        let asymmetry = (c.pey3 + c.pey4 * inclination) * sign(angle);
        let curvature = (c.pey1 + c.pey2 * f) * (one + c.pey5 * square - asymmetry) * c.ley;
        let factor = stiffness / (shape * peak);
        let (sine, _) = curve(factor, shape, curvature.min(one), angle).sin_cos();
        Pure {
            force: peak * sine + vertical_shift,
            friction,
            shift,
            vertical_shift,
            steepness: factor * shape,
        }
    }

    /// Part of the pure force that longitudinal slip leaves (4.E59 to 4.E65).
    #[inline(always)]
    fn weight_of_slip(&self, now: &Operation<S>) -> S {
        let c = &self.coefficients;
        let stiffness = (c.rby1 + c.rby4 * (now.inclination * now.inclination))
            * cosine_of_atan(c.rby2 * (now.angle - c.rby3))
            * c.lyka;
        let curvature = (c.rey1 + c.rey2 * now.excess).min(S::one());
        let shift = c.rhy1 + c.rhy2 * now.excess;
        let cosine = |slip: S| curve(stiffness, c.rcy1, curvature, slip).sin_cos().1;
        cosine(now.slip + shift) / cosine(shift)
    }
}
