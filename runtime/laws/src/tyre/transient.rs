//! Tyres that respond to slip with a delay, by the deflection of the carcass; also for wheels at a standstill.

use super::contact::{Contact, Slip};
use super::{LinearTyre, TyreForce};
use crate::number::Scalar;

/// A tyre whose steady forces are known as functions of load and slips.
pub trait Law<S> {
    /// The tyre under a load: values that relaxation, sliding and force share, computed once.
    type Loaded;

    /// Unloaded radius [m].
    fn radius(&self) -> S;

    /// Normal force [N].
    fn normal_force(&self, contact: &Contact<S>) -> S;

    /// The tyre under a load [N].
    fn loaded(&self, contact: &Contact<S>, load: S) -> Self::Loaded;

    /// Effective rolling radius [m].
    fn effective_radius(&self, contact: &Contact<S>, loaded: &Self::Loaded) -> S;

    /// Inverses of the relaxation lengths along and across, above zero [1/m].
    fn inverse_relaxation(&self, contact: &Contact<S>, loaded: &Self::Loaded) -> [S; 2];

    /// Slip, and tangent of the slip angle, at which the whole contact slides: near the largest force.
    fn sliding(&self, contact: &Contact<S>, loaded: &Self::Loaded) -> [S; 2];

    /// Force and moment at slips.
    fn force(&self, contact: &Contact<S>, loaded: &Self::Loaded, slip: Slip<S>) -> TyreForce<S>;

    /// Force and moment at a longitudinal slip and at the tangent of a slip angle.
    #[inline(always)]
    fn force_at(&self, contact: &Contact<S>, loaded: &Self::Loaded, longitudinal: S, tangent: S) -> TyreForce<S>
    where
        S: Scalar,
    {
        let angle = tangent.fused_atan();
        self.force(contact, loaded, Slip { longitudinal, angle })
    }

    /// Force and moment under a load [N] at slips.
    #[inline(always)]
    fn steady(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        self.force(contact, &self.loaded(contact, load), slip)
    }
}

/// A tyre on its contact, over any number.
pub trait Rolls<S> {
    /// Unloaded radius [m].
    fn radius(&self) -> S;

    /// Force and moment of the ground on the tyre at the deflections of the carcass along and across [m], and the rates of the
    /// deflections [m/s]. A tyre without memory has no deflections.
    fn roll(&self, contact: &Contact<S>, deflection: [S; 2]) -> (TyreForce<S>, [S; 2]);
}

/// A tyre without memory: its steady law at the slips of the contact. Below a low speed slips are regularised, see [`Contact::slip`].
///
/// Near a standstill the steady law is too stiff for explicit steps: use [`Relaxed`] there, and for braking to a stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady<L, S = f64> {
    /// The law.
    pub law: L,
    /// Speed below which slips are regularised [m/s], more than zero.
    pub low_speed: S,
}

impl<S: Scalar, L: Law<S>> Rolls<S> for Steady<L, S> {
    #[inline(always)]
    fn radius(&self) -> S {
        self.law.radius()
    }

    #[inline(always)]
    fn roll(&self, contact: &Contact<S>, _deflection: [S; 2]) -> (TyreForce<S>, [S; 2]) {
        let load = self.law.normal_force(contact);
        let loaded = self.law.loaded(contact, load);
        let slip = contact.slip(self.law.effective_radius(contact, &loaded), self.low_speed);
        (self.law.force(contact, &loaded, slip), [S::zero(); 2])
    }
}

impl<S: Scalar, L: Law<S>> Rolls<S> for Relaxed<L> {
    #[inline(always)]
    fn radius(&self) -> S {
        self.law.radius()
    }

    #[inline(always)]
    fn roll(&self, contact: &Contact<S>, deflection: [S; 2]) -> (TyreForce<S>, [S; 2]) {
        let response = self.respond(contact, deflection);
        (response.force, response.rate)
    }
}

/// A tyre whose states are the deflections of its carcass.
///
/// The contact patch lags behind the wheel by the deflections `u` along and `v` across [m]. With the relaxation lengths
/// `sx`, `sy`, the velocity `Vx` of the contact point and the sliding velocities `Vsx = Vx - w Re` and `Vsy` of the wheel on the
/// ground,
///
/// ```text
/// u' = -Vsx - |Vx| u / sx,   slip  k = u / sx
/// v' =  Vsy - |Vx| v / sy,   slip angle  a = atan(v / sy)
/// ```
///
/// (Pacejka 2012, 7.2, the single contact point). In steady rolling these are exactly the slips of the steady law. At a
/// standstill the deflections act as springs: the wheel stays on a slope without creeping, and no stiff terms arise.
/// There are five additions:
///
/// - below 3 m/s a damper, `k = (u + T u') / sx` and the corresponding lateral term, which decreases to zero at 3 m/s:
///   a spring alone would oscillate. Its speed is the largest of `|Vx|`, `|Vsy|` and `|w Re|`. Of `u'`, the damper uses
///   only the part between zero and `-Vsx`; of `v'`, it uses only the part between zero and `Vsy`. Otherwise the
///   falling limit below, which reduces the deflection of a sliding wheel, would let the damper push the wheel along
///   its sliding velocity;
/// - the deflection stops at a limit of the slip, because a larger deflection would take long to decay. The limit is 3.
///   Between 3 m/s and 1 m/s of `|Vx|` it decreases to the slip at which the whole contact slides. The energy of a
///   spring with more deflection would push the vehicle back, and would reverse a wheel that stops spinning. Below the
///   limit nothing changes. If one direction is at its limit, the deflection in the other direction decays equally
///   fast: a sliding contact pushes against its sliding velocity;
/// - if a wheel spins or slides sideways while `|Vx|` is small, it has the force of its large slip, not the force of
///   its small deflection. The slips are multiplied so that the limit of the steady slip is 3 if the largest of the
///   three speeds is above 3 m/s;
/// - the time constant of the relaxation is at least 2.5 ms, like that of a longer relaxation length at high speed, so
///   that explicit steps of 1 ms are stable;
/// - without load the deflection decays within some hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relaxed<L> {
    /// The steady law.
    pub law: L,
}

/// Response of a tyre to its contact and to the deflection of its carcass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<S = f64> {
    /// Force and moment of the ground on the tyre.
    pub force: TyreForce<S>,
    /// Rates of the deflections along and across [m/s].
    pub rate: [S; 2],
    /// Slips at which the steady law is evaluated.
    pub slip: Slip<S>,
}

/// Largest slip, and largest tangent of the slip angle, that a deflection can have.
const LARGEST: f64 = 3.0;

/// Speed from which the additions for a standstill have no effect [m/s].
const SLOW: f64 = 3.0;

/// Speed up to which the additions for a standstill have their full effect [m/s].
const STILL: f64 = 1.0;

/// Time of the damper at a standstill [s]. A wheel of 1 kg m² with a slip stiffness of 200 kN/m at 0.3 m then has a frequency of 134
/// rad/s. The damper adds a rate of 180 1/s, a third of the limit of the third-order Adams-Bashforth method at 1 ms.
const DAMPER: f64 = 0.01;

/// Shortest time constant of a relaxation [s].
const SHORTEST: f64 = 2.5e-3;

/// Time constant of the decay without load [s].
const DECAY: f64 = 0.02;

impl<L> Relaxed<L> {
    /// Force and rates at the deflections of the carcass [m].
    #[inline(always)]
    pub fn respond<S: Scalar>(&self, contact: &Contact<S>, deflection: [S; 2]) -> Response<S>
    where
        L: Law<S>,
    {
        let zero = S::zero();
        let load = self.law.normal_force(contact);
        let loaded = self.law.loaded(contact, load);
        let [along, across] = contact.velocity;
        let rolling = contact.spin * self.law.effective_radius(contact, &loaded);
        let sliding = [rolling - along, across];
        let speed = along.abs();
        let by_lengths = self.law.inverse_relaxation(contact, &loaded);
        let [u, v] = deflection;
        // Written out, because a closure would not be inlined with registers.
        let ([along, across], damper, stretch) = if is_rolling(speed, sliding[0]) && is_rolling(speed, sliding[1]) {
            let along = direction(speed, sliding[0], by_lengths[0], u);
            let across = direction(speed, sliding[1], by_lengths[1], v);
            ([along, across], zero, S::one())
        } else {
            let of_contact = fade(speed);
            let of_all = fade(speed.max(across.abs()).max(rolling.abs()));
            let holding = self.law.sliding(contact, &loaded);
            let sizes = [sliding[0].abs(), sliding[1].abs()];
            let limits = [largest(of_contact, holding[0]), largest(of_contact, holding[1])];
            let limited = travel(speed, sizes, limits);
            let limits = [largest(of_all, holding[0]), largest(of_all, holding[1])];
            let steady = travel(speed, sizes, limits);
            let along = direction(limited, sliding[0], by_lengths[0], u);
            let across = direction(limited, sliding[1], by_lengths[1], v);
            ([along, across], S::from(DAMPER) * of_all, stretch(limited, steady))
        };
        let rate = [along.rate(load, u), across.rate(load, v)];
        let longitudinal = (u + damper * damped(rate[0], sliding[0])) * along.by_length * stretch;
        let tangent = (v + damper * damped(rate[1], sliding[1])) * across.by_length * stretch;
        Response {
            force: self.law.force_at(contact, &loaded, longitudinal, tangent),
            rate,
            slip: Slip {
                longitudinal,
                angle: tangent.fused_atan(),
            },
        }
    }
}

/// One direction of a relaxing tyre.
struct Direction<S> {
    /// Inverse of the relaxation length, which has a lower limit at high speed [1/m].
    by_length: S,
    /// Rate of the deflection on the ground [m/s].
    free: S,
}

/// Whether the additions for a standstill have no effect, and the slip stays below the largest slip. The tyre then rolls out of a
/// deflection with the speed of the wheel.
#[inline(always)]
fn is_rolling<S: Scalar>(speed: S, sliding: S) -> bool {
    speed.is_at_least(SLOW) && (S::from(LARGEST) * speed - sliding.abs()).is_at_least(0.0)
}

/// Weight of the additions for a standstill at a speed, from 0 to 1.
#[inline(always)]
fn fade<S: Scalar>(speed: S) -> S {
    let slow = ((S::from(SLOW) - speed) * S::from(1.0 / (SLOW - STILL)))
        .max(S::zero())
        .min(S::one());
    slow * slow
}

/// Limit of the slip; `holding` is the slip at which the whole contact slides.
#[inline(always)]
fn largest<S: Scalar>(fade: S, holding: S) -> S {
    S::from(LARGEST) + fade * (holding - S::from(LARGEST))
}

/// A direction in which the patch slides with the velocity `sliding` [m/s], and rolls out of a deflection with the speed `travel`
/// [m/s].
#[inline(always)]
fn direction<S: Scalar>(travel: S, sliding: S, by_length: S, deflection: S) -> Direction<S> {
    let by_length = by_length.min(S::from(1.0 / SHORTEST) / travel);
    Direction {
        by_length,
        free: sliding - travel * by_length * deflection,
    }
}

impl<S: Scalar> Direction<S> {
    /// Rate of the deflection under a load; without load the deflection decays.
    #[inline(always)]
    fn rate(&self, load: S, deflection: S) -> S {
        (-load).select(self.free, -(deflection * S::from(1.0 / DECAY)))
    }
}

/// The part of the rate of a deflection that the damper feels: between zero and the sliding velocity. At a standstill the rate is the sliding
/// velocity, and its slopes are kept.
#[inline(always)]
fn damped<S: Scalar>(rate: S, sliding: S) -> S {
    let zero = S::zero();
    let (over, under) = (rate - sliding.max(zero), rate - sliding.min(zero));
    rate - (-over).select(over, zero) - under.select(under, zero)
}

/// Speed at which the tyre rolls out of its deflections [m/s]: the speed of the wheel. The speed is increased if a
/// sliding velocity would carry a slip beyond its largest value. One speed serves both directions, so the slips of a
/// steady motion have the direction of the sliding velocity.
#[inline(always)]
fn travel<S: Scalar>(speed: S, sliding: [S; 2], largest: [S; 2]) -> S {
    let along = (sliding[0] - largest[0] * speed).max(S::zero()) / largest[0];
    let across = (sliding[1] - largest[1] * speed).max(S::zero()) / largest[1];
    speed + along.max(across)
}

/// Factor from the slips of the deflections, `sliding / limited`, to the slips of the steady motion,
/// `sliding / steady`. The two speeds differ only if the largest speed of the wheel is above [`STILL`]; then `steady`
/// is above a quarter of that speed, because the largest slip is 3.
#[inline(always)]
fn stretch<S: Scalar>(limited: S, steady: S) -> S {
    S::one() + (limited - steady) / steady.max(S::from(0.25 * STILL))
}

impl<S: Scalar> Law<S> for LinearTyre<S> {
    /// The load [N].
    type Loaded = S;

    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn normal_force(&self, contact: &Contact<S>) -> S {
        LinearTyre::normal_force(self, contact)
    }

    #[inline(always)]
    fn effective_radius(&self, contact: &Contact<S>, _load: &S) -> S {
        LinearTyre::effective_radius(self, contact.deflection)
    }

    #[inline(always)]
    fn loaded(&self, _contact: &Contact<S>, load: S) -> S {
        load.max(S::zero())
    }

    /// The relaxation length is half of the radius, because a linear tyre has no relaxation length.
    #[inline(always)]
    fn inverse_relaxation(&self, _contact: &Contact<S>, _load: &S) -> [S; 2] {
        [S::from(2.0) / self.radius; 2]
    }

    /// Friction divided by stiffness; 1 in a direction without stiffness.
    #[inline(always)]
    fn sliding(&self, contact: &Contact<S>, load: &S) -> [S; 2] {
        let grip = contact.friction * *load;
        [
            sliding(self.longitudinal_stiffness, self.friction[0] * grip),
            sliding(self.cornering_stiffness, self.friction[1] * grip),
        ]
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, load: &S, slip: Slip<S>) -> TyreForce<S> {
        self.at_slip(contact, *load, slip)
    }
}

/// Slip at which the linear force reaches a given force, at least 0.01.
#[inline(always)]
fn sliding<S: Scalar>(stiffness: S, force: S) -> S {
    (-stiffness).select(force / stiffness, S::one()).max(S::from(0.01))
}
