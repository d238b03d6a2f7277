//! States of equipment at rest while the vehicle moves on: shafts, engine and converter of a vehicle at speed.
//!
//! The motion of the wheels is constant. The states `y` follow their rates `y' = f(y)` by the implicit Euler method, `y = y₀ + h
//! f(y)`, which damps oscillations. With steps of 0.05 s an automatic gearbox can choose its gear. At the end Newton's method
//! solves `f(y) = 0`.

use nalgebra::{DMatrix, DVector};
use wishbone::control::Controls;
use wishbone::ports::{MarkerMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::subsystem::Joints;

/// Step [s], and longest time [s].
const STEP: f64 = 0.05;
const LONGEST: f64 = 20.0;
/// Time without a change after which the equipment is at rest [s].
const STILL: f64 = 2.5;
/// Speed below which the wheels stand [m/s].
const STANDSTILL: f64 = 0.01;
/// Largest rate at rest, and largest rate that Newton's method may leave [SI].
const AT_REST: f64 = 1e-7;
/// Largest number of iterations of one step, and of the last one.
const ITERATIONS: usize = 12;
/// Largest correction after which a step counts as solved, relative to the largest number; absolute for numbers below
/// one.
const SOLVED: f64 = 1e-9;
/// Largest number of halvings of a step that is not solved: friction that lets go has kinks.
const HALVINGS: usize = 7;
/// Step of a difference, relative to the size of a number; absolute for numbers below one.
const DIFFERENCE: f64 = 1e-7;

/// The motion of a vehicle as seen by its equipment.
#[derive(Clone, Debug)]
pub struct Seen<X> {
    /// Motion of the wheels.
    pub wheels: Vec<WheelMotion>,
    /// Motion of the markers.
    pub markers: Vec<MarkerMotion>,
    /// Coordinates and speeds.
    pub vehicle: X,
    /// Demands of the driver.
    pub controls: Controls,
}

/// States of equipment that stay constant in this motion of the vehicle, found from the initial states. If the equipment does not
/// come to rest, such as a limited slip that sticks and slips: the states after 20 s.
///
/// Where the wheels stand, a gearbox decides once. With full throttle against held wheels, a gearbox that shifts by the speed of the
/// engine would shift up to its last gear. No vehicle pulls away in the last gear.
pub fn relaxed<S, E>(equipment: &mut E, seen: &Seen<S::State>, inputs: &S::Inputs) -> E::State
where
    S: Solver,
    E: Subsystem<S>,
{
    let mut system = Relaxing {
        state: equipment.initial(),
        equipment,
        seen,
        inputs: inputs.clone(),
    };
    if system.numbers().is_empty() {
        return system.state;
    }
    let stands = forward_speed(&seen.wheels).abs() < STANDSTILL;
    let (mut time, mut still, mut decides) = (-LONGEST, 0.0, true);
    while time < 0.0 && still < STILL {
        let before = system.numbers();
        system.advance(STEP, HALVINGS);
        time += STEP;
        if decides {
            system.equipment.stepped(time, STEP, &mut system.state);
        }
        decides = !stands;
        let moved = (system.numbers() - before).amax() / STEP;
        still = if moved < AT_REST { still + STEP } else { 0.0 };
    }
    let reached = system.state.clone();
    let left = system.rate().amax();
    system.step(f64::INFINITY);
    let rate = system.rate().amax();
    match rate.is_finite() && rate <= left.max(AT_REST) {
        true => system.state,
        false => reached,
    }
}

struct Relaxing<'a, S: Solver, E: Subsystem<S>> {
    equipment: &'a mut E,
    seen: &'a Seen<S::State>,
    inputs: S::Inputs,
    state: E::State,
}

impl<S: Solver, E: Subsystem<S>> Relaxing<'_, S, E> {
    fn numbers(&self) -> DVector<f64> {
        let mut numbers = Vec::new();
        self.state.clone().each(&mut |x| numbers.push(*x));
        DVector::from_vec(numbers)
    }

    fn set(&mut self, numbers: &DVector<f64>) {
        let mut next = numbers.iter();
        self.state.each(&mut |x| *x = *next.next().unwrap_or(x));
    }

    /// Rates of the states; zero for states whose rate has no numbers.
    fn rate(&mut self) -> DVector<f64> {
        let now = Now {
            time: 0.0,
            state: &self.state,
            wheels: &self.seen.wheels,
            markers: &self.seen.markers,
            joints: Joints::of(&self.seen.vehicle),
            controls: self.seen.controls,
        };
        let mut rate = self.equipment.load(&now, &mut self.inputs);
        let mut numbers = Vec::new();
        rate.each(&mut |x| numbers.push(*x));
        numbers.resize(self.numbers().len(), 0.0);
        DVector::from_vec(numbers)
    }

    /// A step of length `h`, or two of half its length if its equation is not solved.
    fn advance(&mut self, h: f64, halvings: usize) {
        let from = self.numbers();
        if !self.step(h) && halvings > 0 {
            self.set(&from);
            self.advance(0.5 * h, halvings - 1);
            self.advance(0.5 * h, halvings - 1);
        }
    }

    /// A step of length `h`; returns whether its equation is solved. An infinite step searches for a state with zero
    /// rates.
    fn step(&mut self, h: f64) -> bool {
        let from = self.numbers();
        let size = from.len();
        let (mut at, mut is_solved) = (from.clone(), false);
        for _ in 0..ITERATIONS {
            self.set(&at);
            let rate = self.rate();
            // `y - y₀ - h f(y) = 0`, divided by `h`.
            let left = (&at - &from) / h - &rate;
            let mut matrix = DMatrix::from_diagonal_element(size, size, 1.0 / h);
            for column in 0..size {
                let by = DIFFERENCE * at[column].abs().max(1.0);
                let mut moved = at.clone();
                moved[column] += by;
                self.set(&moved);
                let slope = (self.rate() - &rate) / by;
                matrix.column_mut(column).zip_apply(&slope, |own, slope| *own -= slope);
            }
            let Ok(change) = matrix.svd(true, true).solve(&left, 1e-13) else {
                break;
            };
            if !change.iter().all(|x| x.is_finite()) {
                break;
            }
            at -= &change;
            is_solved = change.amax() <= SOLVED * at.amax().max(1.0);
            if change.amax() <= 1e-12 * at.amax().max(1.0) {
                break;
            }
        }
        self.set(&at);
        is_solved
    }
}
