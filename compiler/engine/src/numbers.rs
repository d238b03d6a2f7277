//! State and inputs whose sizes are known when a vehicle is read.

use wishbone::ports::{Drive, InputPorts, WheelLoad};
use wishbone::state::{StateVector, Vector};

/// Coordinates and speeds of a vehicle, or their rates of change. [`Vector::zero`] contains no numbers, and stands for
/// any number of zeros.
#[derive(Debug, Default, PartialEq)]
pub struct Numbers {
    /// Coordinates [rad, m], Euler parameters; in a rate, their derivatives.
    pub q: Vec<f64>,
    /// Speeds [rad/s, m/s]; in a rate, accelerations.
    pub v: Vec<f64>,
}

/// A copy into another value uses the memory of that value.
impl Clone for Numbers {
    fn clone(&self) -> Self {
        Self {
            q: self.q.clone(),
            v: self.v.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { q, v } = other;
        self.q.clone_from(q);
        self.v.clone_from(v);
    }
}

/// Adds terms number by number, in the order of a state of fixed size. Missing numbers count as zeros.
pub fn add_all<const K: usize>(numbers: &mut Vec<f64>, terms: [(f64, &[f64]); K]) {
    if numbers.is_empty() {
        let size = terms.iter().map(|(_, term)| term.len()).max().unwrap_or(0);
        if size == 0 {
            return;
        }
        numbers.resize(size, 0.0);
    }
    for (factor, term) in terms {
        add(numbers, factor, term);
    }
}

/// Adds a multiple of a term, in which missing numbers count as zeros. It is compiled here, once for all callers.
#[inline(never)]
fn add(numbers: &mut [f64], factor: f64, term: &[f64]) {
    let known = term.len().min(numbers.len());
    let (own, missing) = numbers.split_at_mut(known);
    own.iter_mut().zip(term).for_each(|(x, term)| *x += factor * term);
    missing.iter_mut().for_each(|x| *x += factor * 0.0);
}

/// Writes a sum, number by number, in the order of [`add_all`]. Missing numbers count as zeros.
pub fn sum_from<const K: usize>(numbers: &mut Vec<f64>, from: &[f64], terms: [(f64, &[f64]); K]) {
    let size = from.len();
    if terms.iter().any(|(_, term)| term.len() != size) {
        from.clone_into(numbers);
        return add_all(numbers, terms);
    }
    // One loop where no number is missing.
    numbers.resize(size, 0.0);
    let terms = terms.map(|(factor, term)| (factor, &term[..size]));
    for (k, (number, own)) in numbers.iter_mut().zip(from).enumerate() {
        let sum = |x: f64, (factor, term): &(f64, &[f64])| x + factor * term[k];
        *number = terms.iter().fold(*own, sum);
    }
}

/// Whether all numbers are finite. No number ends the loop, so that it takes several numbers at once.
pub fn are_finite(numbers: &[f64]) -> bool {
    numbers.iter().fold(true, |all, number| all & number.is_finite())
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
        are_finite(&self.q) && are_finite(&self.v)
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
#[derive(Debug, Default, PartialEq)]
pub struct Inputs {
    /// Prescribed motions.
    pub drives: Vec<Drive>,
    /// Wheel loads.
    pub wheels: Vec<WheelLoad>,
    /// Magnitudes of forces [N] and torques [N m], and the ground under contacts.
    pub signals: Vec<f64>,
}

/// A copy into another value uses the memory of that value.
impl Clone for Inputs {
    fn clone(&self) -> Self {
        Self {
            drives: self.drives.clone(),
            wheels: self.wheels.clone(),
            signals: self.signals.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self {
            drives,
            wheels,
            signals,
        } = other;
        self.drives.clone_from(drives);
        self.wheels.clone_from(wheels);
        self.signals.clone_from(signals);
    }
}

impl InputPorts for Inputs {
    type Drives = Vec<Drive>;

    fn driven(&self) -> Self::Drives {
        self.drives.clone()
    }

    /// It uses the memory of the copy before.
    fn copy_driven(&self, to: &mut Self::Drives) {
        to.clone_from(&self.drives);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms of a sum are added in their order, and a missing term counts as zero. A large term that cancels shows the
    /// order.
    #[test]
    fn sums_are_added_term_by_term() {
        let terms = [(1.0, &[1e16, 0.1, -0.0][..]), (-1.0, &[1e16, 0.3]), (0.1, &[3.0])];
        let from = [0.3, 0.7, -0.0];
        let mut found = vec![9.0; 5];
        sum_from(&mut found, &from, terms);
        let wanted = from.iter().enumerate().map(|(k, own)| {
            let each = terms
                .iter()
                .map(|(factor, term)| factor * term.get(k).copied().unwrap_or(0.0));
            each.fold(*own, |sum, term| sum + term)
        });
        let bits = |x: f64| x.to_bits();
        assert_eq!(
            found.iter().copied().map(bits).collect::<Vec<_>>(),
            wanted.map(bits).collect::<Vec<_>>()
        );
        let mut nothing = Vec::new();
        add_all(&mut nothing, [(2.0, &[0.5, 1.0][..])]);
        assert_eq!(nothing, [1.0, 2.0]);
    }
}
