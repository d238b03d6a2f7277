//! External inputs of a vehicle.

use wishbone_compiler::model::{Model, Vec3};

/// The prescribed motion of a driven joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drive {
    /// Coordinate of the second body relative to the first, zero at the design position [rad or m].
    pub position: f64,
    /// [rad/s or m/s]
    pub velocity: f64,
    /// [rad/s^2 or m/s^2]
    pub acceleration: f64,
}

/// Loads on a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelLoad {
    /// Force on the wheel at its centre, world axes [N].
    pub force: Vec3,
    /// Moment on the wheel about its centre, world axes [N m].
    pub moment: Vec3,
    /// Torque on the wheel along its spin axis [N m]; the reaction acts on the body from which the wheel is driven.
    pub drive_torque: f64,
    /// Torque on the wheel along its spin axis [N m]; the reaction acts on the carrier.
    pub brake_torque: f64,
}

impl Default for WheelLoad {
    fn default() -> Self {
        Self {
            force: Vec3::zeros(),
            moment: Vec3::zeros(),
            drive_torque: 0.0,
            brake_torque: 0.0,
        }
    }
}

/// All external inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Loads {
    /// Inputs that drive joints, in the order of the model's.
    pub drives: Vec<Drive>,
    /// Wheel loads, in the order of the model's wheels.
    pub wheels: Vec<WheelLoad>,
    /// Signals, in the order of the model's signals [SI].
    pub signals: Vec<f64>,
}

impl Loads {
    /// No load on any wheel, no signal, every driven joint held at its design position.
    pub fn none(model: &Model) -> Self {
        Self {
            drives: vec![Drive::default(); model.inputs.len()],
            wheels: vec![WheelLoad::default(); model.wheels.len()],
            signals: vec![0.0; model.signals.len()],
        }
    }
}
