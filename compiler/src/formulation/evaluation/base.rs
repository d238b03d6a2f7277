//! The base: the contributions of the subsystems to it, and its acceleration.

use super::known::Evaluation;
use crate::formulation::Quantity;
use crate::formulation::method::Share;
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Inertia, Twist, Vec3, Wrench};

impl<'a, S: Scalar> Evaluation<'a, S> {
    /// Returns the angular velocity `ω` of the base, and `ω × v`. Let `a` and `v` be the linear parts of the base's spatial
    /// acceleration and twist. The point of the base at the origin has the acceleration `a + ω × v`.
    pub fn base_motion(&self) -> (Vec3<S>, Vec3<S>) {
        let twist = self.velocity.twist(self.mechanism.topology.base);
        (twist.angular, twist.angular.cross(twist.linear))
    }

    /// Whether the body is the base, and its equations are solved for the acceleration of its point (see `by_points` in
    /// `known.rs`).
    pub fn goes_by_points(&self, body: BodyId) -> bool {
        self.by_points && body == self.mechanism.topology.base
    }

    /// Lets a reduced subsystem act on the base. `inertia` and `bias` give the wrench for the base's angular
    /// acceleration and the acceleration of its *point* at the origin; in these variables there are few gyroscopic
    /// terms.
    pub fn add_to_base(&mut self, subsystem: usize, inertia: Inertia<S>, bias: Wrench<S>) {
        let total = |value: S| self.progress.total(subsystem, value);
        self.on_base = (self.on_base.0 + inertia.map(total), self.on_base.1 + bias.map(total));
    }

    /// Adds the contribution of a reduced side to the equation for the speed of its carrier.
    pub fn add_to_carrier(&mut self, subsystem: usize, speed: usize, share: Share<S>) {
        let share = share.map(|value| self.progress.to_carrier(subsystem, value));
        let known = self.on_carriers.get(&speed).copied();
        self.on_carriers
            .insert(speed, known.map_or(share, |known| known + share));
    }

    /// Equation of a carrier's speed, with the shares of its sides.
    pub fn with_sides(&self, subsystem: usize, speed: usize, own: Share<S>) -> Share<S> {
        let own = own.map(|value| self.progress.total(subsystem, value));
        self.on_carriers.get(&speed).map_or(own, |sides| own + *sides)
    }

    /// Passes the sums for the base to the recursion. The recursion takes the base's spatial acceleration as unknown,
    /// unless `by_points` holds.
    pub fn load_base(&mut self) {
        let base = self.mechanism.topology.base;
        if base == BodyId::GROUND {
            return;
        }
        self.of_body(base, Quantity::Effective);
        let (inertia, bias) = self.on_base;
        let carried = match self.by_points {
            true => Wrench::zero(),
            false => inertia.apply(Twist::along(self.base_motion().1)),
        };
        let body = self.recursion.body_mut(base);
        body.inertia = body.inertia + inertia;
        body.bias = body.bias + bias + carried;
    }

    /// Keeps the base's acceleration both as a spatial acceleration and as the acceleration of its point; the
    /// recursion has found one of them.
    pub(super) fn tell_base_acceleration(&mut self) {
        let base = self.mechanism.topology.base;
        self.of_body(base, Quantity::Acceleration);
        let own = Twist::along(self.base_motion().1);
        let found = self.recursion.accelerations[base.index()];
        if self.by_points {
            self.base_acceleration = found;
            self.recursion.accelerations[base.index()] = found - own;
        } else {
            self.base_acceleration = found + own;
        }
    }
}
