//! The brush tyre: elastic bristles on a rigid carcass.

use super::TyreForce;
use super::check::{Check, Unfit};
use super::contact::{Contact, Slip, regular_speed};
use super::pack::pack;
use super::transient::{Law, Rolls};
use crate::number::Scalar;

/// A tyre whose tread is a row of bristles along the contact, under a parabolic pressure.
///
/// Sources: Pacejka & Sharp 1991, Shear force development by pneumatic tyres in steady state conditions, Vehicle System Dynamics 20;
/// Pacejka 2012, Tire and Vehicle Dynamics, 3.2; for different stiffnesses Svendenius 2007, Tire modeling and friction estimation, 4.
///
/// A bristle enters at the leading edge and lies `s` behind it, in a contact of the length `2 a`. The rolling distance
/// times the theoretical slip `σ = (w Re - vx, -vy) / |w Re|` deflects the bristle. Camber deflects it laterally, too.
/// The force per unit length is `cx σx s` along the contact and `cy (σy s - (sin g / (2 Re)) s (2 a - s))` across it. A
/// bristle sticks up to the friction `m` times the pressure `3 Fz s (2 a - s) / (4 a³)`, and slides from there on. A
/// sliding bristle pushes against the sliding velocity of the wheel, along `σ`.
///
/// With the slip stiffnesses `Cx = 2 cx a²`, `Cy = 2 cy a²` and
///
/// ```text
/// X = Cx σx / (3 m Fz)    Y = Cy σy / (3 m Fz)    G = -Cy a sin g / (3 m Fz Re)
/// z = (G Y + √(Y² + (1 - G²) X²)) / (1 - G²), at most 1    h = 1 - z    p = z² (3 - 2 z)
/// ```
///
/// bristles stick in the part `h` of the contact, `p` of the load is in the sliding part, and integration gives
///
/// ```text
/// Fx = m Fz (3 X h² + p σx / |σ|)
/// Fy = m Fz (3 Y h² + G (1 - p) + p σy / |σ|)
/// Mz = 3 m Fz a h² (Y (1 - 4 h / 3) + z² (G - σy / |σ|))
/// ```
///
/// With `Cx = Cy` and `g = 0` the results are `F = m Fz (3 z - 3 z² + z³)` along `σ`, and `Mz = -a m Fz z (1 - z)³` for
/// `σy > 0`.
///
/// With different stiffnesses a bristle of the source slides in a direction that turns along the contact, which has no closed form.
/// So forces at combined slip follow from the sliding velocity of the wheel. They never add power. In pure slip, and with equal
/// stiffnesses, both are equal.
///
/// The numbers depend on the load by `q = Fz / nominal_load`: `Cx` and `Cy` grow with `q`, `a` with `√q`, and the friction is
/// `friction / (1 + load_sensitivity (q - 1))`, multiplied by the ground's factor.
///
/// Left out: turn slip, moments by the deflection of the carcass, friction that depends on the sliding speed, and the sliding direction
/// by camber. `|G|` is at most 0.9: on slippery ground the camber alone would make the contact slide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brush<S = f64> {
    /// Unloaded radius [m].
    pub radius: S,
    /// Vertical stiffness [N/m].
    pub stiffness: S,
    /// Vertical damping [N s/m].
    pub damping: S,
    /// Nominal load [N].
    pub nominal_load: S,
    /// Longitudinal force per longitudinal slip at the nominal load [N].
    pub longitudinal_stiffness: S,
    /// Lateral force per slip angle at the nominal load [N/rad], positive.
    pub cornering_stiffness: S,
    /// Half of the length of the contact at the nominal load [m].
    pub half_length: S,
    /// Coefficient of friction at the nominal load [-].
    pub friction: S,
    /// Relative decrease of the friction for a relative increase of the load, at the nominal load [-]: from 0 to
    /// below 1.
    pub load_sensitivity: S,
    /// Part of the camber deflection that acts [-]: 0 to 1.
    pub camber: S,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: S,
    /// Stiffness of the carcass along and across the wheel's direction [N/m]: a relaxation length is the slip stiffness
    /// divided by this stiffness.
    pub carcass: [S; 2],
    /// Rolling speed below which slips and rolling resistance are regularised [m/s], more than zero.
    pub low_speed: S,
}

pack! {
    Brush {
        radius, stiffness, damping, nominal_load, longitudinal_stiffness, cornering_stiffness, half_length, friction,
        load_sensitivity, camber, rolling_resistance, carcass, low_speed,
    }
}

impl Brush {
    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.positive("radius", self.radius);
        check.positive("stiffness", self.stiffness);
        check.not_negative("damping", self.damping);
        check.positive("nominal_load", self.nominal_load);
        check.positive("longitudinal_stiffness", self.longitudinal_stiffness);
        check.positive("cornering_stiffness", self.cornering_stiffness);
        let is_inside = self.half_length > 0.0 && self.half_length < self.radius;
        check.number(
            "half_length",
            self.half_length,
            is_inside,
            "above zero and below the radius",
        );
        check.positive("friction", self.friction);
        let is_falling = (0.0..1.0).contains(&self.load_sensitivity);
        check.number(
            "load_sensitivity",
            self.load_sensitivity,
            is_falling,
            "0 or more, and below 1",
        );
        check.number("camber", self.camber, (0.0..=1.0).contains(&self.camber), "from 0 to 1");
        check.not_negative("rolling_resistance", self.rolling_resistance);
        for stiffness in self.carcass {
            check.positive("carcass", stiffness);
        }
        check.positive("low_speed", self.low_speed);
    }
}

/// Least friction: without friction, bristles would slide at every slip, even at zero slip.
const SLIPPERIEST: f64 = 1e-6;

/// Largest part of the friction that camber alone needs.
const LEANING: f64 = 0.9;

/// Slip that is added under roots, so that they have slopes at zero slip.
const STILL: f64 = 1e-12;

/// Least rolling speed, relative to the speed of travel, in a theoretical slip: a locked wheel has a slip of 1000.
const LOCKED: f64 = 1e-3;

/// A brush tyre under a load.
#[derive(Clone, Copy, Debug)]
pub struct Loaded<S = f64> {
    /// Normal force [N].
    normal: S,
    /// Greatest force along the ground [N].
    grip: S,
    /// Normal force divided by the nominal load.
    relative: S,
    /// `Cx / (3 m Fz)` and `Cy / (3 m Fz)`.
    elasticity: [S; 2],
}

impl<S: Scalar> Brush<S> {
    /// Effective rolling radius at this deflection [m].
    #[inline(always)]
    pub fn effective_radius(&self, deflection: S) -> S {
        self.radius - deflection * S::from(1.0 / 3.0)
    }

    /// Normal force [N]; the ground never pulls.
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let none = S::zero();
        let force = self.stiffness * contact.deflection + self.damping * contact.deflection_rate;
        (-contact.deflection).select(force.max(none), none)
    }

    /// The tyre under a load [N]. A load below zero counts as zero.
    #[inline(always)]
    fn under(&self, contact: &Contact<S>, load: S) -> Loaded<S> {
        let (one, normal) = (S::one(), load.max(S::zero()));
        let relative = normal / self.nominal_load;
        let friction = self.friction / (one + self.load_sensitivity * (relative - one));
        let friction = friction * contact.friction.max(S::from(SLIPPERIEST));
        let scale = one / (S::from(3.0) * friction * self.nominal_load);
        Loaded {
            normal,
            grip: friction * normal,
            relative,
            elasticity: [self.longitudinal_stiffness * scale, self.cornering_stiffness * scale],
        }
    }

    /// Force and moment at a theoretical slip along and across.
    #[inline(always)]
    fn at(&self, contact: &Contact<S>, now: &Loaded<S>, [along, across]: [S; 2]) -> TyreForce<S> {
        let (one, two, three) = (S::one(), S::from(2.0), S::from(3.0));
        let half_length = self.half_length * now.relative.sqrt();
        let effective_radius = self.effective_radius(contact.deflection);
        let [x, y] = [now.elasticity[0] * along, now.elasticity[1] * across];
        let lean = self.leaning(contact, now, half_length / effective_radius);
        let upright = one - lean * lean;
        let needed = (y * y + upright * x * x + S::from(STILL * STILL)).sqrt();
        let sliding = ((lean * y + needed) / upright).min(one);
        let holding = one - sliding;
        let [square, slid] = [sliding * sliding, holding * holding];
        let share = square * (three - two * sliding);
        let slip = (along * along + across * across + S::from(STILL * STILL)).sqrt();
        let direction = [along / slip, across / slip];
        let elastic = three * slid;
        let lateral = elastic * y + lean * (one - share) + share * direction[1];
        let lever = y * (one - S::from(4.0 / 3.0) * holding) + square * (lean - direction[1]);
        let rolling = contact.spin * effective_radius;
        let forward = rolling / regular_speed(rolling, self.low_speed);
        let behind = forward.min(one).max(-one);
        TyreForce {
            force: [
                now.grip * (elastic * x + share * direction[0]),
                now.grip * lateral,
                now.normal,
            ],
            moment: [
                S::zero(),
                -(self.rolling_resistance * now.normal * effective_radius * forward),
                behind * now.grip * half_length * elastic * lever,
            ],
        }
    }

    /// `G` for a contact with this ratio of half length and effective radius.
    #[inline(always)]
    fn leaning(&self, contact: &Contact<S>, now: &Loaded<S>, ratio: S) -> S {
        let (sine, _) = contact.inclination.sin_cos();
        let most = S::from(LEANING);
        let wanted = -(self.camber * now.elasticity[1] * ratio * sine);
        wanted.min(most).max(-most)
    }

    /// Force and moment of a rolling tyre without memory. Below the low speed the rolling speed in the slips is
    /// regularised. Near a standstill the law is stiff: use [`Relaxed`](super::Relaxed) there, and for braking to a
    /// stop.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>) -> TyreForce<S> {
        let now = self.under(contact, self.normal_force(contact));
        let rolling = contact.spin * self.effective_radius(contact.deflection);
        let speed = regular_speed(rolling, self.low_speed);
        let [along, across] = contact.velocity;
        self.at(contact, &now, [(rolling - along) / speed, -(across / speed)])
    }
}

impl<S: Scalar> Rolls<S> for Brush<S> {
    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn roll(&self, contact: &Contact<S>, _deflection: [S; 2]) -> (TyreForce<S>, [S; 2]) {
        (self.law(contact), [S::zero(); 2])
    }
}

impl<S: Scalar> Law<S> for Brush<S> {
    type Loaded = Loaded<S>;

    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn normal_force(&self, contact: &Contact<S>) -> S {
        Brush::normal_force(self, contact)
    }

    #[inline(always)]
    fn effective_radius(&self, contact: &Contact<S>, _loaded: &Loaded<S>) -> S {
        Brush::effective_radius(self, contact.deflection)
    }

    #[inline(always)]
    fn loaded(&self, contact: &Contact<S>, load: S) -> Loaded<S> {
        self.under(contact, load)
    }

    /// The relaxation length is the slip stiffness divided by the stiffness of the carcass, at least one centimetre.
    #[inline(always)]
    fn inverse_relaxation(&self, _contact: &Contact<S>, now: &Loaded<S>) -> [S; 2] {
        let shortest = S::from(0.01);
        let along = self.longitudinal_stiffness * now.relative / self.carcass[0];
        let across = self.cornering_stiffness * now.relative / self.carcass[1];
        [S::one() / along.max(shortest), S::one() / across.max(shortest)]
    }

    /// The theoretical slip at which the last bristle slides.
    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, now: &Loaded<S>) -> [S; 2] {
        let least = S::from(0.01);
        [
            (S::one() / now.elasticity[0]).max(least),
            (S::one() / now.elasticity[1]).max(least),
        ]
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, now: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        let (sine, cosine) = slip.angle.sin_cos();
        self.force_at(contact, now, slip.longitudinal, sine / cosine.max(S::from(1e-3)))
    }

    /// Theoretical slips are relative to `|w Re| = |vx| |1 + d k|`, with the direction of travel `d`: `σx = k / |1 + d k|`,
    /// `σy = -tan(a) / |1 + d k|`.
    #[inline(always)]
    fn force_at(&self, contact: &Contact<S>, now: &Loaded<S>, longitudinal: S, tangent: S) -> TyreForce<S> {
        let turning = (S::one() + contact.travel() * longitudinal).abs().max(S::from(LOCKED));
        self.at(contact, now, [longitudinal / turning, -(tangent / turning)])
    }
}
