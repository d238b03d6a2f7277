//! The state of a vehicle, of fixed size.

#[cfg(not(target_arch = "x86_64"))]
use self::sum_to as sum_many_to;
#[cfg(target_arch = "x86_64")]
use crate::lanes::sum_to as sum_many_to;

/// Coordinates and speeds of a vehicle, or their rates of change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<const Q: usize, const V: usize, T = f64> {
    /// Coordinates: joint angles [rad], displacements [m], Euler parameters, and displacements of dampers in series
    /// [m]; in a rate, their derivatives.
    pub q: [T; Q],
    /// Speeds: joint rates [rad/s, m/s]; of a ball or free joint, velocities relative to the first body: the angular
    /// velocity [rad/s] and the velocity of the joint's point [m/s]. The axes of these velocities are the axes of the
    /// second body if it is a separate frame (see the header of the solver), and the axes of its frame otherwise. In a
    /// rate, accelerations.
    pub v: [T; V],
}

/// Numbers that an integrator advances: a state, or its rate of change.
///
/// Numbers, arrays and pairs of vectors are vectors, and so is `()`, which has no numbers.
pub trait Vector: Clone + Send + Sync {
    /// All zero.
    fn zero() -> Self;
    /// `self += factor * rate`.
    fn add_scaled(&mut self, factor: f64, rate: &Self) {
        self.add_all([(factor, rate)]);
    }
    /// `self += factor * rate` for all terms, in order.
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]);
    /// `self = from + factor * rate + ..`, for all terms, in order.
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        self.clone_from(from);
        self.add_all(terms);
    }
    /// Lends every number, in order.
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64));
    /// Visits the numbers of several vectors side by side, in order.
    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K]));
    /// Whether no number is NaN or infinite.
    fn is_finite(&self) -> bool;
}

/// Count of the numbers of a vector.
pub(crate) fn count<X: Vector>(vector: &X) -> usize {
    let mut count = 0;
    X::side_by_side([vector], &mut |_| count += 1);
    count
}

impl Vector for () {
    fn zero() -> Self {}

    #[inline]
    fn add_all<const K: usize>(&mut self, _: [(f64, &Self); K]) {}

    fn each(&mut self, _lend: &mut dyn FnMut(&mut f64)) {}

    fn side_by_side<const K: usize>(_: [&Self; K], _visit: &mut dyn FnMut([f64; K])) {}

    fn is_finite(&self) -> bool {
        true
    }
}

impl Vector for f64 {
    #[inline]
    fn zero() -> Self {
        0.0
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        *self = terms.iter().fold(*self, |x, (factor, rate)| x + factor * **rate);
    }

    #[inline]
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(self);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        visit(vectors.map(|x| *x));
    }

    #[inline]
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
}

impl<X: Vector, const N: usize> Vector for [X; N] {
    #[inline]
    fn zero() -> Self {
        core::array::from_fn(|_| X::zero())
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        for (k, x) in self.iter_mut().enumerate() {
            x.add_all(terms.map(|(factor, rate)| (factor, &rate[k])));
        }
    }

    #[inline]
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|x| x.each(lend));
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        for k in 0..N {
            X::side_by_side(vectors.map(|x| &x[k]), visit);
        }
    }

    #[inline]
    fn is_finite(&self) -> bool {
        self.iter().all(Vector::is_finite)
    }
}

impl<A: Vector, B: Vector> Vector for (A, B) {
    #[inline]
    fn zero() -> Self {
        (A::zero(), B::zero())
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        self.0.add_all(terms.map(|(factor, rate)| (factor, &rate.0)));
        self.1.add_all(terms.map(|(factor, rate)| (factor, &rate.1)));
    }

    /// Each of the two keeps its own memory, which a clone of the pair would allocate again.
    #[inline]
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        self.0.sum_from(&from.0, terms.map(|(factor, rate)| (factor, &rate.0)));
        self.1.sum_from(&from.1, terms.map(|(factor, rate)| (factor, &rate.1)));
    }

    #[inline]
    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.0.each(lend);
        self.1.each(lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        A::side_by_side(vectors.map(|x| &x.0), visit);
        B::side_by_side(vectors.map(|x| &x.1), visit);
    }

    #[inline]
    fn is_finite(&self) -> bool {
        self.0.is_finite() && self.1.is_finite()
    }
}

/// States of a vehicle and of its subsystems, which are integrated together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole<X, Y = ()> {
    /// State of the vehicle.
    pub vehicle: X,
    /// States of the subsystems.
    pub subsystems: Y,
}

impl<X: Vector, Y: Vector> Vector for Whole<X, Y> {
    fn zero() -> Self {
        Self {
            vehicle: X::zero(),
            subsystems: Y::zero(),
        }
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        self.vehicle
            .add_all(terms.map(|(factor, rate)| (factor, &rate.vehicle)));
        self.subsystems
            .add_all(terms.map(|(factor, rate)| (factor, &rate.subsystems)));
    }

    #[inline]
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        self.vehicle
            .sum_from(&from.vehicle, terms.map(|(factor, rate)| (factor, &rate.vehicle)));
        self.subsystems
            .sum_from(&from.subsystems, terms.map(|(factor, rate)| (factor, &rate.subsystems)));
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.vehicle.each(lend);
        self.subsystems.each(lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        X::side_by_side(vectors.map(|x| &x.vehicle), visit);
        Y::side_by_side(vectors.map(|x| &x.subsystems), visit);
    }

    fn is_finite(&self) -> bool {
        self.vehicle.is_finite() && self.subsystems.is_finite()
    }
}

/// Coordinates and speeds of one vehicle or of several.
pub trait StateVector: Vector {
    /// Coordinates.
    fn coordinates(&self) -> &[f64];
    /// Coordinates.
    fn coordinates_mut(&mut self) -> &mut [f64];
    /// Speeds.
    fn speeds(&self) -> &[f64];
    /// Speeds.
    fn speeds_mut(&mut self) -> &mut [f64];
}

impl<const Q: usize, const V: usize> Vector for State<Q, V> {
    fn zero() -> Self {
        Self {
            q: [0.0; Q],
            v: [0.0; V],
        }
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        add_all(self, terms);
    }

    #[inline]
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        sum_from(self, from, terms);
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        each(self, lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        side_by_side(vectors, visit);
    }

    #[inline]
    fn is_finite(&self) -> bool {
        is_finite(self)
    }
}

impl<const Q: usize, const V: usize> StateVector for State<Q, V> {
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

impl<const Q: usize, const V: usize, const N: usize> Vector for State<Q, V, [f64; N]> {
    fn zero() -> Self {
        Self {
            q: [[0.0; N]; Q],
            v: [[0.0; N]; V],
        }
    }

    #[inline]
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        add_all(self, terms);
    }

    #[inline]
    fn sum_from<const K: usize>(&mut self, from: &Self, terms: [(f64, &Self); K]) {
        sum_from_by(self, from, terms, sum_many_to);
    }

    fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        each(self, lend);
    }

    fn side_by_side<const K: usize>(vectors: [&Self; K], visit: &mut dyn FnMut([f64; K])) {
        side_by_side(vectors, visit);
    }

    #[inline]
    fn is_finite(&self) -> bool {
        is_finite(self)
    }
}

/// States of several vehicles. The slices contain each number of all vehicles side by side.
impl<const Q: usize, const V: usize, const N: usize> StateVector for State<Q, V, [f64; N]> {
    fn coordinates(&self) -> &[f64] {
        self.q.as_flattened()
    }

    fn coordinates_mut(&mut self) -> &mut [f64] {
        self.q.as_flattened_mut()
    }

    fn speeds(&self) -> &[f64] {
        self.v.as_flattened()
    }

    fn speeds_mut(&mut self) -> &mut [f64] {
        self.v.as_flattened_mut()
    }
}

fn each<X: StateVector>(state: &mut X, lend: &mut dyn FnMut(&mut f64)) {
    state.coordinates_mut().iter_mut().for_each(&mut *lend);
    state.speeds_mut().iter_mut().for_each(lend);
}

fn side_by_side<X: StateVector, const K: usize>(states: [&X; K], visit: &mut dyn FnMut([f64; K])) {
    for numbers in [states.map(X::coordinates), states.map(X::speeds)] {
        let count = numbers.first().map_or(0, |first| first.len());
        for k in 0..count {
            visit(numbers.map(|numbers| numbers[k]));
        }
    }
}

/// Adds all terms number by number, so that each number is loaded and stored once.
fn add_all<X: StateVector, const K: usize>(state: &mut X, terms: [(f64, &X); K]) {
    let coordinates = terms.map(|(factor, rate)| (factor, rate.coordinates()));
    add_to(state.coordinates_mut(), coordinates);
    let speeds = terms.map(|(factor, rate)| (factor, rate.speeds()));
    add_to(state.speeds_mut(), speeds);
}

/// A weighted sum, with the result in another state.
#[inline(always)]
fn sum_from<X: StateVector, const K: usize>(state: &mut X, from: &X, terms: [(f64, &X); K]) {
    sum_from_by(state, from, terms, sum_to);
}

/// A weighted sum by a function that sums slices.
#[inline(always)]
fn sum_from_by<X: StateVector, const K: usize>(
    state: &mut X,
    from: &X,
    terms: [(f64, &X); K],
    sum_to: impl Fn(&mut [f64], &[f64], [(f64, &[f64]); K]),
) {
    let coordinates = terms.map(|(factor, rate)| (factor, rate.coordinates()));
    sum_to(state.coordinates_mut(), from.coordinates(), coordinates);
    let speeds = terms.map(|(factor, rate)| (factor, rate.speeds()));
    sum_to(state.speeds_mut(), from.speeds(), speeds);
}

/// Checks the sum of the numbers, because a sum needs no branches. If the sum is not finite, the numbers are checked one by one.
#[inline]
fn is_finite<X: StateVector>(state: &X) -> bool {
    let (q, v) = (state.coordinates(), state.speeds());
    let all = || q.iter().chain(v);
    (sum(q) + sum(v)).is_finite() || all().all(|x| x.is_finite())
}

/// Sum of numbers in eight chains: a single chain takes eight times as long.
#[inline]
pub(crate) fn sum(numbers: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (eights, rest) = numbers.as_chunks::<8>();
    for eight in eights {
        for (sum, x) in sums.iter_mut().zip(eight) {
            *sum += x;
        }
    }
    for (sum, x) in sums.iter_mut().zip(rest) {
        *sum += x;
    }
    of_eight(sums)
}

#[inline]
pub(crate) fn of_eight([a, b, c, d, e, f, g, h]: [f64; 8]) -> f64 {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

pub(crate) fn add_to<const K: usize>(numbers: &mut [f64], terms: [(f64, &[f64]); K]) {
    let terms = terms.map(|(factor, rates)| (factor, &rates[..numbers.len()]));
    for (k, x) in numbers.iter_mut().enumerate() {
        *x = terms.iter().fold(*x, |x, (factor, rates)| x + factor * rates[k]);
    }
}

#[inline(always)]
pub(crate) fn sum_to<const K: usize>(numbers: &mut [f64], from: &[f64], terms: [(f64, &[f64]); K]) {
    let terms = terms.map(|(factor, rates)| (factor, &rates[..numbers.len()]));
    for (k, (x, from)) in numbers.iter_mut().zip(from).enumerate() {
        *x = terms.iter().fold(*from, |x, (factor, rates)| x + factor * rates[k]);
    }
}
