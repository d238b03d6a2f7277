//! Steps that end at an event.

use super::Simulation;
use crate::event::{Bracket, Event};
use crate::integrate::{Hermite, Integrator};
use crate::refused::{Cause, Refused};
use crate::solver::Solver;
use crate::stabilise::Closure;
use crate::subsystem::{Joints, Now, StateOf, Subsystem, rate};

/// Largest number of trials for one zero.
const TRIALS: usize = 100;

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// Advances by `h` [s], or to the first event within this step; returns whether there was an event ([`Event::has_occurred`]).
    ///
    /// The zero is located by the integrator's dense output, or by a cubic polynomial through both ends of the step. The step is then
    /// made again up to the zero, and the integrator restarts. All loops are closed at the end.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_to_event(&mut self, h: f64, events: &mut [Event<'_, E::State>]) -> Result<bool, Refused> {
        let time = self.time + h;
        if !(h > 0.0 && time > self.time && time.is_finite()) {
            let (time, cause) = (self.time, Cause::Step(h));
            return Err(Refused { time, cause });
        }
        self.begin(events);
        let closure = self.attempt(time, h)?;
        let (_, has_occurred) = self.arrive([time, h], closure, events)?;
        Ok(has_occurred)
    }

    /// Values of the events at the beginning of a step.
    pub(super) fn begin(&mut self, events: &mut [Event<'_, E::State>]) {
        if events.is_empty() {
            return;
        }
        let (state, time) = (self.states.now().clone(), self.time);
        self.look(time, &state, |now| events.iter_mut().for_each(|event| event.begin(now)));
        self.placed.note(&self.inputs);
    }

    /// Accepts a step that was attempted, or the part of the step up to the first event; returns whether there is an
    /// event.
    pub(super) fn arrive(
        &mut self,
        [time, h]: [f64; 2],
        closure: Closure,
        events: &mut [Event<'_, E::State>],
    ) -> Result<(Closure, bool), Refused> {
        if !self.end(time, events) {
            self.accept(time, h, &closure)?;
            return Ok((closure, false));
        }
        let (first, part) = self.first_within(h, events);
        self.take_back();
        let (closure, part) = self.land(h, &mut events[first], part)?;
        let time = self.time + part * h;
        let _ = self.end(time, events);
        self.accept(time, part * h, &closure)?;
        self.integrator.restart();
        Ok((closure, true))
    }

    /// Whether an event has occurred at the end of a step that was attempted.
    fn end(&mut self, time: f64, events: &mut [Event<'_, E::State>]) -> bool {
        if events.is_empty() {
            return false;
        }
        let state = self.states.next().clone();
        self.look(time, &state, |now| events.iter_mut().for_each(|event| event.end(now)));
        events.iter().any(Event::has_occurred)
    }

    /// The first event that has occurred, and the part of the step at which it occurred, by interpolation.
    fn first_within(&mut self, h: f64, events: &mut [Event<'_, E::State>]) -> (usize, f64) {
        let [before, after] = [self.states.now(), self.states.next()].map(Clone::clone);
        let rates = [(self.time, &before), (self.time + h, &after)]
            .map(|(time, state)| rate(&mut self.solver, &mut self.surroundings, &mut self.inputs, time, state));
        let cubic = Hermite {
            states: [before, after],
            rates,
            h,
        };
        let mut first = (0, f64::INFINITY);
        for (place, event) in events.iter_mut().enumerate() {
            if event.has_occurred() {
                let part = self.located(&cubic, event);
                if part < first.1 {
                    first = (place, part);
                }
            }
        }
        first
    }

    /// Part of the step at which an event has just occurred, by interpolation.
    fn located(&mut self, cubic: &Hermite<StateOf<S, E>>, event: &mut Event<'_, E::State>) -> f64 {
        let (begin, h) = (self.time, cubic.h);
        let tolerance = event.tolerance() / h;
        let mut bracket = Bracket::of(event);
        for _ in 0..TRIALS {
            if bracket.width() <= tolerance {
                break;
            }
            let part = bracket.trial(tolerance);
            let state = match self.integrator.within(&cubic.states[0], part) {
                Some(state) => state,
                None => cubic.at(part),
            };
            let mut value = f64::NAN;
            self.look(begin + part * h, &state, |now| value = event.value(now));
            bracket.narrow(part, value, event.is_crossed(value));
        }
        bracket.passed()
    }

    /// Attempts the step up to an event, first with the fraction found by interpolation. At the end of the step the
    /// event has just occurred.
    fn land(&mut self, h: f64, event: &mut Event<'_, E::State>, mut part: f64) -> Result<(Closure, f64), Refused> {
        let tolerance = event.tolerance() / h;
        let mut bracket = Bracket::of(event);
        for _ in 0..TRIALS {
            let time = self.time + part * h;
            let closure = self.attempt(time, part * h)?;
            let (mut value, state) = (f64::NAN, self.states.next().clone());
            self.look(time, &state, |now| value = event.value(now));
            let is_passed = event.is_crossed(value);
            let distance = bracket.away(value);
            bracket.narrow(part, value, is_passed);
            if is_passed && distance.min(bracket.width()) <= tolerance {
                return Ok((closure, part));
            }
            self.take_back();
            part = bracket.trial(tolerance);
        }
        let part = bracket.passed();
        let closure = self.attempt(self.time + part * h, part * h)?;
        Ok((closure, part))
    }

    /// Computes the kinematics of a state at a time, and shows this instant.
    fn look(&mut self, time: f64, state: &StateOf<S, E>, show: impl FnOnce(&Now<'_, E::State>)) {
        self.surroundings.drive(time, &state.subsystems, &mut self.inputs);
        self.solver.kinematics(&state.vehicle, &self.inputs);
        show(&Now {
            time,
            state: &state.subsystems,
            wheels: self.solver.wheels(),
            markers: self.solver.markers(),
            joints: Joints::of(&state.vehicle),
            controls: Subsystem::<S>::controls(&self.surroundings).unwrap_or_default(),
        });
    }
}
