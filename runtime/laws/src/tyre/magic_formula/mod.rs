//! The Magic Formula: forces and moments of a tyre by sines of arc tangents, versions 5.2, 6.1 and 6.2.
//!
//! Equations: Pacejka 2012, Tire and Vehicle Dynamics, 3rd edition, 4.3.2 (4.E1 to 4.E78), without turn slip; with
//! inflation pressure (Besselink, Schmeitz & Pacejka 2010). Version 5.2 has fewer terms and two shifts of its own
//! ([`Version`]). Public versions differ in some points. The following choices are confirmed by the reference values of
//! `tests/laws` in pure slip, except for the factors on shifts:
//!
//! - the slip angle and the inclination themselves are used, not their tangent and sine;
//! - the equivalent slip angle of the aligning moment is `atan(√(tan² α + (Kx/Ky)² κ²))`;
//! - the vertical shifts take LMUX and LMUY in full, which is the digressive factor (4.E8) with `A = 1`. In the program
//!   MFeval its author notes that TNO's own solver agrees with this choice, and not with the `A = 10` of the book;
//! - the trail has `1 + QBZ4 γ + QBZ5 |γ|` and `1 + QDZ3 γ + QDZ4 γ²`;
//! - in version 6 the trail acts on the side force of equal slips without inclination, with the weight of the side
//!   force with inclination (4.E74). In version 5.2 it acts on the side force minus the part that longitudinal slip
//!   causes by itself.
//!
//! Outside of the measurements the series of the formula have no meaning. Two limits hold there:
//!
//! - for loads beyond `FZMAX`, forces and moments are the values at `FZMAX`, scaled in proportion to the load; the
//!   normal force itself has no limit;
//! - the friction is at least a tenth of the friction at the nominal load without inclination. Otherwise the friction
//!   would fall below zero: by `PDY2` at a large load, if the file gives no `FZMAX`, and by `PDY3` at a large
//!   inclination.
//!
//! Axes are those of ISO 8855 (W): a positive slip angle gives a negative lateral force.

mod aligning;
mod check;
mod coefficients;
mod lateral;
mod longitudinal;
mod overturning;
mod prepared;
#[cfg(feature = "std")]
mod property_file;
mod vertical;

pub use coefficients::Coefficients;
pub use prepared::{Numbers, Prepared, Source};
#[cfg(feature = "std")]
pub use property_file::{Mistake, PropertyFile, Side, Spring, Warning};

use super::{Contact, Law, Slip, TyreForce};
use crate::number::Scalar;
use core::f64::consts::FRAC_PI_2;

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
    /// 1, or -1 for a tyre that is mounted on the opposite side of the vehicle: it is then the mirror image of the measured tyre.
    pub side: S,
}

/// A tyre under a load, before its slips are known; mirrored if the tyre is mirrored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loaded<S = f64> {
    /// Normal force, and the load for which the formula is evaluated [N].
    normal: S,
    load: S,
    /// Excess of the load over the nominal load, divided by the nominal load.
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
    /// Slope of the lateral force of the tyre without inclination [N/rad].
    upright_stiffness: S,
    /// Coefficients of friction along and across.
    friction: [S; 2],
    /// Rolling resistance at this load in version 6, divided by the rolling resistance at the nominal load.
    resistance: S,
    /// Arc tangent of the load in the overturning moment of an inclined tyre.
    tilted: S,
}

/// Slips of a loaded tyre, mirrored if the tyre is mirrored.
#[derive(Clone, Copy, Debug)]
struct Slips<S> {
    /// Longitudinal.
    along: S,
    /// Slip angle [rad].
    angle: S,
}

/// Speed below which the direction of travel goes to zero [m/s], so that moments that change sign with the direction do
/// not jump.
const SLOW: f64 = 0.1;

/// For loads below this fraction of the nominal load, the formula is evaluated at this fraction and scaled, because its
/// factors are not defined at zero load. Similarly, for loads above the greatest load of the measurement, the formula
/// is evaluated at that greatest load and scaled.
const LEAST_LOAD: f64 = 1e-3;

/// Lower limit of the ground's factor on friction, because the formula divides by the friction.
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

    /// Relative excess of the inflation pressure over the nominal one, which `LIP` scales. Zero without a nominal pressure.
    #[inline(always)]
    fn pressure(&self) -> S {
        let c = &self.coefficients;
        let nominal = c.nompres * c.lip;
        // A nominal pressure of zero means that the file does not give it.
        (-c.nompres).select((c.inflpres - nominal) / nominal.max(S::one()), S::zero())
    }

    /// Inflation pressure over the nominal one of the file, without `LIP`. One without a nominal pressure.
    #[inline(always)]
    fn pressure_ratio(&self) -> S {
        let c = &self.coefficients;
        (-c.nompres).select((S::one() + self.pressure()) * c.lip, S::one())
    }
}

impl<S: Scalar, N: Source<Number = S>> Prepared<N> {
    /// Force and moment of the ground on the tyre under a normal force [N], at given slips. Both are zero if the normal force is zero
    /// or below.
    ///
    /// Slips are limited to 1.5, and slip angles to 1.5 rad, which are beyond all measurements.
    ///
    /// The ground's factor on friction multiplies the scale factors LMUX and LMUY (Pacejka 2012, 4.3.2): peaks are lower, slip
    /// stiffnesses do not change. A factor below 0.001 counts as 0.001.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        self.at_slip(contact, &self.under(contact, load), slip)
    }

    /// The tyre under a normal force [N]. A force below zero counts as zero, because the ground never pulls.
    #[inline(always)]
    pub(super) fn under(&self, contact: &Contact<S>, normal: S) -> Loaded<S> {
        let n = &self.numbers;
        let normal = normal.max(S::zero());
        let load = normal.max(S::from(LEAST_LOAD) * n.nominal()).min(n.greatest());
        let excess = load.mul_add(n.by_nominal(), -S::one());
        let inclination = n.side() * contact.inclination;
        let (square, lean) = (inclination * inclination, inclination.abs());
        let ground = contact.friction.max(S::from(LEAST_FRICTION));
        let peak = line(n.cornering_peak(), square);
        let (stiffening, sunk) = (peak.select(-load, load), n.sunk_shape() * normal);
        let [upright_peak, _] = n.cornering_peak();
        let [stiffening, upright, sunk, tilted] = match self.version {
            Version::Five => {
                let stiffening = stiffening.fused_atan_over(peak.abs());
                [stiffening, stiffening, sunk.fused_atan(), S::zero()]
            }
            Version::Six => S::four_atan_over(
                [
                    stiffening,
                    upright_peak.select(-load, load),
                    sunk,
                    n.overturning_load()[1] * load,
                ],
                [peak.abs(), upright_peak.abs(), S::one(), S::one()],
            ),
        };
        let cornering_stiffness = self.cornering_stiffness(lean, stiffening);
        let upright_stiffness = match self.version {
            Version::Five => cornering_stiffness,
            Version::Six => self.cornering_stiffness(S::zero(), upright),
        };
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
            resistance: match self.version {
                Version::Five => S::one(),
                Version::Six if n.resistance_power().is_zero() => S::one(),
                Version::Six => (load * n.by_fnomin()).powf(n.resistance_power()),
            },
            tilted,
            upright_stiffness,
        }
    }

    /// Force and moment at slips.
    #[inline(always)]
    pub(super) fn at_slip(&self, contact: &Contact<S>, now: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        let ahead = self.lengthwise(now, limited(slip.longitudinal));
        let [a, b, c, _] = ahead.arc_tangents(S::zero());
        self.at_angle(contact, now, &ahead, slip.angle, [a, b, c])
    }

    /// Force and moment at a longitudinal slip and at the tangent of a slip angle.
    #[inline(always)]
    pub(super) fn at_tangent(&self, contact: &Contact<S>, now: &Loaded<S>, along: S, tangent: S) -> TyreForce<S> {
        let ahead = self.lengthwise(now, limited(along));
        let [a, b, c, angle] = ahead.arc_tangents(tangent);
        self.at_angle(contact, now, &ahead, angle, [a, b, c])
    }

    /// The parts that depend only on the longitudinal slip.
    #[inline(always)]
    fn lengthwise(&self, now: &Loaded<S>, slip: S) -> Lengthwise<S> {
        Lengthwise {
            slip,
            pure: self.longitudinal(now, slip),
            at_zero: self.weight_at_zero_angle(now, slip),
            by_slip: self.numbers.by_slip_shape()[1] * slip,
        }
    }

    /// Force and moment at a slip angle [rad], given the arc tangents of the parts that depend only on the longitudinal
    /// slip. For a curve, the variable `at_..` is first the arc tangent of `B x`, then the arc tangent of the bent
    /// argument, and finally the sine or cosine.
    ///
    /// Functions that do not depend on each other are computed in groups of four; the group with the longest chain of dependent
    /// operations is first. Processors look ahead by some 130 operations, about as many as a group has. Therefore the order
    /// influences the time as much as the number of operations.
    #[inline(always)]
    fn at_angle(
        &self,
        contact: &Contact<S>,
        now: &Loaded<S>,
        ahead: &Lengthwise<S>,
        angle: S,
        [at_along, by_slip, at_no_angle]: [S; 3],
    ) -> TyreForce<S> {
        let side = self.numbers.side();
        let slips = Slips {
            along: ahead.slip,
            angle: side * limited(angle),
        };
        let (along, of_no_angle) = (&ahead.pure, &ahead.at_zero);
        let across = self.lateral(now, &slips);
        let [of_slip, of_no_slip] = self.weight_of_slip(now, &slips);
        let of_angle = self.weight_of_angle(now, &slips, of_no_angle);
        let (trail_angle, residual_angle) = (self.trail_angle(now, &slips), slips.angle + across.shift);
        let [at_across, at_slip, at_no_slip, at_along] = S::four_atan_over(
            [
                across.curve.rise,
                of_slip.rise,
                of_no_slip.rise,
                along.curve.bent(at_along),
            ],
            [across.curve.run, of_slip.run, of_no_slip.run, S::one()],
        );
        let [of_trail, of_residual, by_slip, cosine] = S::four_sin([
            trail_angle,
            residual_angle,
            self.numbers.by_slip_shape()[0] * by_slip,
            quarter_ahead(slips.angle),
        ]);
        let [at_trail, at_residual] = self.both(now, &slips, [of_trail, of_residual]);
        let [at_across, at_slip, at_no_slip, at_angle] = S::four_atan_over(
            [
                across.curve.bent(at_across),
                of_slip.bent(at_slip),
                of_no_slip.bent(at_no_slip),
                of_angle.rise,
            ],
            [S::one(), S::one(), S::one(), of_angle.run],
        );
        let upright = self.upright(now, &slips);
        let [at_upright, skew, at_no_angle, by_load] = S::four_atan([
            upright.curve.steep(),
            self.trail_skew(now, trail_angle),
            of_no_angle.bent(at_no_angle),
            self.tilting_load(now),
        ]);
        let [at_trail, at_residual, at_upright, at_angle] = S::four_atan_over(
            [
                at_trail.rise,
                at_residual.rise,
                upright.curve.bent(at_upright),
                of_angle.bent(at_angle),
            ],
            [at_trail.run, at_residual.run, S::one(), S::one()],
        );
        let [sine_across, at_slip, at_no_slip, sine_along] = S::four_sin([
            across.curve.shape * at_across,
            quarter_ahead(of_slip.shape * at_slip),
            quarter_ahead(of_no_slip.shape * at_no_slip),
            along.curve.shape * at_along,
        ]);
        let trail = self.trail(now, at_trail * sign(trail_angle), skew);
        let weight = at_slip / at_no_slip;
        let weighted = weight * across.peak.mul_add(sine_across, across.rise);
        let force_across = weighted + self.by_slip(now, &slips, across.peak, by_slip);
        let by_force = self.tilting_force(force_across).fused_atan();
        let trailing = trail.curve.bent(trail.curve.steep().fused_atan()).fused_atan();
        let [trailing, at_angle, at_no_angle, wave] = S::four_sin([
            quarter_ahead(trail.curve.shape * trailing),
            quarter_ahead(of_angle.shape * at_angle),
            quarter_ahead(of_no_angle.shape * at_no_angle),
            self.wave(now, by_force),
        ]);
        let residual = self.residual(now, at_residual * sign(residual_angle), across.steepness);
        let force_at_trail = match self.version {
            Version::Five => weighted,
            Version::Six => {
                let sine = (upright.curve.shape * at_upright).fused_sin();
                weight * upright.peak.mul_add(sine, upright.rise)
            }
        };

        let force_along = along.peak.mul_add(sine_along, along.rise) * (at_angle / at_no_angle);
        let speed = contact.velocity[0];
        let cosine = cosine * (speed / speed.abs().max(S::from(SLOW)));
        let turning = (residual - trail.peak * trailing * force_at_trail) * cosine;
        let aligning = self.offset(now, force_across).mul_add(force_along, turning);
        let part = now.normal / now.load;
        let mirrored = part * side;
        TyreForce {
            force: [part * force_along, mirrored * force_across, now.normal],
            moment: [
                mirrored * self.overturning(now, force_across, wave, by_load),
                part * self.rolling_resistance(now, contact, force_along),
                mirrored * aligning,
            ],
        }
    }
}

/// The parts that depend only on the longitudinal slip.
#[derive(Clone, Copy, Debug)]
struct Lengthwise<S> {
    slip: S,
    /// Longitudinal force in pure slip.
    pure: Pure<S>,
    /// Curve of its weight at zero slip angle.
    at_zero: Curve<S>,
    /// Argument of the lateral force that longitudinal slip causes.
    by_slip: S,
}

impl<S: Scalar> Lengthwise<S> {
    /// Arc tangents of `B x` of the curves, and of an independent number.
    #[inline(always)]
    fn arc_tangents(&self, tangent: S) -> [S; 4] {
        S::four_atan_over(
            [self.pure.curve.rise, self.by_slip, self.at_zero.rise, tangent],
            [self.pure.curve.run, S::one(), self.at_zero.run, S::one()],
        )
    }
}

/// A slip within the range of measurements.
#[inline(always)]
fn limited<S: Scalar>(slip: S) -> S {
    slip.max(S::from(-1.5)).min(S::from(1.5))
}

/// The formula's curve at one point: `C atan(B x - E (B x - atan(B x)))` is the argument of its sine or cosine.
#[derive(Clone, Copy, Debug)]
struct Curve<S> {
    /// `B x` is `rise / run`, with `run` above zero. The arc tangent does not need the quotient.
    rise: S,
    run: S,
    /// `C`
    shape: S,
    /// `E`, at most 1.
    curvature: S,
}

/// A curve that is multiplied by its peak and shifted.
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
        self.rise / self.run
    }

    /// `B x - E (B x - atan(B x))`
    #[inline(always)]
    fn bent(&self, arc_tangent: S) -> S {
        let steep = self.steep();
        self.curvature.mul_add(arc_tangent - steep, steep)
    }
}

/// -1 below zero, else 1.
#[inline(always)]
fn sign<S: Scalar>(x: S) -> S {
    x.select(-S::one(), S::one())
}

/// `√(1 + x²)`: the inverse of `cos(atan(x))`.
#[inline(always)]
fn secant_of_atan<S: Scalar>(x: S) -> S {
    x.mul_add(x, S::one()).sqrt()
}

/// An angle a quarter of a turn ahead [rad], whose sine is the cosine of the angle.
#[inline(always)]
fn quarter_ahead<S: Scalar>(angle: S) -> S {
    angle + S::from(FRAC_PI_2)
}

/// `a + b x`
#[inline(always)]
fn line<S: Scalar>([a, b]: [S; 2], x: S) -> S {
    b.mul_add(x, a)
}

/// The number, but at least as far from zero as `least`, which has the sign of the number.
#[inline(always)]
fn at_least<S: Scalar>(number: S, least: S) -> S {
    least.select(number.min(least), number.max(least))
}

/// `a + b x + c x²`
#[inline(always)]
fn parabola<S: Scalar>([a, b, c]: [S; 3], x: S) -> S {
    c.mul_add(x, b).mul_add(x, a)
}

impl<S: Scalar, N: Source<Number = S>> Law<S> for Prepared<N> {
    type Loaded = Loaded<S>;

    #[inline(always)]
    fn radius(&self) -> S {
        self.numbers.radius()
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
    fn inverse_relaxation(&self, _contact: &Contact<S>, loaded: &Loaded<S>) -> [S; 2] {
        self.inverse_relaxation_lengths(loaded)
    }

    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, loaded: &Loaded<S>) -> [S; 2] {
        self.sliding_slips(loaded)
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, loaded: &Loaded<S>, slip: Slip<S>) -> TyreForce<S> {
        self.at_slip(contact, loaded, slip)
    }

    #[inline(always)]
    fn force_at(&self, contact: &Contact<S>, loaded: &Loaded<S>, longitudinal: S, tangent: S) -> TyreForce<S> {
        self.at_tangent(contact, loaded, longitudinal, tangent)
    }
}

/// The law, which is prepared again for each load.
impl<S: Scalar> Law<S> for MagicFormula<S> {
    type Loaded = (Prepared<Numbers<S>>, Loaded<S>);

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
    fn inverse_relaxation(&self, _contact: &Contact<S>, (prepared, loaded): &Self::Loaded) -> [S; 2] {
        prepared.inverse_relaxation_lengths(loaded)
    }

    #[inline(always)]
    fn sliding(&self, _contact: &Contact<S>, (prepared, loaded): &Self::Loaded) -> [S; 2] {
        prepared.sliding_slips(loaded)
    }

    #[inline(always)]
    fn force(&self, contact: &Contact<S>, (prepared, loaded): &Self::Loaded, slip: Slip<S>) -> TyreForce<S> {
        prepared.at_slip(contact, loaded, slip)
    }

    #[inline(always)]
    fn force_at(
        &self,
        contact: &Contact<S>,
        (prepared, loaded): &Self::Loaded,
        longitudinal: S,
        tangent: S,
    ) -> TyreForce<S> {
        prepared.at_tangent(contact, loaded, longitudinal, tangent)
    }
}
