//! Present values of the inputs from outside.

use super::driver::Demand;
use super::input::{AT_MARKER, Input, LOADS, SURFACE};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wishbone::control::{Controls, Plan};
use wishbone::description::Description;
use wishbone::ports::Drive;
use wishbone::profile::Profile;
use wishbone::terrain::Ground;
use wishbone_engine::equipment::Course;

/// Position of a wheel at the time at which the inputs were set: its centre, and the point below which the road is
/// given, x and y.
const STANDING: usize = 5;

/// Present values of the inputs, shared by the callers that set them and the equipment that reads them.
///
/// The list contains: the driver's demands, the time from which the inputs hold, the rate and the acceleration with
/// which the steering wheel continues since then, the jump of this rate at that time; then for each wheel its load, its
/// road and its position at that time, and for each marker its load.
#[derive(Clone, Debug)]
pub struct Signals {
    values: Arc<[AtomicU64]>,
    wheels: usize,
}

/// Position of the time of the simulation from which the inputs hold [s]; NaN if they are given at every time.
const SINCE: usize = Demand::ALL.len();
/// Positions of the rate [rad/s] and the acceleration [rad/s²] with which the steering wheel continues since then, and
/// position of the jump of the rate.
const TURNING: [usize; 3] = [SINCE + 1, SINCE + 2, SINCE + 3];
/// Number of all inputs before those of wheels.
const FIRST: usize = SINCE + 1 + TURNING.len();
/// The demands for these numbers.
const TURNING_BY: [Demand; 2] = [Demand::Rate, Demand::Acceleration];
/// Numbers of a wheel.
const WHEEL: usize = LOADS.len() + SURFACE.len() + STANDING;

impl Signals {
    /// Inputs of a vehicle at their start values.
    pub fn new(names: &Description) -> Self {
        let (wheels, markers) = (names.wheels.len(), names.markers.len());
        let mut values: Vec<f64> = Demand::ALL.map(|demand| demand.told().start).to_vec();
        values.push(f64::NAN);
        values.extend([0.0; TURNING.len()]);
        for _ in 0..wheels {
            values.extend([0.0; LOADS.len()]);
            values.extend(SURFACE.map(|(.., start)| start));
            values.extend([f64::NAN; STANDING]);
        }
        values.resize(values.len() + markers * AT_MARKER, 0.0);
        Self {
            values: values
                .into_iter()
                .map(|value| AtomicU64::new(value.to_bits()))
                .collect(),
            wheels,
        }
    }

    fn place(&self, input: Input) -> usize {
        let first = FIRST;
        match input {
            Input::Driver(demand) => demand as usize,
            Input::Wheel(wheel, place) => first + wheel * WHEEL + place,
            Input::Road(wheel, place) => first + wheel * WHEEL + LOADS.len() + place,
            Input::Marker(marker, place) => first + self.wheels * WHEEL + marker * AT_MARKER + place,
        }
    }

    fn at_place(&self, place: usize) -> f64 {
        f64::from_bits(self.values[place].load(Ordering::Relaxed))
    }

    fn put(&self, place: usize, value: f64) {
        self.values[place].store(value.to_bits(), Ordering::Relaxed);
    }

    fn three(&self, first: usize) -> [f64; 3] {
        [0, 1, 2].map(|k| self.at_place(first + k))
    }

    /// Value of an input.
    pub fn get(&self, input: Input) -> f64 {
        self.at_place(self.place(input))
    }

    /// Sets an input.
    pub fn set(&self, input: Input, value: f64) {
        self.put(self.place(input), value);
    }

    /// All numbers.
    pub fn all(&self) -> Vec<f64> {
        (0..self.values.len()).map(|place| self.at_place(place)).collect()
    }

    /// Sets all numbers.
    pub fn set_all(&self, values: &[f64]) {
        values
            .iter()
            .enumerate()
            .for_each(|(place, value)| self.put(place, *value));
    }

    /// Records that the inputs hold from a time of the simulation on [s]: the angle of the steering wheel continues at
    /// its rate. With NaN they are given at every time, and the present positions of the wheels are used.
    pub fn hold_from(&self, time: f64) {
        let [rate, acceleration] = TURNING_BY.map(|demand| self.get(Input::Driver(demand)));
        let [last_rate, last_acceleration, _] = TURNING.map(|place| self.at_place(place));
        let passed = time - self.since();
        let before = match passed.is_nan() {
            true => last_rate,
            false => last_rate + passed * last_acceleration,
        };
        let jump = if time.is_nan() { 0.0 } else { rate - before };
        let turning = [rate, acceleration, jump];
        TURNING
            .into_iter()
            .zip(turning)
            .for_each(|(place, own)| self.put(place, own));
        self.put(SINCE, time);
    }

    /// The time from which the inputs hold [s].
    pub fn since(&self) -> f64 {
        self.at_place(SINCE)
    }

    fn standing(&self, wheel: usize) -> usize {
        self.place(Input::Road(wheel, SURFACE.len()))
    }

    /// Records the position of a wheel at the time from which the inputs hold: its centre and the point below which the
    /// road is given [m].
    pub fn stand(&self, wheel: usize, centre: [f64; 3], [x, y]: [f64; 2]) {
        let first = self.standing(wheel);
        let numbers = centre.into_iter().chain([x, y]);
        numbers.enumerate().for_each(|(k, number)| self.put(first + k, number));
    }

    /// Force [N] and moment [N m] on a wheel at its centre, along world axes, if the centre is there now [m]. While
    /// inputs hold, the arm of the force stays.
    pub fn on_wheel(&self, wheel: usize, now: [f64; 3]) -> [[f64; 3]; 2] {
        let first = self.place(Input::Wheel(wheel, 0));
        let [force, moment, point] = [0, 3, 6].map(|k| self.three(first + k));
        let stood = self.three(self.standing(wheel));
        let centre = if self.since().is_nan() { now } else { stood };
        let [x, y, z] = [0, 1, 2].map(|k| point[k] - centre[k]);
        let turning = [
            y * force[2] - z * force[1],
            z * force[0] - x * force[2],
            x * force[1] - y * force[0],
        ];
        [force, [0, 1, 2].map(|k| moment[k] + turning[k])]
    }

    /// Force [N] and moment [N m] at a marker, world axes.
    pub fn at_marker(&self, marker: usize) -> [[f64; 3]; 2] {
        let first = self.place(Input::Marker(marker, 0));
        [0, 3].map(|k| self.three(first + k))
    }

    /// The road at a point of the plane near a wheel [m]: while inputs hold, the plane through the point for which the
    /// height was given.
    pub fn road(&self, wheel: usize, [x, y]: [f64; 2]) -> Ground {
        let first = self.place(Input::Road(wheel, 0));
        let [along, across, up] = self.three(first + 1);
        let slope = [-along / up, -across / up];
        let away = match self.since().is_nan() {
            true => 0.0,
            false => {
                let [of_x, of_y] = [3, 4].map(|k| self.at_place(self.standing(wheel) + k));
                slope[0] * (x - of_x) + slope[1] * (y - of_y)
            }
        };
        Ground {
            friction: self.at_place(first + 4),
            ..Ground::sloping(self.at_place(first) + away, slope)
        }
    }

    /// The motion of the steering wheel.
    pub fn steering(&self) -> Course {
        Course::new(self.clone())
    }

    /// The torque on the steering wheel.
    pub fn torque(&self) -> Course {
        let signals = self.clone();
        Course::new(move |_: f64| Drive {
            position: signals.get(Input::Driver(Demand::Torque)),
            ..Drive::default()
        })
    }
}

impl Profile for Signals {
    /// `angle + rate s + acceleration s² / 2` at a time `s` after the values were set.
    fn at(&self, time: f64) -> Drive {
        let demands = [Demand::Angle, Demand::Rate, Demand::Acceleration];
        let [angle, rate, acceleration] = demands.map(|demand| self.get(Input::Driver(demand)));
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

    /// The jump at the time from which the inputs hold belongs to this instant alone, because inputs change between
    /// steps.
    fn jump(&self, from: f64, to: f64) -> f64 {
        match from == to && to == self.since() {
            true => self.at_place(TURNING[2]),
            false => 0.0,
        }
    }
}

impl Plan for Signals {
    fn controls(&self, _time: f64) -> Controls {
        let pedal = |demand: Demand| {
            let value = self.get(Input::Driver(demand));
            if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
        };
        Controls {
            throttle: pedal(Demand::Throttle),
            brake: pedal(Demand::Brake),
            clutch: pedal(Demand::Clutch),
            parking_brake: pedal(Demand::ParkingBrake),
            // A conversion from a float saturates, and NaN becomes 0.
            gear: self.get(Input::Driver(Demand::Gear)).round() as i8,
        }
    }
}
