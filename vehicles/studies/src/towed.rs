//! Wheels whose tyres have no force along the road, such as those of `calspan`, moved by forces ahead.

use wishbone::prelude::*;

/// Takes the driving torque `T` of some wheels as the force that it would have at the ground, `T / R` at the wheel centre, along the wheel's heading:
/// a subsystem to be placed behind the tyres.
///
/// Without it such a torque only spins the wheel, and nothing holds a speed. What the tyre's moment would spin the wheel by is taken by a torque between
/// wheel and carrier, in place of the brake's, so that the spin stays: no force of the road would bring it back.
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
            let force = input.drive_torque / radius;
            input.force[0] += force * y / level;
            input.force[1] -= force * x / level;
            input.drive_torque = 0.0;
            input.brake_torque = -input.moment.iter().zip(wheel.axis).map(|(m, a)| m * a).sum::<f64>();
        }
    }
}
