//! The part of a vehicle that one thread computes, as a solver.

use super::meetings::Meetings;
use super::spins::Spins;
use super::{Holdings, Part, Threaded, closing};
use crate::description::Description;
use crate::level::Level;
use crate::ports::{BodyMotion, ContactPoint, Energy, MarkerMotion, WheelMotion};
use crate::solver::Solver;
use crate::stabilise::{Closure, Gap, NotClosed, Projection};
use crate::state::{StateVector, Vector};
use crate::team::Absent;
use core::ops::Range;
use std::sync::Arc;
use std::vec;
use std::vec::Vec;

/// A thread's part of a vehicle: a solver that advances the numbers of the state that the thread holds. Wheels,
/// contacts and markers of other threads are not moved. If the surroundings read the spins of all wheels, the other
/// threads send the spins of their wheels.
///
/// [`Solver::accelerations`] waits for the other threads. If one of these threads does not come, rates are NaN from
/// then on, so the step is refused.
#[derive(Debug)]
pub struct Share<S> {
    solver: S,
    thread: usize,
    meetings: Arc<Meetings>,
    spins: Option<Spins>,
    sent: Vec<f64>,
    received: Vec<f64>,
    absent: Option<Absent>,
}

impl<S: Threaded> Share<S> {
    /// Part of a vehicle that a thread computes, and the meetings with the other threads.
    pub(super) fn new(solver: S, thread: usize, meetings: Arc<Meetings>) -> Self {
        Self {
            solver,
            thread,
            sent: vec![0.0; S::THREADS[thread].told],
            received: vec![0.0; meetings.contributions.count()],
            spins: meetings.spins.is_some().then(|| Spins::new::<S>(thread)),
            meetings,
            absent: None,
        }
    }

    /// Its part of the vehicle.
    pub fn holdings(&self) -> &'static Holdings {
        &S::THREADS[self.thread]
    }

    /// The reason why the wait for other threads was in vain, if it was; the reason is then forgotten.
    pub(super) fn take_absent(&mut self) -> Option<Absent> {
        self.absent.take()
    }

    /// The threads whose subsystems it computes: one.
    fn own(&self) -> Range<usize> {
        self.thread..self.thread + 1
    }

    /// Tells the spins of its wheels, which neither loops nor bodies change. [`Share::placed`] has to follow.
    fn tell_spins(&mut self, state: &S::State) {
        let own = self.holdings();
        if let (Some(spins), Some(exchange)) = (&mut self.spins, &self.meetings.spins) {
            spins.tell(exchange, self.thread, own, state.speeds());
        }
    }

    /// Moves the bodies of a thread that has sent its spins, and receives the spins of other threads. An absence is
    /// remembered, so that the next accelerations are not numbers.
    fn placed(&mut self, state: &S::State, inputs: &S::Inputs) {
        self.solver.kinematics_of(self.thread, state, inputs);
        if let (Some(spins), Some(exchange)) = (&mut self.spins, &self.meetings.spins)
            && let Err(absent) = spins.hear(exchange, self.thread, self.solver.wheels())
        {
            self.absent.get_or_insert(absent);
        }
    }

    fn met(&mut self, inputs: &S::Inputs, rate: &mut Part<S::State>) -> Result<(), Absent> {
        if let Some(absent) = self.absent {
            return Err(absent);
        }
        self.solver.tell(self.thread, inputs, &mut self.sent);
        self.meetings.contributions.tell(self.thread, &self.sent);
        self.solver.meanwhile(self.thread, inputs);
        self.meetings.contributions.hear(self.thread, &mut self.received)?;
        let rate = rate.hold(self.holdings());
        self.solver.hear(self.thread, inputs, &self.received, rate);
        Ok(())
    }
}

impl<S: Threaded> Solver for Share<S> {
    type State = Part<S::State>;
    type Inputs = S::Inputs;

    const WHEEL_COUNT: Option<usize> = S::WHEEL_COUNT;

    fn description(&self) -> &'static Description {
        self.solver.description()
    }

    fn level(&self) -> Level {
        self.solver.level()
    }

    fn set_level(&mut self, level: Level) {
        self.solver.set_level(level);
    }

    fn design_state(&self) -> Self::State {
        Part::new(self.solver.design_state(), self.holdings())
    }

    fn no_inputs(&self) -> Self::Inputs {
        self.solver.no_inputs()
    }

    fn kinematics(&mut self, state: &Self::State, inputs: &Self::Inputs) {
        self.tell_spins(&state.whole);
        self.placed(&state.whole, inputs);
    }

    fn wheels(&self) -> &[WheelMotion] {
        let known = self
            .spins
            .as_ref()
            .map(Spins::wheels)
            .filter(|wheels| !wheels.is_empty());
        known.unwrap_or_else(|| self.solver.wheels())
    }

    fn margins(&self) -> &[f64] {
        self.solver.margins()
    }

    /// Of the loops that this thread closes.
    fn least_margin(&self) -> Gap {
        let (margins, pivots) = (self.solver.margins(), self.solver.description().pivots);
        // NaN is less than all numbers, so sound loops do not hide a loop that is out of reach. Of several equal numbers the last is
        // reported, as on one thread.
        let less = |one: usize, other: usize| match margins[other].is_nan() || margins[other] <= margins[one] {
            true => other,
            false => one,
        };
        match self.holdings().margins.iter().copied().reduce(less) {
            Some(least) => Gap::of_margins(&margins[least..=least], &pivots[least..=least]),
            None => Gap::of_margins(&[], &[]),
        }
    }

    fn contacts(&self) -> &[ContactPoint] {
        self.solver.contacts()
    }

    fn markers(&self) -> &[MarkerMotion] {
        self.solver.markers()
    }

    fn accelerations_into(&mut self, inputs: &Self::Inputs, rate: &mut Self::State) {
        if let Err(absent) = self.met(inputs, rate) {
            self.absent = Some(absent);
            rate.hold(self.holdings());
            rate.each(&mut |number| *number = f64::NAN);
        }
    }

    fn outputs(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[f64] {
        self.solver.outputs(&state.whole, inputs, &rate.whole)
    }

    fn bodies(&mut self, state: &Self::State, inputs: &Self::Inputs, rate: &Self::State) -> &[BodyMotion] {
        self.solver.bodies(&state.whole, inputs, &rate.whole)
    }

    fn energy(&mut self, state: &Self::State, inputs: &Self::Inputs) -> Energy {
        self.solver.energy(&state.whole, inputs)
    }

    fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap {
        let own = self.own();
        closing::position_of(&mut self.solver, own, &mut state.whole, inputs)
    }

    fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> Gap {
        let own = self.own();
        closing::velocity_of(&mut self.solver, own, &mut state.whole, inputs)
    }

    fn close(
        &mut self,
        state: &mut Self::State,
        inputs: &Self::Inputs,
        projection: &Projection,
    ) -> Result<Closure, NotClosed> {
        let own = self.own();
        self.tell_spins(&state.whole);
        let closure = closing::closure_of(&mut self.solver, own, &mut state.whole, inputs, projection)?;
        self.placed(&state.whole, inputs);
        closure.with(self.least_margin())
    }
}
