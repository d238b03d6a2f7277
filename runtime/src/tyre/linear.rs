//! The linear tyre, limited by friction.

use super::contact::{Contact, Slip, regular_speed};
use super::{Tyre, TyreForce};
use crate::math::hypot;

/// A tyre whose forces grow in proportion to deflection and slip, until friction ends it.
///
/// With deflection `r`, slip `k`, slip angle `a` and inclination `g` of [`Contact`] and [`Slip`]:
///
/// - normal force `Fz = max(0, stiffness r + damping r')` while `r > 0`: the ground never pulls;
/// - demand `Dx = longitudinal_stiffness k`, `Dy = -cornering_stiffness a - camber_stiffness g`;
/// - friction ellipse: where `(Dx / friction_x)^2 + (Dy / friction_y)^2 > Fz^2`, both are reduced by the one factor
///   that brings them onto it, so a sliding tyre's force points against its sliding;
/// - aligning moment `Mz = -pneumatic_trail Fy`;
/// - rolling resistance moment `My = -rolling_resistance Fz Re` against the spin, Re the effective rolling radius.
///
/// The effective rolling radius is `Re = radius - r/3`. An inextensible belt that a deflection `r = R (1 - cos p)`
/// lays flat over the angle `2 p` moves on by the chord `2 R sin p` while the wheel turns by `2 p`, so
/// `Re = R sin(p) / p ≈ R (1 - p^2 / 6)` and `r ≈ R p^2 / 2`.
///
/// A slip force is stiff: it damps the wheel's spin at the rate `longitudinal_stiffness Re^2 / (inertia v)`, the
/// lateral motion of a mass at `cornering_stiffness / (mass v)`, where `v` is the speed, or at a standstill half of
/// `low_speed`. An explicit integrator is stable only if its step times this rate is below its limit.
///
/// A wheel without a spin freedom rolls freely: give it no longitudinal stiffness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearTyre {
    /// Unloaded radius [m].
    pub radius: f64,
    /// Vertical stiffness [N/m].
    pub stiffness: f64,
    /// Vertical damping [N s/m].
    pub damping: f64,
    /// Longitudinal force per longitudinal slip [N].
    pub longitudinal_stiffness: f64,
    /// Lateral force per slip angle [N/rad], positive.
    pub cornering_stiffness: f64,
    /// Lateral force per inclination [N/rad], positive: a wheel is pushed to where it leans.
    pub camber_stiffness: f64,
    /// Coefficients of friction, longitudinal and lateral, more than zero.
    pub friction: [f64; 2],
    /// Distance of the lateral force behind the contact point [m].
    pub pneumatic_trail: f64,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: f64,
    /// Speed below which slips are regularised [m/s], more than zero; see [`Contact::slip`].
    pub low_speed: f64,
}

impl LinearTyre {
    /// A vertical spring and damper and nothing else; to be filled up by `..LinearTyre::vertical(..)`. The friction is
    /// 1, the low speed 1 m/s.
    pub fn vertical(radius: f64, stiffness: f64, damping: f64) -> Self {
        Self {
            radius,
            stiffness,
            damping,
            longitudinal_stiffness: 0.0,
            cornering_stiffness: 0.0,
            camber_stiffness: 0.0,
            friction: [1.0; 2],
            pneumatic_trail: 0.0,
            rolling_resistance: 0.0,
            low_speed: 1.0,
        }
    }

    /// Effective rolling radius at this deflection [m].
    pub fn effective_radius(&self, deflection: f64) -> f64 {
        self.radius - deflection / 3.0
    }

    fn normal_force(&self, contact: &Contact) -> f64 {
        if contact.deflection > 0.0 {
            (self.stiffness * contact.deflection + self.damping * contact.deflection_rate).max(0.0)
        } else {
            0.0
        }
    }

    /// Longitudinal and lateral force under the normal force `load` [N].
    fn friction_force(&self, slip: Slip, inclination: f64, load: f64) -> [f64; 2] {
        let demand = [
            self.longitudinal_stiffness * slip.longitudinal,
            -self.cornering_stiffness * slip.angle - self.camber_stiffness * inclination,
        ];
        let needed = hypot(demand[0] / self.friction[0], demand[1] / self.friction[1]);
        let share = if needed > load { load / needed } else { 1.0 };
        demand.map(|force| share * force)
    }
}

impl Tyre for LinearTyre {
    fn radius(&self) -> f64 {
        self.radius
    }

    fn force(&self, contact: &Contact) -> TyreForce {
        let load = self.normal_force(contact);
        let effective_radius = self.effective_radius(contact.deflection);
        let slip = contact.slip(effective_radius, self.low_speed);
        let [longitudinal, lateral] = self.friction_force(slip, contact.inclination, load);
        let rolling = contact.spin * effective_radius;
        let direction = rolling / regular_speed(rolling, self.low_speed);
        TyreForce {
            force: [longitudinal, lateral, load],
            moment: [
                0.0,
                -self.rolling_resistance * load * effective_radius * direction,
                -self.pneumatic_trail * lateral,
            ],
        }
    }
}
