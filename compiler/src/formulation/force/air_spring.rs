//! Air springs between two points.
//!
//! `s` is the compression from the design position. The volume of the gas, relative to its design volume, is
//! `r = 1 - A s / (V₀ + Va)`. The force `F = A (p₀ r⁻ⁿ - pa) - damping(L')` pushes the ends apart. Below the least volume
//! `ρ`, with `e = ρ - r`, the pressure continues along its tangent: `p₀ ρ⁻ⁿ (1 + n e / ρ)`.
//!
//! Work stored since the design position: `p₀ (V₀ + Va) (φ(r) + ρ⁻ⁿ (e + n e² / 2ρ)) - pa A s`, where `r` is at least `ρ`, `e`
//! at least zero, and `φ(r) = (r¹⁻ⁿ - 1) / (n - 1)`, which is `-ln r` where `n = 1`.

use super::curve::value;
use super::element::{Element, common_frame};
use super::line_of_action::LineOfAction;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{AirSpring, BodyId, Charge};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// Least volume at which the law of gases is followed, by the volume at the design position.
const LEAST: f64 = 0.1;

/// Largest `x` at which `(exp x - 1) / x` is a sum of powers.
const NEAR: f64 = 1e-3;

/// An air spring at a position.
pub struct Compressed<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    spring: &'m AirSpring,
    line: LineOfAction<S>,
    /// From the design position [m].
    compression: S,
    gas: Gas<S>,
}

/// Gas at a position.
struct Gas<S> {
    /// Volume at the design position [m^3].
    full: S,
    /// Absolute pressure at the design position [Pa].
    charged: S,
    /// Polytropic exponent.
    exponent: S,
    /// Negative logarithm of the volume relative to the volume at the design position; limited to its value at the
    /// least volume.
    squeeze: S,
    /// Volume below the least volume, relative to the volume at the design position.
    short: S,
}

impl<'m, S: Scalar> Compressed<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, spring: &'m AirSpring) -> Self {
        let design = &mechanism.design;
        let bodies = [spring.first, spring.second];
        let frame = common_frame(mechanism, &bodies);
        let [from, to] = [&spring.from, &spring.to].map(|point| design.point(point));
        let [start, end] =
            [(spring.first, from), (spring.second, to)].map(|(body, p)| position.point_in(mechanism, body, p, frame));
        let span = end - start;
        let length = span.norm();
        let compression = (to - from).norm() - length;
        Compressed {
            design,
            name,
            spring,
            line: LineOfAction {
                bodies,
                frame,
                axis: span * (S::one() / length),
                point: Some(start),
            },
            compression,
            gas: Gas::new(design, spring, compression),
        }
    }
}

impl<S: Scalar> Gas<S> {
    fn new(design: &Design<S>, spring: &AirSpring, compression: S) -> Self {
        let full = design.number(&spring.volume) + design.number(&spring.auxiliary);
        let area = design.number(&spring.area);
        let left = S::one() - area / full * compression;
        let followed = left.max(S::from(LEAST));
        Gas {
            full,
            charged: match &spring.charge {
                Charge::Pressure(pressure) => design.number(pressure),
                Charge::Preload(preload) => design.number(&spring.ambient) + design.number(preload) / area,
            },
            exponent: design.number(&spring.exponent),
            squeeze: -followed.ln(),
            short: followed - left,
        }
    }

    /// Pressure relative to the pressure at the design position; below the least volume, the pressure at the least
    /// volume.
    fn rise(&self) -> S {
        (self.exponent * self.squeeze).exp()
    }

    /// `n / ρ`
    fn slope(&self) -> S {
        self.exponent * S::from(1.0 / LEAST)
    }

    /// [Pa]
    fn pressure(&self) -> S {
        self.charged * (self.rise() * (S::one() + self.slope() * self.short))
    }

    /// Work done on the gas since the design position [J].
    fn work(&self) -> S {
        let followed = self.squeeze * exponential_slope((self.exponent - S::one()) * self.squeeze);
        let beyond = self.rise() * (self.short + S::from(0.5) * (self.slope() * (self.short * self.short)));
        self.charged * self.full * (followed + beyond)
    }
}

/// `(exp x - 1) / x`, and 1 at zero.
fn exponential_slope<S: Scalar>(x: S) -> S {
    let [half, third, fourth] = [0.5, 1.0 / 3.0, 0.25].map(|factor| S::from(factor) * x);
    let sum = S::one() + half * (S::one() + third * (S::one() + fourth));
    let is_near = x * x - S::from(NEAR * NEAR);
    let divisor = is_near.select(S::one(), x);
    is_near.select(sum, (x.exp() - S::one()) / divisor)
}

impl<S: Scalar> Element<S> for Compressed<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        self.line.bodies.to_vec()
    }

    fn frame(&self) -> BodyId {
        self.line.frame
    }

    /// `L'` [m/s]
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        vec![self.line.rate(twist)]
    }

    fn forces(&self, rates: &[S], _: &[S]) -> Vec<S> {
        let ambient = self.design.number(&self.spring.ambient);
        let force = self.design.number(&self.spring.area) * (self.gas.pressure() - ambient);
        vec![match &self.spring.damping {
            Some(damping) => force - value(self.design, damping, rates[0]),
            None => force,
        }]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        self.line.wrenches(forces[0])
    }

    /// Zero at the design position; the work of the surrounding air counts.
    fn energy(&self, _: &[S]) -> S {
        let swept = self.design.number(&self.spring.area) * self.compression;
        self.gas.work() - self.design.number(&self.spring.ambient) * swept
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        progress.name(forces[0], &|| format!("{}.force", self.name));
    }
}
