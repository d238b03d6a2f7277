//! State and inputs whose sizes are known when a vehicle is read.

use wishbone::ports::{Drive, InputPorts, WheelLoad};
use wishbone::state::{StateVector, Vector};

/// Coordinates and speeds of a vehicle, or their rates of change. [`Vector::zero`] contains no numbers, and stands for
/// any number of zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Coordinates [rad, m], Euler parameters; in a rate, their derivatives.
    pub q: Vec<f64>,
    /// Speeds [rad/s, m/s]; in a rate, accelerations.
    pub v: Vec<f64>,
}

/// Adds terms number by number, in the same order as a state of fixed size. Missing numbers count as zeros.
pub fn add_all<const K: usize>(numbers: &mut Vec<f64>, terms: [(f64, &[f64]); K]) {
    let size = terms.iter().map(|(_, term)| term.len()).max().unwrap_or(0);
    if numbers.is_empty() {
        numbers.resize(size, 0.0);
    }
    if terms.iter().all(|(_, term)| term.len() == numbers.len()) {
        let terms = terms.map(|(factor, term)| (factor, &term[..numbers.len()]));
        for (k, x) in numbers.iter_mut().enumerate() {
            *x = terms.iter().fold(*x, |x, (factor, term)| x + factor * term[k]);
        }
        return;
    }
    for (k, x) in numbers.iter_mut().enumerate() {
        *x = terms
            .iter()
            .fold(*x, |x, (factor, term)| x + factor * term.get(k).copied().unwrap_or(0.0));
    }
}

/// Writes a sum, number by number, in the order of [`add_all`]. Missing numbers count as zeros.
pub fn sum_from<const K: usize>(numbers: &mut Vec<f64>, from: &[f64], terms: [(f64, &[f64]); K]) {
    numbers.clear();
    numbers.extend_from_slice(from);
    add_all(numbers, terms);
}

/// Visits the numbers of several lists side by side. Missing numbers count as zeros.
pub fn side_by_side<const K: usize>(lists: [&[f64]; K], visit: &mut dyn FnMut([f64; K])) {
    let size = lists.iter().map(|list| list.len()).max().unwrap_or(0);
    for k in 0..size {
        visit(lists.map(|list| list.get(k).copied().unwrap_or(0.0)));
    }
}

impl Vector for Numbers {
    fn zero() -> Self {
        Self::default()
    }

    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        add_all(&mut self.q, terms.map(|(factor, term)| (factor, &term.q[..])));
        add_all(&mut self.v, terms.map(|(factor, term)| (factor, &term.v[..])));
    }

    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        sum_from(&mut self.q, &from.q, terms.map(|(factor, term)| (factor, &term.q[..])));
        sum_from(&mut self.v, &from.v, terms.map(|(factor, term)| (factor, &term.v[..])));
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.q.iter_mut().for_each(&mut *lend);
        self.v.iter_mut().for_each(lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        side_by_side(vectors.map(|own| &own.q[..]), visit);
        side_by_side(vectors.map(|own| &own.v[..]), visit);
    }

    fn is_finite(&self) -> bool {
        self.q.iter().chain(&self.v).all(|x| x.is_finite())
    }
}

impl StateVector for Numbers {
    fn coordinates(&self) -> &[f64] {
        &self.q
    }

    fn coordinates_mut(&mut self) -> &mut [f64] {
        &mut self.q
    }

    fn speeds(&self) -> &[f64] {
        &self.v
    }

    fn speeds_mut(&mut self) -> &mut [f64] {
        &mut self.v
    }
}

/// Inputs of a vehicle. [`Solver::no_inputs`](wishbone::solver::Solver::no_inputs) makes them, so that each input of
/// the vehicle exists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// Prescribed motions.
    pub drives: Vec<Drive>,
    /// Wheel loads.
    pub wheels: Vec<WheelLoad>,
    /// Magnitudes of forces [N] and torques [N m], and the ground under contacts.
    pub signals: Vec<f64>,
}

impl InputPorts for Inputs {
    type Drives = Vec<Drive>;

    fn driven(&self) -> Self::Drives {
        self.drives.clone()
    }

    fn are_driven(&self, drives: &Self::Drives) -> bool {
        self.drives == *drives
    }

    fn drives(&mut self) -> &mut [Drive] {
        &mut self.drives
    }

    fn wheels(&mut self) -> &mut [WheelLoad] {
        &mut self.wheels
    }

    fn signals(&mut self) -> &mut [f64] {
        &mut self.signals
    }
}
