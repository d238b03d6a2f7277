//! Surroundings of a vehicle: everything that they read and deliver, and their derivatives (exact for tyres, otherwise by central
//! differences).

use super::{DIFFERENCE, System};
use nalgebra::{DMatrix, DVector};
use wishbone::acting::{Acting, Reading};
use wishbone::control::Controls;
use wishbone::derivative::{Argument, Delivered};
use wishbone::ports::{ContactPoint, MarkerMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector, Whole};
use wishbone::subsystem::{Joints, lay};

/// Everything that the surroundings read.
pub(super) struct Outside<S: Solver, E: Subsystem<S>> {
    wheels: Vec<WheelMotion>,
    contacts: Vec<ContactPoint>,
    markers: Vec<MarkerMotion>,
    vehicle: S::State,
    own: E::State,
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

    /// Derivatives of the inputs of the vehicle and of the rates of the surroundings' states, with respect to
    /// everything that the surroundings read. Returned with the rows that are exact.
    pub(super) fn of_surroundings(
        &mut self,
        state: &Whole<S::State, E::State>,
        inputs: &S::Inputs,
    ) -> (DMatrix<f64>, Vec<bool>) {
        let mut at = self.outside(state);
        let numbers = at.numbers();
        let (mut scratch, mut sides) = (inputs.clone(), [Vec::new(), Vec::new()]);
        self.act(&at, inputs, &mut scratch, &mut sides[0]);
        let mut slopes = DMatrix::zeros(sides[0].len(), numbers.len());
        for (place, (&number, mut column)) in numbers.iter().zip(slopes.column_iter_mut()).enumerate() {
            let step = DIFFERENCE * number.abs().max(1.0);
            for (side, by) in sides.iter_mut().zip([step, -step]) {
                at.set(place, number + by);
                self.act(&at, inputs, &mut scratch, side);
            }
            at.set(place, number);
            let [up, down] = &sides;
            let each = column.iter_mut().zip(up.iter().zip(down));
            each.for_each(|(slope, (up, down))| *slope = (up - down) / (2.0 * step));
        }
        // The surroundings keep what they have read in this state for later readers.
        self.act(&at, inputs, &mut scratch, &mut sides[0]);
        let is_exact = self.put_exact(&at, &mut slopes);
        (slopes, is_exact)
    }

    /// Replaces the rows for which the surroundings give exact derivatives, as tyres do, and returns the positions of
    /// these rows.
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
        let mut acted = Vec::new();
        self.act(at, inputs, &mut inputs.clone(), &mut acted);
        DVector::from_vec(acted)
    }

    /// The same, written to `acted`. `scratch` are inputs of any values.
    fn act(&mut self, at: &Outside<S, E>, inputs: &S::Inputs, scratch: &mut S::Inputs, acted: &mut Vec<f64>) {
        scratch.clone_from(inputs);
        self.surroundings.drive(self.time, &at.own, scratch);
        for (contact, (_, places)) in at.contacts.iter().zip(self.solver.description().contacts) {
            let ground = self.surroundings.ground(self.time, contact.position);
            lay(ground, places, scratch.signals());
        }
        let mut own = self.surroundings.load(&at.now(self.time), scratch);
        acted.clear();
        for drive in scratch.drives() {
            let fields = drive.fields();
            fields.iter().for_each(|(_, numbers)| acted.extend_from_slice(numbers));
        }
        for wheel in scratch.wheels() {
            let fields = wheel.fields();
            fields.iter().for_each(|(_, numbers)| acted.extend_from_slice(numbers));
        }
        acted.extend_from_slice(scratch.signals());
        own.each(&mut |rate| acted.push(*rate));
    }
}
