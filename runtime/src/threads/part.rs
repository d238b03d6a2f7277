//! The numbers of a state that a thread computes.

use super::Holdings;
use crate::state::{StateVector, Vector, add_to, sum, sum_to};
use core::iter;
use core::ops::Range;

/// State of a vehicle, or its rate, of which a thread computes some numbers: an integrator advances these numbers, and
/// all other numbers do not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<X> {
    /// All numbers of the vehicle.
    pub whole: X,
    held: &'static Holdings,
}

/// Holdings of a zero: none, until a thread writes its rates to it.
static NOTHING: Holdings = Holdings {
    coordinates: &[],
    speeds: &[],
    wheels: &[],
    spins: &[],
    markers: &[],
    margins: &[],
    told: 0,
};

impl<X: StateVector> Part<X> {
    /// The numbers of a state that are held.
    pub(super) fn new(whole: X, held: &'static Holdings) -> Self {
        Self { whole, held }
    }

    /// Room for the numbers that are held.
    pub(super) fn hold(&mut self, held: &'static Holdings) -> &mut X {
        self.held = held;
        &mut self.whole
    }

    /// Holdings of the first of these vectors that has holdings: a zero vector has none.
    fn held_by<'a>(mut vectors: impl Iterator<Item = &'a Self>) -> &'static Holdings
    where
        X: 'a,
    {
        let first = vectors.find(|vector| vector.held.is_some());
        first.map_or(&NOTHING, |vector| vector.held)
    }
}

impl<X: StateVector> Vector for Part<X> {
    fn zero() -> Self {
        Self::new(X::zero(), &NOTHING)
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        self.held = Self::held_by(iter::once(&*self).chain(terms.iter().map(|(_, rate)| *rate)));
        for range in self.held.coordinates {
            let terms = terms.map(|(factor, rate)| (factor, &rate.whole.coordinates()[range.clone()]));
            add_to(&mut self.whole.coordinates_mut()[range.clone()], terms);
        }
        for range in self.held.speeds {
            let terms = terms.map(|(factor, rate)| (factor, &rate.whole.speeds()[range.clone()]));
            add_to(&mut self.whole.speeds_mut()[range.clone()], terms);
        }
    }

    #[inline]
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        self.held = Self::held_by(iter::once(from).chain(terms.iter().map(|(_, rate)| *rate)));
        for range in self.held.coordinates {
            let terms = terms.map(|(factor, rate)| (factor, &rate.whole.coordinates()[range.clone()]));
            let from = &from.whole.coordinates()[range.clone()];
            sum_to(&mut self.whole.coordinates_mut()[range.clone()], from, terms);
        }
        for range in self.held.speeds {
            let terms = terms.map(|(factor, rate)| (factor, &rate.whole.speeds()[range.clone()]));
            let from = &from.whole.speeds()[range.clone()];
            sum_to(&mut self.whole.speeds_mut()[range.clone()], from, terms);
        }
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let each = |numbers: &mut [f64], ranges: &[Range<usize>], lend: &mut dyn FnMut(&mut f64)| {
            for range in ranges {
                numbers[range.clone()].iter_mut().for_each(&mut *lend);
            }
        };
        each(self.whole.coordinates_mut(), self.held.coordinates, lend);
        each(self.whole.speeds_mut(), self.held.speeds, lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        let held = Self::held_by(vectors.iter().copied());
        for k in held.coordinates.iter().cloned().flatten() {
            visit(vectors.map(|vector| vector.whole.coordinates()[k]));
        }
        for k in held.speeds.iter().cloned().flatten() {
            visit(vectors.map(|vector| vector.whole.speeds()[k]));
        }
    }

    #[inline]
    fn is_finite(&self) -> bool {
        let is_finite = |numbers: &[f64]| sum(numbers).is_finite() || numbers.iter().all(|x| x.is_finite());
        let (q, v) = (self.whole.coordinates(), self.whole.speeds());
        self.held.coordinates.iter().all(|range| is_finite(&q[range.clone()]))
            && self.held.speeds.iter().all(|range| is_finite(&v[range.clone()]))
    }
}

impl<X: StateVector> StateVector for Part<X> {
    fn coordinates(&self) -> &[f64] {
        self.whole.coordinates()
    }

    fn coordinates_mut(&mut self) -> &mut [f64] {
        self.whole.coordinates_mut()
    }

    fn speeds(&self) -> &[f64] {
        self.whole.speeds()
    }

    fn speeds_mut(&mut self) -> &mut [f64] {
        self.whole.speeds_mut()
    }
}

impl Holdings {
    /// Whether there is a number among them that is integrated.
    fn is_some(&self) -> bool {
        !(self.coordinates.is_empty() && self.speeds.is_empty())
    }
}
