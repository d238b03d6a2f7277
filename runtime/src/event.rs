//! Events: zeros of a function of the vehicle's motion, located within a step.
//!
//! Examples are contact and lift-off of a wheel, the end of sliding, and a corner in the curve of a drive. At an event
//! the rate of change jumps, and a step across it loses its order. A step to an event ends there, and the integrator
//! restarts: [`Simulation::step_to_event`](crate::simulation::Simulation::step_to_event) with a fixed step,
//! [`Simulation::run_to_event`](crate::simulation::Simulation::run_to_event) with adaptive steps.
//!
//! ```
//! # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
//! # use oscillator::Oscillator;
//! use wishbone::event::{Crossing, Event};
//! use wishbone::integrate::{DormandPrince, Tolerance};
//! use wishbone::prelude::*;
//!
//! let integrator = DormandPrince::new(Tolerance::of(1e-10));
//! let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, integrator);
//! simulation.set_state(State { q: [1.0], v: [0.0] });
//! let mut position = |now: &Now<()>| now.joints.coordinate(0);
//! let mut events = [Event::new(Crossing::Falling, &mut position)];
//! // x = cos(2 t) falls through zero at pi/4.
//! assert!(simulation.run_to_event(10.0, &mut events)?);
//! assert!(events[0].has_occurred());
//! assert!((simulation.time() - core::f64::consts::FRAC_PI_4).abs() < 1e-9);
//! # Ok::<(), Refused>(())
//! ```

use crate::math::abs;
use crate::subsystem::Now;

/// Direction in which a function passes zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// From below zero to zero or above.
    Rising,
    /// From above zero to zero or below.
    Falling,
    /// Both.
    Either,
}

/// A function of the motion and of the states `Y` of the subsystems, whose zeros are events.
///
/// A zero is found if the function changes its sign from the beginning of a step to its end: two zeros within one step are not found.
/// A function that is zero at the beginning of a step has no event there.
pub struct Event<'a, Y> {
    value: &'a mut dyn FnMut(&Now<'_, Y>) -> f64,
    crossing: Crossing,
    tolerance: f64,
    /// Value at the beginning of the step.
    begin: f64,
    /// Value at the end of the step.
    last: f64,
    has_occurred: bool,
}

impl<'a, Y> Event<'a, Y> {
    /// An event, located within 0.1 ns.
    pub fn new(crossing: Crossing, value: &'a mut dyn FnMut(&Now<'_, Y>) -> f64) -> Self {
        Self {
            value,
            crossing,
            tolerance: 1e-10,
            begin: f64::NAN,
            last: f64::NAN,
            has_occurred: false,
        }
    }

    /// This event, located within a time [s].
    #[must_use]
    pub fn within(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Whether it has occurred at the end of the last step.
    pub fn has_occurred(&self) -> bool {
        self.has_occurred
    }

    /// Tolerance [s].
    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self, now: &Now<'_, Y>) {
        self.begin = (self.value)(now);
        self.has_occurred = false;
    }

    /// Ends a step.
    pub(crate) fn end(&mut self, now: &Now<'_, Y>) {
        self.last = (self.value)(now);
        self.has_occurred = self.is_crossed(self.last);
    }

    /// Value at an instant of the step.
    pub(crate) fn value(&mut self, now: &Now<'_, Y>) -> f64 {
        (self.value)(now)
    }

    /// Whether the event has occurred between the beginning of the step and an instant with this value.
    pub(crate) fn is_crossed(&self, value: f64) -> bool {
        let rises = self.begin < 0.0 && value >= 0.0;
        let falls = self.begin > 0.0 && value <= 0.0;
        match self.crossing {
            Crossing::Rising => rises,
            Crossing::Falling => falls,
            Crossing::Either => rises || falls,
        }
    }
}

/// An interval that contains a zero: two fractions of a step and the function's values there. At the second part the
/// zero has been passed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bracket {
    parts: [f64; 2],
    values: [f64; 2],
    /// End of the interval that the last trial has moved.
    moved: usize,
    trials: usize,
}

impl Bracket {
    /// The whole step, at whose end an event has occurred.
    pub fn of<Y>(event: &Event<'_, Y>) -> Self {
        Self {
            parts: [0.0, 1.0],
            values: [event.begin, event.last],
            moved: 2,
            trials: 0,
        }
    }

    /// The part of the step at which the zero has been passed.
    pub fn passed(&self) -> f64 {
        self.parts[1]
    }

    /// Width of the interval.
    pub fn width(&self) -> f64 {
        self.parts[1] - self.parts[0]
    }

    /// Distance from a fraction with this value to the zero, estimated by the secant.
    pub fn away(&self, value: f64) -> f64 {
        let [first, last] = self.values;
        abs(value / (last - first)) * self.width()
    }

    /// The next fraction to be tried: the secant's zero plus half a tolerance, or every third time the middle of the
    /// interval.
    pub fn trial(&mut self, tolerance: f64) -> f64 {
        self.trials += 1;
        let ([from, to], [first, last]) = (self.parts, self.values);
        let secant = from + (to - from) * first / (first - last) + 0.5 * tolerance;
        let is_inside = secant > from && secant < to;
        match self.trials.is_multiple_of(3) || !is_inside {
            true => 0.5 * (from + to),
            false => secant,
        }
    }

    /// Moves one end of the interval to a part with this value. If the opposite end of the interval stays for the
    /// second time, its value is halved (Illinois algorithm: Dowell & Jarratt 1971, BIT 11, 168-174).
    pub fn narrow(&mut self, part: f64, value: f64, is_passed: bool) {
        let end = usize::from(is_passed);
        if self.moved == end {
            self.values[1 - end] *= 0.5;
        }
        (self.parts[end], self.values[end], self.moved) = (part, value, end);
    }
}
