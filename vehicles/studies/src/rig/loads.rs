//! Loads on the wheels of the rig, which are locked to their carriers.

use super::Contact;
use nalgebra::Vector3;
use wishbone::ports::{WheelLoad, WheelMotion};

/// Load on a wheel that is locked to its carrier, in vehicle axes. It keeps its direction when the wheel moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Force at the wheel centre [N].
    pub force: Vector3<f64>,
    /// Moment on the carrier [N m].
    pub moment: Vector3<f64>,
}

impl Load {
    /// A force [N] at the wheel centre.
    pub fn at_centre(force: Vector3<f64>) -> Self {
        Self {
            force,
            moment: Vector3::zeros(),
        }
    }

    /// A force [N] at the [contact](Contact) of a wheel with this unloaded radius [m].
    pub fn at_contact(force: Vector3<f64>, wheel: &WheelMotion, radius: f64) -> Self {
        let arm = Contact::of(wheel, radius).point - Vector3::from(wheel.centre);
        Self {
            force,
            moment: arm.cross(&force),
        }
    }

    /// A moment [N m] on the carrier.
    pub fn of_moment(moment: Vector3<f64>) -> Self {
        Self {
            force: Vector3::zeros(),
            moment,
        }
    }

    /// Adds the load to the load of a wheel.
    pub(super) fn add_to(self, load: &mut WheelLoad) {
        for axis in 0..3 {
            load.force[axis] += self.force[axis];
            load.moment[axis] += self.moment[axis];
        }
    }

    /// The load times a factor.
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            force: factor * self.force,
            moment: factor * self.moment,
        }
    }
}

/// Locks the wheels. Brakes react the moments about the wheels' axes; for `driven` wheels the drive torques react them.
pub(super) fn lock(loads: &mut [WheelLoad], wheels: &[WheelMotion], driven: &[bool]) {
    for (place, (load, wheel)) in loads.iter_mut().zip(wheels).enumerate() {
        let torque = -Vector3::from(load.moment).dot(&Vector3::from(wheel.axis));
        match driven.get(place) {
            Some(true) => load.drive_torque = torque,
            _ => load.brake_torque = torque,
        }
    }
}
