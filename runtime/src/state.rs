//! The fixed-size state of a vehicle.

/// Coordinates and speeds of a vehicle; also their rates of change (the same shape).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<const Q: usize, const V: usize> {
    /// Coordinates: joint angles [rad], displacements [m], Euler parameters, and how far dampers in series have moved [m];
    /// in a rate: their derivatives.
    pub q: [f64; Q],
    /// Speeds: joint rates [rad/s, m/s], angular velocities [rad/s]; in a rate: accelerations.
    pub v: [f64; V],
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
        for (x, dx) in self.q.iter_mut().zip(&rate.q) {
            *x += factor * dx;
        }
        for (x, dx) in self.v.iter_mut().zip(&rate.v) {
            *x += factor * dx;
        }
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
