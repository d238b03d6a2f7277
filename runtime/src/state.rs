//! The fixed-size state of a vehicle.

/// Coordinates and speeds of a vehicle, or their rates of change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<const Q: usize, const V: usize, T = f64> {
    /// Coordinates: joint angles [rad], displacements [m], Euler parameters, and displacements of dampers in series
    /// [m]; in a rate, their derivatives.
    pub q: [T; Q],
    /// Speeds: joint rates [rad/s, m/s], angular velocities [rad/s]; in a rate, accelerations.
    pub v: [T; V],
}

/// Operations of a state that integrators use.
pub trait StateVector: Clone {
    /// All zero.
    fn zero() -> Self;
    /// `self += factor * rate`.
    fn add_scaled(&mut self, factor: f64, rate: &Self);
    /// `self += factor * rate` for all terms, in order.
    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        terms
            .into_iter()
            .for_each(|(factor, rate)| self.add_scaled(factor, rate));
    }
    /// Coordinates.
    fn coordinates(&self) -> &[f64];
    /// Coordinates.
    fn coordinates_mut(&mut self) -> &mut [f64];
    /// Speeds.
    fn speeds(&self) -> &[f64];
    /// Speeds.
    fn speeds_mut(&mut self) -> &mut [f64];
}

impl<const Q: usize, const V: usize> StateVector for State<Q, V> {
    fn zero() -> Self {
        Self {
            q: [0.0; Q],
            v: [0.0; V],
        }
    }

    fn add_scaled(&mut self, factor: f64, rate: &Self) {
        self.add_all([(factor, rate)]);
    }

    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        add_all(self, terms);
    }

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

/// States of several vehicles. The slices contain each number of all vehicles side by side.
impl<const Q: usize, const V: usize, const N: usize> StateVector for State<Q, V, [f64; N]> {
    fn zero() -> Self {
        Self {
            q: [[0.0; N]; Q],
            v: [[0.0; N]; V],
        }
    }

    fn add_scaled(&mut self, factor: f64, rate: &Self) {
        self.add_all([(factor, rate)]);
    }

    fn add_all<const K: usize>(&mut self, terms: [(f64, &Self); K]) {
        add_all(self, terms);
    }

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

/// Adds number by number, so that each is loaded and stored once.
fn add_all<X: StateVector, const K: usize>(state: &mut X, terms: [(f64, &X); K]) {
    let coordinates = terms.map(|(factor, rate)| (factor, rate.coordinates()));
    add_to(state.coordinates_mut(), coordinates);
    let speeds = terms.map(|(factor, rate)| (factor, rate.speeds()));
    add_to(state.speeds_mut(), speeds);
}

fn add_to<const K: usize>(numbers: &mut [f64], terms: [(f64, &[f64]); K]) {
    let terms = terms.map(|(factor, rates)| (factor, &rates[..numbers.len()]));
    for (k, x) in numbers.iter_mut().enumerate() {
        *x = terms.iter().fold(*x, |x, (factor, rates)| x + factor * rates[k]);
    }
}
