//! A driver who follows a path with the middle of the wheels, so that the vehicle needs no marker.

use wishbone::control::path::{Path, PathFollower};
use wishbone::prelude::*;

/// A vehicle with the one marker that [`Following`] makes of the wheels.
const MIDDLE: Description = Description {
    markers: &[("middle_of_the_wheels", [0; 6])],
    ..Description::EMPTY
};

/// Steers a drive so that the middle of all wheels follows a path.
///
/// The middle moves with the mean velocity of the wheel centres, and its direction is the mean of the wheels' headings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following<P, const N: usize>(
    /// Driver and path; its marker is the middle of the wheels.
    PathFollower<P, N>,
);

impl<P: Path, const N: usize> Following<P, N> {
    /// Follows the path with the drive at a position in the vehicle's drives.
    pub fn new(
        drive: usize,
        path: P,
        previews: [wishbone::control::path::Preview; N],
        steering: wishbone::control::path::Steering,
    ) -> Self {
        let marker = MarkerPort::at(&MIDDLE, 0);
        Self(PathFollower::at(drive, marker, path, previews, steering))
    }
}

impl<S: Solver, P: Path, const N: usize> Subsystem<S> for Following<P, N> {
    type State = [f64; 3];

    fn drive(&mut self, time: f64, state: &[f64; 3], inputs: &mut S::Inputs) {
        Subsystem::<S>::drive(&mut self.0, time, state, inputs);
    }

    fn load(&mut self, now: &Now<'_, [f64; 3]>, inputs: &mut S::Inputs) -> [f64; 3] {
        let markers = [middle(now.wheels)];
        let mut seen = now.of(now.state);
        seen.markers = &markers;
        Subsystem::<S>::load(&mut self.0, &seen, inputs)
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64; 3]) {
        Subsystem::<S>::stepped(&mut self.0, time, h, state);
    }

    fn states(&self, state: &[f64; 3], tell: &mut dyn FnMut(Quantity)) {
        Subsystem::<S>::states(&self.0, state, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        Subsystem::<S>::outputs(&self.0, tell);
    }
}

fn middle(wheels: &[WheelMotion]) -> MarkerMotion {
    let share = 1.0 / wheels.len().max(1) as f64;
    let mut motion = MarkerMotion::ZERO;
    for wheel in wheels {
        for k in 0..3 {
            motion.position[k] += share * wheel.centre[k];
            motion.velocity[k] += share * wheel.velocity[k];
        }
        motion.rotation[0][0] += share * wheel.axis[1];
        motion.rotation[1][0] -= share * wheel.axis[0];
    }
    motion
}
