//! The share of a step's time that one subsystem takes.

use crate::acting::{Acting, Reading};
use crate::control::Controls;
use crate::description::Description;
use crate::refused::Held;
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};
use crate::terrain::Ground;
use core::time::Duration;
use std::time::Instant;

/// A subsystem whose calls are timed; otherwise it behaves as before.
///
/// The clock is read twice for each call, which takes some 50 ns. Compare timed subsystems with each other, and not with a step
/// without timing.
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # type Car = roller::Roller;
/// use wishbone::control::SpeedHold;
/// use wishbone::prelude::*;
/// use wishbone::timed::Timed;
///
/// let road = OnRoad { tyres: [LinearTyre::vertical(0.3, 200e3, 2e3)], terrain: Flat };
/// let driver = SpeedHold::new(15.0, 300.0, 100.0, 500.0, [true]);
/// let subsystems = (Timed::new(road), Timed::new(driver));
/// let mut simulation = Simulation::new(Car::default(), subsystems, RungeKutta4);
/// for _ in 0..100 {
///     let _ = simulation.step(1e-3)?;
/// }
/// // Four evaluations a step.
/// assert_eq!(simulation.surroundings.0.evaluations(), 400);
/// assert!(simulation.surroundings.0.spent() > core::time::Duration::ZERO);
/// # Ok::<(), Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed<E> {
    /// The subsystem.
    pub subsystem: E,
    spent: Duration,
    evaluations: u64,
}

impl<E> Timed<E> {
    /// A timed subsystem, with no time spent yet.
    pub fn new(subsystem: E) -> Self {
        Self {
            subsystem,
            spent: Duration::ZERO,
            evaluations: 0,
        }
    }

    /// Time spent in all calls so far, including calls in refused steps.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Number of evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Resets time and number of evaluations to zero.
    pub fn reset(&mut self) {
        (self.spent, self.evaluations) = (Duration::ZERO, 0);
    }

    fn timed<T>(&mut self, work: impl FnOnce(&mut E) -> T) -> T {
        let begin = Instant::now();
        let done = work(&mut self.subsystem);
        self.spent += begin.elapsed();
        done
    }
}

impl<S: Solver, E: Subsystem<S>> Subsystem<S> for Timed<E> {
    type State = E::State;

    fn initial(&self) -> Self::State {
        self.subsystem.initial()
    }

    fn drive(&mut self, time: f64, state: &Self::State, inputs: &mut S::Inputs) {
        self.timed(|subsystem| subsystem.drive(time, state, inputs));
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        Subsystem::<S>::jumps(&self.subsystem, from, to, tell);
    }

    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        Subsystem::<S>::ground(&self.subsystem, time, point)
    }

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        self.evaluations += 1;
        self.timed(|subsystem| subsystem.load(now, inputs))
    }

    fn load_into(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs, rate: &mut Self::State) {
        self.evaluations += 1;
        self.timed(|subsystem| subsystem.load_into(now, inputs, rate));
    }

    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        Subsystem::<S>::slopes(&self.subsystem, now, tell);
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        Subsystem::<S>::kinks(&self.subsystem, now, tell);
    }

    fn try_step(&mut self, time: f64, h: f64, state: &Self::State) -> Result<(), Held> {
        self.timed(|subsystem| Subsystem::<S>::try_step(subsystem, time, h, state))
    }

    fn declared_for(&self, tell: &mut dyn FnMut(&'static Description)) {
        Subsystem::<S>::declared_for(&self.subsystem, tell);
    }

    fn undo_step(&mut self) {
        self.timed(Subsystem::<S>::undo_step);
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut Self::State) {
        self.timed(|subsystem| Subsystem::<S>::stepped(subsystem, time, h, state));
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        Subsystem::<S>::memories(&mut self.subsystem, lend);
    }

    fn controls(&self) -> Option<Controls> {
        Subsystem::<S>::controls(&self.subsystem)
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        Subsystem::<S>::states(&self.subsystem, state, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        Subsystem::<S>::outputs(&self.subsystem, tell);
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        Subsystem::<S>::parameters(&mut self.subsystem, lend);
    }
}
