//! Aligning and overturning moment.

use super::lateral::Lateral;
use super::longitudinal::Longitudinal;
use super::{MagicFormula, Operation, curve, sign};
use crate::number::Scalar;
use core::f64::consts::FRAC_2_PI;

/// Moments about the contact point [N m].
pub(super) struct Moments<S> {
    /// About the longitudinal axis.
    pub overturning: S,
    /// About the normal.
    pub aligning: S,
}

impl<S: Scalar> MagicFormula<S> {
    /// The moments in combined slip.
    #[inline(always)]
    pub(super) fn moments(&self, now: &Operation<S>, along: &Longitudinal<S>, across: &Lateral<S>) -> Moments<S> {
        Moments {
            overturning: self.overturning(now, across.force),
            aligning: self.aligning(now, along, across),
        }
    }

    /// `-t (Fy - SVyk) + Mzr + s Fx` (Pacejka 2012, 4.E71 to 4.E78).
    #[inline(always)]
    fn aligning(&self, now: &Operation<S>, along: &Longitudinal<S>, across: &Lateral<S>) -> S {
        let (c, f) = (&self.coefficients, now.excess);
        let inclination = now.inclination * c.lgaz;
        let ratio = along.stiffness / across.stiffness * now.slip;
        let at_trail = now.angle + c.qhz1 + c.qhz2 * f + (c.qhz3 + c.qhz4 * f) * inclination;
        let at_residual = now.angle + across.shift;
        let cosine = now.angle.sin_cos().1 * now.direction;
        let trail = self.trail(now, inclination, at_trail, equivalent(at_trail, ratio)) * cosine;
        let residual = self.residual(now, inclination, equivalent(at_residual, ratio), across.steepness) * cosine;
        let nominal = c.fnomin * c.lfzo;
        let offset = c.unloaded_radius
            * (c.ssz1 + c.ssz2 * (across.force / nominal) + (c.ssz3 + c.ssz4 * f) * inclination)
            * c.ls;
        residual + offset * along.force - trail * (across.force - across.by_slip)
    }

    /// Pneumatic trail, without the cosine of the slip angle [m] (4.E33 to 4.E44). The curvature is that at the slip angle
    /// itself, the trail that at the equivalent one.
    #[inline(always)]
    fn trail(&self, now: &Operation<S>, inclination: S, angle: S, equivalent: S) -> S {
        let (c, f, one) = (&self.coefficients, now.excess, S::one());
        let stiffness = (c.qbz1 + c.qbz2 * f + c.qbz3 * (f * f))
            * (one + c.qbz4 * inclination + c.qbz5 * inclination.abs())
            * (c.lky / now.friction[1]);
        let peak = now.load
            * (c.unloaded_radius / (c.fnomin * c.lfzo))
            * (c.qdz1 + c.qdz2 * f)
            * (one - c.ppz1 * now.pressure)
            * (one + c.qdz3 * inclination + c.qdz4 * (inclination * inclination))
            * c.ltr;
        let skew = (c.qez4 + c.qez5 * inclination) * S::from(FRAC_2_PI) * (stiffness * c.qcz1 * angle).atan();
        let curvature = (c.qez1 + c.qez2 * f + c.qez3 * (f * f)) * (one + skew);
        peak * curve(stiffness, c.qcz1, curvature.min(one), equivalent).sin_cos().1
    }

    /// Residual moment, without the cosine of the slip angle [N m] (4.E45 to 4.E47). Its shape factor is 1, and
    /// `cos(atan(x)) = 1 / √(1 + x²)`.
    #[inline(always)]
    fn residual(&self, now: &Operation<S>, inclination: S, angle: S, steepness: S) -> S {
        let (c, f, one) = (&self.coefficients, now.excess, S::one());
        let stiffness = c.qbz9 * (c.lky / now.friction[1]) + c.qbz10 * steepness;
        let by_camber =
            (c.qdz8 + c.qdz9 * f) * (one + c.ppz2 * now.pressure) + (c.qdz10 + c.qdz11 * f) * inclination.abs();
        let peak = now.load
            * c.unloaded_radius
            * ((c.qdz6 + c.qdz7 * f) * c.lres + by_camber * inclination * c.lkzc)
            * now.friction[1];
        peak * super::cosine_of_atan(stiffness * angle)
    }

    /// Overturning moment (4.E69, with the last two terms of MF-Tyre 6.2).
    #[inline(always)]
    fn overturning(&self, now: &Operation<S>, lateral: S) -> S {
        let (c, inclination) = (&self.coefficients, now.inclination);
        let relative = lateral / c.fnomin;
        let load = now.load / c.fnomin;
        let squared = c.qsx6 * load;
        let (_, cosine) = (c.qsx5 * (squared * squared).atan()).sin_cos();
        let (sine, _) = (c.qsx7 * inclination + c.qsx8 * (c.qsx9 * relative).atan()).sin_cos();
        let by_load = c.qsx1 * c.lvmx - c.qsx2 * inclination * (S::one() + c.ppmx1 * now.pressure)
            + c.qsx12 * inclination * inclination.abs()
            + c.qsx3 * relative
            + c.qsx4 * cosine * sine
            + c.qsx10 * (c.qsx11 * load).atan() * inclination;
        let by_force = c.qsx13 + c.qsx14 * inclination.abs();
        c.unloaded_radius * c.lmx * (now.load * by_load + lateral * by_force)
    }
}

/// The slip angle that stands for both slips: `atan(√(tan² a + r²))` with the sign of `a` (4.E75, 4.E76).
#[inline(always)]
fn equivalent<S: Scalar>(angle: S, ratio: S) -> S {
    let (sine, cosine) = angle.sin_cos();
    let tangent = sine / cosine;
    sign(angle) * (tangent * tangent + ratio * ratio).sqrt().atan()
}
