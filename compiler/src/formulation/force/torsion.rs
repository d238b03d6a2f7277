//! Torsion spring-dampers on a joint: torsion bars, coil springs about a pivot, compliant shafts.
//!
//! With the joint's angle `φ`: `M = preload - elastic(φ - φ₀) - damping(φ') + actuator` turns the second body about the axis, `-M`
//! the first.

use super::curve::{integral, value};
use super::element::Element;
use super::hinge::Hinge;
use crate::formulation::Progress;
use crate::kinematics::{Design, Mechanism, Position};
use crate::model::{BodyId, Torsion};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// A torsion spring-damper at a position.
pub struct Twisted<'m, S> {
    design: &'m Design<S>,
    name: &'m str,
    torsion: &'m Torsion,
    hinge: Hinge<S>,
}

impl<'m, S: Scalar> Twisted<'m, S> {
    /// At that position.
    pub fn new(mechanism: &'m Mechanism<S>, position: &Position<S>, name: &'m str, torsion: &'m Torsion) -> Self {
        Twisted {
            design: &mechanism.design,
            name,
            torsion,
            hinge: Hinge::new(mechanism, position, torsion.joint),
        }
    }

    /// `φ - φ₀`
    fn twist(&self) -> S {
        self.hinge.angle - self.design.number(&self.torsion.free_angle)
    }
}

impl<S: Scalar> Element<S> for Twisted<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        self.hinge.line.bodies.to_vec()
    }

    fn frame(&self) -> BodyId {
        self.hinge.line.frame
    }

    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        vec![self.hinge.line.rate(twist)]
    }

    fn forces(&self, rates: &[S], signals: &[S]) -> Vec<S> {
        let mut torque = self.design.number(&self.torsion.preload);
        if let Some(elastic) = &self.torsion.elastic {
            torque = torque - value(self.design, elastic, self.twist());
        }
        if let Some(damping) = &self.torsion.damping {
            torque = torque - value(self.design, damping, rates[0]);
        }
        if let Some(actuator) = self.torsion.actuator {
            torque = torque + signals[actuator.index()];
        }
        vec![torque]
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        self.hinge.line.wrenches(forces[0])
    }

    fn energy(&self, _: &[S]) -> S {
        let preloaded = -(self.design.number(&self.torsion.preload) * self.twist());
        match &self.torsion.elastic {
            Some(elastic) => preloaded + integral(self.design, elastic, self.twist()),
            None => preloaded,
        }
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        progress.name(forces[0], &|| format!("{}.torque", self.name));
    }
}
