//! A driver who follows the clock alone.

use super::pedals::tell_controls;
use super::{ByTime, Controls, Plan};
use crate::profile::{Hold, Profile};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};

/// A driver who presses pedals and changes gears by functions of time, like [`Pedals`](super::Pedals). This driver
/// measures neither speed nor distance and so has no state. On several threads, each thread of the vehicle can own a
/// copy of this driver (`OnThreads` in `threads`).
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # use roller::Roller;
/// use wishbone::control::{ByTime, Timetable};
/// use wishbone::prelude::*;
///
/// let brake = Ramp { start: 1.0, duration: 0.1, amplitude: 0.4 };
/// let driver = Timetable::new(ByTime::released(1).with_brake(brake));
/// let mut simulation = Simulation::new(Roller::default(), (driver, Still), RungeKutta4);
/// # while simulation.time() < 1.5 {
/// #     let _ = simulation.step(0.01)?;
/// # }
/// let controls = Subsystem::<Roller>::controls(&simulation.surroundings).expect("there is a driver");
/// assert_eq!((controls.brake, controls.gear), (0.4, 1));
/// # Ok::<(), Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timetable<T = Hold, B = Hold, C = Hold, G = Hold> {
    /// Pedals and gear over time.
    pub plan: ByTime<T, B, C, G>,
    /// Demands at the last evaluation.
    controls: Controls,
}

impl<T, B, C, G> Timetable<T, B, C, G> {
    /// A driver with this plan.
    pub fn new(plan: ByTime<T, B, C, G>) -> Self {
        Self {
            plan,
            controls: Controls::default(),
        }
    }
}

impl<S: Solver, T: Profile, B: Profile, C: Profile, G: Profile> Subsystem<S> for Timetable<T, B, C, G> {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, _inputs: &mut S::Inputs) {
        self.controls = self.plan.controls(now.time);
    }

    fn controls(&self) -> Option<Controls> {
        Some(self.controls)
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell_controls(&self.controls, tell);
    }
}
