//! TMeasy, the handling tyre of G. Rill: forces by a few physical quantities at two loads.
//!
//! Equations: Rill 2013, TMeasy: the handling tire model for all driving situations; Hirschberg, Rill & Weinfurter 2007, Tire
//! model TMeasy, Vehicle System Dynamics 45. The model of the source for a standstill is left out: see [`Relaxed`](super::Relaxed).

mod check;

use super::TyreForce;
use super::contact::{Contact, Slip, regular_speed};
use super::pack::pack;
use super::transient::{Law, Rolls};
use crate::number::Scalar;

/// A quantity at the nominal load and at twice that load.
pub type AtLoads<S> = [S; 2];

/// Force over slip in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Characteristic<S = f64> {
    /// Slope at zero slip [N].
    pub slope: AtLoads<S>,
    /// Greatest force [N].
    pub peak: AtLoads<S>,
    /// Slip at which the force is greatest [-].
    pub peak_slip: AtLoads<S>,
    /// Force of a sliding tyre [N].
    pub sliding: AtLoads<S>,
    /// Slip from which the tyre slides [-].
    pub sliding_slip: AtLoads<S>,
}

/// The pneumatic trail over the lateral slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trail<S = f64> {
    /// Trail at zero slip, divided by the length of the contact patch [-].
    pub at_zero: AtLoads<S>,
    /// Slip at which the trail changes its sign [-].
    pub zero_slip: AtLoads<S>,
    /// Slip from which the trail is zero [-].
    pub end_slip: AtLoads<S>,
}

/// A TMeasy tyre.
///
/// Slips are `sx = (w Re - vx) / (Re |w|)` and `sy = -vy / (Re |w|)`, and forces act along them. Every quantity depends on the load
/// by `q = Fz / nominal_load`, limited by the greatest load. Slips are linear in `q`. Forces and slopes follow the parabola through
/// zero, the value at the nominal load, and the value at twice the nominal load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tmeasy<S = f64> {
    /// Unloaded radius [m].
    pub radius: S,
    /// Width of the contact patch [m].
    pub width: S,
    /// Vertical stiffness at zero deflection [N/m].
    pub stiffness: S,
    /// Growth of the stiffness with the deflection [N/m²]: `Fz = stiffness r + progression r²`.
    pub progression: S,
    /// Vertical damping [N s/m].
    pub damping: S,
    /// Deflection at which the rim touches the ground [m], and the stiffness that is added there [N/m]; a zero stiffness means
    /// no contact of the rim.
    pub bottoming: [S; 2],
    /// Nominal load [N].
    pub nominal_load: S,
    /// Load up to which forces along the ground grow [N].
    pub greatest_load: S,
    /// Longitudinal characteristic, on the nominal road. The ground's factor is its friction divided by the friction of this road.
    pub longitudinal: Characteristic<S>,
    /// Lateral characteristic.
    pub lateral: Characteristic<S>,
    /// Pneumatic trail.
    pub trail: Trail<S>,
    /// Part of the camber slip `sin(g) l / (4 R)` that acts [-], with the length `l` of the contact patch: 0 or 1.
    pub camber: S,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: S,
    /// Stiffness of the carcass along and across [N/m]: a relaxation length is the slope of the force divided by this stiffness.
    pub carcass: [S; 2],
}

pack! {
    Characteristic { slope, peak, peak_slip, sliding, sliding_slip }
    Trail { at_zero, zero_slip, end_slip }
    Tmeasy {
        radius, width, stiffness, progression, damping, bottoming, nominal_load, greatest_load, longitudinal, lateral,
        trail, camber, rolling_resistance, carcass,
    }
}

/// For loads below this fraction of the nominal load, the forces are evaluated at this fraction and scaled, because
/// their shape is not defined at zero load.
const LEAST_LOAD: f64 = 1e-3;

/// Speed that is added to `Re |w|`, so that slips stay finite [m/s].
const SLOWEST: f64 = 0.01;

/// Value at the relative load `q`, by a straight line.
#[inline(always)]
fn linear<S: Scalar>([one, two]: AtLoads<S>, q: S) -> S {
    one + (two - one) * (q - S::one())
}

/// Value at the relative load `q`, on the parabola through zero.
#[inline(always)]
fn parabola<S: Scalar>([one, two]: AtLoads<S>, q: S) -> S {
    let half = S::from(0.5) * two;
    q * (one + one - half - (one - half) * q)
}

/// `√(x² + y²)`
#[inline(always)]
fn length<S: Scalar>(x: S, y: S) -> S {
    (x * x + y * y).sqrt()
}

/// A TMeasy tyre under a load.
#[derive(Clone, Copy, Debug)]
pub struct Loaded<S = f64> {
    /// Normal force [N].
    normal: S,
    /// Relative load for which the characteristics are evaluated, and the factor on their forces.
    relative: S,
    part: S,
    /// Factor of the ground on friction.
    ground: S,
    longitudinal: AtLoad<S>,
    lateral: AtLoad<S>,
}

/// A characteristic at one load, or in one direction.
#[derive(Clone, Copy, Debug)]
struct AtLoad<S> {
    slope: S,
    peak: S,
    peak_slip: S,
    sliding: S,
    sliding_slip: S,
}

impl<S: Scalar> Characteristic<S> {
    #[inline(always)]
    fn at(&self, q: S) -> AtLoad<S> {
        AtLoad {
            slope: parabola(self.slope, q),
            peak: parabola(self.peak, q),
            peak_slip: linear(self.peak_slip, q),
            sliding: parabola(self.sliding, q),
            sliding_slip: linear(self.sliding_slip, q),
        }
    }
}

impl<S: Scalar> AtLoad<S> {
    /// The characteristic in a direction between `x` and `y`, with the friction factor `m`. The quantities of `x` and `y` are the
    /// half-axes of ellipses. The slope at zero belongs to the tread, and does not depend on friction.
    #[inline(always)]
    fn between(x: &Self, y: &Self, [cosine, sine]: [S; 2], m: S) -> Self {
        Self {
            slope: length(x.slope * cosine, y.slope * sine),
            peak: m * length(x.peak * cosine, y.peak * sine),
            peak_slip: m * length(x.peak_slip * cosine, y.peak_slip * sine),
            sliding: m * length(x.sliding * cosine, y.sliding * sine),
            sliding_slip: m * length(x.sliding_slip * cosine, y.sliding_slip * sine),
        }
    }

    /// Force at a slip of zero or more (Rill 2013, 3.2). With the peak `F` at the slip `m`, the sliding force `G` from the slip `e`
    /// on, and the slope `c` at zero, at least `2 F / m`:
    ///
    /// - up to `m`: `c s / (1 + (t + p) t)`, `t = s / m`, `p = c m / F - 2`;
    /// - up to `e`: the parabola `F - a (s - m)²`, `a = (F / m)² / (c m)`, until `b = m + (F - G) / (a (e - m))`, and from there the
    ///   parabola with its vertex at `e` that continues it smoothly; if `b` lies beyond `e`, the cubic with zero slope at both ends;
    /// - beyond, `G`.
    #[inline(always)]
    fn force(&self, s: S) -> S {
        let (one, two, three) = (S::one(), S::from(2.0), S::from(3.0));
        let Self {
            slope,
            peak,
            peak_slip,
            sliding,
            sliding_slip,
        } = *self;
        let slope = slope.max(two * peak / peak_slip);
        let t = s / peak_slip;
        let shape = slope * peak_slip / peak - two;
        let rising = slope * s / (one + (t + shape) * t);

        let (drop, span, past) = (peak - sliding, sliding_slip - peak_slip, s - peak_slip);
        let curvature = (peak / peak_slip) * (peak / peak_slip) / (slope * peak_slip);
        let turn = peak_slip + drop / (curvature * span);
        let falling = peak - curvature * past * past;
        let left = sliding_slip - s;
        let levelling = sliding + curvature * (turn - peak_slip) / (sliding_slip - turn) * left * left;
        let parabolas = (s - turn).select(falling, levelling);
        let part = past / span;
        let cubic = peak - drop * part * part * (three - two * part);
        let between = (sliding_slip - turn).select(cubic, parabolas);
        let beyond_peak = left.select(sliding, between);
        past.select(rising, beyond_peak)
    }
}

impl<S: Scalar> Tmeasy<S> {
    /// Effective rolling radius at a deflection [m]: two thirds of the unloaded radius plus one third of the loaded radius.
    #[inline(always)]
    pub fn effective_radius(&self, deflection: S) -> S {
        self.radius - deflection / S::from(3.0)
    }

    /// Normal force [N]; the ground never pulls.
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        let (none, depth) = (S::zero(), contact.deflection);
        let [rim, hardness] = self.bottoming;
        let beyond = (depth - rim).max(none);
        let spring = (self.stiffness + self.progression * depth) * depth + hardness * beyond;
        let force = spring + self.damping * contact.deflection_rate;
        (-depth).select(force.max(none), none)
    }

    /// Load relative to the nominal load, limited to the greatest load.
    #[inline(always)]
    fn relative_load(&self, load: S) -> S {
        load.min(self.greatest_load) / self.nominal_load
    }

    /// Length of the contact patch at a deflection `r` [m], `2 √(R r)`.
    #[inline(always)]
    fn patch(&self, deflection: S) -> S {
        let deflection = deflection.max(S::zero());
        S::from(2.0) * (self.radius * deflection).sqrt()
    }

    /// The tyre under a load [N]. A load below zero counts as zero, because the ground never pulls.
    #[inline(always)]
    fn under(&self, contact: &Contact<S>, normal: S) -> Loaded<S> {
        let normal = normal.max(S::zero());
        let wanted = self.relative_load(normal);
        let relative = wanted.max(S::from(LEAST_LOAD));
        Loaded {
            normal,
            relative,
            part: wanted / relative,
            ground: contact.friction.max(S::from(1e-3)),
            longitudinal: self.longitudinal.at(relative),
            lateral: self.lateral.at(relative),
        }
    }

    /// Force and moment at the slips `sx`, `sy` of this model.
    #[inline(always)]
    fn at(&self, contact: &Contact<S>, now: &Loaded<S>, [sx, sy]: [S; 2]) -> TyreForce<S> {
        let (zero, one) = (S::zero(), S::one());
        let patch = self.patch(contact.deflection);
        let (camber, _) = contact.inclination.sin_cos();
        let turned = sy - self.camber * camber * patch / (S::from(4.0) * self.radius);
        let slip = length(sx, turned);
        let still = slip - S::from(1e-12);
        let direction = [still.select(one, sx / slip), still.select(zero, turned / slip)];
        let shape = AtLoad::between(&now.longitudinal, &now.lateral, direction, now.ground);
        let force = now.part * shape.force(slip);
        let (along, across) = (direction[0] * force, direction[1] * force);
        let rolling = contact.spin * self.radius;
        let forward = rolling / regular_speed(rolling, one);
        let behind = forward.min(one).max(-one);
        let trail = self.trail_at(now.relative, turned) * patch;
        let third = S::from(1.0 / 12.0) * self.width * self.width * self.stiffness;
        let touching = (-now.normal).select(one, zero);
        TyreForce {
            force: [along, across, now.normal],
            moment: [
                -(touching * third * contact.inclination),
                -(self.rolling_resistance * now.normal * self.radius * forward),
                -(behind * trail * across),
            ],
        }
    }

    /// Trail divided by the length of the patch at a lateral slip `s` (Rill 2013, 3.4). With its value `n` at zero slip, its zero at
    /// `z`, its end at `e`, `w = z / e` and `t = |s| / z`, up to `z` it is `n ((1 - w)(1 - t) + w (1 - (3 - 2 t) t²))`, then
    /// `-n (1 - w)(t - 1)((e - |s|) / (e - z))²` up to `e`.
    #[inline(always)]
    fn trail_at(&self, q: S, slip: S) -> S {
        let (one, two, three) = (S::one(), S::from(2.0), S::from(3.0));
        let n = linear(self.trail.at_zero, q);
        let (z, e) = (linear(self.trail.zero_slip, q), linear(self.trail.end_slip, q));
        let (s, w) = (slip.abs(), z / e);
        let t = s / z;
        let near = (one - w) * (one - t) + w * (one - (three - two * t) * t * t);
        let left = (e - s) / (e - z);
        let far = -((one - w) * (t - one) * left * left);
        let far = (e - s).select(S::zero(), far);
        n * (s - z).select(near, far)
    }

    /// Force and moment of a rolling tyre without memory.
    ///
    /// The transport speed is `Re |w| + 0.01 m/s`. Near a standstill the law is too stiff for any explicit step: use
    /// [`Relaxed`](super::Relaxed) there, and for braking to a stop.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>) -> TyreForce<S> {
        let load = self.normal_force(contact);
        let rolling = contact.spin * self.effective_radius(contact.deflection);
        let transport = rolling.abs() + S::from(SLOWEST);
        let [along, across] = contact.velocity;
        let slips = [(rolling - along) / transport, -across / transport];
        self.at(contact, &self.under(contact, load), slips)
    }
}

impl<S: Scalar> Rolls<S> for Tmeasy<S> {
    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn roll(&self, contact: &Contact<S>, _deflection: [S; 2]) -> (TyreForce<S>, [S; 2]) {
        (self.law(contact), [S::zero(); 2])
    }
}

impl<S: Scalar> Law<S> for Tmeasy<S> {
    type Loaded = Loaded<S>;

    #[inline(always)]
    fn radius(&self) -> S {
        self.radius
    }

    #[inline(always)]
    fn normal_force(&self, contact: &Contact<S>) -> S {
        Tmeasy::normal_force(self, contact)
    }

    #[inline(always)]
    fn effective_radius(&self, contact: &Contact<S>, _loaded: &Loaded<S>) -> S {
        Tmeasy::effective_radius(self, contact.deflection)
    }

    #[inline(always)]
    fn loaded(&self, contact: &Contact<S>, load: S) -> Loaded<S> {
        self.under(contact, load)
    }

    /// The relaxation length is the slope of the force divided by the stiffness of the carcass, at least one centimetre.
    #[inline(always)]
    fn inverse_relaxation(&self, _contact: &Contact<S>, now: &Loaded<S>) -> [S; 2] {
        let largest = S::from(100.0);
        [
            (self.carcass[0] / now.longitudinal.slope).min(largest),
            (self.carcass[1] / now.lateral.slope).min(largest),
        ]
    }

    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, now: &Loaded<S>) -> [S; 2] {
        [
            now.ground * now.longitudinal.peak_slip,
            now.ground * now.lateral.peak_slip,
        ]
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, now: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        let (sine, cosine) = slip.angle.sin_cos();
        self.force_at(contact, now, slip.longitudinal, sine / cosine.max(S::from(1e-3)))
    }

    /// The slips of this model are relative to `Re |w| = |vx| |1 + d k|`, with the direction of travel `d`: `sx = k / |1 + d k|`,
    /// `sy = -tan(a) / |1 + d k|`.
    #[inline(always)]
    fn force_at(&self, contact: &Contact<S>, now: &Loaded<S>, longitudinal: S, tangent: S) -> TyreForce<S> {
        let turning = (S::one() + contact.travel() * longitudinal).abs().max(S::from(1e-3));
        self.at(contact, now, [longitudinal / turning, -(tangent / turning)])
    }
}
