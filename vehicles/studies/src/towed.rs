//! Wheels whose tyres have no force along the road, such as those of `calspan`, moved by forces ahead.

use wishbone::prelude::*;

/// Torque that brings a towed wheel to its rolling spin, by the spin that is missing [N m s/rad]: a wheel of 2 kg m² within some 40 ms.
const ROLLING: f64 = 50.0;

/// Takes the driving torque `T` of some wheels as the force that it would have at the ground, `T / R` at the wheel centre, along the wheel's heading:
/// a subsystem to be placed behind the tyres.
///
/// Without it such a torque only spins the wheel, and nothing holds a speed. The road does not make such a wheel roll either. A torque between wheel
/// and carrier replaces that of the brake: it cancels the tyre's moment about the spin axis, and brings the spin to `v / R`.
#[derive(Clone, Debug, PartialEq)]
pub struct Towed {
    /// Unloaded radius `R` [m] of each wheel that is moved so; none of others.
    pub radii: Vec<Option<f64>>,
}

impl<S: Solver> Subsystem<S> for Towed {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        for ((input, wheel), radius) in inputs.wheels().iter_mut().zip(now.wheels).zip(&self.radii) {
            let Some(radius) = radius else { continue };
            // The axis points to the left: ahead is across it and level.
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
