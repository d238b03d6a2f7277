//! What a driver does, as inputs from outside.

use super::input::Told;
use super::variable::Unit;
use serde::{Deserialize, Serialize};
use wishbone::driveline::Law;
use wishbone_compiler::model::equipment::{Device, Piece};

/// How the steering wheel is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hands {
    /// Its angle is given.
    #[default]
    Angle,
    /// The torque on it is given.
    Torque,
}

/// What a driver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Angle of the steering wheel [rad], positive to the left.
    Angle,
    /// Its rate [rad/s].
    Rate,
    /// Its acceleration [rad/s²].
    Acceleration,
    /// Torque of the hands on the steering wheel [N m], positive to the left.
    Torque,
    /// Accelerator pedal, from 0 to 1.
    Throttle,
    /// Brake pedal, from 0 to 1.
    Brake,
    /// Clutch pedal, from 0 to 1.
    Clutch,
    /// Lever of the parking brake, from 0 to 1.
    ParkingBrake,
    /// Gear.
    Gear,
}

/// Range of a pedal.
const PEDAL: Option<[f64; 2]> = Some([0.0, 1.0]);

impl Demand {
    /// All demands, in the order of their declaration.
    pub const ALL: [Self; 9] = [
        Self::Angle,
        Self::Rate,
        Self::Acceleration,
        Self::Torque,
        Self::Throttle,
        Self::Brake,
        Self::Clutch,
        Self::ParkingBrake,
        Self::Gear,
    ];

    /// Name, meaning, unit, start and range.
    pub fn told(self) -> Told {
        let (words, unit, start, range) = match self {
            Self::Angle => ("Angle of the steering wheel, positive to the left", "rad", 0.0, None),
            Self::Rate => (
                "Rate of the angle of the steering wheel; within a communication step the angle goes on at this rate",
                "rad/s",
                0.0,
                None,
            ),
            Self::Acceleration => (
                "Change of the rate of the angle of the steering wheel",
                "rad/s^2",
                0.0,
                None,
            ),
            Self::Torque => (
                "Torque of the hands on the steering wheel, positive to the left",
                "N m",
                0.0,
                None,
            ),
            Self::Throttle => ("Accelerator pedal, 1 fully pressed", "", 0.0, PEDAL),
            Self::Brake => ("Brake pedal, 1 fully pressed", "", 0.0, PEDAL),
            Self::Clutch => ("Clutch pedal, 1 fully pressed: the clutch is open", "", 0.0, PEDAL),
            Self::ParkingBrake => ("Lever of the parking brake, 1 fully pulled", "", 0.0, PEDAL),
            Self::Gear => (
                "Gear: 0 is neutral, -1 reverse; a manual gearbox begins in the lowest gear in which the engine turns at half of its limit or \
                 less at the start speed, or in the highest, and an automatic one takes 1 for forward",
                "",
                1.0,
                Some([-1.0, f64::from(i8::MAX)]),
            ),
        };
        Told {
            name: format!("driver.{}", self.member()),
            words: words.to_owned(),
            unit: Unit::of(unit),
            start,
            range,
        }
    }

    /// Its name behind `driver.`.
    pub fn member(self) -> &'static str {
        match self {
            Self::Angle => "steering_wheel_angle",
            Self::Rate => "steering_wheel_rate",
            Self::Acceleration => "steering_wheel_acceleration",
            Self::Torque => "steering_wheel_torque",
            Self::Throttle => "throttle",
            Self::Brake => "brake",
            Self::Clutch => "clutch",
            Self::ParkingBrake => "parking_brake",
            Self::Gear => "gear",
        }
    }

    /// The demands on which a part of this equipment acts, if the steering wheel is moved in this way.
    pub fn offered(pieces: &[Piece], hands: Hands) -> Vec<Self> {
        let is_offered = |own: &Self| pieces.iter().any(|piece| own.acts_on(&piece.kind, hands));
        Self::ALL.into_iter().filter(is_offered).collect()
    }

    fn acts_on(self, device: &Device, hands: Hands) -> bool {
        match (self, device) {
            (Self::Angle | Self::Rate | Self::Acceleration, Device::Steering(_)) => hands == Hands::Angle,
            (Self::Torque, Device::Steering(_)) => hands == Hands::Torque,
            (Self::Throttle | Self::Gear, Device::Powertrain(_)) => true,
            (Self::Clutch, Device::Powertrain(own)) => {
                let mut laws = own.solved.couplings.iter().map(|coupling| &coupling.law);
                laws.any(|law| matches!(law, Law::Clutch { .. }))
            }
            (Self::Brake, Device::Brakes(_)) => true,
            (Self::ParkingBrake, Device::Brakes(own)) => own.parking.iter().any(|torque| *torque > 0.0),
            _ => false,
        }
    }
}
