//! The side force of the Calspan tyre.

use super::TyreForce;
use super::check::{Check, Unfit};
use super::contact::{Contact, regular_speed};
use crate::number::Scalar;

/// A tyre with a linear radial spring whose side force saturates by a polynomial of third order.
///
/// Law of the vehicle dynamics programs of the Cornell Aeronautical Laboratory (McHenry & DeLeys 1968, Vehicle Dynamics in
/// Single Vehicle Accidents, CAL VJ-2251-V-3), with the notation of the Iltis benchmark (Frik, Leister & Schwartz 1993, Veh.
/// Syst. Dyn. 22, 215-253). With load `Fz`, slip angle `a` and inclination `g` of [`Contact`]:
///
/// - load `Fz = stiffness r`, where the deflection `r` is the radius minus the height of the wheel centre along the
///   ground's normal; the load is zero if `r` is not above zero;
/// - slip stiffness `Ca = A0 + A1 Fz - A1/A2 Fz²`, inclination stiffness `Cg = A3 Fz - A3/A4 Fz²`, both zero if these parabolas are
///   below zero;
/// - friction `m = (B1 Fz + B3 + B4 Fz²) SN`, multiplied by the ground's factor;
/// - demand `b = (Ca a + Cg g) / (m Fz)`, side force `Fy = -m Fz (b - b |b| / 3 + b³ / 27)`, with `|b|` at most 3;
/// - aligning moment `Mz = -trail (Fz - |Fy|) Fy`, backward with the opposite sign ([`Contact::travel`]).
///
/// There is no longitudinal force, and no rolling resistance. The benchmark uses the slip angle of the wheel centre, and not of the
/// contact point. They differ while the inclination of the wheel changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calspan<S = f64> {
    /// Unloaded radius [m].
    pub radius: S,
    /// Radial stiffness [N/m].
    pub stiffness: S,
    /// `A0` [N/rad], `A1` [1/rad], `A2` [N], `A3` [1/rad], `A4` [N].
    pub stiffnesses: [S; 5],
    /// `B1` [1/N], `B3` [-], `B4` [1/N²], `SN` [-].
    pub friction: [S; 4],
    /// Pneumatic trail per load [m/N].
    pub trail: S,
    /// Speed below which the slip angle is regularised [m/s], more than zero; see [`Contact::slip`].
    pub low_speed: S,
}

impl Calspan {
    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.positive("radius", self.radius);
        check.positive("stiffness", self.stiffness);
        let [a0, a1, a2, a3, a4] = self.stiffnesses;
        check.not_negative("A0", a0);
        check.not_negative("A1", a1);
        check.positive("A2", a2);
        check.not_negative("A3", a3);
        check.positive("A4", a4);
        let [b1, b3, b4, sn] = self.friction;
        check.finite("B1", b1);
        check.positive("B3", b3);
        check.finite("B4", b4);
        check.positive("SN", sn);
        check.not_negative("trail", self.trail);
        check.positive("low_speed", self.low_speed);
    }
}

impl<S: Scalar> Calspan<S> {
    /// Normal force [N].
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let height = (self.radius - contact.deflection) * contact.inclination.sin_cos().1;
        not_below_zero(self.stiffness * (self.radius - height))
    }

    /// Side force under a load [N] at a slip angle [rad] and an inclination [rad], on ground with a factor of friction.
    #[inline(always)]
    pub fn side_force(&self, load: S, angle: S, inclination: S, friction: S) -> S {
        let [a0, a1, a2, a3, a4] = self.stiffnesses;
        let [b1, b3, b4, sn] = self.friction;
        let one = S::one();
        let by_angle = not_below_zero(a0 + a1 * load * (one - load / a2));
        let by_inclination = not_below_zero(a3 * load * (one - load / a4));
        let grip = not_below_zero((b1 * load + b3 + b4 * load * load) * sn * friction * load);
        let most = S::from(3.0) * grip;
        let wanted = by_angle * angle + by_inclination * inclination;
        let size = wanted.abs();
        // Beyond three times the grip the tyre slides. Without grip it slides, too.
        let demand = (size - most).select(size / grip, S::from(3.0));
        let third = demand / S::from(3.0);
        let force = grip * demand * (one - third + third * third / S::from(3.0));
        wanted.select(force, -force)
    }

    /// Aligning moment of a side force under a load [N m].
    #[inline(always)]
    pub fn aligning_moment(&self, load: S, side: S) -> S {
        -self.trail * (load - side.abs()) * side
    }

    /// Force and moment of the ground on the tyre.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>) -> TyreForce<S> {
        let (none, load) = (S::zero(), self.normal_force(contact));
        let [forward, leftward] = contact.velocity;
        let angle = leftward.atan_over(regular_speed(forward, self.low_speed));
        let side = self.side_force(load, angle, contact.inclination, contact.friction);
        TyreForce {
            force: [none, side, load],
            moment: [none, none, self.aligning_moment(load, side) * contact.travel()],
        }
    }
}

#[inline(always)]
fn not_below_zero<S: Scalar>(x: S) -> S {
    x.select(S::zero(), x)
}
