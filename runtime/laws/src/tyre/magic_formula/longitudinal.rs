//! The longitudinal force.

use super::{MagicFormula, Operation, cosine_of_atan, curve, sign};
use crate::number::Scalar;

/// Longitudinal force, and what the moments need of it.
pub(super) struct Longitudinal<S> {
    /// [N]
    pub force: S,
    /// Slope of the force in pure slip at zero slip [N].
    pub stiffness: S,
}

impl<S: Scalar> MagicFormula<S> {
    /// Slope of the longitudinal force at zero slip [N] (Pacejka 2012, 4.E15).
    #[inline(always)]
    pub(super) fn slip_stiffness(&self, now: &Operation<S>) -> S {
        let (c, f, p) = (&self.coefficients, now.excess, now.pressure);
        now.load * (c.pkx1 + c.pkx2 * f) * (c.pkx3 * f).exp() * (S::one() + c.ppx1 * p + c.ppx2 * (p * p)) * c.lkx
    }

    /// Coefficient of friction (4.E13).
    #[inline(always)]
    pub(super) fn longitudinal_friction(&self, now: &Operation<S>) -> S {
        let (c, p, one) = (&self.coefficients, now.pressure, S::one());
        let inclination = now.inclination * c.lgax;
        (c.pdx1 + c.pdx2 * now.excess)
            * (one + c.ppx3 * p + c.ppx4 * (p * p))
            * (one - c.pdx3 * (inclination * inclination))
            * now.friction[0]
    }

    /// The force in combined slip.
    #[inline(always)]
    pub(super) fn longitudinal(&self, now: &Operation<S>) -> Longitudinal<S> {
        let stiffness = self.slip_stiffness(now);
        Longitudinal {
            force: self.pure_longitudinal(now, stiffness) * self.weight_of_angle(now),
            stiffness,
        }
    }

    /// The force in pure slip (4.E9 to 4.E18).
    #[inline(always)]
    fn pure_longitudinal(&self, now: &Operation<S>, stiffness: S) -> S {
        let (c, f, one) = (&self.coefficients, now.excess, S::one());
        let slip = now.slip + (c.phx1 + c.phx2 * f) * c.lhx;
        let shape = c.pcx1 * c.lcx;
        let peak = self.longitudinal_friction(now) * now.load;
        let curvature = (c.pex1 + c.pex2 * f + c.pex3 * (f * f)) * (one - c.pex4 * sign(slip)) * c.lex;
        let shift = now.load * (c.pvx1 + c.pvx2 * f) * c.lvx * now.friction[0];
        let (sine, _) = curve(stiffness / (shape * peak), shape, curvature.min(one), slip).sin_cos();
        peak * sine + shift
    }

    /// Part of the pure force that a slip angle leaves (4.E51 to 4.E57).
    #[inline(always)]
    fn weight_of_angle(&self, now: &Operation<S>) -> S {
        let c = &self.coefficients;
        let stiffness =
            (c.rbx1 + c.rbx3 * (now.inclination * now.inclination)) * cosine_of_atan(c.rbx2 * now.slip) * c.lxal;
        let curvature = (c.rex1 + c.rex2 * now.excess).min(S::one());
        let cosine = |angle: S| curve(stiffness, c.rcx1, curvature, angle).sin_cos().1;
        cosine(now.angle + c.rhx1) / cosine(c.rhx1)
    }
}
