//! Demands of a driver on a vehicle.

/// Positions of pedals, lever and gear. A driver is a subsystem that returns these demands ([`Subsystem::controls`]).
/// Powertrain and brakes read the demands in [`Now::controls`].
///
/// [`Subsystem::controls`]: crate::subsystem::Subsystem::controls
/// [`Now::controls`]: crate::subsystem::Now::controls
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Accelerator pedal, from 0 (released) to 1 (fully pressed).
    pub throttle: f64,
    /// Brake pedal, from 0 (released) to 1 (fully pressed).
    pub brake: f64,
    /// Clutch pedal, from 0 (the clutch is closed) to 1 (fully pressed).
    pub clutch: f64,
    /// Lever of the parking brake, from 0 (released) to 1 (fully pulled).
    pub parking_brake: f64,
    /// Gear that is engaged: 0 is neutral, negative numbers are reverse gears. For an automatic gearbox 1 means forward.
    pub gear: i8,
}

impl Controls {
    /// Lends each demand as a number.
    pub(super) fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        for pedal in [
            &mut self.throttle,
            &mut self.brake,
            &mut self.clutch,
            &mut self.parking_brake,
        ] {
            lend(pedal);
        }
        let mut gear = f64::from(self.gear);
        lend(&mut gear);
        self.gear = gear as i8;
    }
}
