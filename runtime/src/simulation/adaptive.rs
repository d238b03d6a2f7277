//! Steps of the integrator's own choice.

use super::Simulation;
use crate::event::Event;
use crate::integrate::{Adaptive, StepControl};
use crate::refused::{Cause, NotAccurate, Refused};
use crate::solver::Solver;
use crate::stabilise::Closure;
use crate::subsystem::{StateOf, Subsystem};

impl<S: Solver, E: Subsystem<S>, I: Adaptive<StateOf<S, E>>> Simulation<S, E, I> {
    /// Advances to a time in steps of the integrator's choice, each with closed loops and with errors within the tolerance.
    ///
    /// ```
    /// # mod oscillator { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/oscillator.rs")); }
    /// # use oscillator::Oscillator;
    /// use wishbone::integrate::{DormandPrince, Tolerance};
    /// use wishbone::prelude::*;
    ///
    /// let integrator = DormandPrince::new(Tolerance::of(1e-12));
    /// let mut simulation = Simulation::new(Oscillator::undamped(2.0), Still, integrator);
    /// simulation.set_state(State { q: [1.0], v: [0.0] });
    /// simulation.run_to(1.0)?;
    /// assert_eq!(simulation.time(), 1.0);
    /// assert!((simulation.state().q[0] - 2.0_f64.cos()).abs() < 1e-11);
    /// # Ok::<(), Refused>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error in four cases: even the shortest step is not accurate or is refused, the time is not after the
    /// current time, the tolerance of the [`StepControl`] is not above zero, or its longest step is below the shortest.
    /// The simulation then stands at the end of the last step that was accepted.
    pub fn run_to(&mut self, end: f64) -> Result<(), Refused> {
        self.run_to_event(end, &mut []).map(|_| ())
    }

    /// Advances to a time, or to the first event before this time; returns whether there was an event ([`Event::has_occurred`]).
    ///
    /// # Errors
    /// As [`Simulation::run_to`].
    pub fn run_to_event(&mut self, end: f64, events: &mut [Event<'_, E::State>]) -> Result<bool, Refused> {
        loop {
            let (_, has_occurred) = self.advance_to_event(end, events)?;
            if has_occurred || self.time >= end {
                return Ok(has_occurred);
            }
        }
    }

    /// Advances by one step of the integrator's choice, which does not go beyond the time `end`.
    ///
    /// # Errors
    /// As [`Simulation::run_to`]; then nothing changes, except for [`inputs`](Self::inputs).
    pub fn advance(&mut self, end: f64) -> Result<Closure, Refused> {
        self.advance_to_event(end, &mut []).map(|(closure, _)| closure)
    }

    /// One accepted step, and whether it ends at an event.
    fn advance_to_event(&mut self, end: f64, events: &mut [Event<'_, E::State>]) -> Result<(Closure, bool), Refused> {
        let remaining = end - self.time;
        if !(remaining > 0.0 && end.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(remaining));
            return Err(Refused { time, cause });
        }
        if let Some(reason) = self.integrator.control().mistake() {
            let (time, cause) = (self.time, Cause::Control(reason));
            return Err(Refused { time, cause });
        }
        let proposed = match self.integrator.control().next {
            Some(h) => h,
            None => {
                let rate = self.rate();
                self.integrator.control().first(self.states.now(), &rate)
            }
        };
        let StepControl { shortest, longest, .. } = *self.integrator.control();
        let mut h = proposed.max(shortest).min(longest).min(remaining);
        if self.time + h <= self.time {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        self.begin(events);
        loop {
            // The last step ends exactly at `end`. No step leaves a remainder that is too short for a separate step.
            let is_last = h > 0.999_999 * remaining;
            let (time, length) = match is_last {
                true => (end, remaining),
                false => (self.time + h, h),
            };
            let refused = match self.accurate(time, length) {
                Ok((closure, error)) => {
                    let next = length * StepControl::factor(error, I::ESTIMATE);
                    let next = if is_last { next.max(proposed) } else { next };
                    match self.arrive([time, length], closure, events) {
                        Ok(arrived) => {
                            self.integrator.control_mut().next = Some(next);
                            return Ok(arrived);
                        }
                        // A shorter step may suit the subsystem.
                        Err(refused) if matches!(refused.cause, Cause::Held(_)) => {
                            self.begin(events);
                            h = length * 0.25;
                            refused
                        }
                        Err(refused) => return Err(refused),
                    }
                }
                Err((refused, factor)) => {
                    h = length * factor;
                    refused
                }
            };
            if h < shortest || self.time + h <= self.time {
                return Err(refused);
            }
        }
    }

    /// Attempts a step, and checks its error. Returns the error divided by the tolerance, or the refusal and the factor of the next
    /// attempt. A step that is not accurate is taken back.
    fn accurate(&mut self, time: f64, h: f64) -> Result<(Closure, f64), (Refused, f64)> {
        let closure = self.attempt(time, h).map_err(|refused| (refused, 0.25))?;
        let (begin, end) = (self.states.now(), self.states.next());
        let worst = self.integrator.control().worst(&self.integrator.error(), begin, end);
        if worst.error <= 1.0 {
            return Ok((closure, worst.error));
        }
        let found = NotAccurate::at(&self.solver, &self.surroundings, begin, worst.place, worst.error, h);
        self.take_back();
        let cause = Cause::NotAccurate(found);
        Err((
            Refused { time, cause },
            StepControl::factor(worst.error, I::ESTIMATE).min(0.9),
        ))
    }
}
