//! The driver at work.

use super::SingleTrack;
use super::preview::{Preview, STATES, STEP};
use wishbone::control::path::{Arms, Path, Waypoint};
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::subsystem::Quantity;

/// A driver and what he has learnt of his vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Practice {
    /// The vehicle.
    pub vehicle: SingleTrack,
    /// His arms.
    pub arms: Arms,
    /// Distance of the middle of all wheels ahead of the centre of mass [m].
    pub marker: f64,
    /// Ratio of the steering-wheel angle to the difference of front wheel angle and rear wheel angle.
    pub ratio: f64,
    /// Speed at which he drives [m/s].
    pub speed: f64,
    /// Time that he looks ahead [s].
    pub horizon: f64,
}

/// Steers a drive so that the middle of all wheels follows a path.
///
/// States are angle, rate and acceleration of the steering wheel. The station on the path is kept from step to step: each search
/// begins at the last station found. The vehicle has to move forward; while it stands, the steering wheel stays.
#[derive(Clone, Debug, PartialEq)]
pub struct Following<P> {
    path: P,
    law: Preview,
    practice: Practice,
    /// Positions of the front wheels and of the rear wheels.
    axles: [Vec<usize>; 2],
    /// Position of the steering drive among the vehicle's drives, and its travel per angle of the steering wheel.
    drive: (usize, f64),
    /// Station from which searches begin, and station of the last evaluation [m].
    station: [f64; 2],
    /// Distance from the path at the last evaluation, positive on its left [m].
    offset: f64,
}

/// Forward speed below which a driver does not steer [m/s].
const SLOWEST: f64 = 0.5;

impl<P: Path> Following<P> {
    /// A driver along a path. `axles` are the front and the rear wheels of his vehicle. `drive` is the position of the steering
    /// drive among the vehicle's drives, with its travel per angle of the steering wheel [rad or m per rad]. `None` if no law
    /// holds the vehicle on a path.
    pub fn of(path: P, practice: &Practice, axles: [Vec<usize>; 2], drive: (usize, f64)) -> Option<Self> {
        Some(Self {
            law: Preview::of(practice)?,
            path,
            practice: *practice,
            axles,
            drive,
            station: [0.0; 2],
            offset: 0.0,
        })
    }

    /// Angle of the steering wheel that the driver wants [rad].
    fn wanted(&mut self, wheels: &[WheelMotion], steering: &[f64; 3]) -> f64 {
        let seen = Seen::of(wheels, &self.axles);
        let [along, across] = seen.velocity;
        if along < SLOWEST {
            return steering[0];
        }
        self.station[1] = self.path.nearest(seen.position, self.station[0]);
        let here = self.path.at(self.station[1]);
        self.offset = here.offset(seen.position);
        let states = self.errors(&here, &seen, across, steering);
        let known: f64 = self
            .law
            .states
            .iter()
            .zip(states)
            .map(|(gain, state)| gain * state)
            .sum();
        let beyond = along * STEP / here.stretch();
        let curvature = |k: usize| self.path.at(self.station[1] + k as f64 * beyond).curvature();
        let ahead: f64 = self
            .law
            .ahead
            .iter()
            .enumerate()
            .map(|(k, gain)| gain * curvature(k))
            .sum();
        steering[0] + self.practice.ratio * (ahead - known)
    }

    /// The states of the law.
    fn errors(&self, here: &Waypoint, seen: &Seen, across: f64, steering: &[f64; 3]) -> [f64; STATES] {
        let astray = seen.heading - here.heading();
        let [angle, rate, acceleration] = steering.map(|x| x / self.practice.ratio);
        [
            self.offset,
            astray.sin().atan2(astray.cos()),
            across - self.practice.marker * seen.yaw_rate,
            seen.yaw_rate,
            angle,
            rate,
            acceleration,
        ]
    }
}

/// Motion of the vehicle as the driver sees and feels it.
struct Seen {
    /// Middle of all wheels, X and Y [m].
    position: [f64; 2],
    /// Velocity of this point along the heading and to the left [m/s].
    velocity: [f64; 2],
    /// Direction from the middle of the rear wheels to the middle of the front wheels [rad].
    heading: f64,
    /// Rate of this direction [rad/s].
    yaw_rate: f64,
}

impl Seen {
    fn of(wheels: &[WheelMotion], axles: &[Vec<usize>; 2]) -> Self {
        let all = 0..wheels.len();
        let position = mean(wheels, all.clone(), |wheel| &wheel.centre);
        let velocity = mean(wheels, all, |wheel| &wheel.velocity);
        let between = |of: fn(&WheelMotion) -> &[f64; 3]| {
            let [front, rear] = [0, 1].map(|axle| mean(wheels, axles[axle].iter().copied(), of));
            [front[0] - rear[0], front[1] - rear[1]]
        };
        let (base, turning) = (between(|wheel| &wheel.centre), between(|wheel| &wheel.velocity));
        let square = base[0] * base[0] + base[1] * base[1];
        let (cosine, sine) = (base[0] / square.sqrt(), base[1] / square.sqrt());
        Self {
            position,
            velocity: [
                cosine * velocity[0] + sine * velocity[1],
                cosine * velocity[1] - sine * velocity[0],
            ],
            heading: sine.atan2(cosine),
            yaw_rate: (base[0] * turning[1] - base[1] * turning[0]) / square,
        }
    }
}

/// Mean of X and Y over some wheels.
fn mean(
    wheels: &[WheelMotion],
    places: impl ExactSizeIterator<Item = usize> + Clone,
    of: fn(&WheelMotion) -> &[f64; 3],
) -> [f64; 2] {
    [0, 1].map(|k| places.clone().map(|wheel| of(&wheels[wheel])[k]).sum::<f64>() / places.len() as f64)
}

impl<S: Solver, P: Path> Subsystem<S> for Following<P> {
    type State = [f64; 3];

    fn drive(&mut self, _time: f64, state: &[f64; 3], inputs: &mut S::Inputs) {
        let (place, travel) = self.drive;
        if let Some(drive) = inputs.drives().get_mut(place) {
            let [position, velocity, acceleration] = state.map(|x| travel * x);
            *drive = Drive {
                position,
                velocity,
                acceleration,
            };
        }
    }

    fn load(&mut self, now: &Now<'_, [f64; 3]>, _inputs: &mut S::Inputs) -> [f64; 3] {
        let wanted = self.wanted(now.wheels, now.state);
        [now.state[1], now.state[2], self.practice.arms.jerk(wanted, *now.state)]
    }

    fn stepped(&mut self, _time: f64, _h: f64, _state: &mut [f64; 3]) {
        self.station[0] = self.station[1];
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.station[0]);
    }

    fn states(&self, state: &[f64; 3], tell: &mut dyn FnMut(Quantity)) {
        for (index, value) in state.iter().enumerate() {
            tell(Quantity::at(index, "steering", "", *value));
        }
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("station", "m", self.station[1]));
        tell(Quantity::new("offset_from_path", "m", self.offset));
    }
}
