//! The torque that holds a speed, and its parts at the wheels.

use core::fmt;
use std::sync::Arc;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Whether a wheel stands on the road: by its position among the wheels, its motion, and the time [s].
pub type Stands = Arc<dyn Fn(usize, &WheelMotion, f64) -> bool + Send + Sync>;

/// Driving torques of all wheels with a given sum.
#[derive(Clone, Default)]
pub struct SharedTorque {
    /// Sum over all wheels [N m].
    pub sum: f64,
    /// Part of each wheel; the sum is one.
    pub parts: Vec<f64>,
    /// Sets which wheels stand on the road: only these wheels have a torque, in proportion to their parts. `None` gives
    /// every wheel its part, as a powertrain does.
    pub stands: Option<Stands>,
}

impl SharedTorque {
    /// The same torque at each wheel, for this number of wheels.
    pub fn equal(sum: f64, wheels: usize) -> Self {
        Self {
            sum,
            parts: vec![1.0 / wheels as f64; wheels],
            stands: None,
        }
    }

    /// Writes a sum of torques [N m] into the inputs.
    pub(crate) fn share<S: Solver, Y>(&self, sum: f64, now: &Now<'_, Y>, inputs: &mut S::Inputs) {
        let stands = |wheel: usize| match &self.stands {
            Some(stands) => stands(wheel, &now.wheels[wheel], now.time),
            None => true,
        };
        let lost: f64 = (0..self.parts.len())
            .filter(|&wheel| !stands(wheel))
            .map(|wheel| self.parts[wheel])
            .sum();
        for (wheel, (input, part)) in inputs.wheels().iter_mut().zip(&self.parts).enumerate() {
            input.drive_torque = match lost > 0.0 {
                true if stands(wheel) => part / (1.0 - lost) * sum,
                true => 0.0,
                false => part * sum,
            };
        }
    }
}

impl fmt::Debug for SharedTorque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SharedTorque");
        shown
            .field("sum", &self.sum)
            .field("parts", &self.parts)
            .finish_non_exhaustive()
    }
}

impl<S: Solver> Subsystem<S> for SharedTorque {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        self.share::<S, ()>(self.sum, now, inputs);
    }
}
