//! The inputs of a vehicle in an FMU: what a driver does, set from outside while the vehicle runs.

use super::variable::Unit;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wishbone::control::{Controls, Plan};
use wishbone::driveline::Law;
use wishbone::ports::Drive;
use wishbone::profile::Profile;
use wishbone_compiler::model::equipment::{Device, Piece};
use wishbone_engine::equipment::Course;

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

/// An input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
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

/// What an importing tool reads of an input.
pub struct Told {
    /// `driver.throttle`
    pub name: &'static str,
    /// One sentence.
    pub words: &'static str,
    /// Unit.
    pub unit: Unit,
    /// Start value.
    pub start: f64,
    /// Least and greatest value.
    pub range: Option<[f64; 2]>,
}

impl Input {
    /// All inputs, in the order of their declaration.
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
        let pedal = |name, words| Told {
            name,
            words,
            unit: Unit::of(""),
            start: 0.0,
            range: Some([0.0, 1.0]),
        };
        let wheel = |name, words, unit| Told {
            name,
            words,
            unit: Unit::of(unit),
            start: 0.0,
            range: None,
        };
        match self {
            Self::Angle => wheel(
                "driver.steering_wheel_angle",
                "Angle of the steering wheel, positive to the left",
                "rad",
            ),
            Self::Rate => wheel(
                "driver.steering_wheel_rate",
                "Rate of the angle of the steering wheel; within a communication step the angle goes on at this rate",
                "rad/s",
            ),
            Self::Acceleration => wheel(
                "driver.steering_wheel_acceleration",
                "Change of the rate of the angle of the steering wheel",
                "rad/s^2",
            ),
            Self::Torque => wheel(
                "driver.steering_wheel_torque",
                "Torque of the hands on the steering wheel, positive to the left",
                "N m",
            ),
            Self::Throttle => pedal("driver.throttle", "Accelerator pedal, 1 fully pressed"),
            Self::Brake => pedal("driver.brake", "Brake pedal, 1 fully pressed"),
            Self::Clutch => pedal("driver.clutch", "Clutch pedal, 1 fully pressed: the clutch is open"),
            Self::ParkingBrake => pedal("driver.parking_brake", "Lever of the parking brake, 1 fully pulled"),
            Self::Gear => Told {
                name: "driver.gear",
                words: "Gear: 0 is neutral, -1 reverse; an automatic gearbox takes 1 for forward",
                unit: Unit::of(""),
                start: 1.0,
                range: Some([-1.0, f64::from(i8::MAX)]),
            },
        }
    }

    /// Whether it is a whole number that changes in jumps.
    pub fn is_whole(self) -> bool {
        self == Self::Gear
    }

    /// The inputs on which a part of this equipment acts, the steering wheel moved so.
    pub fn offered(pieces: &[Piece], hands: Hands) -> Vec<Self> {
        let is_offered = |input: &Self| pieces.iter().any(|piece| input.acts_on(&piece.kind, hands));
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

/// Present values of the inputs, shared by those who set them and the equipment that reads them.
#[derive(Clone, Debug)]
pub struct Signals {
    values: Arc<[AtomicU64; Input::ALL.len()]>,
    /// Time of the simulation from which the angle goes on at its rate [s]; NaN where it is given at every time.
    since: Arc<AtomicU64>,
}

impl Signals {
    /// Inputs at their start values.
    pub fn new() -> Self {
        Self {
            values: Arc::new(Input::ALL.map(|input| AtomicU64::new(input.told().start.to_bits()))),
            since: Arc::new(AtomicU64::new(f64::NAN.to_bits())),
        }
    }

    /// Value of an input.
    pub fn get(&self, input: Input) -> f64 {
        f64::from_bits(self.values[input as usize].load(Ordering::Relaxed))
    }

    /// Sets an input.
    pub fn set(&self, input: Input, value: f64) {
        self.values[input as usize].store(value.to_bits(), Ordering::Relaxed);
    }

    /// All values.
    pub fn all(&self) -> [f64; Input::ALL.len()] {
        Input::ALL.map(|input| self.get(input))
    }

    /// Sets all values.
    pub fn set_all(&self, values: [f64; Input::ALL.len()]) {
        Input::ALL
            .into_iter()
            .zip(values)
            .for_each(|(input, value)| self.set(input, value));
    }

    /// Lets the angle of the steering wheel go on at its rate from a time of the simulation on [s].
    pub fn go_on_from(&self, time: f64) {
        self.since.store(time.to_bits(), Ordering::Relaxed);
    }

    /// The time from which the angle goes on at its rate [s].
    pub fn since(&self) -> f64 {
        f64::from_bits(self.since.load(Ordering::Relaxed))
    }

    /// The motion of the steering wheel.
    pub fn steering(&self) -> Course {
        Course::new(self.clone())
    }

    /// The torque on the steering wheel.
    pub fn torque(&self) -> Course {
        let signals = self.clone();
        Course::new(move |_: f64| Drive {
            position: signals.get(Input::Torque),
            ..Drive::default()
        })
    }
}

impl Profile for Signals {
    /// `angle + rate s + acceleration s² / 2` a time `s` after the values were set.
    fn at(&self, time: f64) -> Drive {
        let [angle, rate, acceleration] = [Input::Angle, Input::Rate, Input::Acceleration].map(|input| self.get(input));
        let passed = match self.since() {
            since if since.is_nan() => 0.0,
            since => time - since,
        };
        Drive {
            position: angle + passed * (rate + 0.5 * passed * acceleration),
            velocity: rate + passed * acceleration,
            acceleration,
        }
    }
}

impl Plan for Signals {
    fn controls(&self, _time: f64) -> Controls {
        let pedal = |input: Input| {
            let value = self.get(input);
            if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
        };
        Controls {
            throttle: pedal(Input::Throttle),
            brake: pedal(Input::Brake),
            clutch: pedal(Input::Clutch),
            parking_brake: pedal(Input::ParkingBrake),
            // A conversion from a float saturates, and NaN becomes 0.
            gear: self.get(Input::Gear).round() as i8,
        }
    }
}
