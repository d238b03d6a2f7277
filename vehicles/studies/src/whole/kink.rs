//! Both sides of a kink.
//!
//! Some forces change their slope at rest, for example the force of a damper with two rates, or of a stop that is just
//! touched. They have no derivative there, and rounding determines on which side a state is found. If the slope changes
//! from `a` to `b`, the force does as much work in a small harmonic motion about the kink as a force with the slope
//! `(a + b)/2` throughout. So the mean of both sides is the linear system for such motions.

use super::System;
use super::free::Free;
use super::jacobian::Jacobian;
use super::vehicle::OfVehicle;
use nalgebra::{DMatrix, DVector};
use wishbone::derivative::Argument;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone::subsystem::rate;

/// Largest change of a speed [m/s or rad/s] and of a displacement [m or rad] from the kink to a side. It is far above
/// rounding, and far below all motions for which a slope is requested.
const NUDGE: f64 = 1e-6;
/// Position of the vertical force among the loads on a wheel.
const VERTICAL: usize = 2;

/// Jacobians about a state that may be at a kink.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Mean of both sides.
    pub mean: Jacobian,
    /// Each side ([`System::sides`]).
    pub each: [Jacobian; 2],
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// The Jacobians at both sides of the kinks near a state. On the first side the wheels rise and are higher, on the second they
    /// sink and are lower. Without wheels, all free speeds are a little above and below the speeds of the state.
    pub fn sides(&mut self, state: &Whole<S::State, E::State>) -> Sides {
        let around = self.around(state);
        let at = self.of_vehicle(state, &around.inputs);
        let each = self.beside(state, &at, &around.free);
        let each = each.map(|side| self.of_vehicle(&side, &around.inputs));
        // Kinematics have no kinks, so only the slopes of accelerations differ.
        let of = |v_q: DMatrix<f64>, v_v: DMatrix<f64>, v_u: DMatrix<f64>| {
            let own = OfVehicle {
                v_q,
                v_v,
                v_u,
                ..at.clone()
            };
            Jacobian::of(&own, &around)
        };
        let [one, two] = &each;
        let mean = |one: &DMatrix<f64>, two: &DMatrix<f64>| (one + two) / 2.0;
        Sides {
            mean: of(
                mean(&one.v_q, &two.v_q),
                mean(&one.v_v, &two.v_v),
                mean(&one.v_u, &two.v_u),
            ),
            each: each.map(|side| of(side.v_q, side.v_v, side.v_u)),
        }
    }

    /// Derivatives of the declared outputs; at a kink, the mean of both sides. Rows are in the order of the outputs. Columns are
    /// coordinates, speeds, inputs of the vehicle, and rates of the speeds.
    pub fn output_slopes(&mut self, state: &Whole<S::State, E::State>) -> DMatrix<f64> {
        let mut inputs = self.solver.no_inputs();
        let rate = rate(&mut self.solver, &mut self.surroundings, &mut inputs, self.time, state);
        let (at, free) = (self.of_vehicle(state, &inputs), self.free(state));
        let [one, two] = self.beside(state, &at, &free);
        let mut slopes = |side: &Whole<S::State, E::State>| self.of_outputs(side, &inputs, &rate.vehicle);
        (slopes(&one) + slopes(&two)) / 2.0
    }

    /// States at both sides of the kinks near a state.
    fn beside(&self, state: &Whole<S::State, E::State>, at: &OfVehicle, free: &Free) -> [Whole<S::State, E::State>; 2] {
        let direction = self.across(at, free);
        [NUDGE, -NUDGE].map(|by| {
            let mut moved = state.clone();
            add(moved.vehicle.coordinates_mut(), &(&at.n * &direction * by));
            add(moved.vehicle.speeds_mut(), &(&direction * by));
            moved
        })
    }

    /// Speeds that change the rate of every force element. The motions are caused by loads on all wheels that are equal
    /// to a few per cent. Exactly equal loads are symmetric and would leave a damper of the steering at rest.
    fn across(&self, at: &OfVehicle, free: &Free) -> DVector<f64> {
        let names = self.solver.description();
        let first = Argument::Drive(0, 0).column(names);
        let mut pushed = DVector::zeros(at.v_u.nrows());
        for wheel in 0..names.wheels.len() {
            pushed += at.v_u.column(Argument::Load(wheel, VERTICAL).column(names) - first) * (1.0 + uneven(wheel));
        }
        let largest = pushed.amax();
        let scale = if largest > 0.0 { 1.0 / largest } else { 0.0 };
        let own = free.speeds.iter().enumerate();
        let own = own.map(|(place, &speed)| scale * pushed[speed] + uneven(place));
        let speeds = &free.basis * DVector::from_iterator(free.speeds.len(), own);
        let largest = speeds.amax();
        speeds / largest.max(f64::MIN_POSITIVE)
    }
}

/// Numbers from 0.01 to 0.02 without a regularity that a vehicle's symmetry could have, too: multiples of the golden
/// ratio.
fn uneven(place: usize) -> f64 {
    0.01 + 0.01 * (0.618_033_988_749_895 * (place + 1) as f64).fract()
}

fn add(numbers: &mut [f64], change: &DVector<f64>) {
    numbers
        .iter_mut()
        .zip(change.iter())
        .for_each(|(own, change)| *own += change);
}
