//! A driver with prescribed pedals and gear.

use super::speed_hold::forward_speeds;
use super::{Controls, forward_speed};
use crate::batch::{LANES, Lanes, NowInLanes};
use crate::math::{clamp, floor};
use crate::ports::WheelLoad;
use crate::profile::{Hold, Profile};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};

/// A driver who presses pedals and changes gears by a [`Plan`]: by functions of time ([`ByTime`]) or by a list of
/// events ([`Script`](super::Script)). It is the first of a pair of subsystems, before the subsystems that read the
/// controls.
///
/// Its state is the distance driven [m]: the integral of the [`forward_speed`], which is zero at the start and decreases when the
/// vehicle drives backward.
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # use roller::Roller;
/// use wishbone::control::{ByTime, Pedals};
/// use wishbone::prelude::*;
///
/// // The brake is pressed by 40 % within 0.1 s, after one second.
/// let brake = Ramp { start: 1.0, duration: 0.1, amplitude: 0.4 };
/// let driver = Pedals::new(ByTime::released(1).with_brake(brake));
/// let mut simulation = Simulation::new(Roller::default(), (driver, Still), RungeKutta4);
/// # while simulation.time() < 1.5 {
/// #     let _ = simulation.step(0.01)?;
/// # }
/// let controls = Subsystem::<Roller>::controls(&simulation.surroundings).expect("there is a driver");
/// assert_eq!((controls.brake, controls.gear), (0.4, 1));
/// # Ok::<(), Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pedals<P> {
    /// Plan of the demands.
    pub plan: P,
    /// Demands at the last evaluation.
    controls: Controls,
    /// Forward speed at the last evaluation [m/s].
    speed: f64,
}

impl<P: Plan> Pedals<P> {
    /// A driver with this plan.
    pub fn new(plan: P) -> Self {
        Self {
            plan,
            controls: Controls::default(),
            speed: 0.0,
        }
    }
}

/// Pedals and gear over time.
pub trait Plan {
    /// Demands at `time` [s].
    fn controls(&self, time: f64) -> Controls;

    /// Called at the end of a step of the length `h` [s]. Memories may change only here.
    fn stepped(&mut self, now: Driven, h: f64) {
        let _ = (now, h);
    }

    /// Lends each memory as a number ([`Subsystem::memories`]).
    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let _ = lend;
    }

    /// Reports outputs beside the demands ([`Subsystem::outputs`]).
    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        let _ = tell;
    }
}

/// Time, speed and distance, on which a plan may depend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Driven {
    /// [s]
    pub time: f64,
    /// Forward speed [m/s].
    pub speed: f64,
    /// Distance from the start, negative behind it [m].
    pub distance: f64,
}

impl<S: Solver, P: Plan> Subsystem<S> for Pedals<P> {
    type State = f64;

    fn load(&mut self, now: &Now<'_, f64>, _inputs: &mut S::Inputs) -> f64 {
        self.controls = self.plan.controls(now.time);
        self.speed = forward_speed(now.wheels);
        self.speed
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, f64>,
        _: &mut [WheelLoad<Lanes>],
        rates: [&mut f64; LANES],
    ) -> bool {
        let speeds = forward_speeds(now.wheels);
        for ((own, rate), speed) in each.into_iter().zip(rates).zip(speeds) {
            own.controls = own.plan.controls(now.time);
            (own.speed, *rate) = (speed, speed);
        }
        true
    }

    fn stepped(&mut self, time: f64, h: f64, distance: &mut f64) {
        let now = Driven {
            time,
            speed: self.speed,
            distance: *distance,
        };
        self.plan.stepped(now, h);
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.plan.memories(lend);
    }

    fn controls(&self) -> Option<Controls> {
        Some(self.controls)
    }

    fn states(&self, distance: &f64, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("distance", "m", *distance));
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell_controls(&self.controls, tell);
        self.plan.outputs(tell);
    }
}

/// Reports pedals and gear by name.
pub(super) fn tell_controls(controls: &Controls, tell: &mut dyn FnMut(Quantity)) {
    tell(Quantity::new("throttle", "", controls.throttle));
    tell(Quantity::new("brake", "", controls.brake));
    tell(Quantity::new("clutch", "", controls.clutch));
    tell(Quantity::new("parking_brake", "", controls.parking_brake));
    tell(Quantity::new("gear", "", f64::from(controls.gear)));
}

/// Pedals and gear as functions of time. Each is the position of a profile.
///
/// Pedals are limited to 0 and 1. The gear is rounded to the nearest whole number, and NaN is neutral.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByTime<T = Hold, B = Hold, C = Hold, G = Hold> {
    /// Accelerator pedal, from 0 to 1.
    pub throttle: T,
    /// Brake pedal, from 0 to 1.
    pub brake: B,
    /// Clutch pedal, from 0 to 1, fully pressed.
    pub clutch: C,
    /// Gear.
    pub gear: G,
}

impl ByTime {
    /// No pedal is pressed, in a constant gear. Functions such as [`ByTime::with_throttle`] replace a single profile.
    pub fn released(gear: i8) -> Self {
        Self {
            throttle: Hold(0.0),
            brake: Hold(0.0),
            clutch: Hold(0.0),
            gear: Hold(f64::from(gear)),
        }
    }
}

impl<T, B, C, G> ByTime<T, B, C, G> {
    /// This plan with this accelerator pedal.
    pub fn with_throttle<P>(self, throttle: P) -> ByTime<P, B, C, G> {
        ByTime {
            throttle,
            brake: self.brake,
            clutch: self.clutch,
            gear: self.gear,
        }
    }

    /// This plan with this brake pedal.
    pub fn with_brake<P>(self, brake: P) -> ByTime<T, P, C, G> {
        ByTime {
            throttle: self.throttle,
            brake,
            clutch: self.clutch,
            gear: self.gear,
        }
    }

    /// This plan with this clutch pedal.
    pub fn with_clutch<P>(self, clutch: P) -> ByTime<T, B, P, G> {
        ByTime {
            throttle: self.throttle,
            brake: self.brake,
            clutch,
            gear: self.gear,
        }
    }

    /// The same with this gear.
    pub fn with_gear<P>(self, gear: P) -> ByTime<T, B, C, P> {
        ByTime {
            throttle: self.throttle,
            brake: self.brake,
            clutch: self.clutch,
            gear,
        }
    }
}

impl<T: Profile, B: Profile, C: Profile, G: Profile> Plan for ByTime<T, B, C, G> {
    fn controls(&self, time: f64) -> Controls {
        Controls {
            throttle: clamp(self.throttle.at(time).position, 0.0, 1.0),
            brake: clamp(self.brake.at(time).position, 0.0, 1.0),
            clutch: clamp(self.clutch.at(time).position, 0.0, 1.0),
            parking_brake: 0.0,
            // A conversion from a float saturates, and NaN becomes 0.
            gear: floor(self.gear.at(time).position + 0.5) as i8,
        }
    }
}
