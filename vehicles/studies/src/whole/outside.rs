//! Surroundings of a vehicle: everything that they read and deliver, and their derivatives (exact for tyres, otherwise by central
//! differences).

use super::{DIFFERENCE, System};
use nalgebra::{DMatrix, DVector};
use wishbone::acting::{Acting, Reading};
use wishbone::derivative::{Argument, Delivered};
use wishbone::ports::{ContactPoint, InputPorts, MarkerMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::{Vector, Whole};
use wishbone::subsystem::{Joints, lay};

/// Everything that the surroundings read.
pub(super) struct Outside<S: Solver, E: Subsystem<S>> {
    wheels: Vec<WheelMotion>,
    contacts: Vec<ContactPoint>,
    markers: Vec<MarkerMotion>,
    vehicle: S::State,
    own: E::State,
}

impl<S: Solver, E: Subsystem<S>> Clone for Outside<S, E> {
    fn clone(&self) -> Self {
        Self {
            wheels: self.wheels.clone(),
            contacts: self.contacts.clone(),
            markers: self.markers.clone(),
            vehicle: self.vehicle.clone(),
            own: self.own.clone(),
        }
    }
}

impl<S: Solver, E: Subsystem<S>> Outside<S, E> {
    /// Calls `lend` with every number: wheels, contacts, markers, coordinates, speeds, states.
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let wheels = self.wheels.iter_mut().flat_map(WheelMotion::fields_mut);
        wheels.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        let contacts = self.contacts.iter_mut().flat_map(ContactPoint::fields_mut);
        contacts.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        let markers = self.markers.iter_mut().flat_map(MarkerMotion::fields_mut);
        markers.for_each(|(_, numbers)| numbers.iter_mut().for_each(&mut *lend));
        self.vehicle.coordinates_mut().iter_mut().for_each(&mut *lend);
        self.vehicle.speeds_mut().iter_mut().for_each(&mut *lend);
        self.own.each(lend);
    }

    /// The instant at a time, as the surroundings see it.
    fn now(&self, time: f64) -> Now<'_, E::State> {
        Now {
            time,
            state: &self.own,
            wheels: &self.wheels,
            markers: &self.markers,
            joints: Joints::of(&self.vehicle),
            controls: Controls::default(),
        }
    }

    fn numbers(&mut self) -> Vec<f64> {
        let mut numbers = Vec::new();
        self.each(&mut |x| numbers.push(*x));
        numbers
    }

    fn set(&mut self, place: usize, number: f64) {
        let mut next = 0;
        self.each(&mut |x| {
            if next == place {
                *x = number;
            }
            next += 1;
        });
    }
}

impl<S: Solver, E: Subsystem<S>> System<S, E> {
    /// Everything that the surroundings read, after the last kinematics.
    pub(super) fn outside(&self, state: &Whole<S::State, E::State>) -> Outside<S, E> {
        Outside {
            wheels: self.solver.wheels().to_vec(),
            contacts: self.solver.contacts().to_vec(),
            markers: self.solver.markers().to_vec(),
            vehicle: state.vehicle.clone(),
            own: state.subsystems.clone(),
        }
    }

    /// Derivatives of the inputs of the vehicle and of the rates of the surroundings' states, by everything that they read.
    /// Returned with the rows that are exact.
    pub(super) fn of_surroundings(
        &mut self,
        state: &Whole<S::State, E::State>,
        inputs: &S::Inputs,
    ) -> (DMatrix<f64>, Vec<bool>) {
        let mut at = self.outside(state);
        let numbers = at.numbers();
        let columns: Vec<DVector<f64>> = numbers
            .iter()
            .enumerate()
            .map(|(place, &number)| {
                let step = DIFFERENCE * number.abs().max(1.0);
                let [up, down] = [step, -step].map(|by| {
                    let mut moved = at.clone();
                    moved.set(place, number + by);
                    self.acted(&moved, inputs)
                });
                (up - down) / (2.0 * step)
            })
            .collect();
        let rows = self.acted(&at, inputs).len();
        let mut slopes = DMatrix::from_fn(rows, columns.len(), |row, column| columns[column][row]);
        let is_exact = self.put_exact(&at, &mut slopes);
        (slopes, is_exact)
    }

    /// Replaces the rows for which the surroundings give exact derivatives, as tyres do, and returns which rows these are.
    fn put_exact(&self, at: &Outside<S, E>, slopes: &mut DMatrix<f64>) -> Vec<bool> {
        let names = self.solver.description();
        let first = Argument::Drive(0, 0).column(names);
        let rates = Argument::SpeedRate(0).column(names) - first;
        let own = slopes.ncols() - (slopes.nrows() - rates);
        let wheels = Delivered::Wheel(0, 0).row(names);
        let mut is_exact = vec![false; slopes.nrows()];
        // A driver among the surroundings has set the pedals.
        let now = Now {
            controls: self.surroundings.controls().unwrap_or_default(),
            ..at.now(self.time)
        };
        self.surroundings.slopes(&now, &mut |acting, reading, slope| {
            let row = match acting {
                Acting::Load(wheel, component) => Argument::Load(wheel, component).column(names) - first,
                Acting::Rate(place) => rates + place,
            };
            let column = match reading {
                Reading::Wheel(wheel, component) => Delivered::Wheel(wheel, component).row(names) - wheels,
                Reading::State(place) => own + place,
            };
            if !is_exact[row] {
                is_exact[row] = true;
                slopes.row_mut(row).fill(0.0);
            }
            slopes[(row, column)] += slope;
        });
        is_exact
    }

    /// Inputs of the vehicle and rates of the surroundings' states, for this state of everything that they read.
    pub(super) fn acted(&mut self, at: &Outside<S, E>, inputs: &S::Inputs) -> DVector<f64> {
        let mut inputs = inputs.clone();
        self.surroundings.drive(self.time, &at.own, &mut inputs);
        for (contact, (_, places)) in at.contacts.iter().zip(self.solver.description().contacts) {
            let ground = self.surroundings.ground(self.time, contact.position);
            lay(ground, places, inputs.signals());
        }
        let mut own = self.surroundings.load(&at.now(self.time), &mut inputs);
        let mut acted: Vec<f64> = Vec::new();
        for drive in inputs.drives() {
            acted.extend(drive.fields().into_iter().flat_map(|(_, numbers)| numbers.to_vec()));
        }
        for wheel in inputs.wheels() {
            acted.extend(wheel.fields().into_iter().flat_map(|(_, numbers)| numbers.to_vec()));
        }
        acted.extend_from_slice(inputs.signals());
        own.each(&mut |rate| acted.push(*rate));
        DVector::from_vec(acted)
    }
}
