//! Torques at the wheels that hold the speed.

use wishbone::prelude::*;
use wishbone::subsystem::Quantity;

use crate::trim::SharedTorque;

/// Torques that hold the speed, with a share for each wheel: `sum = k_p e + i`, `i' = k_i e`, with the error `e` of the mean
/// forward speed of the wheels. They start with the torque of the steady motion, so that without a disturbance nothing changes.
#[derive(Clone, Debug)]
pub struct HeldSpeed {
    /// Speed [m/s].
    pub target: f64,
    /// Torque per error [N m s/m], and torque per integrated error [N m/m].
    pub gains: [f64; 2],
    /// Largest sum of the torques, forward or backward [N m].
    pub limit: f64,
    /// The shares of the wheels, and the integral part as their sum.
    pub torque: SharedTorque,
    /// Speed at the last evaluation [m/s].
    speed: f64,
}

impl HeldSpeed {
    /// Holds a speed, beginning with these torques. Gains are proportional to the vehicle's mass [kg] and its mean
    /// wheel radius [m]: an error of 1 m/s causes 2 m/s². The limit is 5 m/s², or one and a half times the torques of
    /// the start if these are larger. They are larger on a steep road, or against the air at high speed.
    pub fn new(target: f64, mass: f64, radius: f64, torque: SharedTorque) -> Self {
        let share = mass * radius;
        Self {
            target,
            gains: [2.0 * share, share],
            limit: (5.0 * share).max(1.5 * torque.sum.abs()),
            torque,
            speed: target,
        }
    }

    /// Keeps the initial torques constant, independent of the speed.
    #[must_use]
    pub fn open(self) -> Self {
        Self {
            gains: [0.0; 2],
            limit: f64::INFINITY,
            ..self
        }
    }

    fn error(&self) -> f64 {
        self.target - self.speed
    }

    fn demand(&self) -> f64 {
        self.gains[0] * self.error() + self.torque.sum
    }
}

impl<S: Solver> Subsystem<S> for HeldSpeed {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        self.speed = forward_speed(now.wheels);
        let sum = self.demand().clamp(-self.limit, self.limit);
        self.torque.share::<S, ()>(sum, now, inputs);
    }

    /// The integral part stays constant while the torque is at its limit and would grow further.
    fn stepped(&mut self, _time: f64, h: f64, (): &mut ()) {
        let (demand, error) = (self.demand(), self.error());
        if demand.abs() <= self.limit || demand * error <= 0.0 {
            self.torque.sum += self.gains[1] * error * h;
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.torque.sum);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("held_speed", "m/s", self.speed));
        tell(Quantity::new(
            "holding_torque",
            "N m",
            self.demand().clamp(-self.limit, self.limit),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A road of 60 % needs more than 5 m/s² from the first instant on.
    #[test]
    fn the_torques_of_the_start_are_within_the_limit() {
        let start = SharedTorque {
            sum: 6.0 * 1000.0 * 0.3,
            parts: vec![0.5, 0.5],
            stands: None,
        };
        let held = HeldSpeed::new(1.0, 1000.0, 0.3, start);
        assert!(held.limit >= 1.2 * held.torque.sum);
        assert!(held.open().limit.is_infinite());
    }
}
