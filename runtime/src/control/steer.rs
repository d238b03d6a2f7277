//! Steering as a function of time.

use crate::batch::{LANES, Lanes, NowInLanes};
use crate::description::Description;
use crate::ports::{InputPorts, WheelLoad};
use crate::profile::Profile;
use crate::solver::Solver;
use crate::subsystem::Subsystem;

/// Moves one driven joint, for instance a steering rack, along a [`Profile`].
///
/// ```
/// # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
/// # type Car = oscillator::Oscillator;
/// use wishbone::prelude::*;
///
/// // 5 mm of the rack within 0.2 s, after 1 s straight on.
/// let ramp = Ramp { start: 1.0, duration: 0.2, amplitude: 0.005 };
/// let steer = Steer::of(Car::DESCRIPTION, "rack", ramp).expect("the car has a rack");
/// assert!(Steer::of(Car::DESCRIPTION, "rake", ramp).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steer<P> {
    drive: usize,
    profile: P,
}

impl<P: Profile> Steer<P> {
    /// Steers the drive with this name; `None` if the vehicle has no such drive.
    pub fn of(vehicle: &Description, drive: &str, profile: P) -> Option<Self> {
        let drive = vehicle.drives.iter().position(|name| *name == drive)?;
        Some(Self { drive, profile })
    }

    /// Steers the drive at a position in the vehicle's drives; a position beyond the last drive steers nothing.
    pub fn at(drive: usize, profile: P) -> Self {
        Self { drive, profile }
    }

    /// The prescribed motion.
    pub fn profile(&self) -> &P {
        &self.profile
    }
}

impl<S: Solver, P: Profile> Subsystem<S> for Steer<P> {
    type State = ();

    fn drive(&mut self, time: f64, (): &(), inputs: &mut S::Inputs) {
        if let Some(drive) = inputs.drives().get_mut(self.drive) {
            *drive = self.profile.at(time);
        }
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        tell(self.drive, self.profile.jump(from, to));
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    /// There are no loads.
    #[inline]
    fn load_in_lanes(
        _: [&mut Self; LANES],
        _: &NowInLanes<'_, ()>,
        _: &mut [WheelLoad<Lanes>],
        _: [&mut (); LANES],
    ) -> bool {
        true
    }
}
