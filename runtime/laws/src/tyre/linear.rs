//! The linear tyre, limited by friction.

use super::TyreForce;
use super::check::{Check, Unfit};
use super::contact::{Contact, Slip, regular_speed};
use super::pack::pack;
use super::transient::Rolls;
use crate::number::Scalar;

/// A tyre whose forces are proportional to deflection and slip, up to the limit of friction.
///
/// With deflection `r`, slip `k`, slip angle `a` and inclination `g` of [`Contact`] and [`Slip`]:
///
/// - normal force `Fz = max(0, stiffness r + damping r')` while `r > 0`: the ground never pulls;
/// - demand `Dx = longitudinal_stiffness k`, `Dy = -cornering_stiffness a - camber_stiffness g`;
/// - friction ellipse: if `(Dx / friction_x)^2 + (Dy / friction_y)^2 > (m Fz)^2`, with the ground's factor `m`, both
///   forces are reduced by a common factor, so that they lie on the ellipse. The force of a sliding tyre then points
///   against its sliding velocity;
/// - aligning moment `Mz = -pneumatic_trail Fy`, backward with the opposite sign ([`Contact::travel`]);
/// - rolling resistance moment `My = -rolling_resistance Fz Re` against the spin, Re the effective rolling radius.
///
/// The effective rolling radius is `Re = radius - r/3`. A deflection `r = R (1 - cos p)` flattens an inextensible belt over the angle
/// `2 p`. While the wheel turns by `2 p`, it advances by the chord `2 R sin p`. So `Re = R sin(p) / p ≈ R (1 - p^2 / 6)`, with
/// `r ≈ R p^2 / 2`.
///
/// A slip force is stiff: it damps the wheel's spin at the rate `longitudinal_stiffness Re^2 / (inertia v)`, and the
/// lateral motion of a mass at the rate `cornering_stiffness / (mass v)`. Here `v` is the speed, or half of `low_speed`
/// at a standstill. An explicit integrator is stable only if the product of its step and this rate is below the
/// method's limit.
///
/// A wheel without a spin freedom rolls freely: give it no longitudinal stiffness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearTyre<S = f64> {
    /// Unloaded radius [m].
    pub radius: S,
    /// Vertical stiffness [N/m].
    pub stiffness: S,
    /// Vertical damping [N s/m].
    pub damping: S,
    /// Longitudinal force per longitudinal slip [N].
    pub longitudinal_stiffness: S,
    /// Lateral force per slip angle [N/rad], positive.
    pub cornering_stiffness: S,
    /// Lateral force per inclination [N/rad], positive: the force points to the side to which the wheel leans.
    pub camber_stiffness: S,
    /// Coefficients of friction on the nominal road, longitudinal and lateral, more than zero.
    pub friction: [S; 2],
    /// Distance of the lateral force behind the contact point [m].
    pub pneumatic_trail: S,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: S,
    /// Speed below which slips are regularised [m/s], more than zero; see [`Contact::slip`].
    pub low_speed: S,
}

pack! {
    LinearTyre {
        radius, stiffness, damping, longitudinal_stiffness, cornering_stiffness, camber_stiffness, friction,
        pneumatic_trail, rolling_resistance, low_speed,
    }
}

impl LinearTyre {
    /// A vertical spring and damper without slip forces, for use as `..LinearTyre::vertical(..)`. The friction is 1, the low speed 1
    /// m/s.
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
}

impl LinearTyre {
    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.positive("radius", self.radius);
        check.positive("stiffness", self.stiffness);
        check.not_negative("damping", self.damping);
        check.not_negative("longitudinal_stiffness", self.longitudinal_stiffness);
        check.not_negative("cornering_stiffness", self.cornering_stiffness);
        check.not_negative("camber_stiffness", self.camber_stiffness);
        for friction in self.friction {
            check.positive("friction", friction);
        }
        check.finite("pneumatic_trail", self.pneumatic_trail);
        check.not_negative("rolling_resistance", self.rolling_resistance);
        check.positive("low_speed", self.low_speed);
    }
}

impl<S: Scalar> LinearTyre<S> {
    /// Effective rolling radius at this deflection [m].
    #[inline(always)]
    pub fn effective_radius(&self, deflection: S) -> S {
        self.radius - deflection * S::from(1.0 / 3.0)
    }

    /// Normal force [N].
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let none = S::zero();
        let force = self.stiffness * contact.deflection + self.damping * contact.deflection_rate;
        (-contact.deflection).select(force.select(none, force), none)
    }

    /// Longitudinal and lateral force. `grip` is the normal force multiplied by the ground's factor on friction [N].
    #[inline(always)]
    fn friction_force(&self, slip: Slip<S>, inclination: S, grip: S) -> [S; 2] {
        let along = self.longitudinal_stiffness * slip.longitudinal;
        let across = -self.cornering_stiffness * slip.angle - self.camber_stiffness * inclination;
        let [x, y] = [
            along * (S::one() / self.friction[0]),
            across * (S::one() / self.friction[1]),
        ];
        let needed = x * x + y * y;
        let left = grip * grip - needed;
        if left.is_at_least(0.0) {
            return [along, across];
        }
        let share = left.select(grip / needed.sqrt(), S::one());
        [share * along, share * across]
    }

    /// Force and moment of the ground on the tyre.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>) -> TyreForce<S> {
        let load = self.normal_force(contact);
        let effective_radius = self.effective_radius(contact.deflection);
        self.at_slip(contact, load, contact.slip(effective_radius, self.low_speed))
    }

    /// Force and moment under a load [N] at given slips. A load below zero counts as zero, because the ground never pulls.
    #[inline(always)]
    pub fn at_slip(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        let load = load.max(S::zero());
        let effective_radius = self.effective_radius(contact.deflection);
        let [longitudinal, lateral] = self.friction_force(slip, contact.inclination, contact.friction * load);
        let rolling = contact.spin * effective_radius;
        let direction = rolling / regular_speed(rolling, self.low_speed);
        TyreForce {
            force: [longitudinal, lateral, load],
            moment: [
                S::zero(),
                -self.rolling_resistance * load * effective_radius * direction,
                -self.pneumatic_trail * lateral * contact.travel(),
            ],
        }
    }
}

impl<S: Scalar> Rolls<S> for LinearTyre<S> {
    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn roll(&self, contact: &Contact<S>, _deflection: [S; 2]) -> (TyreForce<S>, [S; 2]) {
        (self.law(contact), [S::zero(); 2])
    }
}
