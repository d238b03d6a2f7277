//! The Magic Formula: forces and moments of a tyre by sines of arc tangents, versions 5.2, 6.1 and 6.2.
//!
//! Equations: Pacejka 2012, Tire and Vehicle Dynamics, 3rd edition, 4.3.2 (4.E1 to 4.E78), without turn slip; with
//! inflation pressure (Besselink, Schmeitz & Pacejka 2010). Version 5.2 has fewer terms and two shifts of its own
//! ([`Version`]). Where public versions differ, this is the choice, which the reference values of `tests/laws` confirm in pure
//! slip:
//!
//! - the slip angle and the inclination themselves are used, not their tangent and sine;
//! - the equivalent slip angle of the aligning moment is `atan(√(tan² α + (Kx/Ky)² κ²))`;
//! - the trail has `1 + QBZ4 γ + QBZ5 |γ|` and `1 + QDZ3 γ + QDZ4 γ²`.
//!
//! Axes are those of ISO 8855 (W): a positive slip angle gives a negative lateral force.

mod aligning;
mod check;
mod coefficients;
mod lateral;
mod longitudinal;
mod prepared;
#[cfg(feature = "std")]
mod property_file;
mod vertical;

pub use coefficients::Coefficients;
pub use prepared::{Numbers, Prepared};
#[cfg(feature = "std")]
pub use property_file::{Mistake, PropertyFile, Side};

use aligning::Overturning;

use super::{Contact, Law, Slip, TyreForce};
use crate::number::Scalar;

/// Version of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 5.2 and earlier versions of the same coefficients.
    Five,
    /// 6.1 and 6.2: inflation pressure, more camber, relaxation from stiffnesses.
    Six,
}

/// A tyre by the Magic Formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MagicFormula<S = f64> {
    /// Its numbers.
    pub coefficients: Coefficients<S>,
    /// Version of the formula; the same for all tyres that are computed side by side.
    pub version: Version,
    /// 1, or -1 for a tyre that is mounted on the other side than that for which its numbers hold: it is its mirror image.
    pub side: S,
}

/// A tyre under a load, before its slips are known; mirrored where the tyre is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loaded<S = f64> {
    /// Normal force [N], and the one for which the formula is evaluated.
    normal: S,
    load: S,
    /// Excess of the load over the nominal one, relative.
    excess: S,
    /// Inclination [rad], its square, its absolute value.
    inclination: S,
    square: S,
    lean: S,
    /// Factor of the ground on friction, and its inverse.
    ground: S,
    by_ground: S,
    /// Effective rolling radius [m].
    rolling_radius: S,
    /// Slope of the longitudinal force at zero slip [N].
    slip_stiffness: S,
    /// Slope of the lateral force at zero slip angle [N/rad], and its inverse; negative.
    cornering_stiffness: S,
    by_cornering_stiffness: S,
    /// Coefficients of friction along and across.
    friction: [S; 2],
    /// Rolling resistance of this load by that of the nominal one, per load.
    resistance: S,
    /// Parts of the overturning moment that depend on the load alone [N m].
    overturning: Overturning<S>,
}

/// Slips of a loaded tyre, mirrored where the tyre is.
#[derive(Clone, Copy, Debug)]
struct Slips<S> {
    /// Longitudinal.
    along: S,
    /// Slip angle [rad].
    angle: S,
}

/// Speed below which the direction of travel fades [m/s]: the moments that change sign with it have no jump.
const SLOW: f64 = 0.1;

/// Loads below this part of the nominal one take the shape of the formula at it: at zero load its factors are not defined.
const LEAST_LOAD: f64 = 1e-3;

/// Least factor of the ground on friction: the formula divides by the friction.
const LEAST_FRICTION: f64 = 1e-3;

impl<S: Scalar> MagicFormula<S> {
    /// Force and moment of the ground on the tyre under a normal force [N], at given slips: see [`Prepared::law`].
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        self.prepared().law(contact, load, slip)
    }

    /// Normal force [N]: see [`Prepared::normal_force`].
    #[inline(always)]
    pub fn normal_force(&self, contact: &Contact<S>) -> S {
        self.prepared().normal_force(contact)
    }

    /// Effective rolling radius under a load [m]: see [`Prepared::effective_radius`].
    #[inline(always)]
    pub fn effective_radius(&self, contact: &Contact<S>, load: S) -> S {
        self.prepared().effective_radius(contact, load)
    }

    /// Relative excess of the inflation pressure; zero where the tyre has none.
    #[inline(always)]
    fn pressure(&self) -> S {
        let c = &self.coefficients;
        let (excess, given) = (c.inflpres - c.nompres, -c.nompres);
        // A nominal pressure of zero stands for a file that does not give it.
        given.select(excess / c.nompres.max(S::one()), S::zero())
    }
}

impl<S: Scalar> Prepared<S> {
    /// Force and moment of the ground on the tyre under a normal force [N], at given slips. Without load there is none.
    ///
    /// A slip of more than 1.5, or more than 1.5 rad, counts as that: measurements end earlier.
    ///
    /// The ground's factor on friction multiplies the scale factors LMUX and LMUY (Pacejka 2012, 4.3.2): peaks are lower, slip
    /// stiffnesses stay. A factor below 0.001 counts as that.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        self.at_slip(contact, &self.under(contact, load), slip)
    }

    /// The tyre under a normal force [N].
    #[inline(always)]
    pub(super) fn under(&self, contact: &Contact<S>, normal: S) -> Loaded<S> {
        let n = &self.numbers;
        let load = normal.max(S::from(LEAST_LOAD) * n.nominal);
        let excess = load * n.by_nominal - S::one();
        let inclination = n.side * contact.inclination;
        let (square, lean) = (inclination * inclination, inclination.abs());
        let ground = contact.friction.max(S::from(LEAST_FRICTION));
        let wave = n.overturning_wave_load[1] * load;
        let [stiffening, sunk, wave, tilting] = S::four_atan([
            load / (n.cornering_peak[0] + n.cornering_peak[1] * square),
            n.sunk_shape * normal,
            wave * wave,
            n.overturning_load[1] * load,
        ]);
        let cornering_stiffness = self.cornering_stiffness(lean, stiffening);
        Loaded {
            normal,
            load,
            excess,
            inclination,
            square,
            lean,
            ground,
            by_ground: S::one() / ground,
            rolling_radius: self.rolling_radius(contact, normal, sunk),
            slip_stiffness: self.slip_stiffness(load, excess),
            cornering_stiffness,
            by_cornering_stiffness: S::one() / cornering_stiffness,
            friction: [
                ground * self.longitudinal_friction(excess, square),
                ground * self.lateral_friction(excess, square),
            ],
            resistance: (load * n.by_fnomin).powf(n.resistance_power),
            overturning: self.overturning_by_load([wave, tilting]),
        }
    }

    /// Force and moment at slips.
    #[inline(always)]
    pub(super) fn at_slip(&self, contact: &Contact<S>, now: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        let side = self.numbers.side;
        let slips = Slips {
            along: limited(slip.longitudinal),
            angle: side * limited(slip.angle),
        };
        let along = self.longitudinal(now, slips.along);
        let across = self.lateral(now, &slips);
        let [of_angle, of_angle_at_zero] = self.weight_of_angle(now, &slips);
        let [of_slip, of_slip_at_zero] = self.weight_of_slip(now, &slips);
        // Arc tangents that do not wait for each other stand together.
        let [one, two, three, four] = S::four_atan([
            along.curve.steep(),
            across.curve.steep(),
            of_angle.steep(),
            of_angle_at_zero.steep(),
        ]);
        let [five, six, skew, by_slip] = S::four_atan([
            of_slip.steep(),
            of_slip_at_zero.steep(),
            self.trail_skew(now, &slips),
            self.numbers.by_slip_shape[1] * slips.along,
        ]);
        let [one, two, three, four] = S::four_atan([
            along.curve.bent(one),
            across.curve.bent(two),
            of_angle.bent(three),
            of_angle_at_zero.bent(four),
        ]);
        let residual_angle = slips.angle + across.shift;
        let [five, six, at_trail, at_residual] = S::four_atan([
            of_slip.bent(five),
            of_slip_at_zero.bent(six),
            self.both(now, &slips, self.trail_angle(now, &slips)),
            self.both(now, &slips, residual_angle),
        ]);
        let trail = self.trail(now, at_trail * sign(self.trail_angle(now, &slips)), skew);
        let residual = self.residual(now, at_residual * sign(residual_angle), across.steepness);
        let trailing = trail.curve.bent(trail.curve.steep().atan()).atan();
        let [(sine_along, _), (sine_across, _), (_, three), (_, four)] = S::four_sin_cos([
            along.curve.shape * one,
            across.curve.shape * two,
            of_angle.shape * three,
            of_angle_at_zero.shape * four,
        ]);
        let [(_, five), (_, six), (by_slip, _), (_, cosine)] = S::four_sin_cos([
            of_slip.shape * five,
            of_slip_at_zero.shape * six,
            self.numbers.by_slip_shape[0] * by_slip,
            slips.angle,
        ]);
        let (of_angle, of_slip) = (three / four, five / six);
        let by_slip = self.by_slip(now, &slips, across.peak, by_slip);
        let (_, trailing) = (trail.curve.shape * trailing).sin_cos();

        let force_along = (along.peak * sine_along + along.rise) * of_angle;
        let weighted = of_slip * (across.peak * sine_across + across.rise);
        let force_across = weighted + by_slip;

        let speed = contact.velocity[0];
        let cosine = cosine * (speed / speed.abs().max(S::from(SLOW)));
        let turning = (residual - trail.peak * trailing * weighted) * cosine;
        let aligning = turning + self.offset(now, force_across) * force_along;
        let part = now.normal / now.load;
        let mirrored = part * side;
        TyreForce {
            force: [part * force_along, mirrored * force_across, now.normal],
            moment: [
                mirrored * self.overturning(now, force_across),
                part * self.rolling_resistance(now, contact, force_along),
                mirrored * aligning,
            ],
        }
    }
}

/// A slip within the range of measurements.
#[inline(always)]
fn limited<S: Scalar>(slip: S) -> S {
    slip.max(S::from(-1.5)).min(S::from(1.5))
}

/// The formula's curve at one place: `C atan(B x - E (B x - atan(B x)))` is the argument of its sine or cosine.
#[derive(Clone, Copy, Debug)]
struct Curve<S> {
    /// `B`
    stiffness: S,
    /// `C`
    shape: S,
    /// `E`, at most 1.
    curvature: S,
    /// `x`
    at: S,
}

/// A curve that is scaled by its peak and shifted.
#[derive(Clone, Copy, Debug)]
struct Pure<S> {
    curve: Curve<S>,
    peak: S,
    rise: S,
}

impl<S: Scalar> Curve<S> {
    /// `B x`
    #[inline(always)]
    fn steep(&self) -> S {
        self.stiffness * self.at
    }

    /// `B x - E (B x - atan(B x))`
    #[inline(always)]
    fn bent(&self, arc_tangent: S) -> S {
        let steep = self.steep();
        steep - self.curvature * (steep - arc_tangent)
    }
}

/// -1 below zero, else 1.
#[inline(always)]
fn sign<S: Scalar>(x: S) -> S {
    x.select(-S::one(), S::one())
}

/// `cos(atan(x))`.
#[inline(always)]
fn cosine_of_atan<S: Scalar>(x: S) -> S {
    S::one() / (S::one() + x * x).sqrt()
}

impl<S: Scalar> Law<S> for Prepared<S> {
    type Loaded = Loaded<S>;

    #[inline(always)]
    fn radius(&self) -> S {
        self.numbers.radius
    }

    #[inline(always)]
    fn normal_force(&self, contact: &Contact<S>) -> S {
        Prepared::normal_force(self, contact)
    }

    #[inline(always)]
    fn effective_radius(&self, _contact: &Contact<S>, loaded: &Loaded<S>) -> S {
        loaded.rolling_radius
    }

    #[inline(always)]
    fn loaded(&self, contact: &Contact<S>, load: S) -> Loaded<S> {
        self.under(contact, load)
    }

    #[inline(always)]
    fn relaxation(&self, _contact: &Contact<S>, loaded: &Loaded<S>) -> [S; 2] {
        self.relaxation_lengths(loaded)
    }

    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, loaded: &Loaded<S>) -> [S; 2] {
        self.sliding_slips(loaded)
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, loaded: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        self.at_slip(contact, loaded, slip)
    }
}

/// The law, prepared under each load.
impl<S: Scalar> Law<S> for MagicFormula<S> {
    type Loaded = (Prepared<S>, Loaded<S>);

    #[inline(always)]
    fn radius(&self) -> S {
        self.coefficients.unloaded_radius
    }

    #[inline(always)]
    fn normal_force(&self, contact: &Contact<S>) -> S {
        MagicFormula::normal_force(self, contact)
    }

    #[inline(always)]
    fn effective_radius(&self, _contact: &Contact<S>, (_, loaded): &Self::Loaded) -> S {
        loaded.rolling_radius
    }

    #[inline(always)]
    fn loaded(&self, contact: &Contact<S>, load: S) -> Self::Loaded {
        let prepared = self.prepared();
        let loaded = prepared.under(contact, load);
        (prepared, loaded)
    }

    #[inline(always)]
    fn relaxation(&self, _contact: &Contact<S>, (prepared, loaded): &Self::Loaded) -> [S; 2] {
        prepared.relaxation_lengths(loaded)
    }

    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, (prepared, loaded): &Self::Loaded) -> [S; 2] {
        prepared.sliding_slips(loaded)
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, (prepared, loaded): &Self::Loaded, slip: Slip<S>) -> TyreForce<S> {
        prepared.at_slip(contact, loaded, slip)
    }
}
