//! Vehicles whose tyres have no longitudinal force, such as `calspan` tyres: forces at the wheel centres move them.

use wishbone::prelude::*;

/// Torque per missing spin that brings a towed wheel to its rolling spin [N m s/rad]: a wheel of 2 kg m² takes about 40 ms.
const ROLLING: f64 = 50.0;

/// Replaces the driving torque `T` of some wheels by its force at the ground, `T / R`. The force acts at the wheel
/// centre along the wheel's heading. The subsystem must be placed after the tyres.
///
/// Without this replacement, such a torque only spins the wheel, and the speed is not held. The road does not make such
/// a wheel roll either. A torque between wheel and carrier replaces the brake. This torque cancels the tyre's moment
/// about the spin axis, and brings the spin to `v / R`.
#[derive(Clone, Debug, PartialEq)]
pub struct Towed {
    /// Unloaded radius `R` [m] of each wheel that is moved in this way; `None` for all other wheels.
    pub radii: Vec<Option<f64>>,
}

impl<S: Solver> Subsystem<S> for Towed {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        for ((input, wheel), radius) in inputs.wheels().iter_mut().zip(now.wheels).zip(&self.radii) {
            let Some(radius) = radius else { continue };
            // The axis points to the left. Ahead is perpendicular to it and horizontal.
            let [x, y, _] = wheel.axis;
            let level = x.hypot(y);
            let ahead = [y / level, -x / level];
            let force = input.drive_torque / radius;
            let speed = ahead[0] * wheel.velocity[0] + ahead[1] * wheel.velocity[1];
            let spun: f64 = input.moment.iter().zip(wheel.axis).map(|(m, a)| m * a).sum();
            input.force[0] += force * ahead[0];
            input.force[1] += force * ahead[1];
            input.drive_torque = 0.0;
            input.brake_torque = ROLLING * (speed / radius - wheel.spin) - spun;
        }
    }
}
