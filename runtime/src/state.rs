//! The fixed-size state of a vehicle.

/// Coordinates and speeds of a vehicle; also their rates of change (the same shape).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<const Q: usize, const V: usize, T = f64> {
    /// Coordinates: joint angles [rad], displacements [m], Euler parameters, and how far dampers in series have moved [m];
    /// in a rate: their derivatives.
    pub q: [T; Q],
    /// Speeds: joint rates [rad/s, m/s], angular velocities [rad/s]; in a rate: accelerations.
    pub v: [T; V],
}

/// What an integrator needs of a state: that it is a vector.
pub trait StateVector: Clone {
    /// All zero.
    fn zero() -> Self;
    /// `self += factor * rate`.
    fn add_scaled(&mut self, factor: f64, rate: &Self);
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
        add_scaled(self, factor, rate);
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

/// States of several vehicles; the slices hold each number of all of them side by side.
impl<const Q: usize, const V: usize, const N: usize> StateVector for State<Q, V, [f64; N]> {
    fn zero() -> Self {
        Self {
            q: [[0.0; N]; Q],
            v: [[0.0; N]; V],
        }
    }

    fn add_scaled(&mut self, factor: f64, rate: &Self) {
        add_scaled(self, factor, rate);
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

fn add_scaled<X: StateVector>(state: &mut X, factor: f64, rate: &X) {
    for (x, dx) in state.coordinates_mut().iter_mut().zip(rate.coordinates()) {
        *x += factor * dx;
    }
    for (x, dx) in state.speeds_mut().iter_mut().zip(rate.speeds()) {
        *x += factor * dx;
    }
}
