//! Outputs near a steady motion. Declared outputs have exact slopes; the others are differentiated by central differences.

use super::Columns;
use crate::ground_motion::heading;
use crate::whole::System;
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::prelude::*;
use wishbone::state::{StateVector, Whole};
use wishbone::subsystem::rate;

/// Step of central differences of the outputs, relative to the size of a number; absolute for numbers below one.
const DIFFERENCE: f64 = 1e-5;

/// Horizontal speed below which a vehicle stands [m/s].
const STANDING: f64 = 1e-6;

/// Outputs near a steady motion.
pub(super) struct Observer<'a, S: Solver, E: Subsystem<S>> {
    pub(super) system: &'a mut System<S, E>,
    state: &'a Whole<S::State, E::State>,
    chassis: usize,
    inputs: S::Inputs,
    rate: S::State,
    /// Slopes of the declared outputs ([`System::output_slopes`]).
    declared: DMatrix<f64>,
}

impl<'a, S: Solver, E: Subsystem<S>> Observer<'a, S, E> {
    pub(super) fn new(system: &'a mut System<S, E>, state: &'a Whole<S::State, E::State>, chassis: usize) -> Self {
        let mut inputs = system.solver.no_inputs();
        let rate = rate(
            &mut system.solver,
            &mut system.surroundings,
            &mut inputs,
            system.time,
            state,
        );
        let declared = system.output_slopes(state);
        Self {
            system,
            state,
            chassis,
            inputs,
            rate: rate.vehicle,
            declared,
        }
    }

    /// Whether the chassis stands still. The direction of its velocity then has no slopes.
    pub(super) fn stands(&mut self) -> bool {
        let solver = &mut self.system.solver;
        let bodies = solver.bodies(&self.state.vehicle, &self.inputs, &self.rate);
        let [x, y, _] = bodies[self.chassis].velocity;
        x.hypot(y) < STANDING
    }

    /// Slopes of all outputs along a column.
    pub(super) fn slope(&mut self, columns: &Columns, column: usize) -> DVector<f64> {
        let read = [&columns.z, &columns.v, &columns.u, &columns.rate];
        let read: Vec<f64> = read
            .iter()
            .flat_map(|matrix| matrix.column(column).iter().copied().collect::<Vec<f64>>())
            .collect();
        let declared = &self.declared * DVector::from_vec(read);
        let all = self.difference(columns, column);
        DVector::from_iterator(all.len() + declared.len(), all.iter().chain(declared.iter()).copied())
    }

    /// Central difference along a column. The step is chosen so that no argument changes by more than a small fraction.
    fn difference(&mut self, columns: &Columns, column: usize) -> DVector<f64> {
        let mut largest = 0.0_f64;
        let mut numbers = Vec::new();
        let mut inputs = self.inputs.clone();
        each_input(&mut inputs, &mut |x| numbers.push(*x));
        let changes = columns.u.column(column);
        for (change, number) in changes.iter().zip(&numbers) {
            largest = largest.max(change.abs() / number.abs().max(1.0));
        }
        for matrix in [&columns.z, &columns.v, &columns.rate] {
            largest = largest.max(matrix.column(column).amax());
        }
        if largest == 0.0 {
            return self.look(0.0, columns, column) * 0.0;
        }
        let step = DIFFERENCE / largest;
        (self.look(step, columns, column) - self.look(-step, columns, column)) / (2.0 * step)
    }

    /// Outputs that are not declared, after a step along a column.
    fn look(&mut self, step: f64, columns: &Columns, column: usize) -> DVector<f64> {
        let (mut state, mut rate, mut inputs) = (self.state.vehicle.clone(), self.rate.clone(), self.inputs.clone());
        let add = |own: &mut [f64], change: DVector<f64>| {
            own.iter_mut()
                .zip(change.iter())
                .for_each(|(own, change)| *own += step * change);
        };
        add(state.coordinates_mut(), columns.z.column(column).into_owned());
        add(state.speeds_mut(), columns.v.column(column).into_owned());
        add(rate.speeds_mut(), columns.rate.column(column).into_owned());
        let mut next = 0;
        each_input(&mut inputs, &mut |x| {
            *x += step * columns.u[(next, column)];
            next += 1;
        });
        let solver = &mut self.system.solver;
        let bodies = solver.bodies(&state, &inputs, &rate);
        let own = &bodies[self.chassis];
        let [along, across] = heading(own);
        let (velocity, acceleration) = (Vector3::from(own.velocity), Vector3::from(own.acceleration));
        let [roll, pitch, _] = crate::manoeuvre::angles(own);
        let mut seen = vec![
            velocity.dot(&along),
            velocity.dot(&across).atan2(velocity.dot(&along)),
            own.angular_velocity[2],
            acceleration.dot(&along),
            acceleration.dot(&across),
            acceleration[2],
            roll,
            pitch,
            own.com[2],
        ];
        let others = bodies.iter().enumerate().filter(|(body, _)| *body != self.chassis);
        seen.extend(others.map(|(_, body)| body.acceleration[2]));
        seen.extend(inputs.wheels().iter().map(|load| load.force[2]));
        DVector::from_vec(seen)
    }
}

/// Calls `lend` with each input of a solver, in the order of the columns.
fn each_input<I: InputPorts>(inputs: &mut I, lend: &mut dyn FnMut(&mut f64)) {
    for drive in inputs.drives() {
        drive
            .fields_mut()
            .into_iter()
            .for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
    }
    for wheel in inputs.wheels() {
        wheel
            .fields_mut()
            .into_iter()
            .for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
    }
    inputs.signals().iter_mut().for_each(lend);
}
