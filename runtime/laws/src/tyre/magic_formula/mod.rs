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
mod coefficients;
mod lateral;
mod longitudinal;
#[cfg(feature = "std")]
mod property_file;
mod vertical;

pub use coefficients::Coefficients;
#[cfg(feature = "std")]
pub use property_file::{Mistake, PropertyFile, Side};

use super::{Contact, Slip, TyreForce};
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

/// State of a tyre in the contact, as the formula wants it: mirrored where the tyre is.
#[derive(Clone, Copy, Debug)]
struct Operation<S> {
    /// Normal force [N].
    load: S,
    /// Its excess over the nominal one, relative.
    excess: S,
    /// Excess of the inflation pressure over the nominal one, relative.
    pressure: S,
    /// Longitudinal slip.
    slip: S,
    /// Slip angle [rad].
    angle: S,
    /// Inclination [rad].
    inclination: S,
    /// Direction of travel: 1 forward, -1 backward, between them at low speed.
    direction: S,
    /// Factors on the friction along and across: those of the tyre times that of the ground.
    friction: [S; 2],
}

/// Speed below which the direction of travel fades [m/s]: the moments that change sign with it have no jump.
const SLOW: f64 = 0.1;

/// Loads below this part of the nominal one take the shape of the formula at it: at zero load its factors are not defined.
const LEAST_LOAD: f64 = 1e-3;

/// Least factor of the ground on friction: the formula divides by the friction.
const LEAST_FRICTION: f64 = 1e-3;

impl<S: Scalar> MagicFormula<S> {
    /// Force and moment of the ground on the tyre under a normal force [N], at given slips. Without load there is none.
    ///
    /// A slip of more than 1.5, or more than 1.5 rad, counts as that: measurements end earlier.
    ///
    /// The ground's factor on friction multiplies the scale factors LMUX and LMUY (Pacejka 2012, 4.3.2): peaks are lower, slip
    /// stiffnesses stay. A factor below 0.001 counts as that.
    #[inline(always)]
    pub fn law(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> TyreForce<S> {
        let now = self.operation(contact, load, slip);
        let force = self.at(&now, contact);
        let part = load / now.load;
        TyreForce {
            force: [part * force.force[0], part * self.side * force.force[1], load],
            moment: [
                part * self.side * force.moment[0],
                part * force.moment[1],
                part * self.side * force.moment[2],
            ],
        }
    }

    #[inline(always)]
    fn operation(&self, contact: &Contact<S>, load: S, slip: Slip<S>) -> Operation<S> {
        let nominal = self.coefficients.fnomin * self.coefficients.lfzo;
        let load = load.max(S::from(LEAST_LOAD) * nominal);
        let speed = contact.velocity[0];
        let ground = contact.friction.max(S::from(LEAST_FRICTION));
        Operation {
            load,
            excess: load / nominal - S::one(),
            pressure: self.pressure(),
            slip: limited(slip.longitudinal),
            angle: self.side * limited(slip.angle),
            inclination: self.side * contact.inclination,
            direction: speed / speed.abs().max(S::from(SLOW)),
            friction: [ground * self.coefficients.lmux, ground * self.coefficients.lmuy],
        }
    }

    #[inline(always)]
    fn at(&self, now: &Operation<S>, contact: &Contact<S>) -> TyreForce<S> {
        let along = self.longitudinal(now);
        let across = self.lateral(now);
        let moments = self.moments(now, &along, &across);
        TyreForce {
            force: [along.force, across.force, now.load],
            moment: [
                moments.overturning,
                self.rolling_resistance(now, contact, along.force),
                moments.aligning,
            ],
        }
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

/// A slip within the range of measurements.
#[inline(always)]
fn limited<S: Scalar>(slip: S) -> S {
    slip.max(S::from(-1.5)).min(S::from(1.5))
}

/// `C atan(B x - E (B x - atan(B x)))`: the argument of the formula's sine or cosine.
#[inline(always)]
fn curve<S: Scalar>(stiffness: S, shape: S, curvature: S, x: S) -> S {
    let bx = stiffness * x;
    shape * (bx - curvature * (bx - bx.atan())).atan()
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
